"""Smullyanic Dynasties with exactly one solution."""

import random
from collections.abc import Sequence
from itertools import product

from rowloom.host.generate.recipe import RULES_FIRST, phases_of
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.clued import Colours, beside, within
from rowloom.host.puzzles.shading import connection_faults
from rowloom.host.puzzles.smullyan import Smullyan, domain

__all__ = ["ORDERS", "SHARED_SOLUTION", "phases", "random_solution", "with_all_clues"]

ORDERS, SHARED_SOLUTION = 1, None
phases = phases_of(100, RULES_FIRST)

_SHARES = (0.16, 0.28)
"""The smallest and the largest share of knaves. The rules allow hardly any larger share."""

_NUMBERS = range(5)
"""The possible clues of a knight."""


def with_all_clues(name: str, solution: Colours, rng: random.Random) -> Smullyan:
    """Return the puzzle in which every knight has a true clue, and every knave has a false clue.

    The clue of a knave is copied from a random knight, so that the clue does not reveal the knave.
    """
    rows, cols = len(solution), len(solution[0])
    bare = Smullyan(name, rows, cols, ((None,) * cols,) * rows)
    clues = {cell: sum(solution[row][col] == "1" for row, col in domain(bare, cell)) for cell in bare.cells}
    true = [clue for (row, col), clue in clues.items() if solution[row][col] == "0"]
    for cell, clue in clues.items():
        if solution[cell[0]][cell[1]] == "1":
            lies = [lie for lie in true if lie != clue] or [lie for lie in _NUMBERS if lie != clue]
            clues[cell] = rng.choice(lies)
    return bare.with_clues(clues)


def random_solution(specification: Specification, rng: random.Random) -> Colours:
    """Return a random shading: no two shaded cells share an edge, and unshaded cells are connected."""
    rows, cols = specification.rows, specification.cols
    grid = [["0"] * cols for _ in range(rows)]
    left = rng.uniform(*_SHARES) * rows * cols + rng.random()
    for row, col in rng.sample([*product(range(rows), range(cols))], rows * cols):
        if left > 0 and all(grid[i][j] == "0" for i, j in within(beside(row, col), rows, cols)):
            grid[row][col] = "1"
            if _separates(grid, row, col):
                grid[row][col] = "0"
            else:
                left -= 1
    return tuple("".join(line) for line in grid)


def _separates(grid: Sequence[Sequence[str]], row: int, col: int) -> bool:
    """Return whether a knave separates knights from each other.

    A knave that touches other knaves and the frame at fewer than two points separates no knights. So these points are
    counted before connection is checked.
    """
    rows, cols = len(grid), len(grid[0])
    corners = within(((row + i, col + j) for i in (-1, 1) for j in (-1, 1)), rows, cols)
    touched = sum(grid[i][j] == "1" for i, j in corners)
    touched += sum((row == 0, row == rows - 1, col == 0, col == cols - 1))
    return touched > 1 and bool(connection_faults(["".join(line) for line in grid], "0", "unshaded"))
