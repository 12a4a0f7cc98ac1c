"""Read texts with puzzles of an unknown genre, or of several genres."""

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
"""A description of the puzzles that a text may contain, for error messages."""

_MOST_LINES, _MOST_CHARACTERS = 1_000, 1_000_000
"""The maximum number of lines, and of characters, that are examined to determine the genre of a text."""

_CELLS = {*".?", *map(str, range(10))}
"""The characters that may occur in rows of cells in most genres."""

_SEPARATORS = ",;\t|"
_COLUMN = re.compile(r"[^\W\d][\w .#()-]*|")
"""The name of a column of a table, which may be empty."""
_PUZZLES = re.compile("(quizz?|puzzle|sudoku|grid|board|question|problem|given|clue)(e?s)?", re.IGNORECASE)
"""The name of the column in a table with a single column."""


def read(
    text: str | TextIO, source: str, genre_name: str | None = None, note: Callable[[str], None] = lambda message: None
) -> Iterator[Puzzle | PuzzleError]:
    """Return the puzzles of a text in order, and an error for each bad puzzle. A text without puzzles is an error, too.

    A puzzle may name its own genre, as URLs do, and as a size line such as ``canal 6 6`` does. All puzzles of a text
    that do not name their genre are of the same genre.

    Parameters
    ----------
    text : str or text file
        See :class:`rowloom.host.puzzles.text.lines.Lines`.
    source : str
        The origin of the text, for messages and for the names of puzzles without a name.
    genre_name : str, optional
        The genre of the text; puzzles of other genres become errors. By default, the genre is determined from the first
        thousand lines. ValueError if there is no such genre.
    note : function of str, optional
        Receives remarks, for example that the header of a table was skipped.
    """
    reader = _Reader(source, genre(genre_name) if genre_name else None, note)
    return puzzles_in(Lines(text, registry.begins), source, reader.take, _EXPECTED, reader.take_block)


class _Reader:
    """Determines the genre of each puzzle in one text. All puzzles that do not name their genre are of the same genre,
    which is determined only once."""

    def __init__(self, source: str, wanted: Genre | None, note: Callable[[str], None]):
        self._source, self._wanted, self._note = source, wanted, note
        self._genre: Genre | None = None  # the genre of puzzles that do not name their genre; None before the first

    def take_block(self, line: Line, lines: Lines, names: Names) -> Iterator[Puzzle | Fault]:
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
        """Return the genre of the next puzzle; if the genre is unclear, skip lines and raise ValueError."""
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

        If the lines contain no good puzzle of the requested genre, and look like puzzles of another genre, skip the
        lines and raise ValueError.
        """
        if self._wanted is None:
            return None
        text = _beginning(lines)
        likely = [one.genre for one in self._likely(text)]
        if likely and self._wanted.genre not in likely and not self._fraction(self._wanted, text):
            skipped = _skip_others(lines)
            raise ValueError(f"these are {' or '.join(likely)} puzzles, not {self._wanted.genre}{skipped}")
        return self._wanted

    def _found_in(self, lines: Lines) -> Genre:
        """Return the genre of the next lines; if the genre is unclear, skip the lines and raise ValueError."""
        text = _beginning(lines)
        found = self._genres_of(text)
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(f"'{one.genre}'" for one in found)
            message = f"this may be {names}: set --genre, or write the genre before each size in the file"
            raise ValueError(f"{message}{_skip_others(lines)}")
        first = lines.popleft()
        skipped = skip(lines, lambda line: not is_whole(line), text.count("\n"))
        fault = sudoku_text.near_miss(first.text) or _without_size(text)
        raise ValueError(f"{fault or f'expected {_EXPECTED}, found {quoted(first.text)}'}{skipped}")

    def _genres_of(self, text: str) -> list[Genre]:
        """Return the genres that the text may have: a single genre if the genre is clear, and no genre if the text has
        no puzzle.

        First, compare the text with the typical form of each genre. For example, the rows of a Slitherlink have no
        blanks, and a Slink has a number in every cell; but a text that looks like a Slink may also be a Sudoku. If this
        comparison does not determine the genre, try to read the text as puzzles of each genre, and return the genres
        for which this succeeds. If the name of the file or of its folder contains the names of some of these genres,
        return only the named genres.
        """
        likely = self._likely(text) or self._likely(_from_size_line(text))
        for one in likely:
            if one.genre == Sudoku.genre or (one.genre != Slink.genre and self._fraction(one, text) == 1):
                return [one]
        fractions = {one.genre: self._fraction(one, text) for one in GENRES.values()}
        best = max(fractions.values())
        if best == 0:
            return likely[:1] or [GENRES[Smullyan.genre]][: heading_in(text.partition("\n")[0]) is not None]
        fitting = [GENRES[name] for name, fraction in fractions.items() if 2 * fraction > best]
        typical = [one for one in likely if fractions[one.genre] == best]
        if len(typical) == 1 and not (typical[0].genre == Slink.genre and GENRES[Sudoku.genre] in fitting):
            return typical
        path = "/".join(Path(self._source).parts[-2:]).lower()
        return [one for one in fitting if one.genre in path] or fitting

    def _likely(self, text: str) -> list[Genre]:
        return [one for one in GENRES.values() if one.recognizes(text)]

    def _fraction(self, genre: Genre, text: str) -> float:
        """Read the text as puzzles of this genre; return the fraction of good puzzles."""
        return fmean(not isinstance(puzzle, PuzzleError) for puzzle in genre.read(text, self._source))


def _beginning(lines: Lines) -> str:
    """Return the next lines as one string: up to ``_MOST_LINES`` lines and ``_MOST_CHARACTERS`` characters, but at
    least one line."""
    texts: list[str] = []
    left = _MOST_CHARACTERS
    for _, text in islice(lines, _MOST_LINES):
        left -= len(text)
        if texts and left < 0:
            break
        texts.append(text)
    return "\n".join(texts)


def _from_size_line(text: str) -> str:
    """Return the part of a text that begins with its first size line."""
    return "\n".join(dropwhile(lambda line: heading_in(line) is None, text.split("\n")))


def _skip_others(lines: Lines) -> str:
    """Skip the first line, and further lines up to a puzzle whose genre is clear. Return the end of an error message,
    with the numbers of the skipped lines."""
    lines.popleft()
    return skip(lines, lambda line: not (is_whole(line) or ((heading := heading_in(line)) and heading.word)))


def _without_size(text: str) -> str:
    """If the text has rows of cells without a size line above them, return a message; otherwise return an empty
    string."""
    rows = [row if (row := line.split())[1:] else line for line in contents(text.partition("\n\n")[0])]
    if len({*map(len, rows)}) != 1 or not all({*row} <= _CELLS for row in rows):
        return ""
    return f"these look like rows of cells without a size line: write '{len(rows)} {len(rows[0])}' above them"


def _is_header(lines: Lines) -> bool:
    """Return whether the next line is the header of a table, and the line below the header is a row with a Sudoku."""
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
