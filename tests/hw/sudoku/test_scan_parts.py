"""A visit of a house by the scan unit is proved to place no wrong digit, and its memory of exclusions is tested."""

from itertools import product

import pytest
from amaranth.hdl import Assert, Assume, Mux, Signal

from rowloom.hw.sudoku.scan import judge
from rowloom.hw.sudoku.scan.judge import Hidden, amount
from rowloom.hw.sudoku.scan.memories import Exclusions
from support.proof import Proof, refuted
from support.simulation import pulse, simulate


class Visit(Proof):
    """A house's open cells come one per clock, in some order. The candidates of each cell include the digit that the
    cell has in a solution.

    In the solution, each digit belongs to exactly one cell. It is proved that each cell has a candidate, and that a
    cell's only candidate is its digit. When all cells have come, any digit that was a candidate of only one cell is the
    digit of this cell.
    """

    def __init__(self, size):
        super().__init__(Hidden(size))
        self.size = size
        self.ports = self.candidates, self.digit, self.cell = Signal(size), Signal(size), Signal(range(size))

    def claims(self, m):
        unit, size = self.unit, self.size
        number, solved, ended = Signal(range(size + 1)), Signal(size), Signal()
        chosen, chosen_digit, wanted = Signal(size), Signal(size), Signal(range(size))
        with m.If(number == 0):
            m.d.sync += wanted.eq(self.cell)
        digits, judged = amount(m, self.digit), amount(m, self.candidates)
        m.d.comb += [
            unit.candidates.eq(self.candidates), unit.count.eq(number != size), ended.eq(number == size),
            Assume((digits.some & ~digits.many) | ended),
            Assume((self.digit & ~self.candidates) == 0),
            Assume(((self.digit & solved) == 0) | ended),
        ]
        with m.If(~ended):
            m.d.sync += [number.eq(number + 1), solved.eq(solved | self.digit)]
            m.d.comb += Assert(judged.some & (judged.many | (self.candidates == self.digit)))
            with m.If(number == Mux(number == 0, self.cell, wanted)):
                m.d.sync += [chosen.eq(self.candidates), chosen_digit.eq(self.digit)]
        with m.Else():
            m.d.comb += [
                Assert(unit.once.all()), Assert((unit.twice & ~unit.once) == 0),
                Assert(~(unit.single & chosen).any() | ((unit.single & chosen) == chosen_digit)),
            ]


@pytest.mark.parametrize("size", [4, pytest.param(9, marks=pytest.mark.slow)])
def test_every_visit(prove, size):
    prove(Visit(size), clocks=size + 2)


def test_a_wrong_unit_is_refuted(prove, monkeypatch):
    """The wrong unit treats every digit as if it were a candidate of only one cell."""
    monkeypatch.setattr(judge.Hidden, "single", property(lambda unit: unit.once))
    with refuted():
        prove(Visit(4), clocks=6)


def a_place(order, row, col):
    return {"row": row, "col": col, "band": row // order, "stack": col // order}


@pytest.mark.parametrize("locked, subsets", [(3, 3), (2, 0), (0, 2)])
def test_exclusions(locked, subsets):
    """Digits are excluded from a part of a row, from a part of a column, and from a cell, until the exclusions are
    cleared."""
    unit = Exclusions(3, locked, subsets)
    order = max(locked, subsets)
    side = order ** 2

    async def words(ctx):
        found = {}
        for cell in product(range(side), repeat=2):
            ctx.set(unit.read.place, a_place(order, *cell))
            await ctx.tick().repeat(2)
            found[cell] = ctx.get(unit.read.word)
        return found

    async def testbench(ctx):
        expected = dict.fromkeys(product(range(side), repeat=2), 0)
        at = side // 2, side - 1
        for name, digits in (("rows", 1), ("cols", 2), ("rows", 4)) if locked else ():
            ctx.set(unit.read.place, a_place(order, *at))
            await ctx.tick().repeat(2)
            ctx.set(unit.lock, {name: 1, "place": a_place(order, *at), "digits": digits})
            await ctx.tick()
            ctx.set(unit.lock, {})
            here, across = (0, 1) if name == "rows" else (1, 0)
            for cell in expected:
                if cell[here] == at[here] and cell[across] // order == at[across] // order:
                    expected[cell] |= digits
        if subsets:
            await pulse(ctx, unit.keep, {"enable": 1, "place": a_place(order, *at), "digits": 0b0110})
            expected[at] |= (1 << subsets ** 2) - 1 & ~0b0110
        assert await words(ctx) == expected
        ctx.set(unit.clear, 1)
        for index in range(unit.depth):
            ctx.set(unit.index, index)
            await ctx.tick()
        ctx.set(unit.clear, 0)
        assert not any((await words(ctx)).values())

    simulate(unit, testbench)
