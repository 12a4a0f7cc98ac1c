"""A job between its first request and its outcome: choose the engine, verify the result.

Nothing that a board says about a solution is believed: each is verified against the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rowloom.engines.engine import Size
from rowloom.errors import Unsuitable
from rowloom.host.jobs.engines import choose, counters
from rowloom.host.jobs.job import Job, Outcome, cancelled
from rowloom.host.jobs.status import CANCELLED, ERROR, LIMIT, NO_SOLUTION, SOLVED, in_words, is_unique
from rowloom.host.jobs.tasks import Found, Task, Thin, boards_thin
from rowloom.host.puzzles import BOARD_GENRES, Puzzle, Solution
from rowloom.host.puzzles.puzzle import BoardGenre
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Reason, Result, Status

__all__ = ["Kind", "PendingJob"]

_REFUSALS = {
    Reason.MALFORMED: "the board takes the puzzle for malformed",
    Reason.UNKNOWN_GENRE: "the board's build does not solve this genre",
    Reason.TOO_LARGE: "the puzzle is too large for the board's build",
    Reason.UNKNOWN_TASK: "the board's engine only solves puzzles",
}


_ENDS = {
    Status.SOLVED: (SOLVED, ""),
    Status.NO_SOLUTION: (NO_SOLUTION, "there is no solution"),
    Status.LIMIT: (LIMIT, "not done within the limit"),
    Status.CANCELLED: (CANCELLED, "cancelled"),
}
"""Status and message of a task by the board's status."""


class _Wrong(Exception):
    """A result that breaks the rules."""


@dataclass(frozen=True)
class Kind:
    """What the jobs of one SOLVE have in common."""

    genre: int
    engine: int
    count: int
    limit: int
    rows: int
    cols: int
    counters: bool
    task: protocol.Task
    head: bytes


