"""What the shading genres share: puzzle class, text format and drawing.

In both, some cells of a grid are shaded; clues are numbers. A solution is rows of "1" (shaded) and "0".
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

from rowloom.host.drawing.drawing import Drawing, Line
from rowloom.host.puzzles.clued import Cell, Clued, beside, cells_of, region_starts
from rowloom.host.puzzles.lines import Fault, Lines
from rowloom.host.puzzles.text import Grid, PuzzleError, contents, heading_in, place, puzzles_in, size_form, take_grid

__all__ = [
    "NUMBERS", "UNKNOWN", "Shading", "connection_faults", "drawing", "looks_like_one", "read", "take", "write",
]  # fmt: skip

NUMBERS = range(1000)
"""The clues: a cell of a picture has room for three digits."""

UNKNOWN = -1
"""A clue of unknown value."""

_TOKEN = re.compile(r"\S+")
_NUMBER = re.compile(r"[0-9]{1,3}")
"""Of ASCII digits, and among ``NUMBERS``."""

_SYMBOLS = {".": None, "?": UNKNOWN}
"""The text of cells without a number."""
_NAMES = {clue: symbol for symbol, clue in _SYMBOLS.items()}


@dataclass(frozen=True)
class Shading(Clued):
    """A puzzle of a shading genre.

    Its clues are 0 to 999, ``UNKNOWN``, or None for a cell without one. See :class:`Clued`.
    """

    allowed: ClassVar[Container[int | None]] = {None, UNKNOWN, *NUMBERS}
    expected: ClassVar[str] = f"a number from 0 to {NUMBERS[-1]}, '?' or an empty cell"

    @property
    def numbers(self) -> dict[Cell, int]:
        """The clue of every cell whose clue is known."""
        return {cell: clue for cell, clue in self.clue_cells.items() if clue != UNKNOWN}


Puzzle = TypeVar("Puzzle", bound=Shading)


def read(text: str, source: str, kind: type[Puzzle]) -> Iterator[Puzzle | PuzzleError]:
    """Yield the text's puzzles of this kind in order, and an error in place of each bad one."""
    expected = f"{size_form(kind.genre)} and the rows under it"
    return puzzles_in(Lines(text), source, partial(take, kind=kind), expected)


def take(lines: Lines, name: str, kind: type[Puzzle]) -> Puzzle:
    """Remove the lines of a puzzle of this kind and return it; see :func:`rowloom.host.puzzles.text.take_grid`."""
    return take_grid(lines, name, partial(_puzzle, kind=kind), kind.genre)


def looks_like_one(text: str, kind: type[Shading]) -> bool:
    """Return whether the text begins with a size line that has the name of this kind.

    Under a bare one, what stands there may be of several genres.
    """
    heading = heading_in((contents(text) or [""])[0])
    return heading is not None and heading.word == kind.genre


def write(puzzle: Shading) -> str:
    """Return the puzzle as text, its name first, with aligned columns."""
    tokens = [[_NAMES.get(clue, str(clue)) for clue in clues] for clues in puzzle.clues]
    width = max(len(token) for row in tokens for token in row)
    rows = (" ".join(token.rjust(width) for token in row) for row in tokens)
    return "\n".join([f"# {puzzle.name}", f"{puzzle.genre} {puzzle.rows} {puzzle.cols}", *rows, ""])


def connection_faults(solution: Sequence[str], shade: str, what: str) -> list[str]:
    """Report whether the cells of one shade, called ``what``, form several regions, each connected through edges."""
    firsts = region_starts(cells_of(solution, shade), lambda cell: beside(*cell))
    if len(firsts) < 2:
        return []
    places = " and ".join(place(*first) for first in firsts)
    return [f"the {what} cells are in {len(firsts)} regions instead of one, which begin at {places}"]


def drawing(puzzle: Shading, solution: Sequence[str] | None = None) -> Drawing:
    """Return the clues in a thick frame, with thin lines between cells; a solution's cells are filled."""
    names = _NAMES | {None: ""}
    return Drawing(
        puzzle.rows,
        puzzle.cols,
        texts=tuple(tuple(names.get(clue, str(clue)) for clue in clues) for clues in puzzle.clues),
        horizontal=tuple(_framed(at, puzzle.rows, puzzle.cols) for at in range(puzzle.rows + 1)),
        vertical=tuple(zip(*(_framed(at, puzzle.cols, puzzle.rows) for at in range(puzzle.cols + 1)))),
        dotted=False,
        shaded=cells_of(solution or ()),
    )


def _puzzle(grid: Grid, kind: type[Puzzle]) -> Puzzle:
    """Return the puzzle in a grid that has the right number of rows."""
    clues = []
    for line, text in enumerate(grid.text, grid.line + 1):
        tokens = list(_TOKEN.finditer(text))
        for token in tokens:
            if token[0] not in _SYMBOLS and not _NUMBER.fullmatch(token[0]):
                symbols = ", ".join(f"'{symbol}'" for symbol in _SYMBOLS)
                message = f"{token[0]!a} is no clue; expected {symbols} or a number from 0 to {NUMBERS[-1]}"
                raise Fault(message, line, token.start() + 1)
        if len(tokens) != grid.cols:
            column = tokens[grid.cols].start() + 1 if len(tokens) > grid.cols else len(text) + 1
            raise Fault(f"expected {grid.cols} cells with spaces between them, found {len(tokens)}", line, column)
        clues.append(tuple(_SYMBOLS[token[0]] if token[0] in _SYMBOLS else int(token[0]) for token in tokens))
    return kind(grid.name, grid.rows, grid.cols, tuple(clues), grid.line)


def _framed(at: int, last: int, length: int) -> tuple[Line, ...]:
    return (Line.THIN if 0 < at < last else Line.THICK,) * length
