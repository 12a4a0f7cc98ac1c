"""Grades of Slinks: by the last of the statement's fifteen rules that they take.

Easy ones fall to the first six, normal ones take the seventh, hard ones others, or fall to none of them.
"""

from rowloom.host.jobs.grade import EASY, HARD, NORMAL, Grade
from rowloom.host.puzzles.slink import Slink
from rowloom.host.solvers import Stuck
from rowloom.host.solvers.slink import SlinkSearch
from rowloom.host.solvers.slink_rules import RULES

__all__ = ["falls", "graded"]

_LAST = {EASY: 6, NORMAL: 7, HARD: len(RULES)}
"""The number of the last rule that a puzzle takes. Few take more than seven."""


def graded(puzzle: Slink) -> Grade:
    """Return the grade of a puzzle with one solution; its counter is how often a rule found something."""
    searches = {level: SlinkSearch(puzzle, last) for level, last in _LAST.items()}
    level = next((level for level, search in searches.items() if _solves(search)), HARD)
    return Grade(level, {"steps": searches[level].counters["steps"]})


def falls(puzzle: Slink) -> bool:
    """Return whether the rules solve a puzzle."""
    return _solves(SlinkSearch(puzzle))


def _solves(search: SlinkSearch) -> bool:
    try:
        return next(search.solutions(), None) is not None
    except Stuck:
        return False
