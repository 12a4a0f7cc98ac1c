"""The jobs of making puzzles on this computer, with the same results as on a board."""

import time

from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.thinning import by_checks, by_deduction, clue_cells, removable, with_clues_at
from rowloom.host.grading.slitherlink import level_counters
from rowloom.host.jobs.job import NO_SOLUTION, SOLVED, Job, Outcome
from rowloom.host.jobs.tasks import Thin
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import imported

__all__ = ["ENGINE", "perform"]

ENGINE = "sat"

_PROOFS = {"smullyan": "shading", "canal": "shading"}
"""The module with the proofs of a genre that has none of its own name."""


def perform(job: Job) -> Outcome:
    """Return what comes of a job of a recipe: clues removed, or what tells the grade of a Slitherlink.

    Raises
    ------
    NotInstalled
        If the SAT solver is missing.
    """
    start = time.monotonic()
    puzzle, counters = job.puzzle, {}
    status = SOLVED
    if isinstance(job.task, Thin):
        kept = _kept(job, job.task)
        status = NO_SOLUTION if kept is None else SOLVED
        puzzle = with_clues_at(puzzle, kept or ())
    elif isinstance(puzzle, Slitherlink):
        counters = level_counters(puzzle)
    return Outcome(puzzle, status, engine=ENGINE, complete=True, counters=counters, seconds=time.monotonic() - start)


def _kept(job: Job, task: Thin) -> set[Cell] | None:
    puzzle = job.puzzle
    module = _PROOFS.get(puzzle.genre, puzzle.genre)
    proofs = imported(f"rowloom.host.generate.proofs.{module}", "making puzzles").Proofs(puzzle, task.solution)
    clues, groups = clue_cells(puzzle), removable(puzzle, task)
    if task.ease:
        return by_deduction(clues, groups, task.least, proofs.nothing(), proofs.broken)
    if not proofs.is_unique():
        return None
    return by_checks(clues, groups, task.least, proofs)
