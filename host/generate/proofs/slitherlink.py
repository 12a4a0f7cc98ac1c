"""Proofs about Slitherlinks: by similar loops, by the SAT solver, and by the deducer's rules."""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache

from rowloom.host.generate import proofs
from rowloom.host.generate.proofs.similar_loops import broken_by_similar_loops
from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from rowloom.host.solvers.slitherlink.state import State

__all__ = ["Proofs"]


@lru_cache(1)
def _search(puzzle: Slitherlink) -> SlitherlinkSearch:
    """Return the search that all proofs about a puzzle share: it knows more about the loop each time."""
    return SlitherlinkSearch(puzzle, switched=True)


class Proofs(proofs.Proofs):
    """See :class:`rowloom.host.generate.proofs.Proofs`."""

    def __init__(self, puzzle: Slitherlink, solution: Colours):
        self._puzzle, self._solution, self._clues = puzzle, solution, puzzle.clue_cells
        self.broken = [cells & self._clues.keys() for cells in broken_by_similar_loops(solution)]

    def is_unique(self) -> bool:
        if self.suffice(self._clues):
            return True
        search = SlitherlinkSearch(self._puzzle)
        search.forbid(self._solution)
        return search.another() is None

    def suffice(self, kept: Collection[Cell]) -> bool:
        return self._falls if len(kept) == len(self._clues) else self.nothing().given(kept).solved

    @cached_property
    def _falls(self) -> bool:
        """Whether the rules solve the puzzle."""
        return self.nothing().given(self._clues).solved

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        # Of a known clue it is said that it is broken: the solver then contradicts near it.
        search = _search(self._puzzle)
        broken = search.broken(cell, self._clues[cell])
        needed = search.solve(kept, literals=[broken]) is not None
        search.exclude(broken)
        return needed

    def nothing(self) -> "_ByRules":
        return _ByRules(self._clues, State(self._puzzle.rows, self._puzzle.cols))


class _ByRules:
    """See :class:`rowloom.host.generate.proofs.Deduced`; nothing is deduced before it is asked for.

    Parameters
    ----------
    clues : mapping of cells to int
        Those of the puzzle.
    state : State, optional
        What follows from the given clues; None if it is yet to be deduced.
    given : set of cells
        Those whose clues are given.
    fewer : _ByRules, optional
        What follows from some of them.
    """

    def __init__(
        self,
        clues: Mapping[Cell, int],
        state: State | None = None,
        given: frozenset[Cell] = frozenset(),
        fewer: "_ByRules | None" = None,
    ):
        self._clues, self._state, self._given, self._fewer = clues, state, given, fewer

    @property
    def solved(self) -> bool:
        if self._state is None:
            self._state = self._deduced()
        return self._state.is_solved

    def given(self, cells: Iterable[Cell]) -> "_ByRules":
        return _ByRules(self._clues, None, self._given.union(cells), self)

    def _deduced(self) -> State:
        fewer = self._fewer
        while fewer and fewer._state is None:
            fewer = fewer._fewer
        assert fewer and fewer._state, "what follows from no clue is known"
        state, more = fewer._state, self._given - fewer._given
        if state.has_one_path:
            # What follows from it may be less than what follows from all clues at once.
            state, more = State(state.lattice.rows, state.lattice.cols), self._given
        state = state.with_clues({cell: self._clues[cell] for cell in more})
        state.propagate(has_solution=True)
        return state
