"""The SAT searches for the shading genres, Smullyanic Dynasty and Canal View."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from rowloom.host.puzzles.canal import ways
from rowloom.host.puzzles.clued import Cell, beside, within
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.sat.oracle import Clause

__all__ = ["CanalSearch", "SmullyanSearch"]


class SmullyanSearch(Colouring):
    """The rules of Smullyanic Dynasty: no two knaves (shaded cells) share an edge, and all knights (unshaded cells) are
    connected."""

    CONNECTED = (False,)

    def rules(self) -> Iterator[Clause]:
        for row, col in product(range(self.rows), range(self.cols)):
            for other in self._inside([(row, col + 1), (row + 1, col)]):
                yield -self.literal(row, col), -other

    def clue(self, cell: Cell, clue: int) -> Iterator[Clause]:
        """Yield the clauses for a clue: if its cell is a knight, the clue is the number of knaves around it; if its
        cell is a knave, the clue is wrong."""
        if clue == UNKNOWN:
            return
        row, col = cell
        here = self.literal(row, col)
        corners = self._inside((row + i, col + j) for i in (-1, 1) for j in (-1, 1))
        for clause in _exactly(clue, [*corners, *self._inside(beside(row, col))]):
            yield here, *clause
        for knaves in combinations(corners, clue - 1) if clue else ():
            yield -here, *(-corner if corner in knaves else corner for corner in corners)

    def _inside(self, places: Iterable[Cell]) -> list[int]:
        """Return the literals of those places that are inside the grid."""
        return [self.literal(*place) for place in within(places, self.rows, self.cols)]


def _exactly(count: int, literals: list[int]) -> Iterator[Clause]:
    """Yield clauses which state that exactly ``count`` of the literals hold.

    If there are fewer than ``count`` literals, yield an empty clause, which nothing satisfies.
    """
    if count > len(literals):
        yield ()
    elif count > 0:
        yield from combinations(literals, len(literals) - count + 1)
    for some in combinations(literals, count + 1):
        yield tuple(-literal for literal in some)


_Unary = list[int]
"""The variables of a number in unary: the first is true if the number is at least 1, the second if it is at least 2,
and so on. The list has one variable for each possible value of the number except 0."""


class CanalSearch(Colouring):
    """The rules of Canal View: shaded cells are connected and fill no 2x2 block.

    There are variables for the number of cells seen in each direction, and for sums of two such numbers.
    """

    CONNECTED = (True,)

    def rules(self) -> Iterator[Clause]:
        for row, col in product(range(self.rows - 1), range(self.cols - 1)):
            yield tuple(-self.literal(row + i, col + j) for i in (0, 1) for j in (0, 1))

    def clue(self, cell: Cell, clue: int) -> Iterable[Clause]:
        """Return clauses which state that the cell is unshaded and that, unless the clue is unknown, ``clue`` shaded
        cells are seen from this cell."""
        clauses: list[Clause] = [(-self.literal(*cell),)]
        if clue != UNKNOWN:
            most = clue + 1  # larger numbers need not be distinguished
            up, down, left, right = (self._seen(way[:most], clauses) for way in ways(*cell, self.rows, self.cols))
            clauses += _sum_is(clue, self._sum(up, down, most, clauses), self._sum(left, right, most, clauses))
        return clauses

    def _seen(self, way: range, clauses: list[Clause]) -> _Unary:
        """Return the number of shaded cells that are seen in one direction; ``way`` lists the cells in this direction.
        Append the clauses that define the number to ``clauses``."""
        shaded = [cell + 1 for cell in way]
        number = shaded[:1]
        for literal in shaded[1:]:
            before, seen = number[-1], self.variable()
            clauses += [(-seen, before), (-seen, literal), (seen, -before, -literal)]
            number.append(seen)
        return number

    def _sum(self, one: _Unary, other: _Unary, most: int, clauses: list[Clause]) -> _Unary:
        """Return the sum of two numbers, counted up to ``most``; append the clauses that define this sum to
        ``clauses``."""
        total = [self.variable() for _ in range(min(len(one) + len(other), most))]
        for i, j in product(range(len(one) + 1), range(len(other) + 1)):
            if 0 < i + j <= len(total):
                clauses.append((total[i + j - 1], *_less(one, i), *_less(other, j)))
            if i + j < len(total):
                clauses.append((-total[i + j], *_more(one, i), *_more(other, j)))
        return total


def _less(number: _Unary, than: int) -> list[int]:
    """Return a list with the literal which is true if the number is less than ``than``; an empty list if this is
    impossible."""
    return [-number[than - 1]] if than else []


def _more(number: _Unary, than: int) -> list[int]:
    """Return a list with the literal for "the number is greater than ``than``"; or an empty list, if no number of this
    width is greater."""
    return number[than : than + 1]


def _sum_is(total: int, one: _Unary, other: _Unary) -> Iterator[Clause]:
    """Yield clauses which state that the sum of two numbers is ``total``."""
    for i in range(min(total + 1, len(one)) + 1):
        if total + 1 - i <= len(other):
            yield *_less(one, i), *_less(other, total + 1 - i)
    for i in range(total):
        yield *_more(one, i), *_more(other, total - 1 - i)
