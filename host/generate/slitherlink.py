"""Slitherlinks with exactly one solution."""

import math
import random
from collections.abc import Collection
from itertools import compress, pairwise, product

from rowloom.host.generate.recipe import TO_ONE_SOLUTION, phases_of
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.clued import Cell, Colours, beside, colours_of
from rowloom.host.puzzles.slitherlink import Slitherlink

__all__ = [
    "ORDERS", "SHARED_SOLUTION", "line_counts", "phases", "random_loop", "random_solution", "with_all_clues",
]  # fmt: skip

SHARED_SOLUTION = None

ORDERS = 4
"""The number of random orders of removal that are tried for each random loop. Each attempt is faster than the previous
attempt, because the SAT solver keeps what it has learnt about the loop."""

phases = phases_of(50, [TO_ONE_SOLUTION])

_FLIPS = 60
"""The average number of attempts to change the colour of each cell while a loop is made."""

_TEMPERATURE = 2.5
"""A flip is a change of a cell's colour. A flip that makes the loop shorter by this number of lines is accepted with
probability 1/e. With lower numbers, loops become longer and thinner."""

_ACCEPTED = {longer: math.exp(longer / _TEMPERATURE) for longer in range(-4, 0)}
"""The probability of accepting a flip that makes the loop shorter, by the (negative) change of the number of lines."""

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The offsets of a cell's eight neighbours, in clockwise order. The neighbours with odd indices share an edge with the
cell."""

_BESIDE_MASK = 3
"""The loop may enclose the cells of the mask, and cells with at least this number of neighbours in the mask: the clues
of these neighbours determine the colour of the cell."""


def random_solution(specification: Specification, rng: random.Random) -> Colours:
    """Return a random loop."""
    return random_loop(specification.rows, specification.cols, rng, specification.mask)


def with_all_clues(name: str, solution: Colours, rng: random.Random) -> Slitherlink:
    """Return the puzzle with a clue in each cell that has 0 to 3 lines around it."""
    rows, cols = len(solution), len(solution[0])
    clues = {cell: count for cell, count in line_counts(solution).items() if count < 4}
    return Slitherlink(name, rows, cols, ((None,) * cols,) * rows).with_clues(clues)


def _longer(mask: int) -> int | None:
    """Return the number of lines that a loop gains when a cell changes from outside to inside.

    Return None if the cell must not change.

    The mask has a bit for each neighbour, in the order of the ring; the bit is set if the neighbour is inside. The cell
    may change if the ring consists of one run of inside cells and one run of outside cells, and if each run contains a
    cell that shares an edge with this cell: then inside and outside stay connected.
    """
    ring = [mask >> place & 1 for place in range(8)]
    beside = sum(ring[1::2])
    if sum(one != next_ for one, next_ in pairwise([*ring, ring[0]])) != 2 or beside in (0, 4):
        return None
    return 4 - 2 * beside


LONGER = [_longer(mask) for mask in range(256)]


def random_loop(rows: int, cols: int, rng: random.Random, mask: Collection[Cell] | None = None) -> Colours:
    """Return the colours of a random loop that winds through the whole grid, or through the cells of a mask.

    The loop starts around one cell. Then the colour of one cell at a time is flipped if inside and outside stay
    connected. Flips that make the loop shorter are rarely accepted (the Metropolis algorithm), so the loop becomes
    long.
    """
    width = cols + 2  # with a frame around the grid, so that all neighbours of a cell have masks
    inside = [False] * (rows + 2) * width
    masks = [0] * len(inside)
    ring = [down * width + across for down, across in RING]
    above_left, above, above_right, right, below_right, below, below_left, left = ring
    places = [*product(range(rows), range(cols))]
    cells = [(row + 1) * width + col + 1 for row, col in places]
    flipped = cells
    if mask:
        near = (place in mask or sum(map(mask.__contains__, beside(*place))) >= _BESIDE_MASK for place in places)
        flipped = [*compress(cells, near)]
    first = rng.choice(flipped)
    inside[first] = True
    for place, neighbour in enumerate(ring):
        masks[first + neighbour] = 1 << (place ^ 4)  # in the neighbour's ring, the first cell has the opposite index
    for cell in rng.choices(flipped, k=_FLIPS * len(flipped)):
        if (longer := LONGER[masks[cell]]) is None:
            continue
        if inside[cell]:
            longer = -longer
        if longer >= 0 or rng.random() < _ACCEPTED[longer]:
            # A ``for`` statement would be slower, and this code runs a thousand times even for a small grid.
            inside[cell] = not inside[cell]
            masks[cell + above_left] ^= 1 << 4
            masks[cell + above] ^= 1 << 5
            masks[cell + above_right] ^= 1 << 6
            masks[cell + right] ^= 1 << 7
            masks[cell + below_right] ^= 1 << 0
            masks[cell + below] ^= 1 << 1
            masks[cell + below_left] ^= 1 << 2
            masks[cell + left] ^= 1 << 3
    return colours_of((inside[cell] for cell in cells), cols)


def line_counts(solution: Colours) -> dict[Cell, int]:
    """Return, for each cell, how many of its edges are lines."""
    frame = "0" * (len(solution[0]) + 2)
    framed = [frame, *(f"0{line}0" for line in solution), frame]
    return {
        (row, col): (cell != before) + (cell != behind) + (cell != upper) + (cell != lower)
        for row, (above, line, below) in enumerate(zip(framed, framed[1:], framed[2:]))
        for col, (before, cell, behind, upper, lower) in enumerate(zip(line, line[1:], line[2:], above[1:], below[1:]))
    }
