"""Solving puzzles on boards."""

import argparse
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from threading import Event
from types import FrameType

from rowloom.host.cli.common import counted, tell
from rowloom.host.cli.connection import Connection
from rowloom.host.cli.connections import connect_all
from rowloom.host.cli.meter import Meter
from rowloom.host.jobs.certain import on_boards
from rowloom.host.jobs.job import Job, Outcome, cancelled, lost
from rowloom.host.link import pipeline, pool
from rowloom.host.link.stream import LinkError
from rowloom.host.puzzles import Puzzle

__all__ = ["OnBoards", "connect_for", "one_each", "solve_all"]


def connect_for(puzzles: Sequence[Puzzle], args: argparse.Namespace) -> AbstractContextManager[list[Connection]]:
    """Open the boards for the puzzles; none if there are none."""
    return connect_all(args, puzzles) if puzzles else nullcontext([])


def solve_all(
    connections: Sequence[Connection],
    puzzles: Iterable[Puzzle],
    count: int,
    limit: int,
    meter: Meter,
    counters: bool,
    most: int | None = None,
    certain: bool = False,
) -> Iterator[Outcome]:
    """Solve puzzles, at most ``most`` at a time on each board; Ctrl-C ends the search, a second Ctrl-C the command.

    With ``counters``, outcomes have them; with ``certain``, they tell what is certain, and how many solutions there are
    up to ``count``.

    Yields
    ------
    Outcome
        One per puzzle, in order, in any case.

    Raises
    ------
    LinkError
        At the end, if the link of the last board failed or it stopped answering; it says how many puzzles are unsolved.
    """

    def solve(left: Iterator[Puzzle], cancel: Event) -> Iterator[Outcome]:
        engine = connections[0].engine
        ask = partial(_solve, connections, meter=meter, most=most, cancel=cancel)
        if certain:
            outcomes = on_boards(ask, left, count, limit, engine)
        else:
            outcomes = ask(Job(puzzle, count, limit, engine, counters) for puzzle in left)
        for outcome in outcomes:
            meter.done(outcome.board)
            yield outcome

    yield from one_each(puzzles, solve, LinkError)


class OnBoards:
    """Groups of puzzles for boards, among others for this computer: those that come after the last board is lost, too.

    The parameters are those of :func:`solve_all`.
    """

    def __init__(
        self, connections: Sequence[Connection], count: int, limit: int, meter: Meter, counters: bool,
        certain: bool = False,
    ):  # fmt: skip
        self._solve = partial(
            solve_all, connections, count=count, limit=limit, meter=meter, counters=counters, certain=certain
        )
        self._failure: LinkError | None = None
        self._later = 0

    def solve(self, puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
        """Yield an outcome for each puzzle, in order, in any case."""
        if self._failure:
            for puzzle in puzzles:
                self._later += 1
                yield lost(puzzle, self._failure)
            return
        try:
            yield from self._solve(puzzles)
        except LinkError as error:
            self._failure = error

    def end(self) -> None:
        """Raise the :class:`LinkError` that says that the last board was lost, if it was, and what is unsolved."""
        if self._failure:
            others = f", nor {self._later:,} later" if self._later else ""
            raise LinkError(f"{self._failure}{others}") from self._failure


def one_each(
    puzzles: Iterable[Puzzle], solve: Callable[[Iterator[Puzzle], Event], Iterator[Outcome]], failing: type[Exception]
) -> Iterator[Outcome]:
    """Solve puzzles; Ctrl-C ends the search, a second Ctrl-C the command.

    Parameters
    ----------
    puzzles : iterable of Puzzle
    solve : callable
        Yield outcomes of the puzzles, in order, until the event is set; one for each that was taken.
    failing : type of Exception
        What it raises if it cannot go on.

    Yields
    ------
    Outcome
        One per puzzle, in order, in any case.

    Raises
    ------
    failing
        At the end, if ``solve`` did; it says how many puzzles are unsolved.
    """
    left = iter(puzzles)
    unsolved = 0
    failure = None
    with _set_on_interrupt() as cancel:
        try:
            for outcome in solve(left, cancel):
                unsolved += outcome.lost
                yield outcome
        except failing as error:
            failure = error
    # The others were never begun.
    if failure:
        for puzzle in left:
            unsolved += 1
            yield lost(puzzle, failure)
        raise failing(f"{failure}; {counted(unsolved, 'puzzle')} not solved") from failure
    yield from map(cancelled, left)


def _solve(
    connections: Sequence[Connection], jobs: Iterable[Job], meter: Meter, most: int | None, cancel: Event
) -> Iterator[Outcome]:
    sessions = [connection.session for connection in connections]
    if len(sessions) > 1:
        return pool.solve(sessions, jobs, meter.running, most, cancel, _tell_failed)
    return pipeline.solve(sessions[0], jobs, partial(meter.running, ""), most, cancel)


def _tell_failed(error: LinkError, left: int) -> None:
    tell(f"{error}; the other boards go on" + (f" and take its {counted(left, 'puzzle')}" if left else ""))


@contextmanager
def _set_on_interrupt() -> Iterator[Event]:
    """Yield what the first Ctrl-C sets; a second one ends the command."""
    event = Event()

    def interrupt(number: int, where: FrameType | None) -> None:
        signal.signal(signal.SIGINT, previous)
        event.set()

    previous = signal.getsignal(signal.SIGINT)
    if previous != signal.SIG_IGN:  # as of what a shell runs in the background
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, previous)
