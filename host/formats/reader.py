"""Reading texts whose genre may be unknown, and which may hold puzzles of several."""

from collections.abc import Callable, Iterator, Mapping
from itertools import dropwhile, islice
from pathlib import Path
from statistics import fmean
from typing import TextIO

from rowloom.host.formats import known_forms, tables
from rowloom.host.puzzles import slink, smullyan, sudoku, sudoku_text
from rowloom.host.puzzles.lines import Fault, Line, Lines
from rowloom.host.puzzles.puzzle import Genre, Puzzle
from rowloom.host.puzzles.text import (
    Names,
    PuzzleError,
    contents,
    heading_in,
    is_whole,
    puzzles_in,
    quoted,
    size_form,
    skip,
)

__all__ = ["Reader"]

_EXPECTED = f"{size_form()} and the rows under it; for a Sudoku {sudoku.EXPECTED}; or {known_forms.EXPECTED}"
"""What a text should hold, for messages."""

_MOST_LINES = 1_000
_MOST_CHARACTERS = 1_000_000
"""How much of a text tells its genre."""


_CELLS = {*".?", *map(str, range(10))}
"""The characters in rows of cells of most genres."""


class Reader:
    """Reads one text.

    A form that tells its genre may stand anywhere, and so may a puzzle whose size line begins with its genre's name and
    a 9x9 Sudoku in one line. The first other puzzle and what follows decides on the genre of all others.

    Parameters
    ----------
    genres : mapping of str to Genre
        Those that there are, by name.
    source : str
        Where the text came from.
    wanted : Genre, optional
        The only genre whose puzzles are read.
    note : function of str, optional
        Takes what a person should know of a text that is read all the same.
    """

    def __init__(
        self,
        genres: Mapping[str, Genre],
        source: str,
        wanted: Genre | None,
        note: Callable[[str], None] = lambda message: None,
    ):
        self._genres, self._source, self._wanted, self._note = genres, source, wanted, note
        self._genre: Genre | None = None
        """That of puzzles that do not tell theirs, once it is known."""

    def read(self, text: str | TextIO) -> Iterator[Puzzle | PuzzleError]:
        """Yield the puzzles in order, and an error in place of each bad one; an error if there is none."""
        lines = Lines(text, known_forms.begins)
        return puzzles_in(lines, self._source, self._take, _EXPECTED, self._take_apart)

    def _take_apart(self, line: Line, lines: Lines, names: Names) -> Iterator[Puzzle | Fault]:
        wanted = self._wanted.GENRE if self._wanted else None
        for found in known_forms.read(line, lines, names, wanted):
            yield found if isinstance(found, Fault) else self._checked(found)

    def _take(self, lines: Lines, name: str) -> Puzzle | Fault | None:
        number, text = lines[0]
        if tables.is_header(lines):
            lines.popleft()
            self._note(f"{self._source}:{number}: {quoted(text)} is taken for the header of a table, and skipped")
            return None
        found = self._genre_at(lines).take(lines, name)
        return found and self._checked(found)

    def _genre_at(self, lines: Lines) -> Genre:
        """Return the genre of the puzzle that comes next; ValueError, and lines go, if that is not clear."""
        text = lines[0].text
        heading = heading_in(text)
        if heading and heading.word and heading.word not in self._genres:
            what = f"no genre here is called {quoted(heading.word)}; there are: {', '.join(self._genres)}"
            raise ValueError(f"{what}{_skip_others(lines)}")
        named = self._genres.get(heading.word) if heading else None
        if self._genre is None:
            self._genre = self._wanted_of(lines) or named or self._found_in(lines)
        if named is None and self._genre.GENRE != sudoku.GENRE and not self._wanted and is_whole(text):
            return self._genres[sudoku.GENRE]
        return named or self._genre

    def _checked(self, puzzle: Puzzle) -> Puzzle | Fault:
        """Return a puzzle of the wanted genre; a :class:`Fault` in place of one of another."""
        if self._wanted is None or puzzle.genre == self._wanted.GENRE:
            return puzzle
        message = f"expected a puzzle of the genre {self._wanted.GENRE}, found one of {puzzle.genre}"
        return Fault(message, puzzle.line or 1)

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
            message = f"this may be {names}: choose by --genre, or by the word before the sizes in the file"
            raise ValueError(f"{message}{_skip_others(lines)}")
        first = lines.popleft()
        skipped = skip(lines, lambda line: not is_whole(line), text.count("\n"))
        fault = sudoku_text.near_miss(first.text) or _without_size(text)
        raise ValueError(f"{fault or f'expected {_EXPECTED}, found {quoted(first.text)}'}{skipped}")

    def _genres_of(self, text: str) -> list[Genre]:
        """Return the genres that the text may be of: one if that is clear, none if it holds no puzzle.

        A genre's own form comes first: a Slitherlink's rows have no blanks, and a Slink has a number in every cell,
        but it may be a Sudoku, too. Otherwise return all genres that can be read from the text, or those of them
        whose names are in the name of the file or of its folder.
        """
        likely = self._likely(text) or self._likely(_from_size_line(text))
        for one in likely:
            if one.GENRE == sudoku.GENRE or (one.GENRE != slink.GENRE and self._share(one, text) == 1):
                return [one]
        shares = {one.GENRE: self._share(one, text) for one in self._genres.values()}
        best = max(shares.values())
        if best == 0:
            return likely[:1] or [self._genres[smullyan.GENRE]][: heading_in(text.partition("\n")[0]) is not None]
        fitting = [self._genres[name] for name, share in shares.items() if 2 * share > best]
        own = [one for one in likely if shares[one.GENRE] == best]
        if len(own) == 1 and not (own[0].GENRE == slink.GENRE and self._genres[sudoku.GENRE] in fitting):
            return own
        place = "/".join(Path(self._source).parts[-2:]).lower()
        return [one for one in fitting if one.GENRE in place] or fitting

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


def _from_size_line(text: str) -> str:
    """Return what a text has from its first size line on."""
    lines = text.split("\n")
    return "\n".join(dropwhile(lambda line: heading_in(line) is None, lines))


def _skip_others(lines: Lines) -> str:
    """Remove the first line, and those behind it that do not tell their genre; return what an error says of them."""
    lines.popleft()
    return skip(lines, lambda line: not (is_whole(line) or ((heading := heading_in(line)) and heading.word)))


def _without_size(text: str) -> str:
    """Return what is wrong with rows of cells that have no size line above them; empty for another text."""
    rows = [row if (row := line.split())[1:] else line for line in contents(text.partition("\n\n")[0])]
    if len({*map(len, rows)}) != 1 or not all({*row} <= _CELLS for row in rows):
        return ""
    return f"these look like rows of cells without a size line: write '{len(rows)} {len(rows[0])}' above them"
