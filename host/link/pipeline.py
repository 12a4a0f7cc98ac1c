"""Send several jobs to a board at the same time: the host's side of "Jobs" in docs/develop/protocol.md."""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import eq
from threading import Event

from rowloom.engines.engine import Size
from rowloom.errors import LinkError, Unsuitable
from rowloom.host.jobs.engines import choose, counters
from rowloom.host.jobs.job import Job, Outcome, cancelled, lost
from rowloom.host.jobs.status import CANCELLED, ERROR, LIMIT, NO_SOLUTION, SOLVED, is_unique, status_and_message
from rowloom.host.jobs.tasks import TaskResult, Thin, boards_thin
from rowloom.host.link.session import Session
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.edges import turned_back
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import MAX_PIECE, SEQUENCES, Answer, Reason, Refused, Result, Results, State, Status

__all__ = ["solve"]

_Progress = Callable[[Job, State], None] | None

POLL_INTERVAL = 0.4
"""Seconds between polls during a long search. A longer interval would delay the display of progress, and the board
might return to the bit rate that it has after a reset. A shorter interval would slow down the CPU of a simulated
board."""

_PATIENCE = 1.0
"""The next poll follows this number of seconds after the latest results. While the line uses a bit rate other than the
board's rate after a reset, the host also sends a request at least this often."""

_MOST_LOSSES = 5
"""The maximum number of successive losses of a board's jobs; each result that arrives resets the count."""

_GATHERED = 230
"""The maximum size in bytes of all puzzles in a SOLVE request with several puzzles. With this size, the overhead of a
frame is small, and it takes little time to send a lost request again."""

_OVERHEAD, _AROUND_RESULTS = 96, 20
"""Bytes of a board's memory: the number that each SOLVE request needs in addition to its puzzles, and the number that
each RESULT message needs in addition to its results."""

_MOST_UNACKNOWLEDGED = 768
"""The host acknowledges results after this many bytes of results; a board can store about three times as many."""

_MOST_AWAITED = 256
"""While the board has several jobs, this program does not process each answer at once: it sleeps until several answers
have arrived, but at most until this number of bytes has arrived. To wake the program takes as long as solving several
puzzles, so it should wake rarely. But if it slept longer, the board would run out of jobs."""


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
"""For each status that the board reports: the status and the message of the job's outcome."""


def solve(
    session: Session, jobs: Iterable[Job | None], progress: _Progress = None, most: int | None = None,
    cancel: Event | None = None,
) -> Iterator[Outcome]:  # fmt: skip
    """Solve jobs on the board of a session, several at a time; yield one outcome for each job, in order.

    Several calls for the same session, in one or more threads, take turns. The turn of a call ends when the call has an
    outcome to yield. In its next turn, the call sends all jobs again that the board has not answered.

    Parameters
    ----------
    session : Session
    jobs : iterable of Job or None
        None means that there is nothing to send yet.
    progress : callable(Job, State), optional
        Called with the running job and its state, each time that the board reports the state.
    most : int, optional
        The maximum number of jobs on the board at a time; by default, as many as fit.
    cancel : Event, optional
        When this event is set, for example by a signal handler, the jobs that were started are cancelled. The remaining
        jobs are not started, and have no outcome.

    Raises
    ------
    LinkError
        If the link breaks or the board stops answering. Before the error is raised, the outcomes of all jobs that were
        started are yielded.
    RuntimeError
        If the iterator ``jobs`` calls this function for the same session.
    """
    pipeline = _Pipeline(session, iter(jobs), progress, most or SEQUENCES, cancel or Event())
    try:
        while True:
            with session.turn(pipeline) as begins:
                if begins:
                    pipeline.open()
                while not pipeline.is_ready:
                    pipeline.advance()
            while pipeline.pending and (outcome := pipeline.pending[0].outcome):
                pipeline.pending.popleft()
                yield outcome
            if not pipeline.pending and pipeline.exhausted:
                return
    except LinkError as error:
        yield from (one.outcome or lost(one.job.puzzle, error) for one in pipeline.pending)
        raise
    finally:
        session.end_turns(pipeline)


