"""Read puzzles and solutions from files, and write files."""

import json
import os
import pickle
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from io import StringIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Literal, NamedTuple, TextIO, TypeVar, cast

from rowloom.errors import CommandError
from rowloom.host.cli.common import echo, log, prefix_errors
from rowloom.host.formats import begins, read
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import ERROR
from rowloom.host.puzzles import Puzzle, PuzzleError, Solution, genre
from rowloom.host.puzzles.text import is_whole, quoted
from rowloom.host.puzzles.text.lines import encoding_fault
from rowloom.host.whole_files import append, atomic_write

__all__ = [
    "STANDARD_INPUT", "Entry", "GoodEntry", "SpooledEntries", "choose_entry", "pair_outcomes", "puzzles_of",
    "read_entries", "read_files", "read_from", "read_solutions", "read_text", "source_of", "spooled", "writing",
]  # fmt: skip

STANDARD_INPUT, _COMMAND_LINE = "standard input", "command line"
"""The names that messages use for the sources of puzzles that do not come from a file."""

_MOST_TEXT = 1 << 28
"""The maximum length, in characters, of a text that is read as a whole; this is enough for a million solutions."""

Found = TypeVar("Found")


class GoodEntry(NamedTuple):
    """A puzzle in a file."""

    source: str
    puzzle: Puzzle
    bad: Literal[False] = False


class BadEntry(NamedTuple):
    """An error instead of a puzzle: the puzzle is invalid, or a file cannot be read."""

    source: str
    puzzle: PuzzleError
    bad: Literal[True] = True


Entry = GoodEntry | BadEntry


def source_of(name: str) -> str:
    """Return the name of a source for messages: a file, standard input (``-``), or a puzzle on the command line."""
    return STANDARD_INPUT if name == "-" else _COMMAND_LINE if _is_puzzle(name) else name


def _is_puzzle(name: str) -> bool:
    """Return whether an argument is a puzzle (a link, a game id, or a whole Sudoku) and not the name of a file."""
    is_one = is_whole(name) or (any(mark in name for mark in ":?#") and begins(name))
    return is_one and not os.path.exists(name)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for ``-``; CommandError if the text cannot be read."""
    with _opened(name) as file:
        text = file.read(_MOST_TEXT + 1)
    if len(text) > _MOST_TEXT:
        raise CommandError(f"{name}: too large: more than {_MOST_TEXT:,} characters")
    if fault := encoding_fault(text):
        raise CommandError(f"{name}: {fault[0]}")
    return text


def read_from(name: str, read: Callable[[TextIO, str], Iterator[Found]]) -> Iterator[Found]:
    """Open a file, call ``read`` with the open file and its name, and yield the results of ``read``.

    ``name`` may also be a puzzle, such as a link, instead of a file's name. Raises CommandError if the file cannot be
    read.
    """
    if _is_puzzle(name):
        yield from read(StringIO(name), _COMMAND_LINE)
        return
    with _opened(name) as file:
        yield from read(file, source_of(name))


def read_entries(name: str, genre: str | None) -> Iterator[Entry]:
    """Yield all entries of a file, at least one; CommandError if the file cannot be read."""
    source = source_of(name)
    for one in read_from(name, partial(read, genre_name=genre, note=log)):
        yield BadEntry(source, one) if isinstance(one, PuzzleError) else GoodEntry(source, one)


def read_files(names: Sequence[str], genre: str | None) -> Iterator[Entry]:
    """Yield the entries of files, at least one per file; a file that cannot be read yields one bad entry."""
    for name in names:
        try:
            yield from read_entries(name, genre)
        except CommandError as error:
            yield BadEntry(name, PuzzleError(str(error), name))


def puzzles_of(entries: Iterable[Entry]) -> Iterator[Puzzle]:
    """Yield the puzzles of the entries that are not bad."""
    return (entry.puzzle for entry in entries if not entry.bad)


def choose_entry(entries: Sequence[Entry], which: str, first: int, fault: str) -> tuple[int, Puzzle]:
    """Find the entry with the name ``which`` or, if no entry has this name, the entry with this number.

    Entries are counted from ``first``. Return the index and the puzzle of the entry. Raises CommandError if there is no
    such entry (with the message ``fault``), or if the entry is bad.
    """
    names = [entry.puzzle.name for entry in entries]
    index = names.index(which) if which in names else int(which) - first if which.isdecimal() else -1
    if not 0 <= index < len(entries):
        raise CommandError(fault)
    entry = entries[index]
    if entry.bad:
        raise CommandError(str(entry.puzzle))
    return index, entry.puzzle


def pair_outcomes(entries: Iterable[Entry], outcomes: Iterator[Outcome]) -> Iterator[tuple[Entry, Outcome]]:
    """Yield each entry with its outcome.

    ``outcomes`` contains only the outcomes of good entries. The outcome of a bad entry is its error.
    """
    for entry in entries:
        yield entry, Outcome(cast(Puzzle, entry.puzzle), ERROR, str(entry.puzzle)) if entry.bad else next(outcomes)
    # The iterator may raise an exception after the last outcome.
    next(outcomes, None)


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """Open a file, or standard input for ``-``."""
    if name != "-":
        with prefix_errors(name, OSError), open(name, encoding="utf-8", errors="surrogateescape") as file:
            yield file
    elif sys.stdin is None:
        raise CommandError("standard input is closed")
    else:
        yield sys.stdin


@contextmanager
def writing(name: str | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes a string to a new file with this name; without a name, the function prints the
    string.

    Strings are not buffered. An existing file is replaced only when the first string is written. Raises CommandError if
    a string cannot be written completely.
    """
    if name is None:
        yield lambda text: echo(text.removesuffix("\n"))
        return
    with prefix_errors(name, OSError), ExitStack() as stack:

        @cache
        def opened() -> int:
            return stack.enter_context(open(stack.enter_context(atomic_write(name, partly=True)), "wb")).fileno()

        yield lambda text: append(opened(), text.encode())


