"""Proofs about Slitherlinks: by the SAT solver, and by the deducer's rules."""

from collections.abc import Collection, Iterable, Mapping

from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from rowloom.host.solvers.slitherlink_state import State

__all__ = ["Proofs"]


class Proofs:
    """See :class:`rowloom.host.generate.proofs.Proofs`."""

    def __init__(self, puzzle: Slitherlink, solution: Colours):
        self._puzzle, self._clues = puzzle, puzzle.clue_cells
        self._search = SlitherlinkSearch(puzzle, switched=True)
        self._search.forbid(solution)

    def is_unique(self) -> bool:
        return self._search.solve(self._clues) is None

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        # Of a known clue it is said that it is broken: the solver then contradicts near it.
        broken = self._search.broken(cell, self._clues[cell])
        return self._search.solve(kept, literals=[broken]) is not None

    def nothing(self) -> "_ByRules":
        return _ByRules(State(self._puzzle.rows, self._puzzle.cols), self._clues)


class _ByRules:
    """See :class:`rowloom.host.generate.proofs.Deduced`."""

    def __init__(self, state: State, clues: Mapping[Cell, int]):
        self._state, self._clues = state, clues
        self.solved = state.is_solved

    def given(self, cells: Iterable[Cell]) -> "_ByRules":
        state = self._state.with_clues({cell: self._clues[cell] for cell in cells})
        state.propagate()
        return _ByRules(state, self._clues)
