"""Sudoku as text: docs/user/formats/sudoku.md.

Sudokus are written in many ways, and no file names its way. So a line is split into what may be cells; their number
gives the size of the grid, and all of a grid together the meaning of its characters.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import starmap, takewhile
from math import isqrt
from typing import NamedTuple

from rowloom.host.puzzles.text import Fault, PuzzleError, default_name, in_rows, is_comment, lines_of, name_in, quoted

__all__ = ["EXPECTED", "ORDERS", "Givens", "givens", "looks_like_one"]

ORDERS = range(2, 16)
"""The orders that there are: the digits of larger ones do not fit into a byte."""

EXPECTED = "81 characters in a line, or a grid of digits"
"""What a text should hold, for messages."""

_SIZES = [order**2 for order in ORDERS]
_CHARACTER_SIZES = [4, 9, 16, 25]
"""The grids that may be written with one character a cell."""
_LETTER_SIZES = [16, 25]
_ONE_LINE = {size**2: size for size in _CHARACTER_SIZES}
"""The length of a whole grid in one line, and its size."""

_EMPTY = ".*-_·"
"""Empty cells, the last as Rowloom itself draws them. So is 0, but where :func:`_symbols` says otherwise."""

_PART = re.compile(r"[^\s|,;\[\]│┃║┆┊╎]+")
"""What stands between white space, bars and the punctuation of lists."""

_DRAWN = {"+", "=", *map(chr, range(0x2500, 0x2580))}
_MARKS = _DRAWN | {*"-*.:'"}
"""What frames are made of; those of ``_DRAWN`` stand for no cells."""

_ORDER = re.compile("[0-9]{1,3}")
_HEADING = re.compile(r"grid\s+\w+", re.IGNORECASE)
"""Another way to name a puzzle."""


class Givens(NamedTuple):
    """A grid as it was read."""

    name: str
    """From the comment before it, or made from the source and its number there; printable."""
    line: int
    """The number of its first line."""
    cells: tuple[tuple[int, ...], ...]
    """The givens, and 0 for each empty cell; as many rows as columns, the square of an order."""
    places: tuple[tuple[tuple[int, int], ...], ...]
    """The line and column, both from 1, where each cell stands in the text."""


class _Cell(NamedTuple):
    """Text that stands for a cell, or for several in a row."""

    text: str
    line: int
    column: int

    @property
    def characters(self) -> list["_Cell"]:
        """One cell a character."""
        return [_Cell(character, self.line, column) for column, character in enumerate(self.text, self.column)]

    @property
    def symbol(self) -> str:
        """Its text, however it is written: in capitals, and without zeros in front."""
        return self.text.upper() if len(self.text) == 1 else self.text.lstrip("0") or "0"


@dataclass(frozen=True)
class _Line:
    """A line with something between its blanks and bars."""

    number: int
    text: str

    @cached_property
    def parts(self) -> tuple[_Cell, ...]:
        """What stands between its blanks and bars."""
        return tuple(_Cell(part[0], self.number, part.start() + 1) for part in _PART.finditer(self.text))

    @property
    def heading(self) -> bool:
        """It is a comment, or names a puzzle in the other way."""
        return is_comment(self.text) or _HEADING.fullmatch(self.text.strip()) is not None

    @property
    def alone(self) -> bool:
        """It is an order: a short number and nothing else."""
        return len(self.parts) == 1 and _ORDER.fullmatch(self.parts[0].text) is not None

    @property
    def characters(self) -> tuple[_Cell, ...]:
        """One cell a character."""
        return tuple(cell for part in self.parts for cell in part.characters)

    @property
    def drawn(self) -> bool:
        """It is part of a frame."""
        marks = {character for part in self.parts for character in part.text}
        return marks <= _MARKS and (not marks or not marks.isdisjoint(_DRAWN) or ("-" in marks and len(marks) > 1))

    @property
    def dashes(self) -> bool:
        """It may be drawn, or a row of empty cells."""
        return {*"".join(part.text for part in self.parts)} in ({"-"}, {"_"})

    @property
    def whole(self) -> int | None:
        """The size of the grid that it may hold all of, with or without a remark behind it."""
        return _ONE_LINE.get(len(self.parts[0].text))

    @property
    def size(self) -> int | None:
        """The size of the grid that it may be a row of."""
        parts, characters = len(self.parts), len(self.characters)
        grouped = characters in _CHARACTER_SIZES and max(len(part.text) for part in self.parts) > len(str(parts))
        if parts in _SIZES and not grouped:
            return parts
        return characters if characters in _CHARACTER_SIZES else None

    def row(self, size: int) -> tuple[_Cell, ...]:
        """Return its cells, for a grid of this size; :class:`Fault` if there are too many or too few."""
        for cells in (self.parts, self.characters):
            if len(cells) == size:
                return cells
        found = self.characters if size in _CHARACTER_SIZES and len(self.parts) <= isqrt(size) else self.parts
        column = found[min(len(found) - 1, size)].column
        raise Fault(f"expected a row of {size} cells, found {len(found)}", self.number, column)


class _Paragraph(deque[_Line]):
    """Lines without a blank one between them."""

    @cached_property
    def has_rows_of_16(self) -> bool:
        """Whether its lines of 16 characters are rows: by themselves, each is a whole 4x4 grid."""
        lines = [line.parts[0].text for line in takewhile(lambda line: len(line.text.strip()) == 16, self)]
        return len(lines) % 16 == 0 and not {*"".join(lines)} <= {*_EMPTY, *"01234"}


def givens(text: str, source: str) -> Iterator[Givens | PuzzleError]:
    """Yield the grids of a text in order, and an error in place of each bad one."""
    number = 0
    for section in _sections(text):
        while section.left:
            number += 1
            name = section.name or default_name(source, number)
            section.name = ""
            try:
                yield _grid(section, name)
            except Fault as fault:
                yield PuzzleError(str(fault), source, fault.line, name, fault.column)
    if number == 0:
        yield PuzzleError(f"no puzzle in {source}: expected {EXPECTED}", source)


def looks_like_one(text: str) -> bool:
    """Return whether the first line, comments aside, may be the first of a Sudoku."""
    for line in starmap(_Line, enumerate(lines_of(text), 1)):
        if not line.heading and not line.drawn and (line.whole or not line.dashes):
            size = line.whole or line.size
            cells = "".join(part.text for part in (line.parts[:1] if line.whole else line.parts))
            likely = sum(cell in _EMPTY or cell.isdecimal() for cell in cells)
            return line.alone or (size is not None and (size in _LETTER_SIZES or 2 * likely > len(cells)))
    return False


@dataclass
class _Section:
    """The unread part of the text between one comment or order line and the next."""

    name: str = ""
    order: _Line | None = None
    paragraphs: deque[_Paragraph] = field(default_factory=deque)

    @property
    def left(self) -> bool:
        """There is something to read."""
        return self.order is not None or bool(self.paragraphs)

    def drop(self, lines: int) -> None:
        """Skip this many lines of the first paragraph."""
        for _ in range(lines):
            self.paragraphs[0].popleft()
        # Dashes at the end are a frame's, but 81 of them are a grid.
        if all(line.dashes and len(line.parts[0].text) < 81 for line in self.paragraphs[0]):
            self.paragraphs.popleft()


def _sections(text: str) -> Iterator[_Section]:
    """Cut the text at comments and order lines; blank lines separate paragraphs, frame lines are left out."""
    section, apart, commented = _Section(), True, False
    for number, text_line in enumerate(lines_of(text), 1):
        line = _Line(number, text_line)
        heading = line.heading
        if (heading or line.alone) and section.left:
            yield section
            section = _Section()
        if heading and not commented:
            section.name = name_in(text_line) if is_comment(text_line) else text_line.strip()
        elif line.alone:
            section.order = line
        elif not heading and text_line and not line.drawn:
            if apart or not section.paragraphs:
                section.paragraphs.append(_Paragraph())
            section.paragraphs[-1].append(line)
        apart, commented = not text_line, heading
    if section.left:
        yield section


def _grid(section: _Section, name: str) -> Givens:
    """Return the section's next grid; the section continues behind it even after a fault."""
    order, section.order = section.order, None
    if order is not None:
        size = int(order.parts[0].text) ** 2
        if size not in _SIZES:
            if section.paragraphs:
                section.paragraphs.popleft()
            message = f"expected an order from {ORDERS[0]} to {ORDERS[-1]}, found {order.parts[0].text}"
            raise Fault(message, order.number)
        if not section.paragraphs:
            raise Fault(f"expected {size} rows under the order, found none", order.number)
    paragraph = section.paragraphs[0]
    at, first = next(((at, line) for at, line in enumerate(paragraph) if not line.dashes), (0, paragraph[0]))
    if order is None:
        found = 16 if first.whole == 4 and paragraph.has_rows_of_16 else first.whole or first.size
        if found is None:
            section.drop(next((end for end, line in enumerate(paragraph) if end > at and line.whole), len(paragraph)))
            raise _unreadable(first)
        size = found
    if first.whole == size:
        line = next(line for line in paragraph if line.whole == size)
        section.drop(paragraph.index(line) + 1)
        rows = list(in_rows(line.parts[0].characters, size))
    else:
        lines = _rows(section, size)
        if len(lines) != size:
            raise Fault(f"expected {size} rows, found {len(lines)}", (order or first).number)
        rows = [line.row(size) for line in lines]
    places = tuple(tuple((cell.line, cell.column) for cell in row) for row in rows)
    return Givens(name, (order or first).number, _digits(rows, size), places)


