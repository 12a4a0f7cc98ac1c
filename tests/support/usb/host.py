"""A USB host that works packet by packet, on wires that may damage the packets."""

import ctypes
import random
from pathlib import Path

from support.gateware import Gateware
from support.usb.packets import ACK, IN, NAK, OUT, SETUP, SOF, STALL, data_of, data_packet, decode, encode, token

__all__ = ["FOLDER", "Host", "NoAnswer", "PHYWires", "Stalled", "Wires"]

FOLDER = Path(__file__).parent
_SE0, _J, _K, _RELEASED = range(4)
_ROOM = 1 << 13
_PATIENCE = 18
"""The number of bits after which a host gives up waiting for an answer (USB 2.0, section 7.1.19.1)."""
_PACKET = 64


class NoAnswer(Exception):
    """The device has not answered any of several attempts."""


class Stalled(Exception):
    """The device refuses a request."""


class Wires:
    """The wires between a host and a device that is switched on.

    Parameters
    ----------
    unit : Gateware
        A device with ``wire.cc``.
    noise : float
        The probability that a packet is damaged: it is lost, is cut short, or has a wrong bit.

    Attributes
    ----------
    delays : list of float
        The time before each answer of the device, in bits. It begins with the J at the end of the host's packet.
    """

    TICKS_PER_SECOND = 48_000_000

    def __init__(self, unit: Gateware, noise: float = 0, seed: int = 0):
        self._code, self.noise, self._rng = unit.code, noise, random.Random(seed)
        self._code.usb_ticks.restype = ctypes.c_uint64
        self._heard = ctypes.create_string_buffer(_ROOM)
        self._code.usb_begin()
        self.speeds()
        self.delays: list[float] = []

    def speeds(self, host: float = 1, device_hz: float = 50e6) -> None:
        """Set the host's speed relative to the device's speed, and the frequency of the device's other clock."""
        self._code.usb_speeds(ctypes.c_double(4 / host), ctypes.c_double(device_hz / self.TICKS_PER_SECOND))

    @property
    def seconds(self) -> float:
        return self._code.usb_ticks() / self.TICKS_PER_SECOND

    def send(self, packet: bytes, listen: bool = False) -> bytes | None:
        """Send a packet; return the device's answer, or None if the device does not answer."""
        states = self._on_the_wire(encode(packet))
        # The host leaves at least two bits between its own packets.
        return self._play(states if listen else states + bytes([_RELEASED] * 3), listen)

    def hold(self, state: int, seconds: float) -> None:
        """Hold the wires in a state."""
        self._play(bytes([state]) * round(seconds * self.TICKS_PER_SECOND / 4), False)

    def wait(self, seconds: float) -> None:
        """Leave the wires idle."""
        self.hold(_RELEASED, seconds)

    def _play(self, states: bytes, listen: bool) -> bytes | None:
        self._code.usb_send.restype = ctypes.c_size_t
        length = self._code.usb_send(
            states, ctypes.c_size_t(len(states)), ctypes.c_size_t(_PATIENCE * listen), self._heard,
            ctypes.c_size_t(_ROOM))
        if not listen or (found := decode(self._heard.raw[:length])) is None:
            return None
        packet, before = found
        self.delays.append(1 + before)  # the host drives the J for a bit
        return self._with_noise(packet)

    def _with_noise(self, packet: bytes) -> bytes | None:
        """Return the bytes of a packet that arrive; None if the packet is lost."""
        if self._rng.random() >= self.noise:
            return packet
        at = self._rng.randrange(len(packet))
        wrong = packet[at] ^ 1 << self._rng.randrange(8)
        return self._rng.choice([None, packet[:-1], packet[:at] + bytes([wrong]) + packet[at + 1:], packet + b"\0"])

    def _on_the_wire(self, states: bytes) -> bytes:
        if self._rng.random() >= self.noise:
            return states
        kind, at = self._rng.randrange(3), self._rng.randrange(8, len(states) - 3)
        if kind == 0:
            return bytes([_RELEASED]) * len(states)
        return states[:at] + states[-3:] if kind == 1 else states[:at] + bytes([3 - states[at]]) + states[at + 1:]


class PHYWires(Wires):
    """The connection of a host to a device with a PHY. The unit must be compiled with ``ulpi.cc``.

    The host sends whole bytes to the PHY. A damaged packet is lost, has a wrong bit, or has a byte more or less.
    """

    TICKS_PER_SECOND = 60_000_000

    def speeds(self, host: float = 1, device_hz: float = 50e6) -> None:
        self._code.usb_speeds(ctypes.c_double(host), ctypes.c_double(device_hz / self.TICKS_PER_SECOND))

    def send(self, packet: bytes, listen: bool = False) -> bytes | None:
        if (packet := self._with_noise(packet)) is None:
            return None
        before = ctypes.c_size_t()
        self._code.ulpi_send.restype = ctypes.c_size_t
        length = self._code.ulpi_send(
            packet, ctypes.c_size_t(len(packet)), ctypes.c_size_t(_PATIENCE * listen), self._heard,
            ctypes.c_size_t(_ROOM), ctypes.byref(before))
        if not length:
            return None
        self.delays.append(before.value / 5)
        return self._with_noise(self._heard.raw[:length])

    def hold(self, state: int, seconds: float) -> None:
        self._code.ulpi_hold(ctypes.c_uint8(state), ctypes.c_size_t(round(seconds * self.TICKS_PER_SECOND)))

    def register(self, number: int) -> int:
        """Return a register of the PHY."""
        return self._code.ulpi_register(number)


