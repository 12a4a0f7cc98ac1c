"""Solve puzzles with a software engine, and verify the solutions. The outcomes have the same form as the outcomes from
a board."""

import time
from collections import Counter
from collections.abc import Callable
from itertools import product
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

from rowloom.host.jobs.certain import Common, closest, open_cells, with_survey
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import (
    CANCELLED,
    ERROR,
    HINT,
    LIMIT,
    NO_SOLUTION,
    SOLVED,
    STUCK,
    is_unique,
    status_and_message,
)
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.solvers import BRANCHING, STATED, Explaining, OutOfTime, Place, SoftwareEngine, Stuck, deadline

if TYPE_CHECKING:
    from rowloom.host.solvers.sat.oracle import IncrementalSearch

__all__ = ["hint", "run", "survey"]

_FIRST_HINT = 0.1
"""Most searches find their first step within this number of seconds."""

_WITHOUT_HINT = {
    SOLVED: "nothing is left to find",
    NO_SOLUTION: "there is no solution",
    STUCK: "no rule finds anything: only trial and error helps",
    LIMIT: "nothing was found within the time limit",
}
"""The messages for a search in which no rule has found anything, by the status of the search."""


def run(
    engine: SoftwareEngine, puzzle: Puzzle, count: int = 1, seconds: float | None = None,
    notice: Callable[[int], None] | None = None,
) -> Outcome:
    """Solve a puzzle, and verify the solutions. If the time limit or Ctrl-C ends the search, the outcome is incomplete.

    Parameters
    ----------
    engine : SoftwareEngine
        The engine. NotInstalled is raised if a package that it requires is missing.
    count : int
        The maximum number of solutions to find; 0 for all.
    notice : function, optional
        A function that is called for each solution, with the number of solutions that have been found.
    """
    search = None
    begin = engine.loaded(puzzle.genre)
    with _Attempt(puzzle, seconds, notice) as attempt:
        search = begin(puzzle)
        for solution in search.solutions(seconds):
            attempt.add(solution)
            if len(attempt.found) == count:
                break
    found, complete = tuple(attempt.found), not attempt.end
    status, message = attempt.end if attempt.end and not found else status_and_message(len(found), count, complete)
    return Outcome(
        puzzle, status, message, engine.name, found, complete, counters=dict(search.counters) if search else {},
        seconds=attempt.seconds, interrupted=attempt.interrupted, partial=attempt.partial,
        steps=getattr(search, "steps", ()), unique=is_unique(len(found), count, complete),
    )  # fmt: skip


def hint(engine: SoftwareEngine, puzzle: Puzzle, seconds: float | None = None) -> Outcome:
    """Find the next step with an engine that explains its steps.

    The status is "hint" if ``steps`` contains a step, "stuck" if only branching is left, and "solved" if nothing is
    left to find. The outcome has no solutions. The first search has a time limit of a fraction of a second. If a search
    finds no step within its time limit, the search is repeated with twice this limit, until ``seconds`` seconds have
    passed in total.
    """
    until, allowed = deadline(seconds), _FIRST_HINT
    while True:
        search = cast(Explaining, engine.search(puzzle))
        left = min(allowed, until - time.monotonic())
        with _Attempt(puzzle, left) as attempt:
            for solution in search.solutions(left):
                attempt.add(solution)
                break
        status, message = attempt.end or (SOLVED if attempt.found else NO_SOLUTION, "")
        if status in (CANCELLED, ERROR):
            return Outcome(puzzle, status, message, engine.name, interrupted=status == CANCELLED)
        step = next((step for step in search.steps if step.rule != STATED), None)
        if step:
            if step.rule != BRANCHING:
                return Outcome(puzzle, HINT, str(step), engine.name, steps=(step,))
            status = STUCK
        elif status == LIMIT and time.monotonic() < until:
            allowed *= 2
            continue
        return Outcome(puzzle, status, _WITHOUT_HINT[status], engine.name)