def _rows(section: _Section, size: int) -> list[_Line]:
    """Return the lines of the section's next grid, as many as there are; blank lines may separate its bands."""
    rows: list[_Line] = []
    while section.paragraphs:
        paragraph = section.paragraphs[0]
        run = list(takewhile(lambda line: line.whole is None or len(line.parts[0].text) == size, paragraph))
        found = [line for line in run if not line.dashes]
        if len(found) % size and len(found) != isqrt(size):
            found = [line for line in run if not line.dashes or size in (len(line.parts), len(line.characters))]
        if not found or (rows and len(found) != isqrt(size)):
            break
        found = found[: size - len(rows)]
        rows += found
        section.drop(paragraph.index(found[-1]) + 1)
        if len(rows) == size or len(found) != isqrt(size):
            break
    if not rows:
        section.drop(1)
    return rows


def _unreadable(line: _Line) -> Fault:
    numbers = len(line.parts) > 1 and any(len(part.text) > 1 for part in line.parts)
    found = f"{len(line.parts)} numbers" if numbers else f"{len(line.characters)} characters"
    expected = "a row of 4, 9, 16 ... or 225 cells, or 16, 81, 256 or 625 characters for all cells"
    return Fault(f"expected {expected}, found {found}: {quoted(line.text)}", line.number)


