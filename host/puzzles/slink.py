"""Slink: a Slitherlink with a number in every cell. The text formats are from a programming contest.

The rules are the same as in :mod:`rowloom.host.puzzles.slitherlink`, and a solution consists of the cells' colours. The
genre comes from the ACM ICPC Mid-Central USA contest of 2007. The judge of this contest expects the answer as a drawing
in characters; see :func:`answer`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from rowloom.host.drawing.drawing import Cell
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import (
    Heading,
    cell_name,
    check_row_count,
    contents,
    heading_in,
    is_comment,
    quoted,
    size_in,
    skip,
)
from rowloom.host.puzzles.text.lines import Fault, Lines

__all__ = ["Slink", "answer"]

_END = Heading("", 0, 0)
"""The size line that ends the judge's input: ``0 0``."""


@dataclass(frozen=True)
class Slink(Slitherlink):
    """A puzzle: a Slitherlink in which every cell has a clue; ValueError if a cell has no clue."""

    genre: ClassVar[str] = "slink"
    title: ClassVar[str] = "Slink"
    codes: ClassVar[Mapping[str, int | None]] = {str(clue): clue for clue in range(4)}
    code_form: ClassVar[str] = "'0', '1', '2' or '3'"
    separator: ClassVar[str] = " "
    form: ClassVar[str] = "a size line 'rows cols' and rows of numbers 0 to 3 with a space between them"

    def __post_init__(self) -> None:
        super().__post_init__()
        for row, clues in enumerate(self.clues):
            if None in clues:
                raise ValueError(f"{cell_name(row, clues.index(None))}: a Slink has a clue in every cell")

    @classmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        """See :meth:`.puzzle.Puzzle.take`. At the line ``0 0``, which ends the judge's input, remove all remaining
        lines and return None.

        If the size line is invalid, the rest of the paragraph is skipped, because the number of rows is unknown.
        """
        line, text = lines.popleft()
        if heading_in(text) == _END:
            skip(lines, lambda text: not _is_row(text))
            if lines:
                line, text = lines.popleft()
                skipped = skip(lines, lambda text: True)
                raise Fault(f"expected nothing after '0 0', found {quoted(text)}{skipped}", line)
            return None
        try:
            _, height, width = size_in(text, cls.genre)
        except ValueError as error:
            error.args = (f"{error}{skip(lines, _is_row)}",)
            raise
        rows = lines.take(_is_row, height)
        clues = cls._clues_in(rows, width, line)
        check_row_count(height, rows)
        return cls(name, height, width, clues, line)

    @classmethod
    def recognizes(cls, text: str) -> bool:
        """Return whether the first lines that are not comments are a size line and rows of the numbers 0 to 3.

        A grid with one column could also be a Slitherlink. In this case, the text must also contain a line of more than
        two numbers, or the line ``0 0``, which ends the judge's input.
        """
        lines = [line.split() for line in contents(text)]
        heading = heading_in(" ".join(lines[0])) if lines else None
        return (
            heading is not None
            and not heading.word
            and all(len(row) == heading.cols and {*row} <= cls.codes.keys() for row in lines[1 : heading.rows + 1])
            and (heading.cols > 1 or any(len(row) > 2 or row == ["0", "0"] for row in lines))
        )

    def with_clues_at(self, cells: Collection[Cell]) -> Puzzle:
        """See :meth:`.puzzle.Puzzle.with_clues_at`. A Slink from which clues are removed becomes a Slitherlink."""
        if all(cell in cells for cell in self.cells):
            return self
        return Slitherlink(self.name, self.rows, self.cols, self.clues, self.line).with_clues_at(cells)


def answer(puzzle: Slitherlink, solution: Sequence[str], number: int) -> str:
    """Return the number of a puzzle, and below it the solution as the judge draws it.

    A cell is four characters wide and two lines high. A vertex where the loop turns is ``+``. The grid is surrounded by
    a blank ring and a border of ``#``, so the drawing has ``4 * cols + 5`` columns and ``2 * rows + 5`` lines. There is
    no newline at the end.
    """
    picture, lines = puzzle.drawing(solution), [" " * (4 * puzzle.cols + 1)]
    for row in range(puzzle.rows + 1):
        around = [picture.around(row, col) for col in range(puzzle.cols + 1)]
        vertices = [" -|+"[2 * bool(up or down) + bool(left or right)] for up, down, left, right in around]
        edges = ["---" if line else "   " for line in picture.horizontal[row]]
        lines.append("".join(map("".join, zip(vertices, [*edges, ""]))))
        if row < puzzle.rows:
            edges = ["|" if line else " " for line in picture.vertical[row]]
            lines.append(edges[0] + "".join(f" {text} {edge}" for text, edge in zip(picture.texts[row], edges[1:])))
    border = "#" * (4 * puzzle.cols + 5)
    return "\n".join([str(number), border, *(f"# {line} #" for line in (*lines, lines[0])), border])


def _is_row(text: str) -> bool:
    return bool(text) and not is_comment(text)
