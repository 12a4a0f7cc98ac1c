"""What is asked for, a job, and what came of it, an outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rowloom.host.drawing.pictures import in_notebook
from rowloom.host.jobs.counts import NO_SOLUTION, SOLVED
from rowloom.host.jobs.grade import Grade
from rowloom.host.jobs.tasks import Task
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.edges import Edges
from rowloom.host.puzzles.shown import drawn

__all__ = [
    "CANCELLED", "ERROR", "HINT", "LIMIT", "NO_SOLUTION", "SOLVED", "STUCK", "Job", "Outcome", "cancelled", "lost",
]  # fmt: skip

LIMIT, CANCELLED, ERROR = "limit", "cancelled", "error"
STUCK, HINT = "stuck", "hint"


@dataclass(frozen=True)
class Job:
    """A puzzle, and how far a board is to search.

    Parameters
    ----------
    puzzle : Puzzle
    count : int
        How many solutions to look for: 1 or 2.
    limit : int
        Clock cycles after which to give up; 0 for no limit.
    engine : str, optional
        The name of the engine to use; by default the preferred one of those that the puzzle fits.
    counters : bool
        The engine's counters are wanted, too.
    task : Task, optional
        What to do instead of looking for solutions.
    """

    puzzle: Puzzle
    count: int = 1
    limit: int = 0
    engine: str | None = None
    counters: bool = False
    task: Task | None = None


class Outcome(NamedTuple):
    """What came of a puzzle.

    Attributes
    ----------
    puzzle : Puzzle
    status : str
        "solved", "no-solution", "limit", "cancelled", "error"; "stuck": a software engine that does not guess gets
        no further; or "hint": the next step was asked for, and found.
    message : str
        What a person should know beyond that; may be empty.
    engine : str
        The engine that searched; empty if none did.
    solutions : tuple of Solution
        Verified ones only.
    complete : bool
        The search space was exhausted, up to the count asked for.
    cycles : int, optional
        See :class:`rowloom.host.wire.protocol.Result`; None if no board has told them.
    clock : int, optional
        The board's, in Hz; None without a board.
    board : str
        The name of the board's port, where there are several boards; else empty.
    counters : mapping of str to int
        What the engine has counted, see :func:`rowloom.host.jobs.engines.counters`; empty if no board has told.
    lost : bool
        The link broke before the board had answered.
    seconds : float, optional
        The time that a software engine took, uniqueness and verification included; None if a board was asked.
    interrupted : bool
        The person ended a software engine's search (Ctrl-C).
    partial : str
        A picture of how far a stuck engine came; may be empty.
    steps : sequence of Step or str
        What followed from what, see :class:`rowloom.host.solvers.steps.Step`; from another process only in words. Empty
        if the engine cannot tell.
    counted : int, optional
        The number of solutions, where it was asked for; at least so many unless ``complete``.
    certain : tuple of tuples of str
        What all solutions have in common, row by row, where it was asked for: "?" in cells where they differ, or,
        unless ``complete``, may differ.
    certain_edges : Edges, optional
        Of a loop, the same edge by edge: an edge may be the same in all solutions though its cells are not. Its
        ``horizontal`` and ``vertical`` are rows of "1" for a line, "0" for none, and "?".
    unique : bool, optional
        Whether there is exactly one solution; None if that is not known.
    grade : Grade, optional
        How hard it is, where that was asked for and the solution is unique.
    """

    puzzle: Puzzle
    status: str
    message: str = ""
    engine: str = ""
    solutions: tuple[Solution, ...] = ()
    complete: bool = False
    cycles: int | None = None
    clock: int | None = None
    board: str = ""
    counters: Mapping[str, int] = {}
    lost: bool = False
    seconds: float | None = None
    interrupted: bool = False
    partial: str = ""
    steps: Sequence[Any] = ()
    counted: int | None = None
    certain: tuple[tuple[str, ...], ...] = ()
    certain_edges: Edges | None = None
    unique: bool | None = None
    grade: Grade | None = None

    @property
    def verified(self) -> bool:
        """Whether there is a solution, verified against the rules on this side."""
        return self.status == SOLVED

    def _repr_svg_(self) -> str | None:
        # For notebooks.
        return in_notebook(drawn(self.puzzle, next(iter(self.solutions), None)))


def cancelled(puzzle: Puzzle) -> Outcome:
    """Return the outcome of a puzzle whose search was cancelled before it had a result."""
    return Outcome(puzzle, CANCELLED, "cancelled")


def lost(puzzle: Puzzle, reason: Exception) -> Outcome:
    """Return the outcome of a puzzle whose board is gone."""
    return Outcome(puzzle, ERROR, f"not solved: {reason}", lost=True)
