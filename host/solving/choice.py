"""Whether a board or this computer answers a question about a puzzle; nothing else decides that.

Which of a board's engines takes a puzzle, :func:`rowloom.host.jobs.engines.choose` says.
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

    Unless an engine is asked for, a board solves the puzzle if any can; only fast engines tell what is certain. No
    board explains anything: for that it is the engine that is made for the genre, or None if none explains the genre.
    Puzzles are graded on this computer.

    Parameters
    ----------
    puzzle : Puzzle
    question : Question
    boards : bool
        The person has chosen boards: they grade, and what does not fit them is reported and not solved elsewhere.
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
