"""Slitherlinks with exactly one solution."""

import dataclasses
import math
import random
from itertools import pairwise

from rowloom.host.generate.thinning import thinned
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch

__all__ = ["DIFFICULTIES", "generate", "line_counts", "random_loop"]

DIFFICULTIES = {"easy": 0.65, "normal": 0.55, "hard": 0.0}
"""The share of the cells that keep a clue, if that many suffice for a single solution."""

_FLIPS = 60
"""Attempts for each cell to change its colour while a loop is drawn."""

_TEMPERATURE = 2.5
"""How many lines a flip may lose with probability 1/e: the colder, the longer and thinner are the loops."""

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""A cell's eight neighbours, walking round it; those at odd places share an edge with it."""

_Cell = tuple[int, int]


def generate(rows: int, cols: int, difficulty: str, seed: int) -> Slitherlink:
    """A puzzle with exactly one solution, always the same one for the same arguments.

    It draws a loop at random, writes every clue that there is a digit for, and takes clues away in random
    order; a clue without which another loop would fit stays.

    Parameters
    ----------
    rows, cols : int, 1 to 255
        Its size in cells. The time grows faster than their product.
    difficulty : "easy", "normal" or "hard"
        How many clues are left, and nothing else: "easy" stops when 65 % of the cells have one, "normal"
        at 55 %, and "hard" when no clue can be taken away. Fewer clues make for more search on the whole,
        but two puzzles of one difficulty may differ a thousandfold.
    seed : int
        Where the random numbers start.

    Returns
    -------
    Slitherlink
        Its name tells these arguments.

    Raises
    ------
    ValueError
        If a size is out of range, or there is no such difficulty.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"there is no difficulty '{difficulty}'; there are: {', '.join(DIFFICULTIES)}")
    bare = Slitherlink(f"{rows}x{cols}-{difficulty}-{seed}", rows, cols, ((None,) * cols,) * rows)
    rng = random.Random(bare.name)
    enough = math.ceil(DIFFICULTIES[difficulty] * rows * cols)
    kept = None
    while kept is None:
        loop = random_loop(rows, cols, rng)
        lines = line_counts(loop)
        sayable = {cell: count for cell, count in lines.items() if count < 4}
        full = _with_clues(bare, sayable)
        kept = _sufficient_clues(full, loop, enough, rng)
    return _with_clues(bare, {cell: lines[cell] for cell in kept})


def random_loop(rows: int, cols: int, rng: random.Random) -> tuple[str, ...]:
    """The colours of a random loop that winds through the whole grid, as a solution.

    It starts round one cell and changes the colour of one cell at a time, never cutting the inside or the
    outside in two. Changes that cost lines are taken rarely (Metropolis), so that the loop becomes long.
    """
    inside = {(rng.randrange(rows), rng.randrange(cols))}
    for _ in range(_FLIPS * rows * cols):
        cell = row, col = rng.randrange(rows), rng.randrange(cols)
        ring = [(row + down, col + right) in inside for down, right in _RING]
        beside = sum(ring[1::2])
        # one run of inside and one of outside round the cell, and an edge in each: a change cuts neither
        if sum(one != next_ for one, next_ in pairwise([*ring, ring[0]])) != 2 or beside in (0, 4):
            continue
        longer = (4 - 2 * beside) * (-1 if cell in inside else 1)
        if longer >= 0 or rng.random() < math.exp(longer / _TEMPERATURE):
            inside ^= {cell}
    return tuple("".join("01"[(row, col) in inside] for col in range(cols)) for row in range(rows))


def line_counts(solution: tuple[str, ...]) -> dict[_Cell, int]:
    """How many of each cell's edges are lines."""
    inside = {
        (row, col) for row, line in enumerate(solution) for col, colour in enumerate(line) if colour == "1"
    }
    return {
        (row, col): sum(
            ((row, col) in inside) != ((row + down, col + right) in inside) for down, right in _RING[1::2]
        )
        for row, line in enumerate(solution)
        for col in range(len(line))
    }


def _with_clues(puzzle: Slitherlink, clues: dict[_Cell, int]) -> Slitherlink:
    """The puzzle with these clues in the place of its own."""
    grid = tuple(tuple(clues.get((row, col)) for col in range(puzzle.cols)) for row in range(puzzle.rows))
    return dataclasses.replace(puzzle, clues=grid)


def _sufficient_clues(
    full: Slitherlink, loop: tuple[str, ...], enough: int, rng: random.Random
) -> set[_Cell] | None:
    """Cells whose clues keep every other loop out: ``enough`` of them, or more if none can be spared.

    None if another loop fits even all clues. Which cells they are depends on the random numbers alone, not
    on which other loops the solver happens to meet.
    """
    search = SlitherlinkSearch(full, switched=True)
    search.forbid(loop)
    kept = set(search.clue_cells)
    if search.solve(kept) is not None:
        return None
    lines = line_counts(loop)

    def broken(clues: set[_Cell]) -> set[_Cell] | None:
        other = search.solve(clues)
        if other is None:
            return None
        counts = line_counts(other)
        return {cell for cell in search.clue_cells if counts[cell] != lines[cell]}

    for fewer in thinned(kept, rng.sample(search.clue_cells, len(kept)), broken):
        kept = fewer
        if len(kept) <= enough:
            break
    return kept
