# amaranth: UnusedElaboratable=no
"""The parts of the any-order unit, each by itself."""

import random
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import or_

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out
from amaranth.sim import Simulator

from rowloom.hw.sudoku.cell_stream import CellStream
from rowloom.hw.sudoku.evaluator import Amount, amount, count_in_two
from rowloom.hw.sudoku.excluded import Excluded
from rowloom.hw.sudoku.hidden import Hidden
from rowloom.hw.sudoku.scan_model import found_subsets
from rowloom.hw.sudoku.subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, MOST, Subsets
from rowloom.hw.sudoku.unit_words import Kind, Slot, UnitWords


@pytest.fixture
def simulate():
    """Runs ``testbench(ctx)`` on a unit."""
    def run(unit, testbench):
        sim = Simulator(unit)
        sim.add_clock(1e-6)
        sim.add_testbench(testbench)
        sim.run()

    return run


class Judged(wiring.Component):
    """What is said of a vector."""

    def __init__(self, width):
        super().__init__({"vector": In(width), "amount": Out(Amount()), "count": Out(range(width + 1))})

    def elaborate(self, platform):
        m = Module()
        m.d.comb += [self.amount.eq(amount(m, self.vector)), self.count.eq(count_in_two(m, self.vector))]
        return m


@pytest.mark.parametrize("width, vectors", [
    (1, range(2)), (4, range(16)), (9, range(512)),
    (225, [0, 1, 1 << 224, 1 << 224 | 1, 3 << 100, (1 << 225) - 1, *(1 << bit for bit in range(0, 225, 17))])])
def test_every_amount(simulate, width, vectors):
    unit = Judged(width)

    async def testbench(ctx):
        for vector in vectors:
            ctx.set(unit.vector, vector)
            await ctx.tick()
            ones = vector.bit_count()
            assert (ctx.get(unit.amount.some), ctx.get(unit.amount.many)) == (ones >= 1, ones >= 2)
            assert ctx.get(unit.count) == ones

    simulate(unit, testbench)


@pytest.mark.parametrize("cells", [4, 5])
def test_every_occurrence_in_a_unit(simulate, cells):
    """Digits do not know of each other, so there is one for every set of cells in which a digit can occur."""
    patterns = range(1 << cells)
    unit = Hidden(len(patterns))

    async def testbench(ctx):
        for _ in range(2):
            ctx.set(unit.clear, 1)
            await ctx.tick()
            ctx.set(unit.clear, 0)
            for cell in range(cells):
                # What is there when it is not to be counted does not matter.
                ctx.set(unit.candidates, -1)
                await ctx.tick()
                ctx.set(unit.candidates, sum(1 << digit for digit in patterns if digit >> cell & 1))
                ctx.set(unit.count, 1)
                await ctx.tick()
                ctx.set(unit.count, 0)
            for name, vector, holds in (("once", unit.once, lambda number: number >= 1),
                                        ("twice", unit.twice, lambda number: number >= 2),
                                        ("single", unit.single, lambda number: number == 1)):
                assert ctx.get(vector) == sum(1 << digit for digit in patterns if holds(digit.bit_count())), name

    simulate(unit, testbench)


def matrices(size):
    """All that are square, a vector a row; of large ones, one of those that differ only in the order of both."""
    if size <= 3:
        yield from product(range(1 << size), repeat=size)
        return
    orders = [[number(order[bit] for bit in bits(word)) for word in range(1 << size)]
              for order in permutations(range(size))]
    for rows in combinations_with_replacement(range(1 << size), size):
        if all(rows <= tuple(sorted(order[row] for row in rows)) for order in orders):
            yield rows


async def subsets_of(ctx, unit, rows, leave):
    """Those that the unit finds: the numbers of rows, and of columns."""
    ctx.set(unit.leave, leave)
    ctx.set(unit.clear, 1)
    await ctx.tick()
    ctx.set(unit.clear, 0)
    for number, word in rows.items():
        ctx.set(unit.give, {"enable": 1, "number": number, "word": word})
        await ctx.tick()
    ctx.set(unit.give.enable, 0)
    found = []
    while True:
        ctx.set(unit.search, 1)
        await ctx.tick()
        ctx.set(unit.search, 0)
        await ctx.tick().until(~unit.busy)
        if not ctx.get(unit.found):
            return found
        found.append((ctx.get(unit.rows), ctx.get(unit.columns)))


def bits(vector):
    return {bit for bit in range(vector.bit_length()) if vector >> bit & 1}


def number(members):
    return sum(1 << member for member in members)


def check_subsets(rows, leave, found):
    """By definition: up to four rows with no more columns than rows. None that is smallest is missing."""
    subsets, most = {}, min(MOST, len(rows) - leave)
    for count in range(1, most + 1 if most > 1 else 0):
        for chosen in combinations(rows, count):
            columns = reduce(or_, (rows[row] for row in chosen))
            if columns.bit_count() <= count:
                subsets[number(chosen)] = columns
    smallest = {chosen for chosen in subsets if not any(other & ~chosen == 0 for other in subsets if other != chosen)}
    assert len(dict(found)) == len(found) and smallest <= set(dict(found))
    assert all(subsets[chosen] == columns for chosen, columns in found)


