"""Puzzles through a board, many at a time: the host's side of docs/develop/protocol.md for jobs."""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from threading import Event

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job, Outcome, lost
from rowloom.host.link.pending import PendingJob
from rowloom.host.link.pieces import Forgotten, fetch, store
from rowloom.host.link.session import Session
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import (
    SEQUENCES,
    Answer,
    Dropped,
    Numbers,
    Reason,
    Refused,
    Result,
    Results,
    Solve,
    State,
)

__all__ = ["solve"]

_Progress = Callable[[Job, State], None] | None

POLL_INTERVAL = 0.4
"""Seconds between two questions about a long search: often enough for a live display and to hold a changed bit rate,
seldom enough to cost a simulated CPU nothing."""

_PATIENCE = 1.0
"""The same where results come by themselves; and after so long without a request the host asks in any case if that
holds a changed bit rate."""

_MOST_LOSSES = 5
"""A board that forgets its jobs more often without a result in between is given up."""

_GATHERED = 230
"""Bytes of puzzles in a SOLVE with several ones: enough to make little of a frame's other bytes, few enough to lose."""

_OVERHEAD = 96
"""Bytes of a board's memory for puzzles that each SOLVE takes besides these."""

_MOST_UNTAKEN = 1024
"""Bytes of results after which the host says that it has them: a board keeps about twice as many, ..."""

_AROUND_RESULTS = 20
"""... and so many with each RESULT."""

_MOST_AWAITED = 256
"""Bytes of answers that the host waits for at most while the board has more to do: each time that a program wakes costs
it as much as several puzzles, and a board that waits for the host costs more."""


def solve(
    session: Session,
    jobs: Iterable[Job | None],
    progress: _Progress = None,
    most: int | None = None,
    cancel: Event | None = None,
) -> Iterator[Outcome]:
    """Solve jobs on the board of a session, several at a time.

    Other calls for the same session may be under way, in this thread and in others: they take turns, each until it has
    an outcome to yield. In its next turn, a call sends the jobs again that the board has not answered.

    Parameters
    ----------
    session : Session
    jobs : iterable of Job or None
        None is no job: there is none for now, and others are still to be answered.
    progress : callable(Job, State), optional
        Called with every answer about a job that is being solved.
    most : int, optional
        At most so many at a time; by default as many as the board takes.
    cancel : Event, optional
        Once it is set, by a signal handler for example, what is pending is cancelled and nothing new is begun.

    Yields
    ------
    Outcome
        One a job, in order; if that ends early, one a job that had been begun.

    Raises
    ------
    LinkError
        If the link breaks or the board falls silent, after everything that had been begun was yielded.
    RuntimeError
        If the jobs come from another call for the same session.
    """
    pipeline = _Pipeline(session, iter(jobs), progress, most or SEQUENCES, cancel or Event())
    try:
        while True:
            with session.turns.of(pipeline) as begins:
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
        session.turns.end(pipeline)


class _Batch:
    """The jobs of one SOLVE; ``size`` in bytes of the board's memory, ``answer`` the bytes of a solution of each."""

    def __init__(self, first: int, jobs: list[PendingJob]):
        self.first, self.jobs = first, jobs
        self.puzzles = b"".join(one.puzzle for one in jobs)
        self.size = len(jobs[0].kind.head) + len(self.puzzles) + _OVERHEAD
        self.sent, self.times = -math.inf, 0
        self.answer = sum(one.solution_bytes or 1 for one in jobs)

    def request(self, taken: int) -> Solve:
        """Return the SOLVE, which also says which results are here."""
        kind = self.jobs[0].kind
        return Solve(
            taken, kind.genre, kind.engine, kind.count, kind.rows, kind.cols, len(self.jobs), kind.limit,
            kind.head + self.puzzles, kind.counters, stored=bool(self.jobs[0].cells), task=kind.task,
        )  # fmt: skip


