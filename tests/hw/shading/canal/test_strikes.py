"""Strikes in rows and columns, and the clues that see them, against a model, to the clock."""

import random

import pytest

from rowloom.hw.shading.canal.strikes import Strikes
from support.shading.canal import UNKNOWN
from support.shading.rows import bits


def seers(line, struck, numbered):
    """The places of a line with a number from which a struck cell is seen, over cells that may be shaded or were
    struck."""
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
    """A grid of which the columns and the clues are told.

    Parameters
    ----------
    state : list of Row
    numbered : list of sets of columns, one a row
    """

    def __init__(self, state, numbered):
        self.grid, self.numbered, self.asked = [list(row) for row in state], numbered, set()

    def lose(self, row, col, shade):
        self.grid[row][col] = self.grid[row][col].replace(shade, "")

    def ask_row(self, row, struck):
        self.asked |= {("row", row, col) for col in seers(self.grid[row], struck, self.numbered[row])}

    def ask_col(self, col, struck, column=None):
        numbered = {row for row, cols in enumerate(self.numbered) if col in cols}
        column = column or [row[col] for row in self.grid]
        self.asked |= {("col", row, col) for row in seers(column, struck, numbered)}


def random_puzzle(rng, rows, cols):
    clues = [[rng.choices([None, (3, False), (UNKNOWN, False)], (6, 3, 1))[0] for _ in range(cols)]
             for _ in range(rows)]
    return clues, [tuple("0" if clue else rng.choice(("0", "1", "01", "01", "01")) for clue in line) for line in clues]


def some_losses(rng, cells, share):
    """Cells of a line that are undecided, each with a shade that it loses."""
    return {place: rng.choice("01") for place, shades in enumerate(cells) if shades == "01" and rng.random() < share}


def word(losses):
    return {name: bits(place for place, lost in losses.items() if lost == shade)
            for name, shade in (("unshaded", "0"), ("shaded", "1"))}


@pytest.fixture
def check(pages, simulate):
    """Simulates the unit with a testbench that gets a function: it sets inputs, waits until all is quiet, and returns
    how many clocks that took and which clues were asked for."""
    def run(rows, cols, testbench):
        unit = Strikes(rows, cols)

        async def process(ctx):
            async def one(at_hand, after=None, **inputs):
                ctx.set(unit.height, at_hand.height)
                ctx.set(unit.width, at_hand.width)
                for name, value in inputs.items():
                    ctx.set(getattr(unit, name), value)
                asked, clocks, contradiction, quiet = set(), 0, False, 0
                while quiet < 3:
                    assert clocks < 1000
                    for name, port in (("row", unit.by_row), ("col", unit.by_col)):
                        line, cells = ctx.get(port.line), ctx.get(port.cells)
                        asked |= {(name, line, at) if name == "row" else (name, at, line)
                                  for at in range(max(rows, cols)) if ctx.get(port.valid) and cells >> at & 1}
                    contradiction |= bool(ctx.get(unit.contradiction))
                    await at_hand.clock(ctx)
                    for command in (unit.tell.enable, unit.strike.enable, unit.begin):
                        ctx.set(command, 0)
                    ctx.set(unit.lost, {
                        shade: at_hand.rng.getrandbits(cols) if clocks else (after or {}).get(shade, 0)
                        for shade in ("unshaded", "shaded")})
                    clocks += 1
                    quiet = quiet + 1 if ctx.get(unit.quiet) else 0
                at_hand.check_idle(ctx)
                return clocks - 2, asked, contradiction

            await testbench(one, unit)

        simulate(unit, process)

    return run


SIZES = [(1, 1), (1, 7), (7, 1), (3, 4), (9, 8), (12, 36)]


@pytest.mark.parametrize("rows, cols", SIZES)
def test_rows_that_are_told(check, pages, rows, cols):
    """What others have struck in them, and what they lose just then."""
    rng = random.Random(rows)

    async def testbench(one, unit):
        for _ in range(40):
            clues, state = random_puzzle(rng, rows, cols)
            at_hand = pages(unit, state, clues, rng.random())
            model = Model(state, at_hand.numbered)
            row = rng.randrange(rows)
            losses = some_losses(rng, state[row], rng.choice((0, 0.2, 0.6)))
            late = {col for col in losses if rng.random() < 0.2}
            for col, shade in losses.items():
                model.lose(row, col, shade)
            changed = [list(line) for line in state]
            for col in losses.keys() - late:
                changed[row][col] = model.grid[row][col]
            at_hand.set_state([tuple(line) for line in changed], [row])
            model.ask_row(row, set(losses))
            for col in losses:
                model.ask_col(col, {row})
            clocks, asked, contradiction = await one(
                at_hand, tell={"enable": 1, "row": row}, after=word({col: losses[col] for col in late}))
            assert not contradiction and asked == model.asked
            assert clocks == (4 + len(losses) if losses else 3)
            assert at_hand.state == [tuple(line) for line in model.grid]
            for memory in (at_hand.told, at_hand.columns):
                assert len(memory.written) == len(set(memory.written))
            at_hand.check_told()

    check(rows, cols, testbench)


