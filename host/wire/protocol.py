"""The link protocol of docs/develop/protocol.md: convert messages into bytes on the wire, and bytes into messages.

Nothing in this module reads, writes or waits; :mod:`rowloom.host.link` does.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import IntEnum
from itertools import starmap
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform, get_args

from cobs import cobs

from rowloom.engines.catalogue import MOST_SOCS
from rowloom.firmware.protocol import (
    MAX_BODY,
    MAX_SOLUTIONS,
    VERSION,
    Dropped,
    Flags,
    Head,
    Kind,
    Part,
    Reason,
    Status,
    Task,
)

__all__ = [
    "DEFAULT_BIT_RATE", "MAX_BODY", "MAX_PIECE", "MAX_SOLUTIONS", "NO_GENRE", "SEQUENCES", "VERSION", "Answer", "Body",
    "Cancel", "Capability", "Deframer", "Dropped", "Fetch", "Hello", "Identity", "Kind", "Part", "PayloadReader",
    "Piece", "Poll", "ProtocolError", "RateAnswer", "RateRequest", "Reason", "Refused", "Repeat", "Request", "Result",
    "Results", "Solve", "State", "Status", "Store", "Stored", "Task", "Test", "Tested", "decode", "frame", "pack",
    "pack_bits", "unpack_bits", "varint",
]  # fmt: skip

DEFAULT_BIT_RATE = 1_000_000
"""The bit rate of a board after a reset, unless the board's build specifies another rate."""

MAX_PIECE = 1024
"""The maximum number of cells in a STORE or PIECE message."""

SEQUENCES = 1 << 16
"""The number of different job numbers. After job ``SEQUENCES - 1``, the numbers begin at 0 again."""

