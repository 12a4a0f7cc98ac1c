"""The forms in which puzzles can be written: Rowloom's own text, and those of other programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rowloom.host import puzzles
from rowloom.host.formats import json_lines, tatham, urls
from rowloom.host.puzzles import Puzzle, slink, slitherlink, sudoku

__all__ = ["FORMS", "Form", "Unwritable"]


class Unwritable(ValueError):
    """This form cannot express the puzzle."""


@dataclass(frozen=True)
class Form:
    """A form of puzzles."""

    name: str
    summary: str
    """What it is, in a few words."""
    genres: Sequence[str]
    """What can be written so."""
    compose: Callable[[Puzzle], str]
    """The puzzle in this form, without a line end behind it; ValueError if there is none."""
    named: bool = True
    """Each puzzle has a line ``# name`` before it, which is not part of what ``compose`` returns."""
    end: str = ""
    """What stands behind the last puzzle."""
    mixed: bool = True
    """Puzzles of several genres may stand in one file."""

    def write(self, puzzle: Puzzle) -> str:
        """Return the puzzle as it stands in a file of several, with its name; errors as of :meth:`bare`."""
        text = self.bare(puzzle)
        return f"# {puzzle.name}\n{text}" if self.named else text

    def bare(self, puzzle: Puzzle) -> str:
        """Return the puzzle in this form, without a final newline; :class:`Unwritable` says why if there is none."""
        if puzzle.genre not in self.genres:
            raise Unwritable(f"{self.name} is for {', '.join(self.genres)}, not for {puzzle.genre}")
        try:
            return self.compose(puzzle)
        except ValueError as error:
            raise Unwritable(str(error)) from error


def _text(puzzle: Puzzle) -> str:
    return puzzles.genre(puzzle.genre).write(puzzle).rstrip("\n") + "\n"


def _line81(puzzle: Puzzle) -> str:
    if puzzle.rows != 9:
        raise ValueError(f"81 characters are a Sudoku of 9x9, and this one is {puzzle.rows}x{puzzle.cols}")
    return "".join(str(digit or ".") for row in puzzle.clues for digit in row)


def _set(puzzle: Puzzle) -> str:
    """Return a Slink as the judge reads it: without a name."""
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
