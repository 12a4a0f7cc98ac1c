"""To strike a shade means to remove it from the possible shades of a cell. The unit strikes shades in rows and columns,
and requests visits of the clues that may see these cells. It is compared with a model, down to the clock cycle."""

import random

import pytest

from rowloom.hw.shading.canal.strikes import Strikes
from rowloom.hw.shading.rules import SHADES
from support.shading.canal import UNKNOWN
from support.shading.pages import CanalPages
from support.simulation import set_inputs, simulate
from support.vectors import bits, members


def seers(line, struck, numbered):
    """Return the places of the line's numbered clues that may see a struck cell. A clue may see a cell if every cell in
    between may be shaded or has just been struck."""
    found = set()
    for place in struck:
        for step in (1, -1):
            at = place + step
            while 0 <= at < len(line) and ("1" in line[at] or at in struck):
                at += step
            if at in numbered:
                found.add(at)
    return found


class Model:
    """A model of the grid. It collects the clues for which visits are requested.

    Parameters
    ----------
    state : list of Row
    numbered : list of sets of columns, one for each row
    """

    def __init__(self, state, numbered):
        self.grid, self.numbered, self.asked = [list(row) for row in state], numbered, set()

    def strike(self, losses):
        """Strike shades; ``losses`` maps cells to shades."""
        for (row, col), shade in losses.items():
            self.grid[row][col] = self.grid[row][col].replace(shade, "")
        for row, line in enumerate(self.grid):
            struck = {at for other, at in losses if other == row}
            self.asked |= {("row", row, col) for col in seers(line, struck, self.numbered[row])}
        for col, line in enumerate(zip(*self.grid)):
            struck = {at for at, other in losses if other == col}
            numbered = {row for row, cols in enumerate(self.numbered) if col in cols}
            self.asked |= {("col", row, col) for row in seers(line, struck, numbered)}


def some_losses(rng, cells, share):
    """Select some undecided cells of a line; return a dictionary that maps each of them to the shade to strike."""
    return {place: rng.choice("01") for place, shades in enumerate(cells) if shades == "01" and rng.random() < share}


def word(losses):
    return {name: bits(place for place, lost in losses.items() if lost == str(shade))
            for shade, name in enumerate(SHADES)}


async def strike(ctx, unit, pages, after=None, **inputs):
    """Set inputs, and wait until the unit has nothing more to do. Return the number of clocks, the clues for which
    visits were requested, and whether there was a contradiction. ``after`` are the shades that are struck in the clock
    after the inputs."""
    set_inputs(ctx, unit, height=pages.height, width=pages.width, **inputs)
    asked, clocks, contradiction, quiet = set(), 0, False, 0
    while quiet < 3:
        assert clocks < 1000
        for name, port in (("row", unit.by_row), ("col", unit.by_col)):
            if ctx.get(port.valid):
                line, cells = ctx.get(port.line), members(ctx.get(port.cells))
                asked |= {(name, line, at) if name == "row" else (name, at, line) for at in cells}
        contradiction |= bool(ctx.get(unit.contradiction))
        await pages.clock(ctx)
        for command in (unit.report.enable, unit.strike.enable, unit.begin):
            ctx.set(command, 0)
        ctx.set(unit.lost, {shade: pages.rng.getrandbits(pages.cols) if clocks else (after or {}).get(shade, 0)
                            for shade in SHADES})
        clocks += 1
        quiet = quiet + 1 if ctx.get(unit.quiet) else 0
    pages.check_idle(ctx)
    return clocks - 2, asked, contradiction


SIZES = [(1, 1), (1, 7), (7, 1), (3, 4), (9, 8), (12, 36)]


def random_case(unit, rng, rows, cols):
    """Return pages, the model of these pages, and the cell of a clue."""
    clues = [rng.choices([None, (3, False), (UNKNOWN, False)], (6, 3, 1), k=cols) for _ in range(rows)]
    state = [tuple("0" if clue else rng.choice(("0", "1", "01", "01", "01")) for clue in line) for line in clues]
    pages = CanalPages(unit, state, clues, rng.random())
    return pages, Model(state, pages.numbered), rng.randrange(rows), rng.randrange(cols)


