"""The unit repeats three kinds of deduction: sweeps, which apply the row rules; paths, which prevent small loops; and
floods. Together, they draw at least as many conclusions as sweeps alone, and at most as many as a model that repeats
all rules."""

import random
from functools import partial

import pytest

from rowloom.hw.slitherlink.deducer.fixpoint import SlitherlinkFixpoint
from support.deduction.closure import closure
from support.loops import random_clues
from support.simulation import drive, pulse
from support.slitherlink.checker import Colour
from support.slitherlink.flood import flood
from support.slitherlink.paths import PathsModel
from support.slitherlink.rows import COLOURS, GridPage, begin, fixpoint, grid_of, within


def floods(state):
    found = flood(state)
    return found.state, found.contradiction


def no_early_loop(state):
    verdict = PathsModel().sweep(state, range(len(state)))
    return verdict.state, verdict.contradiction


def deduce(state, clues, *rules):
    """Apply the row rules and other rules until they find nothing more. Return the state, or None for a contradiction.
    """
    state, contradiction = closure(list(state), partial(fixpoint, clues=clues), *rules)
    return None if contradiction else state


def decided(state):
    return all(len(possible) == 1 for row in state for possible in row.cells)


def assumed(state, row, col, colour):
    return [*state[:row], state[row].with_cell(col, state[row].cells[col] & {colour}), *state[row + 1:]]


class SimulatedFixpoint:
    """The unit in the simulator; all of its results are checked."""

    def __init__(self, ctx, unit):
        self.ctx, self._unit = ctx, unit

    async def forget(self):
        await pulse(self.ctx, self._unit.forget)

    async def follow(self, state, clues, cell=None, colour=Colour.INSIDE, *, lookahead=False, flood=False):
        """Return the fixpoint of a state, or None for a contradiction. If a cell is given, it first gets the colour."""
        unit, ctx, page = self._unit, self.ctx, GridPage(state, clues)
        row, col = cell or (0, 0)
        before = assumed(state, row, col, colour) if cell else state
        await page.work(
            ctx, unit, first=row, last=row if cell else len(clues) - 1, whole=bool(cell and not lookahead),
            column=1 << col if cell else 0, colour=colour == Colour.OUTSIDE, lookahead=lookahead, flood=flood,
            restarts=False)
        found = None if ctx.get(unit.contradiction) else page.state()
        if flood:
            flooded, contradiction = floods(before)
            largest = None if contradiction else deduce(flooded, clues) if flooded != before else before
            assert contradiction or ctx.get(unit.flooded) == (flooded != before)
        else:
            largest = deduce(before, clues)
        smallest = largest and deduce(largest, clues, floods, no_early_loop)
        if found is None:
            assert smallest is None
        else:
            assert largest and within(found, largest)
            assert not smallest or within(smallest, found)
        assert not ctx.get(unit.decided) or decided(found)
        if lookahead:
            await pulse(ctx, unit.undo)
        return found


@pytest.mark.parametrize("built, size, count", [
    ((1, 3), (1, 3), 3), ((3, 1), (3, 1), 3), ((2, 2), (2, 2), 4), ((3, 3), (3, 3), 3), ((5, 4), (3, 4), 1),
    pytest.param((4, 4), (3, 4), 100, marks=pytest.mark.slow),
])
def test_searches(built, size, count):
    """Random choices are made until a puzzle is decided. Before each choice, lookaheads try both colours of some
    cells."""
    rng = random.Random(0)
    cells = [(row, col) for row in range(size[0]) for col in range(size[1])]

    async def testbench(simulated):
        for _ in range(count):
            clues = grid_of(random_clues(rng, *size, (0, 0.2, 0.4, 0.7, 1)), *size)
            await simulated.forget()
            state = await simulated.follow(begin(*size), clues)
            while state is not None and not decided(state):
                if rng.random() < 0.7:
                    state = await simulated.follow(state, clues, flood=True)
                    if state is None or decided(state):
                        break
                undecided = [(row, col) for row, col in cells if len(state[row].cells[col]) == 2]
                for cell in rng.sample(undecided, min(2, len(undecided))):
                    for colour in COLOURS:
                        await simulated.follow(state, clues, cell, colour, lookahead=True)
                state = await simulated.follow(state, clues, rng.choice(undecided), rng.choice(COLOURS))

    drive(SlitherlinkFixpoint(*built), SimulatedFixpoint, testbench)


def follow(*cases):
    """For each case (state, options), return the fixpoint of the state in a puzzle without clues, and whether this
    fixpoint is known to be a solution. All grids have the same size."""
    (state, _), *_ = cases
    rows, cols = len(state) - 1, len(state[0].cells)
    unit, found = SlitherlinkFixpoint(rows, cols), []

    async def testbench(simulated):
        for state, options in cases:
            await simulated.forget()
            after = await simulated.follow(state, [[None] * cols] * rows, **options)
            found.append((after, bool(simulated.ctx.get(unit.decided))))

    drive(unit, SimulatedFixpoint, testbench)
    return found


def coloured(*lines):
    """Return the fixpoint of a grid with cells inside (``#``) and outside (``.``)."""
    state = begin(len(lines), len(lines[0]))
    for row, line in enumerate(lines):
        for col, mark in enumerate(line):
            if mark != "?":
                state = assumed(state, row, col, Colour.INSIDE if mark == "#" else Colour.OUTSIDE)
    return fixpoint(state, [[None] * len(lines[0])] * len(lines))[0]


@pytest.mark.parametrize("lines, decided", [
    (("##", "#."), True),
    (("#?", "?."), False),
    (("#..", "...", "..#"), None),  # two loops
    (("###", "#.#", "###"), None),
    (("...", "...", "..."), None),  # no loop
])
def test_decided(lines, decided):
    """A flood finds out whether a grid is a solution. If there is a loop, the unit starts a flood without a request."""
    flooded, unflooded = follow(*((coloured(*lines), {"flood": flood}) for flood in (True, False)))
    for state, known in [flooded, unflooded] if "#" in "".join(lines) else [flooded]:
        assert (state is None) == (decided is None)
        assert known == bool(decided)
    if "#" not in "".join(lines):
        assert unflooded[0] is not None and not unflooded[1]


def test_floods_on_request_or_with_a_loop():
    """Only a flood finds out that the middle is inside. A loop causes a flood, even without a request."""
    before, loop = coloured("?###?", "##?##", "##?##", "?###?"), coloured(".###.", "##?##", "##?##", ".###.")
    *unflooded, (state, _), (one, known), (other, also_known) = follow(
        (before, {}), (before, {"lookahead": True}), (before, {"flood": True}), (loop, {}), (loop, {"lookahead": True}))
    assert unflooded == [(before, False)] * 2
    assert state[1].cells[2] == state[2].cells[2] == {Colour.INSIDE}
    assert known and also_known and decided(one) and decided(other)


def test_an_early_loop():
    """A cell has three lines around it, and there is a line elsewhere. So the cell's fourth edge cannot be a line. Row
    rules and floods do not find this out, but the unit does, because it joins lines into paths."""
    state = begin(3, 5)
    for row, col, side in ((1, 1, "east"), (1, 1, "south"), (1, 2, "south"), (0, 4, "east")):
        state[row] = state[row].with_vertex(col, (shape for shape in state[row].vertices[col] if getattr(shape, side)))
    expected = deduce(state, [[None] * 5] * 3, floods)
    assert any(shape.east for shape in expected[2].vertices[1])
    ((found, _),) = follow((state, {}))
    assert not any(shape.east for shape in found[2].vertices[1])
