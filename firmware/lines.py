"""The source lines of the firmware's instructions."""

import io
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from elftools.elf.elffile import ELFFile

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import SOURCES, debug_executable

__all__ = ["source_lines"]


def source_lines(config: SoCConfig) -> list[tuple[int, str, int]]:
    """Return the source lines of the firmware of a build's SoC, in the order of their addresses.

    Each is an address, the file's name relative to the folder of the firmware, and the line's number. A line applies
    from its address to the next one. The errors are those of :func:`.build.debug_executable`.
    """
    tables = ELFFile(io.BytesIO(debug_executable(config))).get_dwarf_info()
    programs = [tables.line_program_for_CU(unit) for unit in tables.iter_CUs()]
    lines = {address: (path.removeprefix(f"{SOURCES}/"), line)
             for program in programs for address, path, line in _rows(program)}
    return [(address, *lines[address]) for address in sorted(lines)]


def _rows(program: Any) -> Iterator[tuple[int, str, int]]:
    """Yield the rows of a file's line table (DWARF 4): address, path and line."""
    folders, files = program["include_directory"], program["file_entry"]
    states = [entry.state for entry in program.get_entries() if entry.state]
    for is_end, sequence in groupby(states, lambda state: state.end_sequence):
        rows = []
        for state in sequence:
            file = files[state.file - 1]
            folder = f"{folders[file.dir_index - 1].decode()}/" if file.dir_index else ""
            rows.append((state.address, f"{folder}{file.name.decode()}", state.line))
        # Code that the linker removes keeps rows with address 0. Of the code at address 0, only start.S is in the
        # firmware.
        if not is_end and (rows[0][0] > 0 or rows[0][1].endswith("start.S")):
            yield from (row for row in rows if row[2])
