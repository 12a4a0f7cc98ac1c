"""Sudoku of every order: puzzles, rules, and encoding for the link protocol.

A grid of order N has N² x N² cells. Fill it so that every row, every column and every box of N x N cells contains each
of the digits 1 to N² once. A solution consists of rows of digits.
"""

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, compress, repeat
from math import isqrt
from operator import contains, itemgetter
from typing import ClassVar, Self

from rowloom.host.drawing.drawing import Cell, Drawing, Edge
from rowloom.host.drawing.pictures import in_notebook
from rowloom.host.puzzles.puzzle import Clues
from rowloom.host.puzzles.text import PuzzleError, in_rows, place, puzzles_in, shape_faults
from rowloom.host.puzzles.text import sudoku as written
from rowloom.host.puzzles.text.lines import Fault, Lines
from rowloom.host.puzzles.text.sudoku import EXPECTED, ORDERS
from rowloom.host.wire.protocol import pack_bits, unpack_bits

__all__ = ["ORDERS", "Digits", "Sudoku", "candidates"]

_LARGEST_WHOLE = 16
"""The largest number of rows of a puzzle that fits into one message. The cells of a larger puzzle are sent before that
message."""

_DIGIT_BITS = 4
_IS_GIVEN = bytes([0] + 255 * [1])
_LESS_1 = bytes([0, *range(255)])
_PLUS_1 = bytes([*range(1, 256), 0])

