"""Sudoku of every order: puzzles and rules.

A grid of order N has N² x N² cells. Fill it so that every row, every column and every box of N x N cells contains each
of the digits 1 to N² once. A solution consists of rows of digits.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, compress, repeat
from math import isqrt
from operator import contains, itemgetter
from typing import ClassVar, Self

from rowloom.host.drawing.drawing import Cell, Drawing, Edge
from rowloom.host.puzzles.puzzle import Clues, Puzzle, grid_cells
from rowloom.host.puzzles.text import MAX_SIZE, PuzzleError, cell_name, shape_faults
from rowloom.host.puzzles.text import sudoku as written
from rowloom.host.puzzles.text.lines import Fault, Lines

__all__ = ["Digits", "Sudoku", "candidates"]

Digits = tuple[tuple[int, ...], ...]

_CLUES = (None, *range(1, MAX_SIZE))
"""The clue for each digit; an empty cell has the digit 0."""


@dataclass(frozen=True)
class Sudoku(Puzzle):
    """A puzzle; ValueError if its size or a cell is invalid.

    Only :meth:`from_clues`, :meth:`read` and boards detect contradictory givens.
    """

    genre: ClassVar[str] = "sudoku"
    title: ClassVar[str] = "Sudoku"
    rule: ClassVar[str] = "Every row, every column and every box contains each digit once."
    form: ClassVar[str] = written.EXPECTED

    name: str
    rows: int
    cols: int
    """Equal to ``rows``. Both are the square of an order from 2 to 15."""
    cells: tuple[tuple[int, ...], ...]
    """The givens, row by row, and 0 for each empty cell."""
    line: int | None = None

    def __post_init__(self) -> None:
        if fault := written.size_fault(self.rows, self.cols):
            raise ValueError(fault)
        digits = range(self.rows + 1)
        otherwise = f"not a digit; expected 0 to {self.rows}"
        for fault in shape_faults(self.rows, self.cols, self.cells, digits, otherwise, "cells"):
            raise ValueError(fault)

    @property
    def order(self) -> int:
        """The number of rows, and also of columns, of a box."""
        return isqrt(self.rows)

    def _with_grid(self, clues: Clues) -> Self:
        return replace(self, rows=len(clues), cols=len(clues), cells=_in_digits(clues))

    @property
    def clues(self) -> Clues:  # type: ignore[override]
        return tuple(tuple(map(_CLUES.__getitem__, row)) for row in self.cells)

    @cached_property
    def clue_cells(self) -> dict[Cell, int]:
        # This is faster than the method of the base class.
        digits = [*chain.from_iterable(self.cells)]
        return dict(zip(compress(grid_cells(self.rows, self.cols), digits), filter(None, digits)))

    @classmethod
    def from_clues(
        cls, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int | None = None
    ) -> Self:
        """Return the puzzle with these givens; ValueError if two of them contradict each other."""
        puzzle = cls(name, rows, cols, _in_digits(clues), line)
        for _, clash in _clashes(puzzle.order, puzzle.cells):
            raise ValueError(clash)
        return puzzle

    @classmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        """See :func:`rowloom.host.puzzles.text.sudoku.take`. Also raises :class:`Fault` if two givens contradict each
        other."""
        grid = written.take(lines)
        if grid is None:
            return None
        size = len(grid.cells)
        for cell, clash in _clashes(isqrt(size), grid.cells):
            raise Fault(clash, *grid.place(*cell))
        return cls(name, size, size, grid.cells, grid.line)

    @classmethod
    def recognizes(cls, text: str) -> bool:
        return written.recognizes(text)

    def write(self) -> str:
        """Return the name and one line of characters. For a large grid, return the name, the order, and rows of
        numbers."""
        if self.rows < 10:
            grid = ["".join(map(".123456789".__getitem__, chain.from_iterable(self.cells)))]
        else:
            grid = [str(self.order), *(" ".join(map(str, row)) for row in self.cells)]
        return "\n".join([f"# {self.name}", *grid, ""])

    def drawing(self, solution: Sequence[Sequence[int]] | None = None) -> Drawing:  # type: ignore[override]
        """Return a drawing of the givens and, with a solution, of the other digits. Boxes have thick frames, and cells
        have thin frames."""
        digits = solution or self.cells
        lines = tuple((Edge.THIN if at % self.order else Edge.THICK,) * self.cols for at in range(self.rows + 1))
        return Drawing(
            self.rows, self.cols, texts=tuple(tuple(str(digit or "") for digit in row) for row in digits),
            horizontal=lines, vertical=tuple(zip(*lines)), dotted=False,
            found={(row, col) for row, line in enumerate(self.cells) for col, given in enumerate(line) if not given},
        )

    def verify(self, solution: Sequence[Sequence[int]]) -> list[str]:  # type: ignore[override]
        size = self.rows
        if faults := shape_faults(size, size, solution, range(1, size + 1), f"not a digit from 1 to {size}"):
            return faults
        givens, digits = [*chain.from_iterable(self.cells)], chain.from_iterable(solution)
        # This check is faster than the search below, which finds out which givens are wrong.
        if [*compress(digits, givens)] != [*filter(None, givens)]:
            faults = [
                f"{cell_name(row, col)}: the given is {given}, but the solution has {solution[row][col]}"
                for row, digits in enumerate(self.cells)
                for col, given in enumerate(digits)
                if given not in (0, solution[row][col])
            ]
        return faults + [clash for _, clash in _clashes(self.order, solution)]

    @staticmethod
    def parse_solution(value: object) -> Digits:
        rows = value if isinstance(value, list) else [None]
        if not all(isinstance(row, list) and all(type(digit) is int for digit in row) for row in rows):
            raise ValueError("a solution is a list of rows, each a list of whole numbers")
        return tuple(map(tuple, rows))

    @staticmethod
    def read_solutions(text: str) -> Iterator[Digits]:
        return (grid.cells for grid in written.givens(text, "") if not isinstance(grid, PuzzleError))


def _in_digits(clues: Iterable[Iterable[int | None]]) -> Digits:
    return tuple([tuple([clue or 0 for clue in row]) for row in clues])


def candidates(puzzle: Sudoku) -> dict[Cell, set[int]]:
    """Return, for every empty cell, the digits that none of its peers has as a given."""
    left: dict[Cell, set[int]] = {}
    for _, cells in _houses(puzzle.order)[0]:
        others = {*range(1, puzzle.rows + 1)}.difference(puzzle.cells[row][col] for row, col in cells)
        for row, col in cells:
            if not puzzle.cells[row][col]:
                left[row, col] = left.get((row, col), others) & others
    return left


def _clashes(order: int, grid: Sequence[Sequence[int]]) -> Iterator[tuple[Cell, str]]:
    """Yield, house by house, each cell whose digit is already in an earlier cell of the house, together with a message.

    Empty cells are 0.
    """
    houses, digits_in = _houses(order)
    flat = bytes(chain.from_iterable(grid))
    # A grid is right if all digits in every house are different. This check is faster than the search below.
    different = [*map(set, zip(*[iter(digits_in(flat))] * order**2))]
    if sum(map(len, different)) - sum(map(contains, different, repeat(0))) == 3 * (len(flat) - flat.count(0)):
        return
    for house, places in houses:
        seen: dict[int, Cell] = {}
        for cell in places:
            digit = grid[cell[0]][cell[1]]
            if digit in seen:
                both = f"in {cell_name(*seen[digit])} and in {cell_name(*cell)}"
                yield cell, f"{digit} appears twice in the same {house}: {both}"
            elif digit:
                seen[digit] = cell


@lru_cache(1)
def _houses(order: int) -> tuple[list[tuple[str, list[Cell]]], Callable[[Sequence[int]], tuple[int, ...]]]:
    """Return the name and the cells of each house, and a function that arranges digits by house.

    The function's argument is the list of all digits of a grid, row by row. It returns the digits of the first house,
    then those of the second house, and so on."""
    size = order * order
    houses: list[tuple[str, list[Cell]]] = []
    for index in range(size):
        top, left = index // order * order, index % order * order
        houses += [
            ("row", [(index, col) for col in range(size)]),
            ("column", [(row, index) for row in range(size)]),
            ("box", [(top + row, left + col) for row in range(order) for col in range(order)]),
        ]
    return houses, itemgetter(*(row * size + col for _, places in houses for row, col in places))
