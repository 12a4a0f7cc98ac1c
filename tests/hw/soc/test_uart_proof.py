"""The port's registers and queues keep every byte, in order. The proof is by induction, so it holds for any number of
clocks.

The line is arbitrary. :mod:`test_serial` proves the units of the UART that work on bits.
"""

import pytest
from amaranth.hdl import Array, Assert, Assume, Cat, Mux, Signal
from amaranth.lib.fifo import SyncFIFOBuffered

from rowloom.hw.soc.units import BytePort
from support.proof import Proof, refuted

PAUSE = 2
"""The least number of clocks between two register accesses of the CPU; see :mod:`test_bus_proof`."""

EMPTY_BIT = 31


class Queue:
    """The expected contents of a queue. ``count`` is the number of bytes; the first ``count`` elements of ``bytes`` are
    these bytes, the oldest first. ``there`` is 1 if a byte can be taken, which is possible from the second clock after
    its arrival.
    """

    def __init__(self, m, depth, comes, byte, taken):
        self.count, new = Signal(range(depth + 1)), Signal()
        self.bytes = [Signal(8, name=f"byte_{place}") for place in range(depth)]
        self.there = (self.count > 1) | (self.count == 1) & ~new
        self.accepts = comes & (self.count != depth)
        left = self.count - taken
        m.d.sync += [new.eq(self.accepts), self.count.eq(left + self.accepts)]
        for place, mine in enumerate(self.bytes):
            following = self.bytes[place + 1] if place + 1 < depth else mine
            m.d.sync += mine.eq(Mux(self.accepts & (left == place), byte, Mux(taken, following, mine)))


