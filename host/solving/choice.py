"""The only place that decides whether a board or this computer answers a question about a puzzle.

:func:`rowloom.host.jobs.engines.choose` chooses among a board's engines.
"""

from rowloom.engines.engine import Size
from rowloom.host import grading
from rowloom.host.jobs.engines import engines_for, takes
from rowloom.host.jobs.job import Aim, Question
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.solvers import ENGINES, SoftwareEngine, explaining

__all__ = ["engine_here"]


def engine_here(puzzle: Puzzle, question: Question, boards: bool = False) -> SoftwareEngine | None:
    """Return the engine on this computer that answers a question about a puzzle; None if a board does.

    By default a board solves the puzzle if any can; only fast engines find certain values. No board explains its steps:
    the engine made for the genre does, or None if no engine explains the genre. This computer grades puzzles.

    ``boards`` means that the user has chosen boards: they also grade, and a puzzle that does not fit them is an error.
    """
    if question.boards_only:
        return None
    genre = puzzle.genre
    if question.aim is Aim.GRADE:
        asked = boards or question.engine is not None
        return None if asked and genre in BOARD_GENRES else grading.engine_for(genre)
    if question.engine is not None:
        return ENGINES.get(question.engine)
    if question.aim in (Aim.STEPS, Aim.HINT):
        able = [engine for engine in explaining() if genre in engine.genres]
        return min(able, key=lambda engine: engine.genres.index(genre), default=None)
    on_boards = engines_for(genre)
    if question.aim is Aim.CERTAIN and not boards:
        on_boards = [one for one in on_boards if one.fast and takes(one, Size(puzzle.rows, puzzle.cols))]
    return None if on_boards else next(engine for engine in ENGINES.values() if genre in engine.genres)
