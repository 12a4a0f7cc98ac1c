"""The page writes and reads the same frames and messages as the host."""

import random

from rowloom.engines.catalogue import MOST_SOCS
from rowloom.firmware import protocol as firmware
from rowloom.host.wire import protocol as wire
from support.junk import junk

RNG = random.Random("wire")

ASKED_FOR = (wire.Kind.IDENTITY, wire.Kind.STATE, wire.Kind.REFUSED, wire.Kind.STORED, wire.Kind.PIECE)
"""The kinds of answers that the page decodes in one step. The content of a RESULT is decoded separately."""


def as_page(body):
    return {"kind": body.kind, "session": body.session, "sequence": body.sequence, "payload": body.payload.hex()}


def a_payload(most=wire.MAX_BODY - 7):
    length = RNG.choice((0, 1, 2, 20, 246, 247, 248, 600, most, RNG.randrange(most)))
    return RNG.choice((bytes(length), b"\xff" * length, RNG.randbytes(length)))


def frames():
    for _ in range(200):
        body = wire.Body(RNG.randrange(256), RNG.getrandbits(32), RNG.getrandbits(16), a_payload())
        head = bytes([body.kind]) + body.session.to_bytes(4, "little") + body.sequence.to_bytes(2, "little")
        yield as_page(body) | {"frame": wire.frame(head + body.payload).hex()}


def streams():
    """Yield streams of frames; some frames are damaged, and there is noise between frames."""
    for _ in range(30):
        stream = b""
        for _ in range(RNG.randrange(1, 20)):
            data = bytearray(junk(RNG, RNG.getrandbits(32), answers=True))
            if RNG.random() < 0.3:
                data[RNG.randrange(len(data))] ^= 1 << RNG.randrange(8)
            if RNG.random() < 0.2:
                del data[RNG.randrange(len(data))]
            stream += RNG.choice((b"", b"", RNG.randbytes(RNG.randrange(3000)))) + data
        yield {"stream": stream.hex(), "bodies": [as_page(body) for body in wire.Deframer().feed(stream)]}


def requests():
    solves = []
    for _ in range(100):
        puzzle, stored = RNG.choice((b"", b"\x05", bytes(5))) + RNG.randbytes(RNG.randrange(200)), RNG.random() < 0.2
        request = wire.Solve(
            0, RNG.randrange(3), RNG.randrange(5), RNG.choice((1, 2)), RNG.randrange(256), RNG.randrange(256), 1,
            RNG.choice((0, 127, 50_000_000, 2**53 - 1)), puzzle, RNG.random() < 0.5, stored,
            RNG.choice(list(wire.Task)),
        )  # fmt: skip
        names = ("genre", "engine", "count", "limit", "rows", "cols", "counters")
        terms = {name: getattr(request, name) for name in names} | {"task": int(request.task)}
        solves.append({"terms": terms, "puzzle": puzzle.hex(), "stored": stored, "payload": request.encode().hex()})
    single = {
        "hello": wire.Hello(), "cancel": wire.Cancel(), "repeat": wire.Repeat(0),
        "store": wire.Store(2, 4, 70_000, b"\1\2\3"), "fetch": wire.Fetch(1, 70_000, 1024),
    }  # fmt: skip
    return {name: request.encode().hex() for name, request in single.items()} | {"solves": solves}


def results():
    for _ in range(100):
        length = RNG.choice((0, 1, 13, 32))
        if RNG.random() < 0.2:
            one = wire.Result(wire.Status.REFUSED, reason=RNG.choice(list(wire.Reason)[1:]))
        else:
            solutions = tuple(RNG.randbytes(length) for _ in range(RNG.randrange(3)))
            counters = tuple(RNG.getrandbits(RNG.randrange(1, 53)) for _ in range(RNG.randrange(8)))
            cycles = RNG.getrandbits(RNG.randrange(1, 53))
            one = wire.Result(RNG.choice(list(wire.Status)[:4]), RNG.random() < 0.5, cycles, counters, solutions)
        yield {
            "data": one.encode().hex(), "solutionBytes": length,
            "result": {
                "status": int(one.status), "complete": one.complete, "reason": int(one.reason),
                "counters": one.counters, "cycles": None if one.status == wire.Status.REFUSED else one.cycles,
                "solutions": [each.hex() for each in one.solutions],
            },
        }  # fmt: skip


def some_answers():
    """Yield random answers of the kinds ``ASKED_FOR``; many of the answers are invalid."""
    while True:
        for body in wire.Deframer().feed(junk(RNG, 1, answers=True)):
            is_right = True
            if body.kind == wire.Kind.IDENTITY and body.payload[:1] != bytes([firmware.VERSION]):
                continue
            try:
                wire.decode(body)
            except wire.ProtocolError:
                is_right = False
            if body.kind in ASKED_FOR:
                yield {"kind": body.kind, "payload": body.payload.hex(), "isRight": is_right}


def identities():
    for _ in range(50):
        capabilities = tuple(
            wire.Capability(RNG.randrange(1, 256), *RNG.randbytes(3)) for _ in range(RNG.randrange(6)))
        identity = wire.Identity(
            firmware.VERSION, RNG.randrange(wire.MAX_BODY, 1 << 16), RNG.randbytes(8), RNG.randrange(1, 1 << 32),
            RNG.randrange(1, 1 << 32), capabilities, RNG.randrange(1, MOST_SOCS + 1),
        )  # fmt: skip
        yield {"payload": identity.encode().hex(), "identity": {
            "version": identity.version, "build": identity.build.hex(), "clock": identity.clock,
            "engines": capabilities, "socs": identity.socs,
        }}  # fmt: skip


def test_the_page_speaks_the_protocol(in_node):
    answers = some_answers()
    in_node("wire.test.js", {
        "frames": list(frames()), "streams": list(streams()), "requests": requests(), "results": list(results()),
        "answers": [next(answers) for _ in range(500)], "identities": list(identities()),
    })  # fmt: skip
