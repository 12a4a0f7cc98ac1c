"""The parallel engine is used through its registers, and compared with its model, clock by clock, and with all
solutions. It is proved that the engine finds a branch cell in every grid of order 2."""

import random

import pytest
from amaranth.hdl import Assert

from rowloom.host.generate.orbits import orbits
from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral
from rowloom.hw.sudoku.parallel.removal import RandomOrder
from rowloom.hw.sudoku.parallel.solver import BoxBranching, ParallelCounters
from support import brute
from support.proof import Proof, refuted
from support.puzzles import random_grid
from support.registers import Registers
from support.simulation import drive, pulse, simulate, until_idle
from support.sudoku import parallel as model
from support.sudoku.parallel import all_cells, box_branching, every_grid, place, planes, vector
from support.sudoku.removal import random_order, random_state, remove

EMPTY = [[0] * 4 for _ in range(4)]


class Bench(Registers):
    """The engine's registers, and its model. The model gets the same commands."""

    pause = 2
    """An access of the CPU takes three clocks."""

    def __init__(self, ctx, unit):
        super().__init__(ctx, unit)
        self.order, self._solver = unit._order, unit._solver

    async def load(self, grid, cells=None, fixed=()):
        """Empty the engine's grid, and make some cells of a grid givens; by default, all cells that are not 0."""
        self.grid, self.model = grid, model.Solver(self.order)
        await self.write("control", begin=1)
        self.cells = {(row, col) for row, col in cells or all_cells(self.order) if grid[row][col]}
        for cell in sorted(self.cells):
            await self.give(cell, fixed=cell in fixed)

    async def give(self, cell, **flags):
        """Make a cell a given."""
        digit = self.grid[cell[0]][cell[1]].bit_length() - 1
        await self.write("given", digit=digit, **place(self.order, cell), **flags)
        if not flags.get("unlike"):
            self.model.given(cell, digit)

    async def unlike(self, cell):
        """Take a given back, and return whether there is a solution with another value in the cell."""
        await self.give(cell, unlike=1)
        await self.ctx.tick()
        await until_idle(self.ctx, self.unit.busy)
        found = self.model.unlike(cell, self.grid[cell[0]][cell[1]].bit_length() - 1)
        await self.compare(found)
        return bool(found)

    async def compare(self, solutions):
        assert (await self.fields("state")).solutions == len(solutions)
        await self.compare_counters()

    async def compare_counters(self):
        for number, name in enumerate(ParallelCounters.members):
            assert await self.read(f"counters.{number}") == getattr(self.model, name), name

    async def accept(self):
        await self.write("control", accept=1)
        self.model.accept()

    async def solve(self, most):
        """Return up to ``most`` solutions, which the engine and the model must find in the same order. The engine keeps
        the first solution and, on request, the last one."""
        ctx, solver, found = self.ctx, self._solver, []
        await self.write("control", solve=1, most=most)
        await ctx.tick()
        while ctx.get(self.unit.busy):
            if ctx.get(solver.found):
                assert ctx.get(solver.solutions) == len(found)
                found.append([ctx.get(plane) for plane in solver.candidates])
            await ctx.tick()
        solutions = self.model.solve(most)
        assert found == [planes(self.order, solution) for solution in solutions]
        await self.compare(solutions)
        assert await self.read("found") == len(solutions)
        if solutions:
            assert await self.kept() == solutions[0]
        if len(solutions) == most:
            await self.write("control", keep=1)
            assert await self.kept() == solutions[-1]
        return [tuple(map(tuple, solution)) for solution in solutions]

    async def kept(self):
        side = self.order ** 2
        words = [await self.read("digits") for _ in range(0, side ** 2, 8)]
        digits = [word >> 4 * place & 15 for word in words for place in range(8)]
        return [[1 << digit - 1 for digit in digits[side * row:side * (row + 1)]] for row in range(side)]

    async def begin_removal(self, states, spare, again=0):
        await self.write("remove", spare=spare, again=again)
        for state in states:
            await self.write("random", state)
        await self.ctx.tick()
        assert self.ctx.get(self.unit.busy)

    async def remove(self, states, spare, again=0, fixed=()):
        """Remove givens of several puzzles; return the cells that keep their givens, and the clocks, of each puzzle."""
        await self.begin_removal(states, spare, again)
        results = []
        for state in states:
            if again:
                self.model.given((0, 0), self.grid[0][0].bit_length() - 1)
                self.model.solve(1)
                self.model.accept()
                self.cells = set(all_cells(self.order))
            self.cells = remove(self.model, self.grid, self.cells, state, spare, fixed)
            results.append(await self.result())
            assert results[-1][0] == self.cells
        await self.compare_counters()
        state = await self.fields("state")
        assert not state.busy and not state.removes and not state.ready
        return results

    async def result(self):
        """Wait for a result; return the cells of the givens, and the number of clocks."""
        await until_idle(self.ctx, self.unit.busy)
        assert (await self.fields("state")).ready
        words = [await self.read("left") for _ in range(-(-self.order ** 4 // 32) + 1)]
        mask = sum(word << 32 * number for number, word in enumerate(words[:-1]))
        return {cell for number, cell in enumerate(all_cells(self.order)) if mask >> number & 1}, words[-1]


def run(order, scenario):
    drive(ParallelPeripheral(order), Bench, scenario)


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
    """The search in an empty grid consists of rounds and guesses; no guess is retracted. In every clock, ``stop`` ends
    the search at once."""
    async def scenario(bench):
        ctx, unit = bench.ctx, bench.unit
        await bench.load(EMPTY)
        assert len(await bench.solve(2)) == 2
        assert bench.model.guesses
        bench.pause = 0
        for clocks in range(bench.model.clocks - 2):
            await bench.write("control", begin=1)
            await ctx.tick().repeat(3)
            await bench.write("control", solve=1, most=2)
            for _ in range(clocks):
                await ctx.tick()
            await bench.write("control", stop=1)
            assert ctx.get(unit.busy)
            await ctx.tick()
            assert not ctx.get(unit.busy)
            assert (await bench.fields("state")).solutions == await bench.read("found")

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
                await bench.give((0, 0))
                await bench.solve(1)
                await bench.accept()
            for row, col in rng.sample(all_cells(order), most):
                if await bench.unlike((row, col)):
                    await bench.give((row, col))

    run(order, scenario)


@pytest.mark.parametrize("order", [2, 3])
def test_random_order(order):
    """The unit, the model and the host compute the same order of the cells. The reader of the unit's cells may pause,
    and may begin the next order at once."""
    dut, rng = RandomOrder(order), random.Random(order)

    async def testbench(ctx):
        for turn in range(12):
            seed, pauses, cells = rng.getrandbits(32), rng.random() < 0.5, []
            ctx.set(dut.random, random_state(seed))
            await pulse(ctx, dut.start)
            ctx.set(dut.random, 0)
            clocks = 0
            while ctx.get(dut.more):
                ctx.set(dut.cells.ready, not pauses or rng.random() < 0.3)
                if ctx.get(dut.cells.valid & dut.cells.ready):
                    cell = ctx.get(dut.cells.payload)
                    cells.append((cell.band * order + cell.y, cell.stack * order + cell.x))
                await ctx.tick()
                clocks += 1
            assert cells == random_order(order, random_state(seed))
            assert cells == [cell for orbit in orbits(order ** 2, order ** 2, 1, seed) for cell in orbit]
            assert pauses or turn == 0 or clocks < 5 * order ** 4

    simulate(dut, testbench)


def only_solution(grid, cells):
    """Return whether a grid of order 2 is the only one with these givens."""
    return [other for other in every_grid() if all(other[row][col] == grid[row][col] for row, col in cells)] == [grid]


def test_givens_left():
    """Some givens may be missing at first, some may have to stay, and the number to remove may be limited. Each
    removal begins before all cells of the previous random order have been read."""
    rng, ends = random.Random(3), set()

    async def scenario(bench):
        for _ in range(30):
            grid, cells = rng.choice(every_grid()), all_cells(2)
            while True:
                there = set(rng.sample(cells, rng.choice((16, rng.randrange(4, 16)))))
                if only_solution(grid, there):
                    break
            fixed, seed = rng.sample(cells, rng.choice((0, 0, 3))), rng.getrandbits(32)
            spare = rng.choice((16, 16, rng.randrange(5)))
            await bench.load(grid, there, fixed)
            (left, _), = await bench.remove([random_state(seed)], spare, fixed=fixed)
            least = max(0, len(there) - spare)
            assert left == brute.thinned(
                4, 4, 1, seed, there, lambda kept, grid=grid: only_solution(grid, kept), least, fixed)
            ends.add((len(there) < 16, bool(set(fixed) & left), len(left) == least))

    run(2, scenario)
    assert len(ends) == 8


@pytest.mark.parametrize("order, number", [(2, 20), pytest.param(3, 4, marks=pytest.mark.slow)])
def test_several_puzzles_of_one_grid(order, number):
    rng = random.Random(order)
    grid = [[1 << digit - 1 for digit in line] for line in random_grid(order, rng)]

    async def scenario(bench):
        await bench.load(grid, all_cells(order))
        puzzles, total = set(), 0
        for together in number // 4, number - number // 4:
            results = await bench.remove([rng.getrandbits(32) | 1 for _ in range(together)], order ** 4, again=1)
            puzzles |= {frozenset(left) for left, _ in results}
            total += sum(clocks for _, clocks in results)
        assert len(puzzles) > number // 2
        # The model's counter includes the clocks in which givens were loaded.
        assert bench.model.clocks - 3 * order ** 4 < total < 2 * bench.model.clocks

    run(order, scenario)


def test_a_removal_that_is_stopped():
    """Whenever ``stop`` comes, the given that is being tested is put back, and the givens that are left have only one
    solution. Puzzles that wait are dropped, and the next removal is not affected."""
    async def scenario(bench):
        grid, rng = every_grid()[5], random.Random(1)
        await bench.load(grid, all_cells(2))
        state = rng.getrandbits(32)
        (whole, clocks), = await bench.remove([state], 16)
        sizes = set()
        for clock in range(1, clocks - 10, 3):
            await bench.load(grid, all_cells(2))
            await bench.begin_removal([state, state], 16)
            await bench.ctx.tick().repeat(clock)
            await bench.write("control", stop=1)
            left, _ = await bench.result()
            assert whole <= left and only_solution(grid, left)
            sizes.add(len(left))
            # The second puzzle, which waited, is dropped.
            await bench.ctx.tick().repeat(4)
            state_after = await bench.fields("state")
            assert not state_after.removes and not state_after.ready
        assert sizes == set(range(len(whole), 17))

    run(2, scenario)


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
