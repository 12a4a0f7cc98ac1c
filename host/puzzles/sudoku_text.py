"""Sudoku as text: docs/user/formats/sudoku.md.

Sudokus are written in many ways, and no file names its way. So a line is split into what may be cells; their number
gives the size of the grid, and all of a grid together the meaning of its characters.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, takewhile
from math import isqrt
from typing import NamedTuple

from rowloom.host.puzzles.lines import Fault, Lines
from rowloom.host.puzzles.text import PuzzleError, heading_in, in_rows, is_comment, puzzles_in, quoted, skip

__all__ = ["EXPECTED", "ORDERS", "Givens", "givens", "looks_like_one", "take"]

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

_BETWEEN = r"\s|,;\[\]│┃║┆┊╎"
"""White space, bars and the punctuation of lists."""

_PART = re.compile(rf"[^{_BETWEEN}]+")
_ORDER = re.compile(rf"[{_BETWEEN}]*[0-9]{{1,3}}[{_BETWEEN}]*")
"""A line with an order and nothing else."""

_DRAWN = {"+", "=", *map(chr, range(0x2500, 0x2580))}
_MARKS = _DRAWN | {*"-*.:'"}
"""What frames are made of; those of ``_DRAWN`` stand for no cells."""

_LONGEST_ROW = 10_000
"""Characters of a row, or of a grid in one line and the blanks before it, at most; what is behind is not looked at."""

_DIGIT = re.compile(r"[^\W_]")
"""What no frame has."""

_MOST_16 = 1_024
"""Lines of 16 characters among which those that are rows of 16x16 grids are counted: a multiple of 16."""


class Givens(NamedTuple):
    """A grid as it was read."""

    name: str
    """From the comment before it, or made from the source and its number there; printable."""
    line: int
    """The number of its first line."""
    cells: tuple[tuple[int, ...], ...]
    """The givens, and 0 for each empty cell; as many rows as columns, the square of an order."""
    place: Callable[[int, int], tuple[int, int]]
    """Return the line and column, both from 1, where the cell in a row and column, from 0, stands in the text."""


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


@dataclass
class _Line:
    """A line with something between its blanks and bars."""

    number: int
    text: str
    begins: bool = False
    """A blank line stands before it."""

    @cached_property
    def parts(self) -> tuple[_Cell, ...]:
        """What stands between its blanks and bars."""
        found = _PART.finditer(self.text, 0, _LONGEST_ROW)
        return tuple(_Cell(part[0], self.number, part.start() + 1) for part in found)

    @property
    def alone(self) -> bool:
        """It is an order: a short number and nothing else."""
        return _ORDER.fullmatch(self.text) is not None

    @property
    def characters(self) -> tuple[_Cell, ...]:
        """One cell a character."""
        return tuple(cell for part in self.parts for cell in part.characters)

    @property
    def drawn(self) -> bool:
        """It is part of a frame."""
        if _DIGIT.search(self.text):
            return False
        marks = {character for part in self.parts for character in part.text}
        return marks <= _MARKS and (not marks or not marks.isdisjoint(_DRAWN) or ("-" in marks and len(marks) > 1))

    @property
    def dashes(self) -> bool:
        """It may be drawn, or a row of empty cells."""
        return not _DIGIT.search(self.text) and {*"".join(part.text for part in self.parts)} in ({"-"}, {"_"})

    @property
    def whole(self) -> int | None:
        """The size of the grid that it may hold all of, with or without a remark behind it."""
        found = _PART.search(self.text, 0, _LONGEST_ROW)
        return _ONE_LINE.get(len(found[0])) if found else None

    @property
    def size(self) -> int | None:
        """The size of the grid that it may be a row of."""
        if len(self.text) > _LONGEST_ROW:
            return None
        parts, characters = len(self.parts), len(self.characters)
        grouped = characters in _CHARACTER_SIZES and max(len(part.text) for part in self.parts) > len(str(parts))
        if parts in _SIZES and not grouped:
            return parts
        return characters if characters in _CHARACTER_SIZES else None

    def fits(self, size: int) -> bool:
        """Return whether it is a row of a grid of this size."""
        return size in (len(self.parts), len(self.characters))

    def row(self, size: int) -> tuple[_Cell, ...]:
        """Return its cells, for a grid of this size; :class:`Fault` if there are too many or too few."""
        if len(self.text) > _LONGEST_ROW:
            raise Fault(f"expected a row of {size} cells, found {len(self.text):,} characters", self.number)
        for cells in (self.parts, self.characters):
            if len(cells) == size:
                return cells
        found = self.characters if size in _CHARACTER_SIZES and len(self.parts) <= isqrt(size) else self.parts
        column = found[min(len(found) - 1, size)].column
        raise Fault(f"expected a row of {size} cells, found {len(found)}", self.number, column)


def givens(text: str, source: str) -> Iterator[Givens | PuzzleError]:
    """Yield the grids of a text in order, and an error in place of each bad one."""
    return puzzles_in(Lines(text), source, take, EXPECTED)


def take(lines: Lines, name: str) -> Givens | None:
    """Remove a grid's lines and return it; None if these are a frame's. See :func:`.text.puzzles_in`.

    Blank lines may separate its bands; a name, an order or a size line with a word ends it.
    """
    line = _Line(*lines[0])
    if line.drawn:
        lines.popleft()
        return None
    size = _ordered(lines) if line.alone else None
    first = _first(lines) if line.alone or line.dashes else line
    if size is None:
        size = 16 if first.whole == 4 and _are_rows_of_16(lines) else first.whole or first.size
    if size is None:
        _remove(lines, first)
        skipped = skip(lines, lambda text: _is_row(text) and not _Line(0, text).whole)
        raise Fault(f"{_unreadable(first)}{skipped}", first.number)
    number = line.number if line.alone else first.number
    cells, place = _whole_grid(lines, size) if first.whole == size else _grid_of_rows(lines, size, number)
    return Givens(name, number, cells, place)


def looks_like_one(text: str) -> bool:
    """Return whether the first line, comments aside, may be the first of a Sudoku."""
    for line in (_Line(*line) for line in Lines(text) if not is_comment(line.text)):
        if not line.drawn and (line.whole or not line.dashes):
            size = line.whole or line.size
            cells = "".join(part.text for part in (line.parts[:1] if line.whole else line.parts))
            likely = sum(cell in _EMPTY or cell.isdecimal() for cell in cells)
            return line.alone or (size is not None and (size in _LETTER_SIZES or 2 * likely > len(cells)))
    return False


_Digits = tuple[tuple[int, ...], ...]
_Place = Callable[[int, int], tuple[int, int]]
"""See :class:`Givens`."""


def _ordered(lines: Lines) -> int:
    """Remove an order line and what separates it from the rows; return their number; :class:`Fault` if it is wrong."""
    number, text = lines.popleft()
    (order,) = _Line(number, text).parts
    size = int(order.text) ** 2
    skip(lines, lambda text: not text or _Line(0, text).drawn)
    if size not in _SIZES:
        skipped = skip(lines, _is_row)
        raise Fault(f"expected an order from {ORDERS[0]} to {ORDERS[-1]}, found {order.text}{skipped}", number)
    if not lines or not _is_row(lines[0].text):
        raise Fault(f"expected {size} rows under the order, found none", number)
    return size


def _is_row(text: str) -> bool:
    """Return whether the line may belong to a grid that began before it."""
    return bool(text) and not (is_comment(text) or _Line(0, text).alone or (text[0].isalpha() and heading_in(text)))


def _ahead(lines: Lines) -> Iterator[_Line]:
    """Yield the lines of the grid that comes next, and those behind that may belong to it, without frames.

    All lines stay. It looks no further than the largest grid may reach.
    """
    begins = False
    for index, (number, text) in enumerate(islice(lines, _most(_SIZES[-1]))):
        if not text:
            begins = True
        elif index and not _is_row(text):
            return
        elif not (line := _Line(number, text, begins)).drawn:
            yield line
            begins = False


def _paragraph(lines: Lines) -> Iterator[_Line]:
    """Yield those of these lines up to the next blank one."""
    for index, line in enumerate(_ahead(lines)):
        if index and line.begins:
            return
        yield line


def _most(size: int) -> int:
    """Return how many lines a grid may have: each row a frame and a blank line on both sides."""
    return 5 * size + 4


def _first(lines: Lines) -> _Line:
    """Return the first line of the paragraph that is not all dashes; if there is none, the first of these."""
    return next((line for line in _paragraph(lines) if not line.dashes), None) or next(_ahead(lines))


def _are_rows_of_16(lines: Lines) -> bool:
    """Return whether the lines of 16 characters that come next are rows: by itself, each is a whole 4x4 grid.

    They are if there are sixteen, thirty-two and so on, and half of the first sixteen hold what no 4x4 grid does: a
    few that do so are grids with a slip of the pen.
    """
    ahead = (text.strip() for _, text in islice(lines, _MOST_16))
    run = takewhile(lambda text: len(text) == 16 and not is_comment(text), ahead)
    first = list(islice(run, 16))
    larger = sum(not {*text} <= {*_EMPTY, *"01234"} for text in first)
    return len(first) == 16 and larger >= 8 and sum(1 for _ in run) % 16 == 0


def _remove(lines: Lines, last: _Line) -> None:
    """Remove the lines up to this one, and dashes if nothing else follows in the paragraph: they are a frame's."""
    while lines and lines[0].number <= last.number:
        lines.popleft()
    dashes = None
    for line in _paragraph(lines):
        # So many dashes are a grid.
        if line.begins or not line.dashes or len(line.parts[0].text) >= 81:
            return
        dashes = line
    if dashes:
        _remove(lines, dashes)


