"""The scan engine is used through its registers, and compared with its model, command by command. The model is compared
with all grids of order 2."""

import random
from itertools import pairwise
from typing import NamedTuple

import pytest

from rowloom.hw.sudoku.scan.memories import HouseKind
from rowloom.hw.sudoku.scan.peripheral import ScanPeripheral
from rowloom.hw.sudoku.scan.scan import Command, Lock, ScanCounters
from support.puzzles import random_grid
from support.registers import Registers
from support.simulation import drive, until_idle
from support.sudoku import scan as scan_model
from support.sudoku.parallel import every_grid
from support.sudoku.scan import ScanModel


class Report(NamedTuple):
    """The outputs after a command. ``counters`` maps the names of counters to their values; ``clocks`` is the number of
    clocks that the command took."""

    contradiction: bool
    solved: bool
    found: tuple[int, ...]
    depth: int
    level: int
    counters: dict[str, int]
    clocks: int


class Session(Registers):
    """The engine's registers, and its model. Commands are given to both, and their results are compared."""

    async def command(self, what, row=0, col=0, value=0, choice=False):
        """Give a command to the engine alone."""
        await self.write("control", command=what, row=row, col=col, value=value, choice=choice)
        await self.ctx.tick()
        clocks = await until_idle(self.ctx, self.unit.busy)
        state, trail = await self.fields("state"), await self.fields("trail")
        counters = {name: await self.read(f"counters.{number}") for number, name in enumerate(ScanCounters().members)}
        return Report(bool(state.contradiction), bool(state.solved), (state.row, state.col, state.value),
                      trail.depth, trail.level, counters, clocks)

    async def load(self, order, givens):
        await self.write("order", order)
        await self.command(Command.CLEAR)
        await self.put(0, givens)
        self.model = ScanModel(order, givens)
        return self._compare(await self.command(Command.LOAD))

    async def put(self, first, values):
        """Write values into the memory of cells, beginning with the cell ``first``."""
        await self.write("cell", first)
        for value in values:
            await self.write("given", value)

    async def get(self, first, number):
        """Return the values of cells, beginning with the cell ``first``."""
        await self.write("cell", first)
        values = []
        for _ in range(number):
            await self.ctx.tick().repeat(2)  # the CPU takes three clocks for each access
            values.append(await self.read("value"))
        return values

    async def do(self, what, row=0, col=0, value=0, choice=False):
        """Give a command to the engine and to the model."""
        self.model.do(what, value, col, row, choice)
        report = self._compare(await self.command(what, row, col, value, choice))
        if what in (Command.UNDO, Command.BRANCH):
            *cell, value = self.model.found
            # If there is no open cell, the value is all ones.
            assert report.found[2] == ((1 << len(self.unit._scan.found.value)) - 1 if value is None else value)
            assert value is None or report.found[:2] == tuple(cell)
        return report

    async def values(self):
        model, cells = self.model, self.model.side ** 2
        values = await self.get(0, cells)
        assert values == [model.values.get(divmod(cell, model.side), -1) + 1 for cell in range(cells)]
        return values

    def _compare(self, report):
        model = self.model
        assert (report.contradiction, report.solved, report.level) == (model.contradiction, model.solved, model.level)
        assert model.contradiction or report.depth == len(model.trail)
        assert report.counters == {name: getattr(model, name) for name in report.counters}
        return report


async def search(session, rng, commands=40):
    """Search for a solution of a loaded puzzle, and use all other commands during the search."""
    model = session.model
    await session.do(Command.PROPAGATE)
    for _ in range(commands):
        if model.contradiction or model.solved:
            if model.level == 0:
                break
            await session.do(Command.UNDO)
            row, col, value = model.found
            await session.do(Command.ASSUME, row, col, value + 1, True)
            continue
        if model.level == 0:
            for lock in Lock:
                await session.do(Command.EXCLUDE, rng.randrange(model.side), value=lock)
            for kind in HouseKind:
                await session.do(Command.SUBSETS, rng.randrange(model.side), value=kind)
            await session.do(Command.PROPAGATE)
            if model.contradiction or model.solved:
                continue
        await session.do(Command.BRANCH, rng.randrange(model.side), rng.randrange(model.side), rng.randrange(5))
        await session.do(Command.BRANCH, 0, 0, 2)
        row, col, _ = model.found
        await session.do(Command.ASSUME, row, col, 1, rng.random() < 0.8)
    await session.values()


