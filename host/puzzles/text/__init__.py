"""The common parts of the genres' text formats, such as names, size lines and rows."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import inf
from pathlib import Path
from typing import NamedTuple, TypeVar, overload

from rowloom.errors import RowloomError
from rowloom.host.puzzles.text.lines import Fault, Line, Lines

__all__ = [
    "ALIASES", "MAX_SIZE", "WHOLE", "WHOLE_LENGTH", "Heading", "Names", "PuzzleError",
    "cell_name", "check_row_count", "check_size", "contents", "genre_name", "heading_in", "in_rows",
    "is_comment", "is_whole", "printable", "puzzles_in", "quoted", "shape_faults", "size_form", "size_in", "skip",
    "take_grid",
]  # fmt: skip

MAX_SIZE = 255
"""The largest number of rows, and of columns. In the link protocol, each of these numbers is one byte."""

ALIASES = {"slither": "slitherlink", "canalview": "canal"}
"""The names that other programs use for genres."""

WHOLE = re.compile(r"(?<![0-9.*_xX?·-])[0-9.*_xX?·-]{81}(?![0-9.*_xX?·-])")
"""A pattern that finds the 81 characters of a 9x9 Sudoku in a line that may also contain other text."""
WHOLE_LENGTH = 81

_SIZE_LINE = re.compile(
    r"(?:(?P<word>[A-Za-z]+)\s+)?(?P<rows>[+-]?[0-9]{1,9})(?:\s+|\s*[xX\u00d7,]\s*)(?P<cols>[+-]?[0-9]{1,9})"
)
_NAME_LINE = re.compile(r"grid\s+\w+", re.IGNORECASE)
_DENSE_ROW = re.compile(r"[^\s#gG0-9]\S*|[0-9][^\sxX\u00d7,]*")
"""A pattern for rows without spaces, the usual form of rows. It matches neither comments nor size lines."""
_PAIR = re.compile(r"\S+\s+\S+")
_FIELD = re.compile(r"#(?P<key>[ABCDLSU])(?P<text>\S.*)")
"""A comment as the program SudoCue writes it: a letter says whether the text is the author of a puzzle, its date, a
comment, its description, level, source or address."""
_MOST_FIELDS = 8
_LONGEST_QUOTE = 24


class PuzzleError(RowloomError, ValueError):
    """An error in a text from ``source``: a bad puzzle, or a text without a puzzle.

    If the line of the error is known, the message begins with the source, the line and, if known, the column. Lines and
    columns are counted from 1.
    """

    def __init__(
        self, message: str, source: str, line: int | None = None, name: str | None = None, column: int | None = None
    ):
        parts = [str(part) for part in (source, line, column) if part is not None]
        super().__init__(f"{':'.join(parts)}: {message}" if line is not None else message)
        self.message, self.source, self.line, self.name, self.column = message, source, line, name, column

    def __reduce__(self) -> tuple[type["PuzzleError"], tuple[object, ...]]:
        return PuzzleError, (self.message, self.source, self.line, self.name, self.column)


Found = TypeVar("Found")
Cell = TypeVar("Cell")


class Heading(NamedTuple):
    """A size line."""

    word: str
    """The word before the numbers, such as a genre, or an empty string."""
    rows: int
    cols: int


@dataclass
class Names:
    """The names of the puzzles in a text. Calling this object returns the name of the next puzzle."""

    stem: str
    """The name of the text's source, without the suffix of a file."""
    comment: str = ""
    """The name in the comment before the next puzzle."""
    count: int = 0
    """The number of puzzles that have been read from the text, including bad puzzles."""

    def __call__(self, own: str = "") -> str:
        """Return the name of the next puzzle.

        This is the first of the following that exists: ``own``, which is the name in the puzzle itself; the name in the
        comment before the puzzle; a name made from the source and the puzzle's number."""
        return printable(own) or self.comment or f"{self.stem}-{self.count + 1}"


def puzzles_in(
    lines: Lines, source: str, take: Callable[[Lines, str], Found | Fault | None], expected: str,
    take_block: Callable[[Line, Lines, Names], Iterator[Found | Fault]] | None = None,
) -> Iterator[Found | PuzzleError]:
    """Yield the puzzles of a text in order, and an error in place of each bad puzzle. If the text contains no puzzle,
    yield an error, too.

    If there are comment lines before a puzzle, the first comment line is the puzzle's name.

    Parameters
    ----------
    take : function of (lines, name)
        A function that removes the lines of the next puzzle and returns the puzzle, or None if the lines contain no
        puzzle. The function reports an error as a :class:`Fault`, which it may return or raise. For an error in the
        first line, it may raise a ValueError instead.
    expected : str
        A description of the expected puzzles, for the error message if the text contains no puzzle.
    take_block : function of (line, lines, names), optional
        A function that yields the puzzles of a block (see :class:`.lines.Lines`), and a :class:`Fault` for each bad
        puzzle. ``line`` is the first line of the block. The function may raise the same exceptions as ``take``.
    """
    names = Names(printable(Path(source).stem))
    fault = "it is empty except for comments"
    while True:
        names.comment = _name_before(lines, names.comment)
        if lines.ended:
            break
        for found in _next_ones(lines, names, take, take_block):
            if isinstance(found, Fault):
                yield PuzzleError(str(found), source, found.line, names(), found.column)
            else:
                yield found
            names.comment, names.count = "", names.count + 1
        fault = f"expected {expected}"
    if names.count == 0:
        yield PuzzleError(f"no puzzle in {source}: {fault}", source)


