"""The firmware's framing against the libraries that the host uses."""

import random
import zlib

from cobs import cobs


def some_data(rng: random.Random) -> bytes:
    length = rng.choice((0, 1, 2, 7, 253, 254, 255, 256, 508, 509, 1000, rng.randrange(600)))
    alphabet = rng.choice((b"\0", b"\1", b"\0\1", bytes(range(256))))
    return bytes(rng.choice(alphabet) for _ in range(length))


def test_crc32_is_that_of_zlib(native):
    rng = random.Random(0)
    for _ in range(300):
        data = some_data(rng)
        assert native.crc32(data) == zlib.crc32(data)


def test_cobs_decodes_what_the_library_encodes(native):
    rng = random.Random(1)
    for _ in range(300):
        data = some_data(rng)
        assert native.cobs_decode(cobs.encode(data)) == data


def test_cobs_refuses_what_the_library_refuses(native):
    rng = random.Random(2)
    for _ in range(2000):
        data = bytes(rng.choice((1, 2, 3, 4, 255)) for _ in range(rng.randrange(1, 12)))
        try:
            expected = cobs.decode(data)
        except cobs.DecodeError:
            expected = None
        assert native.cobs_decode(data) == expected, data.hex()
