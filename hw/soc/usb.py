"""A USB device in place of the UART: the host sees a serial port, and no adapter is needed.

The device is LUNA's, with LUNA's own full-speed transceiver on three pins of the FPGA, or with a transceiver chip (PHY)
beside the FPGA. LUNA's parts are changed, because a host may end a request early, reset the bus during a request, or
communicate with other devices on the bus.
"""

from types import SimpleNamespace

from amaranth.hdl import Cat, Elaboratable, Module, ResetInserter, Signal
from amaranth.lib import io, wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.fifo import AsyncFIFOBuffered
from amaranth.lib.wiring import In, Out
from luna.gateware.interface.gateware_phy import GatewarePHY
from luna.gateware.memory import TransactionalizedFIFO
from luna.gateware.stream import StreamInterface
from luna.gateware.usb.devices.acm import ACMRequestHandlers, USBSerialDevice
from luna.gateware.usb.request.standard import StandardRequestHandler
from luna.gateware.usb.usb2.control import USBControlEndpoint
from luna.gateware.usb.usb2.device import USBDevice
from luna.gateware.usb.usb2.endpoint import EndpointInterface
from luna.gateware.usb.usb2.endpoints.stream import USBStreamInEndpoint

from rowloom.engines.config import USB_ID
from rowloom.hw.soc.units import ByteLine

__all__ = ["ULPIPort", "USBPort"]

_NOTIFICATIONS, _DATA = 3, 4
"""The endpoints' numbers in LUNA's descriptors."""
_PACKET = 64
"""The largest packet in bytes; full speed allows no more."""
_PAUSE = 16 / 3 * 1e-6
"""The time in seconds after which a packet is sent if no further byte arrives. The CPU sends the bytes of a frame with
shorter pauses, so a frame takes as few packets as possible."""


class _PHY(GatewarePHY):
    """LUNA's transceiver. ``line_state`` is synchronized, and has D+ in its lowest bit, as LUNA's detector of resets
    and suspension expects."""

    def elaborate(self, platform) -> Elaboratable:
        m = super().elaborate(platform)
        state = Signal(2)
        m.submodules.line_state = FFSynchronizer(Cat(self._io.d_p.i, self._io.d_n.i), state, o_domain="usb")
        m.d.comb += self.line_state.eq(state)
        return m


class _StandardRequests(StandardRequestHandler):
    """LUNA's handler of standard requests. Each SETUP packet restarts the handler, because a host, or a reset of the
    bus, may end a request at any time."""

    def elaborate(self, platform) -> Elaboratable:
        token = self.interface.tokenizer
        return ResetInserter({"usb": token.new_token & token.is_setup})(super().elaborate(platform))


class _NotificationEndpoint(Elaboratable):
    """The endpoint for notifications. CDC-ACM requires this endpoint, but the device never sends a notification."""

    def __init__(self):
        self.interface = EndpointInterface()

    def elaborate(self, platform) -> Elaboratable:
        m = Module()
        token = self.interface.tokenizer
        m.d.comb += self.interface.handshakes_out.nak.eq(
            token.ready_for_response & token.is_in & (token.endpoint == _NOTIFICATIONS))
        return m


