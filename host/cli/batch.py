"""Reading puzzles from files, and solving them on a board."""

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Literal, NamedTuple

from rowloom.host.cli.common import CommandError, counted, failing_as
from rowloom.host.cli.connection import Connection, connect
from rowloom.host.cli.meter import Meter
from rowloom.host.job import Job, Outcome, cancelled, lost
from rowloom.host.link import LinkError
from rowloom.host.pipeline import solve
from rowloom.host.puzzles import GENRES, Puzzle, PuzzleError, read

__all__ = [
    "STANDARD_INPUT", "Entry", "GoodEntry",
    "add_genre_option", "chosen", "connect_for", "in_order", "puzzles_of", "read_entries", "read_files", "read_text",
    "solve_all",
]  # fmt: skip

STANDARD_INPUT = "standard input"
"""The source of puzzles read from there."""


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


def read_text(name: str) -> str:
    """Return a file's text, that of standard input for ``-``; :class:`CommandError` if it cannot be read."""
    if name == "-" and sys.stdin is None:
        raise CommandError("standard input is closed")
    try:
        with failing_as(name, OSError):
            return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: not a text file") from error


def add_genre_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the genre of the files."""
    parser.add_argument("--genre", choices=GENRES, help="the files' genre (default: detected)")


def read_entries(name: str, genre: str | None) -> list[Entry]:
    """Return all entries of a file, at least one; :class:`CommandError` if it cannot be read."""
    source = STANDARD_INPUT if name == "-" else name
    return [
        BadEntry(source, one) if isinstance(one, PuzzleError) else GoodEntry(source, one)
        for one in read(read_text(name), source, genre)
    ]


def read_files(names: Sequence[str], genre: str | None) -> list[Entry]:
    """Return the entries of files, at least one per file: a bad one for an unreadable file."""
    entries: list[Entry] = []
    for name in names:
        try:
            entries += read_entries(name, genre)
        except CommandError as error:
            entries.append(BadEntry(name, PuzzleError(str(error), name)))
    return entries


def puzzles_of(entries: Sequence[Entry]) -> list[Puzzle]:
    """Return the puzzles of the entries that are not bad."""
    return [entry.puzzle for entry in entries if not entry.bad]


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


def in_order(entries: Sequence[Entry], outcomes: Iterator[Outcome]) -> Iterator[tuple[Entry, Outcome | None]]:
    """Yield the entries with their outcomes; ``outcomes`` has one for each entry that is not bad."""
    for entry in entries:
        yield entry, None if entry.bad else next(outcomes)
    # Raise the exception that ended it early.
    next(outcomes, None)


def connect_for(puzzles: Sequence[Puzzle], args: argparse.Namespace) -> AbstractContextManager[Connection | None]:
    """Open a board that takes the puzzles; None if there are none."""
    return connect(args, puzzles) if puzzles else nullcontext()


def solve_all(
    connection: Connection, puzzles: Sequence[Puzzle], count: int, limit: int, meter: Meter, most: int | None = None
) -> Iterator[Outcome]:
    """Solve puzzles, at most ``most`` at a time; Ctrl-C ends the search, a second Ctrl-C the command.

    Yields
    ------
    Outcome
        One per puzzle, in order, in any case.

    Raises
    ------
    LinkError
        At the end, if the link failed or the board stopped answering; it says how many puzzles are unsolved.
    """
    jobs = (Job(puzzle, count, limit, connection.engine) for puzzle in puzzles)
    done = unsolved = 0
    failure = None
    with _set_on_interrupt() as cancel:
        try:
            for outcome in solve(connection.session, jobs, meter.running, most, cancel):
                meter.done()
                done += 1
                unsolved += outcome.lost
                yield outcome
        except LinkError as error:
            failure = error
    left = puzzles[done:]
    if failure:
        yield from (lost(puzzle, failure) for puzzle in left)
        raise LinkError(f"{failure}; {counted(unsolved + len(left), 'puzzle')} not solved") from failure
    yield from map(cancelled, left)


@contextmanager
def _set_on_interrupt() -> Iterator[Event]:
    event = Event()

    def interrupt(number: int, where: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        event.set()

    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, previous)
