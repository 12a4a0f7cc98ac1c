"""The firmware as a program of this machine: its registers are objects that stand in for the gateware."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rowloom.firmware.build import HEADERS, sources
from rowloom.firmware.protocol import c_header
from rowloom.hw.soc.bus_map import BusMap
from rowloom.sim.program import compile_cpp

__all__ = ["compile_native"]

_FLAGS = (
    "-x", "c++", "-std=c++20",
    "-DMEMORY_H",  # this machine's C library has what firmware/memory.h declares
)
# Of no use here: the program's own beginning, and what the C library has.
_LEFT_OUT = ("main.c", "memory.c")


def compile_native(bus_map: BusMap, names: Mapping[str, int], folder: Path, flags: Sequence[str] = ()) -> Path:
    """Return a shared library of a build's firmware, as far as it runs on this machine, and of ``native.cpp``.

    Parameters
    ----------
    bus_map : BusMap
        The build.
    names : mapping of str to int
        Macros: ``BUILD_HASH_LOW`` and ``BUILD_HASH_HIGH``.
    folder : Path
        Where to work.
    flags : sequence of str
        More of them for the compiler.

    Raises
    ------
    ToolError
        If the compiler fails.
    """
    here = Path(__file__).parent
    (folder / "protocol.h").write_text(c_header())
    (folder / "build.h").write_text(bus_map.c_header().replace("REGISTERS_H", "BUILD_H"))
    headers = (path.absolute() for path in (folder, here, *HEADERS))
    macros = (f"-D{name}={value}u" for name, value in names.items())
    firmware = [path for path in sources(bus_map.engines) if path.suffix == ".c" and path.name not in _LEFT_OUT]
    return compile_cpp([*firmware, here / "native.cpp"], folder,
                       [*_FLAGS, *flags, *macros, *(f"-I{path}" for path in headers)], shared=True)
