"""The checker against its model: through its ports, to the clock; every grid of 4x4, and large ones at random."""

import random

import pytest

from rowloom.hw.slitherlink.checker.checker import Checker
from rowloom.hw.slitherlink.checker.patterns import OFFSETS, PATTERNS
from support.simulation import pulse, simulate
from support.slitherlink.checker import CheckerModel, hole_count, pieces, rows_of
from support.slitherlink.colours import Colour

FLOODS = [(outside, undecided) for outside in (False, True) for undecided in (False, True)]


class Simulated:
    """The checker in Amaranth's simulator."""

    def __init__(self, dut, ctx):
        self.dut, self.ctx = dut, ctx

    async def write(self, port, **values):
        await pulse(self.ctx, port, {"enable": 1, **values})

    async def clear(self, rows, cols):
        self.ctx.set(self.dut.size, {"rows": rows, "cols": cols})
        await pulse(self.ctx, self.dut.clear)

    async def clue(self, cell, value):
        await self.write(self.dut.clue, row=cell[0], col=cell[1], value=value)

    async def assign(self, cell, colour, pattern=0):
        await self.write(self.dut.assign, row=cell[0], col=cell[1], pattern=pattern,
                         assigned=colour != Colour.UNDECIDED, inside=colour == Colour.INSIDE)

    async def known(self):
        """The known colours, asked at the first clock at which they are right."""
        await self.ctx.tick()
        return tuple([self.ctx.get(row) for row in plane] for plane in (self.dut.inside, self.dut.outside))

    async def conflict(self):
        """Asked at the first clock at which it is right, after :meth:`known`."""
        await self.ctx.tick()
        return self.ctx.get(self.dut.conflict)

    async def flood(self, outside, undecided):
        """The answers and how long it took."""
        await pulse(self.ctx, self.dut.flood, {"start": 1, "outside": outside, "undecided": undecided})
        clocks = 0
        while self.ctx.get(self.dut.busy):
            await self.ctx.tick()
            clocks += 1
        return self.ctx.get(self.dut.joined), self.ctx.get(self.dut.pick), clocks


class Pair:
    """The checker and its model, given the same, compared."""

    def __init__(self, unit, rows, cols):
        self.unit, self.model = unit, CheckerModel(rows, cols)

    async def clear(self, rows, cols):
        self.model.clear(rows, cols)
        await self.unit.clear(rows, cols)

    async def clue(self, cell, value):
        self.model.clue(cell, value)
        await self.unit.clue(cell, value)

    async def assign(self, cell, colour, pattern=0):
        self.model.assign(cell, colour, pattern)
        await self.unit.assign(cell, colour, pattern)

    async def compare(self):
        assert await self.unit.known() == tuple(
            rows_of(cells, self.model.rows) for cells in (self.model.inside, self.model.outside)
        )
        assert await self.unit.conflict() == self.model.conflict

    async def compare_floods(self, kinds=FLOODS):
        for kind in kinds:
            joined, pick, clocks = await self.unit.flood(*kind)
            assert joined == self.model.joined(*kind)
            assert pick == self.model.pick
            assert clocks == max(len(self.model.flood(*kind)) + 6, self.model.rows + 1) + 1


def run(rows, cols, testbench):
    dut = Checker(rows, cols)

    async def process(ctx):
        await testbench(Pair(Simulated(dut, ctx), rows, cols))

    simulate(dut, process)


def consistent_region(rng, rows, cols):
    """A random region in one piece, with no checker pattern: what solutions look like, but for holes."""
    inside = {(rng.randrange(rows), rng.randrange(cols))}
    for _ in range(rows * cols):
        row, col = rng.choice(sorted(inside))
        down, right = OFFSETS[rng.choice((2, 4, 5, 7))]
        new = row + down, col + right
        grown = CheckerModel(rows, cols)
        if new in grown.cells:
            for cell in grown.cells:
                grown.assign(cell, Colour.INSIDE if cell in inside | {new} else Colour.OUTSIDE)
            if not grown.conflict:
                inside.add(new)
    return inside


