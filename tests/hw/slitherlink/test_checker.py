"""The checker is compared with its model, and its floods with breadth-first search, down to the clock cycle. For grids
of 2x2 cells, it is proved that floods are right."""

import random
from functools import reduce
from itertools import product
from operator import or_

import pytest
from amaranth.hdl import Assert, Assume, Cat, Signal

from rowloom.hw.slitherlink.checker.checker import EDGES, OFFSETS, PATTERNS, Checker
from rowloom.hw.slitherlink.checker.connectivity import Connectivity, Holes
from support.proof import Proof
from support.simulation import drive, pulse, simulate, until_idle
from support.slitherlink.checker import CheckerModel, Colour, cells_of, hole_count, pieces, rows_of, waves
from support.slitherlink.paths import random_inside

FLOODS = list(product((False, True), repeat=2))


class Pair:
    """The checker in the simulator, and its model, which gets the same inputs."""

    def __init__(self, ctx, dut):
        self.ctx, self.dut, self.model = ctx, dut, CheckerModel(len(dut.inside), len(dut.inside[0]))

    async def clear(self, rows, cols):
        self.model.clear(rows, cols)
        self.ctx.set(self.dut.size, {"rows": rows, "cols": cols})
        await pulse(self.ctx, self.dut.clear)

    async def clue(self, cell, value):
        self.model.clue(cell, value)
        await pulse(self.ctx, self.dut.clue, {"enable": 1, "row": cell[0], "col": cell[1], "value": value})

    async def assign(self, cell, colour, pattern=0):
        self.model.assign(cell, colour, pattern)
        await pulse(self.ctx, self.dut.assign, {
            "enable": 1, "row": cell[0], "col": cell[1], "pattern": pattern,
            "assigned": colour != Colour.UNDECIDED, "inside": colour == Colour.INSIDE})

    async def known(self):
        """Return the row vectors of known colours, in the first clock in which they are valid."""
        await self.ctx.tick()
        return tuple([self.ctx.get(row) for row in plane] for plane in (self.dut.inside, self.dut.outside))

    async def compare(self):
        expected = tuple(rows_of(cells, self.model.rows) for cells in (self.model.inside, self.model.outside))
        assert await self.known() == expected
        await self.ctx.tick()
        assert self.ctx.get(self.dut.conflict) == self.model.conflict

    async def compare_flood(self, outside, undecided):
        await pulse(self.ctx, self.dut.flood, {"start": 1, "outside": outside, "undecided": undecided})
        clocks = await until_idle(self.ctx, self.dut.busy)
        assert self.ctx.get(self.dut.joined) == self.model.joined(outside, undecided)
        assert self.ctx.get(self.dut.pick) == self.model.pick
        assert clocks == max(len(self.model.flood(outside, undecided)) + 6, self.model.rows + 1) + 1


def clue_and_pattern(inside, cell):
    """Return the clue and the pattern that a cell has if the cells in ``inside`` are inside."""
    drawn = {k for k in EDGES if ((cell[0] + OFFSETS[k][0], cell[1] + OFFSETS[k][1]) in inside) != (cell in inside)}
    return (None, 0) if len(drawn) == 4 else (len(drawn), PATTERNS[len(drawn)].index(drawn))


def test_every_demand_from_every_place():
    """Every cell of a 3x3 puzzle gets all clues, all colours, and all patterns, including invalid patterns."""
    async def testbench(pair):
        for clue, cell in product((None, 0, 1, 2, 3), product(range(3), repeat=2)):
            await pair.clear(3, 3)
            if clue is not None:
                await pair.clue(cell, clue)
            for pattern, colour in product(range(8), Colour):
                await pair.assign(cell, colour, pattern)
                await pair.compare()

    drive(Checker(3, 3), Pair, testbench)


