"""Verification of a finished Artix-7 bitstream: its frames, and the contents of its block RAMs."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rowloom.boards.artix_synthesis import number
from rowloom.boards.fasm import WORDS, Database, Frames

__all__ = ["ReadbackError", "contents", "frames_in", "verify", "words_in"]

_BIT = re.compile(r"bit_([0-9a-f]{8})_(\d{3})_(\d{2})")
_CHECKSUM = 50
"""The number of the word that contains a frame's checksum, which the bitstream writer adds."""
_CHECKSUM_BITS = 0x1FFF
_ROW = 256
_ROWS = {"INIT": 64, "INITP": 8}
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


def contents(frames: Frames, database: Database, tile: str, half: int) -> dict[str, int]:
    """Return the contents of a block RAM of 18 kbit: 16,384 data bits as ``INIT`` and 2,048 parity bits as ``INITP``.

    ``half`` is the number of the block RAM in its tile, 0 or 1.
    """
    return _joined(lambda name: database.value(frames, tile, f"RAMB18_Y{half}.{name}", _ROW))


def _joined(row: Callable[[str], int]) -> dict[str, int]:
    """Return the contents of a block RAM; ``row`` returns the value of a row by its name, such as ``INIT_0F``."""
    return {kind: sum(row(f"{kind}_{number:02X}") << number * _ROW for number in range(rows))
            for kind, rows in _ROWS.items()}


def words_in(netlist: Mapping[str, Any], memory: str, count: int) -> list[int]:
    """Return the first ``count`` words of a 32-bit memory that consists of several block RAMs side by side.

    Each block RAM holds 1, 2 or 4 bits of every word. ``memory`` is the start of these cells' names, up to their
    numbers.
    """
    words = [0] * count
    place = 0
    for index in range(sum(name.startswith(memory) for name in netlist)):
        lane = netlist[f"{memory}{index}"]
        width = number(lane["parameters"]["READ_WIDTH_A"])
        bits = _initial(lane)["INIT"]
        for at in range(count):
            words[at] |= (bits >> at * width & (1 << width) - 1) << place
        place += width
    return words


def verify(found: Frames, wanted: Frames, netlist: Mapping[str, Any], placed: Mapping[str, Any], database: Database,
           firmware: Sequence[int]) -> None:
    """Verify a bitstream: its frames, the contents of each block RAM in it, and the firmware in its ROM.

    Parameters
    ----------
    found, wanted : dict
        The bitstream's frames, and the expected frames.
    netlist, placed : mapping
        The cells before and after place-and-route, in Yosys' JSON.
    firmware : sequence of int, 32-bit words
        The first words of the ROM.
    """
    zero = [0] * WORDS
    for frame in sorted(wanted.keys() | found.keys()):
        if _without_checksum(found.get(frame, zero)) != _without_checksum(wanted.get(frame, zero)):
            raise ReadbackError(f"frame 0x{frame:08x} of the bitstream has other bits than the FASM says")
    rams = {name: cell for name, cell in netlist.items() if cell["type"] == "RAMB18E1"}
    for name, cell in rams.items():
        tile, half = _place(placed[name], database)
        if contents(found, database, tile, half) != _initial(cell):
            raise ReadbackError(f"the block RAM {name} does not begin with what the netlist says")
    rom = "soc.rom.mem.0."
    width = sum(number(cell["parameters"]["READ_WIDTH_A"]) for name, cell in rams.items() if name.startswith(rom))
    if width != 32 or words_in(rams, rom, len(firmware)) != list(firmware):
        raise ReadbackError("the ROM does not hold the firmware")


def _without_checksum(words: Sequence[int]) -> list[int]:
    return [word & ~_CHECKSUM_BITS if at == _CHECKSUM else word for at, word in enumerate(words)]


def _initial(cell: Mapping[str, Any]) -> dict[str, int]:
    """Return a block RAM's contents in the netlist, as :func:`contents` does; undefined bits are 0."""
    return _joined(lambda name: number(cell["parameters"].get(name, "0").replace("x", "0")))


def _place(cell: Mapping[str, Any], database: Database) -> tuple[str, int]:
    """Return the tile of a placed block RAM, and the block RAM's number in the tile, 0 or 1."""
    where = cell["attributes"]["NEXTPNR_BEL"]
    if not (match := _PLACE.match(where)):
        raise ReadbackError(f"a block RAM is at {where}, which is no place for one")
    x, y, half = map(int, match.groups())
    return database.tile_at(x, y), half % 2
