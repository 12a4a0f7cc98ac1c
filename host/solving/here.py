"""The engines on this computer as a backend."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from rowloom.host.grading import grade_of
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question, cancelled
from rowloom.host.jobs.status import ERROR
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import SoftwareEngine
from rowloom.host.solvers.runner import hint, run, survey

__all__ = ["Here", "answer"]


class Here:
    """An engine on this computer; a :class:`.batch.Backend`."""

    def __init__(self, engine: SoftwareEngine, question: Question, progress: Progress | None = None):
        self._engine, self._question, self._progress = engine, question, progress or Progress()

    def solve(self, puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
        """Yield an outcome for each puzzle, up to the puzzle whose search Ctrl-C ends."""
        for puzzle in puzzles:
            notice = partial(self._progress.searching, puzzle.name)
            notice()
            try:
                outcome = answer(self._engine, puzzle, self._question, notice)
            except KeyboardInterrupt:
                outcome = cancelled(puzzle)
            self._progress.done()
            yield outcome
            if outcome.stopped:
                return


def answer(engine: SoftwareEngine, puzzle: Puzzle, question: Question,
           notice: Callable[[int], None] | None = None) -> Outcome:
    """Answer a question about a puzzle; a puzzle that the engine does not accept becomes an error.

    ``notice`` is called with the number of solutions at each solution.
    """
    try:
        match question.aim:
            case Aim.HINT:
                return hint(engine, puzzle, question.time_limit)
            case Aim.CERTAIN:
                return survey(engine, puzzle, question.count, question.time_limit, notice)
        outcome = run(engine, puzzle, question.count, question.time_limit, notice)
    except ValueError as error:
        return Outcome(puzzle, ERROR, str(error))
    return outcome._replace(grade=grade_of(outcome)) if question.aim is Aim.GRADE else outcome