@pytest.mark.parametrize("rows, cols", SIZES)
def test_rows_that_are_reported(rows, cols):
    """Some cells were struck before the report; other cells are struck in the same clock as the report."""
    rng, unit = random.Random(rows), Strikes(rows, cols)

    async def testbench(ctx):
        for _ in range(15):
            pages, model, row, _ = random_case(unit, rng, rows, cols)
            losses = some_losses(rng, model.grid[row], rng.choice((0, 0.2, 0.6)))
            late = {col: shade for col, shade in losses.items() if rng.random() < 0.2}
            model.strike({(row, col): shade for col, shade in losses.items()})
            changed = ["01" if col in late else shades for col, shades in enumerate(model.grid[row])]
            pages.set_state({row: changed}, [row])
            clocks, asked, contradiction = await strike(
                ctx, unit, pages, report={"enable": 1, "row": row}, after=word(late))
            assert not contradiction and asked == model.asked
            assert clocks == (4 + len(losses) if losses else 3)
            assert pages.state == [tuple(line) for line in model.grid]
            for memory in (pages.reported, pages.columns):
                assert len(memory.written) == len(set(memory.written))
            pages.check_reported()

    simulate(unit, testbench)


@pytest.mark.parametrize("rows, cols", SIZES)
def test_strikes_of_a_clue(rows, cols):
    rng, unit = random.Random(rows), Strikes(rows, cols)

    async def testbench(ctx):
        for _ in range(15):
            pages, model, row, col = random_case(unit, rng, rows, cols)
            across = some_losses(rng, model.grid[row], rng.choice((0, 0.2, 0.6)))
            down = some_losses(rng, [line[col] for line in model.grid], rng.choice((0, 0.2, 0.6)))
            across.pop(col, None), down.pop(row, None)
            model.strike({(row, at): shade for at, shade in across.items()}
                         | {(at, col): shade for at, shade in down.items()})
            command = {"enable": 1, "row": row, "col": col, "across": word(across), "down": word(down)}
            clocks, asked, contradiction = await strike(ctx, unit, pages, strike=command)
            assert not contradiction and asked == model.asked
            works = max(len(across) + bool(down), len(down) + bool(across))
            assert clocks == 2 + works if works else clocks == 1
            assert pages.state == [tuple(line) for line in model.grid]
            pages.check_reported()

    simulate(unit, testbench)


def test_a_cell_that_loses_both_shades():
    unit = Strikes(2, 2)

    async def testbench(ctx):
        for inputs in ({"report": {"enable": 1, "row": 1}, "after": {"unshaded": 0, "shaded": 2}},
                       {"strike": {"enable": 1, "row": 1, "col": 0, "across": {"unshaded": 0, "shaded": 2}}},
                       {"strike": {"enable": 1, "row": 0, "col": 1, "down": {"unshaded": 0, "shaded": 2}}}):
            pages = CanalPages(unit, [("0", "0"), ("0", "1")], [[None] * 2] * 2)
            _, _, contradiction = await strike(ctx, unit, pages, **inputs)
            assert contradiction

    simulate(unit, testbench)


def test_rows_follow_each_other():
    """If n cells of a reported row have lost shades, the next row can be reported n + 2 clocks later. If no cell has
    lost a shade, the next row can be reported three clocks later."""
    unit = Strikes(2, 5)

    async def testbench(ctx):
        for lost in range(4):
            pages = CanalPages(unit, [("01",) * 5] * 2, [[None] * 5] * 2)
            pages.set_state([("0",) * lost + ("01",) * (5 - lost)] * 2, [0, 1])
            ctx.set(unit.report, {"enable": 1, "row": 0})
            assert ctx.get(unit.ready)
            await pages.clock(ctx)
            ctx.set(unit.report.enable, 0)
            clocks = 1
            while not ctx.get(unit.ready):
                await pages.clock(ctx)
                clocks += 1
            assert clocks == (2 + lost if lost else 3)
            for _ in range(9):
                await pages.clock(ctx)

    simulate(unit, testbench)


def test_clear():
    unit = Strikes(3, 3)

    async def testbench(ctx):
        pages = CanalPages(unit, [("01",) * 3] * 3, [[(2, False)] * 3] * 3)
        losses = {"unshaded": 5, "shaded": 0}
        for after in range(4):
            ctx.set(unit.strike, {"enable": 1, "row": 1, "col": 1, "across": losses, "down": losses})
            await pages.clock(ctx)
            ctx.set(unit.strike.enable, 0)
            for _ in range(after):
                await pages.clock(ctx)
            ctx.set(unit.clear, 1)
            await pages.clock(ctx)
            ctx.set(unit.clear, 0)
            for _ in range(3):
                assert ctx.get(unit.quiet) and not ctx.get(unit.by_row.valid) and not ctx.get(unit.by_col.valid)
                pages.check_idle(ctx)
                await pages.clock(ctx)

    simulate(unit, testbench)
