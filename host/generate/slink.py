"""Slinks with exactly one solution, which the fifteen rules find."""

import random

from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.puzzles.slink import Slink
from rowloom.host.solvers import Stuck
from rowloom.host.solvers.slink import SlinkSearch
from rowloom.host.solvers.slink_rules import RULES

__all__ = ["DIFFICULTIES", "difficulty_of", "generate"]

DIFFICULTIES = {"easy": 6, "normal": 7, "hard": len(RULES)}
"""The number of the last rule that a puzzle takes. Few take more than seven."""

_ATTEMPTS = 500
"""Loops that are drawn until one makes a puzzle of the difficulty."""


def generate(rows: int, cols: int, difficulty: str, seed: int) -> Slink:
    """See :func:`rowloom.host.generate.generate`.

    It draws random loops until one has the difficulty: the rules that solve it, in the order of the problem's
    statement, are the first six ("easy"), no fewer than seven ("normal"), or others, too ("hard").
    """
    name = f"{rows}x{cols}-{difficulty}-{seed}"
    bare = Slink(name, rows, cols, ((0,) * cols,) * rows)
    rng = random.Random(name)
    for _ in range(_ATTEMPTS):
        lines = line_counts(random_loop(bare.rows, bare.cols, rng))
        if max(lines.values()) < 4:
            puzzle = bare.with_clues(lines)
            if difficulty_of(puzzle) == difficulty:
                return puzzle
    raise ValueError(
        f"{_ATTEMPTS} loops of {rows}x{cols} were drawn, and none made a Slink that is {difficulty}: choose"
        " another size or difficulty"
    )


def difficulty_of(puzzle: Slink) -> str | None:
    """Return how difficult the puzzle is; None if the rules do not solve it."""
    return next((name for name, last in DIFFICULTIES.items() if _falls(puzzle, last)), None)


def _falls(puzzle: Slink, last: int) -> bool:
    """Return whether the rules up to this one solve it."""
    try:
        return next(SlinkSearch(puzzle, last).solutions(), None) is not None
    except Stuck:
        return False