def _next_ones(
    lines: Lines, names: Names, take: Callable[[Lines, str], Found | Fault | None],
    take_block: Callable[[Line, Lines, Names], Iterator[Found | Fault]] | None,
) -> Iterator[Found | Fault]:
    """Remove the next puzzle or block of puzzles; yield the puzzles, and a fault for each bad puzzle. See
    :func:`puzzles_in`."""
    line = 0
    try:
        if lines:
            line = lines[0].number
            if (found := take(lines, names())) is not None:
                yield found
        elif start := lines.block_start():
            assert take_block, "blocks are found only with take_block"
            line = start.number
            yield from take_block(start, lines, names)
    except Fault as fault:
        yield fault
    except ValueError as error:
        yield Fault(str(error), line)


def _name_before(lines: Lines, name: str) -> str:
    """Remove the next blank lines and comments; return the name in the comments. Without comments, return ``name``."""
    while lines and (not (text := lines[0].text) or is_comment(text)):
        if text:
            name = _name_in(lines.take(is_comment, _MOST_FIELDS))
            skip(lines, is_comment)
        else:
            lines.popleft()
    return name


def skip(lines: Lines, wanted: Callable[[str], object], most: float = inf) -> str:
    """Remove up to ``most`` lines, as long as ``wanted`` is true for the next line. Return an addition to an error
    message, such as "; lines 3 to 5 are skipped". It is empty if all removed lines are blank."""
    first = last = count = 0
    while count < most and lines and wanted(lines[0].text):
        number, text = lines.popleft()
        count += 1
        if text:
            first, last = first or number, number
    if not first:
        return ""
    return f"; line {first} is skipped" if first == last else f"; lines {first} to {last} are skipped"


def take_grid(lines: Lines, genre: str) -> tuple[int, Heading, list[str]]:
    """Remove the lines of a grid; return the number of its size line, the size line, and the right number of rows.
    Raises the same exceptions as the callback ``take`` of :func:`puzzles_in`.

    A grid begins with a size line ``rows cols``, which may have the genre before the numbers. The lines below are the
    rows of the grid, up to the next blank line, comment or size line. The number of rows must agree with the size line.
    After an error, reading continues at the next comment or size line, and the message says which lines were skipped.
    """
    line, text = lines.popleft()
    may_follow = _is_row
    try:
        heading = size_in(text, genre)
        # A row of two numbers looks like a size line.
        pairs = heading.cols == 2 and bool(lines) and _PAIR.fullmatch(lines[0].text.strip()) is not None
        may_follow = partial(_is_row, cols=heading.cols)
        in_grid = partial(may_follow, pairs=pairs)
        rows = lines.take(in_grid, heading.rows)
        check_row_count(heading.rows, rows)
        if lines and in_grid(lines[0].text):
            extra = lines.popleft()
            message = f"expected a blank line or the next puzzle after the last row, found {quoted(extra.text)}"
            raise Fault(message, extra.number)
    except ValueError as error:
        error.args = (f"{error}{skip(lines, lambda text: not text or may_follow(text))}",)
        raise
    return line, heading, rows


def _is_row(line: str, cols: int = 0, pairs: bool = False) -> bool:
    """Return whether the line may be a row of a grid with this number of columns. A Sudoku in one line is not a row.

    With ``pairs``, a line of two numbers may be a row, too.
    """
    if cols != WHOLE_LENGTH and is_whole(line):
        return False
    if _DENSE_ROW.fullmatch(line):
        return True
    if not line or is_comment(line):
        return False
    heading = heading_in(line)
    return heading is None or (pairs and not heading.word)


def size_form(word: str = "") -> str:
    """Describe the form of a size line, for messages."""
    return f"a size line '{word} rows cols'" if word else "a size line 'rows cols'"


def check_size(rows: int, cols: int) -> None:
    """Raise ValueError if no puzzle has this size."""
    for count, what in ((rows, "rows"), (cols, "columns")):
        if not 1 <= count <= MAX_SIZE:
            raise ValueError(f"{count} {what}: expected 1 to {MAX_SIZE}")


def check_row_count(count: int, rows: Sequence[str]) -> None:
    """Raise ValueError if there are fewer rows than ``count``."""
    if len(rows) < count:
        raise ValueError(f"expected {count} {'row' if count == 1 else 'rows'} under the size line, found {len(rows)}")


