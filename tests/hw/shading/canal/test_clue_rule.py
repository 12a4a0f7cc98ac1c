"""The rule for a clue is applied to random cells around clues, and compared with the model, down to the clock cycle.

For all states of a clue's row of 4 cells and column of 3 cells, it is proved that no solution is lost, and that wrong
solutions are reported as contradictions.
"""

import random

import pytest
from amaranth.hdl import Assert, Assume, Mux, Signal

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal import clue_rule
from rowloom.hw.shading.canal.clue_rule import PLANES, UNKNOWN, ClueRule
from rowloom.hw.shading.rules import Cells
from support.proof import Proof, refuted
from support.shading.canal import clue_vectors, visit_clue
from support.shading.rows import planes
from support.simulation import simulate

WEIGHTS = [(3, 3, 9), (1, 9, 4), (1, 1, 20), (2, 9, 0)]


def random_visit(rng, rows, cols):
    """Return a row and a column of a puzzle of a random size, the place of a clue, and the clue, which may be wrong."""
    height, width = rng.randint(1, rows), rng.randint(1, cols)
    down, across = rng.randrange(height), rng.randrange(width)
    row, column = (rng.choices(("0", "1", "01"), rng.choice(WEIGHTS), k=size) for size in (width, height))
    row[across] = column[down] = "0"
    return (tuple(row), tuple(column), across, down,
            (rng.choice((rng.randrange(rows + cols), rng.randrange(6))), rng.random() < 0.2))


def word(line, size):
    return Cells(size).const(planes(line)).as_bits()


def lost(before, after, size):
    return word(before, size) & ~word(after, size)


@pytest.mark.parametrize("rows, cols, count", [(1, 1, 10), (1, 9, 40), (9, 1, 40), (5, 6, 100), (36, 36, 30)])
def test_random_clues(rows, cols, count):
    """The unit applies the rule to one clue after the other, with pauses."""
    rng, unit = random.Random(rows), ClueRule(rows, cols)
    queue = [random_visit(rng, rows, cols) for _ in range(count)]
    under_way = [None, None]

    async def testbench(ctx):
        while queue or any(under_way):
            visit = queue[0] if queue and rng.random() < 0.8 else None
            go = rng.random() < 0.8
            if visit:
                row, column, across, down, clue = visit
                clues = [None] * cols
                clues[across] = clue
                ctx.set(unit.row.as_value(), word(row, cols))
                ctx.set(unit.column.as_value(), word(column, rows))
                ctx.set(unit.clues, ClueRow(cols, PLANES).const(clue_vectors(clues)))
                ctx.set(unit.number, clue[0])
                ctx.set(unit.place, {"valid": 1, "row": down, "col": across})
            else:
                ctx.set(unit.place.valid, 0)
            ctx.set(unit.go, go)
            assert ctx.get(unit.busy) == any(under_way)
            comes = under_way[1]
            assert ctx.get(unit.struck_place.valid) == bool(comes)
            got = [ctx.get(port.as_value()) for port in (unit.across, unit.down)]
            if comes:
                row, column, across, down, clue = comes
                *after, wrong = visit_clue(*comes)
                assert ctx.get(unit.contradiction) == wrong, comes
                if not wrong:
                    assert got == [lost(row, after[0], cols), lost(column, after[1], rows)], comes
                    assert (ctx.get(unit.struck_place.row), ctx.get(unit.struck_place.col)) == (down, across)
            else:
                assert not any(got) and not ctx.get(unit.contradiction)
            await ctx.tick()
            if go:
                under_way[:] = [visit, under_way[0]]
                if visit:
                    queue.pop(0)

    simulate(unit, testbench)


ROWS, COLS = 3, 4


