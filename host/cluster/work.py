"""What is to be done with the items of a batch: solve puzzles, or make them."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import groupby
from threading import Event, Lock
from typing import TYPE_CHECKING, Protocol, TypeVar

from rowloom.errors import LinkError
from rowloom.host.generate import NoneFound, Specification, make
from rowloom.host.jobs.job import Aim, Outcome, Question, cancelled, lost
from rowloom.host.jobs.status import ERROR
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import SoftwareEngine
from rowloom.host.solving.boards import Boards
from rowloom.host.solving.choice import engine_here
from rowloom.host.solving.here import answer

if TYPE_CHECKING:
    from rowloom.host.generate.recipe import Made

__all__ = ["Equipment", "Making", "NotDone", "Solving", "Work"]

_ENGINES = Lock()
"""Z3 takes no second thread, which a worker that was not started by Rowloom may have."""

I = TypeVar("I", contravariant=True)  # noqa: E741 - item
R = TypeVar("R", covariant=True)


@dataclass(frozen=True)
class NotDone:
    """In the place of a result: the item is not to blame, and another worker may do it."""

    reason: str


class Equipment(Protocol):
    """The boards of a worker."""

    def simulator(self, built: tuple[str, ...]) -> AbstractContextManager[Session]:
        """Lend a simulated board with these engines."""

    def board(self) -> AbstractContextManager[Session]:
        """Lend the worker's own board; LinkError if there is none, or it breaks."""


class Work(Protocol[I, R]):
    """What is to be done with each item of a batch; it is sent to the workers with some items at a time."""

    def needs_board(self, item: I) -> bool:
        """Return whether only a worker that offers a board can do it."""

    def do(self, items: Sequence[I], equipment: Equipment, cancel: Event) -> Sequence[R | NotDone]:
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
    """Answer a question about puzzles; hints are not for workers, and steps come in words.

    Parameters
    ----------
    question : Question
    built : tuple of str
        The engines of the simulated boards on the workers. If empty, puzzles for boards go to those that workers offer.
    boards : bool
        As of :func:`.engine_here`.
    """

    question: Question
    built: tuple[str, ...] = ()
    boards: bool = False

    def needs_board(self, puzzle: Puzzle) -> bool:
        return not self.built and self._here(puzzle) is None

    def do(self, puzzles: Sequence[Puzzle], equipment: Equipment, cancel: Event) -> list[Outcome | NotDone]:
        outcomes: list[Outcome | NotDone] = []
        for engine, group in groupby(puzzles, self._here):
            if engine is None:
                outcomes += self._on_board(list(group), equipment, cancel)
            else:
                outcomes += (cancelled(one) if cancel.is_set() else self._answer(engine, one) for one in group)
        return outcomes

    def cancelled(self, puzzle: Puzzle) -> Outcome:
        return cancelled(puzzle)

    def failed(self, puzzle: Puzzle, error: Exception) -> Outcome:
        return Outcome(puzzle, ERROR, str(error))

    def lost(self, puzzle: Puzzle, error: Exception) -> Outcome:
        return lost(puzzle, error)

    def _here(self, puzzle: Puzzle) -> SoftwareEngine | None:
        return engine_here(puzzle, self.question, self.boards)

    def _answer(self, engine: SoftwareEngine, puzzle: Puzzle) -> Outcome:
        with _ENGINES:
            outcome = answer(engine, puzzle, self.question)
        # As text: a step may hold all of its search.
        return outcome._replace(steps=tuple(map(str, outcome.steps)) if self.question.aim is Aim.STEPS else ())

    def _on_board(
        self, puzzles: Sequence[Puzzle], equipment: Equipment, cancel: Event
    ) -> Iterator[Outcome | NotDone]:
        outcomes: list[Outcome] = []
        reason = ""
        try:
            with equipment.simulator(self.built) if self.built else equipment.board() as session:
                outcomes.extend(Boards([session], self.question, cancel=cancel).solve(puzzles))
        except LinkError as error:
            reason = str(error)
        for outcome in outcomes:
            yield NotDone(outcome.message) if outcome.lost else outcome
        for puzzle in puzzles[len(outcomes) :]:
            yield NotDone(reason) if reason else cancelled(puzzle)


@dataclass(frozen=True)
class Making:
    """Make puzzles, one a seed.

    Errors are results, because an earlier seed's puzzle comes before a later one's error.
    """

    specification: Specification

    def needs_board(self, seed: int) -> bool:
        return False

    def do(self, seeds: Sequence[int], equipment: Equipment, cancel: Event) -> list["Made | Exception"]:
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
