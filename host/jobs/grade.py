"""What the grades of all genres are."""

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["EASY", "HARD", "LEVELS", "NORMAL", "Grade"]

LEVELS = EASY, NORMAL, HARD = "easy", "normal", "hard"


class Grade(NamedTuple):
    """How hard a puzzle with one solution is.

    Attributes
    ----------
    level : str
        One of :data:`LEVELS`.
    counters : mapping of str to int
        What it follows from, by name; larger ones first mean harder.
    """

    level: str
    counters: Mapping[str, int]
