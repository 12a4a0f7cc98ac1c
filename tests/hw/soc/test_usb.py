"""A host enumerates the USB device over its wires, and exchanges bytes with the SoC's side of the device.

Packets and answers may be lost or damaged. The host repeats packets that get no answer, and ends some requests early.
"""

import ctypes
import random
from contextlib import suppress

import pytest

from rowloom.engines.config import USB_ID
from rowloom.hw.soc.usb import ULPIPort, USBPort
from support.usb.host import FOLDER, Host, NoAnswer, PHYWires, Stalled, Wires
from support.usb.packets import ACK, DATA, IN, OUT, SETUP, data_of, token

DEVICE, CONFIGURATION, STRING, QUALIFIER = 1, 2, 3, 6
SET_LINE_CODING = 0x20
CONFIGURED = bytes([1])
PACKET = 64
K = 2
FUNCTION_CONTROL, FULL_SPEED = 4, 0x45
FRAME = 1e-3
GET_CONFIGURATION = bytes([0x80, 6, 0, CONFIGURATION, 0, 0, 255, 0])


class Device:
    """The bytes at the SoC's side of the device."""

    def __init__(self, unit):
        self._code = unit.code
        self._code.device_take.restype = ctypes.c_size_t
        self._buffer = ctypes.create_string_buffer(1 << 16)

    def give(self, data):
        self._code.device_give(data, ctypes.c_size_t(len(data)))

    def take(self):
        length = self._code.device_take(self._buffer)
        return self._buffer.raw[:length]

    def accept(self, yes):
        self._code.device_accept(yes)


PORTS = {"pins": (USBPort, "wire.cc", Wires), "phy": (ULPIPort, "ulpi.cc", PHYWires)}


@pytest.fixture(scope="module", params=PORTS)
def unit(request, compiled):
    """Return a device without or with a PHY, and the class of its wires."""
    port, glue, wires = PORTS[request.param]
    return compiled(port(), clock="usb_clk", glue=[FOLDER / "streams.cc", FOLDER / glue]), wires


@pytest.fixture
def plugged(unit):
    """Yield a function that switches a device on, and plugs it into a host. The device never switches a PHY from full
    speed to another mode."""
    code, wires = unit
    hosts = []

    def plugged(noise=0, seed=0):
        hosts.append(Host(wires(code, noise, seed)))
        hosts[-1].wires.wait(2e-3)
        return hosts[-1], Device(code)

    yield plugged
    if wires is PHYWires:
        assert [host.wires.register(FUNCTION_CONTROL) for host in hosts] == [FULL_SPEED]


@pytest.fixture
def configured(plugged):
    """Return a host and its configured device."""
    host, device = plugged()
    host.configure()
    return host, device


def read_all(host, length):
    """Read until this number of bytes have arrived; return the data of each packet."""
    packets, silent = [], 0
    while sum(map(len, packets)) < length:
        if (packet := host.read()) is not None:
            packets.append(packet)
        silent = 0 if packet else silent + 1
        assert silent < 50
    return packets


def write_all(host, data):
    sent = 0
    while sent < len(data):
        sent += host.write(data[sent:])


def exchange(host, device, data):
    device.give(data)
    write_all(host, data)
    assert b"".join(read_all(host, len(data))) == data
    host.wires.wait(20e-6)
    assert device.take() == data


def test_enumeration(plugged):
    host, device = plugged()
    host.reset()
    with pytest.raises(NoAnswer):
        host.transfer_in(0, 0, address=1)
    assert len(host.descriptor(DEVICE, length=8)) == 8
    host.control(0x00, 5, 77)  # set the address
    with pytest.raises(NoAnswer):
        host.descriptor(DEVICE)
    host.address = 77
    description = host.descriptor(DEVICE)
    assert len(description) == description[0] == 18
    assert tuple(int.from_bytes(description[at:at + 2], "little") for at in (8, 10)) == USB_ID
    assert [host.descriptor(STRING, index)[2:].decode("utf-16-le") for index in description[14:16]] == ["Rowloom"] * 2
    assert description[16] == 0  # no serial number
    head = host.descriptor(CONFIGURATION, length=9)
    everything = host.descriptor(CONFIGURATION)
    assert everything[:9] == head and len(everything) == int.from_bytes(head[2:4], "little") > PACKET
    endpoints = set()
    while everything:
        size, kind = everything[:2]
        if kind == 5:
            endpoints.add((everything[2], everything[3] & 3, int.from_bytes(everything[4:6], "little")))
        everything = everything[size:]
    assert endpoints == {(0x83, 3, PACKET), (0x84, 2, PACKET), (0x04, 2, PACKET)}
    host.control(0x00, 9, 1)  # choose the configuration
    assert host.control(0x80, 8, length=1) == CONFIGURED
    assert host.control(0x80, 0, length=2) == bytes(2)  # the status
    exchange(host, device, b"abc")


