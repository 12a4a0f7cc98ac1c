"""The serial port: bits on its pins on one side, its registers on the other."""

import random

import pytest

from rowloom.hw.soc.uart import UART

CLOCK = 1e-6  # of the fixture `simulate`
EMPTY = 1 << 31
SENDING_OF_512 = 1 << 10


async def send(ctx, line, data, clocks, *, stop=1, pause=0):
    """Bytes bit by bit, each so many clocks long, with a pause of so many clocks; whole numbers or not."""
    for byte in data:
        for bit in (0, *(byte >> place & 1 for place in range(8)), stop):
            ctx.set(line, bit)
            await ctx.delay(clocks * CLOCK)
        ctx.set(line, 1)
        await ctx.delay(pause * CLOCK)


async def received(registers):
    """All that is in the queue, which holds no more than 512."""
    words = [await registers.read("rx") for _ in range(513)]
    count = next(number for number, word in enumerate(words) if word & EMPTY)
    assert all(word & EMPTY for word in words[count:])
    return bytes(words[:count])


class Recorder:
    """The line out, a level a clock; :meth:`record` is a background testbench."""

    def __init__(self, unit):
        self.unit, self.levels = unit, []

    async def record(self, ctx):
        async for *_, level in ctx.tick().sample(self.unit.tx):
            self.levels.append(level)

    def data(self, divisor):
        """The bytes on the line. Every bit takes exactly ``divisor`` clocks, a stop bit at least so many."""
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


def some_bytes(count, seed=0):
    return bytes([0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80, *random.Random(seed).randbytes(count)])[:count]


# The receiver looks for the next byte three clocks after the middle of a stop bit. With a pause between the bytes
# or 17 clocks a bit it bears a sender that is 3 % fast; at 5 clocks a bit without a pause, none at all.
@pytest.mark.parametrize("divisor, error, pause", [
    (5, 0, 0), (5, 0.03, 0), (5, -0.015, 2), (10, -0.02, 2), (17, 0, 0), (17, -0.03, 0), (17, 0.03, 0),
    (50, 0, 0), (50, -0.03, 0), (50, 0.03, 0),
])
def test_bytes_in(simulate, divisor, error, pause):
    """At any phase of the clock, from a sender not quite right."""
    data = some_bytes(12)
    unit = UART(divisor=divisor)
    rng = random.Random(divisor)

    async def testbench(ctx, registers):
        for _ in range(2 if divisor == 50 else 5):
            await ctx.delay(rng.random() * CLOCK)
            await send(ctx, unit.rx, data, divisor * (1 + error), pause=pause)
            await ctx.tick().repeat(divisor)
            assert await received(registers) == data

    simulate(unit, testbench)


def test_every_byte_in(simulate):
    unit = UART(divisor=5)

    async def testbench(ctx, registers):
        await send(ctx, unit.rx, range(256), 5)
        await ctx.tick().repeat(5)
        assert await received(registers) == bytes(range(256))

    simulate(unit, testbench)


def test_an_empty_queue_says_so(simulate):
    unit = UART(divisor=5)

    async def testbench(ctx, registers):
        assert await registers.read("rx") & EMPTY
        await send(ctx, unit.rx, b"x", 5)
        await ctx.tick().repeat(5)
        assert await registers.read("rx") == ord("x")
        for _ in range(3):
            assert await registers.read("rx") & EMPTY
        await send(ctx, unit.rx, b"y", 5)
        await ctx.tick().repeat(5)
        assert await registers.read("rx") == ord("y")

    simulate(unit, testbench)


@pytest.mark.parametrize("divisor", [5, 17])
def test_a_byte_without_stop_bit_is_dropped(simulate, divisor):
    unit = UART(divisor=divisor)

    async def testbench(ctx, registers):
        await send(ctx, unit.rx, b"a", divisor)
        await send(ctx, unit.rx, b"b", divisor, stop=0)
        await ctx.tick().repeat(12 * divisor)
        await send(ctx, unit.rx, b"c", divisor)
        await ctx.tick().repeat(divisor)
        assert await received(registers) == b"ac"

    simulate(unit, testbench)


