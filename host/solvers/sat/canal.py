"""Canal View: which cells are shaded; they are connected and fill no 2x2 block.

Besides the cells, there are variables for numbers in unary: the first says that the number is at least 1, the second
that it is at least 2, and so on. Such numbers are the cells seen along one way, and sums of two numbers.
"""

from collections.abc import Iterable, Iterator

from rowloom.host.puzzles.canal import UNKNOWN, ways
from rowloom.host.puzzles.clued import Cell
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.sat.oracle import Clause

__all__ = ["CanalSearch", "search"]

_Unary = list[int]
"""The variables of a number; it cannot be larger than there are."""


class CanalSearch(Colouring):
    """The genre's rules; see :class:`Colouring`."""

    CONNECTED = (True,)

    def rules(self) -> Iterator[Clause]:
        """Yield the clauses: no 2x2 block is shaded."""
        for row in range(self.rows - 1):
            for col in range(self.cols - 1):
                yield tuple(-self.literal(row + i, col + j) for i in (0, 1) for j in (0, 1))

    def clue(self, cell: Cell, clue: int) -> Iterable[Clause]:
        """Return the clauses: the cell is unshaded, and sees this number of shaded cells unless it is unknown."""
        clauses: list[Clause] = [(-self.literal(*cell),)]
        if clue != UNKNOWN:
            most = clue + 1  # it is all the same by how many they are too many
            up, down, left, right = (self._seen(way[:most], clauses) for way in ways(*cell, self.rows, self.cols))
            clauses += _sum_is(clue, self._sum(up, down, most, clauses), self._sum(left, right, most, clauses))
        return clauses

    def _seen(self, way: range, clauses: list[Clause]) -> _Unary:
        """Return how many cells are seen along a way; add the clauses for it."""
        shaded = [cell + 1 for cell in way]
        number = shaded[:1]
        for literal in shaded[1:]:
            before, seen = number[-1], self.variable()
            clauses += [(-seen, before), (-seen, literal), (seen, -before, -literal)]
            number.append(seen)
        return number

    def _sum(self, one: _Unary, other: _Unary, most: int, clauses: list[Clause]) -> _Unary:
        """Return the sum of two numbers, up to ``most``; add the clauses for it."""
        total = [self.variable() for _ in range(min(len(one) + len(other), most))]
        for i in range(len(one) + 1):
            for j in range(len(other) + 1):
                if 0 < i + j <= len(total):
                    clauses.append((total[i + j - 1], *_less(one, i), *_less(other, j)))
                if i + j < len(total):
                    clauses.append((-total[i + j], *_more(one, i), *_more(other, j)))
        return total


search = CanalSearch


def _less(number: _Unary, than: int) -> list[int]:
    """Return the literal that says so; none if it is impossible."""
    return [-number[than - 1]] if than else []


def _more(number: _Unary, than: int) -> list[int]:
    """Return the literal that says so; none if it is impossible."""
    return number[than : than + 1]


def _sum_is(total: int, one: _Unary, other: _Unary) -> Iterator[Clause]:
    """Yield the clauses for a sum of two numbers."""
    for i in range(min(total + 1, len(one)) + 1):
        if total + 1 - i <= len(other):
            yield *_less(one, i), *_less(other, total + 1 - i)
    for i in range(total):
        yield *_more(one, i), *_more(other, total - 1 - i)
