"""Frames and messages, compared with handwritten bytes; noise between frames."""

import re
import struct
import zlib

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from rowloom.host.wire import protocol as p
from rowloom.host.wire.protocol import MAX_BODY, Body, Deframer, PayloadReader, ProtocolError, Reason, Result, Status

SESSION, SEQUENCE = 0x11223344, 0xFF01
BIG = (1 << 64) - 1
BUILD = bytes.fromhex("0011223344556677")


def bodies(data):
    return list(Deframer().feed(data))


def content(body):
    """Return the bytes of a body."""
    return struct.pack("<BIH", *body[:3]) + body.payload


@pytest.mark.parametrize("message, kind, payload", [
    (p.Hello(), "01", "09"),
    (p.Hello(7, b"\1\2"), "01", "07 0102"),
    (p.Solve(258, 1, 4, 2, 3, 5, 7, 50_000_000, b"\xf3\x0f"), "02", "0201 01 04 02 03 05 07 80e1eb17 f30f"),
    (p.Solve(0, 2, 2, 1, 9, 9, 1, 0, b"", counters=True), "02", "0000 02 02 05 09 09 01 00"),
    (p.Solve(0xFFFF, 2, 4, 2, 225, 225, 1, BIG, b"\1\2\3\4", True, stored=True), "02",
     "ffff 02 04 0e e1 e1 01 ffffffffffffffffff01 01020304"),
    (p.Poll(258), "03", "0201"),
    (p.Cancel(), "04", ""),
    (p.RateRequest(3_000_000), "05", "c0c62d00"),
    (p.Store(2, 4, 2048, b"\0\xe1"), "09", "02 04 00080000 00e1"),
    (p.Fetch(1, 50_176, 449), "0a", "01 00c40000 c101"),
    (p.Repeat(0xFF02), "0b", "02ff"),
    (p.Test(0x01020304, p.Part.CPU), "0c", "04030201 03"),
    (p.Test(1, p.Part.LINE, b"\7\0"), "0c", "01000000 00 0700"),
    (p.Identity(5, 2048, BUILD, 50_000_000, 1_000_000, (p.Capability(1, 1, 10, 32),)), "81",
     "05 0008 0011223344556677 80f0fa02 40420f00 01 01010a20"),
    (p.Identity(5, 2048, BUILD, 1, 0, (p.Capability(1, 1, 10, 32),), 5), "81",
     "05 0008 0011223344556677 01000000 00000000 02 01010a20 00050000"),
    (p.Identity(5, MAX_BODY, BUILD, 1, 1, ()), "81", "05 0005 0011223344556677 01000000 01000000 00"),
    (p.State(258, 1, p.Dropped.GAP, 300, BIG), "82", "0201 0100 01 ac02 ffffffffffffffffff01"),
    (p.State(0, 0xFFFF), "82", "0000 ffff 00 00 00"),
    (p.Results(b"\x09\x01"), "83", "0901"),
    (p.Refused(Reason.TOO_LARGE), "84", "05"),
    (p.Refused(Reason.UNKNOWN_TASK), "84", "0c"),
    (p.RateAnswer(2_941_176), "85", "f8e02c00"),
    (p.Stored(1024), "88", "00040000"),
    (p.Piece(1, 50_176, b"\1\xe1"), "89", "01 00c40000 01e1"),
    (p.Tested(0xFF000000, p.Part.RAM), "8c", "000000ff 01"),
])  # fmt: skip
def test_messages_are_laid_out_as_documented(message, kind, payload):
    (body,) = bodies(p.pack(message, SESSION, SEQUENCE))
    assert body == Body(int(kind, 16), SESSION, SEQUENCE, bytes.fromhex(payload))
    assert p.decode(body) == message
    for end in range(len(body.payload)):
        cut = body._replace(payload=body.payload[:end])
        try:
            assert p.decode(cut).encode() == cut.payload  # only the last field is shorter
        except ProtocolError as error:
            assert "bytes" in str(error)