def test_a_glitch_and_a_cut_line_are_no_bytes(simulate):
    """Low for a third of a bit; low for 19.5 bits, as long as two bytes of zeros without their stop bits."""
    unit = UART(divisor=17)

    async def testbench(ctx, registers):
        ctx.set(unit.rx, 0)
        await ctx.delay(5 * CLOCK)
        ctx.set(unit.rx, 1)
        await ctx.tick().repeat(200)
        ctx.set(unit.rx, 0)
        await ctx.delay(19.5 * 17 * CLOCK)
        ctx.set(unit.rx, 1)
        await ctx.tick().repeat(200)
        assert await received(registers) == b""
        await send(ctx, unit.rx, b"z", 17)
        await ctx.tick().repeat(17)
        assert await received(registers) == b"z"

    simulate(unit, testbench)


@pytest.mark.parametrize("depth", [1, 2, 4, 5])
def test_the_queue_in_keeps_the_first_bytes(simulate, depth):
    """``depth`` of them; what comes when it is full is lost, and nothing else."""
    unit = UART(divisor=5, depth=depth)
    data = some_bytes(depth + 3)

    async def testbench(ctx, registers):
        for _ in range(2):
            await send(ctx, unit.rx, data, 5)
            await ctx.tick().repeat(5)
            assert await received(registers) == data[:depth]

    simulate(unit, testbench)


@pytest.mark.parametrize("divisor", [5, 17, 50])
def test_bytes_out(simulate, divisor):
    data = some_bytes(12)
    unit = UART(divisor=divisor)
    recorder = Recorder(unit)

    async def testbench(ctx, registers):
        for byte in data:
            await registers.write("tx", byte)
            await ctx.tick().repeat(3)
        await ctx.tick().repeat((len(data) * 10 + 3) * divisor)

    simulate(unit, testbench, recorder.record)
    assert recorder.data(divisor) == data
    # Back to back: no more than a clock is lost between two bytes.
    assert recorder.levels[::-1].index(0) > (3 - 1) * divisor - len(data)


@pytest.mark.parametrize("depth", [1, 2, 4, 5])
def test_room_in_the_queue_out(simulate, depth):
    """One byte is in the transmitter, ``depth`` in the queue; those after them are lost."""
    divisor = 17
    data = some_bytes(depth + 3)
    unit = UART(divisor=divisor, depth=depth)
    recorder = Recorder(unit)
    sending = 1 << depth.bit_length()
    rooms = []

    async def testbench(ctx, registers):
        assert await registers.read("room") == depth
        for byte in data:
            await registers.write("tx", byte)
            await ctx.tick().repeat(3)
            rooms.append(await registers.read("room"))
        await ctx.tick().repeat((len(data) * 10 + 3) * divisor)
        assert await registers.read("room") == depth

    simulate(unit, testbench, recorder.record)
    assert rooms == [sending | max(0, depth - number) for number in range(len(data))]
    assert recorder.data(divisor) == data[:depth + 1]


@pytest.mark.parametrize("divisor", [5, 17])
def test_sending_until_the_last_stop_bit_has_left(simulate, divisor):
    """The firmware changes the bit rate when ``sending`` ends, so it may not end a bit too early."""
    unit = UART(divisor=divisor)
    recorder = Recorder(unit)

    async def testbench(ctx, registers):
        for byte in b"\x00\xff":
            await registers.write("tx", byte)
        await ctx.tick().repeat(3)
        for _ in range(30 * divisor):
            if not await registers.read("room") & SENDING_OF_512:
                break

    simulate(unit, testbench, recorder.record)
    # Both bytes are there whole, and not much more than that.
    assert recorder.data(divisor) == b"\x00\xff"
    start = recorder.levels.index(0)
    assert 20 * divisor <= len(recorder.levels) - start <= 20 * divisor + 6


def test_the_divisor_can_be_changed(simulate):
    """Both ways, and back."""
    unit = UART(divisor=17)
    recorder = Recorder(unit)

    async def testbench(ctx, registers):
        assert await registers.read("divisor") == 17
        for divisor, byte in ((5, 0xA6), (50, 0x3B), (17, 0x59)):
            await registers.write("divisor", divisor)
            await ctx.tick()
            assert await registers.read("divisor") == divisor
            recorder.levels.clear()
            await registers.write("tx", byte)
            await send(ctx, unit.rx, [byte ^ 0xFF], divisor)
            await ctx.tick().repeat(divisor + 5)
            assert await received(registers) == bytes([byte ^ 0xFF])
            assert recorder.data(divisor) == bytes([byte])

    simulate(unit, testbench, recorder.record)


def test_the_widest_divisor(simulate):
    unit = UART(divisor=65_535)

    async def testbench(ctx, registers):
        assert await registers.read("divisor") == 65_535

    simulate(unit, testbench)
