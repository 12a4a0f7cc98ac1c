"""Reading texts whose genre may be unknown, and which may hold puzzles of several."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import TextIO, cast

from rowloom.host.puzzles import one_line, sudoku
from rowloom.host.puzzles.lines import Fault, Line, Lines
from rowloom.host.puzzles.puzzle import Genre, Puzzle
from rowloom.host.puzzles.text import PuzzleError, heading_in, puzzles_in, quoted, size_form, skip

__all__ = ["Reader"]

_EXPECTED = f"{size_form()} and the rows under it; for a Sudoku {sudoku.EXPECTED}; or {one_line.EXPECTED}"
"""What a text should hold, for messages."""

_MOST_LINES = 1_000
_MOST_CHARACTERS = 1_000_000
"""How much of a text tells its genre."""


class Reader:
    """Reads one text.

    A puzzle on one line tells its genre, and so does a size line that begins with a genre's name. The first other
    puzzle and what follows decides on the genre of all others.

    Parameters
    ----------
    genres : mapping of str to Genre
        Those that there are, by name.
    source : str
        Where the text came from.
    wanted : Genre, optional
        The only genre whose puzzles are read.
    """

    def __init__(self, genres: Mapping[str, Genre], source: str, wanted: Genre | None):
        self._genres, self._source, self._wanted = genres, source, wanted
        self._genre: Genre | None = None
        """That of puzzles that do not tell theirs, once it is known."""

    def read(self, text: str | TextIO) -> Iterator[Puzzle | PuzzleError]:
        """Yield the puzzles in order, and an error in place of each bad one; an error if there is none."""
        lines = Lines(text, one_line.is_one)
        return puzzles_in(lines, self._source, self._take, _EXPECTED, self._take_apart)

    def _take_apart(self, line: Line, name: str) -> Puzzle:
        return self._checked(one_line.read(line, name))

    def _take(self, lines: Lines, name: str) -> Puzzle | None:
        heading = heading_in(lines[0].text)
        named = self._genres.get(heading.word) if heading else None
        self._genre = self._genre or self._wanted_of(lines) or named or self._found_in(lines)
        puzzle = (named or self._genre).take(lines, name)
        return puzzle and self._checked(puzzle)

    def _checked(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle of the wanted genre; :class:`Fault` if it is of another one."""
        if self._wanted and puzzle.genre != self._wanted.GENRE:
            message = f"expected a puzzle of the genre {self._wanted.GENRE}, found one of {puzzle.genre}"
            raise Fault(message, cast(int, puzzle.line))
        return puzzle

    def _wanted_of(self, lines: Lines) -> Genre | None:
        """Return the wanted genre if there is one.

        If the lines look like another one, and none of its puzzles is good, all go, and that is a ValueError.
        """
        if self._wanted is None:
            return None
        text = _beginning(lines)
        likely = [one.GENRE for one in self._likely(text)]
        if likely and self._wanted.GENRE not in likely and not self._share(self._wanted, text):
            skipped = _skip_others(lines)
            raise ValueError(f"these are {' or '.join(likely)} puzzles, not {self._wanted.GENRE}{skipped}")
        return self._wanted

    def _found_in(self, lines: Lines) -> Genre:
        """Return the genre that the lines begin with; ValueError, and they go, if that is not clear."""
        text = _beginning(lines)
        found = self._genres_of(text)
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(f"'{one.GENRE}'" for one in found)
            message = f"this may be {names}: choose by --genre, or by the word in front of the sizes in the file"
            raise ValueError(f"{message}{_skip_others(lines)}")
        first = lines.popleft()
        skipped = skip(lines, lambda line: True, text.count("\n"))
        raise ValueError(f"expected {_EXPECTED}, found {quoted(first.text)}{skipped}")

    def _genres_of(self, text: str) -> list[Genre]:
        """Return the genres that the text may be of: one if that is clear, none if it holds no puzzle.

        Where several look likely, the one with the largest share of good puzzles wins; of equals, the one whose name is
        in the name of the file or of its folder. Where none looks likely, the first with the largest share wins.
        """
        likely = self._likely(text)
        if len(likely) == 1:
            return likely
        shares = {one.GENRE: self._share(one, text) for one in likely or self._genres.values()}
        best = max(shares.values())
        if best == 0:
            return likely[:1]
        equals = [self._genres[name] for name, share in shares.items() if share == best]
        place = "/".join(Path(self._source).parts[-2:]).lower()
        return [one for one in equals if one.GENRE in place] or (equals if likely else equals[:1])

    def _likely(self, text: str) -> list[Genre]:
        return [one for one in self._genres.values() if one.looks_like_one(text)]

    def _share(self, genre: Genre, text: str) -> float:
        """Return the share of good puzzles in a text of this genre."""
        return fmean(not isinstance(puzzle, PuzzleError) for puzzle in genre.read(text, self._source))


def _beginning(lines: Lines) -> str:
    """Return the text of the lines that come next, of one at least."""
    texts: list[str] = []
    left = _MOST_CHARACTERS
    for _, text in islice(lines, _MOST_LINES):
        left -= len(text)
        if texts and left < 0:
            break
        texts.append(text)
    return "\n".join(texts)


def _skip_others(lines: Lines) -> str:
    """Remove the first line, and those behind it that do not tell their genre; return what an error says of them."""
    lines.popleft()
    return skip(lines, lambda line: not ((heading := heading_in(line)) and heading.word))
