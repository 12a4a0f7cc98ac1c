"""The models that Z3 finds, one after another."""

import gc
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import inf

import z3

from rowloom.host.solvers import OutOfTime, deadline

__all__ = ["Models", "is_true"]

_COUNTERS = {"conflicts": ("conflicts", "sat conflicts"), "decisions": ("decisions", "sat decisions")}
"""The counters of :class:`Models`, and the names that Z3's solvers use for each counter."""

_LONGEST = 2**32 - 2
"""The longest timeout that Z3 accepts, in milliseconds. The next larger number means that there is no timeout."""

_TIMEOUTS = "timeout", "canceled"
"""The reasons that Z3 gives when it stops at a timeout."""

_LISTENED = 0.05
"""The number of seconds between two checks whether the search has ended. On Windows, signals such as Ctrl-C are handled
only at these checks."""


def is_true(model: z3.ModelRef, formula: z3.BoolRef) -> bool:
    """Return whether a formula is true in a model. Variables without a value in the model have a default value."""
    return z3.is_true(model.eval(formula, model_completion=True))


class Models:
    """The models of a set of formulas. Any two models differ in at least one of the given Boolean or integer variables.

    The counter ``checks`` is the number of calls of Z3. The counters ``decisions`` and ``conflicts`` are Z3's own.
    """

    def __init__(self, solver: z3.Solver, formulas: Sequence[z3.BoolRef], variables: Sequence[z3.ExprRef]):
        solver.add(*formulas)
        solver.set("ctrl_c", False)
        self.formulas, self._solver, self._variables = formulas, solver, variables
        self.counters = {"checks": 0, **dict.fromkeys(_COUNTERS, 0)}

    def found(self, seconds: float | None = None) -> Iterator[z3.ModelRef]:
        """Yield all models. Raises RuntimeError if Z3 gives up for a reason other than a timeout or Ctrl-C."""
        until = deadline(seconds)
        while (outcome := self._check(until)) == z3.sat:
            model = self._solver.model()
            values = [(variable, model.eval(variable, model_completion=True)) for variable in self._variables]
            yield model
            self._solver.add(z3.Or([variable != value for variable, value in values]))
        if outcome == z3.unknown:
            raise RuntimeError(f"Z3 gave up: {self._solver.reason_unknown()}")

    def statistics(self) -> list[tuple[str, int | float]]:
        """Return Z3's statistics with Z3's names."""
        return list(self._solver.statistics())

    def _check(self, until: float) -> z3.CheckSatResult:
        left = until - time.monotonic()
        if left <= 0:
            raise OutOfTime
        if left < inf:
            self._solver.set("timeout", min(max(1, round(left * 1000)), _LONGEST))
        self.counters["checks"] += 1
        outcome = self._outcome()
        counted = {name: int(value) for name, value in self.statistics()}
        for ours, names in _COUNTERS.items():
            self.counters[ours] = next((counted[name] for name in names if name in counted), 0)
        # The timeout was rounded to milliseconds, so our own clock may not have reached the time limit yet.
        if outcome == z3.unknown and self._solver.reason_unknown() in _TIMEOUTS:
            raise OutOfTime
        return outcome

    def _outcome(self) -> z3.CheckSatResult:
        """Run Z3 in another thread, so that the main thread can handle Ctrl-C."""
        with _garbage_collector_paused(), ThreadPoolExecutor(1) as pool:
            search = pool.submit(self._solver.check)
            try:
                while not search.done():
                    wait([search], _LISTENED)
            except BaseException:
                # An interrupt has no effect before the search has begun, so the interrupt is repeated.
                while not search.done():
                    self._solver.interrupt()
                    wait([search], _LISTENED)
                raise
        return search.result()


@contextmanager
def _garbage_collector_paused() -> Iterator[None]:
    """Pause Python's garbage collector, which frees objects in any thread. Z3's memory must not change in one thread
    while Z3 runs in another: Z3 would crash, or find wrong models."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