def survey(
    engine: SoftwareEngine, puzzle: Puzzle, most: int, seconds: float | None = None,
    notice: Callable[[int], None] | None = None,
) -> Outcome:
    """Find the values that all solutions have in common, then count the solutions.

    Counting stops at ``most`` solutions, or at the last solution if ``most`` is 0. ``engine.surveys`` must be true; see
    :func:`run` for the other parameters. If there is only one solution, the outcome contains this solution. If there
    are several solutions, the outcome contains two solutions that differ in few cells. If the time limit or Ctrl-C ends
    the search, the outcome is incomplete.
    """
    common, counting = _Attempt(puzzle, seconds), _Attempt(puzzle, seconds, notice)
    searches: list[IncrementalSearch[Solution]] = []

    def search() -> "IncrementalSearch[Solution]":
        searches.append(cast("IncrementalSearch[Solution]", engine.search(puzzle)))
        return searches[-1]

    all_counted = False
    with common:
        finding = search()
        for first in finding.solutions(seconds):
            common.add(first)
            cells: list[Place] = [(cell,) for cell in product(range(puzzle.rows), range(puzzle.cols))]
            for other in finding.differing(first, cells, common.left):
                common.add(other)
            if edges := _open_edges(Common.of(puzzle, tuple(common.found))):
                for other in search().differing(first, edges, common.left):
                    common.add(other)
            break
    if not common.end and not (all_counted := len(common.found) < 2):
        with counting:
            for solution in search().solutions(counting.left):
                counting.add(solution)
                if len(counting.found) == most:
                    break
            else:
                all_counted = True
    end = common.end or counting.end
    found = tuple(common.found | counting.found)
    status, message = end or (NO_SOLUTION, "there is no solution")
    outcome = Outcome(
        puzzle, status, message, engine.name, closest(found), not end, seconds=common.seconds,
        counters=dict(sum((Counter(one.counters) for one in searches), Counter())),
        interrupted=common.interrupted or counting.interrupted,
    )  # fmt: skip
    if status == ERROR:
        return outcome._replace(solutions=())
    number = max(len(counting.found), min(len(common.found), most or len(common.found)))
    known = None if common.end or not common.found else Common.of(puzzle, tuple(common.found))
    return with_survey(outcome, number, most, all_counted, known, known is not None)


def _open_edges(common: Common) -> list[Place]:
    """Return the edges that are the same in all found solutions, and whose two cells both differ between these
    solutions. Each edge is the pair of these cells. If the genre has no loop, return an empty list."""
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


class _Wrong(Exception):
    """A wrong or repeated solution."""


class _Attempt:
    """A context manager in which a search runs. It catches the exceptions that end the search early."""

    def __init__(self, puzzle: Puzzle, seconds: float | None, notice: Callable[[int], None] | None = None):
        self._puzzle, self._limit, self._notice = puzzle, seconds, notice
        self._start = time.monotonic()
        self.found: dict[Solution, None] = {}
        """The solutions in order; empty if a solution was wrong."""
        self.end: tuple[str, str] | None = None
        """The status and the message if the search ended early."""
        self.partial = ""
        """See :class:`rowloom.host.solvers.Stuck`."""

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float | None:
        """The number of seconds until the time limit; None if there is no limit."""
        return None if self._limit is None else max(self._limit - self.seconds, 0)

    @property
    def interrupted(self) -> bool:
        """True if Ctrl-C ended the search."""
        return self.end is not None and self.end[0] == CANCELLED

    def add(self, solution: Solution) -> None:
        """Add a solution; a wrong or repeated solution ends the attempt."""
        if faults := self._puzzle.verify(solution):
            raise _Wrong(faults[0])
        if solution in self.found:
            raise _Wrong("it contains the same solution twice")
        self.found[solution] = None
        if self._notice:
            self._notice(len(self.found))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        match error:
            case None:
                return True
            case _Wrong():
                self.end = ERROR, f"the engine's answer is wrong: {error}"
                self.found.clear()
            case OutOfTime():
                self.end = LIMIT, f"not solved within {self._limit:g} s"
            case KeyboardInterrupt():
                self.end = CANCELLED, "cancelled"
            case Stuck():
                self.end, self.partial = (STUCK, str(error)), error.partial
            case _:
                return False
        return True
