"""The serial port: amaranth-stdio's receiver and transmitter behind queues, on the register bus."""

from amaranth.hdl import Module, Signal
from amaranth.lib.fifo import SyncFIFOBuffered
from amaranth.lib.wiring import In, Out
from amaranth_soc import csr
from amaranth_stdio.serial import AsyncSerialRX, AsyncSerialTX

from rowloom.hw.soc.peripheral import Peripheral, register

__all__ = ["UART"]


class UART(Peripheral):
    """A serial port, 8N1, with a queue in each direction.

    Because of the queues, the firmware need not poll often: a search loses nothing if it polls once every ``depth``
    byte times.

    Parameters
    ----------
    divisor : int, at least 5
        Clocks per bit after reset.
    depth : int
        The capacity of each queue in bytes.
    """

    def __init__(self, *, divisor: int, depth: int = 512):
        self._init_divisor, self._depth = divisor, depth
        super().__init__({
            "rx": register(
                "r", "The oldest byte received; reading removes it from the queue. ``empty`` is 1 if there was none.",
                data=8, unused=23, empty=1),
            "tx": register("w", "Queue a byte for sending; it is lost if there is no ``room``.", data=8),
            "room": register(
                "r", "Free bytes of the sending queue, and whether any bit is still to be sent.",
                bytes=range(depth + 1), sending=1),
            "divisor": register(
                "rw", "Clocks per bit, both ways; at least 5.",
                clocks=csr.Field(csr.action.RW, 16, init=divisor)),
        # the incoming line, synchronous to the clock; the outgoing line
        }, {"rx": In(1, init=1), "tx": Out(1, init=1)})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        rx, tx, room = self._registers.rx.f, self._registers.tx.f, self._registers.room.f
        divisor = self._registers.divisor.f.clocks.data

        m.submodules.receiver = receiver = AsyncSerialRX(divisor=self._init_divisor, divisor_bits=16)
        m.submodules.received = received = SyncFIFOBuffered(width=8, depth=self._depth)
        m.d.comb += [
            receiver.i.eq(self.rx), receiver.divisor.eq(divisor), receiver.ack.eq(1),
            received.w_data.eq(receiver.data),
            # A byte without a stop bit is noise, and is dropped.
            received.w_en.eq(receiver.rdy & ~receiver.err.frame),
            rx.data.r_data.eq(received.r_data), rx.empty.r_data.eq(~received.r_rdy),
            received.r_en.eq(rx.data.r_stb),
        ]

        m.submodules.transmitter = transmitter = AsyncSerialTX(divisor=self._init_divisor, divisor_bits=16)
        stop = Signal(16)
        m.submodules.to_send = to_send = SyncFIFOBuffered(width=8, depth=self._depth)
        m.d.comb += [
            transmitter.divisor.eq(divisor),
            to_send.w_data.eq(tx.data.w_data), to_send.w_en.eq(tx.data.w_stb),
            transmitter.data.eq(to_send.r_data), transmitter.ack.eq(to_send.r_rdy), to_send.r_en.eq(transmitter.rdy),
            room.bytes.r_data.eq(self._depth - to_send.w_level),
            room.sending.r_data.eq(to_send.r_rdy | ~transmitter.rdy | stop.any()),
            self.tx.eq(transmitter.o),
        ]
        # The transmitter is ready again when its stop bit begins.
        with m.If(~transmitter.rdy):
            m.d.sync += stop.eq(divisor)
        with m.Elif(stop.any()):
            m.d.sync += stop.eq(stop - 1)
        return m
