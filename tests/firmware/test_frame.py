"""The firmware's framing is compared with the libraries that the host uses."""

import random
import struct
import zlib
from itertools import product

from cobs import cobs

from rowloom.host.wire.protocol import MAX_BODY, Body, Deframer, frame

HEADER = 7


def some_data(rng: random.Random, most: int) -> bytes:
    length = rng.choice((0, 1, 2, 7, 253, 254, 255, 256, 508, 509, 1000, most, rng.randrange(600)))
    alphabet = rng.choice((b"\0", b"\1", b"\0\1", bytes(range(256))))
    return bytes(rng.choice(alphabet) for _ in range(min(length, most)))


def some_body(rng: random.Random) -> Body:
    return Body(rng.randrange(256), rng.getrandbits(32), rng.getrandbits(16), some_data(rng, MAX_BODY - HEADER))


def framed(body: Body) -> bytes:
    return frame(struct.pack("<BIH", *body[:3]) + body.payload)


def bodies(data: bytes) -> list[Body]:
    return list(Deframer().feed(data))


def test_crc32_is_that_of_zlib(native):
    rng = random.Random(0)
    for _ in range(100):
        data = some_data(rng, 1000)
        assert native.crc32(data) == zlib.crc32(data)


def test_what_the_host_sends_is_received(native):
    rng = random.Random(1)
    for _ in range(200):
        body = some_body(rng)
        assert native.receive(framed(body)) == [body]


def test_what_the_firmware_sends_is_received(native):
    rng = random.Random(2)
    for _ in range(200):
        body = some_body(rng)
        data = native.send(body)
        assert data[0] == data[-1] == 0 and 0 not in data[1:-1]
        assert bodies(data) == [body]


def test_runs_of_254_bytes_without_a_zero(native):
    """COBS inserts a byte after 254 bytes without a zero."""
    for length, at in product([*range(240, 270), *range(490, 520)], (None, 0, -1)):
        payload = bytearray(b"\1" * length)
        if at is not None:
            payload[at] = 0
        body = Body(1, 0x01010101, 0x0101, bytes(payload))
        assert bodies(native.send(body)) == native.receive(framed(body)) == [body]


def test_frames_in_any_number_of_parts(native):
    rng = random.Random(3)
    sent = [some_body(rng) for _ in range(100)]
    stream, received = b"".join(map(framed, sent)), []
    while stream:
        length = rng.randrange(1, 900)
        received += native.receive(stream[:length])
        stream = stream[length:]
    assert received == sent


def test_what_the_host_drops_is_dropped(native):
    """The data contain valid and invalid COBS groups, wrong lengths and wrong CRCs. Dropped data do not affect the next
    frame."""
    rng = random.Random(4)
    good = Body(1, 2, 3, b"good")
    for _ in range(1500):
        content = rng.randbytes(rng.choice((0, 3, HEADER - 1, HEADER, 20, MAX_BODY, MAX_BODY + 1, MAX_BODY + 200)))
        data = bytearray(cobs.encode(content + zlib.crc32(content).to_bytes(4, "little")))
        for _ in range(rng.randrange(2)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)):]
        stream = b"\0" + bytes(data) + framed(good)
        assert native.receive(stream) == bodies(stream)
