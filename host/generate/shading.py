"""How clues of the shading genres are removed."""

import random
from collections.abc import Generator

from rowloom.host.generate.recipe import BY_RULES, TO_ONE_SOLUTION, Phase, easy_or_normal
from rowloom.host.generate.specification import Specification
from rowloom.host.grading import Grade
from rowloom.host.grading.shading import graded
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.puzzles.shading import Shading

__all__ = ["ORDERS", "SHARING", "grade", "phases"]

ORDERS = 1
"""One order is as good as another one, and so is one solution."""

SHARING = None

_CELLS_A_CLUE = 100
"""See :func:`.recipe.easy_or_normal`."""


def phases(specification: Specification, rng: random.Random) -> list[Phase]:
    """Return how clues are removed: as long as single rules suffice, which takes less time, then to one solution."""
    return easy_or_normal(specification, _CELLS_A_CLUE) or [BY_RULES._replace(may_fail=True), TO_ONE_SOLUTION]


def grade(puzzle: Shading) -> Generator[Job, Outcome, Grade]:
    """Grade a puzzle on this computer."""
    return graded(puzzle, briefly=True)
    yield