_IN_MEMORY = 1 << 24
"""The maximum size, in bytes, of entries that are kept in memory; larger entries are kept on disk. A 9x9 Sudoku takes
about 300 bytes."""


class SpooledEntries:
    """Copies entries into a temporary file, so that memory use does not grow with the number of entries.

    ``examples`` contains the first puzzle of each genre and size. Simulated boards get the engines that these examples
    need.
    """

    def __init__(self, entries: Iterable[Entry], file: IO[bytes]):
        self._file, self.count = file, 0
        examples: dict[tuple[str, int, int], Puzzle] = {}
        for entry in entries:
            pickle.dump(entry, file)
            self.count += 1
            if not entry.bad:
                examples.setdefault((entry.puzzle.genre, entry.puzzle.rows, entry.puzzle.cols), entry.puzzle)
        self.examples = list(examples.values())

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries in order. Only one iteration may run at a time."""
        self._file.seek(0)
        for _ in range(self.count):
            yield pickle.load(self._file)


@contextmanager
def spooled(entries: Iterable[Entry]) -> Iterator[SpooledEntries]:
    """Read all entries, and keep them in a temporary file until the end of the ``with`` block."""
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        yield SpooledEntries(entries, file)


# Solutions

_Records = Mapping[str, list[tuple[int, str, dict[str, Any]]]]
"""The lines of a JSON file, grouped by the name of the puzzle in the line: the line's number, its text, and the JSON
object. Several puzzles may have the same name."""


def read_solutions(wanted: Mapping[int, Puzzle], name: str) -> dict[int, Solution]:
    """For each puzzle, return the first valid solution in a file; report puzzles for which the file has no solution.

    Raises CommandError if the file cannot be read.
    """
    text, solved = read_text(name), {}
    lines = [line.strip() for line in text.splitlines()]
    records = _records_of(name, lines) if any(line.startswith("{") for line in lines) else None
    in_text = cache(lambda genre_name: list(genre(genre_name).read_solutions(text)))
    for key, puzzle in wanted.items():
        wrong = ""
        for solution in in_text(puzzle.genre) if records is None else _solutions_of(name, records, puzzle):
            if not (faults := puzzle.verify(solution)):
                solved[key] = solution
                break
            wrong = wrong or f"no solution of {puzzle.name}: {faults[0]}"
        else:
            log(f"{name}: {wrong or f'the file has no solution of {puzzle.name}'}")
    return solved


def _records_of(name: str, lines: Sequence[str]) -> _Records:
    records = defaultdict(list)
    for number, line in enumerate(lines, 1):
        if line:
            try:
                values = json.loads(line)
                records[values["name"]].append((number, line, dict(values)))
            except (ValueError, LookupError, TypeError) as error:
                raise _foreign(name, number, line, getattr(error, "pos", 0)) from error
    return records


def _solutions_of(name: str, records: _Records, puzzle: Puzzle) -> Iterator[Solution]:
    for number, line, values in records.get(puzzle.name, ()):
        if values.get("genre", puzzle.genre) == puzzle.genre:
            try:
                solutions = [genre(puzzle.genre).parse_solution(value) for value in values["solutions"]]
            except (ValueError, LookupError, TypeError) as error:
                raise _foreign(name, number, line) from error
            yield from solutions


def _foreign(name: str, number: int, line: str, column: int = 0) -> CommandError:
    return CommandError(f"{name}:{number}: not what `rowloom solve --json` prints: {quoted(line, column)}")
