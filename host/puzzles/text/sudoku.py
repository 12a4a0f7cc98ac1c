"""Sudokus as text; see docs/user/formats/sudoku.md.

Sudokus are written in many forms, and files do not say which form they use. So each line is split into parts that may
be cells, and the number of these parts determines the size of the grid. The meaning of the characters is determined
from all cells of the grid together.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, takewhile
from math import isqrt
from typing import NamedTuple, cast

from rowloom.host.puzzles.text import (
    WHOLE,
    WHOLE_LENGTH,
    PuzzleError,
    heading_in,
    in_rows,
    is_comment,
    puzzles_in,
    quoted,
    skip,
)
from rowloom.host.puzzles.text.lines import Fault, Lines

__all__ = ["EXPECTED", "ORDERS", "Givens", "givens", "near_miss", "recognizes", "size_fault", "take"]

ORDERS = range(2, 16)
"""The valid orders. Order 16 has 256 digits, which do not fit into a byte."""

EXPECTED = "81 characters in a line, or a grid of digits"

_SIZES = [order**2 for order in ORDERS]
_CHARACTER_SIZES = [4, 9, 16, 25]
"""The sizes of the grids that may be written with one character for each cell."""
_LETTER_SIZES = [16, 25]
_ONE_LINE = {size**2: size for size in _CHARACTER_SIZES}
"""The size of a grid that is written in one line, by the number of its characters."""

_LONG = [length for length in _ONE_LINE if length >= WHOLE_LENGTH]
"""A text of one of these lengths, without separators, can only be a whole grid: a row is shorter."""

_EMPTY = ".*-_·?"
"""The characters of empty cells; :func:`_symbols` adds x and 0. Rowloom's own pictures contain the raised dot."""

_BETWEEN = r"\s|,;\"\[\]│┃║┆┊╎"
"""The characters between cells: white space, bars, and the punctuation of lists."""

_PART = re.compile(rf"[^{_BETWEEN}]+")
_HEADING = re.compile(r"(?:sudoku\s)?\s*[0-9]{1,8}(?:(?:\s*[x\u00d7]\s*|\s+)[0-9]{1,3}){0,2}", re.IGNORECASE)
"""A line above a grid, with its order, its size, the size of its boxes, or the number of grids."""
_NUMBER = re.compile("[0-9]+")
_GAP = re.compile(r"((?:^|,)\s*)(?=,|$)")
"""An empty cell in a table with commas."""

_NEARLY = re.compile(r"(?<![\w.])(?=[.0*_-]{0,99}[1-9])[0-9.*_-]{60,100}(?![\w.])")

_DRAWN = {"+", "=", *map(chr, range(0x2500, 0x2580))}
_MARKS = _DRAWN | {*"-*.:'"}
"""The characters of frames. The characters in ``_DRAWN`` never represent cells."""

_LONGEST_ROW = 10_000
"""The maximum number of characters in a line that contains a row or a grid. Further characters are ignored."""

_DIGIT = re.compile(r"[^\W_]")
"""A character that cannot be part of a frame."""

_MOST_16 = 1_024
"""The maximum number of lines of 16 characters that are examined to detect 16x16 grids. It is a multiple of 16."""


class Givens(NamedTuple):
    """A grid as it was read."""

    line: int
    """The number of the grid's first line."""
    cells: tuple[tuple[int, ...], ...]
    """The givens of a square grid, and 0 for each empty cell."""
    place: Callable[[int, int], tuple[int, int]]
    """A function from a cell's row and column in the grid, counted from 0, to the cell's line and column in the text,
    counted from 1."""


class _Cell(NamedTuple):
    """A part of a line: the text of one cell, or of several adjacent cells."""

    text: str
    line: int
    column: int

    @property
    def characters(self) -> list["_Cell"]:
        return [_Cell(character, self.line, column) for column, character in enumerate(self.text, self.column)]

    @property
    def symbol(self) -> str:
        """The text in a form that can be compared: a single character as a capital letter, a longer text without
        leading zeros."""
        return self.text.upper() if len(self.text) == 1 else self.text.lstrip("0") or "0"


