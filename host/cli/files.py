"""Reading puzzles from files."""

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import StringIO
from tempfile import SpooledTemporaryFile
from typing import IO, Literal, NamedTuple, TextIO, TypeVar

from rowloom.errors import CommandError
from rowloom.host.cli.common import failing_as, tell
from rowloom.host.formats import begins, read
from rowloom.host.jobs.job import Outcome
from rowloom.host.puzzles import Puzzle, PuzzleError
from rowloom.host.puzzles.text import is_whole
from rowloom.host.puzzles.text.lines import encoding_fault

__all__ = [
    "STANDARD_INPUT", "Entry", "GoodEntry", "KeptEntries", "chosen", "in_order", "kept", "puzzles_of", "read_entries",
    "read_files", "read_from", "read_text", "source_of",
]  # fmt: skip

STANDARD_INPUT = "standard input"
"""The source of puzzles read from there."""

_COMMAND_LINE = "command line"
"""The source of a puzzle that stands there itself."""

_MOST_TEXT = 1 << 28
"""Characters of a text that is read as a whole, such as a million solutions."""

Found = TypeVar("Found")


class GoodEntry(NamedTuple):
    """A puzzle in a file."""

    source: str
    puzzle: Puzzle
    bad: Literal[False] = False


class BadEntry(NamedTuple):
    """An invalid puzzle in a file, or an unreadable file, and the reason."""

    source: str
    puzzle: PuzzleError
    bad: Literal[True] = True


Entry = GoodEntry | BadEntry


def source_of(name: str) -> str:
    """Return what messages call a file, ``-`` being standard input, or a puzzle in its place."""
    return STANDARD_INPUT if name == "-" else _COMMAND_LINE if _is_puzzle(name) else name


def _is_puzzle(name: str) -> bool:
    """Return whether a puzzle stands in place of a file's name: a link, a game id, or a whole Sudoku."""
    is_one = is_whole(name) or (any(mark in name for mark in ":?#") and begins(name))
    return is_one and not os.path.exists(name)


def read_text(name: str) -> str:
    """Return a file's text, that of standard input for ``-``; :class:`CommandError` if it cannot be read."""
    with _opened(name) as file:
        text = file.read(_MOST_TEXT + 1)
    if len(text) > _MOST_TEXT:
        raise CommandError(f"{name}: too large: more than {_MOST_TEXT:,} characters")
    if fault := encoding_fault(text):
        raise CommandError(f"{name}: {fault.message}")
    return text


def read_from(name: str, read: Callable[[TextIO, str], Iterator[Found]]) -> Iterator[Found]:
    """Yield what a function of (file, source) finds in a file; :class:`CommandError` if it cannot be read.

    In place of the file's name may stand a puzzle itself.
    """
    if _is_puzzle(name):
        yield from read(StringIO(name), _COMMAND_LINE)
        return
    with _opened(name) as file:
        yield from read(file, source_of(name))


def read_entries(name: str, genre: str | None) -> Iterator[Entry]:
    """Yield all entries of a file, at least one; :class:`CommandError` if it cannot be read."""
    source = source_of(name)
    for one in read_from(name, partial(read, genre_name=genre, note=tell)):
        yield BadEntry(source, one) if isinstance(one, PuzzleError) else GoodEntry(source, one)


def read_files(names: Sequence[str], genre: str | None) -> Iterator[Entry]:
    """Yield the entries of files, at least one per file: a bad one for an unreadable file."""
    for name in names:
        try:
            yield from read_entries(name, genre)
        except CommandError as error:
            yield BadEntry(name, PuzzleError(str(error), name))


def puzzles_of(entries: Iterable[Entry]) -> Iterator[Puzzle]:
    """Yield the puzzles of the entries that are not bad."""
    return (entry.puzzle for entry in entries if not entry.bad)


def chosen(entries: Sequence[Entry], which: str, first: int, fault: str) -> tuple[int, Puzzle]:
    """Return the index and the puzzle with a name, or else with a number, ``first`` for the first one.

    Raises :class:`CommandError`, with the message ``fault`` if there is none, or because the puzzle is bad.
    """
    names = [entry.puzzle.name for entry in entries]
    index = names.index(which) if which in names else int(which) - first if which.isdecimal() else -1
    if not 0 <= index < len(entries):
        raise CommandError(fault)
    entry = entries[index]
    if entry.bad:
        raise CommandError(str(entry.puzzle))
    return index, entry.puzzle


def in_order(entries: Iterable[Entry], outcomes: Iterator[Outcome]) -> Iterator[tuple[Entry, Outcome | None]]:
    """Yield the entries with their outcomes; ``outcomes`` has one for each entry that is not bad."""
    for entry in entries:
        yield entry, None if entry.bad else next(outcomes)
    # Raise the exception that ended it early.
    next(outcomes, None)


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """Open a file, or standard input for ``-``."""
    if name != "-":
        with failing_as(name, OSError), open(name, encoding="utf-8", errors="surrogateescape") as file:
            yield file
    elif sys.stdin is None:
        raise CommandError("standard input is closed")
    else:
        yield sys.stdin


_IN_MEMORY = 1 << 24
"""Bytes of entries that are kept in memory; more are kept on disk. A 9x9 Sudoku has some 300."""


class KeptEntries:
    """Entries in a temporary file, which take the same memory whatever their number.

    Parameters
    ----------
    entries : iterable of Entry
        All are read at once.
    file : binary file
        An empty one, to be written and read.

    Attributes
    ----------
    count : int
        How many there are.
    examples : list of Puzzle
        The first puzzle of each genre and size: they tell which engines are needed.
    """

    def __init__(self, entries: Iterable[Entry], file: IO[bytes]):
        self._file = file
        self.count = 0
        examples: dict[tuple[str, int, int], Puzzle] = {}
        for entry in entries:
            pickle.dump(entry, file)
            self.count += 1
            if not entry.bad:
                examples.setdefault((entry.puzzle.genre, entry.puzzle.rows, entry.puzzle.cols), entry.puzzle)
        self.examples = list(examples.values())

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries in order, one iteration at a time."""
        self._file.seek(0)
        for _ in range(self.count):
            yield pickle.load(self._file)


@contextmanager
def kept(entries: Iterable[Entry]) -> Iterator[KeptEntries]:
    """Keep entries, all of which are read at once."""
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        yield KeptEntries(entries, file)
