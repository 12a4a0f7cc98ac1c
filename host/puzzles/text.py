"""Puzzles in a text file: names, sizes and rows, whatever the genre."""

import io
import re
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple, TypeVar

__all__ = [
    "MAX_SIZE", "Fault", "Grid", "Lines", "PuzzleError",
    "check_row_count", "check_size", "contents", "default_name", "grids", "in_rows", "is_comment", "lines_of",
    "name_in", "place", "printable", "puzzles_in", "quoted", "shape_faults", "size_in", "skipping", "taken",
]  # fmt: skip

MAX_SIZE = 255
"""The most rows, and the most columns: each is one byte on the wire."""

_SIZE_LINE = re.compile(r"(?:(?P<word>[a-z]+)\s+)?(?P<rows>[+-]?[0-9]{1,9})\s+(?P<cols>[+-]?[0-9]{1,9})")
_LONGEST_QUOTE = 24


class PuzzleError(ValueError):
    """The text, which came from ``source``, holds no puzzle.

    Line and column, from 1, tell where it is wrong, if that is known; they go in front of the message.
    """

    def __init__(
        self, message: str, source: str, line: int | None = None, name: str | None = None, column: int | None = None
    ):
        place = [str(part) for part in (source, line, column) if part is not None]
        super().__init__(f"{':'.join(place)}: {message}" if line is not None else message)
        self.source, self.line, self.name, self.column = source, line, name, column


class Fault(ValueError):
    """What is wrong, and where: in a line, and perhaps from a column on."""

    def __init__(self, message: str, line: int, column: int | None = None):
        super().__init__(message)
        self.line, self.column = line, column


Lines = deque[tuple[int, str]]
"""What is left to read: the lines with their numbers."""

Found = TypeVar("Found")
Cell = TypeVar("Cell")


class Grid(NamedTuple):
    """A puzzle's text, its size known and its number of rows right."""

    name: str
    """From its ``# name`` line, or made from the source and the puzzle's number in it; printable."""
    rows: int
    cols: int
    line: int
    """The size line's number; row 0 is on the next one."""
    text: tuple[str, ...]
    """The rows as they stand in the file, without white space at their ends."""


def puzzles_in(
    text: str, source: str, take: Callable[[Lines, str], Found | None], expected: str
) -> Iterator[Found | PuzzleError]:
    """Yield the puzzles of a text in order, and an error in place of each bad one; an error if there is none.

    The first of the comment lines before a puzzle is its name.

    Parameters
    ----------
    text, source : str
        The text, and where it came from.
    take : function of (lines, name)
        Remove a puzzle's lines, the first of which comes next, and return the puzzle; None if these are none. It raises
        :class:`Fault`, or ValueError where the first line is at fault.
    expected : str
        What a text should hold, for the message.
    """
    lines, name, number = deque(enumerate(lines_of(text), 1)), "", 0
    while lines:
        line, content = lines[0]
        if not content:
            lines.popleft()
        elif is_comment(content):
            name = name_in(content)
            taken(lines, is_comment)
        else:
            name = name or default_name(source, number + 1)
            found: Found | PuzzleError | None
            try:
                found = take(lines, name)
            except Fault as fault:
                found = PuzzleError(str(fault), source, fault.line, name, fault.column)
            except ValueError as error:
                found = PuzzleError(str(error), source, line, name)
            if found is not None:
                number += 1
                yield found
            name = ""
    if number == 0:
        yield PuzzleError(f"no puzzle in {source}: expected {expected}", source)


def taken(lines: Lines, wanted: Callable[[str], object], most: float = inf) -> list[str]:
    """Remove the lines that come next as long as they are wanted, up to a number of them, and return them."""
    found: list[str] = []
    while lines and len(found) < most and wanted(lines[0][1]):
        found.append(lines.popleft()[1])
    return found


def skipping(error: ValueError, first: int, last: int) -> None:
    """Make the error also say that these lines were skipped, if there are any."""
    if first <= last:
        what = f"line {first} is" if first == last else f"lines {first} to {last} are"
        error.args = (f"{error}; {what} skipped",)


