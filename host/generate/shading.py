"""How clues of the shading genres are removed."""

import random
from collections.abc import Generator

from rowloom.host.generate.recipe import Phase
from rowloom.host.generate.specification import SYMMETRIES, Specification
from rowloom.host.grading import Grade
from rowloom.host.grading.shading import graded
from rowloom.host.job import Job, Outcome
from rowloom.host.puzzles.shading import Shading

__all__ = ["grade", "phases"]

_BEYOND_RULES = 100
"""A normal puzzle has one clue less for so many cells than single rules take."""


def phases(specification: Specification, rng: random.Random) -> list[Phase]:
    """Return how clues are removed: as long as single rules suffice, which takes less time, then to one solution."""
    by_rules, to_one_solution = Phase(ease=2), Phase(ease=0)
    match specification.difficulty:
        case "easy":
            return [by_rules]
        case "normal":
            few = max(1, specification.rows * specification.cols // _BEYOND_RULES)
            together = SYMMETRIES[specification.symmetry].bit_count()
            return [by_rules, to_one_solution._replace(most=max(few, together))]
    return [by_rules._replace(may_fail=True), to_one_solution]


def grade(puzzle: Shading) -> Generator[Job, Outcome, Grade]:
    """Grade a puzzle on this computer."""
    return graded(puzzle, briefly=True)
    yield
