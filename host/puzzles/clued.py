"""The common parts of all genres except Sudoku: some cells have a clue, and a solution colours each cell "1" or "0"."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self, TextIO

from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.drawing.pictures import in_notebook
from rowloom.host.puzzles.puzzle import Clues
from rowloom.host.puzzles.text import MAX_SIZE, Grid, PuzzleError, in_rows, puzzles_in, shape_faults, take_grid
from rowloom.host.puzzles.text.lines import Lines
from rowloom.host.wire.protocol import pack_bits, unpack_bits

__all__ = ["Cell", "Clued", "Colours", "beside", "cells_of", "coloured", "colours_of", "region_starts", "within"]

Colours = tuple[str, ...]
"""A solution: for each row, a string of the characters "1" and "0"."""

_COLOURS = bytes.maketrans(bytes([0, 1]), b"01")


@dataclass(frozen=True)
class Clued(ABC):
    """A puzzle of up to 255 rows and columns; ValueError if the clues do not agree with the size or the genre.

    See :class:`rowloom.host.puzzles.puzzle.BoardGenreOf` for the methods of all genres.
    """

    genre: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    allowed: ClassVar[Container[int | None]]
    expected: ClassVar[str]
    """The allowed clues in words."""
    form: ClassVar[str]
    """The expected contents of a text, for messages."""
    colours: ClassVar[tuple[str, str]]
    """The meanings of "1" and "0" in a solution."""
    unknown: ClassVar[bool] = False
    clues_follow: ClassVar[bool] = True

    name: str
    rows: int
    cols: int
    clues: Clues
    line: int | None = None
    """The number of the puzzle's size line in its file."""

    def __post_init__(self) -> None:
        for count, what in ((self.rows, "rows"), (self.cols, "columns")):
            if not 1 <= count <= MAX_SIZE:
                raise ValueError(f"a {self.title} has 1 to {MAX_SIZE} {what}, not {count}")
        otherwise = f"not a clue; expected {self.expected}"
        for fault in shape_faults(self.rows, self.cols, self.clues, self.allowed, otherwise, "clues"):
            raise ValueError(fault)

    @classmethod
    def from_clues(
        cls, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int | None = None
    ) -> Self:
        return cls(name, rows, cols, tuple(map(tuple, clues)), line)

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [*product(range(self.rows), range(self.cols))]

    @property
    def clue_cells(self) -> dict[Cell, int]:
        """The clues, by cell."""
        return {cell: clue for cell in self.cells if (clue := self.clues[cell[0]][cell[1]]) is not None}

    @property
    def effective_clues(self) -> dict[Cell, int]:
        """The clues that restrict the solution, by cell."""
        return self.clue_cells

    def with_clues(self, clues: Mapping[Cell, int]) -> Self:
        """Return the same puzzle with only these clues."""
        grid = tuple(tuple(clues.get((row, col)) for col in range(self.cols)) for row in range(self.rows))
        return replace(self, clues=grid)

    @classmethod
    def read(cls, text: str | TextIO, source: str) -> Iterator[Self | PuzzleError]:
        return puzzles_in(Lines(text), source, cls.take, cls.form)

    @classmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        return take_grid(lines, name, cls.in_grid, cls.genre)

    @classmethod
    @abstractmethod
    def in_grid(cls, grid: Grid) -> Self:
        """Return the puzzle that a grid contains. The grid has the right number of rows."""

    @abstractmethod
    def drawing(self, solution: Sequence[str] | None = None) -> Drawing: ...

    def _repr_svg_(self) -> str | None:
        return in_notebook(self.drawing())

    @staticmethod
    def parse_solution(value: object) -> Colours:
        if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
            raise ValueError("a solution is a list of rows, each a text")
        return tuple(value)

    @staticmethod
    def read_solutions(text: str) -> Iterator[Colours]:
        lines = (line.strip() for line in text.splitlines())
        yield tuple(line for line in lines if line and {*line} <= {"0", "1"})

    def misshapen(self, solution: Sequence[str]) -> list[str]:
        """Return a message for each fault if a solution does not colour every cell; otherwise an empty list."""
        one, zero = self.colours
        return shape_faults(self.rows, self.cols, solution, ("0", "1"), f"neither '1' ({one}) nor '0' ({zero})")

    @staticmethod
    def encode_clues(clues: Iterable[int | None], bits: int) -> bytes:
        """Encode a bit for each cell, row by row, which is set if the cell has a clue. The clues follow, with ``bits``
        bits each."""
        given = [*clues]
        there = bytes(clue for clue in given if clue is not None)
        return pack_bits(bytes(clue is not None for clue in given), 1) + pack_bits(there, bits)

    def solution_bytes(self) -> int:
        return (self.rows * self.cols + 7) // 8

    def decode_solution(self, data: bytes) -> Colours:
        cells = unpack_bits(data, self.rows * self.cols, 1).translate(_COLOURS).decode()
        return tuple(in_rows(cells, self.cols))

    @staticmethod
    def encode_solution(solution: Sequence[str]) -> bytes:
        return pack_bits(bytes(map(int, "".join(solution))), 1)

    def with_clues_at(self, cells: Collection[Cell]) -> Self:
        return self.with_clues({cell: clue for cell, clue in self.clue_cells.items() if cell in cells})

    def turned(self) -> Self:
        return replace(self, rows=self.cols, cols=self.rows, clues=tuple(zip(*reversed(self.clues))))

    @staticmethod
    def turned_back(solution: Sequence[str]) -> Colours:
        return tuple("".join(row) for row in zip(*solution))[::-1]


def coloured(cells: Container[Cell], rows: int, cols: int) -> Colours:
    """Return a solution in which these cells are "1"."""
    return colours_of((cell in cells for cell in product(range(rows), range(cols))), cols)


def colours_of(ones: Iterable[bool], cols: int) -> Colours:
    """Return the solution whose cells, row by row, are "1" where ``ones`` is true."""
    cells = "".join("01"[one] for one in ones)
    return tuple(in_rows(cells, cols))


def cells_of(solution: Sequence[str], colour: str = "1") -> set[Cell]:
    """Return the cells that have this colour in a solution."""
    return {(row, col) for row, line in enumerate(solution) for col, one in enumerate(line) if one == colour}


def within(places: Iterable[Cell], rows: int, cols: int) -> list[Cell]:
    """Return those of the places that are inside the grid."""
    return [(row, col) for row, col in places if 0 <= row < rows and 0 <= col < cols]


def beside(row: int, col: int) -> list[Cell]:
    """Return the four places that share an edge with this place. Some of them may be outside the grid."""
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def region_starts(cells: Iterable[Cell], neighbours: Callable[[Cell], Iterable[Cell]]) -> list[Cell]:
    """Divide cells into regions; return the first cell, row by row, of each region."""
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
