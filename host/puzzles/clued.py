"""The common parts of all genres except Sudoku: some cells have a clue, and a solution colours each cell "1" or "0"."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, Self

from rowloom.host.drawing.drawing import Cell
from rowloom.host.puzzles.puzzle import Clues, Puzzle, grid_cells
from rowloom.host.puzzles.text import check_size, in_rows, quoted, shape_faults, take_grid
from rowloom.host.puzzles.text.lines import Fault, Lines

__all__ = [
    "UNKNOWN", "Cell", "Clued", "Colours", "beside", "cells_of", "coloured", "colours_of", "region_starts", "within",
]  # fmt: skip

UNKNOWN = -1
"""A clue of unknown value."""

Colours = tuple[str, ...]
"""A solution: for each row, a string of the characters "1" and "0"."""


@dataclass(frozen=True)
class Clued(Puzzle):
    """A puzzle; ValueError if the clues do not fit the size or the genre."""

    allowed: ClassVar[Container[int | None]]
    expected: ClassVar[str]
    """A description of the allowed clues."""
    codes: ClassVar[Mapping[str, int | None]]
    """The valid strings for a cell, each with the clue that it represents."""
    code_form: ClassVar[str]
    """A description of the valid strings for a cell."""
    separator: ClassVar[str] = " "
    """The separator between the cells of a row. Without a separator, each cell is one character, and white space is
    ignored."""
    word: ClassVar[str] = ""
    """The word at the beginning of a size line, with a space after it; may be empty."""
    colours: ClassVar[tuple[str, str]]
    """The meanings of "1" and "0" in a solution."""

    name: str
    rows: int
    cols: int
    clues: Clues
    line: int | None = None
    """The number of the puzzle's size line in its file."""

    def __post_init__(self) -> None:
        check_size(self.rows, self.cols)
        otherwise = f"not a clue; expected {self.expected}"
        for fault in shape_faults(self.rows, self.cols, self.clues, self.allowed, otherwise, "clues"):
            raise ValueError(fault)

    @classmethod
    def from_clues(
        cls, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int | None = None
    ) -> Self:
        return cls(name, rows, cols, tuple(map(tuple, clues)), line)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return grid_cells(self.rows, self.cols)

    def _with_grid(self, clues: Clues) -> Self:
        return replace(self, rows=len(clues), cols=len(clues[0]), clues=clues)

    @classmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        line, (_, height, width), rows = take_grid(lines, cls.genre)
        return cls(name, height, width, cls._clues_in(rows, width, line), line)

    @classmethod
    def _clues_in(cls, texts: Sequence[str], cols: int, size_line: int) -> Clues:
        """Return the clues in the rows below a size line; :class:`Fault` at the first error."""
        rows: list[Sequence[str]] = [text.split() if cls.separator else "".join(text.split()) for text in texts]
        if {*map(len, rows)} != {cols} or not cls.codes.keys() >= {*chain.from_iterable(rows)}:
            cells = "cells with spaces between them" if cls.separator else "cells"
            for line, text in enumerate(texts, size_line + 1):
                row = list(re.finditer(r"\S+" if cls.separator else r"\S", text))
                for one in row:
                    if one[0] not in cls.codes:
                        raise Fault(f"{quoted(one[0])} is not a clue; expected {cls.code_form}", line, one.start() + 1)
                if len(row) != cols:
                    column = row[cols].start() + 1 if len(row) > cols else len(text) + 1
                    raise Fault(f"expected {cols} {cells}, found {len(row)}", line, column)
        return tuple([tuple(map(cls.codes.__getitem__, row)) for row in rows])

    def _texts(self, empty: str) -> tuple[tuple[str, ...], ...]:
        """Return the string for each cell, row by row; ``empty`` is the string for a cell without a clue."""
        names = {None: empty, UNKNOWN: "?"}
        return tuple(tuple(names.get(clue, str(clue)) for clue in clues) for clues in self.clues)

    def write(self) -> str:
        texts = self._texts(".")
        width = max(len(text) for row in texts for text in row)
        rows = (self.separator.join(text.rjust(width) for text in row) for row in texts)
        return "\n".join([f"# {self.name}", f"{self.word}{self.rows} {self.cols}", *rows, ""])

    @staticmethod
    def parse_solution(value: object) -> Colours:
        if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
            raise ValueError("a solution is a list of rows, each a string")
        return tuple(value)

    @staticmethod
    def read_solutions(text: str) -> Iterator[Colours]:
        lines = (line.strip() for line in text.splitlines())
        yield tuple(line for line in lines if line and {*line} <= {"0", "1"})

    def _shape_faults(self, solution: Sequence[str]) -> list[str]:
        """Return messages that say why a solution does not colour every cell; an empty list if it does."""
        one, zero = self.colours
        return shape_faults(self.rows, self.cols, solution, ("0", "1"), f"neither '1' ({one}) nor '0' ({zero})")


def coloured(cells: Container[Cell], rows: int, cols: int) -> Colours:
    """Return a solution in which these cells are "1"."""
    return colours_of(map(cells.__contains__, grid_cells(rows, cols)), cols)


def colours_of(ones: Iterable[bool], cols: int) -> Colours:
    """Return the solution whose cells, row by row, are "1" where ``ones`` is true."""
    cells = "".join("01"[one] for one in ones)
    return tuple(in_rows(cells, cols))


def cells_of(solution: Sequence[Sequence[str]], colour: str = "1") -> set[Cell]:
    """Return the cells that have this colour in a solution."""
    return {(row, col) for row, line in enumerate(solution) for col, one in enumerate(line) if one == colour}


def within(places: Iterable[Cell], rows: int, cols: int) -> list[Cell]:
    """Return only the positions that are inside the grid."""
    return [(row, col) for row, col in places if 0 <= row < rows and 0 <= col < cols]


def beside(row: int, col: int) -> list[Cell]:
    """Return the four positions that share an edge with this position, including positions outside the grid."""
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def region_starts(cells: Iterable[Cell], neighbours: Callable[[Cell], Iterable[Cell]]) -> list[Cell]:
    """Divide cells into regions of connected cells; return the uppermost cell of each region, and of several such cells
    the leftmost."""
    left, starts = set(cells), []
    for cell in sorted(left):
        if cell in left:
            starts.append(cell)
            left.remove(cell)
            fresh = [cell]
            while fresh:
                reached = left.intersection(neighbours(fresh.pop()))
                left -= reached
                fresh += reached
    return starts
