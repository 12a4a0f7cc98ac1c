"""Run a software engine on a puzzle, verify its solutions and report them like a board's."""

import time
from collections.abc import Callable
from typing import Any

from rowloom.host import puzzles
from rowloom.host.job import CANCELLED, ERROR, LIMIT, STUCK, Outcome, in_words
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.solvers import OutOfTime, SoftwareEngine, Stuck

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
    verify = puzzles.genre(puzzle.genre).verify
    found: dict[Solution, None] = {}
    complete, end, partial, search = False, None, "", None
    module = engine.module(puzzle.genre)
    start = time.monotonic()
    try:
        search = module.search(puzzle, **options)
        for solution in search.solutions(seconds):
            if wrong := (verify(puzzle, solution) or ["the same solution twice"] * (solution in found))[:1]:
                end = ERROR, f"the engine's answer is wrong: {wrong[0]}"
                found.clear()
                break
            found[solution] = None
            if notice:
                notice(len(found))
            if len(found) == count:
                complete = True
                break
        else:
            complete = True
    except OutOfTime:
        end = LIMIT, f"not solved within {seconds:g} s"
    except KeyboardInterrupt:
        end = CANCELLED, "cancelled"
    except Stuck as stuck:
        end, partial = (STUCK, str(stuck)), stuck.partial
    status, message = end if end and not found else in_words(len(found), count, complete)
    return Outcome(
        puzzle, status, message, engine.name, tuple(found), complete, counters=dict(search.counters) if search else {},
        seconds=time.monotonic() - start, interrupted=end is not None and end[0] == CANCELLED, partial=partial,
        steps=getattr(search, "steps", ()),
    )
