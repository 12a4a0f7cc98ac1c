"""Puzzles from files, through a board, one outcome each."""

import argparse
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from rowloom.host.board import Board
from rowloom.host.cli.common import CommandError, counted
from rowloom.host.cli.connection import Connection, connect
from rowloom.host.cli.meter import Meter
from rowloom.host.job import CANCELLED, ERROR, Job, Outcome, lost
from rowloom.host.link import LinkError
from rowloom.host.puzzles import GENRES, PuzzleError, read

__all__ = [
    "STANDARD_INPUT",
    "Entry",
    "add_genre_option",
    "bad",
    "connect_for",
    "read_entries",
    "read_files",
    "read_text",
    "solve_all",
]

STANDARD_INPUT = "standard input"
"""The source of what came from there."""


class Entry(NamedTuple):
    """What stands at one place of a file: a puzzle, or why there is none."""

    source: str
    puzzle: Any

    @property
    def bad(self) -> bool:
        """It is a :class:`PuzzleError` instead of a puzzle."""
        return isinstance(self.puzzle, PuzzleError)


def read_text(name: str) -> str:
    """A file's text; ``-`` is standard input.

    Raises
    ------
    CommandError
        If it cannot be read.
    """
    if name == "-" and sys.stdin is None:
        raise CommandError("standard input is closed")
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: not a text file") from error
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error


def add_genre_option(parser: argparse.ArgumentParser) -> None:
    """Adds the option that says what the files hold."""
    parser.add_argument("--genre", choices=GENRES, help="what the files hold (default: found from their text)")


def read_entries(name: str, genre: str | None) -> list[Entry]:
    """All that stands in a file, at least one entry; :class:`CommandError` if it cannot be read."""
    source = STANDARD_INPUT if name == "-" else name
    return [Entry(source, puzzle) for puzzle in read(read_text(name), source, genre)]


def read_files(names: Sequence[str], genre: str | None) -> list[Entry]:
    """The entries of files, at least one a file: a bad one stands for a file that cannot be read."""
    entries: list[Entry] = []
    for name in names:
        try:
            entries += read_entries(name, genre)
        except CommandError as error:
            entries.append(Entry(name, PuzzleError(str(error), name)))
    return entries


@contextmanager
def connect_for(entries: Sequence[Entry], args: argparse.Namespace) -> Iterator[Connection | None]:
    """Opens a board that is large enough, or none if there is nothing to solve."""
    good = [entry.puzzle for entry in entries if not entry.bad]
    if not good:
        yield None
        return
    with connect(args, good) as connection:
        yield connection


def solve_all(
    connection: Connection | None,
    entries: Iterable[Entry],
    count: int,
    limit: int,
    meter: Meter,
    in_flight: int | None = None,
) -> Iterator[tuple[Entry, Outcome]]:
    """Solves the puzzles of all entries, at most ``in_flight`` at a time; Ctrl-C ends the search, a second Ctrl-C the
    command.

    Yields
    ------
    (Entry, Outcome)
        One an entry, in order, whatever happens.

    Raises
    ------
    LinkError
        At the end, if the link broke or the board fell silent; it says how many puzzles that left unsolved.
    """
    waiting = deque(entries)
    engine = connection and connection.engine
    jobs = [Job(entry.puzzle, count, limit, engine) for entry in waiting if not entry.bad]
    failure, unsolved = None, 0
    if jobs:
        with _cancel_on_interrupt(connection.board):
            try:
                for outcome in connection.board.solve(jobs, meter.running, in_flight):
                    while waiting[0].bad:
                        yield waiting[0], bad(waiting.popleft())
                    meter.advance()
                    unsolved += outcome.lost
                    yield waiting.popleft(), outcome
            except LinkError as error:
                failure = error
    for entry in waiting:
        if entry.bad:
            yield entry, bad(entry)
        elif failure:
            unsolved += 1
            yield entry, lost(entry.puzzle, failure)
        else:
            yield entry, Outcome(entry.puzzle, CANCELLED, "cancelled")
    if failure:
        raise LinkError(f"{failure}; {counted(unsolved, 'puzzle')} not solved") from failure


def bad(entry: Entry) -> Outcome:
    """What comes of an entry that holds no puzzle."""
    return Outcome(entry.puzzle, ERROR, str(entry.puzzle))


@contextmanager
def _cancel_on_interrupt(board: Board) -> Iterator[None]:
    def cancel(number: int, where: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        board.cancel()

    previous = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
