"""The counter counts every clock, and its halves belong together."""

import pytest
from amaranth.hdl import Fragment

from rowloom.hw.soc.timer import CycleCounter


class Counter(CycleCounter):
    """The counter with its register in reach, so that a test need not wait for 2^32 clocks."""

    def elaborate(self, platform):
        fragment = Fragment.get(super().elaborate(platform), platform)
        (self.cycles,) = (
            statement.lhs for statement in fragment.statements["sync"]
            if getattr(statement, "lhs", None) is not None and statement.lhs.name == "cycles"
        )
        return fragment


def test_it_counts_every_clock_since_reset(simulate):
    async def testbench(ctx, registers):
        passed = 0
        for wait in (1, 2, 7, 100, 1):
            await ctx.tick().repeat(wait)
            assert await registers.read("low") == passed + wait
            assert await registers.read("high") == 0
            passed += wait + 2

    simulate(CycleCounter(), testbench)


@pytest.mark.parametrize("upper", [0, 0xFEDC_BA98])
def test_the_halves_belong_together_across_the_carry(simulate, upper):
    """Every clock round the carry for ``low``, and ``high`` read before or after it."""
    unit = Counter()

    async def testbench(ctx, registers):
        for before in range(-6, 4):
            for wait in (1, 2, 12):
                moment = ((upper + 1) << 32) + before
                ctx.set(unit.cycles, moment)
                low = await registers.read("low")
                await ctx.tick().repeat(wait)
                assert await registers.read("high") << 32 | low == moment

    simulate(unit, testbench)


def test_high_keeps_still(simulate):
    """It changes when ``low`` is read, and never else."""
    unit = Counter()

    async def testbench(ctx, registers):
        ctx.set(unit.cycles, 5 << 32)
        assert await registers.read("high") == 0
        await registers.read("low")
        ctx.set(unit.cycles, 7 << 32)
        assert await registers.read("high") == 5
        await registers.read("low")
        assert await registers.read("high") == 7

    simulate(unit, testbench)


def test_it_begins_anew_after_64_bits(simulate):
    unit = Counter()

    async def testbench(ctx, registers):
        ctx.set(unit.cycles, (1 << 64) - 1)
        await ctx.tick()
        assert (await registers.read("low"), await registers.read("high")) == (0, 0)

    simulate(unit, testbench)


def test_when_the_work_ended(simulate):
    """Whatever comes between the end and the question."""
    unit = CycleCounter()

    async def testbench(ctx, registers):
        for work, wait in ((1, 2), (5, 1), (2, 40)):
            ctx.set(unit.busy, 1)
            await ctx.tick().repeat(work)
            ctx.set(unit.busy, 0)
            await ctx.tick().repeat(wait)
            passed = await registers.read("low") - wait
            assert await registers.read("ended") == passed
            assert await registers.read("ended") == passed

    simulate(unit, testbench)
