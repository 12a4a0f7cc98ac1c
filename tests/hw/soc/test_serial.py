"""It is proved for every byte and divisor that the UART's receiver and transmitter are right. The transmitter is that
of amaranth-stdio.

The proofs are by induction. They assume that the divisor, which may have any value, never changes. The transmitter's
line is compared with frames of ten bits, clock by clock. The receiver finds the byte in each frame, whatever the pauses
between frames are, even if the bits of a frame begin early or late. From this, arithmetic gives the largest error that
a sender's rate may have. Two simulations test what the proofs leave out: noise, and the end of the last stop bit.
"""

from enum import IntEnum
from fractions import Fraction

import pytest
from amaranth.hdl import Assert, Assume, Cat, Const, Mux, Signal
from amaranth_stdio.serial import AsyncSerialTX

from rowloom.hw.soc.units import UART, SerialReceiver
from support.proof import Proof, refuted
from support.simulation import set_inputs, simulate

FRAME_BITS = 10
LEAST_DIVISOR = 5


Receiving = IntEnum("Receiving", "IDLE START BITS", start=0)
"""The states of the receiver, in the order in which the receiver defines them."""


def frame_of(byte):
    """Return the bits of a byte on the line (start, data, stop); the first bit is the lowest."""
    return Cat(Const(0, 1), byte, Const(1, 1))


class Phy(Proof):
    """A unit with any divisor of at least ``least``; the divisor stays the same."""

    def __init__(self, unit, least):
        super().__init__(unit)
        self.least = least
        self.ports = [unit.divisor]

    def claims(self, m):
        unit = self.unit
        begun, before = Signal(), Signal.like(unit.divisor)
        m.d.sync += [begun.eq(1), before.eq(unit.divisor)]
        m.d.comb += [Assume(unit.divisor >= self.least), Assume(~begun | (unit.divisor == before))]


class Transmitter(Phy):
    """The transmitter's line. After a pause of at least one bit, the line has the bits of the byte that the transmitter
    accepted; the divisor is the number of clocks for each bit.

    The transmitter is ready again when the stop bit begins; the pause before the next byte makes the stop bit long
    enough.
    """

    def __init__(self):
        unit = AsyncSerialTX(divisor=LEAST_DIVISOR, divisor_bits=16)
        super().__init__(unit, least=1)
        self.timer, self.bitno = self.within("timer", 16), self.within("bitno", 4)
        self.shreg = self.within("shreg", FRAME_BITS)
        # The bit of the frame, the clock within the bit, and whether this is the last clock of the bit.
        self.bit, self.clock, self.last = Signal(range(FRAME_BITS)), Signal(16), Signal()
        self.ports += [unit.data, unit.ack]

    def claims(self, m):
        super().claims(m)
        unit, sends, frame, level = self.unit, Signal(), Signal(FRAME_BITS), Signal(init=1)
        m.d.comb += self.last.eq(self.clock == unit.divisor - 1)
        m.d.sync += self.clock.eq(Mux(self.last, 0, self.clock + 1))
        with m.If(unit.rdy & unit.ack):
            m.d.sync += [sends.eq(1), frame.eq(frame_of(unit.data)), self.bit.eq(0), self.clock.eq(0)]
        with m.Elif(sends & self.last):
            m.d.sync += [level.eq(frame.bit_select(self.bit, 1)), self.bit.eq(self.bit + 1)]
            with m.If(self.bit == FRAME_BITS - 1):
                m.d.sync += sends.eq(0)
        m.d.comb += [Assert(unit.rdy == ~sends), Assert(unit.o == level), Assert(sends | level)]
        with m.If(sends):
            m.d.comb += [
                # The induction needs the following assertions, which imply the assertions above.
                Assert(self.clock + self.timer == unit.divisor - 1), Assert(self.bit + self.bitno == FRAME_BITS - 1),
                Assert(self.shreg == frame >> self.bit), Assert(frame[-1]),
            ]