class Host:
    """A host with one device.

    Attributes
    ----------
    wires : Wires
    attempts : int
        The number of attempts of a transaction if the device does not answer.
    address : int
    toggles : dict of int to int
        The toggles of the next data packets from and to the device's data endpoints, by the PID of the token.
    """

    def __init__(self, wires: Wires):
        self.wires, self.attempts, self.address = wires, 3, 0
        self.reset_toggles()

    def reset_toggles(self) -> None:
        """Let all endpoints except endpoint 0 continue with DATA0, as after a configuration."""
        self.toggles = {IN: 0, OUT: 0}

    def reset(self) -> None:
        """Reset the bus. A real host holds the reset for 10 ms, but the device needs only 25 us."""
        self.wires.hold(_SE0, 60e-6)
        self.wires.wait(10e-6)
        self.address = 0

    def suspend(self, seconds: float) -> None:
        """Leave the bus idle, and then resume. A real host drives K for 20 ms to resume; the device needs less."""
        self.wires.wait(seconds)
        self.wires.hold(_K, 0.1e-3)
        self.wires.hold(_SE0, 1.3e-6)
        self.wires.hold(_J, 1e-6)

    def frame(self, number: int) -> None:
        """Send a start-of-frame packet."""
        self.wires.send(token(SOF, number & 0x7F, number >> 7))

    def transfer_in(self, endpoint: int, toggle: int, address: int | None = None) -> bytes | None:
        """Ask for a packet; return its data, or None after NAK. A packet with the wrong toggle is a repetition, which
        is acknowledged and dropped."""
        address = self.address if address is None else address
        for _ in range(self.attempts):
            answer = self.wires.send(token(IN, address, endpoint), True)
            if answer == bytes([NAK]):
                return None
            if answer == bytes([STALL]):
                raise Stalled
            if answer and (found := data_of(answer)):
                self.wires.send(bytes([ACK]))
                if found[0] == toggle:
                    return found[1]
        raise NoAnswer

    def transfer_out(self, endpoint: int, toggle: int, data: bytes, pid: int = OUT) -> bool:
        """Send a packet of data; return whether it was accepted (False after NAK)."""
        for _ in range(self.attempts):
            self.wires.send(token(pid, self.address, endpoint))
            match self.wires.send(data_packet(toggle, data), True):
                case b"\xd2":
                    return True
                case b"\x5a":
                    return False
                case b"\x1e":
                    raise Stalled
        raise NoAnswer

    def control(self, kind: int, request: int, value: int = 0, index: int = 0, data: bytes = b"", length: int = 0
                ) -> bytes:
        """Make a control transfer that sends ``data`` or requests up to ``length`` bytes; return the bytes received."""
        fields = b"".join(one.to_bytes(2, "little") for one in (value, index, length or len(data)))
        assert self.transfer_out(0, 0, bytes([kind, request]) + fields, SETUP)
        answer, toggle = b"", 1
        while len(answer) < length:
            packet = self._patiently(self.transfer_in, 0, toggle)
            answer, toggle = answer + packet, 1 - toggle
            if len(packet) < _PACKET:
                break
        for at in range(0, len(data), _PACKET):
            self._patiently(self.transfer_out, 0, toggle, data[at:at + _PACKET])
            toggle = 1 - toggle
        if length:
            self._patiently(self.transfer_out, 0, 1, b"")
        else:
            assert self._patiently(self.transfer_in, 0, 1) == b""
        return answer

    def descriptor(self, kind: int, index: int = 0, length: int = 255) -> bytes:
        """Return a descriptor."""
        return self.control(0x80, 6, kind << 8 | index, 0x0409 if kind == 3 else 0, length=length)

    def configure(self, address: int = 5) -> None:
        """Reset the device, set its address, and choose its configuration."""
        self.reset()
        self.control(0x00, 5, address)
        self.address = address
        self.control(0x00, 9, 1)
        self.reset_toggles()

    def write(self, data: bytes, endpoint: int = 4) -> int:
        """Send data in packets; return the number of bytes that the device accepts before it answers with NAK."""
        for at in range(0, len(data), _PACKET):
            if not self.transfer_out(endpoint, self.toggles[OUT], data[at:at + _PACKET]):
                return at
            self.toggles[OUT] ^= 1
        return len(data)

    def read(self, endpoint: int = 4) -> bytes | None:
        """Return the data of a packet, or None if the device has none."""
        if (data := self.transfer_in(endpoint, self.toggles[IN])) is not None:
            self.toggles[IN] ^= 1
        return data

    @staticmethod
    def _patiently(transfer, *arguments):
        for _ in range(100):
            if (result := transfer(*arguments)) not in (None, False):
                return result
        raise NoAnswer
