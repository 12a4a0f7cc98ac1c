"""The link protocol of docs/develop/protocol.md: messages as bytes on the wire, and back.

Nothing here reads, writes or waits: :mod:`rowloom.host.link` moves the bytes, :mod:`rowloom.host.session` and
:mod:`rowloom.host.pipeline` decide what to say.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import starmap
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform, get_args

from cobs import cobs

from rowloom.firmware.protocol import MAX_BODY, MAX_SOLUTIONS, VERSION, Kind, Reason, Stage, Status

__all__ = [
    "DEFAULT_BIT_RATE", "MAX_BODY", "MAX_PIECE", "MAX_SOLUTIONS", "SEQUENCES", "VERSION", "Answer", "Body", "Cancel",
    "Capability", "Deframer", "Fetch", "Hello", "Identity", "Kind", "Load", "Loaded", "Piece", "Poll", "ProtocolError",
    "RateAnswer", "RateRequest", "Reason", "Refused", "Request", "Restart", "Result", "Solve", "Stage", "Start",
    "Started", "State", "Status", "Store", "Stored", "decode", "frame", "pack",
]  # fmt: skip

DEFAULT_BIT_RATE = 1_000_000
"""Bits a second after a board's reset, unless it was built otherwise."""

MAX_PIECE = 1024
"""Most cells of a puzzle in one STORE, and of a solution in one PIECE."""

SEQUENCES = 1 << 16
"""Job numbers count modulo this."""