class _FromHost(Elaboratable):
    """The endpoint for data from the host. ``restart`` empties the endpoint, and makes it expect DATA0.

    The endpoint accepts a packet only if there is room for the largest packet when the packet begins. LUNA's own
    endpoint would, with a clock of 60 MHz, acknowledge packets for which it has no room.
    """

    def __init__(self):
        self.interface, self.stream, self.restart = EndpointInterface(), StreamInterface(), Signal()

    def elaborate(self, platform) -> Elaboratable:
        m = Module()
        m.submodules.fifo = fifo = TransactionalizedFIFO(width=8, depth=2 * _PACKET, name="memory", domain="usb")
        host, token = self.interface, self.interface.tokenizer
        has_room, toggle = Signal(), Signal()
        is_target = token.is_out & (token.endpoint == _DATA)
        is_new = host.rx_pid_toggle == toggle
        answers = is_target & host.rx_ready_for_response
        with m.If(token.new_token):
            m.d.usb += has_room.eq(fifo.space_available >= _PACKET)
        with m.If(answers & is_new & has_room):
            m.d.usb += toggle.eq(~toggle)
        halt = host.clear_endpoint_halt_in
        with m.If(halt.enable & ~halt.direction & (halt.number == _DATA)):
            m.d.usb += toggle.eq(0)
        m.d.comb += [
            fifo.write_data.eq(host.rx.payload),
            fifo.write_en.eq(is_target & is_new & has_room & host.rx.valid & host.rx.next),
            fifo.write_commit.eq(is_target & host.rx_complete),
            fifo.write_discard.eq(host.rx_invalid | token.new_token),
            # The host repeats a packet if it has missed the ACK.
            host.handshakes_out.ack.eq(answers & (has_room | ~is_new)),
            host.handshakes_out.nak.eq(answers & ~has_room & is_new),
            self.stream.valid.eq(~fifo.empty), self.stream.payload.eq(fifo.read_data),
            fifo.read_en.eq(self.stream.ready), fifo.read_commit.eq(1),
        ]
        return ResetInserter({"usb": self.restart})(m)


class _ToHost(USBStreamInEndpoint):
    """LUNA's endpoint for data to the host. ``restart`` empties the endpoint, and makes it start with DATA0.

    The endpoint accepts an ACK only after an IN token for this endpoint, because a device at a hub also receives the
    ACKs for other devices.
    """

    def __init__(self):
        super().__init__(endpoint_number=_DATA, max_packet_size=_PACKET)
        self.restart = Signal()

    def elaborate(self, platform) -> Elaboratable:
        m = super().elaborate(platform)
        manager = m.submodules.tx_manager
        m.d.comb += manager.handshakes_in.ack.eq(
            self.interface.handshakes_in.ack & manager.active & self.interface.tokenizer.is_in)
        return ResetInserter({"usb": self.restart})(m)


class _Device(USBSerialDevice):
    """LUNA's serial device, with its descriptors and streams, built from the parts above.

    ``bus`` is LUNA's transceiver, or the pins of a PHY with the names of ULPI. The device works at full speed only.
    """

    def __init__(self, bus: GatewarePHY | SimpleNamespace):
        vendor, product = USB_ID
        # The number 0 means that there is no serial number.
        super().__init__(bus=bus, idVendor=vendor, idProduct=product, manufacturer_string="Rowloom",
                         product_string="Rowloom", serial_number=0, max_packet_size=_PACKET)

    def elaborate(self, platform) -> Elaboratable:
        m = Module()
        m.submodules.usb = usb = USBDevice(bus=self._bus, handle_clocking=False)
        control, from_host, to_host = USBControlEndpoint(utmi=usb.utmi), _FromHost(), _ToHost()
        control.add_request_handler(_StandardRequests(self.create_descriptors(), max_packet_size=_PACKET))
        control.add_request_handler(ACMRequestHandlers())
        for endpoint in (control, _NotificationEndpoint(), from_host, to_host):
            usb.add_endpoint(endpoint)
        restart = usb.reset_detected | control.interface.config_changed
        m.d.comb += [
            usb.connect.eq(self.connect), usb.full_speed_only.eq(1),
            from_host.restart.eq(restart), to_host.restart.eq(restart),
            to_host.stream.stream_eq(self.tx), self.rx.stream_eq(from_host.stream),
        ]
        return m


