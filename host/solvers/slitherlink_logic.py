"""The engine ``slitherlink-logic``: what the deducer deduces, in software; then branching.

It finds all solutions: lookahead loses none but those that it finds, and branching tries both colours of a cell.
"""

import time
from collections.abc import Iterator, Mapping
from math import inf

from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime, deadline
from rowloom.host.solvers.slitherlink_lookahead import Lookahead
from rowloom.host.solvers.slitherlink_state import State

__all__ = ["LogicSearch", "search"]


class LogicSearch:
    """See :class:`rowloom.host.solvers.Search`.

    Members
    -------
    counters : mapping of str to int
        As the deducer's: ``nodes``, the states that it branched into, and the first one; ``probes``, what lookahead
        tried. Without a branch they are the deducer's own numbers, where it searches for two solutions.
    """

    def __init__(self, puzzle: Slitherlink):
        self._puzzle = puzzle
        self._until = inf
        self._nodes = self._probes = 0
        self._lookahead: Lookahead | None = None

    @property
    def counters(self) -> Mapping[str, int]:
        """See the class."""
        return {"nodes": self._nodes, "probes": self._probes + (self._lookahead.probes if self._lookahead else 0)}

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        """See :meth:`rowloom.host.solvers.Search.solutions`."""
        self._until = deadline(seconds)
        states = [State.of(self._puzzle)]
        while states:
            state = states.pop()
            self._nodes += 1
            self._lookahead = lookahead = Lookahead(state)
            for solved in lookahead.solutions(self._check_time):
                yield solved.colours
            self._probes += lookahead.probes
            self._lookahead = None
            if not (state.is_contradictory or state.is_solved):
                for inside in (False, True):
                    branch = state.copy()
                    branch.assume(lookahead.branch, inside)
                    states.append(branch)

    def _check_time(self) -> None:
        if time.monotonic() >= self._until:
            raise OutOfTime


search = LogicSearch
