"""The parallel engine against the model, clock by clock, and against all solutions that there are."""

import random

import pytest

from rowloom.hw.sudoku.parallel.solver import Solver
from support.simulation import simulate
from support.sudoku import parallel as model


class Bench:
    """A solver in Amaranth's simulator beside its model."""

    def __init__(self, ctx, dut, grids, order):
        self.ctx, self.dut, self.grids, self.order = ctx, dut, grids, order
        self.model = model.Solver(order)

    async def send(self, **inputs):
        for name, value in inputs.items():
            self.ctx.set(getattr(self.dut, name), value)
        await self.ctx.tick()
        for name in inputs:
            port = getattr(self.dut, name)
            self.ctx.set(port.enable if name == "given" else port, 0)

    async def load(self, values):
        await self.send(begin=1)
        await self.ctx.tick()
        self.model = model.Solver(self.order)
        for row, line in enumerate(values):
            for col, cell in enumerate(line):
                if cell:
                    await self.give((row, col), cell.bit_length() - 1)

    def _place(self, cell):
        (band, y), (stack, x) = (divmod(index, self.order) for index in cell)
        return {"x": x, "y": y, "stack": stack, "band": band}

    async def give(self, cell, digit):
        await self.send(given={"enable": 1, "place": self._place(cell), "digit": digit})
        await self.ctx.tick().repeat(2)
        self.model.given(cell, digit)

    async def unlike(self, cell, digit):
        """Take a given back; return whether there is a solution with another digit there."""
        await self.send(given={"enable": 1, "place": self._place(cell), "digit": digit, "unlike": 1})
        while self.ctx.get(self.dut.busy):
            await self.ctx.tick()
        found = self.model.unlike(cell, digit)
        assert self.ctx.get(self.dut.solutions) == len(found)
        for name in ("guesses", "rounds", "clocks"):
            assert self.ctx.get(self.dut.counters[name]) == getattr(self.model, name)
        return bool(found)

    async def accept(self):
        await self.send(accept=1)
        self.model.accept()

    async def solve(self, most):
        """Up to so many solutions, the same in both of them."""
        ctx, dut, found = self.ctx, self.dut, []
        await self.send(solve=1, most=most)
        while ctx.get(dut.busy):
            if ctx.get(dut.found):
                assert ctx.get(dut.solutions) == len(found)
                found.append([ctx.get(plane) for plane in dut.candidates])
            await ctx.tick()
        solutions = self.model.solve(most)
        assert found == [self.grids.planes(self.order, solution) for solution in solutions]
        assert ctx.get(dut.solutions) == len(solutions)
        counted = {name: ctx.get(dut.counters[name]) for name in ("guesses", "rounds", "clocks")}
        assert counted == {name: getattr(self.model, name) for name in counted}
        return [tuple(map(tuple, solution)) for solution in solutions]


def run(order, grids, scenario):
    dut = Solver(order)

    async def testbench(ctx):
        await scenario(Bench(ctx, dut, grids, order))

    simulate(dut, testbench)


def part(grid, count, rng):
    """The grid with so many of its digits."""
    size = len(grid)
    kept = set(rng.sample(range(size ** 2), count))
    return [[cell if row * size + col in kept else 0 for col, cell in enumerate(line)] for row, line in enumerate(grid)]


@pytest.mark.parametrize("most", [1, 2])
def test_order_2(grids, solutions, most):
    """As many solutions as there are, up to that; no clue and a single solution are no exceptions."""
    rng = random.Random(5)
    puzzles = [part(grid, count, rng) for count in (0, *range(2, 17)) for grid in rng.sample(solutions, 2)]

    async def scenario(bench):
        for values in puzzles:
            await bench.load(values)
            found = await bench.solve(most)
            there_are = grids.matching(values, solutions)
            assert len(set(found)) == len(found) == min(most, len(there_are))
            assert set(found) <= set(there_are)

    run(2, grids, scenario)


