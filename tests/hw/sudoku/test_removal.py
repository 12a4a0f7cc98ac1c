"""The unit that removes givens is compared with its model and with brute force. Its random order of the cells is also
compared with the host's order."""

import random
from functools import partial

import pytest

from rowloom.host.generate.orbits import orbits
from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral
from rowloom.hw.sudoku.parallel.removal import RandomOrder
from rowloom.hw.sudoku.parallel.solver import ParallelCounters
from support import brute
from support.puzzles import random_grid
from support.registers import AsCPU
from support.simulation import drive, pulse, simulate, until_idle
from support.sudoku import parallel as model
from support.sudoku.parallel import all_cells, every_grid, place
from support.sudoku.removal import random_order, random_state, remove


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


class Bench:
    """The engine's registers in Amaranth's simulator, and the models."""

    def __init__(self, ctx, dut, order):
        self.ctx, self.dut, self.order, self.registers = ctx, dut, order, AsCPU(ctx, dut)

    async def load(self, grid, cells, fixed=()):
        self.grid, self.cells = grid, set(cells)
        await self.registers.write("control", begin=1)
        self.model = model.Solver(self.order)
        for cell in sorted(cells):
            await self.give(cell, fixed=cell in fixed)

    async def give(self, cell, **flags):
        digit = self.grid[cell[0]][cell[1]].bit_length() - 1
        await self.registers.write("given", digit=digit, **place(self.order, cell), **flags)
        self.model.given(cell, digit)

    async def begin(self, states, spare, again=0):
        await self.registers.write("remove", spare=spare, again=again)
        for state in states:
            await self.registers.write("random", state)
        await self.ctx.tick()
        assert self.ctx.get(self.dut.busy)

    async def remove(self, states, spare, again=0, fixed=()):
        """Remove givens of several puzzles; return the cells that keep their givens, and the clocks, of each puzzle."""
        await self.begin(states, spare, again)
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
        state = await self.registers.fields("state")
        assert not state.busy and not state.removes and not state.ready
        for number, name in enumerate(ParallelCounters.members):
            assert await self.registers.read(f"counters.{number}") == getattr(self.model, name), name
        return results

    async def result(self):
        """Wait for a result; return the cells of the givens, and the number of clocks."""
        await until_idle(self.ctx, self.dut.busy)
        assert (await self.registers.fields("state")).ready
        words = [await self.registers.read("left") for _ in range(-(-self.order ** 4 // 32) + 1)]
        mask = sum(word << 32 * number for number, word in enumerate(words[:-1]))
        return {cell for number, cell in enumerate(all_cells(self.order)) if mask >> number & 1}, words[-1]


def run(order, scenario):
    drive(ParallelPeripheral(order), partial(Bench, order=order), scenario)


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


def test_stop_in_every_clock():
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
            await bench.begin([state, state], 16)
            await bench.ctx.tick().repeat(clock)
            await bench.registers.write("control", stop=1)
            left, _ = await bench.result()
            assert whole <= left and only_solution(grid, left)
            sizes.add(len(left))
            # The second puzzle, which waited, is dropped.
            await bench.ctx.tick().repeat(4)
            state_after = await bench.registers.fields("state")
            assert not state_after.removes and not state_after.ready
        assert sizes == set(range(len(whole), 17))

    run(2, scenario)