def run(order, testbench, subsets=15):
    """Run ``testbench(session)`` on an engine for orders up to ``order``."""
    drive(ScanPeripheral(order, subsets), Session, testbench)


def grid(order, rng):
    """Return a solved grid, row by row."""
    return [digit for line in random_grid(order, rng) for digit in line]


def thinned(solution, share, rng):
    return [digit if rng.random() < share else 0 for digit in solution]


@pytest.mark.parametrize("most, order, share, puzzles", [
    (3, 2, 0.25, 1),
    *(pytest.param(*case, marks=pytest.mark.slow)
      for case in ((2, 2, 0.2, 3), (3, 3, 0.35, 4), (3, 2, 0.2, 20), (4, 4, 0.45, 2)))])
def test_searches(most, order, share, puzzles):
    """There are puzzles of every order up to the unit's largest order. All outputs are compared after each command."""
    async def testbench(session):
        rng = random.Random(order)
        for _ in range(puzzles):
            await session.load(order, thinned(grid(order, rng), share, rng))
            await search(session, rng)

    run(most, testbench)


def test_subsets_of_all_houses(monkeypatch):
    """In this puzzle, both naked and hidden subsets exclude candidates."""
    rng = random.Random(16)
    givens, houses = thinned(grid(3, rng), 0.35, rng), [(kind, number) for kind in HouseKind for number in range(9)]

    async def testbench(session):
        await session.load(3, givens)
        await session.do(Command.PROPAGATE)
        for house in houses:
            await session.do(Command.SUBSETS, house[1], value=house[0])
        await session.do(Command.PROPAGATE)
        for number in range(0, 81, 27):
            await session.do(Command.BRANCH, *divmod(number, 9), 9)

    def excluded():
        model = ScanModel(3, givens)
        model.propagate()
        for house in houses:
            model.find_subsets(*house)
        return model.subsets

    run(3, testbench)
    both = excluded()
    monkeypatch.setattr(scan_model, "LEFT_BY_HIDDEN", 9)
    assert 0 < excluded() < both


def left_in_cells(order, givens):
    """Deduce with the model; return the digits that are left in each cell, and the number of cells that were changed
    because of subsets."""
    model = ScanModel(order, givens)
    model.propagate()
    for number in range(model.side):
        for lock in Lock:
            model.exclude(lock, number)
            model.propagate()
        for kind in HouseKind:
            model.find_subsets(kind, number)
            model.propagate()
    assert not model.contradiction
    cells = (divmod(number, model.side) for number in range(model.side ** 2))
    return [{model.values[cell]} if cell in model.values else model.candidates(cell) for cell in cells], model.subsets


def test_no_solution_is_lost():
    """For order 2, the model excludes no digit of any solution. For order 3, it excludes no digit of the solution from
    which the givens were taken."""
    rng, changed = random.Random(2), 0
    every = [[digit.bit_length() for line in full for digit in line] for full in every_grid()]
    for full in every[::4]:
        givens = thinned(full, rng.choice((0.1, 0.2, 0.3, 0.5)), rng)
        left, _ = left_in_cells(2, givens)
        for one in every:
            if all(digit in (0, other) for digit, other in zip(givens, one, strict=True)):
                assert all(digit - 1 in digits for digit, digits in zip(one, left, strict=True))
    for _ in range(20):
        full = grid(3, rng)
        left, subsets = left_in_cells(3, thinned(full, rng.choice((0.25, 0.3, 0.35)), rng))
        assert all(digit - 1 in digits for digit, digits in zip(full, left, strict=True))
        changed += subsets > 0
    assert changed > 4


def test_contradictory_givens():
    """A digit occurs twice in a row, a column or a box, or a digit is too large, or a cell has no candidates."""
    async def testbench(session):
        for givens in {0: 1, 3: 1}, {0: 1, 12: 1}, {0: 1, 5: 1}, {0: 5}, {1: 2, 2: 3, 3: 4, 4: 1}:
            await session.load(2, [givens.get(cell, 0) for cell in range(16)])
            if not session.model.contradiction:
                await session.do(Command.PROPAGATE)
            assert session.model.contradiction

    run(2, testbench)