_HEADER = struct.Struct("<BIH")
_CRC = struct.Struct("<I")
_MAX_ENCODED = MAX_BODY + _CRC.size + -(-(MAX_BODY + _CRC.size) // 254)


class ProtocolError(ValueError):
    """A body that passed its CRC but is no message of this version of the protocol."""


# Frames


class Body(NamedTuple):
    """A frame's content whose CRC was right."""

    kind: int
    session: int
    sequence: int
    payload: bytes


def frame(body: bytes) -> bytes:
    """The bytes on the wire for a body.

    Raises
    ------
    ValueError
        If the body is shorter than a header or longer than :data:`MAX_BODY`.
    """
    if not _HEADER.size <= len(body) <= MAX_BODY:
        raise ValueError(f"a body has {_HEADER.size} to {MAX_BODY} bytes, not {len(body)}")
    return b"\0" + cobs.encode(body + _CRC.pack(zlib.crc32(body))) + b"\0"


class Deframer:
    """Finds the valid bodies in a stream of bytes, however it is cut.

    Attributes
    ----------
    received : int
        Bytes seen.
    valid : int
        Bodies found. Frames that are not COBS, too short, too long, or with a wrong CRC are dropped.
    """

    def __init__(self) -> None:
        self.received = self.valid = 0
        self._frame = bytearray()

    def feed(self, data: bytes) -> Iterator[Body]:
        """Takes what has arrived, and yields every body that is complete by then."""
        self.received += len(data)
        *ends, rest = data.split(b"\0")
        for end in ends:
            self._append(end)
            if self._frame:
                body = self._body()
                self._frame.clear()
                if body is not None:
                    self.valid += 1
                    yield body
        self._append(rest)

    def _append(self, data: bytes) -> None:
        # One byte more than the largest frame is enough to know that a frame is too long.
        self._frame += data[: _MAX_ENCODED + 1 - len(self._frame)]

    def _body(self) -> Body | None:
        if len(self._frame) > _MAX_ENCODED:
            return None
        try:
            content = cobs.decode(bytes(self._frame))
        except cobs.DecodeError:
            return None
        body, crc = content[: -_CRC.size], content[-_CRC.size :]
        if not _HEADER.size <= len(body) <= MAX_BODY or crc != _CRC.pack(zlib.crc32(body)):
            return None
        return Body(*(*_HEADER.unpack_from(body), body[_HEADER.size :]))


# Messages


@dataclass_transform(frozen_default=True)
class _Message:
    """A message whose payload has a fixed layout, one integer a field; each is a frozen dataclass.

    The class arguments are its kind, the layout as in ``struct``, and the enumeration of the first field, if it is one.
    """

    KIND: ClassVar[Kind]
    LAYOUT: ClassVar[struct.Struct]
    FIRST: ClassVar[type[IntEnum] | None]

    def __init_subclass__(cls, kind: Kind | None = None, layout: str = "", first: type[IntEnum] | None = None) -> None:
        if kind is not None:
            cls.KIND, cls.LAYOUT, cls.FIRST = kind, struct.Struct(f"<{layout}"), first
        dataclass(frozen=True)(cls)

    def encode(self) -> bytes:
        """The payload."""
        return self.LAYOUT.pack(*vars(self).values())

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """The message with that payload, or a :class:`ProtocolError`."""
        return cls(*cls._split(payload, exact=True)[0])

    @classmethod
    def _split(cls, payload: bytes, exact: bool = False) -> tuple[tuple[Any, ...], bytes]:
        """The fields of fixed layout, and the bytes that follow."""
        size = cls.LAYOUT.size
        if len(payload) < size or (exact and len(payload) > size):
            least = "" if exact else "at least "
            raise ProtocolError(f"{cls.KIND.name}: {len(payload)} bytes of payload instead of {least}{size}")
        fields = cls.LAYOUT.unpack_from(payload)
        if cls.FIRST:
            try:
                fields = cls.FIRST(fields[0]), *fields[1:]
            except ValueError:
                raise ProtocolError(f"{cls.KIND.name}: {fields[0]} is no {cls.FIRST.__name__.lower()}") from None
        return fields, payload[size:]


class _TailedMessage(_Message):
    """A message whose last field is all the bytes that follow the others."""

    def encode(self) -> bytes:
        *fields, tail = vars(self).values()
        return self.LAYOUT.pack(*fields) + tail

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        fields, tail = cls._split(payload)
        return cls(*(*fields, tail))


class Hello(_Message, kind=Kind.HELLO, layout="B"):
    """Opens a session, or asks again who is there."""

    version: int = VERSION


class Solve(_TailedMessage, kind=Kind.SOLVE, layout="BBBQ"):
    """A job: a puzzle, encoded by its genre, and how far to search.

    Of a puzzle whose cells were sent by :class:`Store`, there is the size and the CRC-32 of all cells. ``count`` is 1
    for any solution, 2 to tell whether there is another; ``limit`` is in clock cycles, 0 for none.
    """

    genre: int
    engine: int
    count: int
    limit: int
    puzzle: bytes


class Poll(_Message, kind=Kind.POLL):
    """Asks how far a job is."""


class Cancel(_Message, kind=Kind.CANCEL):
    """Ends a job."""


class RateRequest(_Message, kind=Kind.RATE_REQUEST, layout="I"):
    """Asks for another bit rate."""

    rate: int


class Load(_TailedMessage, kind=Kind.LOAD, layout="I"):
    """A piece of a firmware image. ``offset``, where it belongs, is a multiple of 4."""

    offset: int
    piece: bytes


class Start(_Message, kind=Kind.START, layout="II"):
    """Asks for the loaded image to run; ``length`` and ``crc`` (CRC-32) are those of all of it."""

    length: int
    crc: int


class Restart(_Message, kind=Kind.RESTART):
    """Asks for the board's own firmware to begin again."""


class Store(_TailedMessage, kind=Kind.STORE, layout="BBI"):
    """A piece of a puzzle that is too large for a frame, for the job of that number; ``offset`` is in cells."""

    genre: int
    engine: int
    offset: int
    cells: bytes


class Fetch(_Message, kind=Kind.FETCH, layout="BIH"):
    """Asks for a piece of a solution, counted from 0, that is too large for a frame."""

    solution: int
    offset: int
    length: int


class Capability(NamedTuple):
    """A genre that a build solves, with one of its engines, and the largest grid for it."""

    genre: int
    engine: int
    rows: int
    cols: int


class Identity(_Message, kind=Kind.IDENTITY, layout="BB8sIIII?B"):
    """Who is at the other end. ``clock`` is in Hz; ``bit_rate`` is the one after a reset.

    ``firmware`` is a digest of the sources of what runs now; ``loaded`` tells that it came over the line and
    is not the board's own. ``interface`` is a digest of all that a firmware must fit to run on this board.
    """

    CAPABILITY: ClassVar[struct.Struct] = struct.Struct("<BBBB")
    version: int
    window: int
    build: bytes
    clock: int
    bit_rate: int
    interface: int
    firmware: int
    loaded: bool
    capabilities: tuple[Capability, ...]

    def encode(self) -> bytes:
        *head, capabilities = vars(self).values()
        return self.LAYOUT.pack(*head, len(capabilities)) + b"".join(starmap(self.CAPABILITY.pack, capabilities))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        (*head, number), rest = cls._split(payload)
        if len(rest) != number * cls.CAPABILITY.size:
            raise ProtocolError(f"IDENTITY: {len(rest)} bytes for {number} capabilities")
        identity = cls(*(*head, tuple(starmap(Capability, cls.CAPABILITY.iter_unpack(rest)))))
        # Job s has slot s mod window, and job numbers wrap: only such a window keeps neighbours apart there.
        if identity.window < 1 or SEQUENCES % identity.window:
            raise ProtocolError(f"IDENTITY: a window of {identity.window} does not divide {SEQUENCES}")
        if not identity.clock or not identity.bit_rate:
            raise ProtocolError("IDENTITY: clock and bit rate must not be 0")
        return identity


class State(_Message, kind=Kind.STATE, layout="BQQ", first=Stage):
    """How far a job is; ``cycles`` and ``nodes`` so far."""

    stage: Stage
    cycles: int = 0
    nodes: int = 0


class Result(_Message, kind=Kind.RESULT, layout="B?BBBBQ", first=Status):
    """What came of a job; ``solutions`` as the genre encodes them, all empty if they are to be fetched.

    ``cycles`` run from *puzzle in the registers* to *solution ready*. What ``counters`` count the engine knows; the
    first are the nodes of its search.
    """

    COUNTER: ClassVar[struct.Struct] = struct.Struct("<Q")
    status: Status
    complete: bool
    rows: int
    cols: int
    cycles: int
    counters: tuple[int, ...]
    solutions: tuple[bytes, ...]

    def encode(self) -> bytes:
        head = (self.status, self.complete, self.rows, self.cols, len(self.solutions), len(self.counters), self.cycles)
        counters = b"".join(map(self.COUNTER.pack, self.counters))
        return self.LAYOUT.pack(*head) + counters + b"".join(self.solutions)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        (status, complete, rows, cols, number, counted, cycles), rest = cls._split(payload)
        end = counted * cls.COUNTER.size
        if len(rest) < end:
            raise ProtocolError(f"RESULT: {len(rest)} bytes for {counted} counters")
        counters = tuple(count for (count,) in cls.COUNTER.iter_unpack(rest[:end]))
        rest = rest[end:]
        size, left = divmod(len(rest), number) if number else (0, len(rest))
        if left:
            raise ProtocolError(f"RESULT: {len(rest)} bytes for {number} solutions")
        solutions = tuple(rest[index * size : (index + 1) * size] for index in range(number))
        return cls(status, complete, rows, cols, cycles, counters, solutions)


class Refused(_Message, kind=Kind.REFUSED, layout="B", first=Reason):
    """The board will not do what it was asked."""

    reason: Reason

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        refused = super().decode(payload)
        if refused.reason == Reason.ACCEPTED:
            raise ProtocolError("REFUSED: 0 is no reason")
        return refused


class RateAnswer(_Message, kind=Kind.RATE_ANSWER, layout="I"):
    """The bit rate that the board changes to once this has left the wire."""

    rate: int


class Loaded(_Message, kind=Kind.LOADED, layout="I"):
    """A piece of an image is in its place; ``end`` is the offset behind its last byte."""

    end: int


class Started(_Message, kind=Kind.STARTED, layout="?"):
    """Once this has left the wire, the loaded image begins, or else the board's own firmware."""

    loaded: bool


class Stored(_Message, kind=Kind.STORED, layout="I"):
    """A piece of a puzzle is in its place; ``end`` is the offset behind its last cell."""

    end: int


class Piece(_TailedMessage, kind=Kind.PIECE, layout="BI"):
    """A piece of a solution."""

    solution: int
    offset: int
    cells: bytes


Request = Hello | Solve | Poll | Cancel | RateRequest | Load | Start | Restart | Store | Fetch
Answer = Identity | State | Result | Refused | RateAnswer | Loaded | Started | Stored | Piece
_MESSAGES = {message.KIND: message for message in (*get_args(Request), *get_args(Answer))}


def pack(message: Request | Answer, session: int, sequence: int = 0) -> bytes:
    """The frame for a message."""
    return frame(_HEADER.pack(message.KIND, session, sequence) + message.encode())


def decode(body: Body) -> Request | Answer:
    """The message in a body.

    Raises
    ------
    ProtocolError
        If the kind is unknown or the payload does not fit it.
    """
    if body.kind not in _MESSAGES:
        raise ProtocolError(f"there is no message of kind {body.kind:#04x}")
    return _MESSAGES[body.kind].decode(body.payload)
