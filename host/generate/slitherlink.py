"""Slitherlinks with exactly one solution."""

import math
import random
from collections.abc import Collection
from itertools import pairwise, product

from rowloom.host.generate.thinning import thinned
from rowloom.host.puzzles.clued import Cell, Colours, beside, cells_of, colours_of
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch

__all__ = ["DIFFICULTIES", "generate", "line_counts", "random_loop"]

DIFFICULTIES = {"easy": 0.65, "normal": 0.55, "hard": 0.0}
"""The share of the cells that keep a clue, if that many suffice for a single solution."""

_FLIPS = 60
"""Attempts for each cell to change its colour while a loop is drawn."""

_TEMPERATURE = 2.5
"""The number of lines that a flip may lose with probability 1/e: a lower one gives longer and thinner loops."""

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""A cell's eight neighbours in order around it; those at odd places share an edge with it."""


def _longer(mask: int) -> int | None:
    """Return how many lines a loop gains when a cell changes from outside to inside; None if it must not change.

    The mask has a bit for each neighbour that is inside, in the order of the ring. A cell may change if there is one
    run of inside and one of outside around it, and an edge in each: then neither is cut in two.
    """
    ring = [mask >> place & 1 for place in range(8)]
    beside = sum(ring[1::2])
    if sum(one != next_ for one, next_ in pairwise([*ring, ring[0]])) != 2 or beside in (0, 4):
        return None
    return 4 - 2 * beside


_LONGER = [_longer(mask) for mask in range(256)]


def generate(rows: int, cols: int, difficulty: str, seed: int) -> Slitherlink:
    """See :func:`rowloom.host.generate.generate`.

    It draws a random loop, writes every clue from 0 to 3, and removes clues in random order; a clue without which
    another loop would fit stays. "easy" stops when 65 % of the cells have a clue, "normal" at 55 %, and "hard" when no
    clue can be removed. Fewer clues mean more search on average, but two puzzles of one difficulty may differ a
    thousandfold.
    """
    bare = Slitherlink(f"{rows}x{cols}-{difficulty}-{seed}", rows, cols, ((None,) * cols,) * rows)
    rng = random.Random(bare.name)
    enough = math.ceil(DIFFICULTIES[difficulty] * rows * cols)
    kept = None
    while kept is None:
        loop = random_loop(rows, cols, rng)
        lines = line_counts(loop)
        full = bare.with_clues({cell: count for cell, count in lines.items() if count < 4})
        kept = _sufficient_clues(full, loop, enough, rng)
    return bare.with_clues({cell: lines[cell] for cell in kept})


def random_loop(rows: int, cols: int, rng: random.Random) -> Colours:
    """Return the colours of a random loop that winds through the whole grid, as a solution.

    It starts around one cell and flips the colour of one cell at a time, never cutting the inside or the outside in
    two. Flips that cost lines are accepted rarely (Metropolis), so that the loop becomes long.
    """
    width = cols + 2  # with a frame, whose cells have neighbours, too
    inside = [False] * (rows + 2) * width
    masks = [0] * len(inside)
    around = [(down * width + right, 1 << (place + 4) % 8) for place, (down, right) in enumerate(_RING)]

    def flip(cell: int) -> None:
        inside[cell] = not inside[cell]
        for way, bit in around:
            masks[cell + way] ^= bit

    def random_cell() -> int:
        return (rng.randrange(rows) + 1) * width + rng.randrange(cols) + 1

    flip(random_cell())
    for _ in range(_FLIPS * rows * cols):
        cell = random_cell()
        if (longer := _LONGER[masks[cell]]) is None:
            continue
        if inside[cell]:
            longer = -longer
        if longer >= 0 or rng.random() < math.exp(longer / _TEMPERATURE):
            flip(cell)
    return colours_of((inside[row * width + col] for row in range(1, rows + 1) for col in range(1, cols + 1)), cols)


def line_counts(solution: Colours) -> dict[Cell, int]:
    """Return how many of each cell's edges are lines."""
    inside = cells_of(solution)
    cells = product(range(len(solution)), range(len(solution[0])))
    return {cell: sum((cell in inside) != (other in inside) for other in beside(*cell)) for cell in cells}


def _sufficient_clues(full: Slitherlink, loop: Colours, enough: int, rng: random.Random) -> set[Cell] | None:
    """Return cells whose clues exclude every other loop: ``enough`` of them, or more if none can be spared.

    Return None if another loop fits even all clues.
    """
    search, clues = SlitherlinkSearch(full, switched=True), full.clue_cells
    search.forbid(loop)

    def suffice(cells: Collection[Cell]) -> bool:
        return search.solve(cells) is None

    if not suffice(clues):
        return None
    kept = set(clues)
    for kept in thinned(clues, rng.sample([*clues], len(clues)), suffice):
        if len(kept) <= enough:
            break
    return kept
