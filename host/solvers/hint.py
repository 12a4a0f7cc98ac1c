"""The next step of a puzzle, by a software engine that explains itself, and no other."""

import time
from typing import cast

from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, HINT, LIMIT, NO_SOLUTION, SOLVED, STUCK
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import Explaining, SoftwareEngine, deadline
from rowloom.host.solvers.runner import Attempt
from rowloom.host.solvers.steps import BRANCHING, STATED

__all__ = ["hint"]

_MOMENT = 0.1
"""Seconds in which most searches find their first step."""

_WITHOUT = {
    SOLVED: "nothing is left to find",
    NO_SOLUTION: "there is no solution",
    STUCK: "no rule finds anything: only trying helps",
    LIMIT: "nothing was found within the time limit",
}
"""What is said where no rule has found anything."""


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
        status, message = _end(search, puzzle, min(share, until - time.monotonic()))
        if status in (CANCELLED, ERROR):
            return Outcome(puzzle, status, message, engine.name, interrupted=status == CANCELLED)
        step = next((step for step in search.steps if step.rule != STATED), None)
        if step:
            if step.rule != BRANCHING:
                return Outcome(puzzle, HINT, str(step), engine.name, steps=(step,))
            status = STUCK
        elif status == LIMIT and time.monotonic() < until:
            share *= 2
            continue
        return Outcome(puzzle, status, _WITHOUT[status], engine.name)


def _end(search: Explaining, puzzle: Puzzle, seconds: float) -> tuple[str, str]:
    """Return status and message of a search for one solution."""
    with Attempt(puzzle, seconds) as attempt:
        for solution in search.solutions(seconds):
            attempt.keep(solution)
            break
    return attempt.end or (SOLVED if attempt.found else NO_SOLUTION, "")
