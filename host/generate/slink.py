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
    """A puzzle with exactly one solution, always the same one for the same arguments.

    Loops are drawn at random until one is of the difficulty.

    Parameters
    ----------
    rows, cols : int, 1 to 255
        Its size in cells.
    difficulty : "easy", "normal" or "hard"
        Which of the rules, in the order of the problem's statement, solve it: the first six, no fewer than seven, or
        some of the others too.
    seed : int
        Where the random numbers start.

    Returns
    -------
    Slink
        Its name tells these arguments.

    Raises
    ------
    ValueError
        If a size is out of range, there is no such difficulty, or no such puzzle turned up.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"there is no difficulty '{difficulty}'; there are: {', '.join(DIFFICULTIES)}")
    name = f"{rows}x{cols}-{difficulty}-{seed}"
    bare = Slink(name, rows, cols, ((0,) * cols,) * rows)
    rng = random.Random(name)
    for _ in range(_ATTEMPTS):
        lines = line_counts(random_loop(bare.rows, bare.cols, rng))
        if max(lines.values()) < 4:
            clues = tuple(tuple(lines[row, col] for col in range(cols)) for row in range(rows))
            puzzle = Slink(name, rows, cols, clues)
            if difficulty_of(puzzle) == difficulty:
                return puzzle
    raise ValueError(
        f"{_ATTEMPTS} loops of {rows}x{cols} were drawn, and none made a Slink that is {difficulty}: choose"
        " another size or difficulty"
    )


def difficulty_of(puzzle: Slink) -> str | None:
    """How difficult it is; None if the rules do not solve it."""
    return next((name for name, last in DIFFICULTIES.items() if _falls(puzzle, last)), None)


def _falls(puzzle: Slink, last: int) -> bool:
    """Whether the rules up to that one solve it."""
    try:
        return next(SlinkSearch(puzzle, last).solutions(), None) is not None
    except Stuck:
        return False
