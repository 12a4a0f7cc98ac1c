"""Counting ones, against Python's own count."""

import random
from itertools import product

import pytest
from amaranth.hdl import Cat, Module, Signal
from amaranth.sim import Simulator

from rowloom.hw.primitives.popcount import column_counts, grid_count, popcount


def evaluate(m, inputs, output, cases):
    """The output for each case of ``cases``, a value for each of ``inputs``."""
    results = []
    # The simulator compiles an expression anew each time that it is asked for its value, but not a signal.
    port = Signal(len(output))
    m.d.comb += port.eq(output)

    async def testbench(ctx):
        for case in cases:
            for signal, value in zip(inputs, case, strict=True):
                ctx.set(signal, value)
            results.append(ctx.get(port))

    sim = Simulator(m)
    sim.add_testbench(testbench)
    sim.run()
    return results


@pytest.mark.parametrize("width", range(11))
def test_every_vector(width):
    vector = Signal(width)
    counts = evaluate(Module(), [vector], popcount(vector), ([bits] for bits in range(1 << width)))
    assert counts == [bits.bit_count() for bits in range(1 << width)]


@pytest.mark.parametrize("width", [31, 32, 33, 100, 1024])
def test_wide_vectors(width):
    rng = random.Random(width)
    cases = [[0], [(1 << width) - 1], *([rng.getrandbits(width)] for _ in range(50))]
    vector = Signal(width)
    counts = evaluate(Module(), [vector], popcount(vector), cases)
    assert counts == [bits.bit_count() for (bits,) in cases]


@pytest.mark.parametrize("width", range(1, 40))
def test_result_is_as_wide_as_needed(width):
    assert len(popcount(Signal(width))) == width.bit_length()


def grid(rows, cols):
    m = Module()
    vectors = [Signal(cols, name=f"row{row}") for row in range(rows)]
    return m, vectors, column_counts(m, vectors)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (7, 1)])
def test_every_grid(rows, cols):
    m, vectors, planes = grid(rows, cols)
    cases = list(product(range(1 << cols), repeat=rows))
    assert evaluate(m, vectors, grid_count(planes), cases) == [
        sum(row.bit_count() for row in case) for case in cases
    ]


@pytest.mark.parametrize("rows, cols", [(10, 10), (32, 32), (5, 32), (32, 3)])
def test_planes_hold_the_column_counts(rows, cols):
    m, vectors, planes = grid(rows, cols)
    assert len(planes) == rows.bit_length()
    rng = random.Random(0)
    full = (1 << cols) - 1
    cases = [[0] * rows, [full] * rows, *([rng.getrandbits(cols) for _ in range(rows)] for _ in range(20))]
    for case, got in zip(cases, evaluate(m, vectors, Cat(planes), cases)):
        digits = [got >> k * cols & full for k in range(len(planes))]
        for col in range(cols):
            assert sum((digit >> col & 1) << k for k, digit in enumerate(digits)) == sum(
                row >> col & 1 for row in case
            )