class _Bytes(wiring.Component):
    """A connected USB device whose data are the bytes of ``line``, in the clock domain ``sync``.

    ``bus`` is as for :class:`_Device`, and ``clock_hz`` is the frequency of the clock domain ``usb``.
    """

    line: In(ByteLine)

    def __init__(self, bus: GatewarePHY | SimpleNamespace, clock_hz: int):
        super().__init__()
        self._bus, self._pause = bus, round(clock_hz * _PAUSE)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.device = device = _Device(self._bus)
        m.d.comb += device.connect.eq(1)

        m.submodules.received = received = AsyncFIFOBuffered(width=8, depth=9, w_domain="usb", r_domain="sync")
        m.d.comb += [
            received.w_data.eq(device.rx.payload), received.w_en.eq(device.rx.valid),
            device.rx.ready.eq(received.w_rdy),
            self.line.received.payload.eq(received.r_data), self.line.received.valid.eq(received.r_rdy),
            received.r_en.eq(self.line.received.ready),
        ]

        m.submodules.to_send = to_send = AsyncFIFOBuffered(width=8, depth=9, w_domain="sync", r_domain="usb")
        is_last = to_send.r_level == 1
        waited = Signal(range(self._pause + 1))
        m.d.usb += waited.eq(0)
        with m.If(to_send.r_rdy & is_last & (waited != self._pause)):
            m.d.usb += waited.eq(waited + 1)
        m.d.comb += [
            to_send.w_data.eq(self.line.to_send.payload), to_send.w_en.eq(self.line.to_send.valid),
            self.line.to_send.ready.eq(to_send.w_rdy),
            device.tx.payload.eq(to_send.r_data), device.tx.last.eq(is_last),
            device.tx.valid.eq(to_send.r_rdy & (~is_last | (waited == self._pause))),
            to_send.r_en.eq(device.tx.ready & device.tx.valid),
        ]
        return m


class USBPort(wiring.Component):
    """A full-speed USB device of the class CDC-ACM, whose data are the bytes of a :class:`.units.BytePort`.

    The device does not accept data for which there is no room, so no data are lost. The device has no bit rate: it
    accepts any line coding of the host, and ignores ``line.divisor``.

    The clock domain ``usb`` runs at 12 MHz, and ``usb_io`` at 48 MHz; ``sync`` is the clock domain of ``line``.

    Members
    -------
    line : In(ByteLine)
        ``sending`` is constantly 0, because nothing depends on the time at which the host receives the bytes.
    d_p, d_n : Out(io.Buffer.Signature("io", 1))
        The buffers of the pins for D+ and D-.
    pullup : Out(1)
        High to connect the resistor of 1.5 kOhm at D+, which shows the device to the host.
    """

    line: In(ByteLine)
    d_p: Out(io.Buffer.Signature("io", 1))
    d_n: Out(io.Buffer.Signature("io", 1))
    pullup: Out(1)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.phy = phy = _PHY(
            io=SimpleNamespace(d_p=self.d_p, d_n=self.d_n, pullup=SimpleNamespace(o=self.pullup)))
        m.submodules.bytes = port = _Bytes(phy, 12_000_000)
        wiring.connect(m, port.line, wiring.flipped(self.line))
        return m


class ULPIPort(wiring.Component):
    """The device of :class:`USBPort` with a PHY that has the interface ULPI and takes its clock from the FPGA.

    The clock domain ``usb`` runs at 60 MHz, and is also the PHY's clock. The domain's reset resets the PHY, which is
    then not used for a millisecond. Before the first use, the PHY's registers that the platform lists in
    ``ulpi_extra_registers`` are written.

    Members
    -------
    line : In(ByteLine)
        As in :class:`USBPort`.
    data : Out(io.Buffer.Signature("io", 8))
        The buffers of the data pins.
    dir, nxt : In(1)
    stp, rst : Out(1)
        The other pins of ULPI. ``rst`` is high to reset the PHY.
    """

    line: In(ByteLine)
    data: Out(io.Buffer.Signature("io", 8))
    dir: In(1)
    nxt: In(1)
    stp: Out(1)
    rst: Out(1)

    def elaborate(self, platform) -> Module:
        m = Module()
        pins = SimpleNamespace(
            data=self.data, dir=SimpleNamespace(i=self.dir), nxt=SimpleNamespace(i=self.nxt),
            stp=SimpleNamespace(o=self.stp), rst=SimpleNamespace(o=self.rst))
        m.submodules.bytes = port = _Bytes(pins, 60_000_000)
        wiring.connect(m, port.line, wiring.flipped(self.line))
        return m