def _whole_grid(lines: Lines, size: int) -> tuple[_Digits, _Place]:
    """Remove the line that holds all of the next grid; return the grid."""
    line = next(line for line in _ahead(lines) if line.whole == size)
    _remove(lines, line)
    part = line.parts[0]
    symbols = _symbols(frozenset(part.text.upper()), size)
    values = {character: symbols[symbol] for character in {*part.text} if (symbol := character.upper()) in symbols}
    for cell in part.characters if not values.keys() >= {*part.text} else ():
        if cell.text not in values:
            raise _no_digit(cell, symbols, size)
    cells = tuple(map(tuple, in_rows([values[character] for character in part.text], size)))
    return cells, lambda row, col: (line.number, part.column + row * size + col)


def _grid_of_rows(lines: Lines, size: int, first: int) -> tuple[_Digits, _Place]:
    """Remove the rows of the next grid, whose first line has this number; return the grid."""
    rows = _rows(lines, size)
    _remove(lines, rows[-1] if rows else next(_ahead(lines)))
    if len(rows) != size:
        raise Fault(f"expected {size} rows, found {len(rows)}", first)
    cells = [row.row(size) for row in rows]
    symbols = _symbols(frozenset(cell.symbol for row in cells for cell in row), size)
    for cell in (cell for row in cells for cell in row):
        if cell.symbol not in symbols:
            raise _no_digit(cell, symbols, size)
    digits = tuple(tuple(symbols[cell.symbol] for cell in row) for row in cells)
    return digits, lambda row, col: (cells[row][col].line, cells[row][col].column)


