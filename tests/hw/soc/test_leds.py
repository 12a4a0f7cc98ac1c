"""Each light follows its bit."""

from rowloom.hw.soc.leds import StatusLeds


def test_every_combination(simulate):
    unit = StatusLeds()

    async def testbench(ctx, registers):
        def shown():
            return ctx.get(unit.alive) | ctx.get(unit.solving) << 1 | ctx.get(unit.error) << 2

        assert shown() == 0
        for word in (*range(8), 0xFFFF_FFFF, 0xFFFF_FFF8):
            await registers.write("lights", word)
            await ctx.tick()
            assert shown() == word & 7
            assert await registers.read("lights") == word & 7

    simulate(unit, testbench)
