"""The numbers of the link protocol (docs/develop/protocol.md), for the host and, as a C header, for the firmware."""

from enum import IntEnum, IntFlag

__all__ = ["MAX_BODY", "MAX_SOLUTIONS", "REQUEST_BYTES", "VERSION", "Dropped", "Flags", "Head", "Kind", "Masks", "Part",
           "Reason", "Status", "Task", "c_header"]

VERSION = 9
"""The protocol's version, as in HELLO and IDENTITY."""

MAX_BODY = 1280
"""The maximum number of bytes in a body, without its CRC."""

MAX_SOLUTIONS = 2
"""The maximum number of solutions that a search looks for."""

REQUEST_BYTES = 2048
"""The size in bytes of a board's memory for waiting puzzles."""


class Masks(IntFlag):
    """The masks in a request to remove clues; each has a bit for each cell.

    ``SOME`` marks the cells that may have a clue; without this mask, all cells may. ``FIXED`` marks the cells that keep
    their clues.
    """

    SOME = 1
    FIXED = 2


class Kind(IntEnum):
    """The first byte of a body. Requests have numbers below 0x80, and answers have numbers above 0x80."""

    HELLO = 0x01
    SOLVE = 0x02
    POLL = 0x03
    CANCEL = 0x04
    RATE_REQUEST = 0x05
    STORE = 0x09
    FETCH = 0x0A
    REPEAT = 0x0B
    TEST = 0x0C
    IDENTITY = 0x81
    STATE = 0x82
    RESULT = 0x83
    REFUSED = 0x84
    RATE_ANSWER = 0x85
    STORED = 0x88
    PIECE = 0x89
    TESTED = 0x8C


class Dropped(IntEnum):
    """The reason why a board dropped a SOLVE and answered with STATE."""

    NOTHING = 0
    GAP = 1
    FULL = 2


class Part(IntEnum):
    """The part of the board that a TEST tests. The meaning of the number in the answer depends on the part.

    ``LINE``: how many TESTs of the line have arrived since the reset. ``RAM``: the bits that are wrong in any word.
    ``ROM``: the sum of all words, which must be 0. ``CPU``: the result of a computation with the number in the request.
    """

    LINE = 0
    RAM = 1
    ROM = 2
    CPU = 3


class Flags(IntFlag):
    """The fields in the flags of a SOLVE.

    ``COUNT`` is the number of solutions to look for. ``COUNTERS`` requests counters. ``STORED`` means that the puzzle
    was stored before. ``TASK`` is the :class:`Task`.
    """

    COUNT = 0x03
    COUNTERS = 0x04
    STORED = 0x08
    TASK = 0x30


class Task(IntEnum):
    """The task that a board performs for a puzzle.

    ``SEARCH``: search for solutions. ``THIN``: remove clues. ``COUNT``: count solutions. ``CERTAIN``: find the facts
    that all solutions share.
    """

    SEARCH = 0
    THIN = 1
    COUNT = 2
    CERTAIN = 3


class Head(IntFlag):
    """The fields in the first byte of a result.

    ``STATUS`` is the result's :class:`Status`. ``COMPLETE`` means that the search found the requested number of
    solutions, or that no further solution exists. ``SOLUTIONS`` is the number of solutions. ``COUNTERS`` means that
    counters follow.
    """

    STATUS = 0x07
    COMPLETE = 0x08
    SOLUTIONS = 0x30
    COUNTERS = 0x40


class Status(IntEnum):
    """The reason why a search ended; ``REFUSED`` means that it did not start."""

    SOLVED = 0
    NO_SOLUTION = 1
    LIMIT = 2
    CANCELLED = 3
    REFUSED = 4


class Reason(IntEnum):
    """The reason why a request was refused; ``ACCEPTED`` is never sent."""

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
    """Return ``protocol.h``, which defines all these numbers; a member's name is prefixed by its enumeration's name."""
    lines = [
        "/* Generated from the numbers of the link protocol: do not edit. */",
        "#ifndef PROTOCOL_H", "#define PROTOCOL_H", "",
        *(f"#define {name} {value}" for name, value in
          {"PROTOCOL_VERSION": VERSION, "MAX_BODY": MAX_BODY, "MAX_SOLUTIONS": MAX_SOLUTIONS,
           "REQUEST_BYTES": REQUEST_BYTES}.items()), "",
    ]
    for numbers in (Kind, Part, Flags, Masks, Task, Head, Dropped, Status, Reason):
        name = numbers.__name__.lower()
        members = (f"    {name.upper()}_{member} = {value.value}," for member, value in numbers.__members__.items())
        lines += [f"enum {name} {{", *members, "};", ""]
    return "\n".join([*lines, "#endif", ""])
