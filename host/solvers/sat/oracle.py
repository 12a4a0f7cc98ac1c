"""A SAT solver, and the base class of the searches that use it."""

import weakref
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import inf
from typing import Generic, TypeVar

from pysat.solvers import Cadical195, Minisat22

from rowloom.host.puzzles.puzzle import Solution
from rowloom.host.solvers import Place, check_time, deadline

__all__ = ["FOR_MANY", "Clause", "IncrementalSearch", "Oracle"]

S = TypeVar("S", bound=Solution)

Clause = Sequence[int]
"""A disjunction of literals. A literal is the number of a variable, counted from 1, or the negative of this number."""

FOR_MANY = Minisat22
"""The solver that is used for thousands of easy questions. It has less overhead per question than other solvers."""

_SLICE = 2_000
"""After this number of conflicts, the solver is interrupted for a moment, so that Ctrl-C and time limits work."""


class Oracle:
    """A SAT solver to which clauses can be added at any time.

    The counter ``checks`` is the number of calls of the solver. The counter ``conflicts`` is the solver's own number of
    conflicts. ``solver`` is PySAT's class for a particular solver. PySAT's common class for all solvers is not used,
    because its overhead is often longer than the solver's own time.
    """

    def __init__(self, clauses: Iterable[Clause], solver: type[Cadical195 | Minisat22] = Cadical195):
        self._solver = solver(bootstrap_with=clauses)
        weakref.finalize(self, self._solver.delete)
        self.counters = {"checks": 0, "conflicts": 0}

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses that every later model must satisfy."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def model(self, assumptions: Sequence[int] = (), until: float = inf) -> list[int] | None:
        """Return a literal for each variable such that all clauses and assumptions hold, or None if there is no model.

        The list may end before the last variables if these variables are in no clause. Raises :class:`OutOfTime` when
        ``time.monotonic`` reaches ``until``.
        """
        self.counters["checks"] += 1
        answer = None
        while answer is None:
            if until < inf:
                check_time(until)
            self._solver.conf_budget(_SLICE)
            answer = self._solver.solve_limited(assumptions, expect_interrupt=True)
        self.counters["conflicts"] = self._solver.accum_stats()["conflicts"]
        return self._solver.get_model() if answer else None

    def is_satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Return whether a model exists. There is no time limit, so the question should be easy."""
        self.counters["checks"] += 1
        # The method solve() would turn Ctrl-C into an error of PySAT.
        return bool(self._solver.solve_limited(assumptions, expect_interrupt=True))


class IncrementalSearch(ABC, Generic[S]):
    """A :class:`rowloom.host.solvers.Search` that can also look for solutions which differ from a known solution in
    given places.

    The search uses the same solver for all solutions, because a solver keeps the clauses that it has learnt.
    """

    counters: dict[str, int]

    @abstractmethod
    def another(self, until: float = inf) -> S | None:
        """Return a solution that is not forbidden, or None. See :meth:`Oracle.model` for ``until``."""

    @abstractmethod
    def forbid(self, solution: S, places: Collection[Place] | None = None) -> None:
        """Make later solutions differ from this solution; if places are given, in at least one of these places."""

    def solutions(self, seconds: float | None = None) -> Iterator[S]:
        until = deadline(seconds)
        while (solution := self.another(until)) is not None:
            yield solution
            self.forbid(solution)

    def differing(self, solution: S, places: Collection[Place], seconds: float | None = None) -> Iterator[S]:
        """Yield new solutions. Each differs from the given solution in a place where no earlier solution differs.

        If any solution at all differs from the given solution in one of the ``places``, then one of the yielded
        solutions differs there, too. The search must not be used afterwards, because the new clauses exclude solutions.
        Raises the same exceptions as :meth:`solutions`.
        """
        # Each new clause is stricter than the earlier clauses, so the earlier clauses need not be removed.
        until, left = deadline(seconds), set(places)
        while left:
            self.forbid(solution, left)
            other = self.another(until)
            if other is None:
                return
            yield other
            changed = {
                (row, col) for row, (now, before) in enumerate(zip(other, solution)) if now != before
                for col in range(len(now)) if now[col] != before[col]
            }  # fmt: skip
            left = {place for place in left if len(changed.intersection(place)) != 1}