class Queues(Proof):
    """The CPU's side of a :class:`BytePort`; the signals from the serial line are arbitrary.

    The CPU reads and writes arbitrary registers, with at least two clocks between accesses.
    """

    def __init__(self, depth):
        super().__init__(BytePort(divisor=5, depth=depth, shared=True))
        self.depth = depth
        bus, line = self.unit.bus, self.unit.line
        self.addresses = {info.path[0][0]: info.start for info in bus.memory_map.all_resources()}
        self.ports = [
            bus.addr, bus.r_stb, bus.w_stb, bus.w_data, line.to_send.ready, line.sending, line.received.valid,
            line.received.payload,
        ]

    def claims(self, m):
        bus = self.unit.bus
        self.recent, used = Signal(PAUSE), bus.r_stb | bus.w_stb
        m.d.sync += self.recent.eq(Cat(used, self.recent))
        m.d.comb += [Assume(~(bus.r_stb & bus.w_stb)), Assume(~(used & self.recent.any()))]
        self.sending(m)
        self.receiving(m)

    def at(self, m, strobe, name):
        """Return whether this register is accessed, and whether it was accessed in the previous clock."""
        accessed, was = Signal(), Signal()
        m.d.comb += accessed.eq(strobe & (self.unit.bus.addr == self.addresses[name]))
        m.d.sync += was.eq(accessed)
        m.d.comb += Assert(~was | self.recent[0])
        return accessed, was

    def holds(self, m, queue, fifo):
        """Assert that the gateware's queue has the expected bytes. The other assertions about this queue follow from
        this."""
        inner, oldest, shown = self.depth - 1, self.within(f"{fifo}.r_data", 8), self.within(f"{fifo}.r_rdy")
        level = self.within(f"{fifo}.inner_level", range(inner + 1))
        first, end = (self.within(f"{fifo}.{name}", range(inner)) for name in ("consume", "produce"))
        words = Array(self.within(f"{fifo}.storage[{number}]", 8) for number in range(inner))
        m.d.comb += [
            Assert(shown == queue.there), Assert(level + shown == queue.count), Assert(level <= inner),
            Assert(~shown | (oldest == queue.bytes[0])),
            Assert(first < inner), Assert(end < inner), Assert((first + level == end) | (first + level == end + inner)),
        ]
        for number in range(inner):
            place = first + number
            with m.If(number < level):
                m.d.comb += Assert(words[Mux(place < inner, place, place - inner)]
                                   == Mux(shown, queue.bytes[number + 1], queue.bytes[number]))

    def sending(self, m):
        """A byte is sent if the CPU knows that there is room when it writes the byte. ``sending`` ends when no byte is
        left."""
        bus, line = self.unit.bus, self.unit.line
        _, written = self.at(m, bus.w_stb, "tx")
        _, asked = self.at(m, bus.r_stb, "room")
        byte, sent, known = Signal(8), Signal(), Signal(range(self.depth + 1))
        m.d.sync += byte.eq(bus.w_data)
        m.d.comb += sent.eq(line.to_send.ready & line.to_send.valid)
        queue = Queue(m, self.depth, written, byte, sent)
        self.holds(m, queue, "to_send")
        self.frames(m, queue, sent)

        # The bytes for which the CPU knows that there is room.
        room, sending = bus.r_data[:len(known)], bus.r_data[len(known)]
        with m.If(asked):
            m.d.sync += known.eq(room)
        with m.Elif(written & known.any()):
            m.d.sync += known.eq(known - 1)
        rests = Signal()
        m.d.sync += rests.eq(~queue.count.any() & ~line.sending)
        m.d.comb += [
            Assert(line.to_send.valid == queue.there), Assert(~sent | (line.to_send.payload == queue.bytes[0])),
            Assert(~(written & known.any()) | queue.accepts),
            Assert(known + queue.count <= self.depth), Assert(~asked | (room + queue.count <= self.depth)),
            Assert(~asked | sending | rests),
        ]

    def frames(self, m, queue, sent):
        """``whole`` is high exactly if the queue has the end of a frame: a zero after a byte that is not zero."""
        inside = Signal()  # the byte that was sent last is not zero
        with m.If(sent):
            m.d.sync += inside.eq(queue.bytes[0] != 0)
        last, ends = inside, []
        for place, byte in enumerate(queue.bytes):
            here = place < queue.count
            ends.append(here & last & (byte == 0))
            last = Mux(here, byte != 0, last)
        number = sum(ends)
        m.d.comb += [
            Assert(self.unit.whole == (number != 0)),
            # The induction needs the following assertions, which imply the assertion above.
            Assert(self.within("frames.frames", range((self.depth + 1) // 2 + 1)) == number),
            Assert(self.within("frames.enters_inside") == last), Assert(self.within("frames.leaves_inside") == inside),
        ]

    def receiving(self, m):
        """If there is room when a byte is received, the CPU reads this byte exactly once. The CPU sees when the queue
        is empty."""
        bus, received = self.unit.bus, self.unit.line.received
        reads, was_read = self.at(m, bus.r_stb, "rx")
        taken, oldest = Signal(), Signal(8)
        queue = Queue(m, self.depth, received.valid, received.payload, taken)
        m.d.comb += Assert(~received.valid | (received.ready == queue.accepts))
        m.d.comb += taken.eq(reads & queue.there)
        self.holds(m, queue, "received")
        was_taken = Signal()
        m.d.sync += [oldest.eq(queue.bytes[0]), was_taken.eq(taken)]
        # If the bit for an empty queue is 0, the word is the byte.
        m.d.comb += Assert(~was_read | Mux(was_taken, bus.r_data == oldest, bus.r_data[EMPTY_BIT]))


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_every_byte(prove_by_induction, depth):
    """A proof for queues of 2,048 bytes, as in the real port, would take too long. The sizes here include powers of two
    and other numbers."""
    prove_by_induction(Queues(depth), clocks=2)


class Overflowing(SyncFIFOBuffered):
    """A queue that accepts a byte even if it is full."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += self.w_rdy.eq(1)
        return m


def test_a_wrong_queue_is_refuted(prove_by_induction, monkeypatch):
    monkeypatch.setattr("rowloom.hw.soc.units.SyncFIFOBuffered", Overflowing)
    with refuted():
        prove_by_induction(Queues(4), clocks=2)