def _digits(rows: Sequence[Sequence[_Cell]], size: int) -> tuple[tuple[int, ...], ...]:
    """Return the digit in each cell."""
    symbols = _symbols({cell.symbol for row in rows for cell in row}, size)
    for cell in (cell for row in rows for cell in row):
        if cell.symbol not in symbols:
            raise Fault(f"{cell.text!a} is no digit; expected {_range(symbols, size)}", cell.line, cell.column)
    return tuple(tuple(symbols[cell.symbol] for cell in row) for row in rows)


def _symbols(found: set[str], size: int) -> dict[str, int]:
    """Return what each symbol means in a grid with these: numbers, letters, or digits and then letters.

    Letters alone begin with A for 1. Behind digits A is 10, and the last digit may be written 0, as in hexadecimal
    numbers: that is where another sign stands for empty cells, and the last letter nowhere.
    """
    empty = dict.fromkeys(_EMPTY, 0)
    numbers = {str(digit): digit for digit in range(size + 1)} | empty
    letters = {symbol for symbol in found if symbol.isalpha()}
    if not letters or size not in _LETTER_SIZES or any(len(symbol) > 1 for symbol in found):
        return numbers
    beyond_nine = {chr(ord("A") + index): digit for index, digit in enumerate(range(10, size + 1))}
    last = max(beyond_nine)
    zero = size if "0" in found and last not in found and not found.isdisjoint(_EMPTY) else 0
    if max(letters) > last or found.isdisjoint("123456789"):
        return {chr(ord("A") + index): digit for index, digit in enumerate(range(1, size + 1))} | {"0": 0} | empty
    return {str(digit): digit for digit in range(1, 10)} | beyond_nine | {"0": zero} | empty


def _range(symbols: dict[str, int], size: int) -> str:
    """Return the symbols in words, for a message."""
    letters = [symbol for symbol in symbols if symbol.isalpha()]
    if not letters:
        digits = f"1 to {size}"
    else:
        digits = f"{'1 to 9 and ' if '1' in symbols else ''}{letters[0]} to {letters[-1]}"
    return f"{digits}, or one of {' '.join(('0', *_EMPTY))} for an empty cell"
