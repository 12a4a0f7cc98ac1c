"""The numbers of the link protocol (docs/develop/protocol.md): the host imports them, the firmware is compiled with a
header generated from them."""

from enum import IntEnum

__all__ = ["MAX_BODY", "MAX_SOLUTIONS", "VERSION", "Kind", "Reason", "Stage", "Status", "c_header"]

VERSION = 4
"""The protocol's version, in HELLO and IDENTITY."""

MAX_BODY = 1200
"""Most bytes of a body, without its CRC."""

MAX_SOLUTIONS = 2
"""Most solutions that a board looks for."""


class Kind(IntEnum):
    """The first byte of a body. Requests are below 0x80, answers above."""

    HELLO = 0x01
    SOLVE = 0x02
    POLL = 0x03
    CANCEL = 0x04
    RATE_REQUEST = 0x05
    LOAD = 0x06
    START = 0x07
    RESTART = 0x08
    STORE = 0x09
    FETCH = 0x0A
    IDENTITY = 0x81
    STATE = 0x82
    RESULT = 0x83
    REFUSED = 0x84
    RATE_ANSWER = 0x85
    LOADED = 0x86
    STARTED = 0x87
    STORED = 0x88
    PIECE = 0x89


class Stage(IntEnum):
    """The stage of a job without a result."""

    UNKNOWN = 0
    WAITING = 1
    RUNNING = 2


class Status(IntEnum):
    """Why a search ended."""

    SOLVED = 0
    NO_SOLUTION = 1
    LIMIT = 2
    CANCELLED = 3


class Reason(IntEnum):
    """Why a board refused a request; ``ACCEPTED`` is never sent."""

    ACCEPTED = 0
    VERSION = 1
    NO_SESSION = 2
    MALFORMED = 3
    UNKNOWN_GENRE = 4
    TOO_LARGE = 5
    BIT_RATE = 6
    UNKNOWN_KIND = 7
    LOADED_RUNS = 8
    DAMAGED_IMAGE = 9
    OTHER_BUILD = 10
    BUSY = 11


def c_header() -> str:
    """Return ``protocol.h``: all of these numbers; names of members are prefixed by their enumeration's."""
    lines = [
        "/* Generated from the numbers of the link protocol: do not edit. */",
        "#ifndef PROTOCOL_H", "#define PROTOCOL_H", "",
        *(f"#define {name} {value}" for name, value in
          {"PROTOCOL_VERSION": VERSION, "MAX_BODY": MAX_BODY, "MAX_SOLUTIONS": MAX_SOLUTIONS}.items()), "",
    ]
    for numbers in (Kind, Stage, Status, Reason):
        name = numbers.__name__.lower()
        members = (f"    {name}_{member.name}".upper() + f" = {member.value}," for member in numbers)
        lines += [f"enum {name} {{", *members, "};", ""]
    return "\n".join([*lines, "#endif", ""])
