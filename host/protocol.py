"""The link protocol of docs/develop/protocol.md: messages as bytes on the wire, and back.

Nothing here reads, writes or waits: :mod:`rowloom.host.link` moves the bytes, :mod:`rowloom.host.session` and
:mod:`rowloom.host.pipeline` decide what to say.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, get_args

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
        kind, session, sequence = _HEADER.unpack_from(body)
        return Body(kind, session, sequence, body[_HEADER.size :])


# Messages


_Number = TypeVar("_Number", bound=IntEnum)


def _member(enum: type[_Number], kind: Kind, value: int) -> _Number:
    try:
        return enum(value)
    except ValueError:
        raise ProtocolError(f"{kind.name}: {value} is no {enum.__name__.lower()}") from None


class _Message:
    """A message whose payload has a fixed layout, one integer a field."""

    KIND: ClassVar[Kind]
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")

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
        return cls.LAYOUT.unpack_from(payload), payload[size:]


class _TailedMessage(_Message):
    """A message whose last field is all the bytes that follow the others."""

    def encode(self) -> bytes:
        *fields, tail = vars(self).values()
        return self.LAYOUT.pack(*fields) + tail

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        fields, tail = cls._split(payload)
        return cls(*(*fields, tail))


@dataclass(frozen=True)
class Hello(_Message):
    """Opens a session, or asks again who is there."""

    KIND = Kind.HELLO
    LAYOUT = struct.Struct("<B")
    version: int = VERSION


@dataclass(frozen=True)
class Solve(_TailedMessage):
    """A job: a puzzle, encoded by its genre, and how far to search.

    Of a puzzle whose cells were sent by :class:`Store`, there is the size and the CRC-32 of all cells. ``count`` is 1
    for any solution, 2 to tell whether there is another; ``limit`` is in clock cycles, 0 for none.
    """

    KIND = Kind.SOLVE
    LAYOUT = struct.Struct("<BBBQ")
    genre: int
    engine: int
    count: int
    limit: int
    puzzle: bytes


@dataclass(frozen=True)
class Poll(_Message):
    """Asks how far a job is."""

    KIND = Kind.POLL


@dataclass(frozen=True)
class Cancel(_Message):
    """Ends a job."""

    KIND = Kind.CANCEL


@dataclass(frozen=True)
class RateRequest(_Message):
    """Asks for another bit rate."""

    KIND = Kind.RATE_REQUEST
    LAYOUT = struct.Struct("<I")
    rate: int


@dataclass(frozen=True)
class Load(_TailedMessage):
    """A piece of a firmware image. ``offset``, where it belongs, is a multiple of 4."""

    KIND = Kind.LOAD
    LAYOUT = struct.Struct("<I")
    offset: int
    piece: bytes


@dataclass(frozen=True)
class Start(_Message):
    """Asks for the loaded image to run; ``length`` and ``crc`` (CRC-32) are those of all of it."""

    KIND = Kind.START
    LAYOUT = struct.Struct("<II")
    length: int
    crc: int


@dataclass(frozen=True)
class Restart(_Message):
    """Asks for the board's own firmware to begin again."""

    KIND = Kind.RESTART


@dataclass(frozen=True)
class Store(_TailedMessage):
    """A piece of a puzzle that is too large for a frame, for the job of that number; ``offset`` is in cells."""

    KIND = Kind.STORE
    LAYOUT = struct.Struct("<BBI")
    genre: int
    engine: int
    offset: int
    cells: bytes


@dataclass(frozen=True)
class Fetch(_Message):
    """Asks for a piece of a solution, counted from 0, that is too large for a frame."""

    KIND = Kind.FETCH
    LAYOUT = struct.Struct("<BIH")
    solution: int
    offset: int
    length: int


@dataclass(frozen=True)
class Capability:
    """A genre that a build solves, with one of its engines, and the largest grid for it."""

    genre: int
    engine: int
    rows: int
    cols: int


