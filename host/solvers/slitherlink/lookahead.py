"""Lookahead in Slitherlinks: both possibilities for a cell or an edge are tried, in the deducer's order.

See :mod:`rowloom.hw.slitherlink.deducer.candidates` and :mod:`rowloom.hw.slitherlink.deducer.deducer`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rowloom.host.solvers.slitherlink.state import SlitherlinkState

__all__ = ["Lookahead", "LookaheadCandidate", "LookaheadCandidates", "solutions_of"]


class LookaheadCandidate(NamedTuple):
    """An undecided cell or, if ``edge`` is true, the edge on the right of a cell. ``cell`` is the cell's bit."""

    cell: int
    edge: bool

    def assume(self, state: SlitherlinkState, first: bool) -> None:
        """Make the first or the second assumption in a state.

        The first assumption is that the cell is outside, or that the edge is a line. The second is the opposite.
        """
        if self.edge:
            state.assume_south(self.cell << 1, first)
        else:
            state.assume(self.cell, not first)


class LookaheadCandidates:
    """The candidates: undecided cells next to a decided cell or to the frame, and edges between undecided cells.

    A round goes over the grid three times, row by row. It visits first the cells with a clue, then the cells without a
    clue, and then the open vertical edges between two undecided cells with clues. Rounds are repeated until a round
    makes no progress.
    """

    def __init__(self, state: SlitherlinkState):
        self._grid = state.lattice
        self._with_clue = self._grid.cells & ~state.allowed[4]
        self._rows = self._grid.row * 3
        self._at, self._left, self._tried = 0, len(self._rows), 0
        self.look(state)

    def look(self, state: SlitherlinkState) -> None:
        """Update the candidates after a change of the state."""
        e, ns, ew, ne, sw, nw, se, _, _ = state.planes
        undecided, stride = state.undecided, self._grid.stride
        known = (self._grid.cells | self._grid.frame) & ~undecided
        cells = undecided & (known << 1 | known >> 1 | known << stride | known >> stride)
        pairs = undecided & self._with_clue
        edges = pairs & pairs >> 1 & ((ns | sw | se) & (e | ew | ne | nw)) >> 1
        self._kinds = cells & self._with_clue, cells & ~self._with_clue, edges

    def progress(self) -> None:
        """Record that there was progress: :meth:`next` returns candidates for one more round, until it reaches the
        current row again."""
        self._left = len(self._rows) + 1

    def next(self) -> LookaheadCandidate | None:
        """Return the next candidate; None at the end of a round without progress."""
        rows, at = self._rows, self._at
        count = len(self._grid.row)
        worth = self._kinds[at // count] & rows[at] & ~self._tried
        while not worth:
            self._left -= 1
            if not self._left:
                self._left = 1
                return None
            at = self._at = (at + 1) % len(rows)
            self._tried = 0
            worth = self._kinds[at // count] & rows[at]
        cell = worth & -worth
        self._tried |= cell
        return LookaheadCandidate(cell, at >= 2 * count)


class Lookahead:
    """Lookahead from a state: propagation to its fixpoint, then trials of candidates until no trial changes the state.

    If one of a candidate's two assumptions leads to a contradiction, or to a solution (which is then the only solution
    with this assumption), the search continues with the opposite assumption. The counter ``probes`` is the number of
    candidates tried.
    """

    def __init__(self, state: SlitherlinkState, counters: dict[str, int]):
        self.state = state
        """The state. At the end, it is contradictory, solved or undecided."""
        self.branch = 0
        """The branch cell if the state is undecided.

        For each of a cell's two trials, the decided cells are counted; the smaller count is the cell's rating. The
        branch cell is the cell with the highest rating.
        """
        self._counters = counters

    def solutions(self, check: Callable[[], None] = lambda: None) -> Iterator[SlitherlinkState]:
        """Deduce, and yield the solutions that trials find. At the end, also yield the state if it is solved.

        ``check`` is called before each candidate is tried; if ``check`` raises an exception, the search ends.
        """
        state = self.state
        flooded = state.propagate()
        candidates = LookaheadCandidates(state)
        if flooded:
            candidates.progress()
        fewest: int | None = None
        while not (state.is_contradictory or state.is_solved):
            check()
            candidate = candidates.next()
            if candidate is None:
                if not state.flood():
                    break
            else:
                self._counters["probes"] += 1
                # ``left``: the number of undecided cells after the trial that leaves more cells undecided. ``before``:
                # the state after the first trial.
                left, before = 0, None
                for first in (True, False):
                    tried = state.copy()
                    candidate.assume(tried, first)
                    tried.propagate()
                    if tried.is_solved:
                        yield tried
                    if tried.is_solved or tried.is_contradictory:
                        if before:
                            state = self.state = before
                        else:
                            candidate.assume(state, not first)
                            state.propagate()
                        break
                    left, before = max(left, tried.undecided.bit_count()), tried
                else:
                    if not candidate.edge and (fewest is None or left < fewest):
                        fewest, self.branch = left, candidate.cell
                    continue
            fewest = None
            candidates.look(state)
            candidates.progress()
        if state.is_solved:
            yield state


def solutions_of(
    state: SlitherlinkState, counters: dict[str, int], check: Callable[[], None] = lambda: None
) -> Iterator[SlitherlinkState]:
    """Yield all solutions. If lookahead finds nothing more, try both colours of the branch cell, inside first.

    The counter ``nodes`` is the number of states of the search, including the first state. The counter ``probes`` is
    the same as in :class:`Lookahead`. See :meth:`Lookahead.solutions` for ``check``.
    """
    states = [state]
    while states:
        state = states.pop()
        counters["nodes"] += 1
        lookahead = Lookahead(state, counters)
        yield from lookahead.solutions(check)
        if not (lookahead.state.is_contradictory or lookahead.state.is_solved):
            for inside in (False, True):
                branch = lookahead.state.copy()
                branch.assume(lookahead.branch, inside)
                states.append(branch)
