"""Run a software engine on a puzzle, verify its solutions and report them like a board's."""

import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, cast

from rowloom.host import puzzles
from rowloom.host.certain import closest, in_common, open_cells, told
from rowloom.host.job import (
    CANCELLED,
    ERROR,
    HINT,
    LIMIT,
    NO_SOLUTION,
    SOLVED,
    STUCK,
    Outcome,
    cancelled,
    in_words,
    is_unique,
)
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.drawing import Cell
from rowloom.host.solvers import Explaining, OutOfTime, SoftwareEngine, Stuck, deadline
from rowloom.host.solvers.steps import BRANCHING

__all__ = ["hint", "run"]

_MOMENT = 0.1
"""Seconds in which most searches find their first step."""


class _Wrong(Exception):
    """A solution that breaks the rules, or the same one twice."""


def run(
    engine: SoftwareEngine,
    puzzle: Puzzle,
    count: int = 1,
    seconds: float | None = None,
    notice: Callable[[int], None] | None = None,
    certain: bool = False,
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
    certain : bool
        Find what all solutions have in common, too, by an engine that can; of the ``count`` solutions, the outcome has
        two that differ in few cells.
    **options
        Further arguments of the engine's ``search``.

    Returns
    -------
    Outcome
        Its solutions are verified. At a timeout or Ctrl-C it holds what was found until then, and is not complete.
    """
    verify = puzzles.genre(puzzle.genre).verify
    found: dict[Solution, None] = {}
    complete, all_found, end, partial, search = False, False, None, "", None
    module = engine.module(puzzle.genre)
    start = time.monotonic()

    def keep(solution: Solution) -> None:
        if wrong := (verify(puzzle, solution) or ["the same solution twice"] * (solution in found))[:1]:
            raise _Wrong(wrong[0])
        found[solution] = None
        if notice:
            notice(len(found))

    try:
        search = module.search(puzzle, **options)
        for solution in search.solutions(seconds):
            keep(solution)
            if len(found) == count:
                break
        else:
            all_found = True
        if certain and not all_found:
            left = None if seconds is None else max(start + seconds - time.monotonic(), 0)
            for solution in search.differing(next(iter(found)), _alike(puzzle, tuple(found)), left):
                keep(solution)
        complete = True
    except _Wrong as wrong:
        end = ERROR, f"the engine's answer is wrong: {wrong}"
        found.clear()
    except OutOfTime:
        end = LIMIT, f"not solved within {seconds:g} s"
    except KeyboardInterrupt:
        end = CANCELLED, "cancelled"
    except Stuck as stuck:
        end, partial = (STUCK, str(stuck)), stuck.partial
    status, message = end if end and not found else in_words(len(found), count, complete)
    unique = None if end and not found else is_unique(len(found), count, complete)
    outcome = Outcome(
        puzzle, status, message, engine.name, tuple(found), complete, counters=dict(search.counters) if search else {},
        seconds=time.monotonic() - start, interrupted=end is not None and end[0] == CANCELLED, partial=partial,
        steps=getattr(search, "steps", ()), unique=unique,
    )
    return _surveyed(outcome, count, all_found) if certain and status != ERROR else outcome


def hint(engine: SoftwareEngine, puzzle: Puzzle, seconds: float | None = None) -> Outcome:
    """Find the next step, by an engine that explains itself, and no other.

    The search gets a moment, and twice as long again and again until it has a step.

    Parameters
    ----------
    engine, puzzle, seconds
        As for :func:`run`.

    Returns
    -------
    Outcome
        Its status is "hint" if there is a step, the only one of ``steps``; "stuck" if only branching is left; "solved"
        if nothing is left to find. It has no solutions.
    """
    until, share = deadline(seconds), _MOMENT
    status = SOLVED
    while True:
        search = cast(Explaining, engine.search(puzzle))
        try:
            if next(search.solutions(min(share, until - time.monotonic())), None) is None:
                status = NO_SOLUTION
        except OutOfTime:
            if not search.steps and time.monotonic() >= until:
                return Outcome(puzzle, LIMIT, f"nothing found within {seconds:g} s", engine.name)
            if not search.steps:
                share *= 2
                continue
        except Stuck:
            status = STUCK
        except KeyboardInterrupt:
            return cancelled(puzzle)._replace(engine=engine.name, interrupted=True)
        break
    steps = search.steps[:1]
    if steps:
        status = STUCK if steps[0].rule == BRANCHING else HINT
    message = str(steps[0]) if status == HINT else _WITHOUT_HINT[status]
    return Outcome(puzzle, status, message, engine.name, steps=steps if status == HINT else ())


_WITHOUT_HINT = {
    SOLVED: "nothing is left to find",
    NO_SOLUTION: "there is no solution",
    STUCK: "no rule finds anything: only trying helps",
}


def _alike(puzzle: Puzzle, solutions: Sequence[Solution]) -> list[Cell]:
    """Return the cells in which solutions do not differ."""
    differ = open_cells(in_common(solutions))
    return [cell for cell in product(range(puzzle.rows), range(puzzle.cols)) if cell not in differ]


def _surveyed(outcome: Outcome, most: int, all_found: bool) -> Outcome:
    """Return an outcome that has all solutions which were found as one that tells what these say."""
    found = outcome.solutions
    number = min(len(found), most) if most else len(found)
    rows = in_common(found) if outcome.complete else ()
    return told(
        outcome._replace(solutions=closest(found)), number, most, all_found, rows, outcome.complete and bool(found)
    )
