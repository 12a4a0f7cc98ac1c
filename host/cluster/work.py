"""What is to be done with the items of a batch: solve puzzles, or make them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from threading import Event, Lock
from typing import TYPE_CHECKING, Protocol, TypeVar

from rowloom.engines.catalogue import FAST
from rowloom.host.generate import NoneFound, Specification, make
from rowloom.host.grading import Grade, engine_for, grade_of
from rowloom.host.jobs.certain import on_boards
from rowloom.host.jobs.job import ERROR, Job, Outcome, cancelled, lost
from rowloom.host.link import pipeline
from rowloom.host.link.stream import LinkError
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.solvers import Aim, SoftwareEngine, software_engine
from rowloom.host.solvers.runner import run
from rowloom.host.solvers.survey import survey

if TYPE_CHECKING:
    from rowloom.host.cluster.equipment import Equipment
    from rowloom.host.generate.recipe import Made

__all__ = ["ClusterError", "Grading", "Making", "NotDone", "Solving", "Work"]

_ENGINES = Lock()
"""Z3 takes no second thread, which a worker that was not started by Rowloom may have."""

I = TypeVar("I", contravariant=True)  # noqa: E741 - item
R = TypeVar("R", covariant=True)


class ClusterError(Exception):
    """The scheduler or its workers cannot be used, or no longer; the message says why."""


@dataclass(frozen=True)
class NotDone:
    """In the place of a result: the item is not to blame, and another worker may do it."""

    reason: str


class Work(Protocol[I, R]):
    """What is to be done with each item of a batch; it is sent to the workers with some items at a time."""

    def needs_board(self, item: I) -> bool:
        """Return whether only a worker that offers a board can do it."""

    def do(self, items: Sequence[I], equipment: "Equipment", cancel: Event) -> Sequence[R | NotDone]:
        """Do it for some items, on a worker; return one result an item, in order.

        Once ``cancel`` is set, nobody wants them any more.
        """

    def cancelled(self, item: I) -> R:
        """Return the result of an item that is no longer wanted."""

    def failed(self, item: I, error: Exception) -> R:
        """Return the result of an item that workers have tried in vain."""

    def lost(self, item: I, error: Exception) -> R:
        """Return the result of an item that was not done because the cluster is gone."""


@dataclass(frozen=True)
class Solving:
    """Solve puzzles.

    Parameters
    ----------
    engine : str, optional
        As of the command line; by default the preferred one of each puzzle.
    count : int
        How many solutions to look for: as many as the engine takes.
    limit : int
        Clock cycles after which a board is to give up; 0 for no limit.
    time_limit : float, optional
        Seconds after which a software engine is to give up.
    counters : bool
        The counters of boards are wanted, too.
    most : int, optional
        At most so many puzzles at a time on a board; by default as many as it takes.
    built : tuple of str
        The engines of the simulated boards on the workers. If empty, puzzles for boards go to those that workers offer.
    boards_only : bool
        Solve nothing in software, not even what no board solves.
    aim : Aim
        What the puzzles are solved for; hints are not for workers. Steps come in words.
    grading : bool
        Take the engines that grade: boards if ``engine`` is one of theirs, else those on this computer.
    """

    engine: str | None = None
    count: int = 1
    limit: int = 0
    time_limit: float | None = None
    counters: bool = False
    most: int | None = None
    built: tuple[str, ...] = ()
    boards_only: bool = False
    aim: Aim = Aim.SOLUTIONS
    grading: bool = False

    def needs_board(self, puzzle: Puzzle) -> bool:
        return not self.built and self._in(puzzle) is None

    def do(self, puzzles: Sequence[Puzzle], equipment: "Equipment", cancel: Event) -> list[Outcome | NotDone]:
        outcomes: list[Outcome | NotDone] = []
        for engine, group in groupby(puzzles, self._in):
            if engine is None:
                outcomes += self._on_board(list(group), equipment, cancel)
            else:
                outcomes += (cancelled(one) if cancel.is_set() else self._in_software(engine, one) for one in group)
        return outcomes

    def cancelled(self, puzzle: Puzzle) -> Outcome:
        return cancelled(puzzle)

    def failed(self, puzzle: Puzzle, error: Exception) -> Outcome:
        return Outcome(puzzle, ERROR, str(error))

    def lost(self, puzzle: Puzzle, error: Exception) -> Outcome:
        return lost(puzzle, error)

    def _in(self, puzzle: Puzzle) -> SoftwareEngine | None:
        if self.grading:
            return None if self.engine and puzzle.genre in BOARD_GENRES else engine_for(puzzle.genre)
        return None if self.boards_only else software_engine(puzzle, self.engine, self.aim)

    def _in_software(self, engine: SoftwareEngine, puzzle: Puzzle) -> Outcome:
        try:
            with _ENGINES:
                outcome = (survey if self.aim is Aim.CERTAIN else run)(engine, puzzle, self.count, self.time_limit)
        except ValueError as error:
            return Outcome(puzzle, ERROR, str(error))
        # As text: a step may hold all of its search.
        return outcome._replace(steps=tuple(map(str, outcome.steps)) if self.aim is Aim.STEPS else ())

    def _on_board(
        self, puzzles: Sequence[Puzzle], equipment: "Equipment", cancel: Event
    ) -> Iterator[Outcome | NotDone]:
        outcomes: list[Outcome] = []
        reason = ""
        try:
            with equipment.simulator(self.built) if self.built else equipment.board() as session:
                solve = partial(pipeline.solve, session, most=self.most, cancel=cancel)
                if self.aim is Aim.CERTAIN:
                    outcomes.extend(on_boards(solve, puzzles, self.count, self.limit, self.engine or FAST))
                else:
                    jobs = (Job(puzzle, self.count, self.limit, self.engine, self.counters) for puzzle in puzzles)
                    outcomes.extend(solve(jobs))
        except LinkError as error:
            reason = str(error)
        for outcome in outcomes:
            yield NotDone(outcome.message) if outcome.lost else outcome
        for puzzle in puzzles[len(outcomes) :]:
            yield NotDone(reason) if reason else cancelled(puzzle)


@dataclass(frozen=True)
class Grading:
    """Solve puzzles, and grade those that have one solution."""

    solving: Solving

    def needs_board(self, puzzle: Puzzle) -> bool:
        return self.solving.needs_board(puzzle)

    def do(
        self, puzzles: Sequence[Puzzle], equipment: "Equipment", cancel: Event
    ) -> list[tuple[Outcome, Grade | None] | NotDone]:
        solved = self.solving.do(puzzles, equipment, cancel)
        return [one if isinstance(one, NotDone) else (one, grade_of(one)) for one in solved]

    def cancelled(self, puzzle: Puzzle) -> tuple[Outcome, None]:
        return self.solving.cancelled(puzzle), None

    def failed(self, puzzle: Puzzle, error: Exception) -> tuple[Outcome, None]:
        return self.solving.failed(puzzle, error), None

    def lost(self, puzzle: Puzzle, error: Exception) -> tuple[Outcome, None]:
        return self.solving.lost(puzzle, error), None


@dataclass(frozen=True)
class Making:
    """Make puzzles, one a seed.

    Errors are results, because an earlier seed's puzzle comes before a later one's error.
    """

    specification: Specification

    def needs_board(self, seed: int) -> bool:
        return False

    def do(self, seeds: Sequence[int], equipment: "Equipment", cancel: Event) -> list["Made | Exception"]:
        return [InterruptedError() if cancel.is_set() else self.made(seed) for seed in seeds]

    def cancelled(self, seed: int) -> Exception:
        return InterruptedError()

    def failed(self, seed: int, error: Exception) -> Exception:
        return NoneFound(str(error))

    def lost(self, seed: int, error: Exception) -> Exception:
        return error

    def made(self, seed: int) -> "Made | Exception":
        """Make one, here."""
        try:
            return make(self.specification, seed)
        except ValueError as error:
            return error