def clue_and_pattern(inside, cell):
    """The clue that a cell has in a region, and the pattern."""
    drawn = {
        k for k in (2, 4, 5, 7)
        if ((cell[0] + OFFSETS[k][0], cell[1] + OFFSETS[k][1]) in inside) != (cell in inside)
    }
    if len(drawn) == 4:
        return None, 0
    return len(drawn), PATTERNS[len(drawn)].index(drawn)


@pytest.mark.parametrize("clue", [None, 0, 1, 2, 3])
def test_every_demand_from_every_place(clue):
    """All patterns, valid or not, and all colours, in every cell of a 3x3 puzzle."""
    async def testbench(pair):
        for cell in [(row, col) for row in range(3) for col in range(3)]:
            await pair.clear(3, 3)
            if clue is not None:
                await pair.clue(cell, clue)
            for pattern in range(8):
                for colour in Colour:
                    await pair.assign(cell, colour, pattern)
                    await pair.compare()

    run(3, 3, testbench)


@pytest.mark.parametrize("built, size", [
    ((1, 1), (1, 1)), ((1, 6), (1, 6)), ((6, 1), (6, 1)), ((10, 10), (10, 10)), ((10, 10), (7, 4)),
    ((3, 32), (3, 32)), ((32, 3), (32, 3)), ((5, 7), (1, 1)),
])
def test_random_assignments(built, size):
    """Parts of regions that could be solutions, now and then with a cell gone wrong or taken back."""
    rng = random.Random(0)

    async def testbench(pair):
        for _ in range(3):
            await pair.clear(*size)
            inside = consistent_region(rng, *size)
            cells = [(row, col) for row in range(size[0]) for col in range(size[1])]
            hints = {cell: clue_and_pattern(inside, cell) for cell in cells}
            for cell, (clue, _) in hints.items():
                if clue is not None and rng.random() < 0.5:
                    await pair.clue(cell, clue)
            for cell in rng.sample(cells, min(len(cells), 15)):
                colour = Colour.INSIDE if cell in inside else Colour.OUTSIDE
                await pair.assign(cell, colour, hints[cell][1])
                await pair.compare()
                if rng.random() < 0.2:
                    await pair.assign(cell, rng.choice([Colour.UNDECIDED, colour.opposite]), rng.randrange(8))
                    await pair.compare()
                await pair.compare_floods([rng.choice(FLOODS)])

    run(*built, testbench)


def test_a_whole_solution_and_its_undoing():
    """Every cell assigned from a region in one piece; then all taken back: nothing is known any more."""
    rng = random.Random(1)

    async def testbench(pair):
        await pair.clear(6, 6)
        inside = consistent_region(rng, 6, 6)
        for cell in sorted(pair.model.cells):
            clue, pattern = clue_and_pattern(inside, cell)
            if clue is not None:
                await pair.clue(cell, clue)
            await pair.assign(cell, Colour.INSIDE if cell in inside else Colour.OUTSIDE, pattern)
            await pair.compare()
        assert pair.model.inside == inside and not pair.model.conflict
        await pair.compare_floods()
        for cell in sorted(pair.model.cells):
            await pair.assign(cell, Colour.UNDECIDED)
        assert await pair.unit.known() == ([0] * 6, [0] * 6)
        assert not await pair.unit.conflict()

    run(6, 6, testbench)


