"""A batch of puzzles, each solved by its backend, with an outcome for each puzzle in any case."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from threading import Event
from types import FrameType
from typing import Protocol

from rowloom.errors import RowloomError
from rowloom.host.jobs.job import Outcome, cancelled, lost
from rowloom.host.puzzles import Puzzle

__all__ = ["Backend", "set_on_interrupt", "solve"]


class Backend(Protocol):
    """Solves puzzles: boards, this computer, or workers."""

    def solve(self, puzzles: Iterator[Puzzle]) -> Iterator[Outcome]:
        """Yield an outcome for each puzzle that was accepted, in order, until Ctrl-C.

        Raises
        ------
        RowloomError
            If it cannot solve any more puzzles, after these outcomes.
        """


def solve(puzzles: Iterable[Puzzle], backend_of: Callable[[Puzzle], Backend]) -> Iterator[Outcome]:
    """Yield an outcome for each puzzle, in order, by its backend.

    Ctrl-C ends the search, a second Ctrl-C the program.

    Raises
    ------
    RowloomError
        At the end, if a backend failed: its message, and the number of unsolved puzzles.
    """
    failures: dict[int, RowloomError] = {}
    unsolved, interrupted = 0, False
    for backend, group in groupby(puzzles, backend_of):
        if not interrupted and id(backend) not in failures:
            try:
                for outcome in backend.solve(group):
                    unsolved += outcome.lost
                    interrupted |= outcome.stopped
                    yield outcome
            except RowloomError as error:
                failures[id(backend)] = error
        # These were never begun.
        failure = failures.get(id(backend))
        for puzzle in group:
            unsolved += failure is not None
            interrupted |= failure is None
            yield lost(puzzle, failure) if failure else cancelled(puzzle)
    for failure in failures.values():
        left = f"{unsolved:,} puzzle{'' if unsolved == 1 else 's'} not solved"
        raise type(failure)(f"{failure}; {left}") from failure


@contextmanager
def set_on_interrupt() -> Iterator[Event]:
    """Yield an event that the first Ctrl-C sets; a second Ctrl-C ends the program."""
    event = Event()

    def interrupt(number: int, where: FrameType | None) -> None:
        signal.signal(signal.SIGINT, previous)
        event.set()

    previous = signal.getsignal(signal.SIGINT)
    if previous != signal.SIG_IGN:  # set by a shell for commands in the background
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, previous)
