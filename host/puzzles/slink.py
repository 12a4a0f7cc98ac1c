"""Slink: Slitherlink with a number in every cell, and the text forms of a programming contest's judge.

The rules are those of :mod:`rowloom.host.puzzles.slitherlink`. The genre comes from the ACM ICPC Mid-Central USA
contest of 2007, where the answer is a drawing in characters, which :func:`answer` makes. A solution is the cells'
colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rowloom.host.puzzles import text as texts
from rowloom.host.puzzles.drawing import Drawing
from rowloom.host.puzzles.slitherlink import Slitherlink, drawing, parse_solution, read_solutions, verify
from rowloom.host.puzzles.text import Fault, Lines, PuzzleError, is_comment, quoted, size_in, skipping

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
    """A puzzle: a Slitherlink in which every cell has a clue; ValueError if it is none."""

    genre: ClassVar[str] = GENRE

    def __post_init__(self) -> None:
        super().__post_init__()
        for row, clues in enumerate(self.clues):
            if None in clues:
                raise ValueError(f"{texts.place(row, clues.index(None))}: a Slink has a clue in every cell")


def read(text: str, source: str) -> Iterator[Slink | PuzzleError]:
    """Yield the text's puzzles in order, and an error in place of each bad one; docs/user/formats/slink.md.

    A line ``0 0`` ends it, as in the judge's input; where it is missing, the text's end does.
    """
    return texts.puzzles_in(text, source, partial(_take, source=source), EXPECTED)


def looks_like_one(text: str) -> bool:
    """Return whether the first lines, comments aside, are a size line and its rows of numbers 0 to 3.

    With one column it could be a Slitherlink, too; then another line decides: one of several numbers, or the judge's
    end.
    """
    lines = [line.split() for line in texts.contents(text)]
    size = size_in(" ".join(lines[0])) if lines else None
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
    lattice = [line for row in range(puzzle.rows) for line in (_lattice_row(picture, row), _cell_row(picture, row))]
    blank, border = " " * (4 * puzzle.cols + 1), "#" * (4 * puzzle.cols + 5)
    lines = (blank, *lattice, _lattice_row(picture, puzzle.rows), blank)
    return "\n".join([str(number), border, *(f"# {line} #" for line in lines), border])


def _lattice_row(picture: Drawing, row: int) -> str:
    """Return the vertices above a row of cells (or below the last one), and the edges between them."""
    vertices = [_vertex(*map(bool, picture.around(row, col))) for col in range(picture.cols + 1)]
    edges = ["---" if line else "   " for line in picture.horizontal[row]]
    return vertices[0] + "".join(edge + vertex for edge, vertex in zip(edges, vertices[1:]))


def _cell_row(picture: Drawing, row: int) -> str:
    edges = ["|" if line else " " for line in picture.vertical[row]]
    return edges[0] + "".join(f" {text} {edge}" for text, edge in zip(picture.texts[row], edges[1:]))


def _vertex(up: bool, down: bool, left: bool, right: bool) -> str:
    """Return a vertex with these lines."""
    return " -|+"[2 * (up or down) + (left or right)]


def _take(lines: Lines, name: str, source: str) -> Slink | PuzzleError | None:
    """Return the set that comes next; with the judge's end, all that is left goes.

    A set is a size line and its rows; it ends before a line that cannot be a row. Without a good size the number of
    rows is unknown: then the set ends with the paragraph.
    """
    line, heading = lines.popleft()
    size = size_in(heading)
    if size == _END:
        return _behind_the_end(lines, source)
    most = size[0] if size and min(size) >= 1 else len(lines)
    rows = texts.taken(lines, lambda text: text and not is_comment(text), most)
    try:
        if size is None:
            raise ValueError(f"expected a size line 'rows cols', found {quoted(heading)}")
        texts.check_size(*size)
    except ValueError as error:
        skipping(error, line + 1, line + len(rows))
        raise
    clues = tuple(_row(text, size[1], number) for number, text in enumerate(rows, line + 1))
    texts.check_row_count(size[0], rows)
    return Slink(name, *size, clues, line)


def _row(text: str, cols: int, line: int) -> tuple[int, ...]:
    numbers = text.split()
    if len(numbers) != cols:
        what = "number" if cols == 1 else "numbers"
        raise Fault(f"expected a row of {cols} {what}, found {len(numbers)}: {quoted(text)}", line)
    for column, number in enumerate(numbers, 1):
        if number not in _CLUES:
            raise Fault(f"number {column} of the row is {quoted(number)}; expected 0, 1, 2 or 3", line)
    return tuple(_CLUES[number] for number in numbers)


def _behind_the_end(lines: Lines, source: str) -> PuzzleError | None:
    """Return an error if anything follows the line that ends the input; no line is left."""
    texts.taken(lines, lambda text: not text or is_comment(text))
    error = None
    if lines:
        line, text = lines[0]
        error = PuzzleError(f"expected nothing behind '0 0', found {quoted(text)}", source, line)
        skipping(error, line + 1, max(number for number, rest in lines if rest))
        lines.clear()
    return error
