"""The SAT solver: clauses in, models out."""

import time
import weakref
from collections.abc import Iterable, Sequence
from math import inf

from pysat.solvers import Cadical195, Minisat22

from rowloom.host.solvers import OutOfTime

__all__ = ["FOR_MANY", "Clause", "Oracle"]

Clause = Sequence[int]
"""Literals of which one holds: a variable's number, from 1, or its negation."""

_USUAL = Cadical195

FOR_MANY = Minisat22
"""The solver for thousands of easy questions: it begins each with less ado."""

_SLICE = 2_000
"""Conflicts after which the solver comes back for a moment, so that Ctrl-C and the clock are heard."""


class Oracle:
    """A SAT solver that more clauses may be given to at any time.

    Parameters
    ----------
    clauses : iterable of Clause
    solver : class
        PySAT's, not its wrapper for all solvers, whose calls take as long as many an answer.

    Its ``counters`` are ``checks``, how often it was asked for a model, and ``conflicts``, in all.
    """

    def __init__(self, clauses: Iterable[Clause], solver: type[Cadical195 | Minisat22] = _USUAL):
        self._solver = solver(bootstrap_with=clauses)
        weakref.finalize(self, self._solver.delete)
        self.counters = {"checks": 0, "conflicts": 0}

    def add(self, clauses: Iterable[Clause]) -> None:
        """Make every later model satisfy these clauses, too."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def model(self, assumptions: Sequence[int] = (), until: float = inf) -> list[int] | None:
        """Return for each variable itself or its negation, so that all clauses and these literals hold; None if none
        can.

        Variables that are in no clause may be missing at the end. It raises :class:`OutOfTime` at a time by
        ``time.monotonic``.
        """
        self.counters["checks"] += 1
        answer = None
        while answer is None:
            if until < inf and time.monotonic() >= until:
                raise OutOfTime
            self._solver.conf_budget(_SLICE)
            answer = self._solver.solve_limited(assumptions, expect_interrupt=True)
        self.counters["conflicts"] = self._solver.accum_stats()["conflicts"]
        return self._solver.get_model() if answer else None

    def is_satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Return whether there is a model, for questions that take the solver no time."""
        self.counters["checks"] += 1
        # Without a limit. In solve(), Ctrl-C would become PySAT's own error.
        return bool(self._solver.solve_limited(assumptions, expect_interrupt=True))