def test_unknown_kinds():
    for kind in {*range(256)} - {*p.Kind}:
        with pytest.raises(ProtocolError, match=f"^there is no message of kind 0x{kind:02x}$"):
            p.decode(Body(kind, SESSION, SEQUENCE, b""))


def test_a_frame_byte_by_byte():
    body = bytes.fromhex("01 44332211 0000 08")
    crc = zlib.crc32(body)
    assert crc == 0xC65D3F32  # this CRC contains no zero byte, which makes the effect of COBS below easy to see
    runs = b"\6\1\x44\x33\x22\x11" + b"\1" + bytes([6, 8, 0x32, 0x3F, 0x5D, 0xC6])
    assert p.pack(p.Hello(8), SESSION) == b"\0" + runs + b"\0"


def identity(room=2048, clock=1):
    return p.Identity(5, room, BUILD, clock, 1, ()).encode()


@pytest.mark.parametrize("kind, payload, message", [
    (0x81, identity()[:19], "IDENTITY: 19 bytes of payload instead of at least 20"),
    (0x81, identity()[:-1] + b"\1", "IDENTITY: 0 bytes for 1 capabilities"),
    (0x81, identity()[:-1] + bytes([1, 0, 17, 0, 0]), "IDENTITY: a line is shared by 2 to 16 SoCs, not 17"),
    (0x81, identity()[:-1] + bytes([1, 0, 0, 0, 0]), "IDENTITY: a line is shared by 2 to 16 SoCs, not 0"),
    (0x81, identity(room=0), "IDENTITY: 0 bytes are too little room for a puzzle"),
    (0x81, identity(room=MAX_BODY - 1), "IDENTITY: 1279 bytes are too little room for a puzzle"),
    (0x81, identity(clock=0), "IDENTITY: the clock must not be 0"),
    (0x82, bytes(6), "1 bytes of payload are too few"),
    (0x82, bytes(6) + b"\x80", "2 bytes of payload are too few"),
    *((0x82, bytes(5) + number, "a number has more than 64 bits") for number in (10 * b"\xff" + b"\1", 1000 * b"\x80")),
    (0x82, bytes(8), "STATE: 1 bytes of payload too many"),
    (0x82, b"\0\0\0\0\3\0\0", "STATE: 3 is no dropped"),
    (0x02, bytes(8) + b"\xff", "1 bytes of payload are too few"),
    (0x04, b"x", "CANCEL: 1 bytes of payload instead of 0"),
    (0x0A, bytes(8), "FETCH: 8 bytes of payload instead of 7"),
    (0x0C, b"\0\0\0\0\4", "TEST: 4 is no part"),
    (0x84, b"", "REFUSED: 0 bytes of payload instead of 1"),
    *((0x84, bytes([number]), f"REFUSED: {number} is no reason") for number in (0, 8, 13)),
])  # fmt: skip
def test_malformed_bodies(kind, payload, message):
    with pytest.raises(ProtocolError, match=f"^{re.escape(message)}$"):
        p.decode(Body(kind, SESSION, SEQUENCE, payload))


@given(st.integers(0, 63))
def test_numbers_take_a_byte_for_every_seven_bits(bits):
    """For each number of bits, test the smallest and the largest number."""
    fixed = len(p.Solve(0, 1, 1, 1, 1, 1, 1, 0, b"").encode()) - 1
    for number in (1 << bits, (2 << bits) - 1):
        payload = p.Solve(0, 1, 1, 1, 1, 1, 1, number, b"").encode()
        assert len(payload) - fixed == bits // 7 + 1
        numbers = PayloadReader(payload[fixed:])
        assert numbers.varint() == number and not numbers


