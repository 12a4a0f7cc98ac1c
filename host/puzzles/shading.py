"""The common parts of the shading genres: the class of their puzzles, the text format and the drawing.

A solution shades some cells ("1"). Clues are numbers.
"""

from abc import abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles.clued import UNKNOWN, Cell, Clued, beside, cells_of, region_starts
from rowloom.host.puzzles.text import cell_name, contents, heading_in, size_form

__all__ = ["NUMBERS", "UNKNOWN", "Shading", "connection_faults"]

NUMBERS = range(1000)
"""The numbers that may be clues. They are limited because a cell of a picture has room for only three digits."""


@dataclass(frozen=True)
class Shading(Clued):
    """A puzzle of a shading genre. Each cell has a clue from 0 to 999, an ``UNKNOWN`` clue, or None for no clue."""

    allowed: ClassVar[Container[int | None]] = {None, UNKNOWN, *NUMBERS}
    expected: ClassVar[str] = f"a number from 0 to {NUMBERS[-1]}, '?' or an empty cell"
    codes: ClassVar[Mapping[str, int | None]] = {
        ".": None, "?": UNKNOWN, **{f"{number:0{width}}": number for width in (1, 2, 3) for number in NUMBERS}}
    code_form: ClassVar[str] = f"'.', '?' or a number from 0 to {NUMBERS[-1]}"
    colours: ClassVar[tuple[str, str]] = ("shaded", "unshaded")
    unknown: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        cls.form, cls.word = f"{size_form(cls.genre)} and the rows under it", f"{cls.genre} "

    @property
    def numbers(self) -> dict[Cell, int]:
        """The same as :attr:`clue_cells`, but without clues of unknown value."""
        return {cell: clue for cell, clue in self.clue_cells.items() if clue != UNKNOWN}

    @classmethod
    def recognizes(cls, text: str) -> bool:
        """Return whether the text begins with a size line that contains the genre's name."""
        heading = heading_in((contents(text) or [""])[0])
        return heading is not None and heading.word == cls.genre

    def drawing(self, solution: Sequence[str] | None = None) -> Drawing:  # type: ignore[override]
        return Drawing(
            self.rows, self.cols, texts=self._texts(""),
            horizontal=tuple(_framed(at, self.rows, self.cols) for at in range(self.rows + 1)),
            vertical=tuple(zip(*(_framed(at, self.cols, self.rows) for at in range(self.cols + 1)))), dotted=False,
            shaded=cells_of(solution or ()),
        )

    @abstractmethod
    def verify(self, solution: Sequence[str], weak: bool = False) -> list[str]:  # type: ignore[override]
        """See :meth:`.puzzle.Puzzle.verify`. With ``weak``, the cells of the solution need not be connected."""


def connection_faults(solution: Sequence[str], shade: str, what: str) -> list[str]:
    """Return a list with one message if the cells of the colour ``shade`` form several regions; otherwise an empty
    list.

    The message calls these cells "the ``what`` cells"."""
    firsts = region_starts(cells_of(solution, shade), lambda cell: beside(*cell))
    if len(firsts) < 2:
        return []
    places = " and ".join(cell_name(*first) for first in firsts)
    return [f"the {what} cells form {len(firsts)} regions instead of one; the regions begin at {places}"]


def _framed(at: int, last: int, length: int) -> tuple[Edge, ...]:
    return (Edge.THIN if 0 < at < last else Edge.THICK,) * length
