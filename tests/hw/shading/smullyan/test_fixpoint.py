"""Propagation and floods are repeated until neither finds anything more. Few floods are needed."""

import random
from functools import partial

import pytest

from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers.shading.deduction import Deduction, reached
from rowloom.host.solvers.shading.rules import OPEN, rules_for
from rowloom.hw.shading.fixpoint import ShadingFixpoint
from rowloom.hw.shading.smullyan import CLUE_BITS, JOINED, DynastySweep
from support.deduction.closure import closure
from support.shading import smullyan
from support.shading.flood import flood
from support.shading.pages import Page, clue_words
from support.shading.rows import cells_that_may, joined_in, with_cell
from support.simulation import pulse, simulate


def deduce(state, clues, lonely):
    """Apply visits and floods until they find nothing more; return the state, or None for a contradiction."""
    def floods(state):
        found = flood(state, "0")
        return found.state, found.contradiction

    state, contradiction = closure(state, partial(smullyan.fixpoint, clues=clues, lonely=lonely), floods)
    return None if contradiction else state


def is_decided(state):
    return all(len(shades) == 1 for row in state for shades in row)


class Simulated:
    """The unit in the simulator. All of its outputs are compared with the model."""

    def __init__(self, unit, ctx, clues, lonely):
        self._unit, self._ctx, self._clues, self._lonely = unit, ctx, clues, lonely
        self._words = clue_words(clues, len(unit.port.state.unshaded), CLUE_BITS, smullyan.clue_vectors)
        self.floods = self.lookaheads = 0

    async def follow(self, state, cell=None, shade="0", *, lookahead=False, whole=False):
        """Return the fixpoint of a state, or None for a contradiction. If a cell is given, it first gets the shade."""
        unit, ctx = self._unit, self._ctx
        inputs = {"first": 0, "last": len(state) - 1, "column": 0, "value": int(shade),
                  "lonely": self._lonely, "lookahead": lookahead}
        before = state
        if cell is not None:
            row, col = cell
            before = with_cell(state, row, col, shade)
            inputs |= {"first": row, "last": row, "column": 1 << col}
        page = Page(state, [joined_in(row, "0") for row in state], self._words)
        if whole:
            await pulse(ctx, unit.forget)
        flooding = [0]
        await page.work(ctx, unit, each_clock=lambda: flooding.append(ctx.get(unit.flooding)), **inputs)
        self.floods += sum(flooding[at - 1:at + 1] == [0, 1] for at in range(1, len(flooding)))
        self.lookaheads += lookahead
        expected = deduce(before, self._clues, self._lonely)
        assert ctx.get(unit.contradiction) == (expected is None)
        if expected is None:
            return None
        assert (page.state, page.linked) == (expected, [joined_in(row, "0") for row in expected])
        assert ctx.get(unit.decided) == is_decided(expected)
        return expected


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 10), ((1, 4), (1, 4), 10), ((4, 1), (4, 1), 10), ((2, 2), (2, 2), 10), ((4, 4), (4, 4), 10),
    ((6, 7), (6, 7), 3), ((7, 6), (4, 3), 4), ((10, 5), (10, 5), 2), ((9, 9), (9, 9), 2),
    *(pytest.param(size, size, 40, marks=pytest.mark.slow) for size in ((4, 4), (6, 7), (9, 9))),
])
def test_searches(built, size, count):
    """Solve puzzles with random choices. Before each choice, look ahead for some cells, with each of the two shades."""
    rng = random.Random(0)
    unit = ShadingFixpoint(*built, DynastySweep(*built), JOINED)
    ends, totals = [], [0, 0]

    async def testbench(ctx):
        rows, cols = size
        for _ in range(count):
            clues = smullyan.random_clues(rng, rows, cols, unlike=0)
            simulated = Simulated(unit, ctx, clues, rows > 1 and cols > 1)
            state = await simulated.follow([("01",) * cols] * rows, whole=True)
            while state is not None and not is_decided(state):
                undecided = sorted(cells_that_may(state, "0") & cells_that_may(state, "1"))
                for cell in rng.sample(undecided, min(2, len(undecided))):
                    for shade in rng.sample("01", 2):
                        await simulated.follow(state, cell, shade, lookahead=True)
                # Unlike a lookahead, a choice changes the state.
                cell, shade = rng.choice(undecided), rng.choice("01")
                state = await simulated.follow(state, cell, shade, whole=rng.random() < 0.3)
            ends.append(state is not None)
            if state is not None:
                assert not Smullyan.verify(as_puzzle(clues), ["".join(row) for row in state])
            totals[0] += simulated.lookaheads
            totals[1] += simulated.floods

    simulate(unit, testbench)
    assert True in ends or size == (9, 9)
    # Most lookaheads need no flood.
    lookaheads, floods = totals
    assert floods < lookaheads or lookaheads < 100


def as_puzzle(clues):
    numbers = tuple(tuple(clue and clue[0] for clue in line) for line in clues)
    return Smullyan("random", len(clues), len(clues[0]), numbers)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), (4, 1), (2, 2), (3, 4), (5, 5), (8, 7)])
def test_software_finds_the_same(rows, cols):
    """The software solver draws the same conclusions as the unit. So software and boards remove the same clues from a
    puzzle, unless the puzzle needs a search."""
    rng = random.Random(rows)
    ends = []
    for _ in range(60):
        clues = smullyan.random_clues(rng, rows, cols, unlike=0)
        state = deduce([("01",) * cols] * rows, clues, rows > 1 and cols > 1)
        rules = rules_for(as_puzzle(clues))
        deduction = Deduction(rules, partial(reached, alone=rows == 1 or cols == 1))
        deduction.add(rules.of_clue)
        assert deduction.run() == (state is not None)
        if state is not None:
            shades = [int(cell) if len(cell) == 1 else OPEN for row in state for cell in row]
            assert deduction.state == shades
            ends.append(OPEN in shades)
    assert set(ends) == {False, True} or rows * cols == 1