def test_requests_of_a_serial_port(configured):
    """The device accepts every line coding. It refuses unknown requests, and then accepts the next request."""
    host, device = configured
    for rate in (1_000_000, 9600):
        host.control(0x21, SET_LINE_CODING, data=rate.to_bytes(4, "little") + bytes([0, 0, 8]))
        assert host.control(0x80, 8, length=1) == CONFIGURED
    for request in ((0x80, 6, QUALIFIER << 8), (0xC0, 1), (0xA1, 0x21)):
        with pytest.raises(Stalled):
            host.control(*request, length=10)
    with pytest.raises(Stalled):
        host.control(0x21, 0x22, 3)  # the modem's lines
    assert host.transfer_in(3, 0) is None  # there are no notifications
    exchange(host, device, b"abc")


def test_answers_are_in_time(configured):
    """USB 2.0 (7.1.18.1) requires an answer after at most 6.5 bits. LUNA's transceiver takes longer, but a host waits
    for at least 16 bits (7.1.19.1). These times include the bit in which the host drives J at the end of a packet."""
    host, device = configured
    host.descriptor(CONFIGURATION)
    exchange(host, device, bytes(100))
    assert all(2 <= delay <= 14 for delay in host.wires.delays)


@pytest.mark.parametrize("length, pause", [(1, 0), (63, 0), (64, 0), (65, 0), (128, 0), (200, 0), (70, 2e-6)])
def test_a_burst_takes_the_fewest_packets(configured, length, pause):
    """A host with a buffer for several packets waits for a packet that is not full. So if the last packet is full, an
    empty packet follows."""
    host, device = configured
    data = random.Random(length).randbytes(length)
    for byte in data if pause else [data]:
        device.give(bytes([byte]) if pause else byte)
        host.wires.wait(pause)
    host.wires.wait(60e-6)
    packets = list(iter(host.read, None))
    assert b"".join(packets) == data
    assert list(map(len, packets)) == [PACKET] * (length // PACKET) + [length % PACKET]


@pytest.mark.parametrize("device_hz", [12e6, 50e6, 100e6])
@pytest.mark.parametrize("host_speed", [0.9975, 1.0025])
def test_other_clocks(plugged, device_hz, host_speed):
    """The host's clock may differ by 0.25 %, and the SoC may have any clock."""
    host, device = plugged()
    host.wires.speeds(host_speed, device_hz)
    host.configure()
    for length in (1, 64, 300):
        exchange(host, device, random.Random(length).randbytes(length))


def test_nothing_is_lost_while_one_side_waits(configured):
    """While the SoC accepts no bytes, the device answers with NAK. While the host reads no bytes, the SoC waits."""
    host, device = configured
    data = random.Random(0).randbytes(600)
    device.accept(False)
    device.give(data)
    accepted = host.write(data)
    assert PACKET <= accepted < len(data)
    for _ in range(5):
        assert host.write(data[accepted:]) == 0
    host.wires.wait(100e-6)
    assert device.take() == b""
    device.accept(True)
    write_all(host, data[accepted:])
    assert b"".join(read_all(host, len(data))) == data
    host.wires.wait(20e-6)
    assert device.take() == data
    assert host.read() is None


@pytest.mark.parametrize("seed", range(4))
def test_noise(plugged, seed):
    """A tenth of all packets (tokens, data and handshakes) are lost or damaged. Each byte arrives exactly once."""
    host, device = plugged(noise=0.1, seed=seed)
    configured = False
    while not configured:
        # A host that cannot configure a device resets it and begins again.
        with suppress(NoAnswer, Stalled, AssertionError):
            host.configure()
            configured = host.control(0x80, 8, length=1) == CONFIGURED
    host.attempts = 1000
    rng = random.Random(seed)
    for _ in range(10):
        exchange(host, device, rng.randbytes(rng.randrange(1, 300)))


def test_empty_packets_from_the_host(configured):
    host, device = configured
    for toggle in (0, 1, 0):
        assert host.transfer_out(4, toggle, b"")
    assert host.transfer_out(4, 1, b"a")
    host.wires.wait(20e-6)
    assert device.take() == b"a"


def test_repeated_packets(configured):
    """A packet is repeated if its ACK was lost, in both directions. The receiver accepts the packet only once."""
    host, device = configured
    for _ in range(3):
        assert host.transfer_out(4, 0, b"abc")
    assert host.transfer_out(4, 1, b"d")
    device.give(b"xyz")
    host.wires.wait(60e-6)
    for _ in range(3):
        assert data_of(host.wires.send(token(IN, host.address, 4), True)) == (0, b"xyz")
    assert host.read() == b"xyz"
    assert host.read() is None
    assert device.take() == b"abcd"


def test_other_devices_on_the_bus(configured):
    """Behind a hub, the device receives the host's packets to other devices, but not their answers."""
    host, device = configured
    device.give(b"abc")
    host.wires.wait(60e-6)
    assert data_of(host.wires.send(token(IN, host.address, 4), True)) == (0, b"abc")
    # The host has not acknowledged this packet. Now it asks another device.
    assert host.wires.send(token(IN, 9, 4), True) is None
    host.wires.send(bytes([ACK]))
    assert host.wires.send(bytes([DATA[0], 0, 0]), True) is None
    assert host.read() == b"abc"


@pytest.mark.parametrize("packets", [0, 1])
def test_a_request_that_is_not_completed(configured, packets):
    """After the SETUP, or in the middle of an answer of two packets, the host begins another request."""
    host, _ = configured
    whole = host.descriptor(CONFIGURATION)
    for _ in range(2):
        assert host.transfer_out(0, 0, GET_CONFIGURATION, SETUP)
        for packet in range(packets):
            assert host.transfer_in(0, 1 - packet) == whole[packet * PACKET:][:PACKET]
        assert host.control(0x80, 8, length=1) == CONFIGURED


@pytest.mark.parametrize("when", ["descriptor", "read", "write", "packet"])
def test_a_reset_in_the_middle(configured, when):
    """After a reset, the device has the address 0 and no configuration, and all endpoints begin with DATA0. It drops
    all bytes that the host has not read. The bytes that the host has sent do not get lost."""
    host, device = configured
    host.write(b"a")
    device.give(b"b")
    assert b"".join(read_all(host, 1)) == b"b"
    if when == "descriptor":
        assert host.transfer_out(0, 0, GET_CONFIGURATION, SETUP)
        assert len(host.transfer_in(0, 1)) == PACKET
    elif when == "read":
        device.give(bytes(100))
        host.wires.wait(60e-6)
        assert data_of(host.wires.send(token(IN, host.address, 4), True))
    elif when == "write":
        host.wires.send(token(OUT, host.address, 4))
    else:
        host.wires.hold(K, 3e-6)
    host.reset()
    assert host.control(0x80, 8, length=1) == bytes(1)
    host.configure(9)
    assert host.read() is None
    assert device.take() == b"a"
    exchange(host, device, bytes(range(200)))


def test_a_new_configuration_or_a_cleared_halt_begins_with_data0(configured):
    host, device = configured
    for restart in ((0x00, 9, 1, 0), (0x02, 1, 0, 0x84), (0x02, 1, 0, 0x04)):
        device.give(b"a")
        assert b"".join(read_all(host, 1)) == b"a"
        host.write(b"b")
        host.wires.wait(20e-6)
        assert device.take() == b"b"
        host.control(*restart)
        for pid, endpoint in ((IN, 0x84), (OUT, 0x04)):
            if restart[3] in (0, endpoint):
                host.toggles[pid] = 0
        exchange(host, device, b"c")


@pytest.mark.parametrize("ends", ["resume", pytest.param("reset", marks=pytest.mark.slow)])
def test_suspension(configured, ends):
    """The device is suspended after some milliseconds without a packet. It keeps its address and its bytes unless the
    host resets it."""
    host, device = configured
    device.give(b"a")
    if ends == "resume":
        host.suspend(16 * FRAME)
        assert host.control(0x80, 8, length=1) == CONFIGURED
        assert b"".join(read_all(host, 1)) == b"a"
    else:
        host.wires.wait(16 * FRAME)
        host.configure(6)
    exchange(host, device, b"abc")


def test_frames_change_nothing(configured):
    host, device = configured
    for number in range(0, 2048, 97):
        host.frame(number)
        exchange(host, device, bytes([number & 0xFF]))
