"""For some parts of the scan unit, it is not enough to compare the results of the whole unit. The tests here check what
these parts compute, and when."""

import random
from functools import reduce
from itertools import product
from operator import add, or_

import pytest
from amaranth.hdl import Assert, Assume, Module, Mux, Signal
from amaranth.lib.wiring import connect

from rowloom.hw.sudoku.scan import judge
from rowloom.hw.sudoku.scan.house_reader import CellsToRead, HouseReader
from rowloom.hw.sudoku.scan.judge import Hidden, amount
from rowloom.hw.sudoku.scan.memories import Exclusions, HouseKind, HouseWords, Slot
from support.proof import Proof, refuted
from support.simulation import pulse, set_inputs, simulate
from support.sudoku.scan import ScanModel
from support.vectors import members


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
                Assert(unit.once.all()),
                Assert(~(unit.single & chosen).any() | ((unit.single & chosen) == chosen_digit)),
            ]
        m.d.comb += [
            # The induction needs the following assertions, which imply the assertions above.
            Assert(number == reduce(add, solved)), Assert((solved & ~unit.once) == 0),
            Assert((unit.twice & ~unit.once) == 0), Assert((chosen & ~unit.once) == 0),
            Assert((chosen & solved & ~chosen_digit & ~unit.twice) == 0),
            Assert((chosen_digit & chosen_digit - 1) == 0),
        ]


@pytest.mark.parametrize("size", [4, 9])
def test_every_visit(prove_by_induction, size):
    prove_by_induction(Visit(size))


def test_a_wrong_unit_is_refuted(prove_by_induction, monkeypatch):
    """The wrong unit treats every digit as if it were a candidate of only one cell."""
    monkeypatch.setattr(judge.Hidden, "single", property(lambda unit: unit.once))
    with refuted():
        prove_by_induction(Visit(4))


def place(order, row, col):
    """Return the fields with which the gateware describes the place of a cell."""
    band, stack = row // order, col // order
    return {"row": row, "col": col, "box": band * order + stack, "inside": row % order * order + col % order,
            "band": band, "stack": stack}


def cell_at(ctx, port, order):
    """Return the row and the column of the cell at a port. Check that the other fields of the port (box, band, stack
    ...) belong to the same cell."""
    found = {name: ctx.get(port[name]) for name in ("row", "col", "box", "inside", "band", "stack")}
    cell = found["row"], found["col"]
    assert found == place(order, *cell)
    return cell


async def each(ctx, port, inputs):
    """Set a port that has ``enable`` to some inputs, one per clock."""
    for values in inputs:
        ctx.set(port, {"enable": 1, **values})
        await ctx.tick()
    ctx.set(port.enable, 0)


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
            ctx.set(unit.read.place, place(order, *cell))
            await ctx.tick().repeat(2)
            found[cell] = ctx.get(unit.read.word)
        return found

    async def testbench(ctx):
        expected = dict.fromkeys(product(range(side), repeat=2), 0)
        at = side // 2, side - 1
        for name, digits in (("rows", 1), ("cols", 2), ("rows", 4)) if locked else ():
            ctx.set(unit.read.place, place(order, *at))
            await ctx.tick().repeat(2)
            ctx.set(unit.lock, {name: 1, "place": place(order, *at), "digits": digits})
            await ctx.tick()
            ctx.set(unit.lock, {})
            here, across = (0, 1) if name == "rows" else (1, 0)
            for cell in expected:
                if cell[here] == at[here] and cell[across] // order == at[across] // order:
                    expected[cell] |= digits
        if subsets:
            await pulse(ctx, unit.keep, {"enable": 1, "place": place(order, *at), "digits": 0b0110})
            expected[at] |= (1 << subsets ** 2) - 1 & ~0b0110
        assert await words(ctx) == expected
        ctx.set(unit.clear, 1)
        for index in range(unit.depth):
            ctx.set(unit.index, index)
            await ctx.tick()
        ctx.set(unit.clear, 0)
        assert not any((await words(ctx)).values())

    simulate(unit, testbench)