class PendingJob:
    """A job on its way through a board.

    Parameters
    ----------
    job : Job
    identity : Identity
        Of the board. If it cannot solve the job, there is an outcome at once.

    Attributes
    ----------
    kind : Kind
    puzzle : bytes
        As a SOLVE has it.
    cells : bytes
        Of a puzzle that is too large for a message: what has to be stored before its SOLVE, and the length of its
        solutions, which have to be fetched after its result. Empty for other puzzles.
    solution_bytes : int
        The length of a solution in its result.
    outcome : Outcome, optional
        Set when the job is done.
    """

    def __init__(self, job: Job, identity: protocol.Identity):
        self.job = job
        self._clock = identity.clock
        self.outcome: Outcome | None = None
        try:
            self._engine, self._turned = choose(job.puzzle, identity.capabilities, job.engine)
        except Unsuitable as reason:
            self.outcome = Outcome(job.puzzle, ERROR, str(reason))
            return
        engine = self._engine
        if job.task and (self._turned and not job.task.may_be_turned):
            self.outcome = Outcome(job.puzzle, ERROR, "the puzzle fits this build only if it is turned")
            return
        if job.task and not engine.whole.holds(Size(job.puzzle.rows, job.puzzle.cols)):
            self.outcome = Outcome(job.puzzle, ERROR, "the puzzle is too large for this task")
            return
        self._genre = BOARD_GENRES[job.puzzle.genre]
        if isinstance(job.task, Thin) and not boards_thin(self._genre, job.puzzle):
            self.outcome = Outcome(job.puzzle, ERROR, "a board does not remove clues of unknown value")
            return
        self._puzzle = puzzle = self._genre.turned(job.puzzle) if self._turned else job.puzzle
        task, head = protocol.Task.SEARCH, b""
        if job.task:
            task, head = job.task.number, job.task.head(self._genre, puzzle)
        self.kind = Kind(
            engine.genre.number, engine.number, job.count, job.limit, puzzle.rows, puzzle.cols, job.counters, task, head
        )
        self.puzzle = job.task.encode(self._genre, puzzle) if job.task else self._genre.encode(puzzle)
        self.solution_bytes = (job.task.answer_bytes if job.task else _solution_bytes)(self._genre, puzzle)
        in_pieces = not engine.whole.holds(Size(puzzle.rows, puzzle.cols))
        # Only genres of engines that take puzzles in pieces have the function.
        self.cells = self._genre.in_cells(puzzle) if in_pieces else b""  # type: ignore[attr-defined]

    def cancel(self) -> None:
        """Set the outcome of a job that is not wanted any more."""
        self.outcome = cancelled(self.job.puzzle)

    def end(self, result: Result, found: Sequence[bytes] | None = None) -> None:
        """Verify a result and set the outcome; ``found`` are its solutions if they had to be fetched."""
        engine = self._engine
        if result.status == Status.REFUSED:
            message = _REFUSALS.get(result.reason, f"the board refuses the puzzle (reason {result.reason})")
            self.outcome = Outcome(self.job.puzzle, ERROR, message, engine.name)
            return
        if self.job.task:
            self._end_task(self.job.task, result)
            return
        solutions: tuple[Solution, ...] = ()
        try:
            solutions = self._solutions(result, result.solutions if found is None else found)
        except _Wrong as wrong:
            status, message = ERROR, f"the board's answer is wrong: {wrong}"
        else:
            match result.status:
                case Status.LIMIT:
                    status, message = LIMIT, f"not solved within {self.job.limit:,} cycles"
                case Status.CANCELLED:
                    status, message = CANCELLED, "cancelled"
                case _:
                    status, message = in_words(len(solutions), self.job.count, result.complete)
        self.outcome = Outcome(
            self.job.puzzle, status, message, engine.name, solutions, result.complete, result.cycles, self._clock,
            counters=counters(engine, result.counters),
            unique=None if status == ERROR else is_unique(len(solutions), self.job.count, result.complete),
        )  # fmt: skip

    def _end_task(self, task: Task, result: Result) -> None:
        engine, found = self._engine, Found(self._puzzle, (), "")
        status, message = _ENDS[result.status]
        try:
            if (result.status == Status.SOLVED) != (len(result.solutions) == 1):
                raise _Wrong(f"{result.status.name} with {len(result.solutions)} answers")
            if result.solutions:
                try:
                    found = task.decode(self._genre, self._puzzle, result.solutions[0])
                except ValueError as error:
                    raise _Wrong(str(error)) from error
                for solution in found.solutions:
                    if faults := self._genre.verify(found.puzzle, solution):
                        raise _Wrong(faults[0])
                message = found.message
        except _Wrong as wrong:
            status, message, found = ERROR, f"the board's answer is wrong: {wrong}", Found(self._puzzle, (), "")
        if self._turned:
            found = self._turned_back(found)
        ended = result.status == Status.NO_SOLUTION
        facts = {} if status == ERROR else task.facts(found, ended, result.complete)
        self.outcome = Outcome(
            found.puzzle, status, message, engine.name, found.solutions, result.complete, result.cycles, self._clock,
            counters={**counters(engine, result.counters), **found.counters}, **facts,
        )  # fmt: skip

    def _turned_back(self, found: Found) -> Found:
        """Return what came of the task with the turned puzzle as what came of it with the puzzle itself."""
        back = self._genre.turned_back
        facts = dict(found.facts)
        if "certain" in facts:
            facts["certain"] = tuple(map(tuple, back(facts["certain"])))
        if "certain_edges" in facts:
            facts["certain_edges"] = facts["certain_edges"].turned_back(back)
        return found._replace(puzzle=self.job.puzzle, solutions=tuple(map(back, found.solutions)), facts=facts)

    def _solutions(self, result: Result, found: Sequence[bytes]) -> tuple[Solution, ...]:
        """Return a result's solutions; :class:`_Wrong` if it cannot be right, or one of them breaks the rules."""
        if (result.status == Status.SOLVED) != bool(found) or len(found) > self.job.count:
            raise _Wrong(f"{result.status.name} with {len(found)} solutions")
        solutions: list[Solution] = []
        decode = self._genre.decode_cells if self.cells else self._genre.decode_solution  # type: ignore[attr-defined]
        for data in found:
            try:
                solution = decode(self._puzzle, data)
            except ValueError as error:
                raise _Wrong(str(error)) from error
            if self._turned:
                solution = self._genre.turned_back(solution)
            if faults := self._genre.verify(self.job.puzzle, solution):
                raise _Wrong(faults[0])
            if solution in solutions:
                raise _Wrong("it holds the same solution twice")
            solutions.append(solution)
        return tuple(solutions)


def _solution_bytes(genre: BoardGenre, puzzle: Puzzle) -> int:
    return genre.solution_bytes(puzzle)