@pytest.mark.parametrize("size, leave", [(3, 1), (4, 2), (4, 0), pytest.param(5, 1, marks=pytest.mark.slow)])
def test_every_subset(simulate, size, leave):
    """In units of so many cells, whatever their candidates are. In each solution, the rows of a subset have their ones
    in its columns, and all others elsewhere."""
    unit = Subsets(size)
    rng = random.Random(size)

    async def testbench(ctx):
        for words in matrices(size):
            # The rows of large ones in any order, too.
            rows = dict(zip(range(size) if size <= 3 else rng.sample(range(size), size), words))
            found = await subsets_of(ctx, unit, rows, leave)
            assert found == [(number(chosen), number(columns)) for chosen, columns in found_subsets(
                {row: bits(rows[row]) for row in sorted(rows)}, leave)]
            check_subsets(rows, leave, found)
            for solution in permutations(range(size)):
                if all(rows[row] >> column & 1 for row, column in enumerate(solution)):
                    assert all(chosen >> row & 1 == columns >> column & 1
                               for chosen, columns in found for row, column in enumerate(solution))

    simulate(unit, testbench)


@pytest.mark.parametrize("size, given, ones", [
    (9, 1, 3), (9, 6, 3), (9, 7, 3), (16, 12, 3), pytest.param(36, 30, 4, marks=pytest.mark.slow)])
def test_subsets_of_large_units(simulate, size, given, ones):
    """With rows that were not given, and with some that have too many ones."""
    unit = Subsets(size)
    rng = random.Random(size)

    async def testbench(ctx):
        for _ in range(5):
            near = rng.sample(range(size), 2 * ones)
            rows = {row: number(rng.sample(near if rng.random() < 0.5 else range(size), rng.randint(2, ones + 2)))
                    for row in rng.sample(range(size), given)}
            for leave in (LEFT_BY_NAKED, LEFT_BY_HIDDEN):
                found = await subsets_of(ctx, unit, rows, leave)
                assert ctx.get(unit.many) == (given >= 7)
                check_subsets(rows, leave, found)

    simulate(unit, testbench)


def place(order, kind, unit, position):
    """By arithmetic: row, column, box, inside, band, stack."""
    quotient, remainder = divmod(position, order)
    row, col = {
        Kind.ROW: (unit, position), Kind.COL: (position, unit),
        Kind.BOX: (unit // order * order + quotient, unit % order * order + remainder),
    }[kind]
    band, stack = row // order, col // order
    return row, col, band * order + stack, row % order * order + col % order, band, stack


@pytest.mark.parametrize("most, order", [(2, 2), (3, 2), (3, 3), (5, 3)])
def test_every_cell_of_every_unit(simulate, most, order):
    unit = CellStream(most)
    side = order * order

    async def cells(ctx, vector):
        ctx.set(unit.load, 1)
        ctx.set(unit.vector, vector)
        await ctx.tick()
        ctx.set(unit.load, 0)
        ctx.set(unit.run, 1)
        found = []
        while not ctx.get(unit.empty):
            if ctx.get(unit.valid):
                found.append([ctx.get(unit.place[name]) for name in ("row", "col", "box", "inside", "band", "stack")])
            await ctx.tick()
        ctx.set(unit.run, 0)
        return [tuple(one) for one in found]

    async def testbench(ctx):
        ctx.set(unit.order, order)
        for index in range(side):
            quotient, remainder = divmod(index, order)
            ctx.set(unit.teach, {"enable": 1, "index": index, "quotient": quotient, "remainder": remainder})
            await ctx.tick()
        ctx.set(unit.teach.enable, 0)
        for kind in Kind:
            ctx.set(unit.kind, kind)
            for number in range(side):
                ctx.set(unit.unit, number)
                ctx.set(unit.look_up, 1)
                await ctx.tick()
                ctx.set(unit.look_up, 0)
                await ctx.tick()
                every = [place(order, kind, number, position) for position in range(side)]
                assert await cells(ctx, (1 << side) - 1) == every
                part = number % order
                ctx.set(unit.only, {"enable": 1, "part": part, "other": number & 1})
                ctx.set(unit.across, number >> 1 & 1)
                parts = [position % order if number >> 1 & 1 else position // order for position in range(side)]
                assert await cells(ctx, 0b1011) == [
                    every[position] for position in (0, 1, 3) if (parts[position] == part) != number & 1]
                ctx.set(unit.only.enable, 0)

    simulate(unit, testbench)


def test_words_of_units(simulate):
    """Each has its place, and comes two clocks after it is asked for."""
    unit = UnitWords(9)
    words = {(slot, number): 1 + 9 * slot + number for slot in Slot for number in range(9)}

    async def testbench(ctx):
        ctx.set(unit.write, 1)
        for (slot, number), word in words.items():
            ctx.set(unit.write_slot, slot)
            ctx.set(unit.write_unit, number)
            ctx.set(unit.write_word, word)
            await ctx.tick()
        ctx.set(unit.write, 0)
        for (slot, number), word in words.items():
            ctx.set(unit.slot, slot)
            ctx.set(unit.unit, number)
            await ctx.tick().repeat(2)
            assert ctx.get(unit.word) == word

    simulate(unit, testbench)


@pytest.mark.parametrize("parts", [3, 9], ids=["boxes", "cells"])
def test_words_of_excluded_candidates(simulate, parts):
    unit = Excluded(3, parts)
    words = {(line, part): 1 + parts * line + part for line in range(9) for part in range(parts)}

    async def read(ctx):
        for line, part in words:
            ctx.set(unit.line, line)
            ctx.set(unit.part, part)
            await ctx.tick().repeat(2)
            yield ctx.get(unit.word)

    async def testbench(ctx):
        ctx.set(unit.write, 1)
        for (line, part), word in words.items():
            ctx.set(unit.write_line, line)
            ctx.set(unit.write_part, part)
            ctx.set(unit.write_word, word)
            await ctx.tick()
        ctx.set(unit.write, 0)
        assert [word async for word in read(ctx)] == list(words.values())
        ctx.set(unit.clear, 1)
        for index in range(unit.words):
            ctx.set(unit.index, index)
            await ctx.tick()
        ctx.set(unit.clear, 0)
        assert [word async for word in read(ctx)] == [0] * len(words)

    simulate(unit, testbench)
