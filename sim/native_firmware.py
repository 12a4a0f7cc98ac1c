"""The firmware as a program of this machine: its registers are objects that stand in for the gateware."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rowloom.firmware.build import HEADERS
from rowloom.firmware.build import sources as firmware_sources
from rowloom.firmware.protocol import c_header
from rowloom.hw.soc.bus_map import BusMap
from rowloom.sim.program import SOURCES, compile_cpp

__all__ = ["BOARD", "compile_native", "native_sources"]

_NATIVE = SOURCES / "native"

BOARD = _NATIVE / "board.cpp"
"""The registers of everything but the engines."""

_FLAGS = (
    "-x", "c++", "-std=c++20",
    "-DMEMORY_H",  # this machine's C library has what firmware/memory.h declares
)
# Of no use here: the program's own beginning, and what the C library has.
_LEFT_OUT = ("main.c", "memory.c")


def native_sources(bus_map: BusMap) -> list[Path]:
    """Return the C files of a build's firmware, as far as they run on this machine."""
    return [path for path in firmware_sources(bus_map.engines) if path.suffix == ".c" and path.name not in _LEFT_OUT]


def compile_native(bus_map: BusMap, names: Mapping[str, int], folder: Path, sources: Sequence[Path],
                   flags: Iterable[str] = (), shared: bool = False) -> Path:
    """Return a program of C and C++ that access the registers of a build.

    Parameters
    ----------
    bus_map : BusMap
        The build.
    names : mapping of str to int
        Macros. The firmware needs ``INTERFACE``, :data:`BOARD` needs ``BUILD_HASH_LOW`` and ``BUILD_HASH_HIGH``.
    folder : Path
        Where to work.
    sources : sequence of Path
        Some of them must define what ``native/*.h`` declare.
    flags : iterable of str
        For the compiler, in addition.
    shared : bool
        Make a shared library instead of a program.

    Raises
    ------
    ToolError
        If the compiler fails.
    """
    (folder / "protocol.h").write_text(c_header())
    (folder / "build.h").write_text(bus_map.c_header().replace("REGISTERS_H", "BUILD_H"))
    headers = (path.absolute() for path in (folder, _NATIVE, *HEADERS))
    macros = (f"-D{name}={value}u" for name, value in names.items())
    return compile_cpp(sources, folder, [*_FLAGS, *macros, *(f"-I{path}" for path in headers), *flags], shared)
