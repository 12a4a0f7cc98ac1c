"""The units of the SoC that every build has, except the bus: serial port, cycle counter, lights, CRC and others."""

from functools import reduce

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.fifo import SyncFIFOBuffered
from amaranth.lib.wiring import In, Out
from amaranth_soc import csr
from amaranth_stdio.serial import AsyncSerialTX

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.peripheral import Peripheral, register

__all__ = [
    "UART", "ByteLine", "BytePort", "Crc32", "CycleCounter", "FrameCounter", "IdentityPeripheral", "LineBreak",
    "SerialReceiver", "StatusLeds",
]


class CycleCounter(Peripheral):
    """Count the clocks since reset in 64 bits, and latch the time when the engines' work ended."""

    def __init__(self):
        super().__init__({
            "low": register(
                "r", "The lower 32 bits; reading them latches the upper 32 bits in ``high``.", cycles=32),
            "high": register("r", "The upper 32 bits when ``low`` was read most recently.", cycles=32),
            "ended": register(
                "r", "The lower 32 bits in the first clock after the engines' latest work.", cycles=32),
        }, {"busy": In(1)})  # an engine is working

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        low, high = self._registers.low.f.cycles, self._registers.high.f.cycles
        cycles = Signal(64)
        held, ended, was_busy = Signal(32), Signal(32), Signal()
        m.d.sync += cycles.eq(cycles + 1)
        with m.If(low.r_stb):
            m.d.sync += held.eq(cycles[32:])
        m.d.sync += was_busy.eq(self.busy)
        with m.If(was_busy & ~self.busy):
            m.d.sync += ended.eq(cycles)
        m.d.comb += [
            low.r_data.eq(cycles[:32]), high.r_data.eq(held), self._registers.ended.f.cycles.r_data.eq(ended)]
        return m


class IdentityPeripheral(Peripheral):
    """The constants of a build that the firmware reads and sends to the host.

    ``build_hash`` is a digest of everything in the build, in 64 bits.
    """

    def __init__(self, config: SoCConfig, build_hash: int):
        if not 0 <= build_hash < 1 << 64:
            raise ValueError(f"a build hash has 64 bits, which {build_hash:#x} has not")
        self._words = {
            "build_low": build_hash & 0xFFFF_FFFF, "build_high": build_hash >> 32,
            "clock_hz": config.clock_hz, "bit_rate": 0 if config.usb else config.bit_rate,
        }
        super().__init__({name: register("r", "A constant of the build.", value=32) for name in self._words})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += [getattr(self._registers, name).f.value.r_data.eq(value) for name, value in self._words.items()]
        return m