@pytest.mark.parametrize("result, solution_bytes, data", [
    (Result(Status.SOLVED, True, 300, (), (b"\1\2", b"\3\4")), 2, "28 0102 0304 ac02"),
    (Result(Status.SOLVED, False, 5, (2, BIG, 0), (b"\7",)), 1, "50 07 05 03 02 ffffffffffffffffff01 00"),
    (Result(Status.SOLVED, True, 25, (), (b"", b"")), 0, "28 19"),
    (Result(Status.NO_SOLUTION, True, 1, (9,)), 50, "49 01 01 09"),
    (Result(Status.LIMIT, False, BIG), 50, "02 ffffffffffffffffff01"),
    (Result(Status.CANCELLED), 50, "03 00"),
    (Result(Status.REFUSED, reason=Reason.TOO_LARGE), 50, "04 05"),
])  # fmt: skip
def test_results_are_laid_out_as_documented(result, solution_bytes, data):
    data = bytes.fromhex(data)
    assert result.encode() == data
    numbers = PayloadReader(data * 2)
    assert [Result.take(numbers, solution_bytes) for _ in range(2)] == [result] * 2 and not numbers
    for end in range(len(data)):
        with pytest.raises(ProtocolError, match=f"^{end} bytes of payload are too few$"):
            Result.take(PayloadReader(data[:end]), solution_bytes)


@pytest.mark.parametrize("data, message", [
    *((f"{head} 00", f"0x{head} is not the first byte of a result") for head in ("05", "07", "80")),
    ("04 00", "0 is no reason"), ("04 0d", "13 is no reason"),
])  # fmt: skip
def test_malformed_results(data, message):
    with pytest.raises(ProtocolError, match=f"^RESULT: {message}$"):
        Result.take(PayloadReader(bytes.fromhex(data)), 1)


@pytest.mark.parametrize("size", [0, 6, MAX_BODY + 1])
def test_wrong_lengths_of_bodies(size):
    with pytest.raises(ValueError, match=f"^a body has 7 to 1280 bytes, not {size}$"):
        p.frame(bytes(size))


@given(st.lists(st.binary(min_size=7, max_size=300), max_size=5), st.integers(1, 50))
def test_streams_may_arrive_in_any_pieces(wanted, size):
    stream = b"\0".join(b"\0" * (len(body) % 2) + p.frame(body) for body in wanted)
    deframer = Deframer()
    found = [body for start in range(0, len(stream), size) for body in deframer.feed(stream[start : start + size])]
    assert list(map(content, found)) == wanted
    assert deframer.valid == len(wanted)


GOOD = p.pack(p.Poll(258), SESSION, SEQUENCE)


@pytest.mark.parametrize("noise", [
    b"noise",
    b"\0noise",
    GOOD[:-3] + b"\0",  # The frame is cut off.
    GOOD[:9] + bytes([GOOD[9] ^ 4]) + GOOD[10:],  # A bit is flipped.
    b"\0" + b"x" * 5_000,  # The frame is too long.
    b"\0" + cobs.encode(b"short" + zlib.crc32(b"short").to_bytes(4, "little")) + b"\0",
    b"\0" + cobs.encode(bytes(MAX_BODY + 1) + zlib.crc32(bytes(MAX_BODY + 1)).to_bytes(4, "little")) + b"\0",
    b"\0\1\0",  # The frame is empty.
    b"\0\5\1\0",  # The frame is not valid COBS.
])  # fmt: skip
def test_noise_before_a_frame_is_dropped(noise):
    deframer = Deframer()
    assert [p.decode(body) for body in deframer.feed(noise + GOOD)] == [p.Poll(258)]
    assert (deframer.received, deframer.valid) == (len(noise + GOOD), 1)


@pytest.mark.parametrize("noise", [b"\0", b"x"])
def test_endless_noise_takes_no_memory(noise):
    deframer = Deframer()
    for _ in range(100):
        assert list(deframer.feed(noise * 10_000)) == []
    assert (deframer.received, deframer.valid) == (1_000_000, 0)
    assert len(deframer._frame) < 2 * MAX_BODY