class Receiver(Phy):
    """The receiver on a line of frames, with or without pauses. Each bit may begin and end in any clock, as long as it
    covers the clock in which it is sampled; if ``covered`` is false, this is not assumed. For each frame, the receiver
    outputs the byte once, when the stop bit is sampled. The next frame may begin in the next clock.
    """

    def __init__(self, least=LEAST_DIVISOR, covered=True):
        super().__init__(SerialReceiver(), least)
        self.covered = covered
        self.state = self.within("fsm_state", range(len(Receiving)))
        self.left, self.bits = self.within("left", 16), self.within("bits", 9)
        self.begins, self.moves, self.byte = Signal(), Signal(), Signal(8)
        self.ports += [self.begins, self.moves, self.byte]

    def claims(self, m):
        super().claims(m)
        unit, sends, first, frame = self.unit, Signal(), Signal(), Signal(FRAME_BITS)
        bit, samples, wait = Signal(range(FRAME_BITS)), Signal(range(FRAME_BITS)), Signal(16)
        samples_now, done = Signal(), Signal()
        m.d.comb += [
            samples_now.eq(sends & (wait == 0)), done.eq(samples_now & (samples == FRAME_BITS - 1)),
            unit.line.eq(Mux(sends, frame.bit_select(bit, 1), 1)),
        ]
        m.d.sync += [first.eq(0), wait.eq(Mux(samples_now, unit.divisor - 1, wait - 1)),
                     samples.eq(samples + samples_now)]
        with m.If(done):
            m.d.sync += sends.eq(0)
        with m.Elif(self.moves & (bit != FRAME_BITS - 1)):
            m.d.sync += bit.eq(bit + 1)
        with m.If(self.begins & (~sends | done)):
            m.d.sync += [sends.eq(1), first.eq(1), frame.eq(frame_of(self.byte)), bit.eq(0), samples.eq(0),
                         wait.eq((unit.divisor - 1) >> 1)]
        if self.covered:
            m.d.comb += Assume(~samples_now | (bit == samples))
        m.d.comb += [Assert(unit.bytes.valid == done), Assert(~done | (unit.bytes.payload == frame[1:9]))]

        # The induction needs the following assertions, which imply the assertions above.
        state = Signal(Receiving)
        with m.If(sends & ~first):
            m.d.comb += [state.eq(Mux(samples == 0, Receiving.START, Receiving.BITS)), Assert(self.left == wait + 1)]
        m.d.comb += [Assert(self.state == state), Assert(~first | sends & (bit == 0) & (samples == 0) & wait.any())]
        with m.If(sends):
            m.d.comb += [Assert(bit < FRAME_BITS), Assert(samples < FRAME_BITS), Assert(wait < unit.divisor),
                         Assert(frame == frame_of(frame[1:9]))]
            for data in range(FRAME_BITS - 1):
                with m.If(samples == data + 1):
                    m.d.comb += Assert(self.bits == Cat(Const(1 << (8 - data), 9 - data), frame[1:1 + data]))


@pytest.mark.parametrize("proof", [Transmitter, Receiver])
def test_both_ways(prove_by_induction, proof):
    prove_by_induction(proof(), clocks=2)


@pytest.mark.parametrize("wrong", [
    {"covered": False},
    # With a divisor of 2, the first sample would be due in the clock in which the line falls.
    {"least": 2},
])
def test_wrong_assumptions_are_refuted(prove_by_induction, wrong):
    with refuted():
        prove_by_induction(Receiver(**wrong), clocks=2)


def covers(divisor, error, jitter):
    """Return whether each bit of a sender covers the clock of its sample.

    A bit takes ``divisor * (1 + error)`` clocks, and each edge may come ``jitter`` clocks early or late. The line falls
    up to one clock before the first clock in which it is low.
    """
    first, clocks = (divisor - 1) // 2, divisor * (1 + error)
    return all(bit * clocks + 2 * jitter <= first + bit * divisor for bit in range(1, FRAME_BITS)) and all(
        (bit + 1) * clocks - 2 * jitter - 1 >= first + bit * divisor for bit in range(FRAME_BITS))


def test_tolerance():
    """The receiver accepts rates that are wrong by 1/32. With the divisor 6, its tolerance is the smallest: 3.7 %. With
    the right rate, edges may come almost a clock early or late."""
    for divisor in (*range(LEAST_DIVISOR, 100), 6_250, 65_535):
        assert covers(divisor, 0, 1)
        for sign in (1, -1):
            assert covers(divisor, sign * Fraction(2, 54), 0)
            assert covers(divisor, sign * Fraction(1, 32), Fraction(1, 7))
    assert not covers(6, Fraction(2, 53), 0) and not covers(5, 0, Fraction(11, 10))


@pytest.mark.parametrize("divisor, lows", [(5, ()), (17, (5, 332))])
def test_noise_is_dropped(divisor, lows):
    """The noise is a byte without a stop bit, or the line is low for 0.3 bits or 19.5 bits."""
    unit, received = SerialReceiver(), []

    async def testbench(ctx):
        async def hold(level, clocks):
            ctx.set(unit.line, level)
            for _ in range(clocks):
                if ctx.get(unit.bytes.valid):
                    received.append(ctx.get(unit.bytes.payload))
                await ctx.tick()

        async def send(byte, stop=1):
            for bit in (0, *(byte >> place & 1 for place in range(8)), stop):
                await hold(bit, divisor)

        ctx.set(unit.divisor, divisor)
        await send(ord("a"))
        await send(ord("b"), stop=0)
        await hold(1, 12 * divisor)
        for clocks in lows:
            await hold(0, clocks)
            await hold(1, 12 * divisor)
        await send(ord("c"))

    simulate(unit, testbench)
    assert bytes(received) == b"ac"


@pytest.mark.parametrize("divisor", [5, 17])
def test_sending_until_the_last_stop_bit_has_left(divisor):
    """The firmware changes the bit rate when ``sending`` ends, so ``sending`` must not end one bit too early."""
    unit = UART(divisor=divisor)

    async def testbench(ctx):
        line = unit.line
        ctx.set(line.divisor, divisor)
        set_inputs(ctx, line.to_send, valid=1, payload=0)
        await ctx.tick().until(~unit.tx)
        ctx.set(line.to_send.payload, 0xFF)
        clocks = 1
        while ctx.get(line.sending):
            if ctx.get(line.to_send.ready):
                await ctx.tick()
                ctx.set(line.to_send.valid, 0)
            else:
                await ctx.tick()
            clocks += 1
        assert 2 * FRAME_BITS * divisor <= clocks <= 2 * FRAME_BITS * divisor + 6

    simulate(unit, testbench)
