"""Makes Slitherlink puzzles with exactly one solution: ``python -m rowloom.host.generate --help``."""

import argparse
import dataclasses
import math
import random
import sys
from collections.abc import Sequence
from itertools import pairwise

from rowloom.host.puzzles.slitherlink import Slitherlink, write
from rowloom.host.solvers.slitherlink import ClueSearch

__all__ = ["DIFFICULTIES", "generate", "line_counts", "main", "random_loop"]

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


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m rowloom.host.generate",
        description="Make Slitherlink puzzles, each with exactly one solution.",
        epilog="The same arguments always make the same puzzles. The second puzzle has seed SEED + 1, and so "
        "on, so that each can be made alone. A 10x10 puzzle takes about a second, a hard one of 20x30 about "
        "a minute.",
    )
    parser.add_argument("--rows", type=int, default=10, help="rows of cells, 1 to 255 (default: %(default)s)")
    parser.add_argument(
        "--cols", type=int, default=10, help="columns of cells, 1 to 255 (default: %(default)s)"
    )
    parser.add_argument(
        "--difficulty", choices=DIFFICULTIES, default="normal",
        help="how many clues are left: easy, on 65%% of the cells; normal, on 55%%; hard, only those that "
        "cannot be spared (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="the first puzzle's seed (default: %(default)s)")
    parser.add_argument(
        "-n", type=int, default=1, metavar="COUNT", help="how many puzzles (default: %(default)s)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where to write them (default: standard output)"
    )
    options = parser.parse_args(arguments)
    if options.n < 1:
        parser.error(f"-n {options.n}: expected at least 1 puzzle")
    seeds = range(options.seed, options.seed + options.n)
    try:
        puzzles = [generate(options.rows, options.cols, options.difficulty, seed) for seed in seeds]
    except ValueError as error:
        parser.error(str(error))
    text = "\n".join(map(write, puzzles))
    if options.output is None:
        sys.stdout.write(text)
        return 0
    try:
        with open(options.output, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
    except OSError as error:
        parser.error(f"cannot write {options.output}: {error.strerror}")
    return 0


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
    search = ClueSearch(full)
    search.forbid(loop)
    kept = set(search.clue_cells)
    if search.solve(kept) is not None:
        return None
    lines = line_counts(loop)
    broken_by_others: list[set[_Cell]] = []  # for each other loop met so far, the clues that it breaks
    for cell in rng.sample(search.clue_cells, len(kept)):
        if len(kept) <= enough:
            break
        fewer = kept - {cell}
        if any(broken.isdisjoint(fewer) for broken in broken_by_others):
            continue
        other = search.solve(fewer)
        if other is None:
            kept = fewer
        else:
            counts = line_counts(other)
            broken_by_others.append({clue for clue in search.clue_cells if counts[clue] != lines[clue]})
    return kept


if __name__ == "__main__":
    sys.exit(main())
