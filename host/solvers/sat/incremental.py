"""Searches that get one solution after the other from the same SAT solver, which keeps what it has learnt."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from math import inf
from typing import Generic

from rowloom.host.puzzles.puzzle import S
from rowloom.host.solvers import Place, deadline

__all__ = ["IncrementalSearch"]


class IncrementalSearch(ABC, Generic[S]):
    """See :class:`rowloom.host.solvers.Search`; what is forbidden stays forbidden."""

    @abstractmethod
    def another(self, until: float = inf) -> S | None:
        """Return a solution that is not forbidden; None if there is none.

        It raises :class:`OutOfTime` at a time by ``time.monotonic``.
        """

    @abstractmethod
    def forbid(self, solution: S, places: Collection[Place] | None = None) -> None:
        """Make every later solution differ from this one, in one of these places if some are named."""

    def solutions(self, seconds: float | None = None) -> Iterator[S]:
        """See :meth:`rowloom.host.solvers.Search.solutions`."""
        until = deadline(seconds)
        while (solution := self.another(until)) is not None:
            yield solution
            self.forbid(solution)

    def differing(self, solution: S, places: Collection[Place], seconds: float | None = None) -> Iterator[S]:
        """See :meth:`rowloom.host.solvers.Surveying.differing`.

        What is asked for gets narrower from question to question, so each question is a clause that may stay.
        """
        until, left = deadline(seconds), set(places)
        while left:
            self.forbid(solution, left)
            other = self.another(until)
            if other is None:
                return
            yield other
            left = {place for place in left if not _differ(solution, other, place)}


def _differ(solution: S, other: S, place: Place) -> bool:
    return sum(other[row][col] != solution[row][col] for row, col in place) == 1
