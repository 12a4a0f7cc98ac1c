"""The serial port is used through its pins, bit by bit, and through its registers.

:mod:`test_serial_proof` proves both directions for exact bits, and :mod:`test_uart_proof` proves the queues; the tests
here use senders that are not exact, and check the clocks that the firmware depends on.
"""

import random

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from rowloom.hw.soc.units import UART, BytePort
from support.simulation import CLOCK

EMPTY = 1 << 31


class SerialPort(wiring.Component):
    """A port and its UART, as in a SoC."""

    def __init__(self, divisor):
        self._port, self._uart = BytePort(divisor=divisor), UART(divisor=divisor)
        super().__init__({"bus": In(self._port.bus.signature.flip()), "rx": In(1, init=1), "tx": Out(1, init=1)})
        self.bus.memory_map = self._port.bus.memory_map

    def elaborate(self, platform):
        m = Module()
        m.submodules.port, m.submodules.uart = port, uart = self._port, self._uart
        connect(m, flipped(self.bus), port.bus)
        connect(m, port.line, uart.line)
        m.d.comb += [uart.rx.eq(self.rx), self.tx.eq(uart.tx)]
        return m


async def send(ctx, line, data, clocks, *, stop=1, jitter=0.0):
    """Send bytes bit by bit, without pauses. ``clocks`` is the number of clocks for a bit, and each edge is up to
    ``jitter`` clocks early or late; both may be fractions."""
    rng, late = random.Random(clocks), 0.0
    for byte in data:
        for bit in (0, *(byte >> place & 1 for place in range(8)), stop):
            ctx.set(line, bit)
            before, late = late, rng.choice((-jitter, 0, jitter))
            await ctx.delay((clocks + late - before) * CLOCK)
    ctx.set(line, 1)


async def received(registers):
    words = []
    while not (word := await registers.read("rx")) & EMPTY:
        words.append(word)
    assert await registers.read("rx") & EMPTY
    return bytes(words)


class Recorder:
    """The levels of the outgoing line, one for each clock; :meth:`record` is a background testbench."""

    def __init__(self, unit):
        self.unit, self.levels = unit, []

    async def record(self, ctx):
        async for *_, level in ctx.tick().sample(self.unit.tx):
            self.levels.append(level)

    def data(self, divisor):
        """Return the bytes on the line. Each bit must take exactly ``divisor`` clocks, except that a stop bit may take
        more."""
        data, at = [], 0
        while 0 in self.levels[at:]:
            at = self.levels.index(0, at)
            bits = [self.levels[at + place * divisor:][:divisor] for place in range(10)]
            assert all(bit in ([0] * divisor, [1] * divisor) for bit in bits)
            values = [bit[0] for bit in bits]
            assert (values[0], values[9]) == (0, 1)
            data.append(sum(value << place for place, value in enumerate(values[1:9])))
            at += 10 * divisor
        return bytes(data)


DATA = bytes([0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80])


@pytest.mark.parametrize("divisor, error, jitter", [
    (5, 0, 0.95), (5, 0.042, 0.05), (5, -0.038, 0.05), (6, 0.035, 0.05), (6, -0.045, 0.05), (17, 0.05, 0),
    (17, -0.04, 0),
])
def test_bytes_in(simulate, divisor, error, jitter):
    """Bytes arrive at any phase of the clock, from a sender whose rate or whose edges have nearly the largest error
    that :func:`test_serial_proof.covers` allows."""
    unit, rng = SerialPort(divisor), random.Random(divisor)

    async def testbench(ctx, registers):
        for _ in range(2):
            await ctx.delay(rng.random() * CLOCK)
            await send(ctx, unit.rx, DATA, divisor * (1 + error), jitter=jitter)
            await ctx.tick().repeat(divisor)
            assert await received(registers) == DATA

    simulate(unit, testbench)


@pytest.mark.parametrize("divisor, lows", [(5, ()), (17, (0.3, 19.5))])
def test_noise_is_dropped(simulate, divisor, lows):
    """The noise is a byte without a stop bit, or a line that is low for a third of a bit, or for as long as two bytes
    without stop bits."""
    unit = SerialPort(divisor)

    async def testbench(ctx, registers):
        await send(ctx, unit.rx, b"a", divisor)
        await send(ctx, unit.rx, b"b", divisor, stop=0)
        await ctx.tick().repeat(12 * divisor)
        for bits in lows:
            ctx.set(unit.rx, 0)
            await ctx.delay(bits * divisor * CLOCK)
            ctx.set(unit.rx, 1)
            await ctx.tick().repeat(12 * divisor)
        await send(ctx, unit.rx, b"c", divisor)
        await ctx.tick().repeat(divisor)
        assert await received(registers) == b"ac"

    simulate(unit, testbench)


@pytest.mark.parametrize("divisor", [5, 17])
def test_sending_until_the_last_stop_bit_has_left(simulate, divisor):
    """The firmware changes the bit rate when ``sending`` ends, so ``sending`` must not end one bit too early."""
    unit = SerialPort(divisor)
    recorder = Recorder(unit)

    async def testbench(ctx, registers):
        for byte in b"\x00\xff":
            await registers.write("tx", byte)
        await ctx.tick().repeat(3)
        while (await registers.fields("room")).sending:
            assert len(recorder.levels) < 30 * divisor

    simulate(unit, testbench, recorder.record)
    assert recorder.data(divisor) == b"\x00\xff"
    start = recorder.levels.index(0)
    assert 20 * divisor <= len(recorder.levels) - start <= 20 * divisor + 6


def test_the_divisor_can_be_changed(simulate):
    """The divisor is changed for both directions, and changed back."""
    unit = SerialPort(17)
    recorder = Recorder(unit)

    async def testbench(ctx, registers):
        assert await registers.read("divisor") == 17
        for divisor, byte in ((5, 0xA6), (50, 0x3B), (17, 0x59), (65_535, None)):
            await registers.write("divisor", divisor)
            await ctx.tick()
            assert await registers.read("divisor") == divisor
            if byte is not None:
                recorder.levels.clear()
                await registers.write("tx", byte)
                await send(ctx, unit.rx, [byte ^ 0xFF], divisor)
                await ctx.tick().repeat(divisor + 5)
                assert await received(registers) == bytes([byte ^ 0xFF])
                assert recorder.data(divisor) == bytes([byte])

    simulate(unit, testbench, recorder.record)
