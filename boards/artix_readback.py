"""Verification of a finished Artix-7 bitstream: its frames, and the contents of its block RAMs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rowloom.boards.artix_synthesis import number
from rowloom.boards.fasm import WORDS, Database, Frames

__all__ = ["ReadbackError", "frames_in", "verify"]

_BIT = re.compile(r"bit_([0-9a-f]{8})_(\d{3})_(\d{2})")
_CHECKSUM = 50
"""The number of the word that contains a frame's checksum, which the bitstream writer adds."""
_CHECKSUM_BITS = 0x1FFF
_ROWS = [f"{kind}_{at:02X}" for kind, count in (("INIT", 64), ("INITP", 8)) for at in range(count)]
"""The names of the rows of data bits and of parity bits in a block RAM of 18 kbit."""
_ROW_BITS = 256
_PLACE = re.compile(r"X(\d+)Y(\d+)/RAMB18_X\d+Y(\d+)\.")


class ReadbackError(Exception):
    """The bitstream's contents are not as expected; the message names the difference."""


def frames_in(text: str) -> Frames:
    """Return the frames that are not zero, from the output of prjxray's ``bitread -y``, which has a line for each set
    bit."""
    frames: Frames = {}
    for frame, word, bit in _BIT.findall(text):
        frames.setdefault(int(frame, 16), [0] * WORDS)[int(word)] |= 1 << int(bit)
    return frames


def verify(found: Frames, wanted: Frames, netlist: Mapping[str, Any], placed: Mapping[str, Any], database: Database
           ) -> None:
    """Verify a bitstream: its frames, and the contents of each block RAM in it.

    Parameters
    ----------
    found, wanted : dict
        The bitstream's frames, and the expected frames.
    netlist, placed : mapping
        The cells before and after place-and-route, in Yosys' JSON.
    """
    zero = [0] * WORDS
    for frame in sorted(wanted.keys() | found.keys()):
        if _without_checksum(found.get(frame, zero)) != _without_checksum(wanted.get(frame, zero)):
            raise ReadbackError(f"frame 0x{frame:08x} of the bitstream has other bits than the FASM says")
    for name, cell in netlist.items():
        if cell["type"] == "RAMB18E1":
            tile, half = _place(placed[name], database)
            for row in _ROWS:
                # Undefined bits are 0.
                initial = number(cell["parameters"].get(row, "0").replace("x", "0"))
                if database.value(found, tile, f"RAMB18_Y{half}.{row}", _ROW_BITS) != initial:
                    raise ReadbackError(f"the block RAM {name} does not begin with what the netlist says")


def _without_checksum(words: Sequence[int]) -> list[int]:
    return [word & ~_CHECKSUM_BITS if at == _CHECKSUM else word for at, word in enumerate(words)]


def _place(cell: Mapping[str, Any], database: Database) -> tuple[str, int]:
    """Return the tile of a placed block RAM, and the block RAM's number in the tile, 0 or 1."""
    where = cell["attributes"]["NEXTPNR_BEL"]
    if not (match := _PLACE.match(where)):
        raise ReadbackError(f"a block RAM is at {where}, which is no place for one")
    x, y, half = map(int, match.groups())
    return database.tile_at(x, y), half % 2