@overload
def in_rows(cells: str, cols: int) -> Iterator[str]: ...
@overload
def in_rows(cells: bytes, cols: int) -> Iterator[bytes]: ...
@overload
def in_rows(cells: tuple[Cell, ...], cols: int) -> Iterator[tuple[Cell, ...]]: ...
@overload
def in_rows(cells: Sequence[Cell], cols: int) -> Iterator[Sequence[Cell]]: ...
def in_rows(cells: Sequence[Cell], cols: int) -> Iterator[Sequence[Cell]]:
    """Divide cells into rows of ``cols`` cells; yield the rows."""
    return (cells[start : start + cols] for start in range(0, len(cells), cols))


def contents(text: str) -> list[str]:
    """Return the lines that are neither blank nor comments, without white space around them."""
    return [line.strip() for _, line in Lines(text) if line and not is_comment(line)]


def is_whole(line: str) -> bool:
    """Return whether the line contains a 9x9 Sudoku."""
    return len(line) >= WHOLE_LENGTH and WHOLE.search(line) is not None


def is_comment(line: str) -> bool:
    """Return whether the line is a comment: it begins with a number sign, or it is a name such as ``Grid 07``."""
    line = line.lstrip()
    return line.startswith("#") or (line[:1] in "gG" and _NAME_LINE.fullmatch(line) is not None)


def heading_in(line: str) -> Heading | None:
    """Parse a size line; None if the line is not a size line.

    A size line consists of two whole numbers. There may be a cross or a comma between them, and a word before them.
    """
    found = _SIZE_LINE.fullmatch(line.strip())
    return Heading(genre_name(found["word"] or ""), int(found["rows"]), int(found["cols"])) if found else None


def size_in(line: str, genre: str) -> Heading:
    """Parse a size line without a word or with the genre's name.

    ValueError if the line is not such a size line, or no puzzle has this size.
    """
    heading = heading_in(line)
    if heading is None or heading.word not in ("", genre):
        raise ValueError(f"expected {size_form(genre)}, found {quoted(line)}")
    check_size(heading.rows, heading.cols)
    return heading


def genre_name(word: str) -> str:
    """Return the name of a genre. ``word`` is this name in any capitalisation, or the name that another program uses
    for the genre."""
    return ALIASES.get(word.lower(), word.lower())


def _name_in(comments: Sequence[str]) -> str:
    """Return the name in the comments before a puzzle: the first comment or, in SudoCue's comments, the description.
    The name may be empty."""
    fields = [_FIELD.fullmatch(comment) for comment in comments]
    if len(fields) > 1 and all(fields):
        return next((printable(field["text"]).strip() for field in fields if field and field["key"] == "D"), "")
    return printable(comments[0].strip().removeprefix("#")).strip()


def cell_name(row: int, col: int) -> str:
    """Return the name of a cell for messages; ``row`` and ``col`` are counted from 0."""
    return f"row {row + 1}, column {col + 1}"


def shape_faults(
    rows: int, cols: int, grid: Sequence[Sequence[object]], allowed: Container[object], otherwise: str, what: str = ""
) -> list[str]:
    """Return a message for each error in the rows of a solution: a wrong number of rows or columns, or a cell whose
    value is not in ``allowed``.

    ``otherwise`` is the end of the message about such a cell. For the rows of a puzzle instead of a solution, ``what``
    says what they consist of, such as "clues".
    """
    if len(grid) != rows:
        return [f"expected {f'{rows} rows of {what}' if what else f'a solution of {rows} rows'}, found {len(grid)}"]
    if {*map(len, grid)} == {cols} and all(map(allowed.__contains__, {*chain.from_iterable(grid)})):
        return []
    faults = []
    for row, cells in enumerate(grid):
        if len(cells) != cols:
            faults.append(f"row {row + 1}: expected {cols} {what or 'cells'}, found {len(cells)}")
        wrong = ((col, cell) for col, cell in enumerate(cells) if cell not in allowed)
        faults += [f"{cell_name(row, col)}: {cell!r} is {otherwise}" for col, cell in wrong]
    return faults


def quoted(text: str, at: int = 0) -> str:
    """Quote a string, or the part of a long string around an index, for a message. The result is a single printable
    line."""
    at -= len(text) - len(text.lstrip())
    text = text.strip()
    if len(text) <= _LONGEST_QUOTE:
        return ascii(text)
    room = _LONGEST_QUOTE - len("...")
    if at < room:
        return ascii(f"{text[:room]}...")
    start = min(at - room // 2, len(text) - room)
    end = start + room
    return ascii(f"...{text[start:end]}{'...' * (end < len(text))}")


def printable(name: str) -> str:
    """Return the name without control characters, which a terminal would interpret."""
    return "".join(character for character in name if character.isprintable())