_HEADER = struct.Struct("<BIH")
_CRC = struct.Struct("<I")
_MAX_ENCODED = MAX_BODY + _CRC.size + -(-(MAX_BODY + _CRC.size) // 254)


class ProtocolError(ValueError):
    """A body has a correct CRC, but is not a message of this version of the protocol."""


class Body(NamedTuple):
    """The content of a frame with a correct CRC."""

    kind: int
    session: int
    sequence: int
    payload: bytes


def frame(body: bytes) -> bytes:
    """Return the bytes on the wire for a body; ValueError if the body is shorter than a header or too long."""
    if not _HEADER.size <= len(body) <= MAX_BODY:
        raise ValueError(f"a body has {_HEADER.size} to {MAX_BODY} bytes, not {len(body)}")
    return b"\0" + cobs.encode(body + _CRC.pack(zlib.crc32(body))) + b"\0"


class Deframer:
    """Find the valid bodies in a stream of bytes, which may arrive in pieces of any length.

    ``received`` is the number of bytes received, and ``valid`` the number of valid bodies. A frame is dropped if it is
    not valid COBS, is too short or too long, or has a wrong CRC.
    """

    def __init__(self) -> None:
        self.received = self.valid = 0
        self._frame = bytearray()

    def feed(self, data: bytes) -> Iterator[Body]:
        """Process bytes that have arrived, and yield each body that is now complete."""
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
        # One byte more than the largest frame is enough to detect that a frame is too long.
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


def varint(number: int) -> bytes:
    """Return a number as bytes of seven bits each, the lowest bits first; bit 7 is set in all bytes but the last."""
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


class PayloadReader:
    """Reads bytes and numbers from a payload, in order. Reading beyond the end raises :class:`ProtocolError`."""

    def __init__(self, data: bytes):
        self._data, self._at = data, 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def take(self, number: int) -> bytes:
        self._at += number
        if self._at > len(self._data):
            raise ProtocolError(f"{len(self._data)} bytes of payload are too few")
        return self._data[self._at - number : self._at]

    def byte(self) -> int:
        return self.take(1)[0]

    def varint(self) -> int:
        """Return the next number, which has up to 64 bits."""
        number = shift = 0
        while (byte := self.byte()) & 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
            if shift >= 64:
                raise ProtocolError("a number has more than 64 bits")
        return number | byte << shift

    def rest(self) -> bytes:
        """Return the remaining bytes."""
        return self.take(len(self._data) - self._at)


@dataclass_transform(frozen_default=True)
class _Message:
    """A message; subclasses are frozen dataclasses. Decoding checks the values of fields whose type is an enumeration.

    The class arguments describe the payload. ``layout`` is the layout of the first fields, as in ``struct``.
    ``varints`` is the number of the fields after these; they are encoded by :func:`varint`. If ``tailed``, the last
    field contains all remaining bytes.
    """

    KIND: ClassVar[Kind]
    LAYOUT: ClassVar[struct.Struct]
    VARINTS: ClassVar[int]
    TAILED: ClassVar[bool]
    ENUMS: ClassVar[dict[int, type[IntEnum]]]

    def __init_subclass__(cls, kind: Kind, layout: str = "", varints: int = 0, tailed: bool = False) -> None:
        cls.KIND, cls.LAYOUT, cls.VARINTS, cls.TAILED = kind, struct.Struct(f"<{layout}"), varints, tailed
        dataclass(frozen=True)(cls)
        types = enumerate(field.type for field in fields(cls))  # type: ignore[arg-type]
        cls.ENUMS = {at: one for at, one in types if isinstance(one, type) and issubclass(one, IntEnum)}

    def encode(self) -> bytes:
        """Return the payload."""
        return self._joined(*vars(self).values())

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Return the message with this payload, or raise :class:`ProtocolError`."""
        values = cls._split(payload)
        for at, kind in cls.ENUMS.items():
            if values[at] not in set(kind):
                raise ProtocolError(f"{cls.KIND.name}: {values[at]} is no {kind.__name__.lower()}")
            values[at] = kind(values[at])
        return cls(*values)

    @classmethod
    def _joined(cls, *values: Any) -> bytes:
        """Return the payload with these values."""
        tail = values[-1] if cls.TAILED else b""
        before, after = len(values) - cls.TAILED - cls.VARINTS, len(values) - cls.TAILED
        return cls.LAYOUT.pack(*values[:before]) + b"".join(map(varint, values[before:after])) + tail

    @classmethod
    def _split(cls, payload: bytes) -> list[Any]:
        """Return the values in a payload."""
        size, least = cls.LAYOUT.size, "at least " if cls.VARINTS or cls.TAILED else ""
        if len(payload) < size or (not least and len(payload) > size):
            raise ProtocolError(f"{cls.KIND.name}: {len(payload)} bytes of payload instead of {least}{size}")
        reader = PayloadReader(payload[size:])
        values = [*cls.LAYOUT.unpack_from(payload), *(reader.varint() for _ in range(cls.VARINTS))]
        rest = reader.rest()
        if rest and not cls.TAILED:
            raise ProtocolError(f"{cls.KIND.name}: {len(rest)} bytes of payload too many")
        return [*values, rest] if cls.TAILED else values


_ONE_TASK = Flags.TASK & -Flags.TASK


class Hello(_Message, kind=Kind.HELLO, layout="B", tailed=True):
    """Open a session, or request the board's identity again. The padding only makes the frame longer, to test the
    line."""

    version: int = VERSION
    padding: bytes = b""


class Solve(_Message, kind=Kind.SOLVE, layout="HBBBBBB", varints=1, tailed=True):
    """Solve puzzles of one size on one engine.

    ``taken`` is the number of the first job whose result the host does not have yet. ``count`` is 1 to find one
    solution, or 2 to find out whether there is a second solution. ``number`` is the number of puzzles. ``limit`` is in
    clock cycles; 0 means that there is no limit.

    ``puzzles`` begins with the parameters of the ``task``, unless the task is a search. The puzzles follow, in the
    encoding of their genre. If a puzzle was sent before by :class:`Store`, ``puzzles`` contains the CRC-32 of its cells
    instead.
    """

    taken: int
    genre: int
    engine: int
    count: int
    rows: int
    cols: int
    number: int
    limit: int
    puzzles: bytes
    counters: bool = False
    stored: bool = False
    task: Task = Task.SEARCH

    def encode(self) -> bytes:
        flags = self.count | (Flags.COUNTERS if self.counters else 0) | (Flags.STORED if self.stored else 0)
        flags |= self.task * _ONE_TASK
        return self._joined(
            self.taken, self.genre, self.engine, flags, self.rows, self.cols, self.number, self.limit, self.puzzles)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        taken, genre, engine, flags, rows, cols, number, limit, puzzles = cls._split(payload)
        return cls(taken, genre, engine, flags & Flags.COUNT, rows, cols, number, limit, puzzles,
                   bool(flags & Flags.COUNTERS), bool(flags & Flags.STORED), Task((flags & Flags.TASK) // _ONE_TASK))


class Poll(_Message, kind=Kind.POLL, layout="H"):
    """Request the state of the board; ``taken`` is the same as in :class:`Solve`."""

    taken: int


class Repeat(_Message, kind=Kind.REPEAT, layout="H"):
    """Request that all results be sent again, beginning with job ``taken``; see :class:`Solve`."""

    taken: int


class Cancel(_Message, kind=Kind.CANCEL):
    """Cancel the job whose number is in the header, and all earlier jobs."""


class RateRequest(_Message, kind=Kind.RATE_REQUEST, layout="I"):
    """Request a change of the bit rate."""

    rate: int


class Store(_Message, kind=Kind.STORE, layout="BBI", tailed=True):
    """Store a piece of a puzzle that is too large for a frame. The header contains the number of the puzzle's job."""

    genre: int
    engine: int
    offset: int
    cells: bytes


class Fetch(_Message, kind=Kind.FETCH, layout="BIH"):
    """Request a piece of a solution that is too large for a frame. Solutions are counted from 0."""

    solution: int
    offset: int
    length: int


class Test(_Message, kind=Kind.TEST, layout="IB", tailed=True):
    """Test a :class:`Part` of the board. The padding is sent back."""

    number: int
    part: Part
    padding: bytes = b""


NO_GENRE = 0
"""A capability with this genre does not describe an engine: its field ``engine`` contains the number of SoCs."""


class Capability(NamedTuple):
    """A genre that a build solves, an engine for this genre, and the size of the largest grid for this engine."""

    genre: int
    engine: int
    rows: int
    cols: int


class Identity(_Message, kind=Kind.IDENTITY, layout="BH8sIIB", tailed=True):
    """The properties of the board.

    ``clock`` is the clock frequency in Hz. ``room`` is the number of bytes of memory for puzzles that wait to be
    solved. ``bit_rate`` is the bit rate after a reset, or 0 if the line has no bit rate, as over USB. ``capabilities``
    are those of the SoC that answers, and ``socs`` is the number of SoCs that share the line.
    """

    CAPABILITY: ClassVar[struct.Struct] = struct.Struct("<BBBB")
    version: int
    room: int
    build: bytes
    clock: int
    bit_rate: int
    capabilities: tuple[Capability, ...]
    socs: int = 1

    def encode(self) -> bytes:
        *head, capabilities, socs = vars(self).values()
        if socs > 1:
            capabilities += (Capability(NO_GENRE, socs, 0, 0),)
        return self._joined(*head, len(capabilities), b"".join(starmap(self.CAPABILITY.pack, capabilities)))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        *head, number, rest = cls._split(payload)
        if len(rest) != number * cls.CAPABILITY.size:
            raise ProtocolError(f"IDENTITY: {len(rest)} bytes for {number} capabilities")
        listed = list(starmap(Capability, cls.CAPABILITY.iter_unpack(rest)))
        socs = [one.engine for one in listed if one.genre == NO_GENRE] or [1]
        identity = cls(*(*head, tuple(one for one in listed if one.genre != NO_GENRE), socs[0]))
        if not 1 <= identity.socs <= MOST_SOCS:
            raise ProtocolError(f"IDENTITY: a line is shared by 2 to {MOST_SOCS} SoCs, not {identity.socs}")
        if identity.room < MAX_BODY:
            raise ProtocolError(f"IDENTITY: {identity.room} bytes are too little room for a puzzle")
        if not identity.clock:
            raise ProtocolError("IDENTITY: the clock must not be 0")
        return identity


class State(_Message, kind=Kind.STATE, layout="HHB", varints=2):
    """The board's progress.

    ``expected`` is the number of the next job that the board accepts. ``ended`` is the number of the first job without
    a result. If the two numbers differ, the board is solving job ``ended``, and ``cycles`` and ``nodes`` are the
    current counts of this search.
    """

    expected: int
    ended: int
    dropped: Dropped = Dropped.NOTHING
    cycles: int = 0
    nodes: int = 0


class Results(_Message, kind=Kind.RESULT, tailed=True):
    """Results of consecutive jobs. The header contains the number of the first of these jobs. :meth:`Result.take` reads
    one result."""

    data: bytes


_STATUS, _COMPLETE, _SOLUTIONS, _COUNTERS = map(int, (Head.STATUS, Head.COMPLETE, Head.SOLUTIONS, Head.COUNTERS))
"""The masks as plain integers, because integers are faster than enumerations."""
_ONE_SOLUTION = _SOLUTIONS & -_SOLUTIONS


class Result(NamedTuple):
    """The result of a job. ``solutions`` are in the encoding of the genre; a solution that must be fetched is empty.

    ``cycles`` is the number of clock cycles from the moment when the puzzle is in the engine's registers until the
    solution is ready. The engine defines the ``counters``; the first counter is the number of nodes of the search. If
    the board refused the job, only ``reason`` is set.
    """

    status: Status
    complete: bool = False
    cycles: int = 0
    counters: tuple[int, ...] = ()
    solutions: tuple[bytes, ...] = ()
    reason: Reason = Reason.ACCEPTED

    def encode(self) -> bytes:
        """Return the bytes that represent this result in a :class:`Results` message."""
        if self.status == Status.REFUSED:
            return bytes([self.status, self.reason])
        head = self.status | (_COMPLETE if self.complete else 0) | len(self.solutions) * _ONE_SOLUTION
        end = varint(self.cycles)
        if self.counters:
            head |= _COUNTERS
            end += bytes([len(self.counters)]) + b"".join(map(varint, self.counters))
        return bytes([head]) + b"".join(self.solutions) + end

    @classmethod
    def take(cls, reader: "PayloadReader", solution_bytes: int | None) -> Self:
        """Read the next result of a :class:`Results`. ``solution_bytes`` is the length of a solution; if it is None,
        each solution is a :func:`varint`."""
        head = reader.byte()
        status = head & _STATUS
        if status > Status.REFUSED or head >> 7:
            raise ProtocolError(f"RESULT: {head:#04x} is not the first byte of a result")
        if status == Status.REFUSED:
            reason = reader.byte()
            if reason == Reason.ACCEPTED or reason not in set(Reason):
                raise ProtocolError(f"RESULT: {reason} is no reason")
            return cls(Status.REFUSED, reason=Reason(reason))
        found = (head & _SOLUTIONS) // _ONE_SOLUTION
        solutions = tuple(
            varint(reader.varint()) if solution_bytes is None else reader.take(solution_bytes) for _ in range(found)
        )
        cycles = reader.varint()
        counters = tuple(reader.varint() for _ in range(reader.byte())) if head & _COUNTERS else ()
        return cls(Status(status), bool(head & _COMPLETE), cycles, counters, solutions)


class Refused(_Message, kind=Kind.REFUSED, layout="B"):
    """The board refuses a request."""

    reason: Reason

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        refused = super().decode(payload)
        if refused.reason == Reason.ACCEPTED:
            raise ProtocolError("REFUSED: 0 is no reason")
        return refused


class RateAnswer(_Message, kind=Kind.RATE_ANSWER, layout="I"):
    """The bit rate that the board will use once this message has been sent."""

    rate: int


class Stored(_Message, kind=Kind.STORED, layout="I"):
    """A piece of a puzzle was stored. ``end`` is the offset of the cell after the piece's last cell."""

    end: int


class Piece(_Message, kind=Kind.PIECE, layout="BI", tailed=True):
    """A piece of a solution."""

    solution: int
    offset: int
    cells: bytes


class Tested(_Message, kind=Kind.TESTED, layout="IB", tailed=True):
    """The answer to a :class:`Test`: the same fields, but ``number`` is the result of the test."""

    number: int
    part: Part
    padding: bytes = b""


Request = Hello | Solve | Poll | Repeat | Cancel | RateRequest | Store | Fetch | Test
Answer = Identity | State | Results | Refused | RateAnswer | Stored | Piece | Tested
_MESSAGES = {message.KIND: message for message in (*get_args(Request), *get_args(Answer))}


def pack(message: Request | Answer, session: int, sequence: int = 0) -> bytes:
    """Return the frame for a message."""
    return frame(_HEADER.pack(message.KIND, session, sequence) + message.encode())


def decode(body: Body) -> Request | Answer:
    """Return the message in a body; :class:`ProtocolError` if the kind is unknown or the payload is malformed."""
    if body.kind not in _MESSAGES:
        raise ProtocolError(f"there is no message of kind {body.kind:#04x}")
    return _MESSAGES[body.kind].decode(body.payload)


_DIGITS = bytes.maketrans(bytes(range(16)), b"0123456789abcdef")
_VALUES = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


def pack_bits(numbers: bytes, bits: int) -> bytes:
    """Pack numbers of 1, 2, 4 or 8 bits into bytes, the first number in the lowest bits. The unused bits of the last
    byte are 0."""
    if not numbers or bits == 8:
        return numbers
    return int(numbers.translate(_DIGITS)[::-1], 1 << bits).to_bytes((len(numbers) * bits + 7) // 8, "little")


def unpack_bits(data: bytes, number: int, bits: int) -> bytes:
    """Unpack numbers of 1 or 4 bits that :func:`pack_bits` has packed; ``number`` is how many there are. ValueError if
    the length of the data is wrong."""
    length = (number * bits + 7) // 8
    if len(data) != length:
        raise ValueError(f"{number} cells are {length} bytes long, not {len(data)}")
    digits = f"{int.from_bytes(data, 'little'):0{number}{'b' if bits == 1 else 'x'}}"
    return digits.encode()[::-1][:number].translate(_VALUES)