@pytest.mark.parametrize("order, rounds", [(2, 50), (3, 30)])
def test_reading_houses(order, rounds):
    """The words are random. The test checks the clock in which each cell is judged, the cell's candidates, and the
    counts over all cells."""
    m, side, model = Module(), order * order, ScanModel(order, [])
    m.submodules.reader, m.submodules.memory = reader, memory = HouseReader(order), HouseWords(side)
    m.submodules.exclusions = exclusions = Exclusions(order, locked=0, subsets=order)
    connect(m, reader.words, memory.read)
    connect(m, reader.excluded, exclusions.read)
    port = reader.port
    rng, every = random.Random(order), (1 << side) - 1
    words = {(kind, slot, house): rng.getrandbits(side) & rng.getrandbits(side)
             for kind in HouseKind for slot in Slot for house in range(side)}
    excluded = {cell: rng.getrandbits(side) & rng.getrandbits(side) for cell in product(range(side), repeat=2)}

    def candidates(cell):
        used = (words[kind, Slot.USED, house] for kind, house in model.houses(cell))
        return every & ~reduce(or_, used) & ~excluded[cell]

    async def fill(ctx):
        write = memory.write
        for (kind, slot, house), word in words.items():
            set_inputs(ctx, write, enable=1 << kind, slot=slot)
            ctx.set(write.houses[kind.name.lower()], house)
            ctx.set(write.words[kind], word)
            await ctx.tick()
        ctx.set(write.enable, 0)
        await each(ctx, exclusions.keep, (
            {"place": place(order, *cell), "digits": every & ~word} for cell, word in excluded.items()))
        await each(ctx, reader.teach, (
            {"index": index, "quotient": index // order, "remainder": index % order} for index in range(side)))

    async def testbench(ctx):
        set_inputs(ctx, reader, order=order, digits=every)
        await fill(ctx)
        for _ in range(rounds):
            kind, house = rng.choice(list(HouseKind)), rng.randrange(side)
            cells, position, among, visit = (
                rng.choice(list(CellsToRead)), rng.randrange(side), rng.getrandbits(side), rng.random() < 0.3)
            target, new, changed = rng.getrandbits(side), rng.getrandbits(side), rng.randrange(2)
            ctx.set(reader.changed, changed)
            set_inputs(ctx, port, start=1, kind=kind, house=house, target=target, new=new, position=position,
                       cells=cells, among=among, count=1, visit=visit)
            open_ = every & ~words[kind, Slot.FILLED, house]
            chosen = [open_, open_ & -(1 << position), open_ & among, 1 << position][cells]
            if visit:
                new = words[kind, Slot.USED, house] & ~words[kind, Slot.SEEN, house] if changed else 0
            expected = [model.cell(kind, house, at) for at in sorted(members(chosen))]
            stop_at = rng.choice((None, None, 0, 1))
            await ctx.tick()
            ctx.set(port.start, 0)
            clock, judged = 1, []
            while not ctx.get(port.done):
                if ctx.get(port.cell.fresh):
                    assert cell_at(ctx, port.cell.place, order) == judged[-1]
                    assert ctx.get(port.cell.count) == (candidates(judged[-1]) & target).bit_count()
                if ctx.get(port.judged.valid):
                    assert clock == 11 + len(judged)
                    cell = cell_at(ctx, port.judged.place, order)
                    mine = candidates(cell) & target
                    assert ctx.get(port.judged.candidates) == mine
                    assert ctx.get(port.judged.amount.some) == bool(mine)
                    assert ctx.get(port.judged.amount.many) == (mine.bit_count() > 1)
                    lost = new & ~excluded[cell]
                    for which, number in model.houses(cell):
                        lost &= -1 if which == kind else ~words[which, Slot.USED, number]
                    assert ctx.get(port.judged.lost) == bool(lost)
                    if stop_at == len(judged):
                        break
                    judged.append(cell)
                await ctx.tick()
                clock += 1
            else:
                assert judged == expected
                assert clock == (len(judged) + 12 if judged else 6)
                counts = [sum(candidates(cell) & target & 1 << digit != 0 for cell in judged) for digit in range(side)]
                assert members(ctx.get(port.once)) == {digit for digit in range(side) if counts[digit]}
                assert members(ctx.get(port.single)) == {digit for digit in range(side) if counts[digit] == 1}
                assert ctx.get(port.need) == every & ~words[kind, Slot.USED, house]
                await ctx.tick()
                continue
            # If the reading is stopped, the lowest candidate is still found, and no further cell comes.
            await pulse(ctx, port.stop)
            await ctx.tick()
            if lowest := mine & -mine:
                assert (ctx.get(reader.lowest), 1 << ctx.get(reader.number)) == (lowest, lowest)
            for _ in range(5):
                assert not ctx.get(port.judged.valid) and cell_at(ctx, port.cell.place, order) == cell
                await ctx.tick()

    simulate(m, testbench)
