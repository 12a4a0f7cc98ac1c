"""Loops that differ by a cell or two: each is one loop, and breaks what is said of it."""

import random
from itertools import combinations, product

import pytest

from rowloom.host.generate.proofs.similar_loops import broken_by_similar_loops
from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.puzzles.clued import cells_of, coloured
from rowloom.host.puzzles.slitherlink import Slitherlink
from support.puzzles import blank


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 7), (7, 2), (6, 6), (5, 8)])
def test_similar_loops(rows, cols):
    cells = set(product(range(rows), range(cols)))
    for seed in range(5):
        loop = random_loop(rows, cols, random.Random(seed))
        inside, counts = cells_of(loop), line_counts(loop)
        broken = {number: set() for number in (1, 2)}
        for number in broken:
            for changed in combinations(cells, number):
                other = coloured(inside.symmetric_difference(changed), rows, cols)
                if not Slitherlink.verify(blank(Slitherlink, rows, cols), other):
                    fresh = line_counts(other)
                    broken[number].add(frozenset(cell for cell in cells if fresh[cell] != counts[cell]))
        found = set(map(frozenset, broken_by_similar_loops(loop)))
        assert broken[1] <= found <= broken[1] | broken[2]
