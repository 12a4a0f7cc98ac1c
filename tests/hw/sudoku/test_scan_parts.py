"""The parts of the scan unit, each by itself."""

import random
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import or_

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect

from rowloom.hw.sudoku.scan.cell_stream import CellStream
from rowloom.hw.sudoku.scan.cell_values import CellValues
from rowloom.hw.sudoku.scan.evaluator import Amount, amount, count_in_two
from rowloom.hw.sudoku.scan.exclusions import Exclusions
from rowloom.hw.sudoku.scan.hidden import Hidden
from rowloom.hw.sudoku.scan.house_reader import Cells, HouseReader
from rowloom.hw.sudoku.scan.house_words import HouseKind, HouseWords, Slot, WordMemory
from rowloom.hw.sudoku.scan.loading import Clearing
from rowloom.hw.sudoku.scan.placer import Placer
from rowloom.hw.sudoku.scan.subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, MOST, Subsets
from rowloom.hw.sudoku.scan.trail import Trail
from rowloom.hw.sudoku.scan.worklist import Worklist
from support.simulation import pulse
from support.sudoku.scan import found_subsets


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
def test_every_occurrence_in_a_house(simulate, cells):
    """Digits do not know of each other, so there is one for every set of cells in which a digit can occur."""
    patterns = range(1 << cells)
    unit = Hidden(len(patterns))

    async def testbench(ctx):
        for _ in range(2):
            await pulse(ctx, unit.clear)
            for cell in range(cells):
                # What is there when it is not to be counted does not matter.
                ctx.set(unit.candidates, -1)
                await ctx.tick()
                ctx.set(unit.candidates, sum(1 << digit for digit in patterns if digit >> cell & 1))
                await pulse(ctx, unit.count)
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
    await pulse(ctx, unit.clear)
    for number, word in rows.items():
        ctx.set(unit.give, {"enable": 1, "number": number, "word": word})
        await ctx.tick()
    ctx.set(unit.give.enable, 0)
    found = []
    while True:
        await pulse(ctx, unit.search)
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
    """In houses of so many cells, whatever their candidates are. In each solution, the rows of a subset have their ones
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
def test_subsets_of_large_houses(simulate, size, given, ones):
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


def place(order, kind, house, position):
    """By arithmetic: row, column, box, inside, band, stack."""
    quotient, remainder = divmod(position, order)
    row, col = {
        HouseKind.ROW: (house, position), HouseKind.COL: (position, house),
        HouseKind.BOX: (house // order * order + quotient, house % order * order + remainder),
    }[kind]
    band, stack = row // order, col // order
    return row, col, band * order + stack, row % order * order + col % order, band, stack


def told(ctx, place):
    return tuple(ctx.get(place[name]) for name in ("row", "col", "box", "inside", "band", "stack"))


@pytest.mark.parametrize("most, order", [(2, 2), (3, 2), (3, 3), (5, 3)])
def test_every_cell_of_every_house(simulate, most, order):
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
                found.append(told(ctx, unit.place))
            await ctx.tick()
        ctx.set(unit.run, 0)
        return found

    async def testbench(ctx):
        ctx.set(unit.order, order)
        for index in range(side):
            quotient, remainder = divmod(index, order)
            ctx.set(unit.teach, {"enable": 1, "index": index, "quotient": quotient, "remainder": remainder})
            await ctx.tick()
        ctx.set(unit.teach.enable, 0)
        for kind in HouseKind:
            ctx.set(unit.kind, kind)
            for number in range(side):
                ctx.set(unit.house, number)
                await pulse(ctx, unit.look_up)
                await ctx.tick()
                every = [place(order, kind, number, position) for position in range(side)]
                assert await cells(ctx, (1 << side) - 1) == every
                part, other, across = number % order, number & 1, number >> 1 & 1
                ctx.set(unit.only, {"enable": 1, "part": part, "other": other, "across": across})
                parts = [position % order if across else position // order for position in range(side)]
                assert await cells(ctx, 0b1011) == [
                    every[position] for position in (0, 1, 3) if (parts[position] == part) != other]
                ctx.set(unit.only.enable, 0)

    simulate(unit, testbench)


def test_words(simulate):
    """Each comes two clocks after its address; to clear the one behind the last clears none."""
    unit = WordMemory(4, depth=6)

    async def words(ctx):
        found = []
        for address in range(6):
            ctx.set(unit.address, address)
            await ctx.tick().repeat(2)
            found.append(ctx.get(unit.word))
        return found

    async def testbench(ctx):
        for address in range(6):
            ctx.set(unit.write, {"enable": 1, "address": address, "word": 15 - address})
            await ctx.tick()
        ctx.set(unit.write.enable, 0)
        assert await words(ctx) == [15, 14, 13, 12, 11, 10]
        ctx.set(unit.clear, 1)
        for index in (1, 5, 6, 7):
            ctx.set(unit.index, index)
            await ctx.tick()
        ctx.set(unit.clear, 0)
        assert await words(ctx) == [15, 0, 13, 12, 11, 0]

    simulate(unit, testbench)


async def write_words(ctx, port, words):
    """One by one; by kind, slot and house."""
    for (kind, slot, house), word in words.items():
        ctx.set(port.enable, 1 << kind)
        ctx.set(port.slot, slot)
        ctx.set(port.houses[kind.name.lower()], house)
        ctx.set(port.words[kind], word)
        await ctx.tick()
    ctx.set(port.enable, 0)


def test_words_of_houses(simulate):
    """Each has its place; one kind's is written without the others'."""
    unit = HouseWords(9)

    words = {(kind, slot, house): 1 + 100 * kind + 9 * slot + house
             for kind in HouseKind for slot in Slot for house in range(9)}

    async def testbench(ctx):
        await write_words(ctx, unit.write, words)
        for slot in Slot:
            for house in range(9):
                houses = (house, (house + 1) % 9, (house + 2) % 9)
                ctx.set(unit.read.slot, slot)
                ctx.set(unit.read.houses, dict(zip(("row", "col", "box"), houses)))
                await ctx.tick().repeat(2)
                assert [ctx.get(unit.read.words[kind]) for kind in HouseKind] == [
                    words[kind, slot, houses[kind]] for kind in HouseKind]

    simulate(unit, testbench)


def a_place(order, row, col):
    return {"row": row, "col": col, "band": row // order, "stack": col // order}


@pytest.mark.parametrize("locked, subsets", [(3, 3), (2, 0), (0, 2)])
def test_exclusions(simulate, locked, subsets):
    """From the part of a row, the part of a column, and a cell, until they are cleared."""
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
        if locked:
            for name, digits in (("rows", 1), ("cols", 2), ("rows", 4)):
                ctx.set(unit.read.place, a_place(order, *at))
                await ctx.tick().repeat(2)
                ctx.set(unit.lock, {"rows": name == "rows", "cols": name == "cols", "place": a_place(order, *at),
                                    "digits": digits})
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


def test_values_of_cells(simulate):
    """By cell, three clocks later; and by address, one clock later."""
    unit = CellValues(9)

    async def testbench(ctx):
        ctx.set(unit.side, 4)
        for address, value in ((6, 3), (162 - 1, 9)):
            ctx.set(unit.address, address)
            ctx.set(unit.put, {"enable": 1, "value": value})
            await ctx.tick()
        ctx.set(unit.put.enable, 0)
        ctx.set(unit.cell, {"row": 1, "col": 2})
        await ctx.tick().repeat(3)
        assert ctx.get(unit.value) == 3
        await pulse(ctx, unit.write, {"enable": 1, "value": 4})
        await ctx.tick().repeat(2)
        assert ctx.get(unit.value) == 4
        ctx.set(unit.outside, 1)
        for address, value in ((6, 4), (162 - 1, 9)):
            ctx.set(unit.address, address)
            await ctx.tick()
            assert ctx.get(unit.word) == value

    simulate(unit, testbench)


def test_trail(simulate):
    """Against a list, with random pushes and pops."""
    unit = Trail(4)
    rng = random.Random(0)

    async def testbench(ctx):
        entries = []
        for _ in range(200):
            if (entries and rng.random() < 0.45) or len(entries) == 16:
                ctx.set(unit.pop, 1)
                entries.pop()
            else:
                entry = {"row": rng.randrange(4), "col": rng.randrange(4), "choice": rng.randrange(2)}
                ctx.set(unit.push, {"enable": 1, "entry": entry})
                entries.append(entry)
            await ctx.tick()
            ctx.set(unit.pop, 0)
            ctx.set(unit.push.enable, 0)
            assert ctx.get(unit.depth) == len(entries)
            assert ctx.get(unit.level) == sum(entry["choice"] for entry in entries)
            await ctx.tick().repeat(2)
            if entries:
                assert {name: ctx.get(unit.last[name]) for name in entries[-1]} == entries[-1]
        ctx.set(unit.clear, 1)
        await ctx.tick()
        assert (ctx.get(unit.depth), ctx.get(unit.level)) == (0, 0)

    simulate(unit, testbench)


@pytest.mark.parametrize("most, order", [(2, 2), (4, 3)])
def test_clearing(simulate, most, order):
    """All addresses, one a clock, and all divisions by the order."""
    unit = Clearing(most, words=most ** 2 + 5)

    async def testbench(ctx):
        for _ in range(2):
            ctx.set(unit.order, order)
            await pulse(ctx, unit.start)
            indices, taught = [], {}
            while ctx.get(unit.busy):
                indices.append(ctx.get(unit.index))
                if ctx.get(unit.teach.enable):
                    taught[ctx.get(unit.teach.index)] = ctx.get(unit.teach.quotient), ctx.get(unit.teach.remainder)
                await ctx.tick()
            assert indices == list(range(most ** 2 + 5))
            assert taught == {index: divmod(index, order) for index in range(order ** 2)}
            assert ctx.get(unit.side) == order ** 2 and ctx.get(unit.digits) == (1 << order ** 2) - 1

    simulate(unit, testbench)


def test_worklist(simulate):
    """Against sets, with random events."""
    size = 4
    unit = Worklist(size)
    rng = random.Random(0)

    async def testbench(ctx):
        dirty, changed = set(), set()
        for _ in range(400):
            cell = tuple(rng.randrange(size) for _ in HouseKind)
            kind, house = rng.choice(list(HouseKind)), rng.randrange(size)
            mark, (placed, visited, examined) = rng.choice((0, 0, 1, 5, 7)), (rng.random() < 0.3 for _ in range(3))
            forget, every = rng.random() < 0.02, rng.choice((0,) * 20 + (6,))
            for name, value in (
                    ("mark", mark), ("placed", placed), ("visited", visited), ("examined", examined),
                    ("forget", forget), ("every", every), ("kind", kind), ("house", house)):
                ctx.set(getattr(unit, name), value)
            ctx.set(unit.cell, dict(zip(("row", "col", "box"), cell)))
            await ctx.tick()
            assert ctx.get(unit.changed) == ((kind, house) in changed)
            assert ctx.get(unit.cell_changed) == sum(((which, cell[which]) in changed) << which for which in HouseKind)
            here = {(which, cell[which]) for which in HouseKind}
            if visited:
                dirty.discard((kind, house))
            if examined:
                changed.discard((kind, house))
            dirty |= {(which, number) for which, number in here if placed or mark >> which & 1}
            dirty |= {(which, number) for which in HouseKind for number in bits(every)}
            changed |= here if placed else set()
            if forget:
                dirty, changed = set(), set()
            first = max((which for which, _ in dirty), default=None)
            assert bits(ctx.get(unit.first)) == {number for which, number in dirty if which == first}
            assert first is None or ctx.get(unit.first_kind) == first

    simulate(unit, testbench)


class ReadGrid(wiring.Component):
    """The reader of houses with the memories that it reads."""

    def __init__(self, order):
        self.reader, self.words = HouseReader(order), HouseWords(order ** 2)
        self.exclusions = Exclusions(order, locked=0, subsets=order)
        super().__init__({})

    def elaborate(self, platform):
        m = Module()
        m.submodules.reader, m.submodules.words, m.submodules.exclusions = self.reader, self.words, self.exclusions
        connect(m, self.reader.words, self.words.read)
        connect(m, self.reader.excluded, self.exclusions.read)
        return m


@pytest.mark.parametrize("order, rounds", [(2, 150), (3, 100)])
def test_reading_houses(simulate, order, rounds):
    """Of random words: which cells are judged when, their candidates, and what is counted over them."""
    unit, side = ReadGrid(order), order * order
    reader, port = unit.reader, unit.reader.port
    rng, every = random.Random(order), (1 << side) - 1
    words = {(kind, slot, house): rng.getrandbits(side) & rng.getrandbits(side)
             for kind in HouseKind for slot in Slot for house in range(side)}
    excluded = {cell: rng.getrandbits(side) & rng.getrandbits(side) for cell in product(range(side), repeat=2)}

    def candidates(cell):
        row, col, box, *_ = cell
        used = (words[kind, Slot.USED, house] for kind, house in zip(HouseKind, (row, col, box)))
        return every & ~reduce(or_, used) & ~excluded[row, col]

    async def fill(ctx):
        await write_words(ctx, unit.words.write, words)
        for cell, word in excluded.items():
            ctx.set(unit.exclusions.keep, {"enable": 1, "place": a_place(order, *cell), "digits": every & ~word})
            await ctx.tick()
        ctx.set(unit.exclusions.keep.enable, 0)
        for index in range(side):
            quotient, remainder = divmod(index, order)
            ctx.set(reader.teach, {"enable": 1, "index": index, "quotient": quotient, "remainder": remainder})
            await ctx.tick()
        ctx.set(reader.teach.enable, 0)

    async def testbench(ctx):
        ctx.set(reader.order, order)
        ctx.set(reader.digits, every)
        await fill(ctx)
        for _ in range(rounds):
            kind, house = rng.choice(list(HouseKind)), rng.randrange(side)
            cells, position, among, visit = rng.choice(list(Cells)), rng.randrange(side), rng.getrandbits(side), \
                rng.random() < 0.3
            target, new, changed = rng.getrandbits(side), rng.getrandbits(side), rng.randrange(2)
            ctx.set(reader.changed, changed)
            for name, value in (
                    ("start", 1), ("kind", kind), ("house", house), ("target", target), ("new", new),
                    ("position", position), ("cells", cells), ("among", among), ("count", 1), ("visit", visit)):
                ctx.set(getattr(port, name), value)
            open_ = every & ~words[kind, Slot.FILLED, house]
            chosen = {Cells.OPEN: open_, Cells.FROM: open_ & -(1 << position), Cells.AMONG: open_ & among,
                      Cells.ONE: 1 << position}[cells]
            if visit:
                new = words[kind, Slot.USED, house] & ~words[kind, Slot.SEEN, house] if changed else 0
            expected = [place(order, kind, house, position) for position in sorted(bits(chosen))]
            stop_at = rng.choice((None, None, 0, 1))
            await ctx.tick()
            ctx.set(port.start, 0)
            clock, judged = 1, []
            while not ctx.get(port.done):
                if ctx.get(port.cell.fresh):
                    assert told(ctx, port.cell.place) == judged[-1]
                    assert ctx.get(port.cell.count) == (candidates(judged[-1]) & target).bit_count()
                if ctx.get(port.judged.valid):
                    assert clock == 11 + len(judged)
                    cell = told(ctx, port.judged.place)
                    mine = candidates(cell)
                    assert ctx.get(port.judged.candidates) == mine & target
                    assert ctx.get(port.judged.amount.some) == bool(mine & target)
                    assert ctx.get(port.judged.amount.many) == ((mine & target).bit_count() > 1)
                    lost = new & ~excluded[cell[:2]]
                    for which, number in zip(HouseKind, cell[:3]):
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
                assert bits(ctx.get(port.once)) == {digit for digit in range(side) if counts[digit]}
                assert bits(ctx.get(port.single)) == {digit for digit in range(side) if counts[digit] == 1}
                assert ctx.get(port.need) == every & ~words[kind, Slot.USED, house]
                await ctx.tick()
                continue
            # Stopped: the lowest candidate is found, and no cell comes any more.
            await pulse(ctx, port.stop)
            await ctx.tick()
            if lowest := mine & target & -(mine & target):
                assert (ctx.get(reader.lowest), 1 << ctx.get(reader.number)) == (lowest, lowest)
            for _ in range(5):
                assert not ctx.get(port.judged.valid) and told(ctx, port.cell.place) == cell
                await ctx.tick()

    simulate(unit, testbench)


def test_placing_and_erasing(simulate):
    """In random cells; a house's digits are kept as seen unless it has changed since."""
    order, side = 2, 4
    unit = Placer(order)
    rng = random.Random(0)
    words = {(kind, slot, house): 0 for kind in HouseKind for slot in Slot for house in range(side)}
    expected, filled = dict(words), {}

    def addresses(ctx, port):
        return [(kind, ctx.get(port.slot), ctx.get(port.houses[kind.name.lower()])) for kind in HouseKind]

    async def run(ctx):
        """A placement with the memory around it; return what else is done, clock by clock, and what is written."""
        events, read = [], [0, 0, 0]
        for clock in range(6):
            ctx.set(unit.port.start, clock == 0)
            done = ctx.get(unit.value.enable), ctx.get(unit.push.enable), ctx.get(unit.pop), ctx.get(unit.placed)
            if any(done):
                events.append(done)
            if ctx.get(unit.value.enable):
                value, choice = ctx.get(unit.value.value), ctx.get(unit.push.choice)
            assert ctx.get(unit.port.done) == (clock == 5) and ctx.get(unit.busy) == (clock > 0)
            held, read = read, [words[address] for address in addresses(ctx, unit.read)]
            for kind, address in zip(HouseKind, addresses(ctx, unit.write)):
                if ctx.get(unit.write.enable) >> kind & 1:
                    words[address] = ctx.get(unit.write.words[kind])
            await ctx.tick()
            ctx.set(unit.read.words, held)
        return events, value, choice

    async def testbench(ctx):
        for _ in range(80):
            cell = rng.randrange(side), rng.randrange(side)
            erase, changed, choice = cell in filled, rng.randrange(8), rng.randrange(2)
            digit = filled.pop(cell) if erase else filled.setdefault(cell, rng.randrange(side))
            where = place(order, HouseKind.ROW, *cell)
            for kind, house, position in zip(HouseKind, where, (cell[1], cell[0], where[3])):
                if not erase and not changed >> kind & 1:
                    expected[kind, Slot.SEEN, house] = expected[kind, Slot.USED, house]
                for slot, bit in ((Slot.USED, 1 << digit), (Slot.FILLED, 1 << position)):
                    word = expected[kind, slot, house]
                    expected[kind, slot, house] = word & ~bit if erase else word | bit
            ctx.set(unit.cell, dict(zip(("row", "col", "box", "inside"), where)))
            ctx.set(unit.changed, changed)
            ctx.set(unit.lowest, 0 if erase else 1 << digit)
            ctx.set(unit.number, digit)
            ctx.set(unit.value_bit, 1 << digit if erase else 0)
            ctx.set(unit.port.erase, erase)
            ctx.set(unit.port.choice, choice)
            if erase:
                assert await run(ctx) == ([(1, 0, 1, 0)], 0, choice)
            else:
                assert await run(ctx) == ([(1, 1, 0, 0), (0, 0, 0, 1)], digit + 1, choice)
            assert words == expected

    simulate(unit, testbench)
