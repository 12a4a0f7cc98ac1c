"""Boards as a backend."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from threading import Event

from rowloom.host.grading import grade_of
from rowloom.host.jobs.certain import merged
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question
from rowloom.host.link import pool
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle
from rowloom.host.solving.batch import set_on_interrupt

__all__ = ["Boards"]


class Boards:
    """Boards that each receive the next puzzle when they are free; a :class:`.batch.Backend`.

    Setting ``cancel`` ends the search; by default Ctrl-C does.
    """

    def __init__(self, sessions: Sequence[Session], question: Question, progress: Progress | None = None,
                 cancel: Event | None = None):
        self._sessions, self._question, self._cancel = sessions, question, cancel
        self._progress = progress or Progress()

    def solve(self, puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
        """Yield an outcome for each accepted puzzle; LinkError when the last board is lost."""
        question = self._question
        with nullcontext(self._cancel) if self._cancel else set_on_interrupt() as cancel:
            jobs = (job for puzzle in puzzles for job in question.jobs(puzzle))
            outcomes = pool.solve(self._sessions, jobs, self._progress, question.most, cancel)
            for outcome in merged(outcomes, question.count) if question.aim is Aim.CERTAIN else outcomes:
                self._progress.done(outcome.board)
                yield outcome._replace(grade=grade_of(outcome)) if question.aim is Aim.GRADE else outcome
