"""Grids of cells, some with a clue, whose solutions give every cell one of two colours: four of the genres.

A solution is a row of "1" and "0" for each row of cells.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self

from rowloom.host.drawing.drawing import Cell
from rowloom.host.puzzles.pictured import Pictured
from rowloom.host.puzzles.text import MAX_SIZE, in_rows, shape_faults

__all__ = [
    "Cell", "Clued", "Colours",
    "beside", "cells_of", "coloured", "colours_of", "misshapen", "parse_solution", "read_solutions",
    "region_starts", "within",
]  # fmt: skip

Colours = tuple[str, ...]
"""A solution: a string of "1" and "0" a row."""


@dataclass(frozen=True)
class Clued(Pictured):
    """A puzzle of up to 255 rows and columns; ValueError if the clues do not fit its size, or one of them is none."""

    genre: ClassVar[str]
    title: ClassVar[str]
    """The genre's name for people."""
    rule: ClassVar[str]
    """The genre's rules in short."""
    allowed: ClassVar[Container[int | None]]
    """The possible clues."""
    expected: ClassVar[str]
    """These in words."""

    name: str
    """What it is called in messages and files."""
    rows: int
    cols: int
    clues: tuple[tuple[int | None, ...], ...]
    """Row by row, as the genre allows; None for a cell without one."""
    line: int | None = None
    """The number of its size line in its file."""

    def __post_init__(self) -> None:
        for count, what in ((self.rows, "rows"), (self.cols, "columns")):
            if not 1 <= count <= MAX_SIZE:
                raise ValueError(f"a {self.title} has 1 to {MAX_SIZE} {what}, not {count}")
        otherwise = f"no clue; expected {self.expected}"
        for fault in shape_faults(self.rows, self.cols, self.clues, self.allowed, otherwise, "clues"):
            raise ValueError(fault)

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [*product(range(self.rows), range(self.cols))]

    @property
    def clue_cells(self) -> dict[Cell, int]:
        """The clue of every cell that has one."""
        return {cell: clue for cell in self.cells if (clue := self.clues[cell[0]][cell[1]]) is not None}

    @property
    def telling(self) -> dict[Cell, int]:
        """Those clues that say something."""
        return self.clue_cells

    def with_clues(self, clues: Mapping[Cell, int]) -> Self:
        """Return the puzzle with these clues and no others."""
        grid = tuple(tuple(clues.get((row, col)) for col in range(self.cols)) for row in range(self.rows))
        return replace(self, clues=grid)


def coloured(cells: Container[Cell], rows: int, cols: int) -> Colours:
    """Return a solution in which these cells are "1"."""
    return colours_of((cell in cells for cell in product(range(rows), range(cols))), cols)


def colours_of(ones: Iterable[bool], cols: int) -> Colours:
    """Return a solution by whether each cell is "1", row by row."""
    cells = "".join("01"[one] for one in ones)
    return tuple(in_rows(cells, cols))


def cells_of(solution: Sequence[str], colour: str = "1") -> set[Cell]:
    """Return the cells that have this colour in a solution."""
    return {(row, col) for row, line in enumerate(solution) for col, one in enumerate(line) if one == colour}


def within(places: Iterable[Cell], rows: int, cols: int) -> list[Cell]:
    """Return those of the places that lie in a grid."""
    return [(row, col) for row, col in places if 0 <= row < rows and 0 <= col < cols]


def beside(row: int, col: int) -> list[Cell]:
    """Return the four places that share an edge with this one; some may lie outside the grid."""
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def region_starts(cells: Iterable[Cell], neighbours: Callable[[Cell], Iterable[Cell]]) -> list[Cell]:
    """Return the first cell, row by row, of each region of these cells."""
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


def misshapen(puzzle: Clued, solution: Sequence[str], one: str, zero: str) -> list[str]:
    """Return why the solution does not give each cell a colour; ``one`` and ``zero`` are what these mean."""
    return shape_faults(puzzle.rows, puzzle.cols, solution, ("0", "1"), f"neither '1' ({one}) nor '0' ({zero})")


def parse_solution(value: object) -> Colours:
    """Return the solution in a JSON value; ValueError if it is none."""
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise ValueError("a solution is a list of rows, each a text")
    return tuple(value)


def read_solutions(text: str) -> Iterator[Colours]:
    """Yield the solution in a text: its lines of "1" and "0"."""
    lines = (line.strip() for line in text.splitlines())
    yield tuple(line for line in lines if line and {*line} <= {"0", "1"})