@pytest.mark.parametrize("rows, cols", SIZES)
def test_strikes_of_a_clue(check, pages, rows, cols):
    rng = random.Random(rows)

    async def testbench(one, unit):
        for _ in range(40):
            clues, state = random_puzzle(rng, rows, cols)
            at_hand = pages(unit, state, clues, rng.random())
            model = Model(state, at_hand.numbered)
            row, col = rng.randrange(rows), rng.randrange(cols)
            across = some_losses(rng, state[row], rng.choice((0, 0.2, 0.6)))
            down = some_losses(rng, [line[col] for line in state], rng.choice((0, 0.2, 0.6)))
            across.pop(col, None), down.pop(row, None)
            for at, shade in across.items():
                model.lose(row, at, shade)
            for at, shade in down.items():
                model.lose(at, col, shade)
            model.ask_row(row, set(across))
            model.ask_col(col, set(down))
            for at in across:
                model.ask_col(at, {row})
            for at in down:
                model.ask_row(at, {col})
            clocks, asked, contradiction = await one(
                at_hand, strike={"enable": 1, "row": row, "col": col, "across": word(across), "down": word(down)})
            assert not contradiction and asked == model.asked
            works = max(len(across) + bool(down), len(down) + bool(across))
            assert clocks == 2 + works if works else clocks == 1
            assert at_hand.state == [tuple(line) for line in model.grid]
            at_hand.check_told()

    check(rows, cols, testbench)


def test_a_page_of_which_nothing_was_told(check, pages):
    """The columns are made, and all clues with a number asked for by their rows."""
    rng = random.Random(0)

    async def testbench(one, unit):
        for _ in range(20):
            clues, state = random_puzzle(rng, 5, 6)
            at_hand = pages(unit, state, clues)
            at_hand.forget()
            clocks, asked, _ = await one(at_hand, begin=1, fresh=1)
            assert clocks == 7 and not asked
            asked_by_rows = set()
            for row in rng.sample(range(5), 5):
                clocks, asked, contradiction = await one(at_hand, tell={"enable": 1, "row": row})
                assert not contradiction and asked == {("row", row, col) for col in at_hand.numbered[row]}
                assert clocks == 4 + 6 - state[row].count("01") - (state[row].count("01") == 6)
                asked_by_rows |= asked
            assert at_hand.state == state
            at_hand.check_told()

    check(5, 6, testbench)


def test_a_cell_that_loses_both_shades(check, pages):
    async def testbench(one, unit):
        for inputs in ({"tell": {"enable": 1, "row": 1}, "after": {"unshaded": 0, "shaded": 2}},
                       {"strike": {"enable": 1, "row": 1, "col": 0, "across": {"unshaded": 0, "shaded": 2}}},
                       {"strike": {"enable": 1, "row": 0, "col": 1, "down": {"unshaded": 0, "shaded": 2}}}):
            at_hand = pages(unit, [("0", "0"), ("0", "1")], [[None] * 2] * 2)
            _, _, contradiction = await one(at_hand, **inputs)
            assert contradiction

    check(2, 2, testbench)


def test_rows_follow_each_other(simulate, pages):
    """With n cells that have lost something, the next row can be told n + 2 clocks later; three if there are none."""
    unit = Strikes(2, 5)

    async def testbench(ctx):
        for lost in range(4):
            at_hand = pages(unit, [("01",) * 5] * 2, [[None] * 5] * 2)
            at_hand.set_state([("0",) * lost + ("01",) * (5 - lost)] * 2, [0, 1])
            ctx.set(unit.tell, {"enable": 1, "row": 0})
            assert ctx.get(unit.ready)
            await at_hand.clock(ctx)
            ctx.set(unit.tell.enable, 0)
            clocks = 1
            while not ctx.get(unit.ready):
                await at_hand.clock(ctx)
                clocks += 1
            assert clocks == (2 + lost if lost else 3)
            for _ in range(9):
                await at_hand.clock(ctx)

    simulate(unit, testbench)


def test_clear(simulate, pages):
    unit = Strikes(3, 3)

    async def testbench(ctx):
        at_hand = pages(unit, [("01",) * 3] * 3, [[(2, False)] * 3] * 3)
        losses = {"unshaded": 5, "shaded": 0}
        for after in range(4):
            ctx.set(unit.strike, {"enable": 1, "row": 1, "col": 1, "across": losses, "down": losses})
            await at_hand.clock(ctx)
            ctx.set(unit.strike.enable, 0)
            for _ in range(after):
                await at_hand.clock(ctx)
            ctx.set(unit.clear, 1)
            await at_hand.clock(ctx)
            ctx.set(unit.clear, 0)
            for _ in range(3):
                assert ctx.get(unit.quiet) and not ctx.get(unit.by_row.valid) and not ctx.get(unit.by_col.valid)
                at_hand.check_idle(ctx)
                await at_hand.clock(ctx)

    simulate(unit, testbench)