@dataclass
class _SudokuLine:
    """A line that is not blank."""

    number: int
    text: str
    begins: bool = False
    """True if the line before this line is blank."""

    @cached_property
    def parts(self) -> tuple[_Cell, ...]:
        """The parts of the text between blanks and bars."""
        text = self.text
        if text.count(",") + 1 in _SIZES:
            text = _GAP.sub("\\1.", text.replace('""', ". "))
        found = _PART.finditer(text, 0, _LONGEST_ROW)
        return tuple(_Cell(part[0], self.number, part.start() + 1) for part in found)

    @cached_property
    def heading(self) -> tuple[int, ...]:
        """The numbers in the line if the line may be the heading of a grid; otherwise empty."""
        if _HEADING.fullmatch(self.text.strip()) is None or len(self.characters) in _CHARACTER_SIZES:
            return ()
        numbers = tuple(map(int, _NUMBER.findall(self.text)))
        return numbers if len(numbers) < 3 or numbers[0] == numbers[1] * numbers[2] else ()

    @property
    def characters(self) -> tuple[_Cell, ...]:
        return tuple(cell for part in self.parts for cell in part.characters)

    @property
    def drawn(self) -> bool:
        """True if the line is part of a frame."""
        if _DIGIT.search(self.text):
            return False
        marks = {character for part in self.parts for character in part.text}
        return marks <= _MARKS and (not marks or not marks.isdisjoint(_DRAWN) or ("-" in marks and len(marks) > 1))

    @property
    def dashes(self) -> bool:
        """True if the line may be part of a frame, but may also be a row of empty cells."""
        return not _DIGIT.search(self.text) and {*"".join(part.text for part in self.parts)} in ({"-"}, {"_"})

    @cached_property
    def grid(self) -> _Cell | None:
        """The text that may be a whole grid: the first part of the line, or 81 characters anywhere in it."""
        first = _PART.search(self.text, 0, _LONGEST_ROW)
        if first and len(first[0]) not in _LONG and len(self.text) > WHOLE_LENGTH:
            first = WHOLE.search(self.text, 0, _LONGEST_ROW) or first
        return _Cell(first[0], self.number, first.start() + 1) if first and len(first[0]) in _ONE_LINE else None

    @property
    def whole(self) -> int | None:
        """The size of the whole grid that the line may contain."""
        return _ONE_LINE[len(self.grid.text)] if self.grid else None

    @property
    def size(self) -> int | None:
        """The size of a grid in which the line may be a row; None if there is no such grid."""
        if len(self.text) > _LONGEST_ROW:
            return None
        parts, characters = len(self.parts), len(self.characters)
        grouped = characters in _CHARACTER_SIZES and max(len(part.text) for part in self.parts) > len(str(parts))
        if parts in _SIZES and not grouped:
            return parts
        return characters if characters in _CHARACTER_SIZES else None

    def fits(self, size: int) -> bool:
        """Return whether the line may be a row of a grid of this size."""
        return size in (len(self.parts), len(self.characters))

    def row(self, size: int) -> tuple[_Cell, ...]:
        """Return the cells of a row of a grid of this size; :class:`Fault` if the line has another number of cells."""
        if len(self.text) > _LONGEST_ROW:
            raise Fault(f"expected a row of {size} cells, found {len(self.text):,} characters", self.number)
        for cells in (self.parts, self.characters):
            if len(cells) == size:
                return cells
        found = self.characters if size in _CHARACTER_SIZES and len(self.parts) <= isqrt(size) else self.parts
        column = found[min(len(found) - 1, size)].column
        raise Fault(f"expected a row of {size} cells, found {len(found)}", self.number, column)


