"""Smullyanic Dynasty: which cells are shaded (knaves); the unshaded ones (knights) are connected."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from rowloom.host.puzzles.clued import Cell, beside, within
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.solvers.sat.clauses import exactly
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.sat.oracle import Clause

__all__ = ["SmullyanSearch", "search"]


class SmullyanSearch(Colouring):
    """The genre's rules; see :class:`Colouring`."""

    CONNECTED = (False,)

    def rules(self) -> Iterator[Clause]:
        """Yield the clauses: no two knaves share an edge."""
        for row, col in product(range(self.rows), range(self.cols)):
            for other in self._inside([(row, col + 1), (row + 1, col)]):
                yield -self.literal(row, col), -other

    def clue(self, cell: Cell, clue: int) -> Iterator[Clause]:
        """Yield the clauses: a knight's clue counts the knaves around it; a knave's does not."""
        if clue == UNKNOWN:
            return
        row, col = cell
        here = self.literal(row, col)
        corners = self._inside((row + i, col + j) for i in (-1, 1) for j in (-1, 1))
        for clause in exactly(clue, [*corners, *self._inside(beside(row, col))]):
            yield here, *clause
        for knaves in combinations(corners, clue - 1) if clue else ():
            yield -here, *(-corner if corner in knaves else corner for corner in corners)

    def _inside(self, places: Iterable[Cell]) -> list[int]:
        """Return the literals of those places that lie in the grid."""
        return [self.literal(*place) for place in within(places, self.rows, self.cols)]


search = SmullyanSearch
