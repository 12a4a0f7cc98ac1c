"""Grades of Slitherlinks: what the deducer needs, on a board or in software.

Easy is what its rules alone solve. Normal takes lookahead, of at most one cell for four cells of the grid. Hard takes
more, or branching.
"""

from collections.abc import Mapping
from itertools import islice

from rowloom.host.jobs.grade import EASY, HARD, NORMAL, Grade
from rowloom.host.jobs.job import Job
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink_logic import LogicSearch
from rowloom.host.solvers.slitherlink_lookahead import Lookahead
from rowloom.host.solvers.slitherlink_state import State

__all__ = ["from_counters", "graded", "job", "level_counters"]

_CELLS_A_PROBE = 4


def job(puzzle: Slitherlink) -> Job:
    """Return the search on a board whose counters tell the grade."""
    return Job(puzzle, count=2, counters=True)


def from_counters(puzzle: Slitherlink, counters: Mapping[str, int]) -> Grade:
    """Return the grade of a puzzle with one solution from the counters of a search for two."""
    nodes, probes = counters["nodes"], counters["probes"]
    is_hard = nodes > 1 or probes > _most_probes(puzzle)
    level = HARD if is_hard else NORMAL if probes else EASY
    return Grade(level, {"nodes": nodes, "probes": probes})


def graded(puzzle: Slitherlink) -> Grade:
    """Return the grade of a puzzle with one solution."""
    search = LogicSearch(puzzle)
    for _ in islice(search.solutions(), 2):
        pass
    return from_counters(puzzle, search.counters)


def level_counters(puzzle: Slitherlink) -> dict[str, int]:
    """Return counters that tell the level of a puzzle with one solution.

    They do not tell how hard a hard one is: its search ends where the level is clear.
    """
    lookahead, most = Lookahead(State.of(puzzle), may_branch=False), _most_probes(puzzle)

    def check() -> None:
        if lookahead.probes > most:
            raise _Hard

    try:
        for _ in islice(lookahead.solutions(check), 2):
            pass
    except _Hard:
        return {"nodes": 1, "probes": lookahead.probes}
    stuck = not (lookahead.state.is_contradictory or lookahead.state.is_solved)
    return {"nodes": 1 + stuck, "probes": lookahead.probes}


class _Hard(Exception):
    """More lookahead than in a normal puzzle."""


def _most_probes(puzzle: Slitherlink) -> int:
    return puzzle.rows * puzzle.cols // _CELLS_A_PROBE
