"""The results of small building blocks (counts of bits, row vectors, shared ports) are compared with results in
Python."""

import random
from itertools import product

import pytest
from amaranth.hdl import Module, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import (
    column_counts,
    first_cell,
    grid_count,
    lowest,
    one_hot_number,
    popcount,
    spread,
    written,
)
from rowloom.hw.primitives.units import share_port
from rowloom.hw.sudoku.scan.judge import amount, count_in_two
from support.simulation import simulate
from support.slitherlink.checker import cells_of, rows_of


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


def vectors(count, width, name="row"):
    return [Signal(width, name=f"{name}{row}") for row in range(count)]


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
    m, cells = Module(), vectors(rows, cols)
    planes = column_counts(m, cells)
    assert len(planes) == rows.bit_length()

    def expected(case):
        counts = [sum(row >> col & 1 for row in case) for col in range(cols)]
        return [*(sum((count >> k & 1) << col for col, count in enumerate(counts)) for k in range(len(planes))),
                sum(counts)]

    cases = [(0,) * rows, ((1 << cols) - 1,) * rows, *grids(rows, cols, 512)[:512 if cols < 10 else 20]]
    check(m, cells, [*planes, grid_count(planes)], [(case, expected(case)) for case in cases])


@pytest.mark.parametrize("width", [1, 2, 8])
def test_lowest(width):
    vector = Signal(width)
    check(Module(), [vector], [lowest(vector)], [
        ([bits], [next((1 << k for k in range(width) if bits >> k & 1), 0)]) for bits in range(1 << width)])


@pytest.mark.parametrize("width", [1, 2, 3, 8, 37])
def test_one_hot_number(width):
    vector = Signal(width)
    number = one_hot_number(vector)
    assert len(number) == (width - 1).bit_length()
    check(Module(), [vector], [number], [([1 << bit], [bit]) for bit in range(width)])


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), (5, 1), (3, 3), (2, 5), (10, 10), (3, 32)])
def test_first_cell(rows, cols):
    m, cells = Module(), vectors(rows, cols)
    check(m, cells, first_cell(m, cells), [
        (case, rows_of(sorted(cells_of(case))[:1], rows)) for case in grids(rows, cols, 512 if rows * cols < 10 else 50)
    ], clocks=1)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (4, 7), (10, 10)])
def test_spread(rows, cols):
    wet, room = vectors(rows, cols, "wet"), vectors(rows, cols, "room")

    def expected(case):
        steps = (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)
        reached = {(row + down, col + right) for row, col in cells_of(case[:rows]) for down, right in steps}
        return rows_of(reached & cells_of(case[rows:]), rows)

    check(Module(), wet + room, spread(wet, room), [(case, expected(case)) for case in grids(2 * rows, cols, 256)])


def test_written():
    row, at, bit = Signal(4), Signal(4), Signal()
    check(Module(), [row, at, bit], [written(row, at, bit)], [
        ((old, where, value), [sum((value if where >> col & 1 else old >> col & 1) << col for col in range(4))])
        for old, where, value in product(range(16), range(16), range(2))])


@pytest.mark.parametrize("users", [1, 3])
def test_share(users):
    signature = wiring.Signature({"request": Out(data.StructLayout({"start": 1, "number": 4})), "answer": In(4)})
    owner = signature.flip().create()
    ports = [signature.create(path=(f"user_{user}",)) for user in range(users)]
    m = Module()
    share_port(m, owner, ports)

    async def testbench(ctx):
        for number, port in enumerate(ports):
            ctx.set(port.request, {"start": 1, "number": 5 + number})
            ctx.set(owner.answer, 9 - number)
            assert (ctx.get(owner.request.start), ctx.get(owner.request.number)) == (1, 5 + number)
            assert [ctx.get(port.answer) for port in ports] == [9 - number] * users
            ctx.set(port.request, {"start": 0, "number": 0})
        assert ctx.get(owner.request.as_value()) == 0

    simulate(m, testbench)