class _Pipeline:
    """The jobs on their way through a board.

    Their numbers count from 0 in each session. The board takes them in order, and answers in order.

    Attributes
    ----------
    pending : deque of PendingJob
        Begun and not yet yielded, in order.
    exhausted : bool
        No other jobs are to be begun.
    """

    def __init__(self, session: Session, jobs: Iterator[Job | None], progress: _Progress, most: int, cancel: Event):
        self._session, self._jobs, self._progress, self._most, self._cancel = session, jobs, progress, most, cancel
        self.pending: deque[PendingJob] = deque()
        self.exhausted = False
        self._unsent: deque[PendingJob] = deque()
        self._batches: deque[_Batch] = deque()
        self._sessions = 0
        self._open = 0  # pending jobs without an outcome
        self._losses = 0
        self._held = False  # the bit rate is to be raised, once no job is left on the board
        self._cancelled = math.inf

    @property
    def is_ready(self) -> bool:
        """Whether there is an outcome to yield, or there will be none."""
        return self.pending[0].outcome is not None if self.pending else self.exhausted

    def open(self) -> None:
        """Open a session, in which the board knows no job, for all jobs without an outcome."""
        self._batches.clear()
        self._unsent = deque(one for one in self.pending if one.outcome is None)
        self._identity = self._session.board
        self._begin()
        if self._cancelled < math.inf:
            self._cancel_all()

    def _begin(self) -> None:
        """Begin with no job on the board."""
        self._sessions += 1
        self._question, self._unanswered = 0, False
        self._next = 0  # the number of the next job to send
        self._expected = 0  # that of the next one that the board takes, as far as it has said
        self._ended = 0  # that of the first one without a result here
        self._untaken = 0  # bytes of results since the board was told what is here
        self._spoke = self._polled = self._session.now
        self._repaired = self._told_slow = -math.inf
        self._came = -math.inf  # when the last results did
        self._recovering = False  # the oldest request was sent again, and not those behind it
        self._refused = False  # there was no room for a request
        self._session.heard = self._session.now

    def advance(self) -> None:
        """Send what is to be sent, and take the answers that come within a moment."""
        if self._cancel.is_set() and self._cancelled == math.inf:
            self._cancel_all()
        self._raise_rate()
        self._fill()
        if not self._batches:
            return
        self._ask()
        sessions = self._sessions
        for sequence, answer in self._session.listen(self._awaited()):
            self._take(sequence, answer)
            if not self._batches or self._sessions != sessions:
                break
        self._check_silence()

    def _raise_rate(self) -> None:
        """Raise the bit rate if that pays, when no job is on the board."""
        automatic = self._session.rate.automatic
        if automatic and automatic.pays():
            self._held = True
        if self._held and not self._batches:
            self._held = False
            if self._peek() is not None:
                self._session.rate.raise_now()
                self._reopen()

    # Sending

    def _fill(self) -> None:
        """Send puzzles as far as the board has room for them."""
        while not self._held and (batch := self._next_batch()) is not None:
            self._batches.append(batch)
            self._next = (self._next + len(batch.jobs)) % SEQUENCES
            self._send(batch)

    def _next_batch(self) -> _Batch | None:
        room = self._identity.room - sum(batch.size for batch in self._batches) - _OVERHEAD
        jobs: list[PendingJob] = []
        size = 0
        while (one := self._peek()) is not None:
            if self._batches and (one.cells or self._batches[-1].jobs[0].cells):
                break  # what is too large for a message goes through the board alone
            if jobs and (one.kind != jobs[0].kind or one.cells or size + len(one.puzzle) > _GATHERED):
                break
            if self._batches and len(one.kind.head) + size + len(one.puzzle) > room:
                break
            jobs.append(self._unsent.popleft())
            size += len(one.puzzle)
        if not jobs:
            return None
        if jobs[0].cells and not self._store(jobs[0]):
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
        self._session.send(batch.request(self._ended), batch.first)
        batch.sent, batch.times = self._session.now, batch.times + 1
        self._said()

    def _said(self) -> None:
        """A request was sent that tells which results are here."""
        self._spoke, self._untaken = self._session.now, 0

    def _poll(self) -> None:
        """Ask how far the board is."""
        if self._cancelled < math.inf:
            self._session.send(protocol.Cancel(), (self._next - 1) % SEQUENCES)
        # The number tells which question an answer is to; 0 is that of answers to none.
        self._question = self._question % (SEQUENCES - 1) + 1
        self._session.send(protocol.Poll(self._ended), self._question)
        self._polled, self._unanswered = self._session.now, True
        self._said()

    def _ask(self) -> None:
        """Ask the board if there is a reason to."""
        now, round_trip = self._session.now, self._session.round_trip
        owed = self._unanswered or self._not_accepted()
        if owed and now - max(self._spoke, self._session.heard) >= round_trip.timeout:
            round_trip.timed_out()
            self._session.rate.lost()
            self._remind()
        elif self._untaken > _MOST_UNTAKEN or (not self._unanswered and self._is_curious()):
            self._poll()

    def _is_curious(self) -> bool:
        """Return whether to ask the board how far it is: it has said nothing for a while."""
        now = self._session.now
        patience = _PATIENCE if self._came > self._polled else POLL_INTERVAL
        if now - max(self._polled, self._session.heard) >= patience:
            return True
        return self._session.rate.is_changed and now - self._spoke >= _PATIENCE

    def _remind(self) -> None:
        """Send the oldest request again that has no answer."""
        if lost := self._not_accepted():
            self._recovering = True
            self._send(lost[0])
        if not lost or self._cancelled < math.inf:
            self._poll()

    def _not_accepted(self) -> list[_Batch]:
        return [batch for batch in self._batches if not _is_ahead(self._expected, batch.first)]

    def _send_not_accepted(self) -> None:
        for batch in self._not_accepted():
            self._send(batch)

    def _cancel_all(self) -> None:
        """End all jobs; what the board has already solved still counts."""
        self._cancelled, self.exhausted = self._session.now, True
        for one in self._unsent:
            one.cancel()
        self._unsent.clear()
        if self._batches:
            self._poll()

    # Receiving

    def _awaited(self) -> int:
        """Return how many bytes of answers are worth waking for: a part of what the board still has to send."""
        to_come = sum(batch.answer for batch in islice(self._batches, 1, None))
        return min(max(to_come // 2, 1), _MOST_AWAITED)

    def _take(self, sequence: int, answer: Answer) -> None:
        """Act on an answer; an old one changes nothing."""
        match answer:
            case Refused(Reason.NO_SESSION):
                self._begin_again()
            case Refused(reason) if reason != Reason.BUSY:
                raise self._session.error(f"the board refuses a puzzle (reason {reason})")
            case State():
                self._take_state(answer, sequence == self._question)
            case Results() if sequence == self._ended:
                try:
                    self._take_results(answer)
                except protocol.ProtocolError as error:
                    raise self._session.error(f"the board's answer makes no sense: {error}") from error
            case Results() if _is_ahead(sequence, self._ended):
                self._repeat()

    def _take_state(self, state: State, answers: bool) -> None:
        """Act on a state; ``answers`` the last question."""
        if answers and self._unanswered:
            self._unanswered = False
            self._session.round_trip.answered(self._session.now - self._polled)
        if _is_ahead(state.ended, self._ended):
            # The line keeps its order, so the results before that one are lost.
            self._repeat()
        self._accept(state.expected)
        self._refused |= state.dropped == Dropped.FULL
        if (lost := self._not_accepted()) and (
            (state.dropped == Dropped.GAP and self._may_repair()) or (answers and lost[0].sent < self._polled)
        ):
            # There is a gap; or the question was asked after that request.
            self._send_not_accepted()
        if self._progress and self._batches and state.ended == self._ended != state.expected:
            self._progress(self._batches[0].jobs[self._index].job, state)

    def _take_results(self, results: Results) -> None:
        self._came = self._session.now
        numbers = Numbers(results.data)
        self._untaken += len(results.data) + _AROUND_RESULTS
        while numbers:
            if not self._batches:
                raise protocol.ProtocolError("RESULT: there is no such job")
            batch = self._batches[0]
            one = batch.jobs[self._index]
            result = Result.take(numbers, one.solution_bytes)
            self._accept((self._ended + 1) % SEQUENCES)
            self._ended = (self._ended + 1) % SEQUENCES
            if one is batch.jobs[-1]:
                self._batches.popleft()
                if self._refused:
                    self._refused = False
                    self._send_not_accepted()
            self._end(one, result)

    @property
    def _index(self) -> int:
        """Which job of the oldest batch is the first one without a result."""
        return (self._ended - self._batches[0].first) % SEQUENCES

    def _accept(self, expected: int) -> None:
        """The board has all jobs before that one."""
        if not _is_ahead(expected, self._expected):
            return
        for batch in self._not_accepted():
            if _is_ahead(expected, batch.first) and batch.times == 1:
                self._session.round_trip.answered(self._session.now - batch.sent)
        self._expected = expected
        if self._recovering:
            # What came behind the request that was lost, the board has dropped.
            self._recovering = False
            self._send_not_accepted()

    def _repeat(self) -> None:
        """Ask for lost results."""
        if self._may_repair():
            self._session.send(protocol.Repeat(self._ended))
            self._said()

    def _may_repair(self) -> bool:
        """Return whether it is time to repair a loss: once for all frames that tell of the same one."""
        if self._session.now - self._repaired < self._session.round_trip.timeout / 2:
            return False
        self._repaired = self._session.now
        self._session.rate.lost()
        return True

    def _end(self, one: PendingJob, result: Result) -> None:
        if one.cells and result.reason == Reason.MALFORMED:
            # Other cells are stored than those that were sent.
            self._unsent.appendleft(one)
            self._lose()
        elif one.cells and result.solutions:
            self._fetch(one, result)
        else:
            self._finish(one, result)

    def _finish(self, one: PendingJob, result: Result, found: list[bytes] | None = None) -> None:
        one.end(result, found)
        self._open -= 1
        self._losses = 0

    def _check_silence(self) -> None:
        now, session = self._session.now, self._session
        silent = now - max(session.heard, self._told_slow)
        if self._batches and self._cancelled + session.timeout < now:
            raise session.silence()
        if silent > session.timeout:
            if session.slow is None:
                raise session.silence()
            session.slow(now - session.heard)
            self._told_slow = now

    def _lose(self) -> None:
        self._losses += 1
        if self._losses > _MOST_LOSSES:
            raise self._session.error(
                "the board loses its puzzles again and again; does it restart (power supply, cable)?"
            )

    def _begin_again(self) -> None:
        """Begin a new session on a board that has forgotten this one."""
        self._lose()
        self._reopen()

    def _reopen(self) -> None:
        self._session.renew()
        self.open()

    # What is too large for a message

    def _store(self, one: PendingJob) -> bool:
        """Store a puzzle's cells for the next job; return whether they are there."""
        kind = one.kind
        try:
            stored = store(self._session, self._next, kind.genre, kind.engine, one.cells, self._cancel)
        except Forgotten:
            self._begin_again()
            return False
        self._spoke = self._session.now
        if not stored:
            one.cancel()
        return stored

    def _fetch(self, one: PendingJob, result: Result) -> None:
        """Fetch the solutions of the last job that has ended, which are in the board's memory."""
        try:
            found = fetch(self._session, (self._ended - 1) % SEQUENCES, len(result.solutions), len(one.cells))
        except Forgotten:
            self._begin_again()
            return
        self._spoke = self._session.now
        self._finish(one, result, found)


def _is_ahead(number: int, other: int) -> bool:
    """Return whether a job comes after another one; their numbers wrap around."""
    return 0 < (number - other) % SEQUENCES < SEQUENCES // 2
