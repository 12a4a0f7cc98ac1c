"""The parallel engine is compared with its model, clock by clock, and with all solutions. It is proved that the engine
finds a branch cell in every grid of order 2."""

import random
from functools import partial

import pytest
from amaranth.hdl import Assert

from rowloom.hw.sudoku.parallel.solver import BoxBranching, ParallelCounters, Solver
from support.proof import Proof, refuted
from support.puzzles import random_grid
from support.simulation import drive, set_inputs, simulate, until_idle
from support.sudoku import parallel as model
from support.sudoku.parallel import all_cells, box_branching, every_grid, place, planes, vector

EMPTY = [[0] * 4 for _ in range(4)]


class Bench:
    """A solver in Amaranth's simulator, and its model."""

    def __init__(self, ctx, dut, order):
        self.ctx, self.dut, self.order = ctx, dut, order

    async def send(self, **inputs):
        set_inputs(self.ctx, self.dut, **inputs)
        await self.ctx.tick()
        for name in inputs:
            port = getattr(self.dut, name)
            self.ctx.set(port.enable if name == "given" else port, 0)

    async def load(self, values):
        await self.send(begin=1)
        await self.ctx.tick()
        self.model = model.Solver(self.order)
        for row, col in all_cells(self.order):
            if values[row][col]:
                await self.give((row, col), values[row][col])

    async def give(self, cell, value, unlike=0):
        """Make a cell a given. If ``unlike`` is set, take the given back instead, and search for another value in the
        cell."""
        await self.send(given={"enable": 1, "place": place(self.order, cell), "digit": value.bit_length() - 1,
                               "unlike": unlike})
        if not unlike:
            await self.ctx.tick().repeat(2)
            self.model.given(cell, value.bit_length() - 1)

    async def unlike(self, cell, value):
        await self.give(cell, value, unlike=1)
        await until_idle(self.ctx, self.dut.busy)
        found = self.model.unlike(cell, value.bit_length() - 1)
        self.compare(found)
        return bool(found)

    def compare(self, solutions):
        assert self.ctx.get(self.dut.solutions) == len(solutions)
        for name in ParallelCounters.members:
            assert self.ctx.get(self.dut.counters[name]) == getattr(self.model, name), name

    async def accept(self):
        await self.send(accept=1)
        self.model.accept()

    async def solve(self, most):
        """Return up to ``most`` solutions, which the unit and the model must find in the same order."""
        ctx, dut, found = self.ctx, self.dut, []
        await self.send(solve=1, most=most)
        while ctx.get(dut.busy):
            if ctx.get(dut.found):
                assert ctx.get(dut.solutions) == len(found)
                found.append([ctx.get(plane) for plane in dut.candidates])
            await ctx.tick()
        solutions = self.model.solve(most)
        assert found == [planes(self.order, solution) for solution in solutions]
        self.compare(solutions)
        return [tuple(map(tuple, solution)) for solution in solutions]


def run(order, scenario):
    drive(Solver(order), partial(Bench, order=order), scenario)


def part(grid, count, rng):
    kept = set(rng.sample(all_cells(int(len(grid) ** 0.5)), count))
    return [[cell if (row, col) in kept else 0 for col, cell in enumerate(line)] for row, line in enumerate(grid)]


@pytest.mark.parametrize("most", [1, 2])
def test_order_2(most):
    """Three kinds of puzzles: parts of full grids with 0 or 2 to 16 clues; random digits, possibly without a solution;
    and a digit that occurs twice in a house."""
    rng, ends = random.Random(5), set()
    puzzles = [part(grid, count, rng) for count in (0, *range(2, 17)) for grid in rng.sample(every_grid(), 1)]
    puzzles += [[[1 << rng.randrange(4) if rng.random() < 0.3 else 0 for _ in range(4)] for _ in range(4)]
                for _ in range(10)]
    puzzles += [[[2 * ((row, col) in ((0, 0), other)) for col in range(4)] for row in range(4)]
                for other in ((0, 3), (3, 0), (1, 1))]

    async def scenario(bench):
        for values in puzzles:
            solutions = [grid for grid in every_grid() if all(
                value in (0, digit) for line, digits in zip(values, grid) for value, digit in zip(line, digits))]
            await bench.load(values)
            found = await bench.solve(most)
            assert len(set(found)) == len(found) == min(most, len(solutions))
            assert set(found) <= set(solutions)
            ends.add(min(len(solutions), 2))

    run(2, scenario)
    assert ends == {0, 1, 2}


