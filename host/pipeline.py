"""Puzzles through a board, several at a time: the host's side of docs/develop/protocol.md for jobs."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import Event

from rowloom.host.job import Job, Outcome, lost
from rowloom.host.link import LinkError
from rowloom.host.pending import POLL_INTERVAL, PendingJob
from rowloom.host.protocol import Answer, Reason, Refused, Stage, State
from rowloom.host.session import Session

__all__ = ["solve"]

_Progress = Callable[[Job, State], None] | None

_MOST_LOSSES = 5
"""A board that loses a job more often is given up."""


def solve(
    session: Session,
    jobs: Iterable[Job],
    progress: _Progress = None,
    most: int | None = None,
    cancel: Event | None = None,
) -> Iterator[Outcome]:
    """Solve jobs on the board of a session, several at a time.

    Parameters
    ----------
    session : Session
    jobs : iterable of Job
    progress : callable(Job, State), optional
        Called with every answer about a job that still waits or runs.
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
    """
    identity = session.identity or session.identify()
    window = min(identity.window, most or identity.window)
    cancel = cancel or Event()
    waiting = iter(jobs)
    pending: deque[PendingJob] = deque()
    try:
        while True:
            while not cancel.is_set() and len(pending) < window and (job := next(waiting, None)):
                pending.append(PendingJob(job, identity, session.next_sequence(), session.now))
            if not pending:
                return
            if outcome := pending[0].outcome:
                pending.popleft()
                yield outcome
                continue
            _send(session, pending, cancel.is_set())
            for sequence, answer in session.listen():
                _take(session, pending, sequence, answer, progress)
            if any(not one.outcome and session.now - one.silent_since > session.timeout for one in pending):
                raise session.silence()
    except LinkError as error:
        yield from (one.outcome or lost(one.job.puzzle, error) for one in pending)
        raise
    finally:
        if pending:
            # Jobs left behind hold slots that only a new session frees.
            session.renew()


def _send(session: Session, pending: deque[PendingJob], cancelling: bool) -> None:
    """Send every request that is due."""
    # An engine's memory holds one puzzle, and its solutions: no other one may use the engine meanwhile.
    used: set[int] = set()
    used_in_pieces: set[int] = set()
    for one in pending:
        if one.outcome:
            continue
        if cancelling:
            one.cancel(session.now)
        held = one.engine in (used if one.in_pieces else used_in_pieces)
        used.add(one.engine)
        if one.in_pieces:
            used_in_pieces.add(one.engine)
        if held and not one.cancelling:
            # Nothing was said about it yet.
            one.silent_since = session.now
        elif one.waiting and one is not pending[0]:
            # It waits its turn on the board; there is nothing to ask.
            one.silent_since, one.due = session.now, session.now + POLL_INTERVAL
        elif session.now >= one.due:
            session.send(one.request(), one.sequence)
            one.due = session.now + session.resend_interval


def _take(session: Session, pending: deque[PendingJob], sequence: int, answer: Answer, progress: _Progress) -> None:
    """Take an answer to its job; one that no job waits for is old."""
    if answer == Refused(Reason.NO_SESSION):
        # Polls will tell which jobs were lost.
        session.reopen()
        return
    one = next((one for one in pending if one.sequence == sequence and not one.outcome), None)
    if one is None:
        return
    one.take(answer, session.now)
    if one.losses > _MOST_LOSSES:
        raise session.error("the board loses its puzzles again and again; does it restart (power supply, cable)?")
    if progress and isinstance(answer, State) and answer.stage != Stage.UNKNOWN:
        progress(one.job, answer)
