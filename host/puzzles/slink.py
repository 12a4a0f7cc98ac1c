"""Slink: a Slitherlink with a number in every cell. Texts have the forms that a programming contest's judge uses.

The rules are those of :mod:`rowloom.host.puzzles.slitherlink`, and a solution consists of the cells' colours. The genre
comes from the ACM ICPC Mid-Central USA contest of 2007. There, the answer is a drawing in characters, which
:func:`answer` makes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from rowloom.host.puzzles import text as texts
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import Heading, heading_in, is_comment, quoted
from rowloom.host.puzzles.text.lines import Fault, Lines

__all__ = ["Slink", "answer"]

_NUMBER = re.compile(r"\S+")
_CLUES = {str(clue): clue for clue in range(4)}
_END = Heading("", 0, 0)
"""The size that ends the judge's input."""


@dataclass(frozen=True)
class Slink(Slitherlink):
    """A puzzle: a Slitherlink in which every cell has a clue; ValueError if a cell has none."""

    genre: ClassVar[str] = "slink"
    title: ClassVar[str] = "Slink"
    form: ClassVar[str] = "a size line 'rows cols' and rows of numbers 0 to 3 with a space between them"

    def __post_init__(self) -> None:
        super().__post_init__()
        for row, clues in enumerate(self.clues):
            if None in clues:
                raise ValueError(f"{texts.place(row, clues.index(None))}: a Slink has a clue in every cell")

    @classmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        """See :class:`.puzzle.GenreOf`. At the end of the judge's input, remove all remaining lines and return None.

        If there is no valid size line, the rest of the paragraph is skipped, because the number of rows is unknown.
        """
        line, text = lines.popleft()
        heading = heading_in(text)
        if heading == _END:
            texts.skip(lines, lambda text: not _is_row(text))
            if lines:
                line, text = lines.popleft()
                skipped = texts.skip(lines, lambda text: True)
                raise Fault(f"expected nothing after '0 0', found {quoted(text)}{skipped}", line)
            return None
        try:
            if heading is None or heading.word not in ("", cls.genre):
                raise ValueError(f"expected {texts.size_form()}, found {quoted(text)}")
            texts.check_size(heading.rows, heading.cols)
        except ValueError as error:
            error.args = (f"{error}{texts.skip(lines, _is_row)}",)
            raise
        rows = lines.take(_is_row, heading.rows)
        clues = tuple(_row(text, heading.cols, number) for number, text in enumerate(rows, line + 1))
        texts.check_row_count(heading.rows, rows)
        return cls(name, heading.rows, heading.cols, clues, line)

    @classmethod
    def looks_like_one(cls, text: str) -> bool:
        """Return whether the first lines that are not comments are a size line and rows of the numbers 0 to 3.

        A text with one column could also be a Slitherlink; so it must also contain a line of more than two numbers, or
        the line that ends the judge's input.
        """
        lines = [line.split() for line in texts.contents(text)]
        heading = heading_in(" ".join(lines[0])) if lines else None
        return (
            heading is not None
            and not heading.word
            and all(len(row) == heading.cols and {*row} <= _CLUES.keys() for row in lines[1 : heading.rows + 1])
            and (heading.cols > 1 or any(len(row) > 2 or row == ["0", "0"] for row in lines))
        )

    def write(self) -> str:
        rows = (" ".join(map(str, clues)) for clues in self.clues)
        return "\n".join([f"# {self.name}", f"{self.rows} {self.cols}", *rows, ""])


def answer(puzzle: Slitherlink, solution: Sequence[str], number: int) -> str:
    """Return the number of a puzzle, and below it the solution as the judge draws it.

    A cell is four characters wide and two lines high. A vertex where the loop turns is ``+``. Around the grid are a
    blank ring and a border of ``#``. So the drawing has ``4 * cols + 5`` columns and ``2 * rows + 5`` lines. There is
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


def _row(text: str, cols: int, line: int) -> tuple[int, ...]:
    numbers = list(_NUMBER.finditer(text))
    if len(numbers) != cols:
        what = "number" if cols == 1 else "numbers"
        column = (numbers[cols].start() if len(numbers) > cols else len(text)) + 1
        message = f"expected a row of {cols} {what}, found {len(numbers)}: {quoted(text, column - 1)}"
        raise Fault(message, line, column)
    for number in numbers:
        if number[0] not in _CLUES:
            raise Fault(f"{quoted(number[0])} is not a clue; expected 0, 1, 2 or 3", line, number.start() + 1)
    return tuple(_CLUES[number[0]] for number in numbers)


def _is_row(text: str) -> bool:
    return bool(text) and not is_comment(text)
