"""Slink: Slitherlink with a number in every cell, and the text forms of a programming contest's judge.

The rules are those of :mod:`rowloom.host.puzzles.slitherlink`. The genre comes from the ACM ICPC Mid-Central USA
contest of 2007, where the answer is a drawing in characters, which :func:`answer` makes. A solution is the cells'
colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rowloom.host.puzzles.drawing import Drawing
from rowloom.host.puzzles.slitherlink import Slitherlink, drawing, parse_solution, read_solutions, verify
from rowloom.host.puzzles.text import (
    MAX_SIZE,
    PuzzleError,
    contents,
    default_name,
    is_comment,
    is_size_line,
    lines_of,
    name_in,
    quoted,
)

__all__ = [
    "EXPECTED", "GENRE", "Slink",
    "answer", "drawing", "looks_like_one", "parse_solution", "read", "read_solutions", "verify", "write",
]  # fmt: skip

GENRE = "slink"

EXPECTED = "a size line 'rows cols' and rows of numbers 0 to 3 with a space between them"
"""What a text should hold, for messages."""

_CLUES = {str(clue): clue for clue in range(4)}
_END = (0, 0)
"""The size that ends the judge's input."""


@dataclass(frozen=True)
class Slink(Slitherlink):
    """A puzzle: a Slitherlink in which every cell has a clue.

    Raises
    ------
    ValueError
        If it is no Slitherlink, or a cell is without a clue.
    """

    genre: ClassVar[str] = GENRE

    def __post_init__(self) -> None:
        super().__post_init__()
        for row, clues in enumerate(self.clues, 1):
            if None in clues:
                raise ValueError(f"row {row}, column {clues.index(None) + 1}: a Slink has a clue in every cell")


def read(text: str, source: str) -> Iterator[Slink | PuzzleError]:
    """Yield the text's puzzles in order, and an error in place of each bad one; docs/user/formats/slink.md.

    A line ``0 0`` ends it, as in the judge's input; where it is missing, the text's end does.
    """
    lines = lines_of(text)
    name, number, at = "", 0, 0
    while at < len(lines):
        if not lines[at]:
            at += 1
            continue
        if is_comment(lines[at]):
            name = name_in(lines[at])
            while at < len(lines) and is_comment(lines[at]):
                at += 1
            continue
        if _size(lines[at]) == _END:
            for error in _behind_the_end(lines, at + 1, source):
                number += 1
                yield error
            break
        number += 1
        first, at = at, _end_of_set(lines, at)
        try:
            yield _puzzle(lines[first:at], source, first + 1, name or default_name(source, number))
        except PuzzleError as error:
            yield error
        name = ""
    if number == 0:
        yield PuzzleError(f"no puzzle in {source}: expected {EXPECTED}", source)


def looks_like_one(text: str) -> bool:
    """Return whether the first lines, comments aside, are a size line and its rows of numbers 0 to 3.

    With one column it could be a Slitherlink, too; then another line decides: one of several numbers, or the judge's
    end.
    """
    lines = [line.split() for line in contents(text)]
    size = _size(" ".join(lines[0])) if lines else None
    return (
        size is not None
        and all(len(row) == size[1] and {*row} <= _CLUES.keys() for row in lines[1 : size[0] + 1])
        and (size[1] > 1 or any(len(row) > 2 or row == ["0", "0"] for row in lines))
    )


def write(puzzle: Slink) -> str:
    """Return the puzzle as text, its name first."""
    rows = (" ".join(map(str, clues)) for clues in puzzle.clues)
    return "\n".join([f"# {puzzle.name}", f"{puzzle.rows} {puzzle.cols}", *rows, ""])


def answer(puzzle: Slitherlink, solution: Sequence[str], number: int) -> str:
    """Return the judge's drawing of a solution, below the number of its set.

    A cell is four characters wide and two lines high. A vertex is ``+`` where the loop turns; around the lattice are a
    blank ring and a border of ``#``: ``4 * cols + 5`` columns and ``2 * rows + 5`` lines, without a final newline.
    """
    picture = drawing(puzzle, solution)
    lattice = []
    for row in range(puzzle.rows + 1):
        lattice.append(_lattice_row(picture, row))
        if row < puzzle.rows:
            lattice.append(_cell_row(picture, row))
    blank = " " * (4 * puzzle.cols + 1)
    border = "#" * (4 * puzzle.cols + 5)
    return "\n".join([str(number), border, *(f"# {line} #" for line in (blank, *lattice, blank)), border])