def givens(text: str, source: str) -> Iterator[Givens | PuzzleError]:
    """Yield the grids in a text in order, and an error in place of each bad grid."""
    return puzzles_in(Lines(text), source, lambda lines, name: take(lines), EXPECTED)


def take(lines: Lines) -> Givens | None:
    """Remove the lines of the next grid, and return the grid. If the first line is part of a frame, only remove this
    line and return None. See :func:`.text.puzzles_in`.

    Blank lines may separate the bands of a grid. The grid ends before a line with a name or an order, and before a size
    line that begins with a word.
    """
    line = _SudokuLine(*lines[0])
    if line.drawn:
        lines.popleft()
        return None
    size = _headed(lines) if line.heading else None
    first = _first(lines) if line.heading or line.dashes else line
    if size is None:
        size = 16 if first.whole == 4 and _are_rows_of_16(lines) else first.whole or first.size
    if size is None:
        _remove(lines, first)
        skipped = skip(lines, lambda text: _is_row(text) and not _SudokuLine(0, text).whole)
        raise Fault(f"{_unreadable(first)}{skipped}", first.number)
    if first.whole == size:
        cells, place = _whole_grid(lines, size)
        return Givens(first.number, cells, place)
    cells, place = _grid_of_rows(lines, size, line.number)
    return Givens(line.number, cells, place)


def recognizes(text: str) -> bool:
    """Return whether the first line that is not a comment may be the first line of a Sudoku, but not of a puzzle of
    another genre."""
    lines = (_SudokuLine(*line) for line in Lines(text) if line.text and not is_comment(line.text))
    for line in lines:
        if not line.drawn and (line.whole or not line.dashes):
            if size_line := heading_in(line.text):
                # This line may state the size of a Sudoku's boxes. In this case, the next line is a row, which has as
                # many cells as a box.
                below = next(lines, None)
                boxes = size_line.rows * size_line.cols
                return below is not None and below.fits(boxes) and not below.fits(size_line.cols)
            size = line.whole or line.size
            cells = line.grid.text if line.grid else "".join(part.text for part in line.parts)
            likely = sum(cell in _EMPTY or cell in "xX" or cell.isdecimal() for cell in cells)
            return bool(line.heading) or (size is not None and (size in _LETTER_SIZES or 2 * likely > len(cells)))
    return False


_Digits = tuple[tuple[int, ...], ...]
_Place = Callable[[int, int], tuple[int, int]]
"""See :class:`Givens`."""


def _headed(lines: Lines) -> int | None:
    """Remove a heading and the frame below it, and return the number of rows; :class:`Fault` if the heading is wrong.

    If the grid below is written in one line, ignore the heading and return None.
    """
    number, text = lines.popleft()
    numbers = _SudokuLine(number, text).heading
    skip(lines, lambda text: not text or _SudokuLine(0, text).drawn)
    below = _first(lines) if lines and _is_row(lines[0].text) else None
    sizes = _sizes(numbers)
    if below and below.whole and not (below.fits(16) and 16 in sizes and _are_rows_of_16(lines)):
        return None
    fitting = [size for size in sizes if below and below.fits(size)]
    if len(numbers) > 1 and numbers[-2] != numbers[-1]:
        fault = f"expected boxes as wide as high, found {numbers[-2]}x{numbers[-1]}: only square boxes are supported"
    elif numbers[0] in fitting and numbers[0] not in _SIZES and numbers[0] > 1:
        fault = size_fault(numbers[0], numbers[0])
    elif not any(size in _SIZES for size in fitting or sizes):
        fault = f"expected an order from {ORDERS[0]} to {ORDERS[-1]}, found {numbers[0]}"
    elif below is None:
        raise Fault(f"expected {sizes[0]} rows under the order, found none", number)
    else:
        return (fitting or sizes)[0]
    raise Fault(f"{fault}{skip(lines, _is_row)}", number)