class PendingJob:
    """A job that was started and may not have an outcome yet. This class chooses the engine, and verifies the result.

    Attributes
    ----------
    request : protocol.Solve
        The request without its puzzles. Jobs with equal requests may be sent in one request.
    puzzle : bytes
        The puzzle as it is encoded in the request.
    cells : bytes
        The cells of a puzzle that is too large for a message; empty for other puzzles. The cells are stored on the
        board before the request is sent. After the result has arrived, the solutions are fetched; each solution is as
        long as the cells.
    solution_bytes : int, optional
        The length of a solution in the result; None if the length varies.
    outcome : Outcome, optional
        Set when the job is done, or at once if the board cannot solve it.
    """

    def __init__(self, job: Job, identity: protocol.Identity):
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
        self._puzzle = puzzle = job.puzzle.turned() if self._turned else job.puzzle
        # Only genres whose engines store large puzzles have the method encode_cells.
        self.cells = b"" if whole else genre.encode_cells(puzzle)  # type: ignore[attr-defined]
        if task:
            number, head, self.puzzle = task.number, task.head(genre, puzzle), task.encode(genre, puzzle)
            self.solution_bytes = task.answer_bytes(genre, puzzle)
        else:
            number, head, self.puzzle = protocol.Task.SEARCH, b"", genre.encode(puzzle)
            self.solution_bytes = genre.solution_bytes(puzzle)
        self.request = protocol.Solve(
            0, engine.genre.number, engine.number, job.count, puzzle.rows, puzzle.cols, 0, job.limit, head,
            job.counters, bool(self.cells), number,
        )  # fmt: skip

    def end(self, result: Result, fetched: Sequence[bytes] | None = None) -> None:
        """Verify a result, and set the outcome; ``fetched`` contains the solutions of a large puzzle."""
        job, name = self.job, self._engine.name
        if result.status == Status.REFUSED:
            message = _REFUSALS.get(result.reason, f"the board refuses the puzzle (reason {result.reason})")
            self.outcome = Outcome(job.puzzle, ERROR, message, name)
            return
        try:
            found = self._verified(result, result.solutions if fetched is None else fetched)
        except ValueError as error:
            found = TaskResult(job.puzzle, (), "")
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
                    status, message = status_and_message(number, job.count, result.complete)
        self.outcome = Outcome(
            found.puzzle, status, message, name, found.solutions, result.complete, result.cycles, self._clock,
            counters={**counters(self._engine, result.counters), **found.counters}, **facts,
        )  # fmt: skip

    def _verified(self, result: Result, solutions: Sequence[bytes]) -> TaskResult:
        """Return the decoded result; ValueError if the result contradicts itself, or a solution breaks the rules."""
        genre, task = self._genre, self.job.task
        if (result.status == Status.SOLVED) != bool(solutions) or len(solutions) > (1 if task else self.job.count):
            what = "answers" if task else "solutions"
            raise ValueError(f"{result.status.name} with {len(solutions)} {what}")
        if task and solutions:
            found = task.decode(genre, self._puzzle, solutions[0])
        else:
            decode = genre.decode_cells if self.cells else genre.decode_solution  # type: ignore[attr-defined]
            found = TaskResult(self._puzzle, tuple(decode(self._puzzle, data) for data in solutions), "")
        if self._turned:
            found = self._turned_back(found)
        # The solution of a Thin is not from the board.
        for number, solution in enumerate(() if isinstance(task, Thin) else found.solutions):
            if faults := found.puzzle.verify(solution):
                raise ValueError(faults[0])
            if solution in found.solutions[:number]:
                raise ValueError("it contains the same solution twice")
        return found

    def _turned_back(self, found: TaskResult) -> TaskResult:
        """Convert the result for the turned puzzle into the result for the original puzzle."""
        facts = dict(found.facts)
        if "certain" in facts:
            facts["certain"] = turned_back(facts["certain"])
        if "certain_edges" in facts:
            facts["certain_edges"] = facts["certain_edges"].turned_back()
        return found._replace(puzzle=self.job.puzzle, solutions=tuple(map(turned_back, found.solutions)), facts=facts)


class _Batch:
    """The jobs of one SOLVE request. The jobs occupy ``size`` bytes of the board's memory, and their solutions are
    ``answer`` bytes long."""

    def __init__(self, first: int, jobs: list[PendingJob]):
        self.first, self.jobs = first, jobs
        self.puzzles = jobs[0].request.puzzles + b"".join(one.puzzle for one in jobs)
        self.size = len(self.puzzles) + _OVERHEAD
        self.answer = sum(one.solution_bytes or 1 for one in jobs)
        self.sent, self.times = -math.inf, 0