@pytest.mark.parametrize("built, size", [
    ((1, 1), (1, 1)), ((1, 6), (1, 6)), ((6, 1), (6, 1)), ((6, 6), (6, 6)), ((10, 10), (7, 4)),
    ((3, 32), (3, 32)), pytest.param((32, 3), (32, 3), marks=pytest.mark.slow), ((5, 7), (1, 1)),
])
def test_random_assignments(built, size):
    """Cells get the colours and patterns of a random region. Some cells get the wrong colour, or become undecided
    again."""
    rng = random.Random(0)

    async def testbench(pair):
        for _ in range(3 if max(size) < 10 else 1):
            await pair.clear(*size)
            inside = random_inside(rng, *size, single=True)
            hints = {cell: clue_and_pattern(inside, cell) for cell in product(*map(range, size))}
            for cell, (clue, _) in hints.items():
                if clue is not None and rng.random() < 0.5:
                    await pair.clue(cell, clue)
            for cell in rng.sample([*hints], min(len(hints), 15)):
                colour = Colour.INSIDE if cell in inside else Colour.OUTSIDE
                await pair.assign(cell, colour, hints[cell][1])
                await pair.compare()
                if rng.random() < 0.2:
                    await pair.assign(cell, rng.choice([Colour.UNDECIDED, colour.opposite]), rng.randrange(8))
                    await pair.compare()
                await pair.compare_flood(*rng.choice(FLOODS))

    drive(Checker(*built), Pair, testbench)


