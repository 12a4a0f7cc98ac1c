"""Sweeps, paths and floods: no less follows than from the sweeps alone, and no more than from all of them."""

import random
from dataclasses import replace

import pytest

from rowloom.hw.slitherlink.deducer.fixpoint import SlitherlinkFixpoint
from support.simulation import pulse
from support.slitherlink.colours import Colour
from support.slitherlink.flood import flood
from support.slitherlink.rows import COLOURS, begin, fixpoint


def paths_of(state):
    """The lines that a state is sure of, joined into paths: each as its vertices, and its ends, none for a loop."""
    lines = [
        ((row, col), (row + down, col + right)) for row, line in enumerate(state)
        for col, possible in enumerate(line.vertices) for side, down, right in (("east", 0, 1), ("south", 1, 0))
        if all(getattr(shape, side) for shape in possible)
    ]
    paths = []
    for line in lines:
        joined = [path for path in paths if path[0] & set(line)]
        paths = [path for path in paths if path not in joined]
        vertices, ends = set(line), set(line)
        for path in joined:
            vertices |= path[0]
            ends ^= path[1]
        paths.append((vertices, ends))
    return paths


def no_early_loop(state):
    """The state without the edges that would close a loop beside other lines, and whether there is such a loop."""
    paths = paths_of(state)
    if len(paths) < 2:
        return state, False
    rows = list(state)
    for _, ends in paths:
        if not ends:
            return state, True
        (row, col), (end_row, end_col) = sorted(ends)
        side = {(0, 1): "east", (1, 0): "south"}.get((end_row - row, end_col - col))
        if side:
            vertices = list(rows[row].vertices)
            vertices[col] = frozenset(shape for shape in vertices[col] if not getattr(shape, side))
            rows[row] = replace(rows[row], vertices=tuple(vertices))
    return rows, False


def floods(state):
    found = flood(state)
    return found.state, found.contradiction


def closure(state, clues, rules):
    """What all of the rules leave of a state, the row rules among them; None for a contradiction."""
    state = list(state)
    before = None
    while state != before:
        before = state
        for rule in (lambda state: fixpoint(state, clues), *rules):
            state, contradiction = rule(state)
            if contradiction:
                return None
    return state


def within(smaller, larger):
    """Nothing is possible in the one state that is not in the other; None is the state in which nothing is possible."""
    if smaller is None or larger is None:
        return smaller is None
    return all(
        few <= many for one, other in zip(smaller, larger, strict=True)
        for few, many in zip(one.vertices + one.cells, other.vertices + other.cells, strict=True)
    )


def decided(state):
    return all(len(possible) == 1 for row in state for possible in row.cells)


def assumed(state, row, col, colour):
    cells = list(state[row].cells)
    cells[col] &= {colour}
    return [*state[:row], replace(state[row], cells=tuple(cells)), *state[row + 1:]]


class Simulated:
    """The unit, with checks of all that it answers."""

    def __init__(self, unit, ctx, page):
        self._unit, self._ctx, self._page = unit, ctx, page

    async def _pulse(self, signal):
        await pulse(self._ctx, signal)

    async def forget(self):
        while self._ctx.get(self._unit.forgetting):
            await self._ctx.tick()
        await self._pulse(self._unit.forget)

    async def follow(self, state, clues, cell=None, colour=Colour.INSIDE, *, lookahead=False, flood=False):
        """What follows from a state, all of it or once a cell is given a colour; None for a contradiction."""
        unit, ctx = self._unit, self._ctx
        inputs = {"first": 0, "last": len(clues) - 1, "whole": cell is not None and not lookahead, "column": 0,
                  "colour": colour == Colour.OUTSIDE, "lookahead": lookahead, "flood": flood}
        before = state
        if cell is not None:
            row, col = cell
            before = assumed(state, row, col, colour)
            inputs |= {"first": row, "last": row, "column": 1 << col}
        at_hand = self._page(state, clues)
        await at_hand.work(ctx, unit, **inputs)
        found = None if ctx.get(unit.contradiction) else at_hand.state()
        if flood:
            larger, contradiction = floods(before)
            larger = None if contradiction else closure(larger, clues, []) if larger != before else before
            assert contradiction or ctx.get(unit.flooded) == (floods(before)[0] != before)
        else:
            larger = closure(before, clues, [])
        smaller = larger and closure(larger, clues, [floods, no_early_loop])
        assert within(smaller, found) and within(found, larger)
        assert not ctx.get(unit.decided) or decided(found)
        if lookahead:
            await self._pulse(unit.undo)
        return found


