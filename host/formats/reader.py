"""Reading texts whose genre may be unknown, and which may contain puzzles of several genres."""

import csv
import re
from collections.abc import Callable, Iterator
from itertools import dropwhile, islice
from pathlib import Path
from statistics import fmean
from typing import TextIO

from rowloom.host.formats import registry
from rowloom.host.puzzles import GENRES, Genre, Puzzle, genre
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
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
from rowloom.host.puzzles.text import sudoku as sudoku_text
from rowloom.host.puzzles.text.lines import Fault, Line, Lines

__all__ = ["read"]

_EXPECTED = f"{size_form()} and the rows under it; for a Sudoku {sudoku_text.EXPECTED}; or {registry.EXPECTED}"
"""The expected content of a text, for messages."""

_MOST_LINES, _MOST_CHARACTERS = 1_000, 1_000_000
"""The size of the part of a text that decides on its genre."""

_CELLS = {*".?", *map(str, range(10))}
"""The characters in rows of cells of most genres."""

_SEPARATORS = ",;\t|"
_COLUMN = re.compile(r"[^\W\d][\w .#()-]*|")
"""The name of a table's column, which may be empty for numbers."""
_PUZZLES = re.compile("(quizz?|puzzle|sudoku|grid|board|question|problem|given|clue)(e?s)?", re.IGNORECASE)
"""The name of a table's only column."""


def read(
    text: str | TextIO, source: str, genre_name: str | None = None, note: Callable[[str], None] = lambda message: None
) -> Iterator[Puzzle | PuzzleError]:
    """Return the puzzles of a text in order, an error in place of each bad one, and an error if it has none.

    Puzzles whose form shows the genre, such as URLs, may be of any genre, and so may those whose size line begins with
    its name. All others are of one genre.

    Parameters
    ----------
    text : str or text file
        See :class:`rowloom.host.puzzles.text.lines.Lines`.
    source : str
        Where the text came from, for messages and for the names of puzzles that have none.
    genre_name : str, optional
        The genre of the text, by default found from its first thousand lines. Puzzles of other genres become errors;
        ValueError if there is no such genre.
    note : function of str, optional
        Receives remarks on a text that can be read, for example that a header was skipped.
    """
    reader = _Reader(source, genre(genre_name) if genre_name else None, note)
    return puzzles_in(Lines(text, registry.begins), source, reader.take, _EXPECTED, reader.take_apart)


