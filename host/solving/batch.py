"""A batch of puzzles, each solved by what its engine runs on: one outcome a puzzle, whatever happens."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from threading import Event
from types import FrameType
from typing import Protocol

from rowloom.errors import RowloomError
from rowloom.host.jobs.job import Outcome, cancelled, lost
from rowloom.host.jobs.status import CANCELLED
from rowloom.host.puzzles import Puzzle

__all__ = ["Backend", "set_on_interrupt", "solve"]


class Backend(Protocol):
    """What solves puzzles: boards, this computer, or workers."""

    def solve(self, puzzles: Iterator[Puzzle]) -> Iterator[Outcome]:
        """Solve puzzles until a person ends that by Ctrl-C.

        Yields
        ------
        Outcome
            One for each puzzle that was taken, in order.

        Raises
        ------
        RowloomError
            If it can solve no more of them, after these outcomes.
        """


def solve(puzzles: Iterable[Puzzle], backend_of: Callable[[Puzzle], Backend]) -> Iterator[Outcome]:
    """Solve puzzles, each by its backend; Ctrl-C ends the search, a second Ctrl-C the program.

    Yields
    ------
    Outcome
        One a puzzle, in order, in any case.

    Raises
    ------
    RowloomError
        At the end, if a backend could not go on: with its message, and how many puzzles are unsolved.
    """
    failures: dict[int, RowloomError] = {}
    unsolved, interrupted = 0, False
    for backend, group in groupby(puzzles, backend_of):
        if not interrupted and id(backend) not in failures:
            try:
                for outcome in backend.solve(group):
                    unsolved += outcome.lost
                    interrupted |= outcome.interrupted or outcome.status == CANCELLED
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
    """Yield what the first Ctrl-C sets; a second one ends the program."""
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
