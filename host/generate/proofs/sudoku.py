"""Proofs about Sudokus: by the SAT solver, and by singles and locked candidates."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate import proofs
from rowloom.host.puzzles.sudoku import Solution, Sudoku
from rowloom.host.solvers.sat.sudoku import CandidateSearch
from rowloom.host.solvers.sudoku.grid import candidates, is_solved
from rowloom.host.solvers.sudoku.propagation import propagate
from rowloom.host.solvers.sudoku.techniques import LOCKED

__all__ = ["Proofs"]


@cache
def _rules(order: int) -> CandidateSearch:
    """Return a search with no givens, which all puzzles share: to begin one takes longer than a puzzle."""
    return CandidateSearch([(1 << order**2) - 1] * order**4, order)


class Proofs(proofs.Proofs):
    """See :class:`rowloom.host.generate.proofs.Proofs`."""

    def __init__(self, puzzle: Sudoku, solution: Solution):
        self._puzzle, self._size = puzzle, puzzle.rows
        self._digits = candidates(solution)
        self._search = _rules(puzzle.order)
        self._literals = {
            divmod(number, self._size): self._search.literal(number, digit)
            for number, digit in enumerate(self._digits)
        }

    def is_unique(self) -> bool:
        cells = {(row, col) for row in range(self._size) for col in range(self._size)}
        given = {(row, col) for row, col in cells if self._puzzle.cells[row][col]}
        return not any(self.is_needed(given, cell) for cell in cells - given)

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        literals = self._literals
        return self._search.is_possible([-literals[cell], *map(literals.__getitem__, kept)])

    def nothing(self) -> "_ByTechniques":
        return _ByTechniques([(1 << self._size) - 1] * self._size**2, self._digits, self._puzzle.order)


class _ByTechniques:
    """See :class:`rowloom.host.generate.proofs.Deduced`."""

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
