"""Vivado's bitstream files: check that a file is complete, and find the FPGA of the bitstream."""

import struct

__all__ = ["BitfileError", "part_of"]

_BEGINNING = bytes.fromhex("0009 0ff00ff00ff00ff000 0001")
_TEXTS, _BITS = b"abcd", ord("e")
"""The keys of the strings in the header (design, part, date, time), and the key of the bits."""


class BitfileError(Exception):
    """The file is not a bitstream file of Vivado, or it is incomplete."""


def part_of(content: bytes) -> str:
    """Read the FPGA and its package from a bitstream file's content, in Vivado's notation, such as ``7a35ticsg324``.

    Each field of the header starts with a key and a big-endian length. Source: question 26 of the FAQ at
    https://www.fpga-faq.com.
    """
    if not content.startswith(_BEGINNING):
        raise BitfileError("it does not begin like a bitstream of Vivado")
    texts, place = {}, len(_BEGINNING)
    try:
        for wanted in _TEXTS:
            key, size = struct.unpack_from(">BH", content, place)
            place += 3 + size
            texts[key] = content[place - size : place].rstrip(b"\0").decode("ascii")
            if key != wanted:
                raise BitfileError("its header is damaged")
        key, size = struct.unpack_from(">BI", content, place)
    except struct.error as error:
        raise BitfileError("it is cut off") from error
    except UnicodeDecodeError as error:
        raise BitfileError("its header is damaged") from error
    if key != _BITS:
        raise BitfileError("its header is damaged")
    found = len(content) - place - 5
    if found != size:
        raise BitfileError(f"it has {found:,} bytes after its header instead of {size:,}")
    return texts[ord("b")]
