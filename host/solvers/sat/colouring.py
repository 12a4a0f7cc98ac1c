"""The base class of the SAT searches for four genres: all genres except Sudoku. A solution assigns one of two colours
to each cell. Depending on the genre, the cells of one colour or of both colours must be connected.

Sets of cells are represented by integers, called planes; see :mod:`rowloom.host.solvers.slitherlink.planes`.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from itertools import count
from math import inf
from typing import ClassVar

from rowloom.host.puzzles.clued import Cell, Clued, Colours
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers import Place
from rowloom.host.solvers.sat.oracle import FOR_MANY, Clause, IncrementalSearch, Oracle
from rowloom.host.solvers.slitherlink.planes import lattice, reached

__all__ = ["Colouring"]


class Colouring(IncrementalSearch[Colours]):
    """A search for the solutions of a puzzle; each genre has a subclass.

    The solver has a variable for each cell, and clauses for the rules and the clues. The search checks each colouring
    that the solver finds. If the cells of a colour in ``CONNECTED`` form several regions, the search adds clauses that
    exclude this colouring, and calls the solver again. These clauses are called cuts. If the search is ``switched``,
    each call of :meth:`solve` selects the clues that apply. The counters are ``cuts`` and the counters of
    :class:`Oracle`.
    """

    CONNECTED: ClassVar[Collection[bool]]
    """The colours whose cells must be connected; True represents "1"."""

    FRAMED: ClassVar[bool] = False
    """True if the frame around the grid is treated as one additional cell, which has the colour "0"."""

    def __init__(self, puzzle: Clued, switched: bool = False):
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self._numbers = {cell: number for number, cell in enumerate(puzzle.cells, 1)}
        self._frame = self.rows * self.cols + 1
        self._unused = count(self._frame + 1)
        self._switches: dict[Cell, int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self._switched, self._clues = switched, puzzle.clue_cells
        clauses: list[Clause] = [(-self._frame,), *self.rules()]
        if not switched:
            for cell, clue in self._clues.items():
                clauses += self.clue(cell, clue)
        self._grid = lattice(self.rows, self.cols)
        self._everything = self._grid.cells | (self._grid.frame if self.FRAMED else 0)
        self._oracle = Oracle(clauses, FOR_MANY) if switched else Oracle(clauses)
        self.counters = self._oracle.counters
        self.counters["cuts"] = 0

    @abstractmethod
    def rules(self) -> Iterable[Clause]:
        """Return the clauses for all rules except clues and connection."""

    @abstractmethod
    def clue(self, cell: Cell, clue: int) -> Iterable[Clause]:
        """Return clauses for a clue."""

    def literal(self, row: int, col: int) -> int:
        """Return the literal which is true if a cell has the colour "1". For a position outside the grid, return the
        frame's literal."""
        return self._numbers.get((row, col), self._frame)

    def variable(self) -> int:
        return next(self._unused)

    def another(self, until: float = inf) -> Colours | None:
        return self.solve(self._clues, until)

    def solve(self, clue_cells: Collection[Cell], until: float = inf, literals: Sequence[int] = ()) -> Colours | None:
        """Return a solution in which these literals and the clues of these cells hold, or None.

        Unless the clues are switched, all clues hold. See :meth:`Oracle.model` for ``until``.
        """
        assumptions = [*literals, *self._switched_on(clue_cells)]
        while (model := self._oracle.model(assumptions, until)) is not None:
            colours = "".join(["1" if literal > 0 else "0" for literal in model[: self._frame - 1]])
            cuts = self.cuts(colours)
            if not cuts:
                return tuple(in_rows(colours, self.cols))
            self.counters["cuts"] += len(cuts)
            self._oracle.add(cuts)
        return None

    def forbid(self, solution: Colours, places: Collection[Place] | None = None) -> None:
        if places is None:
            places = [(cell,) for cell in self._numbers]
        other = {
            (row, col): -number if solution[row][col] == "1" else number for (row, col), number in self._numbers.items()
        }
        self._oracle.add([[self._one_of(*(other[cell] for cell in place)) for place in places]])

    def _one_of(self, one: int, other: int | None = None) -> int:
        """Return a literal that implies that exactly one of these literals holds."""
        if other is None:
            return one
        if (one, other) not in self._pairs:
            literal = self._pairs[one, other] = self.variable()
            self._oracle.add([(-literal, one, other), (-literal, -one, -other)])
        return self._pairs[one, other]

    def _switched_on(self, clue_cells: Collection[Cell]) -> Iterable[int]:
        """Return the literals that enable switched clues. When a clue is enabled for the first time, add its
        clauses."""
        if not self._switched:
            return ()
        for cell in set(clue_cells).difference(self._switches):
            switch = self._switches[cell] = self.variable()
            self._oracle.add([(*clause, -switch) for clause in self.clue(cell, self._clues[cell])])
        return map(self._switches.__getitem__, clue_cells)

    def exclude(self, literal: int) -> None:
        """Make a literal false in all later solutions, so that the solver spends no more time on it."""
        self._oracle.add([(-literal,)])

    def cuts(self, colours: str) -> list[Clause]:
        """Return the cuts for a colouring. If the cells of each colour in ``CONNECTED`` form a single region, return an
        empty list.

        ``colours`` contains the colours of the cells, row by row.

        A cut is a clause about two cells of the same colour, called its ends, and about cells of the other colour,
        called its separators. Every path between the ends contains a separator. So the clause states: if both ends keep
        their colour, at least one separator must get this colour.

        All cuts are about the first colour in ``CONNECTED`` that forms several regions. There is one cut for each
        region of this colour except the largest region. One end is in the region, and the other end is in the largest
        region. The separators are cells next to the region: those that can be reached from the largest region without
        passing through other cells next to the region.
        """
        grid = self._grid
        ones = int("00".join(in_rows(colours, self.cols))[::-1], 2) << grid.at(0, 0)
        for colour in self.CONNECTED:
            cells = ones if colour else self._everything & ~ones
            regions = []
            while cells:
                # All cells of the frame belong to one region.
                regions.append(reached(grid, cells & grid.frame or cells & -cells, cells))
                cells ^= regions[-1]
            if len(regions) > 1:
                largest = max(regions, key=int.bit_count)
                return [self._cut(colour, region, largest) for region in regions if region is not largest]
        return []

    def _cut(self, colour: bool, region: int, largest: int) -> Clause:
        def grown(cells: int) -> int:
            return cells | cells << 1 | cells >> 1 | cells << stride | cells >> stride

        grid, stride, sign = self._grid, self._grid.stride, 1 if colour else -1
        rim = grown(region) & ~region
        beyond = reached(grid, largest, self._everything & ~region)
        between = rim & grown(beyond & ~rim) & self._everything
        ends = (grid.place(plane & -plane) for plane in (region, largest))
        # A set, because all frame cells have the same literal.
        separators = {self.literal(*place) for place in [*grid.places(between)][::-1]}
        return [*(-sign * self.literal(*end) for end in ends), *(sign * literal for literal in separators)]
