# amaranth: UnusedElaboratable=no
"""The any-order unit against its model, command by command, and against all grids of order 2."""

import random
import re
from functools import cache
from itertools import permutations

import pytest
from amaranth.sim import Simulator

from rowloom.hw.sudoku import scan_model
from rowloom.hw.sudoku.scan import Command, Counters, Lock, Scan
from rowloom.hw.sudoku.scan_model import ScanModel
from rowloom.hw.sudoku.unit_words import Kind


class Driver:
    """Gives commands to the unit and to its model, and compares what they tell."""

    def __init__(self, ctx, unit):
        self._ctx, self._unit = ctx, unit

    async def load(self, order, givens):
        ctx, unit = self._ctx, self._unit
        ctx.set(unit.order, order)
        await self._command(Command.CLEAR)
        for number, value in enumerate(givens):
            ctx.set(unit.address, number)
            ctx.set(unit.write, {"enable": 1, "value": value})
            await ctx.tick()
        ctx.set(unit.write.enable, 0)
        await self._command(Command.LOAD)
        self.model = ScanModel(order, givens)
        self.compare(found=False)

    async def propagate(self):
        await self._command(Command.PROPAGATE)
        self.model.propagate()
        self.compare(found=False)

    async def assume(self, row, col, value, choice):
        await self._command(Command.ASSUME, row, col, value, choice)
        self.model.assume(row, col, value, choice)
        self.compare(found=False)

    async def undo(self):
        await self._command(Command.UNDO)
        self.model.undo()
        self.compare()

    async def pick(self, row, col, enough):
        await self._command(Command.PICK, row, col, enough)
        self.model.pick(row, col, enough)
        self.compare()

    async def exclude(self, lock, number):
        await self._command(Command.EXCLUDE, number, value=lock)
        self.model.exclude(lock, number)
        self.compare(found=False)

    async def find_subsets(self, kind, number):
        await self._command(Command.SUBSETS, number, value=kind)
        self.model.find_subsets(kind, number)
        self.compare(found=False)

    async def values(self):
        """Of all cells, from the unit."""
        found = []
        for number in range(self.model.side ** 2):
            self._ctx.set(self._unit.address, number)
            await self._ctx.tick()
            found.append(self._ctx.get(self._unit.value))
        assert found == [self.model.values.get(divmod(number, self.model.side), -1) + 1 for number in range(len(found))]
        return found

    def compare(self, found=True):
        ctx, unit, model = self._ctx, self._unit, self.model
        for name in ("contradiction", "solved"):
            assert ctx.get(getattr(unit, name)) == getattr(model, name), name
        assert ctx.get(unit.level) == model.level
        if not model.contradiction:
            assert ctx.get(unit.depth) == len(model.trail)
        assert {name: ctx.get(unit.counters[name]) for name in Counters().members} == {
            name: getattr(model, name) for name in Counters().members}
        if found:
            *cell, value = model.found
            assert value is None or [ctx.get(unit.found.row), ctx.get(unit.found.col)] == cell
            none = (1 << len(unit.found.value)) - 1
            assert ctx.get(unit.found.value) == (none if value is None else value)

    async def _command(self, what, row=0, col=0, value=0, choice=False):
        ctx, unit = self._ctx, self._unit
        ctx.set(unit.command, {"what": what, "row": row, "col": col, "value": value, "choice": choice})
        await ctx.tick()
        ctx.set(unit.command.what, Command.NONE)
        await ctx.tick().until(~unit.busy)


@pytest.fixture
def drive():
    """Runs ``testbench(driver)`` on a unit for orders up to ``order``."""
    def run(order, testbench, excluded=15, subsets=15):
        unit = Scan(order, min(order, excluded), min(order, subsets))

        async def process(ctx):
            await testbench(Driver(ctx, unit))

        sim = Simulator(unit)
        sim.add_clock(1e-6)
        sim.add_testbench(process)
        sim.run()

    return run


@cache
def grids_of_order_2():
    """All 288, row by row."""
    lines = list(permutations(range(1, 5)))
    found = [[]]
    for _ in range(4):
        found = [[*grid, line] for grid in found for line in lines if fits([*grid, line])]
    assert len(found) == 288
    return [[digit for line in grid for digit in line] for grid in found]


def fits(rows):
    cols = zip(*rows)
    boxes = (rows[top][left:left + 2] + row[left:left + 2]
             for top in range(0, len(rows) - 1, 2) for row in [rows[top + 1]] for left in (0, 2))
    return all(len(set(unit)) == len(unit) for units in (cols, boxes) for unit in units)


