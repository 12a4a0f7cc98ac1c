"""The source lines of the firmware's instructions, from the line tables of DWARF 4.

A line table is a program that runs a small state machine: section 6.2 of the DWARF Debugging Information Format,
version 4 (https://dwarfstd.org).
"""

import struct
from collections.abc import Iterator

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import SOURCES, debug_executable, section

__all__ = ["line_rows", "source_lines"]

_VERSION = 4
# Instructions of the line programs.
_EXTENDED, _COPY, _ADVANCE_PC, _ADVANCE_LINE, _SET_FILE, _SET_COLUMN, _NEGATE, _BLOCK = range(8)
_ADD_PC, _FIXED_ADVANCE_PC, _SET_ISA = 8, 9, 12
_END, _SET_ADDRESS = 1, 2


def source_lines(config: SoCConfig) -> list[tuple[int, str, int]]:
    """Return the source lines of the firmware of a build's SoC, in the order of their addresses.

    Each is an address, the file's name relative to the folder of the firmware, and the line's number. A line applies
    from its address to the next one. The errors are those of :func:`.build.debug_executable`.
    """
    lines: dict[int, tuple[str, int]] = {}
    for address, path, line in line_rows(section(debug_executable(config), ".debug_line")):
        lines[address] = (path.removeprefix(f"{SOURCES}/"), line)
    return [(address, *lines[address]) for address in sorted(lines)]


def line_rows(table: bytes) -> Iterator[tuple[int, str, int]]:
    """Yield the rows of a section with line tables: address, path and line.

    Rows of code that the linker has removed are left out. ValueError for another version of DWARF.
    """
    begin = 0
    while begin < len(table):
        length, version = struct.unpack_from("<IH", table, begin)
        if version != _VERSION:
            raise ValueError(f"these line tables are of version {version} of DWARF, not {_VERSION}")
        yield from _LineTable(table[begin + 4:begin + 4 + length]).rows()
        begin += 4 + length


class _LineTable:
    """The line table of a C file."""

    def __init__(self, data: bytes):
        self._data = data
        _, header, self._shortest, _, _, self._line_base, self._line_range, self._first = struct.unpack_from(
            "<HIBBBbBB", data)
        self._program = 6 + header
        self._at = 6 + 6 + self._first - 1
        folders = [""]
        while text := self._text():
            folders.append(text)
        self._paths = [""]
        while text := self._text():
            folder = folders[self._number()]
            self._number(), self._number()  # the time and the size of the file
            self._paths.append(f"{folder}/{text}" if folder else text)

    def rows(self) -> Iterator[tuple[int, str, int]]:
        self._at = self._program
        address, file, line, is_kept = 0, 1, 1, True
        while self._at < len(self._data):
            is_row = False
            code = self._byte()
            if code >= self._first:
                step, more = divmod(code - self._first, self._line_range)
                address += step * self._shortest
                line += self._line_base + more
                is_row = True
            elif code == _EXTENDED:
                size = self._number()
                end = self._at + size
                kind = self._byte()
                if kind == _SET_ADDRESS:
                    (address,) = struct.unpack_from("<I", self._data, self._at)
                    # The linker gives code that it removes the address 0, where only start.S really is.
                    is_kept = address > 0 or self._paths[file].endswith("start.S")
                elif kind == _END:
                    address, file, line = 0, 1, 1
                self._at = end
            elif code == _COPY:
                is_row = True
            elif code == _ADVANCE_PC:
                address += self._number() * self._shortest
            elif code == _ADVANCE_LINE:
                line += self._signed()
            elif code == _SET_FILE:
                file = self._number()
            elif code in (_SET_COLUMN, _SET_ISA):
                self._number()
            elif code == _ADD_PC:
                address += (255 - self._first) // self._line_range * self._shortest
            elif code == _FIXED_ADVANCE_PC:
                (step,) = struct.unpack_from("<H", self._data, self._at)
                self._at += 2
                address += step
            if is_row and is_kept and line:
                yield address, self._paths[file], line

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _number(self) -> int:
        """Read an unsigned number in LEB128."""
        number, shift = 0, 0
        while True:
            byte = self._byte()
            number |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return number

    def _signed(self) -> int:
        begin = self._at
        number = self._number()
        bits = 7 * (self._at - begin)
        return number - (1 << bits if number >> bits - 1 else 0)

    def _text(self) -> str:
        end = self._data.index(0, self._at)
        text = self._data[self._at:end].decode()
        self._at = end + 1
        return text
