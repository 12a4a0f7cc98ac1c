"""The SAT search for Sudokus of any order. It has one variable for each candidate that the techniques "singles" and
"locked candidates" do not eliminate."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from math import inf

from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.solvers import Place
from rowloom.host.solvers.sat.oracle import Clause, IncrementalSearch, Oracle
from rowloom.host.solvers.sudoku.techniques import LOCKED, bits, candidates, houses, propagate, solution

__all__ = ["CandidateSearch", "search"]

_MOST_IN_PAIRS = 9
"""The largest number of literals for which "at most one holds" is expressed by one clause for each pair of literals.
A larger number of literals needs additional variables."""


def search(puzzle: Sudoku) -> IncrementalSearch[Digits]:
    """Return a search for the solutions of a puzzle."""
    grid = candidates(puzzle.cells)
    return CandidateSearch(grid, puzzle.order) if propagate(grid, puzzle.order, LOCKED) else _NoSolution()


class _NoSolution(IncrementalSearch[Digits]):
    """The search for a puzzle that deduction has proved to have no solution."""

    counters: dict[str, int] = {}

    def another(self, until: float = inf) -> None: ...

    def forbid(self, solution: Digits, places: Collection[Place] | None = None) -> None: ...


class CandidateSearch(IncrementalSearch[Digits]):
    """A search for ways to fill a grid with its candidates. Each call of :meth:`solve` can prescribe the digits of some
    cells.

    In the given grid, the peers of a cell with a placed digit must not have this digit as a candidate; see
    :mod:`rowloom.host.solvers.sudoku.techniques`.
    """

    def __init__(self, grid: Sequence[int], order: int):
        self._grid, self._order = list(grid), order
        choices = ((cell, digit) for cell, mask in enumerate(grid) if mask & mask - 1 for digit in bits(mask))
        self.literals = {choice: literal for literal, choice in enumerate(choices, 1)}
        """The literal that means that an open cell has a digit, by cell and digit; a digit is a mask with one bit."""
        self.oracle = Oracle(_clauses(self._groups(), len(self.literals)))
        self.counters = self.oracle.counters

    def another(self, until: float = inf) -> Digits | None:
        return self.solve(until=until)

    def solve(self, cells: Iterable[tuple[int, int]] = (), until: float = inf) -> Digits | None:
        """Return a solution, or None. ``cells`` are (open cell, mask) pairs: the cell must have the mask's digit.

        Raises :class:`OutOfTime` when ``time.monotonic`` reaches ``until``.
        """
        model = self.oracle.model([self.literals[choice] for choice in cells], until)
        if model is None:
            return None
        filled = list(self._grid)
        for literal, (cell, digit) in zip(model, self.literals):
            if literal > 0:
                filled[cell] = digit
        return solution(filled, self._order)

    def forbid(self, solution: Digits, places: Collection[Place] | None = None) -> None:
        filled, side = candidates(solution), self._order**2
        cells = range(side**2) if places is None else {row * side + col for (row, col), *_ in places}
        held = ((cell, digit) for cell, digit in self.literals if cell in cells and filled[cell] == digit)
        self.oracle.add([[-self.literals[choice] for choice in held]])

    def _groups(self) -> Iterator[list[int]]:
        """Yield groups of literals; in each group, exactly one literal holds.

        A group contains the candidates of a cell, or the places of a digit in a house.
        """
        open_cells = {cell: [*bits(mask)] for cell, mask in enumerate(self._grid) if mask & mask - 1}
        yield from ([self.literals[cell, digit] for digit in digits] for cell, digits in open_cells.items())
        for house in houses(self._order):
            places: dict[int, list[int]] = {}
            for cell in house.cells:
                for digit in open_cells.get(cell, ()):
                    places.setdefault(digit, []).append(self.literals[cell, digit])
            yield from places.values()


def _clauses(groups: Iterable[list[int]], variables: int) -> Iterator[Clause]:
    """Yield clauses which state that exactly one literal of each group holds.

    A long group is split in two. An additional variable is then true if the literal that holds is in the second part.
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
