"""The SAT search for Sudokus of any order. It has one variable for each candidate that singles and locked candidates do
not eliminate."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from math import inf

from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.solvers import Place
from rowloom.host.solvers.sat.oracle import Clause, IncrementalSearch, Oracle
from rowloom.host.solvers.sudoku.techniques import LOCKED, bits, candidates, houses, propagate, solution

__all__ = ["CandidateSearch", "SudokuSearch"]

_MOST_IN_PAIRS = 9
"""The largest number of literals for which "at most one holds" is expressed by one clause for every two literals. More
literals require additional variables."""


class SudokuSearch(IncrementalSearch[Digits]):
    """A :class:`rowloom.host.solvers.Surveying` search."""

    def __init__(self, puzzle: Sudoku):
        self._order = puzzle.order
        grid = candidates(puzzle.cells)
        self._search = CandidateSearch(grid, puzzle.order) if propagate(grid, puzzle.order, LOCKED) else None
        self.counters = self._search.counters if self._search else {}

    def another(self, until: float = inf) -> Digits | None:
        filled = self._search.solve(until=until) if self._search else None
        return None if filled is None else solution(filled, self._order)

    def forbid(self, solution: Digits, places: Collection[Place] | None = None) -> None:
        if self._search:
            size = self._order**2
            numbers = None if places is None else {row * size + col for (row, col), *_ in places}
            self._search.forbid(candidates(solution), numbers)


class CandidateSearch:
    """A search for ways to fill a grid with its candidates. Each call can prescribe the digits of some cells.

    The solver keeps what it has learnt between the calls. The digits placed in the grid (see
    :mod:`rowloom.host.solvers.sudoku.techniques`) must already have been removed from the candidates of their peers.
    """

    def __init__(self, grid: Sequence[int], order: int):
        self._grid = list(grid)
        choices = ((cell, digit) for cell, mask in enumerate(grid) if mask & mask - 1 for digit in bits(mask))
        self._literals = {choice: literal for literal, choice in enumerate(choices, 1)}  # by candidate of an open cell
        self._oracle = Oracle(_clauses(self._groups(order), len(self._literals)))
        self.counters = self._oracle.counters

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal which is true if an open cell has a digit. The digit is a mask with one bit."""
        return self._literals[cell, digit]

    def is_possible(self, literals: Sequence[int]) -> bool:
        """Return whether all these literals can hold at the same time."""
        return self._oracle.is_satisfiable(literals)

    def solve(self, cells: Iterable[tuple[int, int]] = (), until: float = inf) -> list[int] | None:
        """Return a filled grid, or None. ``cells`` are (open cell, mask) pairs: the cell must have the mask's digit.

        Raises :class:`OutOfTime` once ``time.monotonic`` reaches ``until``.
        """
        model = self._oracle.model([self._literals[choice] for choice in cells], until)
        if model is None:
            return None
        filled = list(self._grid)
        for literal, (cell, digit) in zip(model, self._literals):
            if literal > 0:
                filled[cell] = digit
        return filled

    def forbid(self, filled: Sequence[int], cells: Collection[int] | None = None) -> None:
        """Make later solutions differ from this solution; if cells are given, in at least one of them."""
        held = (choice for choice in self._literals if filled[choice[0]] == choice[1])
        self._oracle.add([[-self._literals[choice] for choice in held if cells is None or choice[0] in cells]])

    def _groups(self, order: int) -> Iterator[list[int]]:
        """Yield groups of literals; in each group, exactly one literal holds.

        A group contains the candidates of a cell, or the places of a digit in a house.
        """
        open_cells = {cell: [*bits(mask)] for cell, mask in enumerate(self._grid) if mask & mask - 1}
        yield from ([self._literals[cell, digit] for digit in digits] for cell, digits in open_cells.items())
        for house in houses(order):
            places: dict[int, list[int]] = {}
            for cell in house.cells:
                for digit in open_cells.get(cell, ()):
                    places.setdefault(digit, []).append(self._literals[cell, digit])
            yield from places.values()


def _clauses(groups: Iterable[list[int]], variables: int) -> Iterator[Clause]:
    """Yield clauses which state that exactly one literal of each group holds.

    A long group is split in two. An additional variable then means that the literal is in the second part.
    """
    for group in groups:
        yield group
        rest = group
        while rest:
            part, rest = rest, []
            if len(part) > _MOST_IN_PAIRS:
                variables += 1
                part, rest = [*part[: _MOST_IN_PAIRS - 2], variables], [-variables, *part[_MOST_IN_PAIRS - 2 :]]
            yield from ((-one, -other) for one, other in combinations(part, 2))