@pytest.mark.parametrize("cols", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_colouring_of_two_rows(cols):
    """Some colourings have undecided cells. Conflicts and all four floods are compared."""
    async def testbench(pair):
        await pair.clear(2, cols)
        for number in range(3 ** (2 * cols)):
            for place, cell in enumerate(sorted(pair.model.cells)):
                if number % 3 ** place == 0:
                    await pair.assign(cell, list(Colour)[number // 3 ** place % 3])
            await pair.compare()
            for flood in FLOODS:
                await pair.compare_flood(*flood)

    drive(Checker(2, cols), Pair, testbench)


def test_ignored_commands():
    """Three kinds of commands have no effect: writes in the same clock as ``clear``, writes of cells outside the
    largest puzzle, and the start of a second flood during a flood."""
    async def testbench(pair):
        ctx, dut = pair.ctx, pair.dut
        assert await pair.known() == ([0] * 3, [0] * 3)  # before the first ``clear``, the puzzle has the largest size
        ctx.set(dut.assign, {"enable": 1, "assigned": 1, "inside": 1})
        await pair.clear(3, 3)
        ctx.set(dut.assign, {})
        assert await pair.known() == ([0] * 3, [0] * 3)
        await pair.clue((0, 1), 2)
        await pair.clue((2, 1), 2)
        # Without their high bits, these cells would be (0, 1) and (2, 1).
        for row, col in (0, 17), (18, 1):
            await pulse(ctx, dut.clue, {"enable": 1, "row": row, "col": col, "value": 1})
            await pulse(ctx, dut.assign, {"enable": 1, "row": row, "col": col, "assigned": 1, "inside": 1})
        assert await pair.known() == ([0] * 3, [0] * 3)
        for cell in (0, 1), (2, 1):
            await pair.assign(cell, Colour.OUTSIDE, 3)
            await pair.compare()
        await pair.clear(3, 3)
        for cell in (0, 0), (1, 1):
            await pair.assign(cell, Colour.INSIDE)
        await pair.known()
        # The first command includes undecided cells. Only undecided cells connect the two cells.
        ctx.set(dut.flood, {"start": 1, "undecided": 1})
        await ctx.tick()
        ctx.set(dut.flood, {"start": 1})
        await ctx.tick().repeat(3)
        ctx.set(dut.flood, {})
        await until_idle(ctx, dut.busy)
        assert pair.model.joined(False, True) and not pair.model.joined(False, False)
        assert ctx.get(dut.joined)

    drive(Checker(3, 3), Pair, testbench)


def test_longest_flood():
    """The flood follows a snake through the whole grid. All of the snake is reached, and no other cell."""
    turns, rows, dut = {1: 8, 3: 0, 5: 8, 7: 0}, 9, Connectivity(9, 9)
    every = set(product(range(rows), repeat=2))
    snake = {(row, col) for row, col in every if turns.get(row, col) == col}
    flood = waves({(0, 0)}, snake)
    assert len(flood) == len(snake) == 49

    async def testbench(ctx):
        for target, joined in (snake, 1), (every, 0):
            for ports, cells in ((dut.seed, {(0, 0)}), (dut.target, target), (dut.room, snake)):
                for port, bits in zip(ports, rows_of(cells, rows)):
                    ctx.set(port, bits)
            ctx.set(dut.start, 1)  # for two clocks, because a busy unit ignores `start`
            await ctx.tick()
            await pulse(ctx, dut.start)
            assert await until_idle(ctx, dut.busy) == len(flood) + 5
            assert ctx.get(dut.joined) == joined

    simulate(dut, testbench)


class ConnectivityProof(Proof):
    """When a flood ends, ``joined`` is 1 if and only if all targets can be reached through the room, cell by cell. This
    holds from the reset on, for all inputs and for several floods in succession."""

    def __init__(self, rows, cols):
        self.rows, self.cols, unit = rows, cols, Connectivity(rows, cols)
        self.held = Cat(*unit.seed, *unit.target, *unit.room)
        super().__init__(unit, [unit.start, *unit.seed, *unit.target, *unit.room])

    def reached(self, m):
        """Return the cells that a flood from the seed reaches (``wet``). In each step, the flood spreads to neighbours
        in the room; there are as many steps as the grid has cells."""
        room = {(row, col): self.unit.room[row][col] for row in range(self.rows) for col in range(self.cols)}
        wet = {(row, col): room[row, col] & self.unit.seed[row][col] for row, col in room}
        for _ in room:
            step = {cell: Signal(name="step") for cell in room}
            for (row, col), port in step.items():
                beside = [(row + OFFSETS[edge][0], col + OFFSETS[edge][1]) for edge in EDGES]
                joined = reduce(or_, (wet[cell] for cell in beside if cell in wet), wet[row, col])
                m.d.comb += port.eq(joined & room[row, col])
            wet = step
        return wet

    def claims(self, m):
        unit, before = self.unit, Signal(len(self.held))
        was_used, was_busy = Signal(), Signal()
        m.d.sync += [before.eq(self.held), was_used.eq(unit.start | unit.busy), was_busy.eq(unit.busy)]
        with m.If(was_used):
            m.d.comb += Assume(self.held == before)  # the unit requires that its inputs do not change
        dry = Cat(unit.target[row][col] & ~wet for (row, col), wet in self.reached(m).items())
        with m.If(was_busy & ~unit.busy):
            m.d.comb += Assert(unit.joined == ~dry.any())


@pytest.mark.parametrize("rows, cols, clocks", [
    (2, 2, 12),  # enough clocks for the longest flood
    # Enough clocks for two of the longest floods.
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((2, 2, 24), (2, 3, 28))),
])
def test_joined_is_right_for_all_inputs(prove_at_once, rows, cols, clocks):
    prove_at_once(ConnectivityProof(rows, cols), clocks=clocks)


@pytest.mark.parametrize("rows, cols", [(3, 32), (32, 3), (32, 32)])
def test_holes_of_random_regions(rows, cols):
    """The unit's results are compared with the numbers of pieces and holes that a search in Python finds. Most regions
    are single pieces with up to three holes."""
    rng, full, dut = random.Random(0), (1 << cols) - 1, Holes(rows, cols)

    def holed():
        grid = [full] * rows
        for _ in range(rng.randrange(4)):
            grid[rng.randrange(rows)] &= ~(1 << rng.randrange(cols))
        return grid

    cases = [[0] * rows, [full] * rows, *(holed() for _ in range(20)),
             *([rng.getrandbits(cols) for _ in range(rows)] for _ in range(10))]

    async def testbench(ctx):
        assert not ctx.get(dut.pick)
        for case in cases:
            for port, bits in zip(dut.inside, case, strict=True):
                ctx.set(port, bits)
            ctx.set(dut.start, 1)
            await ctx.tick()
            await pulse(ctx, dut.start)
            assert await until_idle(ctx, dut.busy) == rows
            inside = cells_of(case)
            assert ctx.get(dut.pick) == (len(pieces(inside)) - hole_count(inside) == 1), case

    simulate(dut, testbench)
