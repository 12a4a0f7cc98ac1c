"""How hard puzzles are: by what solves them, the same on a board, in simulation and in software; a module a genre."""

from rowloom.host.grading import slitherlink
from rowloom.host.jobs.grade import LEVELS, Grade
from rowloom.host.jobs.job import Outcome
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import ENGINES, SoftwareEngine, imported

__all__ = ["LEVELS", "Grade", "engine_for", "grade_of", "graded"]

_MODULES = {
    "slitherlink": "slitherlink", "slink": "slink", "sudoku": "sudoku", "smullyan": "shading", "canal": "shading",
}  # fmt: skip


def graded(puzzle: Puzzle) -> Grade:
    """Grade a puzzle with one solution on this computer; of another one, the grade means nothing.

    Raises
    ------
    NotInstalled
        If a package that the genre's rules need is missing.
    """
    return imported(f"rowloom.host.grading.{_MODULES[puzzle.genre]}", "grading").graded(puzzle)


def engine_for(genre: str) -> SoftwareEngine:
    """Return the engine on this computer of whose search for two solutions :func:`grade_of` tells the grade."""
    return ENGINES["slitherlink-logic" if genre == "slitherlink" else "sat"]


def grade_of(outcome: Outcome) -> Grade | None:
    """Return the grade of a puzzle, a search for two solutions of which was made by a fast engine of a board, or by
    :func:`engine_for`; None unless it has exactly one solution. It raises what :func:`graded` does."""
    if not outcome.unique:
        return None
    if isinstance(outcome.puzzle, Slitherlink) and outcome.puzzle.genre == "slitherlink":
        return slitherlink.from_counters(outcome.puzzle, outcome.counters)
    return graded(outcome.puzzle)
