"""amaranth-stdio's transmitter and receiver, as the UART uses them, are proved by induction for every byte and divisor.

The divisor stays the same. The transmitter's line is compared with frames of ten bits, clock by clock. The receiver
gets such frames, at any distance from each other, and finds the byte in each frame.
"""

from enum import IntEnum

import pytest
from amaranth.hdl import Assert, Assume, Cat, Const, Mux, Signal
from amaranth_stdio.serial import AsyncSerialRX, AsyncSerialTX

from support.proof import Proof, refuted

FRAME_BITS = 10
LEAST_DIVISOR = 5


Receiving = IntEnum("Receiving", "IDLE BUSY DONE", start=0)
"""The states of the receiver, in the order in which the receiver defines them."""


def frame_of(byte):
    """Return the bits of a byte on the line (start, data, stop); the first bit is the lowest."""
    return Cat(Const(0, 1), byte, Const(1, 1))


class Phy(Proof):
    """A unit with any divisor of at least ``least``; the divisor stays the same."""

    def __init__(self, unit, least):
        super().__init__(unit)
        self.least = least
        self.timer, self.bitno = self.within("timer", 16), self.within("bitno", 4)
        self.shreg = self.within("shreg", FRAME_BITS)
        # The bit of the frame, the clock within the bit, and whether this is the last clock of the bit.
        self.bit, self.clock, self.last = Signal(range(FRAME_BITS)), Signal(16), Signal()

    def claims(self, m):
        unit = self.unit
        begun, before = Signal(), Signal.like(unit.divisor)
        m.d.sync += [begun.eq(1), before.eq(unit.divisor)]
        m.d.comb += [Assume(unit.divisor >= self.least), Assume(~begun | (unit.divisor == before))]
        m.d.comb += self.last.eq(self.clock == unit.divisor - 1)
        m.d.sync += self.clock.eq(Mux(self.last, 0, self.clock + 1))


class Transmitter(Phy):
    """The transmitter's line. After a pause of at least one bit, the line has the bits of the byte that the transmitter
    accepted; the divisor is the number of clocks for each bit.

    The transmitter is ready again when the stop bit begins; the next pause makes the stop bit long enough.
    """

    def __init__(self):
        unit = AsyncSerialTX(divisor=LEAST_DIVISOR, divisor_bits=16)
        super().__init__(unit, least=1)
        self.ports = [unit.divisor, unit.data, unit.ack]

    def claims(self, m):
        super().claims(m)
        unit, sends, frame, level = self.unit, Signal(), Signal(FRAME_BITS), Signal(init=1)
        with m.If(unit.rdy & unit.ack):
            m.d.sync += [sends.eq(1), frame.eq(frame_of(unit.data)), self.bit.eq(0), self.clock.eq(0)]
        with m.Elif(sends & self.last):
            m.d.sync += [level.eq(frame.bit_select(self.bit, 1)), self.bit.eq(self.bit + 1)]
            with m.If(self.bit == FRAME_BITS - 1):
                m.d.sync += sends.eq(0)
        m.d.comb += [Assert(unit.rdy == ~sends), Assert(unit.o == level), Assert(sends | level)]
        with m.If(sends):
            m.d.comb += [
                # The following assertions imply the other assertions.
                Assert(self.clock + self.timer == unit.divisor - 1), Assert(self.bit + self.bitno == FRAME_BITS - 1),
                Assert(self.shreg == frame >> self.bit), Assert(frame[-1]),
            ]


class Receiver(Phy):
    """The receiver on a line of frames, with or without pauses. For each frame, the receiver gives the byte once, in a
    fixed clock of the stop bit or right after the stop bit, and reports no error."""

    def __init__(self, least=LEAST_DIVISOR):
        unit = AsyncSerialRX(divisor=LEAST_DIVISOR, divisor_bits=16)
        super().__init__(unit, least)
        self.state = self.within("fsm_state", range(len(Receiving)))
        self.begins, self.byte = Signal(), Signal(8)
        self.ports = [unit.divisor, self.begins, self.byte]

    def claims(self, m):
        super().claims(m)
        unit, sends, frame = self.unit, Signal(), Signal(FRAME_BITS)
        m.d.comb += [unit.ack.eq(1), unit.i.eq(Mux(sends, frame.bit_select(self.bit, 1), 1))]
        ends = self.last & (self.bit == FRAME_BITS - 1)
        with m.If(self.begins & (~sends | ends)):
            m.d.sync += [sends.eq(1), frame.eq(frame_of(self.byte)), self.bit.eq(0), self.clock.eq(0)]
        with m.Elif(sends & ends):
            m.d.sync += sends.eq(0)
        with m.Elif(sends & self.last):
            m.d.sync += self.bit.eq(self.bit + 1)

        # Each bit is sampled in clock `sampled` of the bit. The byte is available two clocks after the stop bit was
        # sampled.
        sampled = (unit.divisor >> 1) + 1
        done = sends & (self.bit == FRAME_BITS - 1) & (self.clock == sampled + 1)
        due, byte = Signal(), Signal(8)
        m.d.sync += [due.eq(done), byte.eq(frame[1:9])]
        m.d.comb += [
            Assert(unit.rdy == due), Assert(~due | (unit.data == byte)),
            Assert(~unit.rdy | ~unit.err.as_value().any()),
        ]

        # The following assertions imply the other assertions.
        passed = self.clock > sampled
        samples = self.bit + passed
        state = Signal(Receiving)
        with m.If(done):
            m.d.comb += state.eq(Receiving.DONE)
        with m.Elif(sends & (self.bit.any() | self.clock.any()) & (samples != FRAME_BITS)):
            m.d.comb += [
                state.eq(Receiving.BUSY),
                Assert(self.timer + self.clock == sampled + Mux(passed, unit.divisor, 0)),
                Assert(self.bitno + samples == FRAME_BITS - 1),
            ]
        m.d.comb += Assert(self.state == state)
        with m.If(sends):
            m.d.comb += [Assert(self.bit < FRAME_BITS), Assert(self.clock < unit.divisor),
                         Assert(frame == frame_of(frame[1:9]))]
            for count in range(1, FRAME_BITS + 1):
                with m.If((samples == count) & ((count < FRAME_BITS) | done)):
                    m.d.comb += Assert(self.shreg[FRAME_BITS - count:] == frame[:count])


class AnyLine(Phy):
    """The receiver on an arbitrary line: it never gives two bytes in successive clocks."""

    def __init__(self):
        unit = AsyncSerialRX(divisor=LEAST_DIVISOR, divisor_bits=16)
        super().__init__(unit, LEAST_DIVISOR)
        self.ports = [unit.divisor, unit.i]

    def claims(self, m):
        super().claims(m)
        before = Signal()
        m.d.sync += before.eq(self.unit.rdy)
        m.d.comb += [self.unit.ack.eq(1), Assert(~(before & self.unit.rdy))]


@pytest.mark.parametrize("proof", [Transmitter, Receiver, AnyLine])
def test_both_ways(prove_by_induction, proof):
    prove_by_induction(proof(), clocks=2)


def test_a_smaller_divisor_is_refuted(prove_by_induction):
    """With a smaller divisor, the byte would be available only after the next start bit has begun."""
    with refuted():
        prove_by_induction(Receiver(LEAST_DIVISOR - 1), clocks=2)