@pytest.mark.parametrize("built, size, count", [
    ((1, 3), (1, 3), 4), ((3, 1), (3, 1), 4), ((2, 2), (2, 2), 8), ((3, 3), (3, 3), 6), ((5, 4), (3, 4), 4),
    pytest.param((4, 4), (3, 4), 100, marks=pytest.mark.slow),
])
def test_searches(simulate, page, random_clues, built, size, count):
    """Puzzles to their ends by random choices, with lookaheads of both colours of some cells before each."""
    rng = random.Random(0)
    unit = SlitherlinkFixpoint(*built)
    cells = [(row, col) for row in range(size[0]) for col in range(size[1])]

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        for _ in range(count):
            clues = random_clues(rng, *size)
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

    simulate(unit, testbench)


@pytest.fixture
def follow(simulate, page):
    """What follows from a puzzle of some size, and whether that is known to be a solution."""
    def run(clues, state=None, **options):
        unit = SlitherlinkFixpoint(len(clues), len(clues[0]))
        found = []

        async def testbench(ctx):
            simulated = Simulated(unit, ctx, page)
            await simulated.forget()
            found.append(await simulated.follow(state or begin(len(clues), len(clues[0])), clues, **options))
            found.append(bool(ctx.get(unit.decided)))

        simulate(unit, testbench)
        return tuple(found)

    return run


def coloured(*lines):
    """A state in which the cells marked ``#`` are inside and those marked ``.`` are outside, and all that the row rules
    conclude."""
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
    (("...", "...", "..."), None),  # none
])
@pytest.mark.parametrize("flood", [True, False])
def test_decided(follow, lines, decided, flood):
    """By a flood, which comes by itself if there is a loop."""
    state, known = follow([[None] * len(lines[0])] * len(lines), coloured(*lines), flood=flood)
    if flood or "#" in "".join(lines):
        assert (state is None) == (decided is None)
        assert known == bool(decided)
    else:
        assert state is not None and not known


def test_a_flood_only_when_asked_for_or_with_a_loop(follow):
    """Here only a flood finds anything: the middle is inside."""
    before = coloured("?###?", "##?##", "##?##", "?###?")
    clues = [[None] * 5] * 4
    for options in {}, {"lookahead": True}:
        assert follow(clues, before, **options) == (before, False)
    state, _ = follow(clues, before, flood=True)
    assert state[1].cells[2] == state[2].cells[2] == {Colour.INSIDE}
    # A loop.
    for options in {}, {"lookahead": True}:
        state, known = follow(clues, coloured(".###.", "##?##", "##?##", ".###."), **options)
        assert known and decided(state)


def test_an_early_loop(follow):
    """Three lines round a cell, and one elsewhere: no rule of rows or floods strikes out the fourth edge."""
    state = begin(3, 5)
    for row, col, side in ((1, 1, "east"), (1, 1, "south"), (1, 2, "south"), (0, 4, "east")):
        vertices = list(state[row].vertices)
        vertices[col] = frozenset(shape for shape in vertices[col] if getattr(shape, side))
        state[row] = replace(state[row], vertices=tuple(vertices))
    free = [[None] * 5] * 3
    expected = closure(state, free, [floods])
    assert any(shape.east for shape in expected[2].vertices[1])
    found, _ = follow(free, state)
    assert not any(shape.east for shape in found[2].vertices[1])