def _rows(lines: Lines, size: int) -> list[_Line]:
    """Return the lines of the next grid, as many as there are; blank lines may separate its bands."""
    rows: list[_Line] = []
    window = list(islice(_ahead(lines), _most(size)))
    while window:
        run = [window[0], *takewhile(lambda line: not line.begins, window[1:])]
        ended = len(run) < len(window) or len(window) < _most(size)
        run = list(takewhile(lambda line: line.whole is None or len(line.parts[0].text) == size, run))
        found = _without_frames(run, size, ended)
        if not found or (rows and len(found) != isqrt(size)):
            break
        rows += found[: size - len(rows)]
        if len(rows) == size or len(found) != isqrt(size):
            break
        window = window[len(run) :]
        if window and not window[0].begins:
            break
    return rows


def _without_frames(run: list[_Line], size: int, ended: bool) -> list[_Line]:
    """Return those lines of a paragraph, or of its beginning, that are rows: which dashes are, the others tell."""
    others = [line for line in run if not line.dashes]
    if ended:
        has_gaps = len(others) % size and len(others) != isqrt(size)
    else:
        has_gaps = any("-" in line.text or "_" in line.text for line in others[:size])
    return [line for line in run if not line.dashes or line.fits(size)] if has_gaps else others


def _unreadable(line: _Line) -> str:
    numbers = len(line.parts) > 1 and any(len(part.text) > 1 for part in line.parts)
    if len(line.text) > _LONGEST_ROW:
        found = f"{len(line.text):,} characters"
    else:
        found = f"{len(line.parts):,} numbers" if numbers else f"{len(line.characters):,} characters"
    expected = "a row of 4, 9, 16 ... or 225 cells, or 16, 81, 256 or 625 characters for all cells"
    return f"expected {expected}, found {found}: {quoted(line.text)}"


def _no_digit(cell: _Cell, symbols: Mapping[str, int], size: int) -> Fault:
    return Fault(f"{cell.text!a} is no digit; expected {_range(symbols, size)}", cell.line, cell.column)


@lru_cache
def _symbols(found: frozenset[str], size: int) -> Mapping[str, int]:
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


def _range(symbols: Mapping[str, int], size: int) -> str:
    """Return the symbols in words, for a message."""
    letters = [symbol for symbol in symbols if symbol.isalpha()]
    if not letters:
        digits = f"1 to {size}"
    else:
        digits = f"{'1 to 9 and ' if '1' in symbols else ''}{letters[0]} to {letters[-1]}"
    return f"{digits}, or one of {' '.join(('0', *_EMPTY))} for an empty cell"