def _sizes(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes that a heading may mean, the likeliest first. A single number may be the order or the size."""
    return (numbers[0],) if len(numbers) == 3 else (numbers[0] * numbers[-1], numbers[0])


def _is_row(text: str) -> bool:
    """Return whether the line may belong to a grid that began in an earlier line."""
    return bool(text) and not (
        is_comment(text) or _SudokuLine(0, text).heading or (text[0].isalpha() and heading_in(text)))


def _ahead(lines: Lines) -> Iterator[_SudokuLine]:
    """Yield the lines that may belong to the next grid, except for frames. The lines are not removed.

    At most the lines of the largest possible grid are examined.
    """
    begins = False
    for index, (number, text) in enumerate(islice(lines, _most(_SIZES[-1]))):
        if not text:
            begins = True
        elif index and not _is_row(text):
            return
        elif not (line := _SudokuLine(number, text, begins)).drawn:
            yield line
            begins = False


def _paragraph(lines: Lines) -> Iterator[_SudokuLine]:
    """Yield the lines that may belong to the next grid, up to the next blank line."""
    for index, line in enumerate(_ahead(lines)):
        if index and line.begins:
            return
        yield line


def _most(size: int) -> int:
    """Return the maximum number of lines of a grid. Above and below each row, there may be a line of a frame and a
    blank line."""
    return 5 * size + 4


def _first(lines: Lines) -> _SudokuLine:
    """Return the paragraph's first line that does not consist of dashes. If all lines consist of dashes, return the
    paragraph's first line."""
    return next((line for line in _paragraph(lines) if not line.dashes), None) or next(_ahead(lines))


def _are_rows_of_16(lines: Lines) -> bool:
    """Return whether the next lines of 16 characters are rows of 16x16 grids. Otherwise, each of them is a whole 4x4
    grid.

    The lines are rows if their number is a multiple of 16, and if at least half of the first 16 lines contain
    characters that do not occur in 4x4 grids. If fewer lines contain such characters, these lines are 4x4 grids with
    errors.
    """
    ahead = (text.strip() for _, text in islice(lines, _MOST_16))
    run = takewhile(lambda text: len(text) == 16 and not is_comment(text), ahead)
    first = list(islice(run, 16))
    larger = sum(not {*text} <= {*_EMPTY, *"xX01234"} for text in first)
    return len(first) == 16 and larger >= 8 and sum(1 for _ in run) % 16 == 0


def _remove(lines: Lines, last: _SudokuLine) -> None:
    """Remove the lines up to and including ``last``. If all remaining lines of the paragraph consist of dashes, these
    lines are part of a frame: remove them, too."""
    while lines and lines[0].number <= last.number:
        lines.popleft()
    dashes = None
    for line in _paragraph(lines):
        # A line of 81 dashes is a grid.
        if line.begins or not line.dashes or len(line.parts[0].text) >= 81:
            return
        dashes = line
    if dashes:
        _remove(lines, dashes)


def _whole_grid(lines: Lines, size: int) -> tuple[_Digits, _Place]:
    """Remove the line that contains the next grid; return the grid."""
    line = next(line for line in _ahead(lines) if line.whole == size)
    _remove(lines, line)
    part = cast(_Cell, line.grid)
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


def _rows(lines: Lines, size: int) -> list[_SudokuLine]:
    """Return the rows of the next grid, which may be too few. Blank lines may separate the bands of the grid."""
    rows: list[_SudokuLine] = []
    window = list(islice(_ahead(lines), _most(size)))
    while window:
        run = [window[0], *takewhile(lambda line: not line.begins, window[1:])]
        ended = len(run) < len(window) or len(window) < _most(size)
        run = list(takewhile(lambda line: line.whole is None or len(cast(_Cell, line.grid).text) == size, run))
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


def _without_frames(run: list[_SudokuLine], size: int, ended: bool) -> list[_SudokuLine]:
    """Return the rows in a paragraph. If ``ended`` is false, ``run`` contains only the beginning of the paragraph.

    A line of dashes may be part of a frame, or a row of empty cells. In a whole paragraph, it is a row if the other
    lines are too few or too many for a grid or a band. In the beginning of a paragraph, it is a row if dashes also
    occur in other lines.
    """
    others = [line for line in run if not line.dashes]
    if ended:
        has_gaps = len(others) % size and len(others) != isqrt(size)
    else:
        has_gaps = any("-" in line.text or "_" in line.text for line in others[:size])
    return [line for line in run if not line.dashes or line.fits(size)] if has_gaps else others


def size_fault(rows: int, cols: int) -> str:
    """Return a message if no Sudoku has this size; otherwise an empty string."""
    if rows == cols and rows in _SIZES:
        return ""
    return f"a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not {rows}x{cols}"


def near_miss(text: str) -> str:
    """Return a message if a line has nearly the right number of characters for a 9x9 Sudoku; otherwise an empty
    string."""
    found = _NEARLY.search(text, 0, _LONGEST_ROW)
    if not found or (found[0].isdecimal() and "0" not in found[0]):
        return ""
    return f"expected {WHOLE_LENGTH} characters for all cells of a 9x9 Sudoku, found {len(found[0])}"


def _unreadable(line: _SudokuLine) -> str:
    numbers = len(line.parts) > 1 and any(len(part.text) > 1 for part in line.parts)
    if len(line.text) > _LONGEST_ROW:
        found = f"{len(line.text):,} characters"
    else:
        found = f"{len(line.parts):,} numbers" if numbers else f"{len(line.characters):,} characters"
    expected = "a row of 4, 9, 16 ... or 225 cells, or 16, 81, 256 or 625 characters for all cells"
    return near_miss(line.text) or f"expected {expected}, found {found}: {quoted(line.text)}"


def _no_digit(cell: _Cell, symbols: Mapping[str, int], size: int) -> Fault:
    return Fault(f"{cell.text!a} is not a digit; expected {_range(symbols, size)}", cell.line, cell.column)


@lru_cache
def _symbols(found: frozenset[str], size: int) -> Mapping[str, int]:
    """Return the digit for each symbol, in a grid in which the symbols ``found`` occur.

    The symbols may be numbers, letters, or digits and letters. If there are no digits, A means 1. If there are digits,
    A means 10. If there are digits, 0 may mean the largest digit, as in hexadecimal grids; but only if the letter for
    the largest digit does not occur, and if a symbol other than 0 is used for empty cells.
    """
    empty = dict.fromkeys(_EMPTY if size == 25 else f"{_EMPTY}X", 0)
    numbers = {str(digit): digit for digit in range(size + 1)} | empty
    letters = {symbol for symbol in found - empty.keys() if symbol.isalpha()}
    if not letters or size not in _LETTER_SIZES or any(len(symbol) > 1 for symbol in found):
        return numbers
    beyond_nine = {chr(ord("A") + index): digit for index, digit in enumerate(range(10, size + 1))}
    last = max(beyond_nine)
    zero = size if "0" in found and last not in found and not found.isdisjoint(_EMPTY) else 0
    if max(letters) > last or found.isdisjoint("123456789"):
        return {chr(ord("A") + index): digit for index, digit in enumerate(range(1, size + 1))} | {"0": 0} | empty
    return {str(digit): digit for digit in range(1, 10)} | beyond_nine | {"0": zero} | empty


def _range(symbols: Mapping[str, int], size: int) -> str:
    """Describe the valid symbols, for a message."""
    letters = [symbol for symbol, digit in symbols.items() if symbol.isalpha() and digit]
    if not letters:
        digits = f"1 to {size}"
    else:
        digits = f"{'1 to 9 and ' if '1' in symbols else ''}{letters[0]} to {letters[-1]}"
    return f"{digits}, or one of {' '.join(('0', *_EMPTY))} for an empty cell"
