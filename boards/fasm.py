"""Convert nextpnr's FASM into the configuration frames of a 7 series FPGA, and verify the finished bitstream.

FASM is a list of the features to set. Project X-Ray's database has the bits for each feature of each tile. A feature
that is not in the database is an error. A feature that nextpnr is known to write incorrectly is an error, too, because
a bitstream with a wrong bit may do anything.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rowloom.boards.artix_synthesis import number

__all__ = ["WORDS", "Bit", "Database", "FasmError", "Feature", "Frames", "check", "frames_in", "frames_of", "parse",
           "used", "verify"]

WORDS = 101
"""The number of 32-bit words in a frame."""

Frames = dict[int, list[int]]
"""The words of each frame, by the frame's address. Frames that are not listed are zero."""

_LINE = re.compile(r"([^.\s]+)\.([^\[\s=]+)(?:\[(\d+)(?::(\d+))?\])?(?:\s*=\s*(?:\d+'b)?([01]+))?")

_REFUSED = {
    re.compile(r"^(MMCME2|PLLE2)_ADV\."): "a clock manager, which may never lock",
    re.compile(r"^DSP48\."): "a multiplier, which may ignore an operand",
    re.compile(r"^(RAMB36\.|BRAM_FIFO36_)"): "a block RAM of 36 kbit, which may lose bits",
    re.compile(r"^RAMB18_Y[01]\.SDP_"): "a block RAM with a port of 36 bits, which was never verified",
    re.compile(r"^IOI_OLOGIC[01]_T1\."): "a tristate output, which may never drive its pin",
}
"""Features that nextpnr is known to write incorrectly."""

_SITES = {
    "LUTs": re.compile(r"^(SLICE[LM]_X[01]\.[A-D])LUT\.INIT"),
    "flip-flops": re.compile(r"^(SLICE[LM]_X[01]\.[A-D]5?FF)(?:MUX)?\."),
    "block RAMs": re.compile(r"^(RAMB18_Y[01])\.IN_USE"),
}

_BIT = re.compile(r"bit_([0-9a-f]{8})_(\d{3})_(\d{2})")
_CHECKSUM = 50
"""The number of the word that contains a frame's checksum, which the bitstream writer adds."""
_CHECKSUM_BITS = 0x1FFF
_ROWS = [f"{kind}_{at:02X}" for kind, count in (("INIT", 64), ("INITP", 8)) for at in range(count)]
"""The names of the rows of data bits and of parity bits in a block RAM of 18 kbit."""
_ROW_BITS = 256
_BEL = re.compile(r"X(\d+)Y(\d+)/RAMB18_X\d+Y(\d+)\.")


class FasmError(Exception):
    """The features cannot be written as a bitstream, or the bitstream does not contain them; the message says why."""


class Feature(NamedTuple):
    """A feature that is set in a tile. ``indices`` identify the bits of the feature that are set. For a feature with
    only one bit, they are ``(0,)``."""

    tile: str
    name: str
    indices: tuple[int, ...]


class Bit(NamedTuple):
    """A bit in a frame, and the value that a feature requires for it.

    ``frame`` is the frame's address, ``word`` the number of the word in the frame, ``bit`` the bit's number in the
    word.
    """

    frame: int
    word: int
    bit: int
    value: bool


@dataclass(frozen=True)
class _Columns:
    """The place where a tile's bits start in the frames of one kind.

    There are two kinds: frames for logic and routing, and frames for the contents of block RAMs.
    """

    kind: str
    file: str
    frame: int
    word: int