Digits = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Sudoku:
    """A puzzle; ValueError if its size or a cell is invalid. Only :meth:`read` and boards detect contradictory givens.

    See :class:`rowloom.host.puzzles.puzzle.BoardGenreOf` for the methods of all genres.
    """

    genre: ClassVar[str] = "sudoku"
    title: ClassVar[str] = "Sudoku"
    rule: ClassVar[str] = "Every row, every column and every box holds each digit once."
    unknown: ClassVar[bool] = False
    clues_follow: ClassVar[bool] = True

    name: str
    rows: int
    cols: int
    """The same number as ``rows``: the square of an order from 2 to 15."""
    cells: tuple[tuple[int, ...], ...]
    """The givens, row by row, and 0 for each empty cell."""
    line: int | None = None
    """The number of the puzzle's first line in its file."""

    def __post_init__(self) -> None:
        if self.rows != self.cols or self.order not in ORDERS or self.order**2 != self.rows:
            raise ValueError(f"a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not {self.rows}x{self.cols}")
        digits = range(self.rows + 1)
        otherwise = f"not a digit; expected 0 to {self.rows}"
        for fault in shape_faults(self.rows, self.cols, self.cells, digits, otherwise, "cells"):
            raise ValueError(fault)

    @property
    def order(self) -> int:
        """The number of rows of a box, and of its columns."""
        return isqrt(self.rows)

    def in_cells(self) -> bytes:
        """Return the cells, row by row, with one byte each. Boards get large puzzles in this form, piece by piece."""
        return bytes(chain.from_iterable(self.cells))

    def decode_cells(self, data: bytes) -> Digits:
        """Return the grid with these cells of one byte each, which were fetched piece by piece; ValueError if their
        number is wrong."""
        size = self.rows
        if len(data) != size * size:
            raise ValueError(f"a {size}x{size} solution is {size * size} bytes long, not {len(data)}")
        return tuple(map(tuple, in_rows(data, size)))

    def encode(self) -> bytes:
        """Encode the puzzle: for each cell, a bit that is set if the cell is given; then the givens minus 1. If the
        puzzle is too large for a message, return the CRC-32 of its cells instead."""
        data = self.in_cells()
        if self.rows > _LARGEST_WHOLE:
            return zlib.crc32(data).to_bytes(4, "little")
        return pack_bits(data.translate(_IS_GIVEN), 1) + pack_bits(data.translate(_LESS_1, b"\0"), _DIGIT_BITS)

    def solution_bytes(self) -> int:
        return 0 if self.rows > _LARGEST_WHOLE else ((self.rows - 1) ** 2 * _DIGIT_BITS + 7) // 8

    def decode_solution(self, data: bytes) -> Digits:
        """Decode a solution. ``data`` has the digits minus 1, without the last row and the last column, which follow
        from the other cells."""
        size, all_digits = self.rows, self.rows * (self.rows + 1) // 2
        digits = unpack_bits(data, (size - 1) ** 2, _DIGIT_BITS).translate(_PLUS_1)
        rows = [(*row, all_digits - sum(row)) for row in in_rows(digits, size - 1)]
        return (*rows, tuple(all_digits - sum(column) for column in zip(*rows)))

    @staticmethod
    def encode_solution(solution: Sequence[Sequence[int]]) -> bytes:
        return pack_bits(bytes(digit - 1 for row in solution[:-1] for digit in row[:-1]), _DIGIT_BITS)

    def with_clues_at(self, cells: Collection[Cell]) -> Self:
        return replace(self, cells=tuple(
            tuple(given if (row, col) in cells else 0 for col, given in enumerate(line))
            for row, line in enumerate(self.cells)
        ))

    def turned(self) -> Self:
        return replace(self, cells=tuple(zip(*reversed(self.cells))))

    @staticmethod
    def turned_back(solution: Sequence[Sequence[int]]) -> Digits:
        return tuple(zip(*solution))[::-1]

    @property
    def clues(self) -> Clues:
        """The givens; None for an empty cell."""
        return tuple(tuple(digit or None for digit in row) for row in self.cells)

    @classmethod
    def from_clues(
        cls, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int | None = None
    ) -> Self:
        """Return the puzzle with these givens; ValueError if two of them contradict each other."""
        puzzle = cls(name, rows, cols, tuple(tuple(clue or 0 for clue in row) for row in clues), line)
        for _, clash in _clashes(puzzle.order, puzzle.cells):
            raise ValueError(clash)
        return puzzle

    @classmethod
    def read(cls, text: str, source: str) -> Iterator[Self | PuzzleError]:
        return puzzles_in(Lines(text), source, cls.take, EXPECTED)

    @classmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        """See :func:`rowloom.host.puzzles.text.sudoku.take`. Contradictory givens are a fault, too."""
        grid = written.take(lines, name)
        if grid is None:
            return None
        size = len(grid.cells)
        for cell, clash in _clashes(isqrt(size), grid.cells):
            raise Fault(clash, *grid.place(*cell))
        return cls(grid.name, size, size, grid.cells, grid.line)

    looks_like_one = staticmethod(written.looks_like_one)

    def write(self) -> str:
        """Return the name and one line of characters. For a large grid, return the name, the order, and rows of
        numbers."""
        if self.rows < 10:
            grid = ["".join(str(digit or ".") for row in self.cells for digit in row)]
        else:
            grid = [str(self.order), *(" ".join(map(str, row)) for row in self.cells)]
        return "\n".join([f"# {self.name}", *grid, ""])

    def drawing(self, solution: Sequence[Sequence[int]] | None = None) -> Drawing:
        """Return a drawing of the givens and, with a solution, of the other digits. Boxes have thick frames, and cells
        have thin frames."""
        digits = solution or self.cells
        lines = tuple((Edge.THIN if at % self.order else Edge.THICK,) * self.cols for at in range(self.rows + 1))
        return Drawing(
            self.rows, self.cols, texts=tuple(tuple(str(digit or "") for digit in row) for row in digits),
            horizontal=lines, vertical=tuple(zip(*lines)), dotted=False,
            found={(row, col) for row, line in enumerate(self.cells) for col, given in enumerate(line) if not given},
        )

    def _repr_svg_(self) -> str | None:
        return in_notebook(self.drawing())

    def verify(self, solution: Sequence[Sequence[int]]) -> list[str]:
        size = self.rows
        if faults := shape_faults(size, size, solution, range(1, size + 1), f"not a digit from 1 to {size}"):
            return faults
        givens, digits = [*chain.from_iterable(self.cells)], chain.from_iterable(solution)
        # This check is faster than the search below for wrong givens.
        if [*compress(digits, givens)] != [*filter(None, givens)]:
            faults = [
                f"{place(row, col)}: the given is {given}, but the solution has {solution[row][col]}"
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
    """Yield, house by house, each cell whose digit is already in an earlier cell of the house, with a message.

    A 0 is not a digit.
    """
    houses, digits_in = _houses(order)
    flat = bytes(chain.from_iterable(grid))
    # A grid is right if, in every house, all digits are different. This check is faster than the search below.
    different = [*map(set, zip(*[iter(digits_in(flat))] * order**2))]
    if sum(map(len, different)) - sum(map(contains, different, repeat(0))) == 3 * (len(flat) - flat.count(0)):
        return
    for house, places in houses:
        seen: dict[int, Cell] = {}
        for cell in places:
            digit = grid[cell[0]][cell[1]]
            if digit in seen:
                both = f"in {place(*seen[digit])} and in {place(*cell)}"
                yield cell, f"{digit} appears twice in a {house}: {both}"
            elif digit:
                seen[digit] = cell


@lru_cache(1)
def _houses(order: int) -> tuple[list[tuple[str, list[Cell]]], Callable[[Sequence[int]], tuple[int, ...]]]:
    """Return the name and the cells of each house, and a function. The function gets the cells of a grid, and returns
    the digits of all houses, one house after another."""
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