def grid(order, rng):
    """Some solution of a blank puzzle, its digits and lines mixed."""
    side = order * order
    digits = rng.sample(range(1, side + 1), side)
    lines = [band * order + line
             for band in rng.sample(range(order), order) for line in rng.sample(range(order), order)]
    return [digits[(order * (line % order) + line // order + col) % side] for line in lines for col in range(side)]


def thinned(solution, share, rng):
    return [digit if rng.random() < share else 0 for digit in solution]


async def search(driver, rng):
    """Plain search, with whatever else may be commanded on the way."""
    model = driver.model
    await driver.propagate()
    for _ in range(40):
        if model.contradiction or model.solved:
            if model.level == 0:
                break
            await driver.undo()
            row, col, value = model.found
            await driver.assume(row, col, value + 1, True)
            continue
        if model.level == 0:
            for lock in Lock:
                await driver.exclude(lock, rng.randrange(model.side))
            for kind in Kind:
                await driver.find_subsets(kind, rng.randrange(model.side))
            await driver.propagate()
            if model.contradiction or model.solved:
                continue
        await driver.pick(rng.randrange(model.side), rng.randrange(model.side), rng.randrange(5))
        await driver.pick(0, 0, 2)
        row, col, _ = model.found
        await driver.assume(row, col, 1, rng.random() < 0.8)
    await driver.values()


@pytest.mark.parametrize("most, order, share, puzzles", [
    (2, 2, 0.2, 3), (3, 2, 0.25, 1),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((3, 3, 0.35, 4), (3, 2, 0.2, 20), (4, 4, 0.45, 2)))])
def test_searches(drive, most, order, share, puzzles):
    """Of every order up to the unit's, with all that it tells on the way."""
    async def testbench(driver):
        rng = random.Random(order)
        for _ in range(puzzles):
            await driver.load(order, thinned(grid(order, rng), share, rng))
            await search(driver, rng)

    drive(most, testbench)


def test_subsets_of_all_units(drive, monkeypatch):
    """Of a puzzle in which naked ones and hidden ones exclude something."""
    rng = random.Random(16)
    givens = thinned(grid(3, rng), 0.35, rng)
    units = [(kind, number) for kind in Kind for number in range(9)]

    async def testbench(driver):
        await driver.load(3, givens)
        await driver.propagate()
        for unit in units:
            await driver.find_subsets(*unit)
        await driver.propagate()
        for number in range(0, 81, 3):
            await driver.pick(*divmod(number, 9), 9)

    def excluded():
        model = ScanModel(3, givens)
        model.propagate()
        for unit in units:
            model.find_subsets(*unit)
        return model.subsets

    drive(3, testbench)
    both = excluded()
    monkeypatch.setattr(scan_model, "LEFT_BY_HIDDEN", 9)
    assert 0 < excluded() < both


def deduced(order, givens):
    """A model that has excluded what it can."""
    model = ScanModel(order, givens)
    model.propagate()
    for number in range(model.side):
        for lock in Lock:
            model.exclude(lock, number)
            model.propagate()
        for kind in Kind:
            model.find_subsets(kind, number)
            model.propagate()
    assert not model.contradiction
    return model


def known(model, number):
    """What the model still allows in a cell."""
    cell = divmod(number, model.side)
    return {model.values[cell]} if cell in model.values else model.candidates(cell)


def test_no_solution_is_lost():
    """Of order 2, by the model: what is placed without a choice is so in every solution that there is."""
    rng = random.Random(2)
    for full in grids_of_order_2():
        givens = thinned(full, rng.choice((0.1, 0.2, 0.3, 0.5)), rng)
        model = deduced(2, givens)
        solutions = [one for one in grids_of_order_2() if agrees(givens, one)]
        for number in range(16):
            assert {one[number] - 1 for one in solutions} <= known(model, number)


def test_a_solution_of_order_3_is_not_lost():
    rng, hit = random.Random(3), 0
    for _ in range(60):
        full = grid(3, rng)
        model = deduced(3, thinned(full, rng.choice((0.25, 0.3, 0.35)), rng))
        assert all(digit - 1 in known(model, number) for number, digit in enumerate(full))
        hit += model.subsets > 0
    assert hit > 20


def agrees(known, solution):
    return all(digit in (0, other) for digit, other in zip(known, solution, strict=True))


@pytest.mark.parametrize("givens", [
    {0: 1, 3: 1}, {0: 1, 12: 1}, {0: 1, 5: 1}, {0: 5}, {1: 2, 2: 3, 3: 4, 4: 1},
], ids=["row", "column", "box", "no digit", "a cell without candidates"])
def test_contradictory_givens(drive, givens):
    async def testbench(driver):
        await driver.load(2, [givens.get(cell, 0) for cell in range(16)])
        await driver.propagate() if not driver.model.contradiction else None
        assert driver.model.contradiction

    drive(3, testbench)


def test_a_full_grid(drive):
    async def testbench(driver):
        full = grid(2, random.Random(0))
        await driver.load(2, full)
        await driver.propagate()
        assert driver.model.solved
        assert await driver.values() == full
        await driver.pick(0, 0, 2)

    drive(2, testbench)


@pytest.mark.parametrize("largest, order, givens", [
    (0, 2, {8: 1, 9: 2}), (2, 3, {0: 1, 1: 2, 2: 3, 9: 4, 21: 8, 24: 9})])
def test_without_a_memory_for_it_nothing_is_excluded(drive, largest, order, givens):
    cells = [givens.get(cell, 0) for cell in range(order ** 4)]
    able = ScanModel(order, cells), ScanModel(order, cells)
    for number in range(order ** 2):
        able[0].exclude(Lock.BOX_ROWS, number)
        able[1].find_subsets(Kind.BOX, number)
    assert able[0].excluded and able[1].subsets

    async def testbench(driver):
        await driver.load(order, cells)
        for number in range(order ** 2):
            await driver._command(Command.EXCLUDE, number, value=Lock.BOX_ROWS)
            await driver._command(Command.SUBSETS, number, value=Kind.BOX)
        driver.compare(found=False)
        await driver.propagate()
        await driver.pick(0, 0, 2)

    drive(3, testbench, excluded=largest, subsets=largest)


@pytest.mark.parametrize("order", [0, 1])
def test_no_smaller_order(order):
    with pytest.raises(ValueError, match=f"^{re.escape(f'Scan needs an order of at least 2, not {order}')}$"):
        Scan(order, excluded=0, subsets=0)
