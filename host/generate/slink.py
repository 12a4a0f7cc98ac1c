"""Slinks with exactly one solution, which the rules of :mod:`rowloom.host.solvers.slink` find."""

import random

from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.generate.specification import NoneFound, Specification
from rowloom.host.grading import graded
from rowloom.host.puzzles.slink import Slink
from rowloom.host.solvers.slink import SlinkSearch

__all__ = ["WHY_WHOLE", "generate"]

WHY_WHOLE = "every cell of a Slink has its clue"

_ATTEMPTS = 500
"""The maximum number of random loops that are tried."""


def generate(specification: Specification, seed: int) -> Slink:
    """Make a Slink; see :func:`rowloom.host.generate.generator.generate_puzzle`.

    Random loops are tried until the puzzle for a loop has the requested difficulty.
    """
    name, rows, cols = specification.name(seed), specification.rows, specification.cols
    bare = Slink(name, rows, cols, ((0,) * cols,) * rows)
    rng = random.Random(name)
    for _ in range(_ATTEMPTS):
        lines = line_counts(random_loop(rows, cols, rng))
        if max(lines.values()) < 4:
            puzzle = bare.with_clues(lines)
            if graded(puzzle).level == specification.difficulty and SlinkSearch(puzzle).solves():
                return puzzle
    raise NoneFound(
        f"with {_ATTEMPTS} random loops of {specification.size}, no {specification.difficulty} Slink was found: choose"
        " another size or difficulty"
    )
