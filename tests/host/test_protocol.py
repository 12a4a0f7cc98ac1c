"""Frames and messages: bytes worked out by hand, there and back, and streams full of rubbish."""

import random
import re
import struct
import zlib

import pytest
from cobs import cobs

from rowloom.host.protocol import (
    MAX_BODY,
    Body,
    Cancel,
    Capability,
    Deframer,
    Fetch,
    Hello,
    Identity,
    Load,
    Loaded,
    Piece,
    Poll,
    ProtocolError,
    RateAnswer,
    RateRequest,
    Reason,
    Refused,
    Restart,
    Result,
    Solve,
    Stage,
    Start,
    Started,
    State,
    Status,
    Store,
    Stored,
    decode,
    frame,
    pack,
)

SESSION, SEQUENCE = 0x11223344, 0xFF01
BIG = (1 << 64) - 1
BUILD = bytes.fromhex("0011223344556677")

MESSAGES = [
    (Hello(), "01", "04"),
    (Hello(7), "01", "07"),
    (Solve(1, 1, 2, 50_000_000, b"\2\2\xf3\x0f"), "02", "01 01 02 80f0fa0200000000 0202f30f"),
    (Solve(1, 1, 1, BIG, b""), "02", "01 01 01 ffffffffffffffff"),
    (Poll(), "03", ""),
    (Cancel(), "04", ""),
    (RateRequest(3_000_000), "05", "c0c62d00"),
    (Load(4, b"piece"), "06", "04000000 7069656365"),
    (Load(0xFFFFFFFC, b""), "06", "fcffffff"),
    (Start(7240, 0xBF818796), "07", "481c0000 968781bf"),
    (Restart(), "08", ""),
    (Store(2, 4, 2048, b"\0\xe1"), "09", "02 04 00080000 00e1"),
    (Fetch(1, 50_176, 449), "0a", "01 00c40000 c101"),
    (
        Identity(4, 8, BUILD, 50_000_000, 1_000_000, 0x1A2B3C4D, 0x99AABBCC, True, (Capability(1, 1, 10, 32),)),
        "81",
        "04 08 0011223344556677 80f0fa02 40420f00 4d3c2b1a ccbbaa99 01 01 01010a20",
    ),
    (
        Identity(4, 1, BUILD, 1, 1, 2, 3, False, ()),
        "81",
        "04 01 0011223344556677 01000000 01000000 02000000 03000000 00 00",
    ),
    (State(Stage.RUNNING, 258, BIG), "82", "02 0201000000000000 ffffffffffffffff"),
    (
        Result(Status.SOLVED, True, 2, 9, 1, (2, BIG), (b"\1\0\2\0", b"\3\0\4\0")),
        "83",
        "00 01 02 09 02 02 0100000000000000 0200000000000000 ffffffffffffffff 01000200 03000400",
    ),
    (
        Result(Status.NO_SOLUTION, True, 1, 1, 1, (), ()),
        "83",
        "01 01 01 01 00 00 0100000000000000",
    ),
    (
        Result(Status.SOLVED, True, 25, 25, 1, (), (b"", b"")),
        "83",
        "00 01 19 19 02 00 0100000000000000",
    ),
    (Refused(Reason.TOO_LARGE), "84", "05"),
    (Refused(Reason.OTHER_BUILD), "84", "0a"),
    (RateAnswer(2_941_176), "85", "f8e02c00"),
    (Loaded(1028), "86", "04040000"),
    (Started(True), "87", "01"),
    (Started(False), "87", "00"),
    (Stored(1024), "88", "00040000"),
    (Piece(1, 50_176, b"\1\xe1"), "89", "01 00c40000 01e1"),
]


def bodies(data):
    return list(Deframer().feed(data))


@pytest.mark.parametrize("message, kind, payload", MESSAGES)
def test_messages_are_laid_out_as_documented(message, kind, payload):
    (body,) = bodies(pack(message, SESSION, SEQUENCE))
    assert body == Body(int(kind, 16), SESSION, SEQUENCE, bytes.fromhex(payload))
    assert decode(body) == message


def test_a_frame_byte_by_byte():
    body = bytes.fromhex("01 44332211 0000 04")
    crc = zlib.crc32(body)
    assert crc == 0xCFEB7319  # no zero byte in it: what COBS does is plain to see below
    runs = b"\6\1\x44\x33\x22\x11" + b"\1" + b"\6\4\x19\x73\xeb\xcf"
    assert pack(Hello(), SESSION) == b"\0" + runs + b"\0"


