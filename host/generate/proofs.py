"""Proofs that clues of a puzzle are needed, for the removal of clues on this computer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import product
from typing import cast

from rowloom.host.generate.slitherlink import LONGER, RING
from rowloom.host.generate.thinning import Proofs
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.clued import Cell, Colours, beside, within
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from rowloom.host.solvers.sat.sudoku import CandidateSearch
from rowloom.host.solvers.shading.deduction import Deduction, reached
from rowloom.host.solvers.shading.rules import rules_for
from rowloom.host.solvers.slitherlink.state import SlitherlinkState
from rowloom.host.solvers.sudoku.techniques import LOCKED, candidates, is_solved, propagate

__all__ = ["ShadingProofs", "SlitherlinkProofs", "SudokuProofs", "broken_by_similar_loops"]

_BESIDE = 0b10101010
"""A mask with the bits of the neighbours in ``RING`` that share an edge with the cell."""

_DIAGONAL = (RING.index((1, 1)), RING.index((1, -1)))
"""The indices in ``RING`` of a cell's diagonal neighbours in the row below. The diagonal neighbours in the row above
would only yield the same pairs of cells again."""

_STRAIGHT = ((0, 2), (2, 0))
"""The offsets (down, right) from the first cell of a pair to the second cell, for pairs in one column or one row."""


@lru_cache(1)
def broken_by_similar_loops(solution: Colours) -> list[set[Cell]]:
    """Return, for each similar loop, the cells whose number of lines differs from the solution.

    A similar loop is the loop of the solution after the colour of one cell or two cells has been changed. Similar loops
    prove, without a search, that about half of the clues of a puzzle are needed.

    Two cells are changed together only if they have different colours and a common neighbour, because the number of
    lines around the common neighbour then stays the same. Most other pairs prove nothing new: such a pair affects all
    cells that a change of one of the two cells affects.
    """
    rows, cols = len(solution), len(solution[0])
    cells = [*product(range(rows), range(cols))]
    masks = _masks(solution)
    changed: dict[Cell, set[Cell]] = {}
    for cell in cells:
        changed[cell] = {*within(beside(*cell), rows, cols)}
        if (masks[cell] & _BESIDE).bit_count() != 2:
            changed[cell].add(cell)
    free = {cell for cell in cells if LONGER[masks[cell]] is not None}
    pairs = [(cell, (cell[0] + down, cell[1] + across)) for cell in free for down, across in _STRAIGHT]
    pairs = [(one, other) for one, other in pairs if other in free]
    for place in _DIAGONAL:
        down, across = RING[place]
        for one in cells:
            other = one[0] + down, one[1] + across
            # Check whether the colours of both cells can be changed one after the other: ``one`` first, or ``other``
            # first. In the ring of ``other``, the index of ``one`` is ``place ^ 4``.
            if other in masks and (
                (one in free and LONGER[masks[other] ^ 1 << (place ^ 4)] is not None)
                or (other in free and LONGER[masks[one] ^ 1 << place] is not None)
            ):
                pairs.append((one, other))
    return [changed[cell] for cell in free] + [
        changed[one] ^ changed[other]
        for one, other in pairs
        if solution[one[0]][one[1]] != solution[other[0]][other[1]]
    ]


def _masks(solution: Colours) -> dict[Cell, int]:
    """Return, for each cell, a mask of the inside cells among its eight neighbours, in the order of the ring."""
    cols = len(solution[0])
    frame = "0" * (cols + 2)
    framed = [frame, *(f"0{line}0" for line in solution), frame]
    masks = {}
    for row, (above, line, below) in enumerate(zip(framed, framed[1:], framed[2:])):
        for col in range(cols):
            # The string begins with the last neighbour of the ring, which has the highest bit.
            bits = line[col] + below[col : col + 3] + line[col + 2] + above[col : col + 3][::-1]
            masks[row, col] = int(bits, 2)
    return masks


@lru_cache(1)
def _search_of(puzzle: Slitherlink) -> SlitherlinkSearch:
    """Return the search that all proofs about a puzzle share, so that each proof uses what the SAT solver learnt in
    earlier proofs."""
    return SlitherlinkSearch(puzzle, switched=True)


class SlitherlinkProofs(Proofs):
    """Proofs by similar loops, by the SAT solver, and by the deducer's rules."""

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
        return self._all_suffice if len(kept) == len(self._clues) else self.without_clues().given(kept).solved

    @cached_property
    def _all_suffice(self) -> bool:
        return self.without_clues().given(self._clues).solved

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        # Search only for solutions that violate the clue, so that the solver finds contradictions near the clue.
        search = _search_of(self._puzzle)
        broken = search.broken(cell, self._clues[cell])
        needed = search.solve(kept, literals=[broken]) is not None
        search.exclude(broken)
        return needed

    def without_clues(self) -> "_ByDeducersRules":
        return _ByDeducersRules(self._clues, SlitherlinkState(self._puzzle.rows, self._puzzle.cols))


