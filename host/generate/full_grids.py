"""Random full grids of Sudoku."""

import random

from rowloom.host.generate.colouring import random_colouring
from rowloom.host.puzzles.sudoku import Solution

__all__ = ["random_grid"]


def random_grid(order: int, rng: random.Random) -> Solution:
    """Return a random full grid; every one is possible.

    First every digit gets its row within each box, band by band, then its column, stack by stack; both are edge
    colourings. In a band, a digit's rows must differ from box to box, and a box's row has room for ``order``
    digits: so a box counts as ``order`` vertices of a bipartite graph, with a random share of the digits
    each, the digits are the vertices at the other side, and rows are colours. In a stack, a digit's columns must
    differ, and so must the columns of the digits in a box's row: these are the vertices now, and columns are
    colours. Both graphs are regular, so there always is a colouring.
    """
    side = order**2
    places = range(order)
    row_in_box: list[dict[tuple[int, int], int]] = [{} for _ in range(side)]  # by digit, then band and stack
    for band in places:
        shares = [[turn // order for turn in rng.sample(range(side), side)] for _ in places]
        edges = [[(stack, shares[stack][digit]) for stack in places] for digit in range(side)]
        for digit, colours in enumerate(random_colouring(edges, rng)):
            row_in_box[digit] |= {(band, stack): row for (stack, _), row in colours.items()}
    grid = [[0] * side for _ in range(side)]
    for stack in places:
        edges = [[(band, row_in_box[digit][band, stack]) for band in places] for digit in range(side)]
        for digit, colours in enumerate(random_colouring(edges, rng)):
            for (band, row), col in colours.items():
                grid[band * order + row][stack * order + col] = digit + 1
    return tuple(map(tuple, grid))
