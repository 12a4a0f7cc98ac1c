"""The numbers of the link protocol (docs/develop/protocol.md): the host imports them, the firmware is compiled with a
header generated from them."""

from enum import IntEnum, IntFlag

__all__ = ["MAX_BODY", "MAX_SOLUTIONS", "REQUEST_BYTES", "VERSION", "Dropped", "Flags", "Head", "Kind", "Masks",
           "Reason", "Status", "Task", "c_header"]

VERSION = 9
"""The protocol's version, in HELLO and IDENTITY."""

MAX_BODY = 1280
"""Maximum bytes of a body, without its CRC."""

MAX_SOLUTIONS = 2
"""Maximum number of solutions of a search."""

REQUEST_BYTES = 2048
"""A board's memory for waiting puzzles, in bytes."""


class Masks(IntFlag):
    """The masks in a request to remove clues, with one bit per cell: the cells that may have a clue, unless all may;
    the cells that keep their clue."""

    SOME = 1
    FIXED = 2


class Kind(IntEnum):
    """The first byte of a body. Requests are below 0x80, answers above."""

    HELLO = 0x01
    SOLVE = 0x02
    POLL = 0x03
    CANCEL = 0x04
    RATE_REQUEST = 0x05
    STORE = 0x09
    FETCH = 0x0A
    REPEAT = 0x0B
    IDENTITY = 0x81
    STATE = 0x82
    RESULT = 0x83
    REFUSED = 0x84
    RATE_ANSWER = 0x85
    STORED = 0x88
    PIECE = 0x89


class Dropped(IntEnum):
    """The reason why a board dropped a SOLVE and answered with STATE."""

    NOTHING = 0
    GAP = 1
    FULL = 2


class Flags(IntFlag):
    """Fields of a SOLVE's flags: the number of solutions; whether to return counters; whether the puzzle was stored;
    the :class:`Task`."""

    COUNT = 0x03
    COUNTERS = 0x04
    STORED = 0x08
    TASK = 0x30


class Task(IntEnum):
    """The task for a puzzle: search for solutions; remove clues; count solutions; find the facts that all solutions
    share."""

    SEARCH = 0
    THIN = 1
    COUNT = 2
    CERTAIN = 3


class Head(IntFlag):
    """Fields of a result's first byte: its :class:`Status`; the number of solutions; whether counters follow."""

    STATUS = 0x07
    COMPLETE = 0x08
    SOLUTIONS = 0x30
    COUNTERS = 0x40


class Status(IntEnum):
    """The reason for the end of a search; ``REFUSED``: it did not start."""

    SOLVED = 0
    NO_SOLUTION = 1
    LIMIT = 2
    CANCELLED = 3
    REFUSED = 4


class Reason(IntEnum):
    """The reason for a refused request; ``ACCEPTED`` is never sent."""

    ACCEPTED = 0
    VERSION = 1
    NO_SESSION = 2
    MALFORMED = 3
    UNKNOWN_GENRE = 4
    TOO_LARGE = 5
    BIT_RATE = 6
    UNKNOWN_KIND = 7
    BUSY = 11
    UNKNOWN_TASK = 12


def c_header() -> str:
    """Return ``protocol.h``: all of these numbers; names of members are prefixed by their enumeration's."""
    lines = [
        "/* Generated from the numbers of the link protocol: do not edit. */",
        "#ifndef PROTOCOL_H", "#define PROTOCOL_H", "",
        *(f"#define {name} {value}" for name, value in
          {"PROTOCOL_VERSION": VERSION, "MAX_BODY": MAX_BODY, "MAX_SOLUTIONS": MAX_SOLUTIONS,
           "REQUEST_BYTES": REQUEST_BYTES}.items()), "",
    ]
    for numbers in (Kind, Flags, Masks, Task, Head, Dropped, Status, Reason):
        name = numbers.__name__.lower()
        members = (f"    {name.upper()}_{member} = {value.value}," for member, value in numbers.__members__.items())
        lines += [f"enum {name} {{", *members, "};", ""]
    return "\n".join([*lines, "#endif", ""])
