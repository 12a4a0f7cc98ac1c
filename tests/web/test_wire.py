"""Frames and messages of the page are those of the host."""

import random

from rowloom.engines.catalogue import ENGINES
from rowloom.firmware import protocol as firmware
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import (
    MAX_BODY,
    Body,
    Cancel,
    Capability,
    Deframer,
    Fetch,
    Hello,
    Identity,
    Kind,
    ProtocolError,
    Reason,
    Repeat,
    Result,
    Solve,
    Status,
    Store,
    Task,
    frame,
)
from support.junk import junk

RNG = random.Random("wire")

ASKED_FOR = (Kind.IDENTITY, Kind.STATE, Kind.REFUSED, Kind.STORED, Kind.PIECE)
"""Answers that are whole messages: what a RESULT holds is read by other functions."""


def numbers():
    enumerations = (
        firmware.Kind, firmware.Flags, firmware.Masks, firmware.Task, firmware.Head, firmware.Dropped,
        firmware.Status, firmware.Reason,
    )  # fmt: skip
    return {
        "VERSION": firmware.VERSION, "MAX_BODY": MAX_BODY, "MAX_PIECE": protocol.MAX_PIECE,
        "DEFAULT_BIT_RATE": protocol.DEFAULT_BIT_RATE,
        **{one.__name__: {name: int(member) for name, member in one.__members__.items()} for one in enumerations},
    }  # fmt: skip


def as_page(body):
    return {"kind": body.kind, "session": body.session, "sequence": body.sequence, "payload": body.payload.hex()}


def a_payload(most=MAX_BODY - 7):
    length = RNG.choice((0, 1, 2, 20, 246, 247, 248, 600, most, RNG.randrange(most)))
    return RNG.choice((bytes(length), b"\xff" * length, RNG.randbytes(length)))


def frames():
    for _ in range(200):
        body = Body(RNG.randrange(256), RNG.getrandbits(32), RNG.getrandbits(16), a_payload())
        head = bytes([body.kind]) + body.session.to_bytes(4, "little") + body.sequence.to_bytes(2, "little")
        yield as_page(body) | {"frame": frame(head + body.payload).hex()}


def streams():
    """Frames between which there is noise, and some of which are damaged."""
    for _ in range(30):
        stream = b""
        for _ in range(RNG.randrange(1, 20)):
            data = bytearray(junk(RNG, RNG.getrandbits(32), answers=True))
            if RNG.random() < 0.3:
                data[RNG.randrange(len(data))] ^= 1 << RNG.randrange(8)
            if RNG.random() < 0.2:
                del data[RNG.randrange(len(data))]
            stream += RNG.choice((b"", b"", RNG.randbytes(RNG.randrange(3000)))) + data
        yield {"stream": stream.hex(), "bodies": [as_page(body) for body in Deframer().feed(stream)]}


def requests():
    solves = []
    for _ in range(100):
        puzzle, stored = RNG.choice((b"", b"\x05", bytes(5))) + RNG.randbytes(RNG.randrange(200)), RNG.random() < 0.2
        request = Solve(
            0, RNG.randrange(3), RNG.randrange(5), RNG.choice((1, 2)), RNG.randrange(256), RNG.randrange(256), 1,
            RNG.choice((0, 127, 50_000_000, 2**53 - 1)), puzzle, RNG.random() < 0.5, stored, RNG.choice(list(Task)),
        )  # fmt: skip
        names = ("genre", "engine", "count", "limit", "rows", "cols", "counters")
        terms = {name: getattr(request, name) for name in names} | {"task": int(request.task)}
        solves.append({"terms": terms, "puzzle": puzzle.hex(), "stored": stored, "payload": request.encode().hex()})
    return {
        "hello": Hello().encode().hex(), "cancel": Cancel().encode().hex(), "repeat": Repeat(0).encode().hex(),
        "store": Store(2, 4, 70_000, b"\1\2\3").encode().hex(), "fetch": Fetch(1, 70_000, 1024).encode().hex(),
        "solves": solves,
    }  # fmt: skip


def results():
    for _ in range(100):
        length = RNG.choice((0, 1, 13, 32))
        if RNG.random() < 0.2:
            one = Result(Status.REFUSED, reason=RNG.choice(list(Reason)[1:]))
        else:
            solutions = tuple(RNG.randbytes(length) for _ in range(RNG.randrange(3)))
            counters = tuple(RNG.getrandbits(RNG.randrange(1, 53)) for _ in range(RNG.randrange(8)))
            cycles = RNG.getrandbits(RNG.randrange(1, 53))
            one = Result(RNG.choice(list(Status)[:4]), RNG.random() < 0.5, cycles, counters, solutions)
        yield {
            "data": one.encode().hex(), "solutionBytes": length,
            "result": {
                "status": int(one.status), "complete": one.complete, "reason": int(one.reason),
                "counters": one.counters, "cycles": None if one.status == Status.REFUSED else one.cycles,
                "solutions": [each.hex() for each in one.solutions],
            },
        }  # fmt: skip


def some_answers():
    """Answers that the page asks for, of which many make no sense."""
    while True:
        for body in Deframer().feed(junk(RNG, 1, answers=True)):
            if body.kind in ASKED_FOR and (body.kind != Kind.IDENTITY or body.payload[:1] == bytes([firmware.VERSION])):
                try:
                    protocol.decode(body)
                except ProtocolError:
                    yield {"kind": body.kind, "payload": body.payload.hex(), "isRight": False}
                else:
                    yield {"kind": body.kind, "payload": body.payload.hex(), "isRight": True}


def identities():
    for _ in range(50):
        capabilities = tuple(Capability(*RNG.randbytes(4)) for _ in range(RNG.randrange(6)))
        identity = Identity(
            firmware.VERSION, RNG.randrange(MAX_BODY, 1 << 16), RNG.randbytes(8), RNG.randrange(1, 1 << 32),
            RNG.randrange(1, 1 << 32), capabilities,
        )  # fmt: skip
        yield {"payload": identity.encode().hex(), "identity": {
            "version": identity.version, "build": identity.build.hex(), "clock": identity.clock,
            "engines": capabilities,
        }}  # fmt: skip


def test_the_page_speaks_the_protocol(in_node):
    in_order = sorted(ENGINES.values(), key=lambda one: (one.genre.number, not one.fast, one.number))
    answers = some_answers()
    in_node("wire.test.js", {
        "numbers": numbers(), "engines": [(one.genre.name, one.name, one.number) for one in in_order],
        "frames": list(frames()), "streams": list(streams()), "requests": requests(), "results": list(results()),
        "answers": [next(answers) for _ in range(500)], "identities": list(identities()),
    })  # fmt: skip
