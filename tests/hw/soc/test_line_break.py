"""A line that is low for long enough causes exactly one restart. This is proved for every behaviour of the line, and
for any number of clocks."""

import pytest
from amaranth.hdl import Assert, Signal

from rowloom.hw.soc.units import LineBreak
from support.proof import Proof, refuted


class AnyState(Proof):
    """Begin with any value of the unit's counter. The unit works correctly as soon as the line has been high. It never
    causes two restarts while the line stays low.

    Until the line has been high, nothing is asserted about the counter. So the proof begins with every value of the
    counter, even with values that counting never reaches.
    """

    def __init__(self, cycles, unit=None):
        unit = unit or LineBreak(cycles)
        super().__init__(unit, [unit.line])
        self.cycles, self.left = cycles, self.within("left", range(cycles + 1))

    def claims(self, m):
        unit, low = self.unit, Signal(range(self.cycles + 1))  # clocks for which the line has been low, up to a limit
        known, done = Signal(), Signal()  # the line was high before; the line has caused a restart since it became low
        with m.If(unit.line):
            m.d.sync += [low.eq(0), known.eq(1), done.eq(0)]
        with m.Else():
            m.d.sync += done.eq(done | unit.restart)
            with m.If(low != self.cycles):
                m.d.sync += low.eq(low + 1)
        m.d.comb += [
            Assert(~known | (unit.restart == (~unit.line & (low == self.cycles - 1)))),
            Assert(~(done & unit.restart)),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(~known | (self.left + low == self.cycles)),
            Assert(~done | (self.left == 0)),
        ]


@pytest.mark.parametrize("cycles", [2, 5, 500_000, 1_600_000])
def test_it_is_right_from_any_state(prove_by_induction, cycles):
    """The cases include the 20 ms of a board at 25 MHz, and of a board at 80 MHz."""
    prove_by_induction(AnyState(cycles))


def test_a_wrong_unit_is_refuted(prove_by_induction):
    """The wrong unit causes the restart one clock too early."""
    with refuted():
        prove_by_induction(AnyState(6, LineBreak(5)))
