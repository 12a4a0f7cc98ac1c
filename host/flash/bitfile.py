"""Vivado's bitstream files: check that a file is complete, and find the FPGA of the bitstream."""

import struct

__all__ = ["part_of"]

_BEGINNING = bytes.fromhex("0009 0ff00ff00ff00ff000 0001")
_TEXTS, _BITS = b"abcd", ord("e")
"""The keys of the strings in the header (design, part, date, time), and the key of the bits."""


def part_of(content: bytes) -> str:
    """Read the FPGA and its package from a bitstream file's content, in Vivado's notation, such as ``7a35ticsg324``.

    Raises ValueError if the file is not a bitstream file of Vivado, or if it is incomplete. Each field of the header
    starts with a key and a big-endian length. Source: question 26 of the FAQ at https://www.fpga-faq.com.
    """
    if not content.startswith(_BEGINNING):
        raise ValueError("it does not begin like a bitstream of Vivado")
    texts, place = {}, len(_BEGINNING)
    try:
        for wanted in _TEXTS:
            key, size = struct.unpack_from(">BH", content, place)
            place += 3 + size
            texts[key] = content[place - size : place].rstrip(b"\0").decode("ascii")
            if key != wanted:
                raise ValueError("its header is damaged")
        key, size = struct.unpack_from(">BI", content, place)
    except struct.error as error:
        raise ValueError("it is cut off") from error
    except UnicodeDecodeError as error:
        raise ValueError("its header is damaged") from error
    if key != _BITS:
        raise ValueError("its header is damaged")
    found = len(content) - place - 5
    if found != size:
        raise ValueError(f"it has {found:,} bytes after its header instead of {size:,}")
    return texts[ord("b")]
