"""Slinks with exactly one solution, which the fifteen rules find."""

import random

from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.generate.specification import NoneFound
from rowloom.host.grading.slink import falls, graded
from rowloom.host.puzzles.slink import Slink

__all__ = ["generate"]

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
            if graded(puzzle).level == difficulty and falls(puzzle):
                return puzzle
    raise NoneFound(
        f"{_ATTEMPTS} loops of {rows}x{cols} were drawn, and none made a Slink that is {difficulty}: choose"
        " another size or difficulty"
    )
