"""Solve jobs on several boards: each free board receives the next jobs that it can solve."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Event, Thread

from rowloom.errors import LinkError, Unsuitable
from rowloom.host.jobs.engines import choose
from rowloom.host.jobs.job import Job, Outcome, Progress, cancelled, lost
from rowloom.host.jobs.status import ERROR
from rowloom.host.link import pipeline
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle

__all__ = ["solve"]

_WINDOW = 4096
"""The maximum number of jobs that are read in advance, counted from the oldest job without an outcome. It is large
enough to keep fast boards busy."""

_TICK, _ENDING = 0.1, 1.0
"""Seconds between checks for cancellation, and the maximum number of seconds to wait for the boards' threads at the
end."""

_Kind = tuple[str, int, int, str | None]
"""The genre, rows, columns and requested engine of a job. These four values determine whether a board can solve the
job."""

_Group = tuple[int, list[Job]]
"""Successive jobs for the same board, and the number of the first. A message contains a solution only once, even if
several jobs need it; so all of these jobs go to the same board."""


def _kind(job: Job) -> _Kind:
    return job.puzzle.genre, job.puzzle.rows, job.puzzle.cols, job.engine


def solve(
    sessions: Sequence[Session], jobs: Iterable[Job | None], progress: Progress | None = None, most: int | None = None,
    cancel: Event | None = None,
) -> Iterator[Outcome]:  # fmt: skip
    """Solve jobs on one or more boards, which may differ in engines, sizes and clocks; yield the outcomes in order.

    If the link to a board breaks, the other boards solve the jobs that this board has not answered. If no board is
    left, yield the outcomes of all jobs that were read, and then raise LinkError.

    ``jobs`` is read in the caller's thread. If the iterator yields None, it has no further job until the next outcome
    has been yielded. ``progress`` receives the states of running jobs, and a message when a board fails and others
    continue. ``most`` and ``cancel`` are the same as for :func:`rowloom.host.link.pipeline.solve`; ``most`` applies to
    each board.
    """
    progress = progress or Progress()
    if len(sessions) == 1:
        yield from pipeline.solve(sessions[0], jobs, partial(progress.running, ""), most, cancel)
        return
    for session in sessions:
        with suppress(LinkError):
            session.rate.recover()
    pool = _Pool(sessions, progress, most, cancel or Event())
    try:
        yield from pool.outcomes(iter(jobs))
    finally:
        pool.end()
    if pool.failure:
        raise pool.failure


class _BoardQueue:
    """A board, its pending jobs in order, and the jobs that it has lost."""

    def __init__(self, session: Session):
        self.session = session
        self.capabilities = session.board.capabilities
        self.jobs: deque[tuple[int, Job]] = deque()
        self.lost: list[_Group] = []
        self.refusals: dict[_Kind, Unsuitable | None] = {}

    def refusal(self, job: Job) -> Unsuitable | None:
        """Return the reason why the board cannot solve jobs of this kind, or None if it can."""
        kind = _kind(job)
        if kind not in self.refusals:
            try:
                choose(job.puzzle, self.capabilities, job.engine)
                self.refusals[kind] = None
            except Unsuitable as reason:
                self.refusals[kind] = reason
        return self.refusals[kind]


class _Pool:
    """The jobs of several boards. Each board has a thread; ``_changed`` guards all attributes.

    When no board is left, ``failure`` is the error of the board that failed last.
    """

    def __init__(self, sessions: Sequence[Session], progress: Progress, most: int | None, cancel: Event):
        self._boards = list(map(_BoardQueue, sessions))
        self._progress, self._most, self._cancel = progress, most, cancel
        self.failure: LinkError | None = None
        self._changed = Condition()
        self._waiting: dict[_Kind, list[_Group]] = {}  # each list is a heap with at least one group
        self._jobs_waiting = 0
        self._outcomes: dict[int, Outcome] = {}
        self._cancelled = Event()
        self._over = False
        self._fault: BaseException | None = None
        self._threads = [Thread(target=self._work, args=(board,), daemon=True) for board in self._boards]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """End the boards' threads, even if boards still have jobs."""
        with self._changed:
            self._over = True
            self._cancelled.set()
            self._changed.notify_all()
        deadline = time.monotonic() + _ENDING
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def outcomes(self, jobs: Iterator[Job | None]) -> Iterator[Outcome]:
        """Read jobs in advance, and yield their outcomes in order."""
        read = 0
        for number in count():
            group: list[Job] = []
            while read < number + _WINDOW and not self._cancelled.is_set() and not self.failure and (
                job := next(jobs, None)
            ):
                if group and not group[-1].shares_solution(job):
                    self._add(read - len(group), group)
                    group = []
                group.append(job)
                read += 1
                if job.task is None:  # a search shares nothing with the next job, so it does not wait for this job
                    self._add(read - len(group), group)
                    group = []
            if group:
                self._add(read - len(group), group)
            if number == read:
                return
            yield self._outcome(number)

    def _add(self, number: int, group: list[Job]) -> None:
        """Queue a group of jobs for the boards that can solve them."""
        with self._changed:
            refusals = [board.refusal(group[0]) for board in self._boards]
            if not self.failure and None in refusals:
                self._wait(number, group)
                self._changed.notify_all()
                return
            for at, job in enumerate(group, number):
                self._outcomes[at] = (lost(job.puzzle, self.failure) if self.failure
                                      else Outcome(job.puzzle, ERROR, str(refusals[0])))

    def _wait(self, number: int, group: list[Job]) -> None:
        heappush(self._waiting.setdefault(_kind(group[0]), []), (number, group))
        self._jobs_waiting += len(group)

    def _outcome(self, number: int) -> Outcome:
        """Wait for a job's outcome."""
        with self._changed:
            while number not in self._outcomes:
                if self._fault:
                    raise self._fault
                if self._cancel.is_set() and not self._cancelled.is_set():
                    self._cancelled.set()
                    self._drop(list(self._waiting), cancelled)
                else:
                    self._changed.wait(_TICK)
            return self._outcomes.pop(number)

    def _drop(self, kinds: Iterable[_Kind], outcome: Callable[[Puzzle], Outcome]) -> None:
        """Remove all waiting jobs of these kinds, and store an outcome for each: ``outcome`` returns the outcome for a
        puzzle."""
        for kind in kinds:
            for number, group in self._waiting.pop(kind):
                self._outcomes |= {at: outcome(job.puzzle) for at, job in enumerate(group, number)}
                self._jobs_waiting -= len(group)

    # The boards' threads

    def _work(self, board: _BoardQueue) -> None:
        """Let a board solve jobs until no jobs are left or the board fails."""
        progress = partial(self._progress.running, board.session.name)
        try:
            while self._await_job(board):
                jobs = self._jobs_for(board)
                for outcome in pipeline.solve(board.session, jobs, progress, self._most, self._cancelled):
                    self._take(board, outcome)
        except LinkError as error:
            self._remove(board, error)
        except BaseException as fault:
            with self._changed:
                self._fault = fault
                self._changed.notify_all()

    def _await_job(self, board: _BoardQueue) -> bool:
        """Wait until there is a job for a board; return False if there will be no more jobs."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._kinds_for(board))
            return not self._over

    def _kinds_for(self, board: _BoardQueue) -> list[_Kind]:
        return [kind for kind in self._waiting if board.refusals[kind] is None]

    def _jobs_for(self, board: _BoardQueue) -> Iterator[Job | None]:
        """Yield jobs for a board until none are left; yield None while the board has enough jobs."""
        while True:
            with self._changed:
                group = self._next_for(board)
                if not group and not board.jobs:
                    return
            if group:
                yield from group
            else:
                yield None

    def _next_for(self, board: _BoardQueue) -> list[Job]:
        """Return the first waiting group that a board can solve; an empty list if no such group is waiting, or if the
        board has enough jobs.

        A board has enough jobs when it has its share of the waiting jobs: with more, other boards could run out of
        jobs.
        """
        kinds = self._kinds_for(board)
        if len(board.jobs) >= max(1, self._jobs_waiting // len(self._boards)) or not kinds:
            return []
        kind = min(kinds, key=lambda kind: self._waiting[kind][0][0])
        number, group = heappop(self._waiting[kind])
        if not self._waiting[kind]:
            del self._waiting[kind]
        self._jobs_waiting -= len(group)
        board.jobs.extend(enumerate(group, number))
        return group

    def _take(self, board: _BoardQueue, outcome: Outcome) -> None:
        """Store the outcome of a board's oldest job."""
        with self._changed:
            number, job = board.jobs.popleft()
            if outcome.lost:
                board.lost.append((number, [job]))
            else:
                self._outcomes[number] = outcome._replace(board=board.session.name)
                self._changed.notify_all()

    def _remove(self, board: _BoardQueue, error: LinkError) -> None:
        """Continue without a board that has failed."""
        with self._changed:
            self._boards.remove(board)
            for one in board.lost:
                self._wait(*one)
            if not self._boards:
                self.failure = error
                self._drop(list(self._waiting), partial(lost, reason=error))
            elif self._cancelled.is_set():
                self._drop(list(self._waiting), cancelled)
            else:
                orphans = [kind for kind in self._waiting if all(one.refusals[kind] for one in self._boards)]
                self._drop(orphans, lambda puzzle: Outcome(puzzle, ERROR, f"not solved: {error}"))
                left = sum(_kind(job) in self._waiting for _, (job,) in board.lost)
                taken = f" with its {left:,} puzzle{'' if left == 1 else 's'}" if left else ""
                self._progress.message(f"{error}; the other boards continue{taken}")
            self._changed.notify_all()
