"""The forms in which puzzles can be written: Rowloom's own text, and what other programs read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rowloom.host import puzzles
from rowloom.host.puzzles import json_lines, slink, slitherlink, sudoku, tatham, urls

__all__ = ["FORMS", "Form", "Unwritable"]


class Unwritable(ValueError):
    """A puzzle that there is no such form of."""


@dataclass(frozen=True)
class Form:
    """A form of puzzles.

    Parameters
    ----------
    name : str
    summary : str
        What it is, in a few words.
    genres : sequence of str
        What can be written so.
    compose : function of puzzle
        The puzzle in this form, without a line end behind it; ValueError if there is none.
    named : bool
        Each puzzle has a line ``# name`` before it, which is not part of what ``compose`` returns.
    end : str
        What stands behind the last puzzle.
    mixed : bool
        Puzzles of several genres may stand in one file.
    """

    name: str
    summary: str
    genres: Sequence[str]
    compose: Callable[[Any], str]
    named: bool = True
    end: str = ""
    mixed: bool = True

    def write(self, puzzle: Any) -> str:
        """The puzzle in this form, without a line end behind it.

        Raises
        ------
        Unwritable
            If there is no such form of it; the message says why.
        """
        if puzzle.genre not in self.genres:
            raise Unwritable(f"{self.name} is for {', '.join(self.genres)}, not for {puzzle.genre}")
        try:
            text = self.compose(puzzle)
        except ValueError as error:
            raise Unwritable(str(error)) from error
        return f"# {puzzle.name}\n{text}" if self.named else text


def _text(puzzle: Any) -> str:
    return puzzles.genre(puzzle.genre).write(puzzle).rstrip("\n") + "\n"


def _line81(puzzle: sudoku.Sudoku) -> str:
    if puzzle.order != 3:
        raise ValueError(f"81 characters are a Sudoku of 9x9, and this one is {puzzle.rows}x{puzzle.cols}")
    return "".join(str(digit or ".") for row in puzzle.cells for digit in row)


def _set(puzzle: slitherlink.Slitherlink) -> str:
    """A Slink as the judge has it: without a name."""
    full = slink.Slink(puzzle.name, puzzle.rows, puzzle.cols, puzzle.clues)
    return slink.write(full).rstrip("\n").partition("\n")[2]


_ALL = tuple(puzzles.GENRES)
_LOOPS = (slitherlink.GENRE, slink.GENRE)

FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        Form("text", "Rowloom's own text of the genre", _ALL, _text, named=False, mixed=False),
        Form("puzz.link", "a URL for puzz.link", _ALL, partial(urls.write, host="puzz.link")),
        Form("pzv", "a URL for pzv.jp", _ALL, partial(urls.write, host="pzv")),
        Form("tatham", "a game id of Simon Tatham's Loopy or Solo", tatham.GENRES, tatham.write),
        Form("line81", "a Sudoku's 81 characters", (sudoku.GENRE,), _line81, named=False),
        Form("slink", "the input of the Slink judge", _LOOPS, _set, named=False, end="0 0"),
        Form("json", "a JSON object a line", _ALL, json_lines.write, named=False),
    )
}
"""By name."""