class _ByDeducersRules:
    """The consequences that the deducer's rules find from the clues of the ``given`` cells.

    Implements :class:`rowloom.host.generate.thinning.Deduced`.
    """

    def __init__(self, clues: Mapping[Cell, int], state: SlitherlinkState, given: frozenset[Cell] = frozenset()):
        self._clues, self._state, self._given = clues, state, given
        self.solved = state.is_solved

    def given(self, cells: Iterable[Cell]) -> "_ByDeducersRules":
        state, given = self._state, self._given.union(cells)
        more = given - self._given
        if state.has_one_path:
            # From this state, deduction may find less than from all clues at once (see SlitherlinkState). So deduction
            # starts again from an empty grid, with all clues.
            state, more = SlitherlinkState(state.lattice.rows, state.lattice.cols), given
        state = state.with_clues({cell: self._clues[cell] for cell in more})
        state.propagate(has_solution=True)
        return _ByDeducersRules(self._clues, state, given)


class ShadingProofs(Proofs):
    """Proofs by the SAT solver, and by the rules that boards apply, so that this computer makes the same puzzles as a
    board."""

    def __init__(self, puzzle: Shading, solution: Colours):
        self._puzzle, self._solution = puzzle, solution

    @cached_property
    def _search(self) -> Colouring:
        search = cast(Colouring, ENGINES["sat"].search(self._puzzle, switched=True))
        search.forbid(self._solution)
        return search

    def is_unique(self) -> bool:
        return self._search.solve(self._puzzle.clue_cells) is None

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        return self._search.solve(kept) is not None

    def without_clues(self) -> Deduction:
        # With ``alone``, the rules allow a canal of a single cell, as a board does while it removes clues.
        alone = self._puzzle.genre == Canal.genre or min(self._puzzle.rows, self._puzzle.cols) == 1
        return Deduction(rules_for(self._puzzle, as_boards=True), partial(reached, alone=alone))


@cache
def _blank_search(order: int) -> CandidateSearch:
    """Return a search without givens. All puzzles of an order share this search, because creating a search takes longer
    than making a puzzle."""
    return CandidateSearch([(1 << order**2) - 1] * order**4, order)


class SudokuProofs(Proofs):
    """Proofs by the SAT solver, and by singles and locked candidates."""

    def __init__(self, puzzle: Sudoku, solution: Digits):
        self._puzzle, self._size = puzzle, puzzle.rows
        self._digits = candidates(solution)
        self._search = _blank_search(puzzle.order)
        literals = self._search.literals
        self._literals = {divmod(cell, self._size): literals[cell, digit] for cell, digit in enumerate(self._digits)}

    def is_unique(self) -> bool:
        given = set(self._puzzle.clue_cells)
        return not any(self.is_needed(given, cell) for cell in self._literals.keys() - given)

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        literals = self._literals
        return self._search.oracle.is_satisfiable([-literals[cell], *map(literals.__getitem__, kept)])

    def without_clues(self) -> "_ByTechniques":
        return _ByTechniques([(1 << self._size) - 1] * self._size**2, self._digits, self._puzzle.order)


class _ByTechniques:
    """The candidates that remain after singles and locked candidates have been applied to the givens.

    Implements :class:`rowloom.host.generate.thinning.Deduced`.
    """

    def __init__(self, grid: Sequence[int], digits: Sequence[int], order: int):
        self._grid, self._digits, self._order = grid, digits, order
        self.solved = is_solved(grid)

    def given(self, cells: Iterable[Cell]) -> "_ByTechniques":
        grid = list(self._grid)
        numbers = [row * self._order**2 + col for row, col in cells]
        for number in numbers:
            grid[number] = self._digits[number]
        if numbers:
            propagate(grid, self._order, LOCKED, numbers)
        return _ByTechniques(grid, self._digits, self._order)
