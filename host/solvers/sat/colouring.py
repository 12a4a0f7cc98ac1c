"""SAT searches for the four genres that colour cells and connect the cells of a colour."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import count, product
from math import inf
from typing import ClassVar

from rowloom.host.puzzles.clued import Cell, Clued, Colours
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers import Place
from rowloom.host.solvers.sat.connection import Connection, Cut
from rowloom.host.solvers.sat.incremental import IncrementalSearch
from rowloom.host.solvers.sat.oracle import FOR_MANY, Clause, Oracle

__all__ = ["SIZES", "Colouring"]

SIZES = 8
"""Grids whose numbers are kept for the next puzzle."""


class Colouring(IncrementalSearch[Colours]):
    """A genre's search: a variable a cell, clauses for rules and clues, cuts where a colour is not connected.

    Parameters
    ----------
    puzzle : Clued
        One of the genre.
    switched : bool
        Clues can be left out: :meth:`solve` takes those that count. The solver keeps what it has learnt from one call
        to the next, so that a generator may ask often.

    Members
    -------
    clue_cells : list of (row, column)
        The cells with clues.
    counters : dict of str to int
        Those of :class:`Oracle`, and ``cuts``.
    """

    CONNECTED: ClassVar[Collection[bool]]
    """The colours whose cells are connected; True is that of "1"."""

    FRAMED: ClassVar[bool] = False
    """The frame round the grid is one more cell, of the colour of "0"."""

    def __init__(self, puzzle: Clued, switched: bool = False):
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self._numbers = _numbers(self.rows, self.cols)
        self._frame = self.rows * self.cols + 1
        self._unused = count(self._frame + 1)
        self.clue_cells = list(puzzle.clue_cells)
        self._switches: dict[Cell, int] = {}
        self._just_one: dict[tuple[int, ...], int] = {}
        self._switched, self._clues = switched, puzzle.clue_cells
        clauses: list[Clause] = [(-self._frame,), *self.rules()]
        if not switched:
            for cell, clue in self._clues.items():
                clauses += self.clue(cell, clue)
        self._connection = Connection(self.rows, self.cols, self.FRAMED)
        self._oracle = Oracle(clauses, FOR_MANY) if switched else Oracle(clauses)
        self.counters = self._oracle.counters
        self.counters["cuts"] = 0

    @abstractmethod
    def rules(self) -> Iterable[Clause]:
        """Return clauses for what holds whatever the clues are, apart from connection."""

    @abstractmethod
    def clue(self, cell: Cell, clue: int) -> Iterable[Clause]:
        """Return clauses for a clue."""

    def literal(self, row: int, col: int) -> int:
        """Return the literal for the colour "1" of a cell, or of the frame for a place outside the grid."""
        return self._numbers.get((row, col), self._frame)

    def variable(self) -> int:
        """Return a new variable."""
        return next(self._unused)

    def another(self, until: float = inf) -> Colours | None:
        """See :meth:`IncrementalSearch.another`; all clues count."""
        return self.solve(self.clue_cells, until)

    def solve(
        self, clue_cells: Collection[Cell], until: float = inf, literals: Sequence[int] = ()
    ) -> Colours | None:
        """Return a solution for the clues of these cells, if clues are switched; None if there is none.

        These literals hold, too. It raises :class:`OutOfTime` at a time by ``time.monotonic``.
        """
        assumptions = [*literals, *self._switched_on(clue_cells)]
        while (model := self._oracle.model(assumptions, until)) is not None:
            colours = "".join(["1" if literal > 0 else "0" for literal in model[: self._frame - 1]])
            broken = [self._clause(cut) for cut in self._connection.cuts(colours, self.CONNECTED)]
            if not broken:
                return tuple(in_rows(colours, self.cols))
            self.counters["cuts"] += len(broken)
            self._oracle.add(broken)
        return None

    def forbid(self, solution: Colours, places: Collection[Place] | None = None) -> None:
        """See :meth:`IncrementalSearch.forbid`."""
        everywhere = ((cell,) for cell in product(range(self.rows), range(self.cols)))
        self._oracle.add([[self._different(solution, place) for place in (everywhere if places is None else places)]])

    def _different(self, solution: Colours, place: Place) -> int:
        """Return a literal that holds in no solution that is the same there as this one."""
        literals = tuple((-1 if solution[row][col] == "1" else 1) * self.literal(row, col) for row, col in place)
        if len(literals) == 1:
            return literals[0]
        if literals not in self._just_one:
            one, other = literals
            just_one = self._just_one[literals] = self.variable()
            self._oracle.add([(-just_one, one, other), (-just_one, -one, -other)])
        return self._just_one[literals]

    def _switched_on(self, clue_cells: Collection[Cell]) -> Iterable[int]:
        """Return the literals that make clues count, if they are switched; a clue is added when it first counts."""
        if not self._switched:
            return ()
        for cell in set(clue_cells).difference(self._switches):
            switch = self._switches[cell] = self.variable()
            self._oracle.add([(*clause, -switch) for clause in self.clue(cell, self._clues[cell])])
        return map(self._switches.__getitem__, clue_cells)

    def exclude(self, literal: int) -> None:
        """Say that a literal holds in no later solution; then it takes the solver no time."""
        self._oracle.add([(-literal,)])

    def _clause(self, cut: Cut) -> Clause:
        # All places of the frame are one cell.
        ends, between = ([self._numbers.get(place, self._frame) for place in some] for some in (cut.ends, cut.between))
        if cut.colour:
            return [*(-number for number in ends), *set(between)]
        return [*ends, *(-number for number in set(between))]


@lru_cache(maxsize=SIZES)
def _numbers(rows: int, cols: int) -> dict[Cell, int]:
    """Return the number of each cell, from 1."""
    return {cell: number for number, cell in enumerate(product(range(rows), range(cols)), 1)}
