"""Grids of cells, some with a clue, whose solutions give every cell one of two colours: what four of the genres are.

A solution is told by rows of "1" and "0".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rowloom.host.puzzles.text import MAX_SIZE, place

__all__ = ["Cell", "Clued", "beside", "misshapen", "parse_solution", "read_solutions"]

Cell = tuple[int, int]
"""Row and column, both from 0."""


@dataclass(frozen=True)
class Clued:
    """What such puzzles have in common.

    Parameters
    ----------
    name : str
        What it is called in messages and files.
    rows, cols : int, 1 to 255
        Its size in cells.
    clues : ``rows`` tuples of ``cols`` clues
        What a genre allows; None for a cell without one.
    line : int, optional
        The number of its size line in the file that it came from.

    Raises
    ------
    ValueError
        If a size is out of range, or the clues do not fit the size, or one is no clue.
    """

    genre: ClassVar[str]
    title: ClassVar[str]
    """What people call the genre."""
    allowed: ClassVar[str]
    """In words, which clues there are."""

    name: str
    rows: int
    cols: int
    clues: tuple[tuple[int | None, ...], ...]
    line: int | None = None

    def __post_init__(self) -> None:
        for count, what in ((self.rows, "rows"), (self.cols, "columns")):
            if not 1 <= count <= MAX_SIZE:
                raise ValueError(f"a {self.title} has 1 to {MAX_SIZE} {what}, not {count}")
        if len(self.clues) != self.rows:
            raise ValueError(f"expected {self.rows} rows of clues, found {len(self.clues)}")
        for row, clues in enumerate(self.clues):
            if len(clues) != self.cols:
                raise ValueError(f"row {row + 1}: expected {self.cols} clues, found {len(clues)}")
            for col, clue in enumerate(clues):
                if not self.allows(clue):
                    raise ValueError(f"{place(row, col)}: {clue!r} is no clue; expected {self.allowed}")

    @classmethod
    def allows(cls, clue: int | None) -> bool:
        """Whether it is a clue of the genre."""
        raise NotImplementedError

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    @property
    def clue_cells(self) -> dict[Cell, int]:
        """The clue of every cell that has one."""
        return {cell: clue for cell in self.cells if (clue := self.clues[cell[0]][cell[1]]) is not None}


def beside(row: int, col: int) -> list[Cell]:
    """The four places that share an edge with one; some may lie outside the grid."""
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def misshapen(puzzle: Clued, solution: Sequence[str], one: str, zero: str) -> list[str]:
    """What keeps the solution from being colours of the puzzle's cells; ``one`` and ``zero`` are what these mean."""
    if len(solution) != puzzle.rows:
        return [f"expected a solution of {puzzle.rows} rows, found {len(solution)}"]
    faults = []
    for row, colours in enumerate(solution):
        if len(colours) != puzzle.cols:
            faults.append(f"row {row + 1}: expected {puzzle.cols} cells, found {len(colours)}")
        faults += [
            f"{place(row, col)}: {colour!r} is neither '1' ({one}) nor '0' ({zero})"
            for col, colour in enumerate(colours)
            if colour not in ("0", "1")
        ]
    return faults


def parse_solution(value: object) -> tuple[str, ...]:
    """A solution from what JSON holds; ValueError if it is none."""
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise ValueError("a solution is a list of rows, each a text")
    return tuple(value)


def read_solutions(text: str) -> Iterator[tuple[str, ...]]:
    """The solution in a text: its lines of "1" and "0"."""
    lines = (line.strip() for line in text.splitlines())
    yield tuple(line for line in lines if line and {*line} <= {"0", "1"})

