"""The result of a search: its status, whether the solution is unique, and the grade of the puzzle."""

from collections.abc import Mapping
from typing import NamedTuple

__all__ = [
    "CANCELLED", "EASY", "ERROR", "HARD", "HINT", "LEVELS", "LIMIT", "NORMAL", "NO_SOLUTION", "SOLVED", "STUCK",
    "Grade", "is_unique", "status_and_message",
]  # fmt: skip

SOLVED, NO_SOLUTION, LIMIT, CANCELLED, ERROR = "solved", "no-solution", "limit", "cancelled", "error"
STUCK, HINT = "stuck", "hint"

LEVELS = EASY, NORMAL, HARD = "easy", "normal", "hard"


class Grade(NamedTuple):
    """The difficulty of a puzzle with one solution.

    Attributes
    ----------
    level : str
        One of :data:`LEVELS`.
    counters : mapping of str to int
        The figures that determine the level, by name, beginning with the most significant figure. Larger figures mean a
        harder puzzle.
    """

    level: str
    counters: Mapping[str, int]


def status_and_message(found: int, count: int, complete: bool) -> tuple[str, str]:
    """Return the status and message of a search that did not fail.

    The search found ``found`` solutions; at most ``count`` solutions were requested (0 for all). ``complete`` is the
    same as in :class:`.job.Outcome`.
    """
    all_known = _all_known(found, count, complete)
    match found:
        case 0:
            return NO_SOLUTION, "there is no solution"
        case 1 if all_known:
            return SOLVED, "unique: there is no other solution"
        case 1 if count == 1:
            return SOLVED, ""
        case 1:
            return SOLVED, "a solution; the search for another solution was ended"
        case 2 if count == 2:
            return SOLVED, "not unique: there is a second solution"
    return SOLVED, f"not unique: there are {'' if all_known else 'at least '}{found:,} solutions"


def is_unique(found: int, count: int, complete: bool) -> bool | None:
    """Return whether there is exactly one solution, or None if unknown.

    The arguments are the same as for :func:`status_and_message`.
    """
    return found == 1 if found > 1 or _all_known(found, count, complete) else None


def _all_known(found: int, count: int, complete: bool) -> bool:
    return complete and (count == 0 or found < count)
