"""The row rules, proved for all states and clues: no solution is lost, and nothing else is left over."""

from itertools import pairwise

import pytest
from amaranth.hdl import Assert, Assume, Elaboratable, Module, Mux, Signal

from rowloom.hw.shading.canal.row_rules import RowRules
from rowloom.hw.tools import ToolError

COLS = [1, 2, 3, 36]


class Proof(Elaboratable):
    """What is proved of a unit with free inputs.

    Any cells may lie beyond the puzzle, those without a shade; they have no clue.
    """

    def __init__(self, cols):
        self.cols = cols
        self.unit = unit = RowRules(cols)
        self.states = [(unit.above, unit.above_next), (unit.here, unit.here_next), (unit.below, unit.below_next)]
        self.ports = [unit.above.as_value(), unit.here.as_value(), unit.below.as_value(), unit.clues.as_value(),
                      unit.lonely]

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = self.unit
        self.inside = [Signal(self.cols, name=f"inside_{row}") for row in range(3)]
        for inside, (before, _) in zip(self.inside, self.states):
            m.d.comb += inside.eq(before.unshaded | before.shaded)
        m.d.comb += Assume((self.unit.clues.free | self.inside[1]).all())
        self.claim(m)
        return m

    def obeys(self, m, claim, shaded):
        """Claim that three shaded rows obey the rules."""
        m.d.comb += claim(~(shaded[1] & ~self.unit.clues.free).any())
        for above, below in pairwise(shaded):
            m.d.comb += claim(~(above & below & (above & below) >> 1).any())
        beside = shaded[0] | shaded[2] | shaded[1] << 1 | shaded[1] >> 1
        m.d.comb += claim(~self.unit.lonely | ~(shaded[1] & ~beside).any())


class Sound(Proof):
    """A solution that agrees with the state before a visit agrees with the state after it: no contradiction there."""

    def __init__(self, cols):
        super().__init__(cols)
        self.shaded = [Signal(cols, name=f"shaded_{row}") for row in range(3)]
        self.ports += self.shaded

    def claim(self, m):
        for shaded, inside in zip(self.shaded, self.inside):
            m.d.comb += Assume(~(shaded & ~inside).any())
        self.obeys(m, Assume, self.shaded)
        for (before, after), shaded, inside in zip(self.states, self.shaded, self.inside):
            for agrees, state in ((Assume, before), (Assert, after)):
                for col in range(self.cols):
                    m.d.comb += agrees(~inside[col] | Mux(shaded[col], state.shaded[col], state.unshaded[col]))
        m.d.comb += Assert(~self.unit.contradiction)


class Complete(Proof):
    """A state that a visit does not change and in which all is decided obeys the rules; there is no contradiction."""

    def claim(self, m):
        for before, after in self.states:
            m.d.comb += [
                Assume(before.as_value() == after.as_value()), Assume(~(before.unshaded & before.shaded).any())]
        m.d.comb += Assert(~self.unit.contradiction)
        self.obeys(m, Assert, [before.shaded for before, _ in self.states])


@pytest.mark.parametrize("claim", [Sound, Complete])
@pytest.mark.parametrize("cols", COLS)
def test_every_visit(prove_at_once, claim, cols):
    proof = claim(cols)
    prove_at_once(proof, proof.ports)


@pytest.mark.parametrize("claim, fourth", [
    (Sound, lambda self, here, other: other),  # cells below a shaded one
    (Complete, lambda self, here, other: 0),  # none
])
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim, fourth):
    monkeypatch.setattr(RowRules, "_fourth", fourth)
    proof = claim(3)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_at_once(proof, proof.ports)
