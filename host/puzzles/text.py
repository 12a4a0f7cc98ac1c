"""Puzzles in a text file: names, sizes and rows, whatever the genre."""

import io
import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

__all__ = [
    "MAX_SIZE", "Grid", "PuzzleError",
    "contents", "default_name", "grids", "is_comment", "is_size_line", "lines_of", "name_in", "place", "printable",
    "quoted", "shape_faults",
]  # fmt: skip

MAX_SIZE = 255
"""The most rows, and the most columns: each is one byte on the wire."""

_SIZE_LINE = re.compile(r"(?:(?P<word>[a-z]+)\s+)?(?P<rows>[+-]?[0-9]{1,9})\s+(?P<cols>[+-]?[0-9]{1,9})")
_LONGEST_QUOTE = 24


class PuzzleError(ValueError):
    """The text holds no puzzle.

    Parameters
    ----------
    message : str
        What is wrong, and what was expected.
    source : str
        Where the text came from.
    line, column : int, from 1
        Where it is wrong, if known; they go in front of the message.
    name : str
        The puzzle's name, if it has one.
    """

    def __init__(
        self, message: str, source: str, line: int | None = None, name: str | None = None, column: int | None = None
    ):
        place = [str(part) for part in (source, line, column) if part is not None]
        super().__init__(f"{':'.join(place)}: {message}" if line is not None else message)
        self.source, self.line, self.name, self.column = source, line, name, column

    def skipping(self, first: int, last: int) -> Self:
        """Return the same error, which also says that these lines were skipped."""
        what = f"line {first} is" if first == last else f"lines {first} to {last} are"
        self.args = (f"{self}; {what} skipped",)
        return self


@dataclass(frozen=True)
class Grid:
    """A puzzle's text, its size known and its number of rows right.

    Attributes
    ----------
    name : str
        From its ``# name`` line, or made from the source and the puzzle's number in it; printable.
    rows, cols : int, 1 to MAX_SIZE
        From its size line.
    line : int, from 1
        The size line's number; row 0 is on the next one.
    text : tuple of str, one a row
        The rows as they stand in the file, without white space at their ends.
    """

    name: str
    rows: int
    cols: int
    line: int
    text: tuple[str, ...]


def grids(text: str, source: str, word: str = "") -> Iterator[Grid | PuzzleError]:
    """Yield the grids of a text in order, and an error in place of each bad one.

    A grid is a size line ``rows cols`` and the lines up to the next blank line, comment or size line, which
    must be as many as its rows. The first of the comment lines before it is its name. After an error, reading
    goes on at the next comment or size line; the error names the lines between.

    Parameters
    ----------
    text, source : str
        The text, and where it came from.
    word : str, optional
        For a genre whose rows are separate numbers: what may stand first in a size line. In a grid of two columns,
        where a row may look like a size line, only a line that begins with it is one.
    """
    lines = lines_of(text)

    def is_row(line: str, pairs: bool = False) -> bool:
        is_size = is_size_line(line, word) and not (pairs and is_size_line(line))
        return bool(line) and not is_comment(line) and not is_size

    name, number, at = "", 0, 0
    while at < len(lines):
        if not lines[at]:
            at += 1
        elif is_comment(lines[at]):
            end = _skip(lines, at, is_comment)
            name, at = name_in(lines[at]), end
        else:
            number += 1
            name = name or default_name(source, number)
            size = _size(lines[at], word)
            pairs = bool(word and size and size[1] == 2)
            end = _skip(lines, at + 1, partial(is_row, pairs=pairs))
            try:
                yield _grid(lines[at:end], source, at + 1, name, word)
            except PuzzleError as error:
                start, end = end, _skip(lines, end, lambda line: not line or is_row(line))
                skipped = [number for number, line in enumerate(lines[start:end], start + 1) if line]
                yield error.skipping(skipped[0], skipped[-1]) if skipped else error
            name, at = "", end
    if number == 0:
        yield PuzzleError(
            f"no puzzle in {source}: expected a size line {_size_form(word)} and the rows under it", source
        )


def _grid(lines: list[str], source: str, line: int, name: str, word: str) -> Grid:
    """Return the grid in these lines, the first of which is number ``line``."""
    size = _size(lines[0], word)
    if size is None:
        message = f"expected a size line {_size_form(word)}, found {quoted(lines[0])}"
        raise PuzzleError(message, source, line, name)
    rows, cols = size
    for count, what in ((rows, "rows"), (cols, "columns")):
        if not 1 <= count <= MAX_SIZE:
            raise PuzzleError(f"{count} {what}: expected 1 to {MAX_SIZE}", source, line, name)
    body = lines[1:]
    if len(body) < rows:
        message = f"expected {rows} {'row' if rows == 1 else 'rows'} under the size line, found {len(body)}"
        raise PuzzleError(message, source, line, name)
    if len(body) > rows:
        message = f"expected a blank line or the next puzzle after the last row, found {quoted(body[rows])}"
        raise PuzzleError(message, source, line + 1 + rows, name)
    return Grid(name, rows, cols, line, tuple(body))


def lines_of(text: str) -> list[str]:
    """Return the lines, whatever ends them, without trailing white space and byte order mark."""
    return [line.rstrip() for line in io.StringIO(text.removeprefix("\ufeff"), newline=None)]


def contents(text: str) -> list[str]:
    """Return the lines that are neither blank nor comments, stripped."""
    return [line.strip() for line in lines_of(text) if line and not is_comment(line)]


def is_comment(line: str) -> bool:
    """Return whether the line begins with a number sign."""
    return line.lstrip().startswith("#")


def is_size_line(line: str, word: str = "") -> bool:
    """Return whether the line is two whole numbers, perhaps after this word."""
    return _size(line, word) is not None


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
    rows: int, cols: int, solution: Sequence[Sequence[object]], allowed: Container[object], otherwise: str
) -> list[str]:
    """Return how the solution's shape or a cell of it is wrong; cells that are not ``allowed`` are ``otherwise``."""
    if len(solution) != rows:
        return [f"expected a solution of {rows} rows, found {len(solution)}"]
    faults = []
    for row, cells in enumerate(solution):
        if len(cells) != cols:
            faults.append(f"row {row + 1}: expected {cols} cells, found {len(cells)}")
        faults += [
            f"{place(row, col)}: {cell!r} is {otherwise}" for col, cell in enumerate(cells) if cell not in allowed
        ]
    return faults


def quoted(text: str) -> str:
    """Quote the text in a message: on one line, printable, and not too long."""
    text = text.strip()
    return ascii(text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "...")


def _size(line: str, word: str) -> tuple[int, int] | None:
    """Return the rows and columns of a size line."""
    found = _SIZE_LINE.fullmatch(line.strip())
    return (int(found["rows"]), int(found["cols"])) if found and found["word"] in (None, word) else None


def _size_form(word: str) -> str:
    """Return what a size line consists of, for messages."""
    return f"'{word} rows cols'" if word else "'rows cols'"


def _skip(lines: list[str], at: int, wanted: Callable[[str], bool]) -> int:
    """Return the number of the first line from ``at`` on that is not of the wanted kind."""
    while at < len(lines) and wanted(lines[at]):
        at += 1
    return at


def printable(name: str) -> str:
    """Return the name without control characters, which a terminal would execute."""
    return "".join(character for character in name if character.isprintable())