class StatusLeds(Peripheral):
    """Three lights that the firmware sets."""

    def __init__(self):
        super().__init__({
            "lights": register("rw", "One bit for each light, 1 for on.", alive=1, solving=1, error=1),
        }, {
            "alive": Out(1),  # the firmware is running
            "solving": Out(1),  # the firmware is solving a puzzle
            "error": Out(1),  # the firmware refused the latest frame
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        lights = self._registers.lights.f
        m.d.comb += [getattr(self, name).eq(lights[name].data) for name in ("alive", "solving", "error")]
        return m


class Crc32(Peripheral):
    """Compute the CRC-32 of zlib and Ethernet, one byte per clock. Without this unit, the firmware would need a table,
    which would fill a sixteenth of the ROM."""

    def __init__(self):
        super().__init__({
            "begin": register(
                "w", "The CRC from which to continue, without the final inversion; all ones before the first byte.",
                crc=32),
            "byte": register("w", "Append a byte.", value=8),
            "crc": register("r", "The CRC so far, without the final inversion.", value=32),
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        begin, byte = self._registers.begin.f.crc, self._registers.byte.f.value
        crc = Signal(32)
        m.d.comb += self._registers.crc.f.value.r_data.eq(crc)
        with m.If(begin.w_stb):
            m.d.sync += crc.eq(begin.w_data)
        with m.Elif(byte.w_stb):
            # The lowest bit comes first.
            m.d.sync += crc.eq(reduce(
                lambda rest, _: rest >> 1 ^ Mux(rest[0], 0xEDB88320, 0), range(8), crc ^ byte.w_data))
        return m


class LineBreak(wiring.Component):
    """Detect that a serial line is low for longer than any byte takes, to restart a board whose firmware does not
    respond.

    ``cycles`` is the length of a break in clocks, at least 2.
    """

    def __init__(self, cycles: int):
        if cycles < 2:
            raise ValueError(f"a break lasts at least 2 clocks, not {cycles}")
        self._cycles = cycles
        super().__init__({
            "line": In(1, init=1),  # synchronous to the clock; idle high
            # High for one clock, ``cycles`` clocks after the line fell, and not again before the line has risen. So an
            # undriven line that stays low restarts the board only once.
            "restart": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        left = Signal(range(self._cycles + 1), init=self._cycles)
        with m.If(self.line):
            m.d.sync += left.eq(self._cycles)
        with m.Elif(left != 0):
            m.d.sync += left.eq(left - 1)
            m.d.comb += self.restart.eq(left == 1)
        return m


class SerialReceiver(wiring.Component):
    """Receive bytes from a serial line, 8N1.

    A byte begins when the line falls. In each of its ten bits, the receiver samples the line once, in clock
    ``(divisor - 1) // 2`` of the bit. In the clock after the sample of the stop bit, it already waits for the next
    byte, so it keeps up with a fast sender that makes no pauses. (amaranth-stdio's receiver starts to wait two clocks
    later. At 5 clocks per bit, it would fall further behind such a sender with each byte.)

    Bit n is received correctly if it is on the line in the clock of its sample. This clock is
    ``(divisor - 1) // 2 + n * divisor`` clocks after the first clock in which the line was low. With 5 clocks per bit
    or more, the error of a sender's rate may be up to 3.7 %.

    Members
    -------
    divisor : In(16)
        Clocks per bit, at least 5.
    line : In(1)
        The line, synchronous to the clock.
    bytes : Out(stream)
        Each byte, valid in the clock in which its stop bit is sampled. Without a start bit or a stop bit, the byte is
        noise, and is dropped.
    """

    def __init__(self):
        super().__init__({
            "divisor": In(16), "line": In(1, init=1), "bytes": Out(stream.Signature(8, always_ready=True))})

    def elaborate(self, platform) -> Module:
        m = Module()
        left = Signal(16)  # clocks until the next sample
        # The samples of the data bits, the latest in the highest bit; below the samples, a 1 and then zeros.
        bits = Signal(9)
        samples = left == 1
        m.d.sync += left.eq(Mux(samples, self.divisor, left - 1))
        with m.FSM():
            with m.State("IDLE"):
                m.d.sync += left.eq((self.divisor - 1) >> 1)
                with m.If(~self.line):
                    m.next = "START"
            with m.State("START"):
                m.d.sync += bits.eq(1 << 8)
                with m.If(samples):
                    m.next = "BITS"
                    with m.If(self.line):
                        m.next = "IDLE"
            with m.State("BITS"), m.If(samples):
                m.d.sync += bits.eq(Cat(bits[1:], self.line))
                with m.If(bits[0]):
                    m.d.comb += self.bytes.valid.eq(self.line)
                    m.next = "IDLE"
        m.d.comb += self.bytes.payload.eq(bits[1:])
        return m


ByteLine = wiring.Signature({
    "received": In(stream.Signature(8)),
    "to_send": Out(stream.Signature(8)),
    "sending": In(1),
    "divisor": Out(16),
})
"""The connection from a :class:`BytePort` to a :class:`UART` or another unit that carries bytes.

``sending`` is high until the last bit of the bytes from ``to_send`` has been sent. ``divisor`` is the number of clocks
per bit; a unit without a bit rate ignores it.
"""


class FrameCounter(wiring.Component):
    """Count the whole frames in a queue of bytes, from the bytes that enter and leave the queue.

    A frame ends with the first zero after bytes that are not zero. ``depth`` is the capacity of the queue.

    Members
    -------
    enters, leaves : In(stream)
        The bytes that enter and leave the queue, each valid in the clock in which the byte enters or leaves.
    whole : Out(1)
        Whether the end of a frame has entered the queue and has not left it.
    """

    def __init__(self, depth: int):
        # A frame has at least two bytes, but of the first frame, only the last byte may still be in the queue.
        self._most = (depth + 1) // 2
        bytes_passing = stream.Signature(8, always_ready=True)
        super().__init__({"enters": In(bytes_passing), "leaves": In(bytes_passing), "whole": Out(1)})

    def elaborate(self, platform) -> Module:
        m = Module()
        frames = Signal(range(self._most + 1))
        ends = []
        for name, passing in ("enters", self.enters), ("leaves", self.leaves):
            inside, end = Signal(name=f"{name}_inside"), Signal(name=f"{name}_end")
            m.d.comb += end.eq(passing.valid & inside & (passing.payload == 0))
            with m.If(passing.valid):
                m.d.sync += inside.eq(passing.payload != 0)
            ends.append(end)
        m.d.sync += frames.eq(frames + ends[0] - ends[1])
        m.d.comb += self.whole.eq(frames.any())
        return m


class BytePort(Peripheral):
    """The CPU's access to a line of bytes, with a queue in each direction.

    Because of the queues, the firmware need not poll often: no bytes are lost if a search polls once in the time that
    ``depth`` bytes take on the line.

    Parameters
    ----------
    divisor : int, at least 5
        Clocks per bit after reset.
    depth : int
        The capacity of each queue in bytes. By default, each queue fills one block RAM of an ECP5, and has room for all
        requests that the host may have in flight. On a fast line, requests arrive faster than the CPU handles them.
    shared : bool
        Whether the line is shared with other SoCs. Then the port has the output ``whole``, which is high while the
        queue of bytes for sending has a whole frame.
    """

    def __init__(self, *, divisor: int, depth: int = 2048, shared: bool = False):
        self._depth, self._shared = depth, shared
        super().__init__({
            "rx": register(
                "r", "The oldest received byte; reading removes it from the queue. ``empty`` is 1 if there was no "
                "byte.",
                data=8, unused=23, empty=1),
            "tx": register("w", "Queue a byte for sending; it is lost if there is no ``room``.", data=8),
            "room": register(
                "r", "The free bytes in the queue for sending, and whether some bits have not been sent yet.",
                bytes=range(depth + 1), sending=1),
            "divisor": register(
                "rw", "Clocks per bit in both directions; at least 5.",
                clocks=csr.Field(csr.action.RW, 16, init=divisor)),
        }, {"line": Out(ByteLine), **({"whole": Out(1)} if shared else {})})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        rx, tx, room = self._registers.rx.f, self._registers.tx.f, self._registers.room.f
        line = self.line
        m.submodules.received = received = SyncFIFOBuffered(width=8, depth=self._depth)
        m.submodules.to_send = to_send = SyncFIFOBuffered(width=8, depth=self._depth)
        m.d.comb += [
            received.w_data.eq(line.received.payload), received.w_en.eq(line.received.valid),
            line.received.ready.eq(received.w_rdy),
            rx.data.r_data.eq(received.r_data), rx.empty.r_data.eq(~received.r_rdy),
            received.r_en.eq(rx.data.r_stb),

            to_send.w_data.eq(tx.data.w_data), to_send.w_en.eq(tx.data.w_stb),
            line.to_send.payload.eq(to_send.r_data), line.to_send.valid.eq(to_send.r_rdy),
            to_send.r_en.eq(line.to_send.ready),
            room.bytes.r_data.eq(self._depth - to_send.w_level),
            room.sending.r_data.eq(to_send.r_rdy | line.sending),

            line.divisor.eq(self._registers.divisor.f.clocks.data),
        ]
        if self._shared:
            m.submodules.frames = frames = FrameCounter(self._depth)
            m.d.comb += [
                frames.enters.payload.eq(to_send.w_data), frames.enters.valid.eq(to_send.w_en & to_send.w_rdy),
                frames.leaves.payload.eq(to_send.r_data), frames.leaves.valid.eq(to_send.r_en & to_send.r_rdy),
                self.whole.eq(frames.whole),
            ]
        return m


class UART(wiring.Component):
    """A serial line, 8N1. It drops a byte that arrives while the :class:`BytePort` has no room.

    ``divisor`` is the initial number of clocks per bit, at least 5.
    """

    def __init__(self, *, divisor: int):
        self._init_divisor = divisor
        # ``rx`` is the incoming line, synchronous to the clock; ``tx`` is the outgoing line.
        super().__init__({"line": In(ByteLine), "rx": In(1, init=1), "tx": Out(1, init=1)})

    def elaborate(self, platform) -> Module:
        m = Module()
        line = self.line
        m.submodules.receiver = receiver = SerialReceiver()
        m.submodules.transmitter = transmitter = AsyncSerialTX(divisor=self._init_divisor, divisor_bits=16)
        stop = Signal(16)
        m.d.comb += [
            receiver.line.eq(self.rx), receiver.divisor.eq(line.divisor),
            line.received.payload.eq(receiver.bytes.payload), line.received.valid.eq(receiver.bytes.valid),

            transmitter.divisor.eq(line.divisor),
            transmitter.data.eq(line.to_send.payload), transmitter.ack.eq(line.to_send.valid),
            line.to_send.ready.eq(transmitter.rdy),
            line.sending.eq(~transmitter.rdy | stop.any()),
            self.tx.eq(transmitter.o),
        ]
        # The transmitter is ready again when its stop bit begins.
        with m.If(~transmitter.rdy):
            m.d.sync += stop.eq(line.divisor)
        with m.Elif(stop.any()):
            m.d.sync += stop.eq(stop - 1)
        return m
