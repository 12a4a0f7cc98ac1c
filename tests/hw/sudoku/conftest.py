"""What the tests of the parallel engine share: grids as the gateware holds them, and every grid of order 2.

A grid is a list of rows; what a cell may hold, or holds, is a set of digits as a number, bit d for digit d + 1.
"""

from itertools import permutations, product

import pytest

from support.sudoku.parallel import cell_number


class Grids:
    """Turns grids into planes and sets of cells into vectors."""

    @staticmethod
    def planes(order, grid):
        return [sum((cell >> digit & 1) << cell_number(order, row, col)
                    for row, line in enumerate(grid) for col, cell in enumerate(line)) for digit in range(order ** 2)]

    @staticmethod
    def vector(order, cells):
        return sum(1 << cell_number(order, row, col) for row, col in cells)

    @staticmethod
    def matching(values, solutions):
        """Those of the solutions that have these values."""
        return [
            grid for grid in solutions
            if all(not cell or cell == there for line, lines in zip(values, grid) for cell, there in zip(line, lines))]

    @staticmethod
    def cells(order):
        return list(product(range(order ** 2), repeat=2))


@pytest.fixture(scope="session")
def grids():
    return Grids


@pytest.fixture(scope="session")
def solutions():
    """Every grid of order 2 that obeys the rules: there are 288."""
    lines = list(permutations((1, 2, 4, 8)))
    found = [
        grid for grid in product(lines, repeat=4)
        if all(len(set(col)) == 4 for col in zip(*grid))
        and all(grid[row][col] + grid[row][col + 1] + grid[row + 1][col] + grid[row + 1][col + 1] == 15
                for row in (0, 2) for col in (0, 2))]
    assert len(found) == 288
    return found