class Database:
    """Project X-Ray's database of a die such as ``xc7a50t``, in the folder of its family, such as ``artix7``.

    OSError or ValueError if a file is missing or damaged.
    """

    def __init__(self, folder: Path, fabric: str):
        self._folder = folder
        self._grid = json.loads((folder / fabric / "tilegrid.json").read_text())
        self._places = {(tile["grid_x"], tile["grid_y"]): name for name, tile in self._grid.items()}
        self._bits = cache(self._read_bits)
        self._without_bits = cache(self._read_without_bits)

    def tile_at(self, x: int, y: int) -> str:
        """Return the name of the tile at a position in the grid; LookupError if the position is empty."""
        return self._places[x, y]

    def bits(self, tile: str, name: str, index: int) -> Iterator[Bit]:
        """Yield the bits of a feature; LookupError if the tile or the feature is not in the database."""
        kind = self._grid[tile]["type"]
        found = False
        for columns in self._columns(tile):
            bits = self._bits(columns.file, columns.kind).get((name, index))
            found = found or bits is not None
            for column, at, value in bits or ():
                yield Bit(columns.frame + column, columns.word + at // 32, at % 32, value)
        if not found and name not in self._without_bits(kind):
            raise LookupError(f"{tile}.{name}")

    def value(self, frames: Frames, tile: str, name: str, size: int) -> int:
        """Return the value of a feature of ``size`` bits in the frames; raises the same errors as :meth:`bits`."""
        for columns in self._columns(tile):
            bits = self._bits(columns.file, columns.kind)
            if (name, 0) in bits:
                value = 0
                for index in range(size):
                    (column, at, _), = bits[name, index]
                    words = frames.get(columns.frame + column)
                    if words and words[columns.word + at // 32] >> at % 32 & 1:
                        value |= 1 << index
                return value
        raise LookupError(f"{tile}.{name}")

    def _columns(self, tile: str) -> Iterator[_Columns]:
        entry = self._grid[tile]
        for bus, place in entry["bits"].items():
            # A tile at the end of a column is only a part of an ordinary tile. ``alias`` has the type of the ordinary
            # tile, and the offset of the part in it.
            alias = place.get("alias", {"type": entry["type"], "start_offset": 0})
            suffix = ".block_ram" if bus == "BLOCK_RAM" else ""
            yield _Columns(alias["type"], f"segbits_{alias['type'].lower()}{suffix}.db", int(place["baseaddr"], 0),
                           place["offset"] - alias["start_offset"])

    def _read_bits(self, file: str, kind: str) -> dict[tuple[str, int], tuple[tuple[int, int, bool], ...]]:
        """Return the bits of each feature of a tile, by the feature's name and the bit's index. A bit is described by
        its column, its position in the column, and its value."""
        path = self._folder / file
        features = {}
        for line in path.read_text().splitlines() if path.exists() else ():
            feature, *bits = line.split()
            name, _, index = feature.removeprefix(f"{kind}.").rstrip("]").partition("[")
            features[name, int(index or 0)] = tuple(map(_place, bits))
        return features

    def _read_without_bits(self, kind: str) -> frozenset[str]:
        """Return the permanent connections of a tile, which have no bits."""
        path = self._folder / f"ppips_{kind.lower()}.db"
        lines = path.read_text().splitlines() if path.exists() else ()
        return frozenset(line.split()[0].removeprefix(f"{kind}.") for line in lines if line)


def _place(text: str) -> tuple[int, int, bool]:
    """Parse a bit such as ``!12_34``; return its column (12), its position in the column (34), and its value
    (False)."""
    column, _, at = text.removeprefix("!").partition("_")
    return int(column), int(at), not text.startswith("!")


def parse(text: str) -> list[Feature]:
    """Return the features that a FASM file sets; FasmError if a line does not describe a feature."""
    features = []
    for at, line in enumerate(text.splitlines(), 1):
        if not (line := line.partition("#")[0].strip()):
            continue
        if not (match := _LINE.fullmatch(line)):
            raise FasmError(f"line {at} of the FASM does not describe a feature: {line[:60]}")
        tile, name, high, low, value = match.groups()
        first = int(low or high or 0)
        indices = tuple(first + bit for bit, digit in enumerate(reversed(value or "1")) if digit == "1")
        features.append(Feature(tile, name, indices))
    return features


def check(features: Sequence[Feature]) -> None:
    """Raise FasmError if a feature is set that nextpnr is known to write incorrectly; the message names the feature."""
    for feature in features:
        for pattern, what in _REFUSED.items():
            if pattern.match(feature.name):
                raise FasmError(f"nextpnr has used {what}: {feature.tile}.{feature.name}")


def used(features: Sequence[Feature]) -> dict[str, int]:
    """Return how many LUTs (of six inputs), flip-flops and block RAMs (of 18 kbit) are in use."""
    sites: dict[str, set[tuple[str, str]]] = {name: set() for name in _SITES}
    for feature in features:
        for name, pattern in _SITES.items():
            if match := pattern.match(feature.name):
                sites[name].add((feature.tile, match[1]))
    return {name: len(found) for name, found in sites.items()}


def frames_of(features: Sequence[Feature], database: Database) -> Frames:
    """Return the frames with these features.

    FasmError if a feature is unknown, or two features require different values of the same bit.
    """
    values: dict[tuple[int, int, int], tuple[bool, Feature]] = {}
    unknown: Counter[str] = Counter()
    for feature in features:
        for index in feature.indices:
            try:
                for *place, value in database.bits(feature.tile, feature.name, index):
                    wanted, other = values.setdefault((place[0], place[1], place[2]), (value, feature))
                    if wanted != value:
                        raise FasmError("two features require different values of a bit: "
                                        f"{feature.tile}.{feature.name} and {other.tile}.{other.name}")
            except LookupError:
                unknown[f"{feature.tile}.{feature.name}"] += 1
    if unknown:
        some = ", ".join(list(unknown)[:3])
        raise FasmError(f"Project X-Ray's database lacks {len(unknown)} of the features that nextpnr has set: {some}")
    frames: Frames = defaultdict(lambda: [0] * WORDS)
    for (frame, word, bit), (value, _) in values.items():
        frames[frame][word] |= value << bit
    return dict(frames)


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
            raise FasmError(f"frame 0x{frame:08x} of the bitstream differs from the FASM")
    for name, cell in netlist.items():
        if cell["type"] == "RAMB18E1":
            tile, half = _block_ram_at(placed[name], database)
            for row in _ROWS:
                # Undefined bits are 0.
                initial = number(cell["parameters"].get(row, "0").replace("x", "0"))
                if database.value(found, tile, f"RAMB18_Y{half}.{row}", _ROW_BITS) != initial:
                    raise FasmError(f"the initial contents of the block RAM {name} differ from the netlist")


def _without_checksum(words: Sequence[int]) -> list[int]:
    return [word & ~_CHECKSUM_BITS if at == _CHECKSUM else word for at, word in enumerate(words)]


def _block_ram_at(cell: Mapping[str, Any], database: Database) -> tuple[str, int]:
    """Return the tile of a placed block RAM, and the block RAM's number in the tile, 0 or 1."""
    where = cell["attributes"]["NEXTPNR_BEL"]
    if not (match := _BEL.match(where)):
        raise FasmError(f"nextpnr has placed a block RAM at {where}, where there is no block RAM")
    x, y, half = map(int, match.groups())
    return database.tile_at(x, y), half % 2