@dataclass(frozen=True)
class Identity(_Message):
    """Who is at the other end. ``clock`` is in Hz; ``bit_rate`` is the one after a reset.

    ``firmware`` is a digest of the sources of what runs now; ``loaded`` tells that it came over the line and
    is not the board's own. ``interface`` is a digest of all that a firmware must fit to run on this board.
    """

    KIND = Kind.IDENTITY
    LAYOUT = struct.Struct("<BB8sIIII?B")
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
        return self.LAYOUT.pack(*head, len(capabilities)) + b"".join(
            self.CAPABILITY.pack(*vars(capability).values()) for capability in capabilities
        )

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        (*head, number), rest = cls._split(payload)
        if len(rest) != number * cls.CAPABILITY.size:
            raise ProtocolError(f"IDENTITY: {len(rest)} bytes for {number} capabilities")
        identity = cls(*(*head, tuple(Capability(*fields) for fields in cls.CAPABILITY.iter_unpack(rest))))
        # Job s has slot s mod window, and job numbers wrap: only such a window keeps neighbours apart there.
        if identity.window < 1 or SEQUENCES % identity.window:
            raise ProtocolError(f"IDENTITY: a window of {identity.window} does not divide {SEQUENCES}")
        if not identity.clock or not identity.bit_rate:
            raise ProtocolError("IDENTITY: clock and bit rate must not be 0")
        return identity


@dataclass(frozen=True)
class State(_Message):
    """How far a job is; ``cycles`` and ``nodes`` so far."""

    KIND = Kind.STATE
    LAYOUT = struct.Struct("<BQQ")
    stage: Stage
    cycles: int = 0
    nodes: int = 0

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        (stage, cycles, nodes), _ = cls._split(payload, exact=True)
        return cls(_member(Stage, cls.KIND, stage), cycles, nodes)


@dataclass(frozen=True)
class Result(_Message):
    """What came of a job; ``solutions`` as the genre encodes them, all empty if they are to be fetched.

    ``cycles`` run from *puzzle in the registers* to *solution ready*. What ``counters`` count the engine knows; the
    first are the nodes of its search.
    """

    KIND = Kind.RESULT
    LAYOUT = struct.Struct("<BBBBBBQ")
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
        return cls(_member(Status, cls.KIND, status), bool(complete), rows, cols, cycles, counters, solutions)


@dataclass(frozen=True)
class Refused(_Message):
    """The board will not do what it was asked."""

    KIND = Kind.REFUSED
    LAYOUT = struct.Struct("<B")
    reason: Reason

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        (number,), _ = cls._split(payload, exact=True)
        reason = _member(Reason, cls.KIND, number)
        if reason == Reason.ACCEPTED:
            raise ProtocolError("REFUSED: 0 is no reason")
        return cls(reason)


@dataclass(frozen=True)
class RateAnswer(_Message):
    """The bit rate that the board changes to once this has left the wire."""

    KIND = Kind.RATE_ANSWER
    LAYOUT = struct.Struct("<I")
    rate: int


@dataclass(frozen=True)
class Loaded(_Message):
    """A piece of an image is in its place; ``end`` is the offset behind its last byte."""

    KIND = Kind.LOADED
    LAYOUT = struct.Struct("<I")
    end: int


@dataclass(frozen=True)
class Started(_Message):
    """Once this has left the wire, the loaded image begins, or else the board's own firmware."""

    KIND = Kind.STARTED
    LAYOUT = struct.Struct("<?")
    loaded: bool


@dataclass(frozen=True)
class Stored(_Message):
    """A piece of a puzzle is in its place; ``end`` is the offset behind its last cell."""

    KIND = Kind.STORED
    LAYOUT = struct.Struct("<I")
    end: int


@dataclass(frozen=True)
class Piece(_TailedMessage):
    """A piece of a solution."""

    KIND = Kind.PIECE
    LAYOUT = struct.Struct("<BI")
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
