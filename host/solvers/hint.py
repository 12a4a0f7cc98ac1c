"""The next step of a puzzle, by a software engine that explains itself, and no other."""

import time
from typing import cast

from rowloom.host.job import CANCELLED, HINT, LIMIT, NO_SOLUTION, SOLVED, STUCK, Outcome
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import Explaining, OutOfTime, SoftwareEngine, Stuck, deadline
from rowloom.host.solvers.steps import BRANCHING

__all__ = ["hint"]

_MOMENT = 0.1
"""Seconds in which most searches find their first step."""

_OTHERWISE = {
    SOLVED: "nothing is left to find",
    NO_SOLUTION: "there is no solution",
    STUCK: "no rule finds anything: only trying helps",
    CANCELLED: "cancelled",
}
"""What is said without a hint."""


def hint(engine: SoftwareEngine, puzzle: Puzzle, seconds: float | None = None) -> Outcome:
    """Find the next step.

    The search gets a moment, and twice as long again and again until it has a step.

    Parameters
    ----------
    engine : SoftwareEngine
        One that explains itself, and takes the puzzle's genre; it raises what its ``search`` does.
    seconds : float, optional
        Time limit.

    Returns
    -------
    Outcome
        Its status is "hint" if there is a step, the only one of ``steps``; "stuck" if only branching is left; "solved"
        if nothing is left to find. It has no solutions.
    """
    until, share = deadline(seconds), _MOMENT
    while True:
        search = cast(Explaining, engine.search(puzzle))
        status = _status(search, min(share, until - time.monotonic()))
        if status != LIMIT or search.steps:
            break
        if time.monotonic() >= until:
            return Outcome(puzzle, LIMIT, f"nothing found within {seconds:g} s", engine.name)
        share *= 2
    if status != CANCELLED and search.steps:
        step = search.steps[0]
        if step.rule != BRANCHING:
            return Outcome(puzzle, HINT, str(step), engine.name, steps=(step,))
        status = STUCK
    return Outcome(puzzle, status, _OTHERWISE[status], engine.name, interrupted=status == CANCELLED)


def _status(search: Explaining, seconds: float) -> str:
    """Return how a search for a solution ends."""
    try:
        return SOLVED if any(True for _ in search.solutions(seconds)) else NO_SOLUTION
    except OutOfTime:
        return LIMIT
    except Stuck:
        return STUCK
    except KeyboardInterrupt:
        return CANCELLED
