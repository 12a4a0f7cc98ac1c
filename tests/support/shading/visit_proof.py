"""Proofs of rules for a window of three rows of shades: no solution is lost, and nothing else is left over."""

from amaranth.hdl import Assert, Assume, Elaboratable, Module, Mux, Signal

__all__ = ["Complete", "Sound"]


class Proof(Elaboratable):
    """What is proved of a unit with free inputs.

    Any cells may lie beyond the puzzle, those without a shade; they have no clue.

    Parameters
    ----------
    unit : Component
        The rules, for one visit.
    obeys : callable
        Claim, by its argument ``claim``, that three shaded rows, of which some cells are ``inside`` the puzzle, obey
        the rules: ``obeys(m, unit, claim, shaded, inside)``.
    """

    def __init__(self, unit, obeys):
        self.unit, self.obeys = unit, obeys
        self.cols = len(unit.here.shaded)
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
        m.d.comb += Assert(~self.unit.contradiction)
        return m


class Sound(Proof):
    """A solution that agrees with the state before a visit agrees with the state after it: no contradiction there."""

    def __init__(self, unit, obeys):
        super().__init__(unit, obeys)
        self.shaded = [Signal(self.cols, name=f"shaded_{row}") for row in range(3)]
        self.ports += self.shaded

    def claim(self, m):
        for shaded, inside in zip(self.shaded, self.inside):
            m.d.comb += Assume(~(shaded & ~inside).any())
        self.obeys(m, self.unit, Assume, self.shaded, self.inside)
        for (before, after), shaded, inside in zip(self.states, self.shaded, self.inside):
            for agrees, state in ((Assume, before), (Assert, after)):
                for col in range(self.cols):
                    m.d.comb += agrees(~inside[col] | Mux(shaded[col], state.shaded[col], state.unshaded[col]))


class Complete(Proof):
    """A state that a visit does not change and in which all is decided obeys the rules; there is no contradiction."""

    def claim(self, m):
        for before, after in self.states:
            m.d.comb += [
                Assume(before.as_value() == after.as_value()), Assume(~(before.unshaded & before.shaded).any())]
        self.obeys(m, self.unit, Assert, [before.shaded for before, _ in self.states], self.inside)
