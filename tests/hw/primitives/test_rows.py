"""The helpers for row vectors, against sets of cells."""

import random
from itertools import product

import pytest
from amaranth.hdl import Module, Signal

from rowloom.hw.primitives.rows import first_cell, lowest, one_hot_number, spread, written
from support.slitherlink.checker import cells_of, rows_of


def vectors(count, width, name):
    return [Signal(width, name=f"{name}{row}") for row in range(count)]


def grids(rows, cols, count):
    """Every grid if there are at most ``count``, otherwise a random choice."""
    if 1 << rows * cols <= count:
        return list(product(range(1 << cols), repeat=rows))
    rng = random.Random(0)
    return [tuple(rng.getrandbits(cols) & rng.getrandbits(cols) for _ in range(rows)) for _ in range(count)]


@pytest.mark.parametrize("width", [1, 2, 8])
def test_lowest(check, width):
    vector = Signal(width)
    check(Module(), [vector], [lowest(vector)], [
        ([bits], [next((1 << k for k in range(width) if bits >> k & 1), 0)]) for bits in range(1 << width)
    ])


@pytest.mark.parametrize("width", [1, 2, 3, 8, 37])
def test_one_hot_number(check, width):
    vector = Signal(width)
    number = one_hot_number(vector)
    assert len(number) == (width - 1).bit_length()
    check(Module(), [vector], [number], [([1 << bit], [bit]) for bit in range(width)])


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), (5, 1), (3, 3), (2, 5), (10, 10), (32, 32)])
def test_first_cell(check, rows, cols):
    m, grid = Module(), vectors(rows, cols, "row")
    check(m, grid, first_cell(m, grid), [
        (case, rows_of(sorted(cells_of(case))[:1], rows)) for case in grids(rows, cols, 512 if rows * cols < 10 else 50)
    ], clocks=1)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (4, 7), (10, 10)])
def test_spread(check, rows, cols):
    wet, room = vectors(rows, cols, "wet"), vectors(rows, cols, "room")

    def expected(case):
        start = cells_of(case[:rows])
        reached = {
            (row + down, col + right)
            for row, col in start for down, right in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
        }
        return rows_of(reached & cells_of(case[rows:]), rows)

    cases = grids(2 * rows, cols, 256)
    check(Module(), wet + room, spread(wet, room), [(case, expected(case)) for case in cases])


def test_written(check):
    row, at, bit = Signal(4), Signal(4), Signal()
    check(Module(), [row, at, bit], [written(row, at, bit)], [
        ((old, where, value), [sum(
            (value if where >> col & 1 else old >> col & 1) << col for col in range(4)
        )])
        for old in range(16) for where in range(16) for value in range(2)
    ])