def _lattice_row(picture: Drawing, row: int) -> str:
    """Return the vertices above a row of cells (or below the last one), and the edges between them."""
    vertices = [_VERTICES[tuple(map(bool, picture.around(row, col)))] for col in range(picture.cols + 1)]
    edges = ["---" if line else "   " for line in picture.horizontal[row]]
    return vertices[0] + "".join(edge + vertex for edge, vertex in zip(edges, vertices[1:]))


def _cell_row(picture: Drawing, row: int) -> str:
    edges = ["|" if line else " " for line in picture.vertical[row]]
    return edges[0] + "".join(f" {text} {edge}" for text, edge in zip(picture.texts[row], edges[1:]))


_TURNS = [(vertical, horizontal) for vertical in (0, 1) for horizontal in (2, 3)]
_VERTICES = {
    # lines going up, down, left, right
    (False, False, False, False): " ",
    (True, True, False, False): "|",
    (False, False, True, True): "-",
    **{tuple(way in turn for way in range(4)): "+" for turn in _TURNS},
}


def _size(line: str) -> tuple[int, int] | None:
    if not is_size_line(line):
        return None
    rows, cols = line.split()
    return int(rows), int(cols)


def _end_of_set(lines: list[str], at: int) -> int:
    """Return the line behind the set that begins at a line: behind its rows, or before one that cannot be a row.

    Without a good size the number of rows is unknown; then the set ends with the paragraph.
    """
    size = _size(lines[at])
    most = size[0] if size and min(size) >= 1 else len(lines)
    end = at + 1
    while end < len(lines) and end <= at + most and lines[end] and not is_comment(lines[end]):
        end += 1
    return end


def _puzzle(lines: list[str], source: str, line: int, name: str) -> Slink:
    """Return the set in these lines, the first of which is number ``line``."""
    size = _size(lines[0])
    if size is None:
        error = PuzzleError(f"expected a size line 'rows cols', found {quoted(lines[0])}", source, line, name)
        raise _skipping(error, line + 1, line + len(lines) - 1)
    for count, what in zip(size, ("rows", "columns")):
        if not 1 <= count <= MAX_SIZE:
            error = PuzzleError(f"{count} {what}: expected 1 to {MAX_SIZE}", source, line, name)
            raise _skipping(error, line + 1, line + len(lines) - 1)
    rows, cols = size
    clues = tuple(_row(text, cols, source, number, name) for number, text in enumerate(lines[1 : rows + 1], line + 1))
    if len(clues) < rows:
        message = f"expected {rows} {'row' if rows == 1 else 'rows'} under the size line, found {len(clues)}"
        raise PuzzleError(message, source, line, name)
    return Slink(name, rows, cols, clues, line)


def _row(text: str, cols: int, source: str, line: int, name: str) -> tuple[int, ...]:
    numbers = text.split()
    if len(numbers) != cols:
        what = "number" if cols == 1 else "numbers"
        message = f"expected a row of {cols} {what}, found {len(numbers)}: {quoted(text)}"
        raise PuzzleError(message, source, line, name)
    for column, number in enumerate(numbers, 1):
        if number not in _CLUES:
            raise PuzzleError(
                f"number {column} of the row is {quoted(number)}; expected 0, 1, 2 or 3", source, line, name
            )
    return tuple(_CLUES[number] for number in numbers)


def _behind_the_end(lines: list[str], at: int, source: str) -> Iterator[PuzzleError]:
    """Yield an error if anything follows the line that ends the input."""
    for line, text in enumerate(lines[at:], at + 1):
        if text and not is_comment(text):
            error = PuzzleError(f"expected nothing behind '0 0', found {quoted(text)}", source, line)
            last = max(number for number, rest in enumerate(lines, 1) if rest)
            yield _skipping(error, line + 1, last)
            return


def _skipping(error: PuzzleError, first: int, last: int) -> PuzzleError:
    """Return the error, which also says that these lines were skipped, if there are any."""
    return error.skipping(first, last) if first <= last else error
