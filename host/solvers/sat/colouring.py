"""SAT searches for the four genres that colour cells and connect the cells of a colour."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from itertools import count, product
from math import inf
from typing import ClassVar

from rowloom.host.puzzles.clued import Cell, Clued, Colours
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.sat.connection import Connection, Cut
from rowloom.host.solvers.sat.incremental import IncrementalSearch
from rowloom.host.solvers.sat.oracle import FOR_MANY, Clause, Oracle

__all__ = ["Colouring"]


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
        self._frame = self.rows * self.cols + 1
        self._unused = count(self._frame + 1)
        self.clue_cells = list(puzzle.clue_cells)
        self._switches: dict[Cell, int] = {}
        clauses: list[Clause] = [(-self._frame,), *self.rules()]
        for cell, clue in puzzle.clue_cells.items():
            of_clue = self.clue(cell, clue)
            if switched:
                switch = self._switches[cell] = self.variable()
                of_clue = ((*clause, -switch) for clause in of_clue)
            clauses += of_clue
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
        return row * self.cols + col + 1 if 0 <= row < self.rows and 0 <= col < self.cols else self._frame

    def variable(self) -> int:
        """Return a new variable."""
        return next(self._unused)

    def another(self, until: float = inf) -> Colours | None:
        """See :meth:`IncrementalSearch.another`; all clues count."""
        return self.solve(self.clue_cells, until)

    def solve(
        self, clue_cells: Iterable[Cell], until: float = inf, literals: Sequence[int] = ()
    ) -> Colours | None:
        """Return a solution for the clues of these cells, if clues are switched; None if there is none.

        These literals hold, too. It raises :class:`OutOfTime` at a time by ``time.monotonic``.
        """
        assumptions = [*literals, *(self._switches[cell] for cell in clue_cells if self._switches)]
        while (model := self._oracle.model(assumptions, until)) is not None:
            colours = "".join(["1" if literal > 0 else "0" for literal in model[: self._frame - 1]])
            broken = [self._clause(cut) for cut in self._connection.cuts(colours, self.CONNECTED)]
            if not broken:
                return tuple(in_rows(colours, self.cols))
            self.counters["cuts"] += len(broken)
            self._oracle.add(broken)
        return None

    def forbid(self, solution: Colours, cells: Collection[Cell] | None = None) -> None:
        """See :meth:`IncrementalSearch.forbid`."""
        places = product(range(self.rows), range(self.cols)) if cells is None else cells
        self._oracle.add([[(-1 if solution[row][col] == "1" else 1) * self.literal(row, col) for row, col in places]])

    def settle(self, literal: int) -> None:
        """Make a literal hold in every later solution."""
        self._oracle.add([(literal,)])

    def keep(self, cell: Cell) -> None:
        """Make the clue of a cell count in every later solution."""
        self.settle(self._switches[cell])

    def _clause(self, cut: Cut) -> Clause:
        sign = 1 if cut.colour else -1
        ends = (-sign * self.literal(*place) for place in cut.ends)
        return [*ends, *{sign * self.literal(*place) for place in cut.between}]
