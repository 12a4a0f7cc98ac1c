"""A job between its first request and its outcome: choose the next request, take the answers, verify the result.

Nothing that a board says about a solution is believed: each is verified against the rules.
"""

import math
from collections.abc import Sequence

from rowloom.host import protocol
from rowloom.host.engines import Unsuitable, choose, counters, engine_name
from rowloom.host.job import CANCELLED, ERROR, LIMIT, Job, Outcome, cancelled, in_words
from rowloom.host.protocol import MAX_PIECE, Fetch, Reason, Refused, Result, Stage, State, Status, Store
from rowloom.host.puzzles import BOARD_GENRES, Solution
from rowloom.hw.engine import Size
from rowloom.hw.engines import find

__all__ = ["POLL_INTERVAL", "PendingJob"]

POLL_INTERVAL = 0.4
"""Seconds between two questions about the running job: often enough for a live display and to hold a changed
bit rate, seldom enough to cost a simulated CPU nothing."""

_REFUSALS = {
    Reason.MALFORMED: "the board takes the puzzle for malformed",
    Reason.UNKNOWN_GENRE: "the board's build does not solve this genre",
    Reason.TOO_LARGE: "the puzzle is too large for the board's build",
}


class _Wrong(Exception):
    """A result that breaks the rules."""


class PendingJob:
    """A job on its way through a board.

    The cells of a puzzle that is too large for a message are stored on the board piece by piece before its SOLVE, and
    its solutions are fetched so after its RESULT.

    Parameters
    ----------
    job : Job
    identity : Identity
        Of the board. If it cannot solve the job, there is an outcome at once.
    sequence : int
        The job's number in the session.
    now : float
        The session's time.

    Attributes
    ----------
    engine : int
        The number of the engine that solves it.
    in_pieces : bool
        The puzzle is too large for a message.
    cancelling : bool
        The board is to end the search.
    losses : int
        How often the board has lost the job.
    due : float
        When to send the next request, unless the board says something before.
    silent_since : float
        Since when the board owes an answer about the job.
    outcome : Outcome, optional
        Set when the job is done.
    """

    def __init__(self, job: Job, identity: protocol.Identity, sequence: int, now: float):
        self.job, self.sequence = job, sequence
        self.outcome: Outcome | None = None
        try:
            capability, self._turned = choose(job.puzzle, identity.capabilities, job.engine)
        except Unsuitable as reason:
            self.outcome = Outcome(job.puzzle, ERROR, str(reason))
            return
        self._genre = BOARD_GENRES[job.puzzle.genre]
        puzzle = self._genre.turned(job.puzzle) if self._turned else job.puzzle
        self._size = Size(puzzle.rows, puzzle.cols)
        self.engine = capability.engine
        self._solve = protocol.Solve(capability.genre, self.engine, job.count, job.limit, self._genre.encode(puzzle))
        engine = find(capability.genre, self.engine)
        self.in_pieces = engine is not None and not engine.whole.holds(self._size)
        # Only genres of engines that take puzzles in pieces have the function.
        self._cells = self._genre.cells(puzzle) if self.in_pieces else b""  # type: ignore[attr-defined]
        self.cancelling, self.losses = False, 0
        self.due, self.silent_since = -math.inf, now
        self._forget()

    def _forget(self) -> None:
        """Begin with the first request again."""
        self._accepted, self._stored = False, 0
        self._result: Result | None = None
        self._fetched = [b""]

    def request(self) -> protocol.Request:
        """Return what to send next."""
        if self._result:
            offset = len(self._fetched[-1])
            return Fetch(len(self._fetched) - 1, offset, min(MAX_PIECE, len(self._cells) - offset))
        if self.cancelling:
            return protocol.Cancel()
        if self._accepted:
            return protocol.Poll()
        if self._stored < len(self._cells):
            piece = self._cells[self._stored : self._stored + MAX_PIECE]
            return Store(self._solve.genre, self.engine, self._stored, piece)
        return self._solve

    @property
    def waiting(self) -> bool:
        """Whether the board holds the job, and there is nothing to do but to wait for its result."""
        return self._accepted and not self._result and not self.cancelling

    def cancel(self, now: float) -> None:
        """End the search; a result that is there already is still fetched."""
        if not self.cancelling:
            self.cancelling = True
            self._go_on(now)

    def take(self, answer: protocol.Answer, now: float) -> None:
        """Act on an answer about this job; an old one changes nothing."""
        request = self.request()
        match answer:
            case State(stage=Stage.UNKNOWN) if self.cancelling:
                self.outcome = cancelled(self.job.puzzle)
            case State(stage=Stage.UNKNOWN):
                self._begin_again()
            case State():
                self._accepted, self.due = True, now + POLL_INTERVAL
                if not self.cancelling:
                    # Only a job that may go on earns more time.
                    self.silent_since = now
            case Result() if not (self.in_pieces and answer.solutions):
                self.outcome = self._verify(answer, answer.solutions)
            case Result() if not self._result:
                self._result = answer
                self._go_on(now)
            case protocol.Stored(end) if isinstance(request, Store) and end == request.offset + len(request.cells):
                self._stored = end
                self._go_on(now)
            case protocol.Piece(solution, offset, cells) if isinstance(request, Fetch) and (solution, offset) == (
                request.solution, request.offset
            ):  # fmt: skip
                self._take_piece(cells)
                self._go_on(now)
            case Refused(Reason.MALFORMED) if self.in_pieces:
                # Other cells are stored than those that were sent.
                self._begin_again()
            case Refused(reason) if reason != Reason.BUSY:
                # A busy engine is soon free: its search is not of this session.
                message = _REFUSALS.get(reason, f"the board refuses the puzzle (reason {reason})")
                self.outcome = Outcome(self.job.puzzle, ERROR, message, engine_name(self._solve.genre, self.engine))

    def _go_on(self, now: float) -> None:
        """Send the next request at once."""
        self.due, self.silent_since = -math.inf, now

    def _begin_again(self) -> None:
        """Send all again: the board does not know the job any more, if it ever did."""
        if self._accepted or self._stored:
            self.due = -math.inf
            self.losses += 1
            self._forget()

    def _take_piece(self, cells: bytes) -> None:
        """Append cells to the solution that is being fetched; verify the result after the last."""
        assert self._result
        self._fetched[-1] += cells
        if cells and len(self._fetched[-1]) < len(self._cells):
            return
        if len(self._fetched) == len(self._result.solutions):
            self.outcome = self._verify(self._result, self._fetched)
        self._fetched.append(b"")

    def _verify(self, result: Result, found: Sequence[bytes]) -> Outcome:
        """Verify a result with these solutions, and return the outcome."""
        solutions: tuple[Solution, ...] = ()
        try:
            solutions = self._solutions(result, found)
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
        return Outcome(
            self.job.puzzle, status, message, engine_name(self._solve.genre, self.engine), solutions, result.complete,
            result.cycles, counters(self._solve.genre, self.engine, result.counters),
        )

    def _solutions(self, result: Result, found: Sequence[bytes]) -> tuple[Solution, ...]:
        """Return a result's solutions; :class:`_Wrong` if it cannot be right, or one of them breaks the rules."""
        if (result.status == Status.SOLVED) != bool(found) or len(found) > self.job.count:
            raise _Wrong(f"{result.status.name} with {len(found)} solutions")
        if (result.rows, result.cols) != self._size:
            raise _Wrong(f"it is for a {result.rows}x{result.cols} grid")
        solutions: list[Solution] = []
        for data in found:
            try:
                solution = self._genre.decode_solution(*self._size, data)
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
