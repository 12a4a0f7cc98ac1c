"""Packets of the USB at full speed, bit by bit (USB 2.0, chapters 7 and 8)."""

from itertools import groupby

__all__ = ["ACK", "DATA", "IN", "NAK", "OUT", "SETUP", "SOF", "STALL", "data_of", "data_packet", "decode", "encode",
           "token"]

OUT, IN, SOF, SETUP = 0xE1, 0x69, 0xA5, 0x2D
DATA = 0xC3, 0x4B
ACK, NAK, STALL = 0xD2, 0x5A, 0x1E

_SE0, _J, _K = 0, 1, 2
_SYNC = [0, 0, 0, 0, 0, 0, 0, 1]
_TICKS = 4
"""The number of samples for each bit."""


def _crc(bits, polynomial, width):
    register = ones = (1 << width) - 1
    for bit in bits:
        register = (register << 1 & ones) ^ (polynomial if bit ^ register >> width - 1 else 0)
    return [register >> place & 1 ^ 1 for place in reversed(range(width))]


def _bits(data):
    return [byte >> place & 1 for byte in data for place in range(8)]


def _bytes(bits):
    return bytes(sum(bit << place for place, bit in enumerate(bits[at:at + 8])) for at in range(0, len(bits), 8))


def token(pid, address, endpoint):
    """Return a token's bytes. For SOF, address and endpoint are the lower and upper bits of the frame's number."""
    bits = [*_bits([address])[:7], *_bits([endpoint])[:4]]
    return bytes([pid]) + _bytes(bits + _crc(bits, 0b00101, 5))


def data_packet(toggle, data):
    """Return the bytes of a data packet."""
    return bytes([DATA[toggle]]) + data + _bytes(_crc(_bits(data), 0x8005, 16))


def data_of(packet):
    """Return the toggle and the data of a data packet; None for other packets, or if the CRC is wrong."""
    for toggle, pid in enumerate(DATA):
        if packet and packet[0] == pid and packet == data_packet(toggle, packet[1:-2]):
            return toggle, packet[1:-2]
    return None


def encode(packet):
    """Return the states of the wires for a packet, one for each bit, from the synchronization to the J at its end."""
    states, state, ones = [], _J, 0
    for bit in (*_SYNC, *_bits(packet)):
        for sent in (bit, 0) if bit and ones == 5 else (bit,):
            state = state if sent else _J + _K - state
            states.append(state)
            ones = ones + 1 if sent else 0
    return bytes([*states, _SE0, _SE0, _J])


def decode(samples):
    """Return the bytes of a packet from samples of the wires, and the number of bits before the packet.

    Return None if the samples contain no packet. Each bit must begin at a tick of the sampling clock. Raise
    AssertionError if the packet is malformed.
    """
    runs = [(state, len(list(group))) for state, group in groupby(samples)]
    if len(runs) < 2:
        return None
    (idle, before), *runs = runs
    assert idle == _J
    (last, _), (end, length), *runs = reversed(runs)
    assert (last, end, length) == (_J, _SE0, 2 * _TICKS)
    bits, ones, states = [], 0, []
    for state, length in reversed(runs):
        assert state in (_J, _K) and length % _TICKS == 0
        states += [state] * (length // _TICKS)
    for before_it, state in zip([_J, *states], states):
        bit = int(state == before_it)
        if ones == 6:
            assert not bit
        else:
            bits.append(bit)
        ones = ones + 1 if bit else 0
    assert bits[:8] == _SYNC and len(bits) % 8 == 0
    return _bytes(bits[8:]), before / _TICKS
