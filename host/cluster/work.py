"""The work on the items of a batch: solving puzzles, or generating puzzles."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import groupby
from threading import Event, Lock
from typing import TYPE_CHECKING, Protocol, TypeVar

from rowloom.errors import LinkError
from rowloom.host.generate.specification import NoneFound, Specification
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question, cancelled, lost
from rowloom.host.jobs.status import ERROR
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import SoftwareEngine
from rowloom.host.solving import answer, engine_here, solve_on_boards

if TYPE_CHECKING:
    from rowloom.host.generate.recipe import Drawn, GeneratedPuzzle

__all__ = ["DrawWork", "Equipment", "GenerateWork", "NotDone", "SolveWork", "Work"]

_ENGINES = Lock()
"""Z3 allows only one thread at a time, but a worker that Rowloom did not start may have several threads."""

I = TypeVar("I", contravariant=True)  # noqa: E741 - item
R = TypeVar("R", covariant=True)


@dataclass(frozen=True)
class NotDone:
    """The result of an item that this worker could not process, although other workers may be able to process it."""

    reason: str


class Equipment(Protocol):
    """The boards of a worker."""

    def simulator(self, built: tuple[str, ...]) -> AbstractContextManager[Session]:
        """Reserve a simulated board with these engines for a ``with`` block."""

    def board(self) -> AbstractContextManager[Session]:
        """Reserve the worker's real board for a ``with`` block; LinkError if the worker has no board, or if the board
        fails."""


class Work(Protocol[I, R]):
    """The work on each item of a batch. A worker receives this object with each task."""

    def needs_board(self, item: I) -> bool:
        """Return whether the item needs a worker with a board."""
        return False

    def do(self, items: Sequence[I], equipment: Equipment, cancel: Event) -> Sequence[R | NotDone]:
        """Process a sequence of items, and return the results in order. Once ``cancel`` is set, no result is needed."""

    def cancelled(self, item: I, /) -> R:
        """Return the result of an item that was cancelled."""

    def failed(self, item: I, error: Exception, /) -> R:
        """Return the result of an item that failed on several workers."""

    def lost(self, item: I, error: Exception, /) -> R:
        """Return the result of an item that was not done before the cluster was lost."""


@dataclass(frozen=True)
class SolveWork(Work[Puzzle, Outcome]):
    """Answer any question about puzzles, except for hints. The steps of an outcome are strings."""

    question: Question
    built: tuple[str, ...] = ()
    """The engines of the boards that workers simulate. If there are none, puzzles for boards are solved by the workers'
    real boards."""
    boards: bool = False
    """True if the user has chosen boards; see the parameter of the same name of :func:`.engine_here`."""

    def needs_board(self, puzzle: Puzzle) -> bool:
        return not self.built and self.engine_here(puzzle) is None

    def do(self, puzzles: Sequence[Puzzle], equipment: Equipment, cancel: Event) -> list[Outcome | NotDone]:
        outcomes: list[Outcome | NotDone] = []
        for engine, group in groupby(puzzles, self.engine_here):
            if engine is None:
                outcomes += self._on_board(list(group), equipment, cancel)
            else:
                outcomes += (cancelled(one) if cancel.is_set() else self._answer(engine, one) for one in group)
        return outcomes

    cancelled, lost = staticmethod(cancelled), staticmethod(lost)

    def failed(self, puzzle: Puzzle, error: Exception) -> Outcome:
        return Outcome(puzzle, ERROR, str(error))

    def engine_here(self, puzzle: Puzzle) -> SoftwareEngine | None:
        """Return the engine on this computer that solves a puzzle; None if a board solves it."""
        return engine_here(puzzle, self.question, self.boards)

    def _answer(self, engine: SoftwareEngine, puzzle: Puzzle) -> Outcome:
        with _ENGINES:
            outcome = answer(engine, puzzle, self.question)
        # Steps become strings, because a step may refer to the whole search, which would be pickled, too.
        return outcome._replace(steps=tuple(map(str, outcome.steps)) if self.question.aim is Aim.STEPS else ())

    def _on_board(self, puzzles: Sequence[Puzzle], equipment: Equipment, cancel: Event) -> Iterator[Outcome | NotDone]:
        outcomes: list[Outcome] = []
        reason = ""
        try:
            with equipment.simulator(self.built) if self.built else equipment.board() as session:
                outcomes.extend(solve_on_boards(session.socs, self.question, Progress(), puzzles, cancel))
        except LinkError as error:
            reason = str(error)
        for outcome in outcomes:
            yield NotDone(outcome.message) if outcome.lost else outcome
        for puzzle in puzzles[len(outcomes) :]:
            yield NotDone(reason) if reason else cancelled(puzzle)


@dataclass(frozen=True)
class GenerateWork(Work[int, "GeneratedPuzzle | Exception"]):
    """Make a puzzle for each seed. If a seed fails, its result is the error, so the results stay in order."""

    specification: Specification

    def do(self, seeds: Sequence[int], equipment: Equipment, cancel: Event) -> list["GeneratedPuzzle | Exception"]:
        return [InterruptedError() if cancel.is_set() else self.generate(seed) for seed in seeds]

    def cancelled(self, seed: int) -> Exception:
        return InterruptedError()

    def failed(self, seed: int, error: Exception) -> Exception:
        return NoneFound(str(error))

    def lost(self, seed: int, error: Exception) -> Exception:
        return error

    def generate(self, seed: int) -> "GeneratedPuzzle | Exception":
        # Imported here, so that commands that solve puzzles start faster.
        from rowloom.host.generate.generator import generate_puzzle

        try:
            return generate_puzzle(self.specification, seed)
        except ValueError as error:
            return error


@dataclass(frozen=True)
class DrawWork(Work[int, "Drawn | None"]):
    """Draw the first random solution of a puzzle for each seed, while a board removes the clues of other puzzles. If
    this fails, the result is None."""

    specification: Specification

    def do(self, seeds: Sequence[int], equipment: Equipment, cancel: Event) -> list["Drawn | None"]:
        # Imported here, so that commands that solve puzzles start faster.
        from rowloom.host.generate.generator import drawn_solution

        return [None if cancel.is_set() else drawn_solution(self.specification, seed) for seed in seeds]

    def cancelled(self, seed: int) -> None:
        return None

    def failed(self, seed: int, error: Exception) -> None:
        return None

    lost = failed
