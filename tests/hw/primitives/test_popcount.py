"""Counting ones, against Python's own count."""

import random
from itertools import product

import pytest
from amaranth.hdl import Module, Signal

from rowloom.hw.primitives.popcount import column_counts, grid_count, popcount


@pytest.mark.parametrize("width", range(11))
def test_every_vector(check, width):
    vector = Signal(width)
    check(Module(), [vector], [popcount(vector)], (([bits], [bits.bit_count()]) for bits in range(1 << width)))


@pytest.mark.parametrize("width", [31, 32, 33, 100, 1024])
def test_wide_vectors(check, width):
    rng = random.Random(width)
    cases = [0, (1 << width) - 1, *(rng.getrandbits(width) for _ in range(50))]
    vector = Signal(width)
    check(Module(), [vector], [popcount(vector)], [([bits], [bits.bit_count()]) for bits in cases])


@pytest.mark.parametrize("width", range(1, 40))
def test_result_is_as_wide_as_needed(width):
    assert len(popcount(Signal(width))) == width.bit_length()


def grid(rows, cols):
    m = Module()
    vectors = [Signal(cols, name=f"row{row}") for row in range(rows)]
    return m, vectors, column_counts(m, vectors)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (7, 1)])
def test_every_grid(check, rows, cols):
    m, vectors, planes = grid(rows, cols)
    cases = product(range(1 << cols), repeat=rows)
    check(m, vectors, [grid_count(planes)], ((case, [sum(row.bit_count() for row in case)]) for case in cases))


@pytest.mark.parametrize("rows, cols", [(10, 10), (32, 32), (5, 32), (32, 3)])
def test_planes_hold_the_column_counts(check, rows, cols):
    m, vectors, planes = grid(rows, cols)
    assert len(planes) == rows.bit_length()
    rng = random.Random(0)
    full = (1 << cols) - 1
    cases = [[0] * rows, [full] * rows, *([rng.getrandbits(cols) for _ in range(rows)] for _ in range(20))]

    def expected(case):
        counts = [sum(row >> col & 1 for row in case) for col in range(cols)]
        return [sum((count >> k & 1) << col for col, count in enumerate(counts)) for k in range(len(planes))]

    check(m, vectors, planes, [(case, expected(case)) for case in cases])
