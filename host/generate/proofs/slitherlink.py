"""Proofs about Slitherlinks: by the SAT solver, and by the deducer's rules."""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from rowloom.host.solvers.slitherlink_state import State

__all__ = ["Proofs"]


class Proofs:
    """See :class:`rowloom.host.generate.proofs.Proofs`."""

    def __init__(self, puzzle: Slitherlink, solution: Colours):
        self._puzzle, self._solution, self._clues = puzzle, solution, puzzle.clue_cells

    @cached_property
    def _search(self) -> SlitherlinkSearch:
        search = SlitherlinkSearch(self._puzzle, switched=True)
        search.forbid(self._solution)
        return search

    def is_unique(self) -> bool:
        return self._search.solve(self._clues) is None

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        # Of a known clue it is said that it is broken: the solver then contradicts near it.
        broken = self._search.broken(cell, self._clues[cell])
        return self._search.solve(kept, literals=[broken]) is not None

    def nothing(self) -> "_ByRules":
        return _ByRules(State(self._puzzle.rows, self._puzzle.cols), self._clues, frozenset())


class _ByRules:
    """See :class:`rowloom.host.generate.proofs.Deduced`."""

    def __init__(self, state: State, clues: Mapping[Cell, int], given: frozenset[Cell]):
        self._state, self._clues, self._given = state, clues, given
        self.solved = state.is_solved

    def given(self, cells: Iterable[Cell]) -> "_ByRules":
        more, state = frozenset(cells), self._state
        given = self._given | more
        if state.has_one_path:
            # What follows from it may be less than what follows from all clues at once.
            more, state = given, State(state.lattice.rows, state.lattice.cols)
        state = state.with_clues({cell: self._clues[cell] for cell in more})
        state.propagate()
        return _ByRules(state, self._clues, given)
