"""Vectors of the parallel engine's grid, against cells counted one by one."""

import random
import re
from itertools import product

import pytest
from amaranth.hdl import Module, Signal
from amaranth.lib import data
from amaranth.sim import Simulator

from rowloom.hw.sudoku import grid
from rowloom.hw.sudoku.grid import ORDERS, Place, Tally, at_least, cell_number, check_order, only_cell, row_of


def evaluated(expression, signals, inputs):
    """What an expression of these signals is for each of the inputs, a value a signal."""
    m = Module()
    out = Signal(expression.shape())
    m.d.comb += out.eq(expression)
    results = []

    async def testbench(ctx):
        for values in inputs:
            for signal, value in zip(signals, values):
                ctx.set(signal, value)
            results.append(ctx.get(out))

    sim = Simulator(m)
    sim.add_testbench(testbench)
    sim.run()
    return results


def cells(order):
    return list(product(range(order ** 2), repeat=2))


@pytest.mark.parametrize("order", ORDERS)
def test_numbers(order):
    numbers = [cell_number(order, row, col) for row, col in cells(order)]
    assert sorted(numbers) == list(range(order ** 4))
    # The upper left cells of all boxes come first, box by box.
    boxes = product(range(0, order ** 2, order), repeat=2)
    assert [cell_number(order, row, col) for row, col in boxes] == list(range(order ** 2))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", [
    "over_stacks", "over_bands", "across_stacks", "across_bands", "other_stacks", "other_bands"])
def test_along_units(order, name):
    def whether(bits, band, stack):
        return bits >> band * order + stack & 1

    side = range(order)
    expected = {
        "over_stacks": lambda bits: [any(whether(bits, band, stack) for stack in side) for band in side],
        "over_bands": lambda bits: [any(whether(bits, band, stack) for band in side) for stack in side],
        "across_stacks": lambda bits: [bits >> band & 1 for band in side for stack in side],
        "across_bands": lambda bits: [bits >> stack & 1 for band in side for stack in side],
        "other_stacks": lambda bits: [any(whether(bits, band, other) for other in side if other != stack)
                                      for band in side for stack in side],
        "other_bands": lambda bits: [any(whether(bits, other, stack) for other in side if other != band)
                                     for band in side for stack in side],
    }[name]
    vector = Signal(order if name.startswith("across") else order ** 2)
    every = range(1 << len(vector))
    results = evaluated(getattr(grid, name)(order, vector), [vector], [[bits] for bits in every])
    assert results == [sum(bit << number for number, bit in enumerate(expected(bits))) for bits in every]


@pytest.mark.parametrize("order", ORDERS)
def test_only_cell(order):
    place = Signal(Place(order))
    places = {(row, col): {"x": col % order, "y": row % order, "stack": col // order, "band": row // order}
              for row, col in cells(order)}
    results = evaluated(only_cell(order, place), [place], [[where] for where in places.values()])
    assert results == [1 << cell_number(order, row, col) for row, col in places]


@pytest.mark.parametrize("order", ORDERS)
def test_row_of(order):
    rng = random.Random(1)
    vector, row = Signal(order ** 4), Signal(data.StructLayout({"band": 2, "y": 2}))
    grids = [rng.getrandbits(order ** 4) for _ in range(order ** 2)]
    inputs = [(bits, {"band": number // order, "y": number % order}) for number, bits in enumerate(grids)]
    assert evaluated(row_of(order, vector, row.band, row.y), [vector, row], inputs) == [
        sum((bits >> cell_number(order, number, col) & 1) << col for col in range(order ** 2))
        for number, bits in enumerate(grids)]


@pytest.mark.parametrize("parts", [[2], [3], [2, 2], [3, 3, 3]])
def test_tally(parts):
    vectors = [[Signal() for _ in range(size)] for size in parts]
    flat = [signal for part in vectors for signal in part]
    parts = [Tally.of(part) for part in vectors]
    tally = parts[0] if len(parts) == 1 else Tally.sum(parts)
    inputs = list(product((0, 1), repeat=len(flat)))
    assert evaluated(tally.some, flat, inputs) == [sum(bits) > 0 for bits in inputs]
    assert evaluated(tally.many, flat, inputs) == [sum(bits) > 1 for bits in inputs]
    assert evaluated(tally.one, flat, inputs) == [sum(bits) == 1 for bits in inputs]


@pytest.mark.parametrize("parts", [[2, 2], [1, 3, 2], [3, 3, 3]])
def test_at_least(parts):
    vectors = [[Signal() for _ in range(size)] for size in parts]
    flat = [signal for part in vectors for signal in part]
    levels = at_least([at_least([[signal] for signal in part], len(part)) for part in vectors], 4)
    inputs = list(product((0, 1), repeat=len(flat)))
    for count, level in enumerate(levels, start=1):
        assert evaluated(level, flat, inputs) == [sum(bits) >= count for bits in inputs]


@pytest.mark.parametrize("order", [1, 4])
def test_orders(order):
    with pytest.raises(ValueError, match=re.escape(f"Unit has order 2 or 3, not {order}")):
        check_order("Unit", order)
