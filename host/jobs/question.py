"""What is asked about puzzles, whichever engine answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from rowloom.engines.catalogue import FAST
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.tasks import Certain, Count
from rowloom.host.puzzles import Puzzle

__all__ = ["Aim", "Question"]


class Aim(Enum):
    """What a puzzle is solved for, by the option that says so."""

    SOLUTIONS = ""
    CERTAIN = "certain"
    """What all solutions have in common, and how many there are."""
    STEPS = "explain"
    HINT = "hint"
    """The next step."""
    GRADE = "grade"
    """How hard it is: a search for two solutions by an engine that grades."""


@dataclass(frozen=True)
class Question:
    """What is asked about each puzzle of a batch.

    Parameters
    ----------
    aim : Aim
    count : int
        How many solutions to look for, or to count; 0 for all. Boards look for 1 or 2.
    engine : str, optional
        As of the command line; by default the preferred one of each puzzle.
    limit : int
        Clock cycles after which a board is to give up; 0 for no limit.
    time_limit : float, optional
        Seconds after which a software engine is to give up.
    counters : bool
        The counters of boards are wanted, too.
    most : int, optional
        At most so many puzzles at a time on a board; by default as many as it takes.
    boards_only : bool
        Solve nothing in software, not even what no board solves.
    """

    aim: Aim = Aim.SOLUTIONS
    count: int = 1
    engine: str | None = None
    limit: int = 0
    time_limit: float | None = None
    counters: bool = False
    most: int | None = None
    boards_only: bool = False

    @property
    def board_engine(self) -> str | None:
        """The engine of boards that is asked for: only the fast ones tell what is certain, and grade."""
        return self.engine or (FAST if self.aim in (Aim.CERTAIN, Aim.GRADE) else None)

    def jobs(self, puzzle: Puzzle) -> Iterator[Job]:
        """Yield what a board is asked about a puzzle: of what is certain, three questions."""
        engine = self.board_engine
        if self.aim is not Aim.CERTAIN:
            yield Job(puzzle, self.count, self.limit, engine, self.counters or self.aim is Aim.GRADE)
            return
        yield Job(puzzle, 2, self.limit, engine, counters=True)
        yield Job(puzzle, limit=self.limit, engine=engine, task=Certain())
        yield Job(puzzle, limit=self.limit, engine=engine, task=Count(self.count))
