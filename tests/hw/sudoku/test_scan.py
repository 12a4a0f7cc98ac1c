"""The scan unit against its model, command by command, and against all grids of order 2."""

import random
from functools import cache
from itertools import pairwise, permutations

import pytest

from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.scan import Command, Lock, Scan
from support.simulation import simulate
from support.sudoku import scan as scan_model
from support.sudoku.scan import ScanModel
from support.sudoku.scan_session import ScanSession, search


@pytest.fixture
def drive():
    """Runs ``testbench(session)`` on a unit for orders up to ``order``."""
    def run(order, testbench, excluded=15, subsets=15):
        dut = Scan(order, min(order, excluded), min(order, subsets))

        async def process(ctx):
            await testbench(ScanSession(ctx, dut))

        simulate(dut, process)

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
    return all(len(set(house)) == len(house) for houses in (cols, boxes) for house in houses)


def grid(order, rng):
    """Some solution of a blank puzzle, its digits and lines mixed."""
    side = order * order
    digits = rng.sample(range(1, side + 1), side)
    lines = [band * order + line
             for band in rng.sample(range(order), order) for line in rng.sample(range(order), order)]
    return [digits[(order * (line % order) + line // order + col) % side] for line in lines for col in range(side)]


def thinned(solution, share, rng):
    return [digit if rng.random() < share else 0 for digit in solution]


@pytest.mark.parametrize("most, order, share, puzzles", [
    (2, 2, 0.2, 3), (3, 2, 0.25, 1),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((3, 3, 0.35, 4), (3, 2, 0.2, 20), (4, 4, 0.45, 2)))])
def test_searches(drive, most, order, share, puzzles):
    """Of every order up to the unit's, with all that it tells on the way."""
    async def testbench(session):
        rng = random.Random(order)
        for _ in range(puzzles):
            await session.load(order, thinned(grid(order, rng), share, rng))
            await search(session, rng)

    drive(most, testbench)


def test_subsets_of_all_houses(drive, monkeypatch):
    """Of a puzzle in which naked ones and hidden ones exclude something."""
    rng = random.Random(16)
    givens = thinned(grid(3, rng), 0.35, rng)
    houses = [(kind, number) for kind in HouseKind for number in range(9)]

    async def testbench(session):
        await session.load(3, givens)
        await session.propagate()
        for house in houses:
            await session.find_subsets(*house)
        await session.propagate()
        for number in range(0, 81, 3):
            await session.find_branch(*divmod(number, 9), 9)

    def excluded():
        model = ScanModel(3, givens)
        model.propagate()
        for house in houses:
            model.find_subsets(*house)
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
        for kind in HouseKind:
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
    async def testbench(session):
        await session.load(2, [givens.get(cell, 0) for cell in range(16)])
        await session.propagate() if not session.model.contradiction else None
        assert session.model.contradiction

    drive(3, testbench)


def test_a_full_grid(drive):
    async def testbench(session):
        full = grid(2, random.Random(0))
        await session.load(2, full)
        await session.propagate()
        assert session.model.solved
        assert await session.values() == full
        await session.find_branch(0, 0, 2)

    drive(2, testbench)


@pytest.mark.parametrize("largest, order, givens", [
    (0, 2, {8: 1, 9: 2}), (2, 3, {0: 1, 1: 2, 2: 3, 9: 4, 21: 8, 24: 9})])
def test_without_a_memory_for_it_nothing_is_excluded(drive, largest, order, givens):
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
        await session.propagate()
        await session.find_branch(0, 0, 2)

    drive(3, testbench, excluded=largest, subsets=largest)


def test_clocks(drive):
    """Commands take the clocks that the docstrings of the sequencers and of the reader state."""
    givens = thinned(grid(3, random.Random(1)), 0.3, random.Random(1))

    def reading(cells, last=None):
        """Clocks to read open cells, of which only those up to number ``last`` may be wanted."""
        return max(cells + 6, (cells if last is None else last) + 12 if cells and last != 0 else 0)

    async def testbench(session):
        report = await session.command(Command.CLEAR)
        assert report.clocks == 9 << 4  # the words of cells
        report = await session.load(3, givens)
        given = sum(map(bool, givens))
        assert report.clocks == 21 * given + 5 * (81 - given)
        await session.propagate()
        assert (await session.propagate()).clocks == 1
        model = session.model
        rows = [sum((row, col) not in model.values for col in range(9)) for row in range(9)]
        report = await session.find_branch(0, 0, 0)
        assert report.clocks == sum(map(reading, rows))
        report = await session.assume(*report.found[:2], 1, True)
        assert report.clocks > 11 + 5 + 1
        depth = report.depth
        report = await session.undo()
        assert report.clocks == 19 * (depth - report.depth)
        # A row in which nothing is locked: the last cell of each part.
        ends = [sum((0, col) not in model.values for col in range(right)) for right in (0, 3, 6, 9)]
        report = await session.exclude(Lock.ROW, 0)
        assert model.excluded == 0
        assert report.clocks == 2 * sum(
            reading(rows[0], end if end > start else 0) + 3 for start, end in pairwise(ends))

    drive(3, testbench)
