"""The graders of the genres: they return whether a puzzle is easy, normal or hard.

- Slitherlink: the deducer's rules alone solve easy puzzles. Normal puzzles also need lookahead, which tries at most one
  cell for every four cells of the grid. Hard puzzles need more lookahead, or branching.
- Smullyanic Dynasty, Canal View: the same levels, but with the rules of :mod:`rowloom.host.solvers.shading.rules`.
  Lookahead tries cells row by row, so the grade may change if a puzzle is turned.
- Slink: the first six rules of the Slink statement solve easy puzzles; the first seven rules solve normal puzzles.
- Sudoku: singles solve easy puzzles; singles and locked candidates solve normal puzzles. These are the rules of the
  parallel engine, which therefore guesses only in hard puzzles.
"""

from contextlib import suppress
from itertools import islice
from math import inf

from rowloom.host.grading import engine_for, from_counters, most_probes
from rowloom.host.jobs.status import EASY, HARD, NORMAL, Grade
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.shading.deduction import Trial, deduction_for
from rowloom.host.solvers.slink import RULES, SlinkSearch
from rowloom.host.solvers.slitherlink.lookahead import Lookahead
from rowloom.host.solvers.slitherlink.state import SlitherlinkState
from rowloom.host.solvers.sudoku.techniques import LOCKED, SINGLES, candidates, is_solved, propagate

__all__ = ["brief_counters", "shading", "slink", "slitherlink", "sudoku"]

_LAST_RULE = {EASY: 6, NORMAL: 7, HARD: len(RULES)}
"""The number of the last rule that is allowed at each level. Few Slinks need rules after rule 7."""


def brief_counters(puzzle: Slitherlink) -> dict[str, int]:
    """Return the deducer's counters after a search that stops as soon as the level is known."""
    counters, most = {"nodes": 1, "probes": 0}, most_probes(puzzle)
    lookahead = Lookahead(SlitherlinkState.of(puzzle), counters)

    def check() -> None:
        if counters["probes"] > most:
            raise _Hard

    with suppress(_Hard):
        for _ in islice(lookahead.solutions(check), 2):
            pass
        if not (lookahead.state.is_contradictory or lookahead.state.is_solved):
            counters["nodes"] += 1
    return counters


class _Hard(Exception):
    """Lookahead has tried more cells than are allowed for a normal puzzle."""


def slitherlink(puzzle: Slitherlink, briefly: bool) -> Grade:
    """Grade a Slitherlink; see :func:`.graded`."""
    search = engine_for(puzzle.genre).search(puzzle)
    for _ in islice(search.solutions(), 2):
        pass
    return from_counters(puzzle, search.counters)


def shading(puzzle: Shading, briefly: bool) -> Grade:
    """Grade a puzzle of a shading genre; see :func:`.graded`.

    The counters are the number of cells that lookahead leaves open, the number of cells that it tried, and the number
    of cells that the rules leave open.
    """
    deduction, most = deduction_for(puzzle), most_probes(puzzle)
    trials: list[Trial] = []
    deduction.run()
    by_rules = deduction.open_cells
    deduction.look_ahead(tried=trials.append, most=most + 1 if briefly else inf)
    left = deduction.open_cells
    level = EASY if not by_rules else HARD if left or len(trials) > most else NORMAL
    return Grade(level, {"guessed_cells": left, "probes": len(trials), "open_cells": by_rules})


def slink(puzzle: Slink, briefly: bool) -> Grade:
    """Grade a Slink; see :func:`.graded`. The counter is the number of steps."""
    searches = {level: SlinkSearch(puzzle, last) for level, last in _LAST_RULE.items()}
    level = next((level for level, search in searches.items() if search.solves()), HARD)
    return Grade(level, {"steps": searches[level].counters["steps"]})


def sudoku(puzzle: Sudoku, briefly: bool) -> Grade:
    """Grade a Sudoku; see :func:`.graded`. The counter is the number of cells that the techniques leave open."""
    grid = candidates(puzzle.cells)
    propagate(grid, puzzle.order, SINGLES)
    if is_solved(grid):
        return Grade(EASY, {"open_cells": 0})
    propagate(grid, puzzle.order, LOCKED)
    left = sum(mask.bit_count() > 1 for mask in grid)
    return Grade(HARD if left else NORMAL, {"open_cells": left})