def test_stop_in_every_clock():
    """The search in an empty grid consists of rounds and guesses; no guess is retracted. In every
    clock, ``stop`` ends the search at once."""
    async def scenario(bench):
        ctx, dut = bench.ctx, bench.dut
        await bench.load(EMPTY)
        assert len(await bench.solve(2)) == 2
        assert bench.model.guesses
        for clocks in range(bench.model.clocks - 2):
            await bench.load(EMPTY)
            await bench.send(solve=1, most=2)
            found = 0
            for _ in range(clocks):
                found += ctx.get(dut.found)
                await ctx.tick()
            assert ctx.get(dut.busy)
            await bench.send(stop=1)
            assert not ctx.get(dut.busy) and ctx.get(dut.solutions) == found

    run(2, scenario)


@pytest.mark.parametrize("order, number, most", [
    (2, 3, 16),
    # Order 3 takes minutes in Amaranth's simulator.
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((2, 20, 16), (3, 5, 30))),
])
def test_givens_that_are_taken_back(order, number, most):
    """A given is taken back, and the engine searches for a solution with a different digit in this cell. The result is
    that of the model."""
    rng = random.Random(order)
    full = [[1 << digit - 1 for digit in line] for line in random_grid(order, rng)]

    async def scenario(bench):
        await bench.load(full)
        for again in range(number):
            if again:
                # Solve the puzzle with the remaining givens, and make all cells givens again.
                await bench.give((0, 0), full[0][0])
                await bench.solve(1)
                await bench.accept()
            for row, col in rng.sample(all_cells(order), most):
                if await bench.unlike((row, col), full[row][col]):
                    await bench.give((row, col), full[row][col])

    run(order, scenario)


def some_cells(cells, rng):
    share = rng.random()
    return {cell for cell in cells if rng.random() < share} or {rng.choice(cells)}


@pytest.mark.parametrize("order", [2, 3])
def test_branch_cells(order):
    rng, dut, cells = random.Random(order), BoxBranching(order), all_cells(order)

    async def testbench(ctx):
        for _ in range(100):
            open_, before, fewest = (some_cells(cells, rng) for _ in range(3))
            ctx.set(dut.open, vector(order, open_))
            ctx.set(dut.fewest, vector(order, before))
            await ctx.tick()
            ctx.set(dut.fewest, vector(order, fewest))
            assert ctx.get(dut.cell) == vector(order, [box_branching(order, fewest, open_, before)])
            ctx.set(dut.fewest, 0)
            assert ctx.get(dut.cell) == 0

    simulate(dut, testbench)


class OneCell(Proof):
    """If some cells have the fewest candidates, exactly one of them is chosen as the branch cell. Without a branch
    cell, a search would hang."""

    def __init__(self, choice="fewest"):
        unit = BoxBranching(2)
        super().__init__(unit, [unit.open, unit.fewest])
        self.choice = getattr(unit, choice)

    def claims(self, m):
        cell = self.unit.cell
        m.d.comb += [
            Assert(~(cell & ~self.choice).any()), Assert(~(cell & cell - 1).any()),
            Assert(cell.any() == self.choice.any())]


def test_one_cell(prove_at_once):
    prove_at_once(OneCell(), clocks=3)


def test_a_wrong_choice_is_refuted(prove_at_once):
    """The wrong claim: a cell is chosen whenever a cell is open, even if no cell is marked as one with the fewest
    candidates."""
    with refuted():
        prove_at_once(OneCell("open"), clocks=3)