@pytest.mark.parametrize("most", [1, 2])
def test_puzzles_without_a_solution(grids, solutions, most):
    rng = random.Random(6)

    async def scenario(bench):
        tried = 0
        while tried < 20:
            values = [[1 << rng.randrange(4) if rng.random() < 0.3 else 0 for _ in range(4)] for _ in range(4)]
            if not grids.matching(values, solutions):
                tried += 1
                await bench.load(values)
                assert await bench.solve(most) == []

    run(2, grids, scenario)


@pytest.mark.parametrize("second", [(0, 3), (3, 0), (1, 1)])
def test_a_digit_given_twice(grids, second):
    """In a row, in a column, in a box: the second one finds no place, and nothing else is wrong yet."""
    async def scenario(bench):
        row, col = second
        values = [[0] * 4 for _ in range(4)]
        values[0][0] = values[row][col] = 2
        await bench.load(values)
        assert await bench.solve(1) == []

    run(2, grids, scenario)


def test_order_3(grids):
    rng = random.Random(7)
    digits = rng.sample(range(9), 9)
    grid = [[1 << digits[(3 * (row % 3) + row // 3 + col) % 9] for col in range(9)] for row in range(9)]

    async def scenario(bench):
        await bench.load(part(grid, 30, rng))
        assert len(await bench.solve(2)) in (1, 2)

    run(3, grids, scenario)


def test_a_stop_is_heard_in_every_clock(grids):
    """An empty grid takes rounds, guesses and no way back; one clock of ``stop`` ends that, whenever it comes."""
    async def scenario(bench):
        ctx, dut = bench.ctx, bench.dut
        empty = [[0] * 4 for _ in range(4)]
        await bench.load(empty)
        assert len(await bench.solve(2)) == 2
        assert bench.model.guesses
        for clocks in range(bench.model.clocks - 2):
            await bench.load(empty)
            await bench.send(solve=1, most=2)
            found = 0
            for _ in range(clocks):
                found += ctx.get(dut.found)
                await ctx.tick()
            assert ctx.get(dut.busy)
            await bench.send(stop=1)
            assert not ctx.get(dut.busy) and ctx.get(dut.solutions) == found

    run(2, grids, scenario)




@pytest.mark.parametrize("order, number, most", [
    (2, 8, 16), (3, 1, 3),
    pytest.param(3, 5, 30, marks=pytest.mark.slow),  # order 3 takes minutes in Amaranth's simulator
])
def test_clues_that_are_taken_back(grids, order, number, most):
    """Whether there is a solution with another digit: the same in both, and as a search from the beginning says."""
    rng = random.Random(order)
    side = order ** 2
    digits = rng.sample(range(side), side)
    full = [[1 << digits[(order * (row % order) + row // order + col) % side] for col in range(side)]
            for row in range(side)]

    async def scenario(bench):
        await bench.load(full)
        for again in range(number):
            if again:
                # From what is left, back to all of them.
                await bench.give((0, 0), full[0][0].bit_length() - 1)
                await bench.solve(1)
                await bench.accept()
            kept = [list(line) for line in full]
            for row, col in rng.sample(grids.cells(order), most):
                digit = full[row][col].bit_length() - 1
                found = await bench.unlike((row, col), digit)
                kept[row][col] = 0
                assert found == _another(order, kept, (row, col), digit)
                if found:
                    kept[row][col] = full[row][col]
                    await bench.give((row, col), digit)

    run(order, grids, scenario)


def _another(order, values, cell, digit):
    """Whether there is a solution of these values with another digit in that cell."""
    for other in range(order ** 2):
        if other == digit:
            continue
        solver = model.Solver(order)
        for row, line in enumerate(values):
            for col, value in enumerate(line):
                if value:
                    solver.given((row, col), value.bit_length() - 1)
        solver.given(cell, other)
        if solver.solve(1):
            return True
    return False
