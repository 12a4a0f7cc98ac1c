"""A line held low for long enough restarts, once: against a model, and proved for all lines of any length.

From reset, and from any state that the unit may be in, at the length that a board's clock gives it.
"""

import random

import pytest
from amaranth.hdl import Assert, Elaboratable, Module, Signal

from rowloom.hw.soc.line_break import LineBreak
from rowloom.tools import ToolError
from support.simulation import simulate


def restarts(levels, cycles):
    """The model: the clocks in which the line has just been low for so many, counted from its last rise."""
    low, moments = 0, []
    for clock, level in enumerate(levels):
        low = 0 if level else low + 1
        if low == cycles:
            moments.append(clock)
    return moments


def run(levels, cycles):
    """The clocks in which the unit restarts, on a line with these levels, one a clock."""
    unit = LineBreak(cycles)
    moments = []

    async def testbench(ctx):
        for clock, level in enumerate(levels):
            ctx.set(unit.line, level)
            if ctx.get(unit.restart):
                moments.append(clock)
            await ctx.tick()

    simulate(unit, testbench)
    return moments


@pytest.mark.parametrize("cycles", [2, 3, 4, 7, 8, 9, 100])
def test_the_exact_clock(cycles):
    """One clock less is no break."""
    assert run([1, 1, *[0] * (cycles - 1), 1, *[0] * cycles, 1, 1], cycles) == [2 + cycles + cycles - 1]


@pytest.mark.parametrize("cycles", [2, 3, 4, 7, 8])
def test_once_however_long_the_line_is_low(cycles):
    """Also where it was never high; and again only after it has risen, if for one clock."""
    assert run([*[0] * 200, 1, *[0] * 200], cycles) == [cycles - 1, 201 + cycles - 1]


@pytest.mark.parametrize("cycles", [2, 3, 5, 8, 21])
def test_random_lines(cycles):
    rng = random.Random(cycles)
    levels = []
    for _ in range(200):
        levels += [1] * rng.randrange(1, 4) + [0] * max(0, cycles + rng.randrange(-3, 4))
    moments = run(levels, cycles)
    assert moments == restarts(levels, cycles)
    assert len(moments) > 50




class Proof(Elaboratable):
    """The model, in gates, says the same as the unit."""

    def __init__(self, cycles):
        self.cycles = cycles
        self.unit = LineBreak(cycles)

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        low = Signal(range(self.cycles + 1))  # clocks before this one; stays at the highest
        with m.If(unit.line):
            m.d.sync += low.eq(0)
        with m.Elif(low != self.cycles):
            m.d.sync += low.eq(low + 1)
        m.d.comb += Assert(unit.restart == (~unit.line & (low == self.cycles - 1)))
        return m


@pytest.mark.parametrize("cycles", [2, 5, 8])
def test_it_is_right_for_ever(prove, cycles):
    """By induction: whatever state both counters are in, once both have run out they agree, and go on to."""
    proof = Proof(cycles)
    # The unit's counter may be thought to begin anywhere in its bits, at most at 2 cycles - 1.
    prove(proof, [proof.unit.line], 2 * cycles, induction=True)


class AnyState(Elaboratable):
    """From any value of the unit's counter: right once the line has been high, and never twice in one low.

    Nothing is asserted of the counter before the line was high, so what follows from the clock before follows from
    every value of it, also from one that counting never reaches.
    """

    def __init__(self, cycles):
        self.cycles, self.unit = cycles, LineBreak(cycles)
        self.left = Signal(range(cycles + 1), name="within_0")

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        low = Signal(range(self.cycles + 1))  # clocks before this one; stays at the highest
        known, done = Signal(), Signal()  # the line has been high; it restarted in this low
        with m.If(unit.line):
            m.d.sync += [low.eq(0), known.eq(1), done.eq(0)]
        with m.Else():
            m.d.sync += done.eq(done | unit.restart)
            with m.If(low != self.cycles):
                m.d.sync += low.eq(low + 1)
        m.d.comb += [
            Assert(~known | (unit.restart == (~unit.line & (low == self.cycles - 1)))),
            Assert(~(done & unit.restart)),
            # What this follows from.
            Assert(~known | (self.left + low == self.cycles)),
            Assert(~done | (self.left == 0)),
        ]
        return m


@pytest.mark.parametrize("cycles", [2, 5, 500_000, 1_600_000])
def test_it_is_right_from_any_state(prove_by_induction, cycles):
    """Also for the 20 ms of a board at 25 MHz and of one at 80."""
    proof = AnyState(cycles)
    prove_by_induction(proof, [proof.unit.line], [(proof.left, "unit.left")], clocks=1)


def test_a_wrong_unit_is_refuted(prove_by_induction):
    """One that restarts a clock early."""
    proof = AnyState(6)
    proof.unit = LineBreak(5)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_by_induction(proof, [proof.unit.line], [(proof.left, "unit.left")], clocks=1)
