"""The state of a Slitherlink, and deduction without lookahead.

Deduction applies the rules, joins lines into paths, and floods: a flood removes the colours that contradict the
connection of the inside or of the outside. The fixpoint is the same as in
:mod:`rowloom.hw.slitherlink.deducer.fixpoint`.
"""

from collections.abc import Mapping
from copy import copy
from typing import Self

from rowloom.host.puzzles.clued import Cell, Colours, coloured
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink.planes import lattice, lines, propagate, reached

__all__ = ["SlitherlinkState"]


class SlitherlinkState:
    """A grid with clues and the consequences of these clues. Copies are cheap.

    Clues may be added to a propagated state; this is faster than a new start with all clues. The resulting fixpoint is
    the same, except in one rare case, which also occurs in the gateware. While there is only one path, the edge that
    would close this path into a loop is not excluded. If a second path is found later, this edge remains possible until
    another line joins the first path.
    """

    def __init__(self, rows: int, cols: int):
        self.lattice = lattice(rows, cols)
        self.planes = self.lattice.start
        """The remaining possibilities. Callers may remove possibilities before they call :meth:`propagate`."""
        self.allowed = self.lattice.free
        """The numbers of lines that the clues allow."""
        self.is_contradictory = self.is_solved = False
        """``is_contradictory``: there is no solution, and the rest of the state is invalid. ``is_solved``: the colours
        of the cells are the only solution."""
        # _east and _south: the lines that are part of paths, to the east and to the south of vertices. _ends: for each
        # end of a path, the other end. _paths: the number of paths that are not loops. _loop: there is a loop.
        self._east = self._south = 0
        self._ends = [*range(self.lattice.beyond.bit_length())]
        self._paths, self._loop = 0, False

    @classmethod
    def of(cls, puzzle: Slitherlink) -> Self:
        """Return the state of a puzzle that has not been propagated."""
        return cls(puzzle.rows, puzzle.cols).with_clues(puzzle.clue_cells)

    def copy(self) -> Self:
        """Return an independent copy. All values are immutable, except the list of ends, which is never changed in
        place."""
        return copy(self)

    def with_clues(self, clues: Mapping[Cell, int]) -> Self:
        """Return a copy with these clues added, without propagating it."""
        of_number = [0] * len(self.allowed)
        at = self.lattice.at
        for (row, col), clue in clues.items():
            of_number[clue] |= 1 << at(row, col)
        clued = sum(of_number)
        none, one, two, three, four = (may & ~(clued ^ own) for may, own in zip(self.allowed, of_number))
        state = self.copy()
        state.allowed = none, one, two, three, four
        return state

    def assume(self, cells: int, inside: bool) -> None:
        """Set the colour of cells; ``cells`` is a plane."""
        e, ns, ew, ne, sw, nw, se, may_be_inside, may_be_outside = self.planes
        if inside:
            may_be_outside &= ~cells
        else:
            may_be_inside &= ~cells
        self.planes = e, ns, ew, ne, sw, nw, se, may_be_inside, may_be_outside

    def assume_south(self, vertices: int, line: bool) -> None:
        """Decide whether the edges to the south of these vertices are lines; ``vertices`` is a plane."""
        e, ns, ew, ne, sw, nw, se, inside, outside = self.planes
        if line:
            self.planes = e & ~vertices, ns, ew & ~vertices, ne & ~vertices, sw, nw & ~vertices, se, inside, outside
        else:
            self.planes = e, ns & ~vertices, ew, ne, sw & ~vertices, nw, se & ~vertices, inside, outside

    def propagate(self, has_solution: bool = False) -> bool:
        """Propagate the state to its fixpoint; return whether a flood has found something.

        The state is flooded only when all lines form one loop. With ``has_solution``, the puzzle is known to have a
        solution, so the state is solved as soon as all cells have their colours.
        """
        flooded = False
        while True:
            planes = propagate(self.lattice, self.planes, self.allowed, has_solution)
            if planes is None:
                self.is_contradictory = True
                return flooded
            self.planes = planes
            if has_solution and not self.undecided:
                self.is_solved = True
                return flooded
            if self._join():
                continue
            if self.is_contradictory or not self._loop or self._paths or not self._flood():
                return flooded
            flooded = True

    def flood(self) -> bool:
        """Flood a state that is at its fixpoint, and propagate; return whether the flood has found something."""
        if not self._flood():
            return False
        self.propagate()
        return True

    @property
    def has_one_path(self) -> bool:
        """True if all lines form one path. Then the rare case that the class describes is possible."""
        return self._paths == 1

    @property
    def undecided(self) -> int:
        """The cells without a known colour."""
        return self.planes[7] & self.planes[8]

    @property
    def colours(self) -> Colours:
        """The solution, if the state is solved."""
        inside = {*self.lattice.places(self.planes[7])}
        return coloured(inside, self.lattice.rows, self.lattice.cols)

    def _join(self) -> bool:
        """Join the new lines with the paths that they touch; return whether edges were excluded.

        While there are several paths, the edges that would close a path into a loop are excluded. A loop that does not
        contain all lines is a contradiction.
        """
        east, south = lines(self.lattice, self.planes)
        new_east, new_south = east & ~self._east, south & ~self._south
        if not (new_east | new_south):
            return False
        self._east, self._south = east, south
        ends = self._ends = self._ends.copy()
        paths, loop, stride = self._paths, self._loop, self.lattice.stride
        no_east = no_south = 0
        for new, step in ((new_east, 1), (new_south, stride)):
            while new:
                bit = new & -new
                new ^= bit
                u = bit.bit_length() - 1
                v = u + step
                a, b = ends[u], ends[v]
                if loop or (a == v and paths != 1):
                    self.is_contradictory = True
                    return False
                if a == v:
                    loop, paths = True, 0
                    continue
                ends[a], ends[b] = b, a
                if a == u:
                    if b == v:
                        paths += 1
                        continue
                elif b != v:
                    paths -= 1
                # If the two ends are neighbours, the edge between them would close a loop.
                if b < a:
                    a, b = b, a
                if b - a == 1:
                    no_east |= 1 << a
                elif b - a == stride:
                    no_south |= 1 << a
        self._paths, self._loop = paths, loop
        if paths <= 1:
            return False
        e, ns, ew, ne, sw, nw, se, inside, outside = self.planes
        if not ((ew | ne | se) & no_east or (ns | sw | se) & no_south):
            return False
        self.planes = (
            e, ns & ~no_south, ew & ~no_east, ne & ~no_east, sw & ~no_south, nw, se & ~(no_east | no_south), inside,
            outside,
        )  # fmt: skip
        return True

    def _flood(self) -> bool:
        """Remove the colours that connection excludes; return whether any were removed.

        A cell is inside if every path from the frame to the cell contains an inside cell. A cell is outside if every
        path from a known inside cell to the cell contains an outside cell. If nothing was removed and every cell has
        its colour, the state is solved.
        """
        grid = self.lattice
        e, ns, ew, ne, sw, nw, se, inside, outside = self.planes
        certain = inside & ~outside
        wet_inside = reached(grid, certain & -certain, inside) if certain else inside
        wet_outside = reached(grid, grid.frame, outside)
        if not inside or wet_inside | wet_outside != grid.cells | grid.frame:
            self.is_contradictory = True
        elif wet_inside != inside or wet_outside != outside:
            self.planes = e, ns, ew, ne, sw, nw, se, wet_inside, wet_outside
            return True
        else:
            self.is_solved = not inside & outside
        return False
