"""Run a software engine on a puzzle, verify its solutions and report them like a board's."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from rowloom.host import puzzles
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, LIMIT, STUCK, in_words, is_unique
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.solvers import OutOfTime, SoftwareEngine, Stuck

__all__ = ["Attempt", "run"]


def run(
    engine: SoftwareEngine,
    puzzle: Puzzle,
    count: int = 1,
    seconds: float | None = None,
    notice: Callable[[int], None] | None = None,
    **options: Any,
) -> Outcome:
    """Solve a puzzle.

    Parameters
    ----------
    engine : SoftwareEngine
        One that takes the puzzle's genre; it raises what its ``search`` does.
    count : int
        The most solutions to look for; 0 for all. One more than is wanted shows whether there are others.
    seconds : float, optional
        Time limit.
    notice : function, optional
        Called with the number of solutions whenever one is found.
    **options
        Further arguments of the engine's ``search``.

    Returns
    -------
    Outcome
        Its solutions are verified. At a timeout or Ctrl-C it holds what was found until then, and is not complete.
    """
    search = None
    module = engine.module(puzzle.genre)
    with Attempt(puzzle, seconds, notice) as attempt:
        search = module.search(puzzle, **options)
        for solution in search.solutions(seconds):
            attempt.keep(solution)
            if len(attempt.found) == count:
                break
    found, complete = tuple(attempt.found), not attempt.end
    status, message = attempt.end if attempt.end and not found else in_words(len(found), count, complete)
    return Outcome(
        puzzle, status, message, engine.name, found, complete, counters=dict(search.counters) if search else {},
        seconds=attempt.seconds, interrupted=attempt.interrupted, partial=attempt.partial,
        steps=getattr(search, "steps", ()), unique=is_unique(len(found), count, complete),
    )  # fmt: skip


class _Wrong(Exception):
    """A solution that breaks the rules, or the same one twice."""


class Attempt:
    """A search, in a with statement that ends without an exception where the search ends early.

    Parameters
    ----------
    puzzle : Puzzle
    seconds : float, optional
        Time limit, of which :attr:`left` tells what is left.
    notice : function, optional
        Called with the number of solutions whenever one is found.

    Attributes
    ----------
    found : dict
        The solutions, in order. None if one was wrong.
    end : (str, str), optional
        Status and message if it ended early.
    partial : str
        See :class:`rowloom.host.solvers.Stuck`.
    """

    def __init__(self, puzzle: Puzzle, seconds: float | None, notice: Callable[[int], None] | None = None):
        self._puzzle, self._limit, self._notice = puzzle, seconds, notice
        self._verify = puzzles.genre(puzzle.genre).verify
        self._start = time.monotonic()
        self.found: dict[Solution, None] = {}
        self.end: tuple[str, str] | None = None
        self.partial = ""

    @property
    def seconds(self) -> float:
        """The time that has passed."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float | None:
        """The time that is left; None without a limit."""
        return None if self._limit is None else max(self._limit - self.seconds, 0)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.end is not None and self.end[0] == CANCELLED

    def keep(self, solution: Solution) -> None:
        """Take a solution; a wrong one ends the attempt."""
        if faults := self._verify(self._puzzle, solution) or ["the same solution twice"] * (solution in self.found):
            raise _Wrong(faults[0])
        self.found[solution] = None
        if self._notice:
            self._notice(len(self.found))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        match error:
            case None:
                return True
            case _Wrong():
                self.end = ERROR, f"the engine's answer is wrong: {error}"
                self.found.clear()
            case OutOfTime():
                self.end = LIMIT, f"not solved within {self._limit:g} s"
            case KeyboardInterrupt():
                self.end = CANCELLED, "cancelled"
            case Stuck():
                self.end, self.partial = (STUCK, str(error)), error.partial
            case _:
                return False
        return True