def test_a_full_grid():
    """In the memory, the cells of the largest puzzle are followed by room for a solution."""
    async def testbench(session):
        full = grid(2, random.Random(0))
        await session.load(2, full)
        await session.do(Command.PROPAGATE)
        assert session.model.solved
        await session.put(81, full[::-1])
        assert await session.values() == full and await session.get(81, 16) == full[::-1]
        await session.do(Command.BRANCH, 0, 0, 2)

    run(3, testbench)


@pytest.mark.parametrize("command, busy", [(Command.NONE, 0), (Command.PROPAGATE, 1)])
def test_busy(command, busy):
    """``busy`` is a bit of the register, and also an output of the engine. The command ``NONE`` does nothing."""
    async def testbench(session):
        await session.load(2, [0] * 16)
        await session.write("control", command=command, choice=1, value=3)
        await session.ctx.tick().repeat(2)
        assert (session.ctx.get(session.unit.busy), (await session.fields("state")).busy) == (busy, busy)

    run(2, testbench)


@pytest.mark.parametrize("largest, order, givens", [
    (0, 2, {8: 1, 9: 2}), (2, 3, {0: 1, 1: 2, 2: 3, 9: 4, 21: 8, 24: 9})])
def test_without_a_memory_for_it_nothing_is_excluded(monkeypatch, largest, order, givens):
    monkeypatch.setattr("rowloom.hw.sudoku.scan.peripheral.MOST_EXCLUDED", largest)
    cells = [givens.get(cell, 0) for cell in range(order ** 4)]
    able = ScanModel(order, cells), ScanModel(order, cells)
    for number in range(order ** 2):
        able[0].exclude(Lock.BOX_ROWS, number)
        able[1].find_subsets(HouseKind.BOX, number)
    assert able[0].excluded and able[1].subsets

    async def testbench(session):
        await session.load(order, cells)
        for number in range(order ** 2):
            await session.command(Command.EXCLUDE, number, value=Lock.BOX_ROWS)
            await session.command(Command.SUBSETS, number, value=HouseKind.BOX)
        await session.do(Command.PROPAGATE)
        await session.do(Command.BRANCH, 0, 0, 2)

    run(3, testbench, subsets=largest)


def test_clocks():
    """Each command takes the number of clocks that is given in the docstrings of its sequencer and of the reader."""
    givens = thinned(grid(3, random.Random(1)), 0.3, random.Random(1))

    def reading(cells, last=None):
        """Return the number of clocks for reading this many open cells. If ``last`` is given, only the cells up to this
        number are needed."""
        return max(cells + 6, (cells if last is None else last) + 12 if cells and last != 0 else 0)

    async def testbench(session):
        assert (await session.command(Command.CLEAR)).clocks == 9 << 4  # each word is cleared in one clock
        given = sum(map(bool, givens))
        assert (await session.load(3, givens)).clocks == 21 * given + 5 * (81 - given)
        await session.do(Command.PROPAGATE)
        assert (await session.do(Command.PROPAGATE)).clocks == 1
        model = session.model
        rows = [sum((row, col) not in model.values for col in range(9)) for row in range(9)]
        report = await session.do(Command.BRANCH, 0, 0, 0)
        assert report.clocks == sum(map(reading, rows))
        assumed = await session.do(Command.ASSUME, *report.found[:2], 1, True)
        assert assumed.clocks > 11 + 5 + 1
        undone = await session.do(Command.UNDO)
        assert undone.clocks == 19 * (assumed.depth - undone.depth)
        # This row has no locked candidates. The unit reads the row twice for each box, and each time only up to the
        # last open cell in the box.
        ends = [sum((0, col) not in model.values for col in range(right)) for right in (0, 3, 6, 9)]
        report = await session.do(Command.EXCLUDE, 0, value=Lock.ROW)
        assert model.excluded == 0
        assert report.clocks == 2 * sum(
            reading(rows[0], end if end > start else 0) + 3 for start, end in pairwise(ends))

    run(3, testbench)
