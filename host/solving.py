"""Answer questions about puzzles on boards or on this computer, and choose between boards and software for each puzzle.
"""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import Event
from types import FrameType

from rowloom.engines.engine import Size
from rowloom.host.grading import engine_for, grade_of
from rowloom.host.jobs.certain import merge_outcomes
from rowloom.host.jobs.engines import can_be_built_for, engines_for
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question, cancelled
from rowloom.host.jobs.status import ERROR
from rowloom.host.link import pool
from rowloom.host.link.session import Session
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.solvers import ENGINES, SoftwareEngine, explaining
from rowloom.host.solvers.runner import hint, run, survey

__all__ = ["answer", "engine_here", "set_on_interrupt", "solve_here", "solve_on_boards"]


def engine_here(puzzle: Puzzle, question: Question, boards: bool = False) -> SoftwareEngine | None:
    """Return the engine on this computer that answers a question about a puzzle; None if a board answers it.

    Only this function chooses between boards and software. If it chooses boards,
    :func:`rowloom.host.jobs.engines.choose` selects one of a board's engines later.

    By default, the choice depends on what the question asks:

    - Solutions: a board solves the puzzle if boards have an engine for its genre.
    - Certain values: a board answers if boards have a fast engine that accepts the size of the puzzle.
    - Steps or a hint: a software engine that explains its steps in this genre; None if no engine does.
    - The grade: this computer grades the puzzle.

    ``boards`` is true if the user has chosen boards. In this case, the boards also grade puzzles, and a puzzle that
    boards do not accept is an error.
    """
    if question.boards_only:
        return None
    genre = puzzle.genre
    if question.aim is Aim.GRADE:
        asked = boards or question.engine is not None
        return None if asked and genre in BOARD_GENRES else engine_for(genre)
    if question.engine is not None:
        return ENGINES.get(question.engine)
    if question.aim in (Aim.STEPS, Aim.HINT):
        able = [engine for engine in explaining() if genre in engine.genres]
        return min(able, key=lambda engine: engine.genres.index(genre), default=None)
    on_boards = engines_for(genre)
    if question.aim is Aim.CERTAIN and not boards:
        on_boards = [one for one in on_boards if one.fast and can_be_built_for(one, Size(puzzle.rows, puzzle.cols))]
    return None if on_boards else next(engine for engine in ENGINES.values() if genre in engine.genres)


def solve_on_boards(sessions: Sequence[Session], question: Question, progress: Progress, puzzles: Iterable[Puzzle],
                    cancel: Event | None = None) -> Iterator[Outcome]:
    """Solve puzzles on boards; the next puzzle goes to the first board that is free.

    The search ends when ``cancel`` is set. Without ``cancel``, the search ends at Ctrl-C. Raises LinkError when no
    board is left.
    """
    with nullcontext(cancel) if cancel else set_on_interrupt() as end:
        jobs = (job for puzzle in puzzles for job in question.jobs(puzzle))
        outcomes = pool.solve(sessions, jobs, progress, question.most, end)
        for outcome in merge_outcomes(outcomes, question.count) if question.aim is Aim.CERTAIN else outcomes:
            progress.done(outcome.board)
            yield outcome._replace(grade=grade_of(outcome)) if question.aim is Aim.GRADE else outcome


def solve_here(engine: SoftwareEngine, question: Question, progress: Progress,
               puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
    """Solve puzzles on this computer. Ctrl-C ends the current search; no further puzzle is begun."""
    for puzzle in puzzles:
        notice = partial(progress.searching, puzzle.name)
        notice()
        try:
            outcome = answer(engine, puzzle, question, notice)
        except KeyboardInterrupt:
            outcome = cancelled(puzzle)
        progress.done()
        yield outcome
        if outcome.stopped:
            return


def answer(engine: SoftwareEngine, puzzle: Puzzle, question: Question,
           notice: Callable[[int], None] | None = None) -> Outcome:
    """Answer a question about a puzzle on this computer.

    If the engine does not accept the puzzle, the outcome is an error.

    ``notice`` is called for each solution, with the number of solutions found so far.
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


@contextmanager
def set_on_interrupt() -> Iterator[Event]:
    """Yield an event that the first Ctrl-C sets; a second Ctrl-C ends the program."""
    event = Event()

    def interrupt(number: int, where: FrameType | None) -> None:
        signal.signal(signal.SIGINT, previous)
        event.set()

    previous = signal.getsignal(signal.SIGINT)
    if previous != signal.SIG_IGN:  # shells set SIG_IGN for commands in the background
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, previous)
