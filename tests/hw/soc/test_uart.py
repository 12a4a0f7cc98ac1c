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
from support.registers import Registers
from support.simulation import CLOCK, drive

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


class Serial(Registers):
    """The registers of a :class:`SerialPort`, and a sender at the other end of its incoming line."""

    async def send(self, data, clocks, *, stop=1, jitter=0.0):
        """Send bytes bit by bit, without pauses. A bit takes ``clocks`` clocks, and each edge is up to ``jitter``
        clocks early or late; both may be fractions."""
        rng, late = random.Random(clocks), 0.0
        for byte in data:
            for bit in (0, *(byte >> place & 1 for place in range(8)), stop):
                self.ctx.set(self.unit.rx, bit)
                before, late = late, rng.choice((-jitter, 0, jitter))
                await self.ctx.delay((clocks + late - before) * CLOCK)
        self.ctx.set(self.unit.rx, 1)

    async def received(self):
        words = []
        while not (word := await self.read("rx")) & EMPTY:
            words.append(word)
        assert await self.read("rx") & EMPTY
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
    (5, 0, 0.95), (5, 0.042, 0.05), (5, -0.038, 0.05), (6, 0.035, 0.05), (6, -0.045, 0.05), (7, 0.045, 0.05),
    (7, -0.04, 0.05), (17, 0.05, 0), (17, -0.04, 0),
])
def test_bytes_in(divisor, error, jitter):
    """Bytes arrive at any phase of the clock, from a sender whose rate or whose edges have nearly the largest error
    that :func:`test_serial_proof.covers` allows."""
    rng = random.Random(divisor)

    async def testbench(port):
        for _ in range(2):
            await port.ctx.delay(rng.random() * CLOCK)
            await port.send(DATA, divisor * (1 + error), jitter=jitter)
            await port.ctx.tick().repeat(divisor)
            assert await port.received() == DATA

    drive(SerialPort(divisor), Serial, testbench)


@pytest.mark.parametrize("divisor, lows", [(5, ()), (17, (0.3, 19.5))])
def test_noise_is_dropped(divisor, lows):
    """The noise is a byte without a stop bit, or the line is low for 0.3 bits or 19.5 bits."""
    async def testbench(port):
        await port.send(b"a", divisor)
        await port.send(b"b", divisor, stop=0)
        await port.ctx.tick().repeat(12 * divisor)
        for bits in lows:
            port.ctx.set(port.unit.rx, 0)
            await port.ctx.delay(bits * divisor * CLOCK)
            port.ctx.set(port.unit.rx, 1)
            await port.ctx.tick().repeat(12 * divisor)
        await port.send(b"c", divisor)
        await port.ctx.tick().repeat(divisor)
        assert await port.received() == b"ac"

    drive(SerialPort(divisor), Serial, testbench)


@pytest.mark.parametrize("divisor", [5, 17])
def test_sending_until_the_last_stop_bit_has_left(divisor):
    """The firmware changes the bit rate when ``sending`` ends, so ``sending`` must not end one bit too early."""
    unit = SerialPort(divisor)
    recorder = Recorder(unit)

    async def testbench(port):
        for byte in b"\x00\xff":
            await port.write("tx", byte)
        await port.ctx.tick().repeat(3)
        while (await port.fields("room")).sending:
            assert len(recorder.levels) < 30 * divisor

    drive(unit, Serial, testbench, recorder.record)
    assert recorder.data(divisor) == b"\x00\xff"
    start = recorder.levels.index(0)
    assert 20 * divisor <= len(recorder.levels) - start <= 20 * divisor + 6


def test_the_divisor_can_be_changed():
    """The divisor is changed for both directions, and changed back."""
    unit = SerialPort(17)
    recorder = Recorder(unit)

    async def testbench(port):
        assert await port.read("divisor") == 17
        for divisor, byte in ((5, 0xA6), (50, 0x3B), (17, 0x59), (65_535, None)):
            await port.write("divisor", divisor)
            await port.ctx.tick()
            assert await port.read("divisor") == divisor
            if byte is not None:
                recorder.levels.clear()
                await port.write("tx", byte)
                await port.send([byte ^ 0xFF], divisor)
                await port.ctx.tick().repeat(divisor + 5)
                assert await port.received() == bytes([byte ^ 0xFF])
                assert recorder.data(divisor) == bytes([byte])

    drive(unit, Serial, testbench, recorder.record)