class VisitProof(Proof):
    """The unit applies the rule to one clue, in three clocks. The inputs of the first clock are arbitrary.

    Cells without a shade lie outside the puzzle. The clue's cell is unshaded, and every other cell may lie outside the
    puzzle.
    """

    def __init__(self):
        unit = ClueRule(ROWS, COLS)
        super().__init__(unit, [unit.place, unit.row, unit.column, unit.clues, unit.number])

    def claims(self, m):
        unit, age, comes, done = self.unit, Signal(2), Signal(), Signal()
        m.d.comb += [unit.go.eq(1), comes.eq(age == 2)]
        # The claims are about the clue of the first clock only.
        self.ends = comes & ~done
        with m.If(comes):
            m.d.sync += done.eq(1)
        m.d.sync += age.eq(Mux(age == 2, 2, age + 1))
        with m.If(age == 0):
            m.d.comb += Assume(unit.place.valid)
            for number, at in ((COLS, unit.place.col), (ROWS, unit.place.row)):
                m.d.comb += Assume(at < number)
            for port, at in ((unit.row, unit.place.col), (unit.column, unit.place.row)):
                m.d.comb += Assume(port.unshaded.bit_select(at, 1) & ~port.shaded.bit_select(at, 1))
            m.d.comb += Assume(unit.number != UNKNOWN)
        self.lost = unit.across, unit.down
        self.claim(m, age)

    def seen(self, row, column):
        """Return the number of shaded cells that the clue sees, from the shaded cells of its row and its column."""
        result = 0
        for shaded, at in ((row, self.unit.place.col), (column, self.unit.place.row)):
            for place in range(len(shaded)):
                # The clue sees a cell if all cells up to this cell are shaded.
                for clue in range(len(shaded)):
                    between = shaded[place:clue] if place < clue else shaded[clue + 1:place + 1]
                    if place != clue:
                        result += (at == clue) & between.all()
        return result

    def holds(self, row, column):
        """Return whether the clue is satisfied or, if it is marked ``unlike``, not satisfied."""
        unlike = self.unit.clues.unlike.bit_select(self.unit.place.col, 1)
        return (self.seen(row, column) == self.unit.number) ^ unlike


class Sound(VisitProof):
    """A solution that agrees with the state before a visit also agrees with the state after the visit, and there is no
    contradiction."""

    def __init__(self):
        super().__init__()
        self.shaded = [Signal(COLS, name="shaded_row"), Signal(ROWS, name="shaded_column")]
        self.ports += self.shaded

    def claim(self, m, age):
        kept = [Signal.like(shaded) for shaded in self.shaded]
        with m.If(age == 0):
            for port, shaded in zip((self.unit.row, self.unit.column), self.shaded):
                for place in range(len(shaded)):
                    in_puzzle = port.unshaded[place] | port.shaded[place]
                    m.d.comb += Assume(Mux(shaded[place], port.shaded[place], port.unshaded[place] | ~in_puzzle))
            m.d.comb += Assume(self.holds(*self.shaded))
            m.d.sync += [keeps.eq(shaded) for keeps, shaded in zip(kept, self.shaded)]
        with m.If(self.ends):
            m.d.comb += Assert(~self.unit.contradiction)
            for shaded, lost in zip(kept, self.lost):
                m.d.comb += Assert(~(shaded & lost.shaded | ~shaded & lost.unshaded).any())


class Complete(VisitProof):
    """If all cells are decided, the unit reports a contradiction if and only if the state does not satisfy the clue.
    Without a contradiction, no cell loses a shade."""

    def claim(self, m, age):
        met = Signal()
        with m.If(age == 0):
            for port in (self.unit.row, self.unit.column):
                m.d.comb += Assume(~(port.unshaded & port.shaded).any())
            m.d.sync += met.eq(self.holds(self.unit.row.shaded, self.unit.column.shaded))
        with m.If(self.ends):
            m.d.comb += Assert(self.unit.contradiction == ~met)
            for lost in self.lost:
                m.d.comb += Assert(self.unit.contradiction | ~(lost.unshaded | lost.shaded).any())


def test_every_visit(prove_at_once):
    prove_at_once(Sound(), Complete(), clocks=4)


@pytest.mark.parametrize("claim, bound, off", [(Sound, 0, 1), (Complete, 1, -1)])
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim, bound, off):
    """The arms of a clue are the shaded cells that it sees in each direction. In the wrong unit, a bound is off by one:
    the bound for the shortest or for the longest possible arms."""
    right = clue_rule._from

    def wrong(m, number, width, after):
        return right(m, (number + off * (after == bound)).as_signed(), width, after)

    monkeypatch.setattr(clue_rule, "_from", wrong)
    with refuted():
        prove_at_once(claim(), clocks=4)
