"""A job between its first request and its outcome: choose the engine, and verify the result against the rules."""

from collections.abc import Sequence

from rowloom.engines.engine import Size
from rowloom.errors import Unsuitable
from rowloom.host.jobs.engines import choose, counters
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, LIMIT, NO_SOLUTION, SOLVED, in_words, is_unique
from rowloom.host.jobs.tasks import Found, Thin, boards_thin
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.wire.protocol import Identity, Reason, Result, Solve, Status, Task

__all__ = ["PendingJob"]

_REFUSALS = {
    Reason.MALFORMED: "the board reports that the puzzle is malformed",
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
"""The status and the message of a task's outcome, by the status that the board reports."""


class PendingJob:
    """A job for the board with this identity. If the board cannot solve the job, ``outcome`` is set at once.

    Attributes
    ----------
    request : Solve
        The request without its puzzles. Jobs with equal requests may be sent in one request.
    puzzle : bytes
        The puzzle as it is encoded in the request.
    cells : bytes
        The cells of a puzzle that is too large for a message; empty for other puzzles. The cells are stored on the
        board before the request, and solutions of the same length are fetched after the result.
    solution_bytes : int, optional
        The length of a solution in the result; None if the length varies.
    outcome : Outcome, optional
        Set when the job is done.
    """

    def __init__(self, job: Job, identity: Identity):
        self.job, self._clock = job, identity.clock
        self.outcome: Outcome | None = None
        try:
            self._engine, self._turned = choose(job.puzzle, identity.capabilities, job.engine)
            self._encode()
        except Unsuitable as reason:
            self.outcome = Outcome(job.puzzle, ERROR, str(reason))

    def _encode(self) -> None:
        job, engine, task = self.job, self._engine, self.job.task
        self._genre = genre = BOARD_GENRES[job.puzzle.genre]
        whole = engine.whole.holds(Size(job.puzzle.rows, job.puzzle.cols))
        if task and self._turned and not task.may_be_turned:
            raise Unsuitable("the puzzle fits this build only if it is turned")
        if task and not whole:
            raise Unsuitable("the puzzle is too large for this task")
        if isinstance(task, Thin) and not boards_thin(genre, job.puzzle):
            raise Unsuitable("a board does not remove clues of unknown value")
        self._puzzle = puzzle = genre.turned(job.puzzle) if self._turned else job.puzzle
        # Only genres whose engines store large puzzles have the method in_cells.
        self.cells = b"" if whole else genre.in_cells(puzzle)  # type: ignore[attr-defined]
        if task:
            number, head, self.puzzle = task.number, task.head(genre, puzzle), task.encode(genre, puzzle)
            self.solution_bytes = task.answer_bytes(genre, puzzle)
        else:
            number, head, self.puzzle = Task.SEARCH, b"", genre.encode(puzzle)
            self.solution_bytes = genre.solution_bytes(puzzle)
        self.request = Solve(
            0, engine.genre.number, engine.number, job.count, puzzle.rows, puzzle.cols, 0, job.limit, head,
            job.counters, bool(self.cells), number,
        )  # fmt: skip

    def end(self, result: Result, fetched: Sequence[bytes] | None = None) -> None:
        """Verify a result and set the outcome; ``fetched`` are the solutions that were fetched, if any."""
        job, name = self.job, self._engine.name
        if result.status == Status.REFUSED:
            message = _REFUSALS.get(result.reason, f"the board refuses the puzzle (reason {result.reason})")
            self.outcome = Outcome(job.puzzle, ERROR, message, name)
            return
        try:
            found = self._verified(result, result.solutions if fetched is None else fetched)
        except ValueError as error:
            found = Found(job.puzzle, (), "")
            status, message, facts = ERROR, f"the board's answer is wrong: {error}", {}
        else:
            status, message = _ENDS[result.status]
            if job.task:
                message = found.message or message
                facts = job.task.facts(found, result.status == Status.NO_SOLUTION, result.complete)
            else:
                number = len(found.solutions)
                facts = {"unique": is_unique(number, job.count, result.complete)}
                if result.status == Status.LIMIT:
                    message = f"not solved within {job.limit:,} cycles"
                elif result.status != Status.CANCELLED:
                    status, message = in_words(number, job.count, result.complete)
        self.outcome = Outcome(
            found.puzzle, status, message, name, found.solutions, result.complete, result.cycles, self._clock,
            counters={**counters(self._engine, result.counters), **found.counters}, **facts,
        )  # fmt: skip

    def _verified(self, result: Result, solutions: Sequence[bytes]) -> Found:
        """Return the content of a result; ValueError if the result is inconsistent, or a solution breaks the rules."""
        genre, task = self._genre, self.job.task
        if (result.status == Status.SOLVED) != bool(solutions) or len(solutions) > (1 if task else self.job.count):
            what = "answers" if task else "solutions"
            raise ValueError(f"{result.status.name} with {len(solutions)} {what}")
        if task and solutions:
            found = task.decode(genre, self._puzzle, solutions[0])
        else:
            decode = genre.decode_cells if self.cells else genre.decode_solution  # type: ignore[attr-defined]
            found = Found(self._puzzle, tuple(decode(self._puzzle, data) for data in solutions), "")
        if self._turned:
            found = self._turned_back(found)
        for number, solution in enumerate(found.solutions):
            if faults := genre.verify(found.puzzle, solution):
                raise ValueError(faults[0])
            if solution in found.solutions[:number]:
                raise ValueError("it holds the same solution twice")
        return found

    def _turned_back(self, found: Found) -> Found:
        """Convert the results for the turned puzzle into results for the original puzzle."""
        back = self._genre.turned_back
        facts = dict(found.facts)
        if "certain" in facts:
            facts["certain"] = tuple(map(tuple, back(facts["certain"])))
        if "certain_edges" in facts:
            facts["certain_edges"] = facts["certain_edges"].turned_back(back)
        return found._replace(puzzle=self.job.puzzle, solutions=tuple(map(back, found.solutions)), facts=facts)
