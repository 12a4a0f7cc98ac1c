"""Grade puzzles by the steps that solve them. The grades are the same on a board, in simulation and in software."""

from collections.abc import Mapping

from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import EASY, HARD, NORMAL, Grade
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES, SoftwareEngine, imported

__all__ = ["engine_for", "from_counters", "grade_of", "graded", "most_probes"]

_CELLS_A_PROBE = 4


def graded(puzzle: Puzzle, briefly: bool = False) -> Grade:
    """Grade a puzzle on this computer. The puzzle must have exactly one solution.

    With ``briefly``, grading stops as soon as the level is known, so the counters of hard puzzles are smaller than
    after a complete search.
    """
    return imported(METHODS[puzzle.genre].grader, "grading")(puzzle, briefly)


def engine_for(genre: str) -> SoftwareEngine:
    """Return the software engine whose search :func:`grade_of` needs to grade a puzzle of a genre."""
    return ENGINES[METHODS[genre].counting or "sat"]


def grade_of(outcome: Outcome) -> Grade | None:
    """Return the grade of a puzzle, or None if the puzzle does not have exactly one solution.

    The outcome must come from a search for two solutions, either by a board's fast engine or by the software engine
    that :func:`engine_for` returns.
    """
    if not outcome.unique:
        return None
    if METHODS[outcome.puzzle.genre].counting:
        return from_counters(outcome.puzzle, outcome.counters)
    return graded(outcome.puzzle)


def from_counters(puzzle: Puzzle, counters: Mapping[str, int]) -> Grade:
    """Return the grade of a puzzle with one solution. The counters are those of the deducer, or of the software engine
    with the same rules, after a search for two solutions."""
    nodes, probes = counters["nodes"], counters["probes"]
    is_hard = nodes > 1 or probes > most_probes(puzzle)
    level = HARD if is_hard else NORMAL if probes else EASY
    return Grade(level, {"nodes": nodes, "probes": probes})


def most_probes(puzzle: Puzzle) -> int:
    """Return the number of cells that lookahead may try in a normal puzzle."""
    return puzzle.rows * puzzle.cols // _CELLS_A_PROBE
