"""Entries of files, kept on disk until their puzzles are solved."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO

from rowloom.host.cli.files import Entry
from rowloom.host.puzzles import Puzzle

__all__ = ["KeptEntries", "kept"]

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
