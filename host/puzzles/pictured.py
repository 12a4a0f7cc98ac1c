"""Puzzles that show themselves as pictures in notebooks."""

from contextlib import suppress
from typing import TYPE_CHECKING, cast

from rowloom.host.drawing.pictures import PictureError, svg

if TYPE_CHECKING:
    from rowloom.host.puzzles import Puzzle, Solution

__all__ = ["Pictured", "picture"]


class Pictured:
    """A puzzle that Jupyter shows as a picture where matplotlib is installed."""

    def _repr_svg_(self) -> str | None:
        return picture(cast("Puzzle", self))


def picture(puzzle: "Puzzle", solution: "Solution | None" = None) -> str | None:
    """Return a puzzle, with its solution, as the text of an SVG file; None if matplotlib is not installed."""
    from rowloom.host.puzzles import genre  # imported late: it builds on this module

    with suppress(PictureError):
        return svg(genre(puzzle.genre).drawing(puzzle, solution))
    return None
