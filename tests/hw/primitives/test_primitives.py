"""Counts of bits of any width are compared with counts in Python. The tests of larger units use the other building
blocks."""

import random
from itertools import product

import pytest
from amaranth.hdl import Module, Signal

from rowloom.hw.primitives.rows import column_counts, grid_count, popcount
from rowloom.hw.sudoku.scan.judge import amount, count_in_two
from support.simulation import simulate


def check(m, inputs, outputs, cases, clocks=0):
    """For each case, set the inputs and, after this number of clocks, compare the outputs. A case is given as (values
    of the inputs, expected values of the outputs)."""
    # The outputs are connected to signals, because the simulator would compile an expression again each time it is
    # read.
    ports = [Signal(len(output)) for output in outputs]
    m.d.comb += [port.eq(output) for port, output in zip(ports, outputs)]

    async def testbench(ctx):
        for values, expected in cases:
            for signal, value in zip(inputs, values, strict=True):
                ctx.set(signal, value)
            for _ in range(clocks):
                await ctx.tick()
            assert [ctx.get(port) for port in ports] == list(expected), values

    simulate(m, testbench)


def grids(rows, cols, count):
    """Return every grid if there are at most ``count`` grids. Otherwise, return random grids."""
    if 1 << rows * cols <= count:
        return list(product(range(1 << cols), repeat=rows))
    rng = random.Random(0)
    return [tuple(rng.getrandbits(cols) & rng.getrandbits(cols) for _ in range(rows)) for _ in range(count)]


@pytest.mark.parametrize("width", [*range(11), 31, 32, 33, 100, 1024])
def test_popcount(width):
    vector, cases = Signal(width), [0, (1 << width) - 1, *(bits for bits, in grids(1, width, 1024)[:1024])]
    assert len(popcount(vector)) == max(1, width.bit_length())
    check(Module(), [vector], [popcount(vector)], [([bits], [bits.bit_count()]) for bits in cases])


@pytest.mark.parametrize("width", [1, 4, 9, 225])
def test_amount(width):
    """None, one or several bits are set in a vector."""
    m, vector = Module(), Signal(width)
    some_many = amount(m, vector)
    cases = {0, 1, 1 << width - 1, 1 << width - 1 | 1, (1 << width) - 1, *(bits for bits, in grids(1, width, 512))}
    check(m, [vector], [some_many.some, some_many.many, count_in_two(m, vector)], [
        ([bits], [bits.bit_count() > 0, bits.bit_count() > 1, bits.bit_count()]) for bits in cases], clocks=1)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (7, 1), (10, 10), (32, 32), (5, 32)])
def test_counts_of_a_grid(rows, cols):
    m, cells = Module(), [Signal(cols, name=f"row{row}") for row in range(rows)]
    planes = column_counts(m, cells)
    assert len(planes) == rows.bit_length()

    def expected(case):
        counts = [sum(row >> col & 1 for row in case) for col in range(cols)]
        return [*(sum((count >> k & 1) << col for col, count in enumerate(counts)) for k in range(len(planes))),
                sum(counts)]

    cases = [(0,) * rows, ((1 << cols) - 1,) * rows, *grids(rows, cols, 512)[:512 if cols < 10 else 20]]
    check(m, cells, [*planes, grid_count(planes)], [(case, expected(case)) for case in cases])