def grids(text: str, source: str, make: Callable[[Grid], Found], word: str = "") -> Iterator[Found | PuzzleError]:
    """Yield the puzzles of a text that are grids, in order, and an error in place of each bad one.

    A grid is a size line ``rows cols`` and the lines up to the next blank line, comment or size line, which
    must be as many as its rows. After an error in its size, reading goes on at the next comment or size line; the error
    names the lines between.

    Parameters
    ----------
    text, source : str
        As for :func:`puzzles_in`.
    make : function of grid
        The puzzle; :class:`Fault` if it is none.
    word : str, optional
        For a genre whose rows are separate numbers: what may stand first in a size line. In a grid of two columns,
        where a row may look like a size line, only a line that begins with it is one.
    """
    form = f"a size line '{word} rows cols'" if word else "a size line 'rows cols'"

    def is_row(line: str, pairs: bool = False) -> bool:
        is_size = size_in(line, word) and not (pairs and size_in(line))
        return bool(line) and not is_comment(line) and not is_size

    def take(lines: Lines, name: str) -> Found:
        line, heading = lines.popleft()
        size = size_in(heading, word)
        rows = taken(lines, partial(is_row, pairs=bool(word and size and size[1] == 2)))
        try:
            if size is None:
                raise ValueError(f"expected {form}, found {quoted(heading)}")
            check_size(*size)
            check_row_count(size[0], rows)
            if extra := rows[size[0] :]:
                message = f"expected a blank line or the next puzzle after the last row, found {quoted(extra[0])}"
                raise Fault(message, line + 1 + size[0])
        except ValueError as error:
            first = line + 1 + len(rows)
            skipped = [at for at, text in enumerate(taken(lines, lambda text: not text or is_row(text)), first) if text]
            if skipped:
                skipping(error, skipped[0], skipped[-1])
            raise
        return make(Grid(name, *size, line, tuple(rows)))

    return puzzles_in(text, source, take, f"{form} and the rows under it")


def check_size(rows: int, cols: int) -> None:
    """Raise ValueError if no puzzle has this size."""
    for count, what in ((rows, "rows"), (cols, "columns")):
        if not 1 <= count <= MAX_SIZE:
            raise ValueError(f"{count} {what}: expected 1 to {MAX_SIZE}")


def check_row_count(count: int, rows: Sequence[str]) -> None:
    """Raise ValueError if there are fewer rows than the size line says."""
    if len(rows) < count:
        raise ValueError(f"expected {count} {'row' if count == 1 else 'rows'} under the size line, found {len(rows)}")


def in_rows(cells: Sequence[Cell], cols: int) -> Iterator[Sequence[Cell]]:
    """Yield the rows of ``cols`` cells each."""
    return (cells[start : start + cols] for start in range(0, len(cells), cols))


def lines_of(text: str) -> list[str]:
    """Return the lines, whatever ends them, without trailing white space and byte order mark."""
    return [line.rstrip() for line in io.StringIO(text.removeprefix("\ufeff"), newline=None)]


def contents(text: str) -> list[str]:
    """Return the lines that are neither blank nor comments, stripped."""
    return [line.strip() for line in lines_of(text) if line and not is_comment(line)]


def is_comment(line: str) -> bool:
    """Return whether the line begins with a number sign."""
    return line.lstrip().startswith("#")


def size_in(line: str, word: str = "") -> tuple[int, int] | None:
    """Return the rows and columns of a size line: two whole numbers, perhaps after this word."""
    found = _SIZE_LINE.fullmatch(line.strip())
    return (int(found["rows"]), int(found["cols"])) if found and found["word"] in (None, word) else None


def name_in(comment: str) -> str:
    """Return the name in a comment; it may be empty."""
    return printable(comment.lstrip()[1:]).strip()


def default_name(source: str, number: int) -> str:
    """Return the name of a puzzle that has none; puzzles count from 1."""
    return f"{printable(Path(source).stem)}-{number}"


def place(row: int, col: int) -> str:
    """Name a cell in a message; row and column count from 0 here and from 1 there."""
    return f"row {row + 1}, column {col + 1}"


def shape_faults(
    rows: int, cols: int, grid: Sequence[Sequence[object]], allowed: Container[object], otherwise: str, what: str = ""
) -> list[str]:
    """Return how a grid's shape or a cell of it is wrong; cells that are not ``allowed`` are ``otherwise``.

    The grid is a solution, or a puzzle's rows of ``what``.
    """
    if len(grid) != rows:
        return [f"expected {f'{rows} rows of {what}' if what else f'a solution of {rows} rows'}, found {len(grid)}"]
    faults = []
    for row, cells in enumerate(grid):
        if len(cells) != cols:
            faults.append(f"row {row + 1}: expected {cols} {what or 'cells'}, found {len(cells)}")
        faults += [f"{place(row, col)}: {one!r} is {otherwise}" for col, one in enumerate(cells) if one not in allowed]
    return faults


def quoted(text: str) -> str:
    """Quote the text in a message: on one line, printable, and not too long."""
    text = text.strip()
    return ascii(text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "...")


def printable(name: str) -> str:
    """Return the name without control characters, which a terminal would execute."""
    return "".join(character for character in name if character.isprintable())
