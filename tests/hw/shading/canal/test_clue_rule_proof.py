"""A visit of a clue, proved for all states of a small cross: no solution is lost, and nothing else is left over."""

import pytest
from amaranth.hdl import Assert, Assume, Elaboratable, Module, Mux, Signal

from rowloom.hw.shading.canal import clue_rule
from rowloom.hw.shading.canal.clue_memory import UNKNOWN
from rowloom.hw.shading.canal.clue_rule import ClueRule
from rowloom.tools import ToolError

ROWS, COLS = 3, 4


class Proof(Elaboratable):
    """What is proved of a unit through which one clue goes, in three clocks, with free inputs in the first of them.

    Any cells may lie beyond the puzzle, those without a shade. The clue's one is in the puzzle and unshaded.
    """

    def __init__(self):
        self.unit = unit = ClueRule(ROWS, COLS)
        self.ports = [unit.place.as_value(), unit.row.as_value(), unit.column.as_value(), unit.clues.as_value(),
                      unit.number]

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        age = Signal(2)
        self.comes = comes = Signal()
        m.d.comb += [unit.go.eq(1), comes.eq(age == 2)]
        m.d.sync += age.eq(Mux(age == 2, 2, age + 1))
        with m.If(age == 0):
            m.d.comb += Assume(unit.place.valid)
            for number, at in ((COLS, unit.place.col), (ROWS, unit.place.row)):
                m.d.comb += Assume(at < number)
            for port, at in ((unit.row, unit.place.col), (unit.column, unit.place.row)):
                m.d.comb += Assume(port.unshaded.bit_select(at, 1) & ~port.shaded.bit_select(at, 1))
            m.d.comb += Assume(self.number() != UNKNOWN)
        self.lost = unit.across, unit.down
        self.claim(m, age)
        return m

    def number(self):
        return self.unit.number

    def seen(self, row, column):
        """The shaded cells in view, for the place and a shaded row and column."""
        result = 0
        for shaded, at in ((row, self.unit.place.col), (column, self.unit.place.row)):
            for place in range(len(shaded)):
                # Seen from there: all cells up to this one are shaded.
                for clue in range(len(shaded)):
                    between = shaded[place:clue] if place < clue else shaded[clue + 1:place + 1]
                    if place != clue:
                        result += (at == clue) & between.all()
        return result

    def holds(self, row, column):
        """The clue is met, or not if it must not be."""
        unlike = self.unit.clues.unlike.bit_select(self.unit.place.col, 1)
        return (self.seen(row, column) == self.number()) ^ unlike


class Sound(Proof):
    """A solution that agrees with the state before a visit agrees with the state after it: no contradiction there."""

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
        with m.If(self.comes & ~self.done(m)):
            m.d.comb += Assert(~self.unit.contradiction)
            for shaded, lost in zip(kept, self.lost):
                m.d.comb += Assert(~(shaded & lost.shaded | ~shaded & lost.unshaded).any())

    def done(self, m):
        """The clue of the first clock has come; others are of no interest."""
        done = Signal()
        with m.If(self.comes):
            m.d.sync += done.eq(1)
        return done


class Complete(Sound):
    """A state in which all is decided either meets the clue, or is a contradiction; nothing is struck."""

    def claim(self, m, age):
        met = Signal()
        with m.If(age == 0):
            for port in (self.unit.row, self.unit.column):
                m.d.comb += Assume(~(port.unshaded & port.shaded).any())
            m.d.sync += met.eq(self.holds(self.unit.row.shaded, self.unit.column.shaded))
        with m.If(self.comes & ~self.done(m)):
            m.d.comb += Assert(self.unit.contradiction == ~met)
            for lost in self.lost:
                m.d.comb += Assert(self.unit.contradiction | ~(lost.unshaded | lost.shaded).any())


@pytest.mark.parametrize("claim", [Sound, Complete])
def test_every_visit(prove, claim):
    proof = claim()
    prove(proof, proof.ports, clocks=4)


@pytest.mark.parametrize("claim, bound, off", [(Sound, 0, 1), (Complete, 1, -1)])
def test_a_wrong_unit_is_refuted(prove, monkeypatch, claim, bound, off):
    """With the nearest ends, or the farthest ones, off by one."""
    right = clue_rule._from

    def wrong(m, number, width, after):
        return right(m, (number + off * (after == bound)).as_signed(), width, after)

    monkeypatch.setattr(clue_rule, "_from", wrong)
    proof = claim()
    with pytest.raises(ToolError, match="Status: FAILED"):
        prove(proof, proof.ports, clocks=4)
