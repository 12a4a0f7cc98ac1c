"""Small units are used through their registers: the layout of registers, lights, identity, CRC, cycle counter."""

import random
import zlib

import pytest
from amaranth.hdl import Cat, Fragment
from amaranth.lib.wiring import Out
from amaranth_soc import csr

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.peripheral import Peripheral
from rowloom.hw.soc.units import Crc32, CycleCounter, IdentityPeripheral, StatusLeds
from support.registers import Registers
from support.simulation import drive


class Byte(csr.Register, access="rw"):
    """Eight bits."""

    value: csr.Field(csr.action.RW, 8)


def test_registers_take_a_word_each_in_order():
    unit = Peripheral({"z": Byte(), "many": [Byte() for _ in range(3)], "a": Byte(), "one": [Byte()]}, {"lamp": Out(3)})
    names = ["z", "many.0", "many.1", "many.2", "a", "one.0"]
    assert {".".join(str(part) for name in info.path for part in name): (info.start, info.end)
            for info in unit.bus.memory_map.all_resources()} == {
                name: (at, at + 1) for at, name in enumerate(names)}
    assert len(unit.lamp) == 3

    async def testbench(registers):
        for number, name in enumerate(names):
            await registers.write(name, 0xABC0 + number)
        await registers.ctx.tick()
        assert [await registers.read(name) for name in names] == [*range(0xC0, 0xC6)]

    drive(unit, Registers, testbench)


@pytest.mark.parametrize("words, addr_width", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (64, 6), (70, 7)])
def test_the_bus_is_as_wide_as_needed(words, addr_width):
    bus = Peripheral({"array": [Byte() for _ in range(words)]}).bus
    assert (bus.addr_width, bus.data_width) == (addr_width, 32)


def test_lights():
    unit = StatusLeds()

    async def testbench(registers):
        for word in (0, *range(8), 0xFFFF_FFFF, 0xFFFF_FFF8):
            await registers.write("lights", word)
            await registers.ctx.tick()
            assert registers.ctx.get(Cat(unit.alive, unit.solving, unit.error)) == word & 7
            assert await registers.read("lights") == word & 7

    drive(unit, Registers, testbench)


def test_identity():
    config = SoCConfig.of("checker:7x32", clock_hz=25_000_000, bit_rate=115_200)

    async def testbench(registers):
        assert [await registers.read(name) for name in ("build_low", "build_high", "clock_hz", "bit_rate")] == [
            0x7654_3210, 0xFEDC_BA98, 25_000_000, 115_200]

    drive(IdentityPeripheral(config, 0xFEDC_BA98_7654_3210), Registers, testbench)


def test_crc():
    """The CRC is right for every byte, for longer data, and for two streams that alternate."""
    start, rng = 0xFFFF_FFFF, random.Random(1)
    streams = [*(bytes([byte]) for byte in range(256)), *map(rng.randbytes, range(20))]

    async def testbench(registers):
        async def crc(data, state=start):
            await registers.write("begin", state)
            for byte in data:
                await registers.write("byte", byte)
            await registers.ctx.tick()
            return await registers.read("crc")

        for data in streams:
            assert await crc(data) ^ start == zlib.crc32(data)
        one, other = start, start
        for byte in streams[-1]:
            one, other = await crc([byte], one), await crc([byte ^ 1], other)
        assert one ^ start == zlib.crc32(streams[-1])
        assert other ^ start == zlib.crc32(bytes(byte ^ 1 for byte in streams[-1]))

    drive(Crc32(), Registers, testbench)


class Counter(CycleCounter):
    """The counter, with its register as an attribute that a test can set, so that the test need not wait for 2^32
    clocks."""

    def elaborate(self, platform):
        fragment = Fragment.get(super().elaborate(platform), platform)
        (self.cycles,) = (
            statement.lhs for statement in fragment.statements["sync"]
            if getattr(statement, "lhs", None) is not None and statement.lhs.name == "cycles")
        return fragment


@pytest.mark.parametrize("upper", [-1, 0, 0xFEDC_BA98, 0xFFFF_FFFF])
def test_the_halves_of_the_cycle_counter_belong_together(upper):
    """The counter starts at its reset, or just before a carry; ``high`` changes only when ``low`` is read."""
    unit = Counter()

    async def testbench(registers):
        assert await registers.read("high") == 0
        for before in range(-6, 4):
            for wait in (1, 2, 12):
                moment = ((upper + 1) << 32) + before & (1 << 64) - 1
                registers.ctx.set(unit.cycles, moment)
                low = await registers.read("low")
                for _ in range(2):
                    await registers.ctx.tick().repeat(wait)
                    assert await registers.read("high") << 32 | low == moment
                assert await registers.read("low") == (moment + 2 * wait + 3) % (1 << 32)

    drive(unit, Registers, testbench)


def test_the_cycle_counter_counts_from_reset_and_latches_the_end_of_the_work():
    unit = CycleCounter()

    async def testbench(registers):
        passed = 0
        for work, wait in ((1, 2), (5, 1), (2, 40)):
            registers.ctx.set(unit.busy, 1)
            await registers.ctx.tick().repeat(work)
            registers.ctx.set(unit.busy, 0)
            await registers.ctx.tick().repeat(wait)
            assert await registers.read("low") == passed + work + wait
            for _ in range(2):
                assert await registers.read("ended") == passed + work
            passed += work + wait + 3

    drive(unit, Registers, testbench)
