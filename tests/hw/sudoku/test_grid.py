"""Vectors of the parallel engine's grid, against cells counted one by one."""

import random
from itertools import product

import pytest
from amaranth.hdl import Module, Signal

from rowloom.hw.sudoku.parallel import grid
from rowloom.hw.sudoku.parallel.grid import (
    ORDERS,
    Axes,
    Place,
    Tally,
    at_least,
    only_cell,
    packed_digits,
)
from support.simulation import simulate
from support.sudoku.parallel import cell_number


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

    simulate(m, testbench)
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


def random_bits(order, width):
    """All vectors of that width where they are few, some where they are many."""
    rng = random.Random(order)
    return list(range(1 << width)) if width <= 8 else [rng.getrandbits(width) for _ in range(200)]


def segments(order):
    """All segments by their number: the cells of each as (x, y, band, stack), of which the one that varies is None."""
    side = range(order)
    return {"y": [(None, line, band, stack) for line in side for band in side for stack in side],
            "x": [(line, None, band, stack) for line in side for band in side for stack in side]}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("line", ["x", "y"])
def test_segments(order, line):
    """Each segment's cells, and from segments back to cells."""
    side = range(order)
    varies, split, join = {"y": (0, grid.by_x, grid.for_all_x), "x": (1, grid.by_y, grid.for_all_y)}[line]
    numbers = [[cell_number(order, band * order + y, stack * order + x)
                for x, y, band, stack in ((*place[:varies], coordinate, *place[varies + 1:])
                                          for place in segments(order)[line])] for coordinate in side]
    vector = Signal(order ** 4)
    inputs = random_bits(order, order ** 4)
    for coordinate, part in enumerate(split(order, vector)):
        assert evaluated(part, [vector], [[bits] for bits in inputs]) == [
            sum((bits >> cell & 1) << number for number, cell in enumerate(numbers[coordinate])) for bits in inputs]
    vector = Signal(order ** 3)
    inputs = random_bits(order, order ** 3)
    assert evaluated(join(order, vector), [vector], [[bits] for bits in inputs]) == [
        sum((bits >> number & 1) << cell for cells in numbers for number, cell in enumerate(cells)) for bits in inputs]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("coordinate", range(3))
def test_axis(order, coordinate):
    axis, vector = Axes.of(order)[coordinate], Signal(order ** 3)
    places = list(product(range(order), repeat=3))
    peers = [[places.index((*place[:coordinate], other, *place[coordinate + 1:])) for other in range(order)]
             for place in places]
    inputs = random_bits(order, order ** 3)

    def results(value):
        return [[bits >> number & 1 for number in range(order ** 3)]
                for bits in evaluated(value, [vector], [[bits] for bits in inputs])]

    set_ = results(vector)
    firsts = [number for number, place in enumerate(places) if place[coordinate] == 0]
    assert axis.first == sum(1 << number for number in firsts)
    assert results(axis.spread(vector)) == [[bits[peers[number][0]] for number in range(len(places))] for bits in set_]
    assert results(axis.others(vector)) == [
        [any(bits[peer] for peer in peers[number] if peer != number) for number in range(len(places))] for bits in set_]
    for other, found in enumerate(map(results, axis.along(vector))):
        assert [[bits[number] for number in firsts] for bits in found] == [
            [bits[peers[number][other]] for number in firsts] for bits in set_]


@pytest.mark.parametrize("order", ORDERS)
def test_only_cell(order):
    place = Signal(Place(order))
    places = {(row, col): {"x": col % order, "y": row % order, "stack": col // order, "band": row // order}
              for row, col in cells(order)}
    results = evaluated(only_cell(order, place), [place], [[where] for where in places.values()])
    assert results == [1 << cell_number(order, row, col) for row, col in places]


@pytest.mark.parametrize("order", ORDERS)
def test_digits_of_a_grid(order):
    rng = random.Random(1)
    planes = [Signal(order ** 4) for _ in range(order ** 2)]
    digits = [rng.randint(1, order ** 2) for _ in cells(order)]
    having = [sum(1 << cell_number(order, *cell) for cell, digit in zip(cells(order), digits) if digit == plane)
              for plane in range(1, order ** 2 + 1)]
    assert evaluated(packed_digits(order, planes), planes, [having]) == [
        sum(digit << 4 * number for number, digit in enumerate(digits))]


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