@pytest.mark.parametrize("kind, payload, message", [
    (0x81, bytes(27), "IDENTITY: 27 bytes of payload instead of at least 28"),
    (0x81, bytes(27) + b"\1", "IDENTITY: 0 bytes for 1 capabilities"),
    (0x82, bytes(16), "STATE: 16 bytes of payload instead of 17"),
    (0x82, bytes(18), "STATE: 18 bytes of payload instead of 17"),
    (0x82, b"\3" + bytes(16), "STATE: 3 is no stage"),
    (0x83, bytes(13), "RESULT: 13 bytes of payload instead of at least 14"),
    (0x83, b"\0\1\1\1\0\2" + bytes(8) + bytes(15), "RESULT: 15 bytes for 2 counters"),
    (0x83, bytes(14) + b"x", "RESULT: 1 bytes for 0 solutions"),
    (0x83, b"\0\1\1\1\2\1" + bytes(16) + b"xxx", "RESULT: 3 bytes for 2 solutions"),
    (0x83, b"\4" + bytes(13), "RESULT: 4 is no status"),
    (0x84, b"", "REFUSED: 0 bytes of payload instead of 1"),
    (0x84, b"\0", "REFUSED: 0 is no reason"),
    (0x85, b"", "RATE_ANSWER: 0 bytes of payload instead of 4"),
    (0x02, bytes(10), "SOLVE: 10 bytes of payload instead of at least 11"),
    (0x03, b"x", "POLL: 1 bytes of payload instead of 0"),
    (0x84, b"\14", "REFUSED: 12 is no reason"),
    (0x86, bytes(5), "LOADED: 5 bytes of payload instead of 4"),
    (0x87, b"", "STARTED: 0 bytes of payload instead of 1"),
    (0x06, bytes(3), "LOAD: 3 bytes of payload instead of at least 4"),
    (0x07, bytes(9), "START: 9 bytes of payload instead of 8"),
    (0x09, bytes(5), "STORE: 5 bytes of payload instead of at least 6"),
    (0x0A, bytes(8), "FETCH: 8 bytes of payload instead of 7"),
    (0x88, b"", "STORED: 0 bytes of payload instead of 4"),
    (0x89, bytes(4), "PIECE: 4 bytes of payload instead of at least 5"),
    (0x8A, b"", "there is no message of kind 0x8a"),
    (0x00, b"", "there is no message of kind 0x00"),
])  # fmt: skip
def test_bodies_that_are_no_message(kind, payload, message):
    with pytest.raises(ProtocolError, match=f"^{re.escape(message)}$"):
        decode(Body(kind, SESSION, SEQUENCE, payload))


@pytest.mark.parametrize("window, clock, bit_rate, message", [
    (0, 1, 1, "IDENTITY: a window of 0 does not divide 65536"),
    (3, 1, 1, "IDENTITY: a window of 3 does not divide 65536"),
    (4, 0, 1, "IDENTITY: clock and bit rate must not be 0"),
    (4, 1, 0, "IDENTITY: clock and bit rate must not be 0"),
])  # fmt: skip
def test_identities_that_cannot_be(window, clock, bit_rate, message):
    (body,) = bodies(pack(Identity(4, window, BUILD, clock, bit_rate, 1, 1, False, ()), SESSION))
    with pytest.raises(ProtocolError, match=f"^{re.escape(message)}$"):
        decode(body)


@pytest.mark.parametrize("size", [0, 6, MAX_BODY + 1])
def test_bodies_that_fit_no_frame(size):
    with pytest.raises(ValueError, match=f"^a body has 7 to 1200 bytes, not {size}$"):
        frame(bytes(size))


@pytest.mark.parametrize("size", [7, 253, 254, 255, 508, MAX_BODY])
@pytest.mark.parametrize("fill", [b"\0", b"x"])
def test_frames_of_every_length(size, fill):
    body = fill * size
    data = frame(body)
    assert data[0] == data[-1] == 0 and 0 not in data[1:-1]
    assert [b"".join((struct.pack("<BIH", *one[:3]), one.payload)) for one in bodies(data)] == [body]


def test_any_cutting_gives_the_same_bodies():
    rng = random.Random(0)
    for _ in range(300):
        wanted = [rng.randbytes(rng.randrange(7, 300)) for _ in range(rng.randrange(5))]
        stream = b"".join(rng.choice((b"", b"\0", b"\0\0\0")) + frame(body) for body in wanted)
        deframer, found = Deframer(), []
        while stream:
            size = rng.randrange(1, 50)
            found += deframer.feed(stream[:size])
            stream = stream[size:]
        assert [struct.pack("<BIH", *body[:3]) + body.payload for body in found] == wanted
        assert deframer.valid == len(wanted)


GOOD = pack(Poll(), SESSION, SEQUENCE)


@pytest.mark.parametrize("rubbish", [
    b"noise",
    b"\0noise",
    GOOD[:-3] + b"\0",  # cut off
    GOOD[:9] + bytes([GOOD[9] ^ 4]) + GOOD[10:],  # flipped
    b"\0" + b"x" * 5_000,  # too long
    b"\0" + cobs.encode(b"short" + zlib.crc32(b"short").to_bytes(4, "little")) + b"\0",
    b"\0" + cobs.encode(bytes(1201) + zlib.crc32(bytes(1201)).to_bytes(4, "little")) + b"\0",
    b"\0\1\0",  # nothing, encoded
    b"\0\5\1\0",  # not COBS
])  # fmt: skip
def test_rubbish_is_dropped_and_the_next_frame_found(rubbish):
    deframer = Deframer()
    assert [decode(body) for body in deframer.feed(rubbish + GOOD)] == [Poll()]
    assert (deframer.received, deframer.valid) == (len(rubbish + GOOD), 1)


def test_empty_frames_are_ignored():
    deframer = Deframer()
    assert list(deframer.feed(bytes(100))) == []
    assert (deframer.received, deframer.valid) == (100, 0)


def test_endless_noise_without_a_zero_takes_no_memory():
    deframer = Deframer()
    for _ in range(100):
        assert list(deframer.feed(b"x" * 10_000)) == []
    assert len(deframer._frame) < 2 * MAX_BODY


def test_every_flipped_bit_is_noticed():
    for bit in range(8, 8 * (len(GOOD) - 1)):
        data = bytearray(GOOD)
        data[bit // 8] ^= 1 << bit % 8
        assert bodies(bytes(data)) == []
