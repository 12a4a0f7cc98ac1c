"""The engine ``slitherlink-logic``: what the deducer deduces, in software; then branching.

It finds all solutions: lookahead loses none but those that it finds, and branching tries both colours of a cell.
"""

import time
from collections.abc import Iterator, Mapping
from math import inf

from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime, deadline
from rowloom.host.solvers.slitherlink.lookahead import Branching
from rowloom.host.solvers.slitherlink.state import State
from rowloom.host.solvers.slitherlink.steps import Explanation

__all__ = ["LogicSearch", "search"]


class LogicSearch:
    """See :class:`rowloom.host.solvers.Search`.

    Members
    -------
    counters : mapping of str to int
        As the deducer's: ``nodes``, the states that it branched into, and the first one; ``probes``, what lookahead
        tried. Without a branch they are the deducer's own numbers, where it searches for two solutions.
    steps : Explanation
        What followed from what. It is independent of the search, and made when it is looked at.
    """

    def __init__(self, puzzle: Slitherlink):
        self._search = Branching(State.of(puzzle))
        self._until = inf
        self.steps = Explanation(puzzle)

    @property
    def counters(self) -> Mapping[str, int]:
        """See the class."""
        return {"nodes": self._search.nodes, "probes": self._search.probes}

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        """See :meth:`rowloom.host.solvers.Search.solutions`."""
        self._until = deadline(seconds)
        return (state.colours for state in self._search.solutions(self._check_time))

    def _check_time(self) -> None:
        if time.monotonic() >= self._until:
            raise OutOfTime


search = LogicSearch
