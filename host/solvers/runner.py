"""Runs a software engine on a puzzle: what comes out is verified and told like a board's answer."""

import time
from collections.abc import Callable
from typing import Any

from rowloom.host import puzzles
from rowloom.host.job import CANCELLED, ERROR, LIMIT, NO_SOLUTION, SOLVED, STUCK, Outcome
from rowloom.host.solvers import OutOfTime, SoftwareEngine, Stuck

__all__ = ["run"]


def run(
    engine: SoftwareEngine,
    puzzle: Any,
    count: int = 1,
    seconds: float | None = None,
    notice: Callable[[int], None] | None = None,
    **options: Any,
) -> Outcome:
    """Solves a puzzle.

    Parameters
    ----------
    engine : SoftwareEngine
    puzzle : puzzle of one of the engine's genres
    count : int
        After how many solutions to stop; 0 for all there are. One more than is wanted tells whether there are others.
    seconds : float, optional
        After which to give up.
    notice : function, optional
        Called with the number of solutions, each time that there is another one.
    **options
        What else the engine takes.

    Returns
    -------
    Outcome
        Its solutions have been held against the rules. If the time is over or the person interrupts (Ctrl-C), it
        holds what was found until then, and is not complete.

    Raises
    ------
    ValueError, NotInstalled
        As :meth:`rowloom.host.solvers.SoftwareEngine.search` does.
    """
    verify = puzzles.genre(puzzle.genre).verify
    found: dict[puzzles.Solution, None] = {}
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
    status, message = end if end and not found else _told(len(found), count, complete)
    return Outcome(
        puzzle,
        status,
        message,
        engine.name,
        tuple(found),
        complete,
        counters=dict(search.counters) if search else {},
        seconds=time.monotonic() - start,
        interrupted=end is not None and end[0] == CANCELLED,
        partial=partial,
        steps=getattr(search, "steps", ()),
    )


def _told(found: int, count: int, complete: bool) -> tuple[str, str]:
    """Status and message of a search that did not fail, in the words for a board's answers where there are some."""
    all_known = complete and (count == 0 or found < count)
    match found:
        case 0:
            return NO_SOLUTION, "there is no solution"
        case 1 if all_known:
            return SOLVED, "unique: there is no other solution"
        case 1 if count == 1:
            return SOLVED, ""
        case 1:
            return SOLVED, "a solution; the search for another one was ended"
        case 2 if count == 2:
            return SOLVED, "not unique: there is a second solution"
    if all_known:
        return SOLVED, f"not unique: there are {found:,} solutions"
    return SOLVED, f"not unique: there are at least {found:,} solutions"