class _Pipeline:
    """The jobs on a board. Each session numbers its jobs from 0; the board accepts and answers them in this order.

    ``pending`` contains the jobs that were started, until their outcomes are yielded. ``exhausted`` is true when no
    more jobs will be started.
    """

    def __init__(self, session: Session, jobs: Iterator[Job | None], progress: _Progress, most: int, cancel: Event):
        self._session, self._jobs, self._progress, self._most, self._cancel = session, jobs, progress, most, cancel
        self.pending: deque[PendingJob] = deque()
        self.exhausted = False
        self._batches: deque[_Batch] = deque()
        self._sessions = 0
        self._open = 0  # pending jobs without an outcome
        self._losses = 0
        self._waits_for_rate = False  # true from the decision to raise the rate until no job is on the board
        self._cancelled = math.inf

    @property
    def is_ready(self) -> bool:
        """True if the next outcome is known, or no job is left."""
        return self.pending[0].outcome is not None if self.pending else self.exhausted

    def open(self) -> None:
        """Start a new session, in which the board has no jobs yet, and queue all jobs without an outcome."""
        self._batches.clear()
        self._unsent = deque(one for one in self.pending if one.outcome is None)
        self._identity = self._session.board
        self._sessions += 1
        self._poll_number, self._poll_pending = 0, False  # the latest poll
        self._next = 0  # the number of the next job to send
        self._expected = 0  # the next job that the board will accept, according to its latest answer
        self._ended = 0  # the number of the first job whose result has not arrived
        self._unacknowledged = 0  # bytes of results that are not acknowledged yet
        self._was_full = False  # the board had no room for the next request, so the gap after it is no loss on the line
        now = self._session.now
        self._requested = self._polled = self._session.heard = now
        self._repaired = self._reported_slow = -math.inf
        self._received = -math.inf  # the time of the latest results
        if self._cancelled < math.inf:
            self._cancel_all()

    def advance(self) -> None:
        """Send all requests that are due, then wait up to :data:`.stream.TICK` for answers and process them."""
        if self._cancel.is_set() and self._cancelled == math.inf:
            self._cancel_all()
        self._raise_rate()
        while not self._waits_for_rate and (batch := self._next_batch()) is not None:
            self._batches.append(batch)
            self._next = (self._next + len(batch.jobs)) % SEQUENCES
            self._send(batch)
        if not self._batches:
            return
        self._poll_if_due()
        sessions = self._sessions
        # If the board has further requests after the oldest, wait for more bytes at a time: the board has work while
        # this program sleeps.
        to_come = sum(batch.answer for batch in islice(self._batches, 1, None))
        for sequence, answer in self._session.listen(min(max(to_come // 2, 1), _MOST_AWAITED)):
            self._process(sequence, answer)
            if not self._batches or self._sessions != sessions:
                break
        self._check_silence()

    def _raise_rate(self) -> None:
        """Raise the bit rate if that saves time and no job is on the board."""
        self._waits_for_rate |= self._session.rate.pays()
        if self._waits_for_rate and not self._batches:
            self._waits_for_rate = False
            if self._peek() is not None:
                self._session.rate.raise_now()
                self._reopen()

    # Sending

    def _next_batch(self) -> _Batch | None:
        """Return the next jobs for one request, as many as the board has room for."""
        room = self._identity.room - sum(batch.size for batch in self._batches) - _OVERHEAD
        jobs: list[PendingJob] = []
        size = 0
        while (one := self._peek()) is not None:
            if self._batches and (one.cells or self._batches[-1].jobs[0].cells):
                break  # a puzzle that is too large for a message is solved alone
            if jobs and (one.request != jobs[0].request or one.cells or size + len(one.puzzle) > _GATHERED):
                break
            if self._batches and len(one.request.puzzles) + size + len(one.puzzle) > room:
                break
            jobs.append(self._unsent.popleft())
            size += len(one.puzzle)
        if not jobs or (jobs[0].cells and not self._store(jobs[0])):
            return None
        return _Batch(self._next, jobs)

    def _peek(self) -> PendingJob | None:
        """Return the next job to send."""
        while not self._unsent:
            if self.exhausted or self._open >= self._most:
                return None
            try:
                job = next(self._jobs)
            except StopIteration:
                self.exhausted = True
                return None
            if job is None:
                return None
            one = PendingJob(job, self._identity)
            self.pending.append(one)
            if one.outcome is None:
                self._open += 1
                self._unsent.append(one)
        return self._unsent[0]

    def _send(self, batch: _Batch) -> None:
        request = batch.jobs[0].request
        self._session.send(
            replace(request, taken=self._ended, number=len(batch.jobs), puzzles=batch.puzzles), batch.first
        )
        batch.sent, batch.times = self._session.now, batch.times + 1
        self._acknowledged()

    def _acknowledged(self) -> None:
        """Record that a request was sent; each request also acknowledges all results that have arrived."""
        self._requested, self._unacknowledged = self._session.now, 0

    def _poll(self) -> None:
        if self._cancelled < math.inf:
            self._session.send(protocol.Cancel(), (self._next - 1) % SEQUENCES)
        # The answer to a poll has the same number as the poll; answers to other requests have the number 0.
        self._poll_number = self._poll_number % (SEQUENCES - 1) + 1
        self._session.send(protocol.Poll(self._ended), self._poll_number)
        self._polled, self._poll_pending = self._session.now, True
        self._acknowledged()

    def _poll_if_due(self) -> None:
        """Poll the board if an answer is late, the line has been silent, or results must be acknowledged."""
        now, round_trip = self._session.now, self._session.round_trip
        owed = self._poll_pending or self._unaccepted()
        patience = _PATIENCE if self._received > self._polled else POLL_INTERVAL
        if owed and now - max(self._requested, self._session.heard) >= round_trip.timeout:
            round_trip.timed_out()
            self._session.rate.lost()
            self._poll()
        elif self._unacknowledged > _MOST_UNACKNOWLEDGED or (not self._poll_pending and (
            now - max(self._polled, self._session.heard) >= patience
            or (self._session.rate.is_changed and now - self._requested >= _PATIENCE)
        )):
            self._poll()

    def _unaccepted(self) -> list[_Batch]:
        return [batch for batch in self._batches if not _is_ahead(self._expected, batch.first)]

    def _cancel_all(self) -> None:
        """Cancel all jobs. Results that the board has already found are still used."""
        self._cancelled, self.exhausted = self._session.now, True
        for one in self._unsent:
            one.outcome = cancelled(one.job.puzzle)
        self._unsent.clear()
        if self._batches:
            self._poll()

    # Receiving

    def _process(self, sequence: int, answer: Answer) -> None:
        """Process an answer; ignore it if it is old."""
        match answer:
            case Refused(Reason.NO_SESSION):
                self._count_loss()
                self._reopen()
            case Refused(reason) if reason != Reason.BUSY:
                raise self._session.error(f"the board refuses a puzzle (reason {reason})")
            case State():
                self._process_state(answer, sequence == self._poll_number)
            case Results() if sequence == self._ended:
                try:
                    self._process_results(answer)
                except protocol.ProtocolError as error:
                    raise self._session.error(f"the board's answer makes no sense: {error}") from error
            case Results() if _is_ahead(sequence, self._ended):
                self._repeat()

    def _process_state(self, state: State, answers: bool) -> None:
        """Process a STATE message; ``answers`` is true if the message answers the latest poll."""
        if answers and self._poll_pending:
            self._poll_pending = False
            self._session.round_trip.answered(self._session.now - self._polled)
        if _is_ahead(state.ended, self._ended):
            # Frames arrive in order, so the results of earlier jobs are lost.
            self._repeat()
        self._accept(state.expected)
        self._was_full |= state.dropped == protocol.Dropped.FULL
        missing = self._unaccepted()
        # Requests that the board has not accepted may still be on their way. They are lost if the board reports a gap
        # before a later request, or if it has answered a poll that was sent after them.
        has_gap = state.dropped == protocol.Dropped.GAP
        if missing and ((has_gap and self._may_repair()) or (answers and missing[0].sent < self._polled)):
            for batch in missing:
                self._send(batch)
        if self._progress and self._batches and state.ended == self._ended != state.expected:
            self._progress(self._batches[0].jobs[self._index].job, state)

    def _process_results(self, results: Results) -> None:
        self._received = self._session.now
        reader = protocol.PayloadReader(results.data)
        self._unacknowledged += len(results.data) + _AROUND_RESULTS
        while reader:
            if not self._batches:
                raise protocol.ProtocolError("RESULT: there is no such job")
            batch = self._batches[0]
            one = batch.jobs[self._index]
            result = Result.take(reader, one.solution_bytes)
            self._ended = (self._ended + 1) % SEQUENCES
            self._accept(self._ended)
            if one is batch.jobs[-1]:
                self._batches.popleft()
            if one.cells and result.reason == Reason.MALFORMED:
                # The board does not have the cells that were sent.
                self._unsent.appendleft(one)
                self._count_loss()
            elif one.cells and result.solutions:
                self._fetch(one, result)
            else:
                self._finish(one, result)

    @property
    def _index(self) -> int:
        """The index of the first job without a result. The index counts from the beginning of the oldest batch."""
        return (self._ended - self._batches[0].first) % SEQUENCES

    def _accept(self, expected: int) -> None:
        """Record that the board has received all jobs before ``expected``."""
        if _is_ahead(expected, self._expected):
            for batch in self._unaccepted():
                if _is_ahead(expected, batch.first) and batch.times == 1:
                    self._session.round_trip.answered(self._session.now - batch.sent)
            self._expected, self._was_full = expected, False

    def _repeat(self) -> None:
        """Request lost results again."""
        if self._may_repair():
            self._session.send(protocol.Repeat(self._ended))
            self._acknowledged()

    def _may_repair(self) -> bool:
        """Return whether a loss should be repaired now: if several frames show the same loss, it is repaired only
        once."""
        if self._session.now - self._repaired < self._session.round_trip.timeout / 2:
            return False
        self._repaired = self._session.now
        if not self._was_full:
            self._session.rate.lost()
        return True

    def _finish(self, one: PendingJob, result: Result, fetched: list[bytes] | None = None) -> None:
        one.end(result, fetched)
        self._open -= 1
        self._losses = 0

    def _check_silence(self) -> None:
        now, session = self._session.now, self._session
        if self._batches and self._cancelled + session.timeout < now:
            raise session.silence()
        if now - max(session.heard, self._reported_slow) > session.timeout:
            if session.slow is None:
                raise session.silence()
            session.slow(now - session.heard)
            self._reported_slow = now

    def _count_loss(self) -> None:
        """Count a loss of the board's jobs; BoardError if there were too many losses."""
        self._losses += 1
        if self._losses > _MOST_LOSSES:
            raise self._session.error(
                "the board loses its puzzles again and again; does it restart (power supply, cable)?"
            )

    def _reopen(self) -> None:
        self._session.renew()
        self.open()

    # Puzzles that are too large for a message

    def _store(self, one: PendingJob) -> bool:
        """Store a puzzle's cells on the board for the next job; return whether the board has stored all cells."""
        for offset in range(0, len(one.cells), MAX_PIECE):
            if self._cancel.is_set():
                one.outcome = cancelled(one.job.puzzle)
                return False
            piece = one.cells[offset : offset + MAX_PIECE]
            request = protocol.Store(one.request.genre, one.request.engine, offset, piece)
            if self._ask_about(self._next, request, partial(eq, protocol.Stored(offset + len(piece)))) is None:
                return False
        return True

    def _fetch(self, one: PendingJob, result: Result) -> None:
        """Fetch the solutions of the job whose result has just arrived; set the job's outcome if this succeeds."""
        number, fetched = (self._ended - 1) % SEQUENCES, []
        for solution in range(len(result.solutions)):
            cells = b""
            while len(cells) < len(one.cells):
                request = protocol.Fetch(solution, len(cells), min(MAX_PIECE, len(one.cells) - len(cells)))
                piece = self._ask_about(number, request, partial(_is_piece, solution, len(cells)))
                if not isinstance(piece, protocol.Piece):
                    return
                if not piece.cells:
                    break  # the board has fewer cells than expected; decoding the solution detects this
                cells += piece.cells
            fetched.append(cells)
        self._finish(one, result, fetched)

    def _ask_about(self, job: int, request: protocol.Request, answers: Callable[[Answer], bool]) -> Answer | None:
        """Send a request about a job until the board answers; return the answer, or None if the board has lost the
        session."""
        answer = self._session.ask(request, answers, (Reason.NO_SESSION,), self._session.timeout, job)
        if answer is None:
            raise self._session.silence()
        if isinstance(answer, Refused):
            self._count_loss()
            self._reopen()
            return None
        self._requested = self._session.now
        return answer


def _is_piece(solution: int, offset: int, answer: Answer) -> bool:
    return isinstance(answer, protocol.Piece) and (answer.solution, answer.offset) == (solution, offset)


def _is_ahead(number: int, other: int) -> bool:
    """Return whether ``number`` comes after ``other``; job numbers wrap around."""
    return 0 < (number - other) % SEQUENCES < SEQUENCES // 2