def test_every_colouring_of_2x3():
    """Undecided cells too: conflict, and all four floods."""
    async def testbench(pair):
        await pair.clear(2, 3)
        cells = sorted(pair.model.cells)
        for number in range(3 ** 6):
            for place, cell in enumerate(cells):
                if number % 3 ** place == 0:
                    await pair.assign(cell, list(Colour)[number // 3 ** place % 3])
            await pair.compare()
            await pair.compare_floods()

    run(2, 3, testbench)


def test_latency_is_exact():
    """Known two clocks after the write, in conflict three; not before."""
    async def testbench(pair):
        dut, ctx = pair.unit.dut, pair.unit.ctx
        await pair.clear(2, 2)
        await pair.clue((0, 0), 0)
        await ctx.tick().repeat(3)
        # A 0 inside, in the corner, demands that the frame be inside.
        await pair.assign((0, 0), Colour.INSIDE)
        seen = []
        for _ in range(3):
            seen.append((ctx.get(dut.inside[0]), ctx.get(dut.conflict)))
            await ctx.tick()
        assert seen == [(0b00, 0), (0b11, 0), (0b11, 1)]

    run(2, 2, testbench)


def test_without_clear_the_whole_build_is_the_puzzle():
    async def testbench(pair):
        assert await pair.unit.known() == ([0] * 3, [0] * 3)

    run(3, 4, testbench)


def test_clear_wins_over_writes():
    async def testbench(pair):
        dut, ctx = pair.unit.dut, pair.unit.ctx
        ctx.set(dut.assign, {"enable": 1, "assigned": 1, "inside": 1})
        await pair.unit.clear(2, 2)
        ctx.set(dut.assign, {})
        assert await pair.unit.known() == ([0, 0], [0, 0])

    run(2, 2, testbench)


def test_writes_beyond_the_build_do_nothing():
    """(0, 17) and (18, 1) would be (0, 1) and (2, 1) if the high bits were dropped."""
    async def testbench(pair):
        await pair.clear(3, 3)
        await pair.clue((0, 1), 2)
        await pair.clue((2, 1), 2)
        for cell in (0, 17), (18, 1):
            await pair.unit.clue(cell, 1)
            await pair.unit.assign(cell, Colour.INSIDE)
        assert await pair.unit.known() == ([0] * 3, [0] * 3)
        for cell in (0, 1), (2, 1):
            await pair.assign(cell, Colour.OUTSIDE, 3)
            await pair.compare()

    run(3, 3, testbench)


def test_a_second_flood_is_ignored_while_busy():
    async def testbench(pair):
        dut, ctx = pair.unit.dut, pair.unit.ctx
        await pair.clear(2, 2)
        await pair.assign((0, 0), Colour.INSIDE)
        await pair.assign((1, 1), Colour.INSIDE)
        await pair.unit.known()
        ctx.set(dut.flood, {"start": 1, "undecided": 1})
        await ctx.tick()
        ctx.set(dut.flood, {"start": 1})
        await ctx.tick().repeat(3)
        ctx.set(dut.flood, {})
        await ctx.tick().until(~dut.busy)
        assert ctx.get(dut.joined)  # through the undecided cells, as the first command said

    run(2, 2, testbench)


class Compiled:
    """The checker as native code, for clueless cells of a whole build, one clock a line."""

    def __init__(self, unit):
        self.unit, self.tick = unit, unit.tick
        self.assign, self.flood = unit.port("assign"), unit.port("flood")
        self.answers = [unit.port(name) for name in ("conflict", "joined", "pick")]
        self.busy = unit.port("busy")

    def colour(self, row, col, inside):
        self.assign[0] = 1 | row << 1 | col << 6 | 1 << 11 | inside << 12
        self.tick()
        self.assign[0] = 0
        self.tick()
        self.tick()

    def judge(self):
        """conflict, joined and pick of the inside cells."""
        self.flood[0] = 1
        self.tick()
        self.flood[0] = 0
        self.tick()
        while self.busy[0]:
            self.tick()
        return tuple(answer[0] for answer in self.answers)


@pytest.mark.slow  # beside every grid of 2x3, and random ones
def test_every_grid_of_4x4(compiled):
    """All 65,536, in Gray code order so that one assignment leads from each to the next."""
    checker = Compiled(compiled(Checker(4, 4)))
    for row in range(4):
        for col in range(4):
            checker.colour(row, col, 0)
    inside = set()
    for number in range(1 << 16):
        if number:
            place = (number & -number).bit_length() - 1
            cell = divmod(place, 4)
            inside ^= {cell}
            checker.colour(*cell, cell in inside)
        chequered = any(
            ((row, col) in inside) == ((row + 1, col + 1) in inside)
            != ((row + 1, col) in inside) == ((row, col + 1) in inside)
            for row in range(3) for col in range(3)
        )
        count = len(pieces(inside))
        assert checker.judge() == (chequered, count <= 1, count - hole_count(inside) == 1), inside
