"""The SAT search for Slitherlink and Slink: it colours the cells.

The unknowns are those of Miyauchi and Tanaka (2020), section 4: a cell is inside ("1") or outside. The lines form one
loop if no 2x2 block is a checker pattern, the inside is connected, and the outside is connected with the frame.
The clauses for a clue are all its prime implicates, that is, the shortest clauses that the clue implies for its cell
and the cell's four neighbours. With these clauses, the solver finds every consequence of the clue by unit propagation.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from operator import itemgetter

from rowloom.host.puzzles.clued import Cell, beside
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.sat.oracle import Clause

__all__ = ["SlitherlinkSearch", "prime_implicates"]

_CACHED = 1 << 12
"""The number of (cell, clue) pairs whose clauses are cached: enough for all clues of a few grids of 10x10 cells."""


class SlitherlinkSearch(Colouring):
    """The rules of the genre: at least one cell is inside, and no 2x2 block is a checker pattern. See
    :class:`Colouring`."""

    CONNECTED = (True, False)
    FRAMED = True

    def rules(self) -> Iterator[Clause]:
        yield tuple(range(1, self.rows * self.cols + 1))
        for row, col in product(range(self.rows - 1), range(self.cols - 1)):
            a, b, c, d = (self.literal(row + i, col + j) for i in (0, 1) for j in (0, 1))
            yield -a, b, c, -d
            yield a, -b, -c, d

    def clue(self, cell: Cell, clue: int) -> Sequence[Clause]:
        """Return clauses which state that exactly ``clue`` neighbours of the cell have a colour different from the
        cell's."""
        return _clauses_about(self._around(cell), frozenset({clue}))

    def broken(self, cell: Cell, clue: int) -> int:
        """Return a literal that implies that the clue is violated: the number of neighbours with a different colour
        than the cell is not ``clue``."""
        literal = self.variable()
        others = _clauses_about(self._around(cell), frozenset(range(5)) - {clue})
        self._oracle.add((*clause, -literal) for clause in others)
        return literal

    def _around(self, cell: Cell) -> tuple[int, ...]:
        """Return the literals of a cell and its neighbours."""
        return tuple([self.literal(*place) for place in (cell, *beside(*cell))])


@lru_cache(maxsize=_CACHED)
def _clauses_about(literals: tuple[int, ...], numbers: frozenset[int]) -> list[Clause]:
    """Return clauses which state how many of the last four literals may differ from the first literal."""
    both = (*literals, *(-literal for literal in literals))
    return [of(both) for of in _clauses(numbers)]


@cache
def _clauses(numbers: frozenset[int]) -> list[Callable[[Clause], Clause]]:
    """Return the clauses of :func:`_clauses_about` as functions. Each function selects the literals of one clause from
    the five literals and their five negations."""
    rows = [row for row in product((0, 1), repeat=5) if sum(row[0] != other for other in row[1:]) in numbers]
    clauses = prime_implicates(5, rows)
    return [itemgetter(*(place if sign > 0 else place + 5 for place, sign in clause)) for clause in clauses]


def prime_implicates(size: int, rows: Collection[tuple[int, ...]]) -> list[tuple[tuple[int, int], ...]]:
    """Return the shortest clauses that follow from a truth table; ``rows`` are its allowed rows, of ``size`` bits each.

    A clause is a tuple of (place, sign) pairs. The sign 1 represents the bit at the place, and -1 the bit's negation.
    """
    clauses: list[tuple[tuple[int, int], ...]] = []
    for places in (some for length in range(size + 1) for some in combinations(range(size), length)):
        seen = {tuple(row[place] for place in places) for row in rows}
        for bits in product((0, 1), repeat=len(places)):
            clause = tuple((place, -1 if bit else 1) for place, bit in zip(places, bits))
            if bits not in seen and not any(set(shorter) <= set(clause) for shorter in clauses):
                clauses.append(clause)
    return clauses
