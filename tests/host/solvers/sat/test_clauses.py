"""Clauses against what they say, by looking at every row of the truth table."""

import random
from itertools import combinations, product

import pytest

from rowloom.host.solvers.sat.slitherlink import prime_implicates


def allowed(clauses, size: int) -> set[tuple[int, ...]]:
    """The rows that satisfy all clauses of the variables 1, 2, ..."""
    clauses = [list(clause) for clause in clauses]
    return {
        row
        for row in product((0, 1), repeat=size)
        if all(any(row[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
    }


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_prime_implicates(size):
    """They say what the table says; each clause that follows from it contains one, and none contains another."""
    rng = random.Random(size)
    everything = list(product((0, 1), repeat=size))
    for _ in range(40):
        rows = {row for row in everything if rng.random() < rng.random()}
        found = prime_implicates(size, rows)
        clauses = [{sign * (place + 1) for place, sign in clause} for clause in found]
        assert allowed(clauses, size) == rows
        assert not any(one < other for one in clauses for other in clauses)
        for length in range(size + 1):
            for places in combinations(range(1, size + 1), length):
                for signs in product((1, -1), repeat=length):
                    clause = {sign * place for sign, place in zip(signs, places)}
                    if rows <= allowed([clause], size):
                        assert any(shorter <= clause for shorter in clauses)
