"""What a software engine knows of all solutions of a puzzle: what they have in common, and how many there are."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import cast

from rowloom.host.jobs.certain import Common, closest, open_cells, told
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import ERROR, NO_SOLUTION
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import Place, SoftwareEngine, Surveying
from rowloom.host.solvers.runner import Attempt

__all__ = ["survey"]


def survey(
    engine: SoftwareEngine,
    puzzle: Puzzle,
    most: int,
    seconds: float | None = None,
    notice: Callable[[int], None] | None = None,
) -> Outcome:
    """Find what is certain about a puzzle, then count its solutions.

    Parameters
    ----------
    engine : SoftwareEngine
        One that surveys, and takes the puzzle's genre; it raises what its ``search`` does.
    most : int
        Up to how many solutions are counted; 0 for all.
    seconds, notice
        As for :func:`rowloom.host.solvers.runner.run`.

    Returns
    -------
    Outcome
        It has two solutions that differ in few cells, or the only one. At a timeout or Ctrl-C it holds what was found
        until then, and is not complete.
    """
    common, counting = Attempt(puzzle, seconds), Attempt(puzzle, seconds, notice)
    searches: list[Surveying] = []
    all_counted = False
    with common:
        searches.append(_search(engine, puzzle))
        for first in searches[0].solutions(seconds):
            common.keep(first)
            cells: list[Place] = [(cell,) for cell in product(range(puzzle.rows), range(puzzle.cols))]
            for other in searches[0].differing(first, cells, common.left):
                common.keep(other)
            if edges := _open_edges(Common.of(puzzle, tuple(common.found))):
                searches.append(_search(engine, puzzle))
                for other in searches[-1].differing(first, edges, common.left):
                    common.keep(other)
            break
    if not common.end and not (all_counted := len(common.found) < 2):
        with counting:
            searches.append(_search(engine, puzzle))
            for solution in searches[-1].solutions(counting.left):
                counting.keep(solution)
                if len(counting.found) == most:
                    break
            else:
                all_counted = True
    end = common.end or counting.end
    found = tuple(common.found | counting.found)
    status, message = end or (NO_SOLUTION, "there is no solution")
    outcome = Outcome(
        puzzle, status, message, engine.name, closest(found), not end, seconds=common.seconds,
        counters=dict(sum((Counter(search.counters) for search in searches), Counter())),
        interrupted=common.interrupted or counting.interrupted,
    )  # fmt: skip
    if status == ERROR:
        return outcome._replace(solutions=())
    number = max(len(counting.found), min(len(common.found), most or len(common.found)))
    known = None if common.end or not common.found else Common.of(puzzle, tuple(common.found))
    return told(outcome, number, most, all_counted, known, known is not None)


def _open_edges(common: Common) -> list[Place]:
    """Return the edges of a loop that are known though their cells are not."""
    cells, lines = common
    edges: list[Place] = []
    if lines is None:
        return edges
    for row, col in open_cells(cells):
        if lines.vertical[row][col + 1] != "?":
            edges.append(((row, col), (row, col + 1)))
        if lines.horizontal[row + 1][col] != "?":
            edges.append(((row, col), (row + 1, col)))
    return edges


def _search(engine: SoftwareEngine, puzzle: Puzzle) -> Surveying:
    return cast(Surveying, engine.search(puzzle))
