"""Clauses for what holds of a few variables."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product

from rowloom.host.solvers.sat.oracle import Clause

__all__ = ["at_least", "at_most", "exactly", "prime_implicates"]


def at_most(count: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Yield clauses that say: no more than ``count`` of the literals hold."""
    for some in combinations(literals, count + 1):
        yield tuple(-literal for literal in some)


def at_least(count: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Yield clauses that say: ``count`` or more of the literals hold; an empty one if there are too few."""
    if count > len(literals):
        yield ()
    elif count > 0:
        yield from combinations(literals, len(literals) - count + 1)


def exactly(count: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Yield clauses that say: ``count`` of the literals hold."""
    yield from at_least(count, literals)
    yield from at_most(count, literals)


def prime_implicates(size: int, rows: Collection[tuple[int, ...]]) -> list[tuple[tuple[int, int], ...]]:
    """Return the clauses that follow from a truth table, without those that follow from a part of themselves.

    With them, a solver draws every conclusion from the table as soon as it can be drawn. For tables of a few bits.

    Its rows, each of ``size`` bits, are what it allows. In a clause, a tuple of (place, sign), sign 1 stands for the
    bit at that place, sign -1 for its negation.
    """
    clauses: list[tuple[tuple[int, int], ...]] = []
    for length in range(size + 1):
        for places in combinations(range(size), length):
            seen = {tuple(row[place] for place in places) for row in rows}
            for bits in product((0, 1), repeat=length):
                clause = tuple((place, -1 if bit else 1) for place, bit in zip(places, bits))
                if bits not in seen and not any(set(shorter) <= set(clause) for shorter in clauses):
                    clauses.append(clause)
    return clauses
