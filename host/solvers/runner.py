"""Run a software engine on a puzzle, verify its solutions and report them like a board's."""

from collections.abc import Callable
from typing import Any

from rowloom.host.jobs.counts import in_words, is_unique
from rowloom.host.jobs.job import Outcome
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import SoftwareEngine
from rowloom.host.solvers.attempt import Attempt

__all__ = ["run"]


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