class _Reader:
    """The genres of one text. Puzzles that do not show their genre have that of the first of them."""

    def __init__(self, source: str, wanted: Genre | None, note: Callable[[str], None]):
        self._source, self._wanted, self._note = source, wanted, note
        self._genre: Genre | None = None  # the genre of puzzles that do not show theirs, once it is known

    def take_apart(self, line: Line, lines: Lines, names: Names) -> Iterator[Puzzle | Fault]:
        """See :func:`.text.puzzles_in`."""
        for found in registry.read(line, lines, names, self._wanted.genre if self._wanted else None):
            yield found if isinstance(found, Fault) else self._checked(found)

    def take(self, lines: Lines, name: str) -> Puzzle | Fault | None:
        """See :func:`.text.puzzles_in`."""
        number, text = lines[0]
        if _is_header(lines):
            lines.popleft()
            self._note(f"{self._source}:{number}: skipped {quoted(text)}, which looks like the header of a table")
            return None
        found = self._genre_at(lines).take(lines, name)
        return found and self._checked(found)

    def _genre_at(self, lines: Lines) -> Genre:
        """Return the genre of the next puzzle; if that is not clear, skip lines and raise ValueError."""
        text = lines[0].text
        heading = heading_in(text)
        if heading and heading.word and heading.word not in GENRES:
            what = f"there is no genre {quoted(heading.word)}; expected one of: {', '.join(GENRES)}"
            raise ValueError(f"{what}{_skip_others(lines)}")
        named = GENRES.get(heading.word) if heading else None
        if self._genre is None:
            self._genre = self._wanted_of(lines) or named or self._found_in(lines)
        if named is None and self._genre.genre != Sudoku.genre and not self._wanted and is_whole(text):
            return GENRES[Sudoku.genre]
        return named or self._genre

    def _checked(self, puzzle: Puzzle) -> Puzzle | Fault:
        """Return the puzzle, or a fault if it is not of the requested genre."""
        if self._wanted is None or puzzle.genre == self._wanted.genre:
            return puzzle
        message = f"expected a puzzle of the genre {self._wanted.genre}, found one of {puzzle.genre}"
        return Fault(message, puzzle.line or 1)

    def _wanted_of(self, lines: Lines) -> Genre | None:
        """Return the requested genre, if any.

        If the lines look like a different genre, and contain no good puzzle of the requested one, skip them and raise
        ValueError.
        """
        if self._wanted is None:
            return None
        text = _beginning(lines)
        likely = [one.genre for one in self._likely(text)]
        if likely and self._wanted.genre not in likely and not self._share(self._wanted, text):
            skipped = _skip_others(lines)
            raise ValueError(f"these are {' or '.join(likely)} puzzles, not {self._wanted.genre}{skipped}")
        return self._wanted

    def _found_in(self, lines: Lines) -> Genre:
        """Return the genre of the next lines; if that is not clear, skip them and raise ValueError."""
        text = _beginning(lines)
        found = self._genres_of(text)
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(f"'{one.genre}'" for one in found)
            message = f"this may be {names}: choose by --genre, or by the word before the sizes in the file"
            raise ValueError(f"{message}{_skip_others(lines)}")
        first = lines.popleft()
        skipped = skip(lines, lambda line: not is_whole(line), text.count("\n"))
        fault = sudoku_text.near_miss(first.text) or _without_size(text)
        raise ValueError(f"{fault or f'expected {_EXPECTED}, found {quoted(first.text)}'}{skipped}")

    def _genres_of(self, text: str) -> list[Genre]:
        """Return the genres that the text may have: one if that is clear, none if it contains no puzzle.

        A genre's own form comes first: a Slitherlink's rows have no blanks, and a Slink has a number in every cell,
        but it may be a Sudoku, too. Otherwise return all genres that can be read from the text, or those of them
        whose names are in the name of the file or of its folder.
        """
        likely = self._likely(text) or self._likely(_from_size_line(text))
        for one in likely:
            if one.genre == Sudoku.genre or (one.genre != Slink.genre and self._share(one, text) == 1):
                return [one]
        shares = {one.genre: self._share(one, text) for one in GENRES.values()}
        best = max(shares.values())
        if best == 0:
            return likely[:1] or [GENRES[Smullyan.genre]][: heading_in(text.partition("\n")[0]) is not None]
        fitting = [GENRES[name] for name, share in shares.items() if 2 * share > best]
        own = [one for one in likely if shares[one.genre] == best]
        if len(own) == 1 and not (own[0].genre == Slink.genre and GENRES[Sudoku.genre] in fitting):
            return own
        place = "/".join(Path(self._source).parts[-2:]).lower()
        return [one for one in fitting if one.genre in place] or fitting

    def _likely(self, text: str) -> list[Genre]:
        return [one for one in GENRES.values() if one.looks_like_one(text)]

    def _share(self, genre: Genre, text: str) -> float:
        """Return the share of good puzzles in a text of this genre."""
        return fmean(not isinstance(puzzle, PuzzleError) for puzzle in genre.read(text, self._source))


def _beginning(lines: Lines) -> str:
    """Return the text of the next lines, at least one."""
    texts: list[str] = []
    left = _MOST_CHARACTERS
    for _, text in islice(lines, _MOST_LINES):
        left -= len(text)
        if texts and left < 0:
            break
        texts.append(text)
    return "\n".join(texts)


def _from_size_line(text: str) -> str:
    """Return a text from its first size line on."""
    return "\n".join(dropwhile(lambda line: heading_in(line) is None, text.split("\n")))


def _skip_others(lines: Lines) -> str:
    """Skip the first line, and those after it that do not show their genre; return the end of an error message."""
    lines.popleft()
    return skip(lines, lambda line: not (is_whole(line) or ((heading := heading_in(line)) and heading.word)))


def _without_size(text: str) -> str:
    """Return a message about rows of cells without a size line above them; empty for another text."""
    rows = [row if (row := line.split())[1:] else line for line in contents(text.partition("\n\n")[0])]
    if len({*map(len, rows)}) != 1 or not all({*row} <= _CELLS for row in rows):
        return ""
    return f"these look like rows of cells without a size line: write '{len(rows)} {len(rows[0])}' above them"


def _is_header(lines: Lines) -> bool:
    """Return whether the next line names the columns of a table: the line below has as many, one with a Sudoku."""
    if not lines[0].text.lstrip(f'"{_SEPARATORS}')[:1].isalpha():
        return False
    header, *below = (text for _, text in islice(lines, 2))
    if is_whole(header) or not below or not is_whole(below[0]):
        return False
    separator = next((one for one in _SEPARATORS if one in header), None)
    if separator is None:
        return _PUZZLES.fullmatch(header.strip('" ')) is not None
    names, cells = csv.reader([header, below[0]], delimiter=separator)
    return len(names) == len(cells) and all(_COLUMN.fullmatch(name.strip()) for name in names)
