"""Valid frames with random content, such as a faulty or hostile program might send."""

import random
import struct
import zlib
from collections.abc import Callable

from rowloom.firmware.protocol import MAX_BODY, REQUEST_BYTES, VERSION
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Kind, Part, frame

__all__ = ["junk"]

_SCAN = 4
_STORED = bytes(16)
"""The cells of a puzzle that is sometimes stored and solved."""
_OFTEN = [Kind.SOLVE, Kind.STORE, Kind.FETCH, Kind.RESULT, Kind.STATE]
_SELDOM = [Kind.HELLO, Kind.RATE_REQUEST]
"""Kinds of messages that interrupt a session; they are rarely sent."""


def junk(rng: random.Random, session: int, job: int = 0, answers: bool = False) -> bytes:
    """Return a request with random content or, if ``answers`` is set, an answer. Most messages are about the job
    ``job``."""
    plausible = _ANSWERS if answers else _REQUESTS
    kinds = [*plausible, *(kind for kind in 3 * _OFTEN if kind in plausible)]
    kind = rng.choice([*kinds, *kinds, rng.randrange(256)])
    if kind in _SELDOM and rng.random() < 0.9:
        kind = Kind.SOLVE
    if kind in plausible and rng.random() < 0.8:
        payload = plausible[kind](rng)
    else:
        payload = rng.randbytes(rng.choice((0, 1, 2, rng.randrange(40), rng.randrange(MAX_BODY))))
    if rng.random() < 0.2:
        payload = payload[: rng.randrange(len(payload) + 1)] + rng.randbytes(rng.choice((0, 0, 1, 5)))
    sequence = rng.choice((job, job, job, job - 1, _small(rng, 16))) % protocol.SEQUENCES
    return frame((struct.pack("<BIH", kind, session, sequence) + payload)[:MAX_BODY])


def _small(rng: random.Random, bits: int) -> int:
    """Return a random number; most are small, because small numbers are more often valid."""
    most = (1 << bits) - 1
    return rng.choice((rng.randrange(8), rng.randrange(8), rng.randrange(256) & most, most, most // 2 + 1,
                       rng.getrandbits(bits)))


def _size(rng: random.Random) -> int:
    return rng.choice((0, 1, 2, 3, 4, 4, 4, 9, 25, 36, 255, rng.randrange(256)))


def _cells(rng: random.Random, most: int) -> bytes:
    """Return random bytes in place of a puzzle, with many, few or no bits set."""
    kind = rng.randrange(4)
    length = rng.choice((0, 1, 2, 5, 25, 100, rng.randrange(most)))
    return (bytes(length), b"\xff" * length, rng.randbytes(length), bytes(rng.choices(range(5), k=length)))[kind]


def _solve(rng: random.Random) -> bytes:
    if rng.random() < 0.2:
        return protocol.Solve(0, 2, _SCAN, 2, 4, 4, 1, 0, struct.pack("<I", zlib.crc32(_STORED)), stored=True).encode()
    genre = rng.choice((1, 2, 2, rng.randrange(256)))
    # A puzzle of genre 1 is small, because brute force solves it in place of an engine.
    rows, cols = (rng.choice((0, 1, 2, 3, 255)) for _ in range(2)) if genre == 1 else 2 * [_size(rng)]
    solve = protocol.Solve(
        _small(rng, 16), genre, rng.choice((1, 2, 4, rng.randrange(256))), rng.choice((0, 1, 1, 2, 2, 3)),
        rows, cols if rng.random() < 0.9 else _size(rng), rng.choice((0, 1, 1, 2, 10, 255)),
        rng.choice((0, 1, 100_000, 1 << 63, 1 << 70)), _cells(rng, 300),
        rng.random() < 0.5, rng.random() < 0.2,
    )  # fmt: skip
    return solve.encode()


def _store(rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return protocol.Store(2, _SCAN, 0, _STORED).encode()
    return protocol.Store(2, rng.choice((_SCAN, 2)), _small(rng, 32), _cells(rng, 1100)).encode()


def _fetch(rng: random.Random) -> bytes:
    return protocol.Fetch(rng.choice((0, 1, 2, 255)), rng.choice((0, 1, 16, 17, _small(rng, 32))),
                          rng.choice((0, 1, 16, 17, MAX_BODY, _small(rng, 16)))).encode()


def _test(rng: random.Random) -> bytes:
    # A test of the RAM would take a second in the native firmware.
    part = rng.choice((Part.LINE, Part.ROM, Part.CPU, 4, 255))
    return struct.pack("<IB", _small(rng, 32), part) + _cells(rng, 1100)


def _result(rng: random.Random) -> bytes:
    numbers = (0, 1, 1 << 63, 1 << 64, 1 << 5000)
    results = (
        protocol.Result(
            rng.choice(list(protocol.Status)), rng.random() < 0.5, rng.choice(numbers),
            tuple(rng.choices(numbers[:3], k=rng.randrange(8))),
            tuple(rng.randbytes(rng.choice((1, 1, 5, 32))) for _ in range(rng.randrange(4))),
            rng.choice(list(protocol.Reason)),
        ).encode()
        for _ in range(rng.randrange(4))
    )  # fmt: skip
    return b"".join(results)


def _state(rng: random.Random) -> bytes:
    return protocol.State(_small(rng, 16), _small(rng, 16), rng.randrange(4), rng.choice((0, 1 << 63, 1 << 5000)),
                          rng.choice((0, 1, 1 << 5000))).encode()


def _identity(rng: random.Random) -> bytes:
    capabilities = tuple(
        protocol.Capability(rng.choice((1, 2, 9)), rng.choice((1, 2, 4, 9)), _size(rng), _size(rng))
        for _ in range(rng.choice((0, 1, 4, 255)))
    )
    return protocol.Identity(
        rng.choice((VERSION, VERSION, VERSION, 0, 255)), rng.choice((0, MAX_BODY, REQUEST_BYTES, 0xFFFF)),
        rng.randbytes(8), rng.choice((0, 1, 50_000_000, 0xFFFF_FFFF)), rng.choice((0, 1, 1_000_000, 0xFFFF_FFFF)),
        capabilities,
    ).encode()  # fmt: skip


def _numbers(layout: str) -> Callable[[random.Random], bytes]:
    """Return a function that packs random numbers in this layout. If the layout ends with "s", further bytes follow."""
    fields = layout.rstrip("s")
    sizes = [8 * struct.calcsize(field) for field in fields]
    return lambda rng: struct.pack(f"<{fields}", *(_small(rng, size) for size in sizes)) + (
        _cells(rng, 1100) if fields != layout else b"")


_REQUESTS: dict[int, Callable[[random.Random], bytes]] = {
    Kind.HELLO: lambda rng: bytes([rng.choice((VERSION, VERSION, VERSION, 0, 255))]),
    Kind.SOLVE: _solve,
    Kind.POLL: _numbers("H"),
    Kind.CANCEL: _numbers(""),
    Kind.RATE_REQUEST: _numbers("I"),
    Kind.STORE: _store,
    Kind.FETCH: _fetch,
    Kind.REPEAT: _numbers("H"),
    Kind.TEST: _test,
}
_ANSWERS: dict[int, Callable[[random.Random], bytes]] = {
    Kind.IDENTITY: _identity,
    Kind.STATE: _state,
    Kind.RESULT: _result,
    Kind.REFUSED: _numbers("B"),
    Kind.RATE_ANSWER: _numbers("I"),
    Kind.STORED: _numbers("I"),
    Kind.PIECE: _numbers("BIs"),
    Kind.TESTED: _test,
}
