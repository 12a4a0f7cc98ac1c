"""Solving puzzles on a board."""

import argparse
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event
from types import FrameType

from rowloom.host.cli.common import counted
from rowloom.host.cli.connection import Connection, connect
from rowloom.host.cli.meter import Meter
from rowloom.host.job import Job, Outcome, cancelled, lost
from rowloom.host.link import LinkError
from rowloom.host.pipeline import solve
from rowloom.host.puzzles import Puzzle

__all__ = ["connect_for", "set_on_interrupt", "solve_all"]

def connect_for(puzzles: Sequence[Puzzle], args: argparse.Namespace) -> AbstractContextManager[Connection | None]:
    """Open a board that takes the puzzles; None if there are none."""
    return connect(args, puzzles) if puzzles else nullcontext()


def solve_all(
    connection: Connection,
    puzzles: Iterable[Puzzle],
    count: int,
    limit: int,
    meter: Meter,
    counters: bool,
    most: int | None = None,
) -> Iterator[Outcome]:
    """Solve puzzles, at most ``most`` at a time; Ctrl-C ends the search, a second Ctrl-C the command.

    With ``counters``, outcomes have them.

    Yields
    ------
    Outcome
        One per puzzle, in order, in any case.

    Raises
    ------
    LinkError
        At the end, if the link failed or the board stopped answering; it says how many puzzles are unsolved.
    """
    left = iter(puzzles)
    jobs = (Job(puzzle, count, limit, connection.engine, counters) for puzzle in left)
    unsolved = 0
    failure = None
    with set_on_interrupt() as cancel:
        try:
            for outcome in solve(connection.session, jobs, meter.running, most, cancel):
                meter.done()
                unsolved += outcome.lost
                yield outcome
        except LinkError as error:
            failure = error
    # The others were never begun.
    if failure:
        for puzzle in left:
            unsolved += 1
            yield lost(puzzle, failure)
        raise LinkError(f"{failure}; {counted(unsolved, 'puzzle')} not solved") from failure
    yield from map(cancelled, left)


@contextmanager
def set_on_interrupt() -> Iterator[Event]:
    """Yield what the first Ctrl-C sets; a second one ends the command."""
    event = Event()

    def interrupt(number: int, where: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        event.set()

    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, previous)
