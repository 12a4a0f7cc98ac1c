"""Compile the firmware for this machine, with C++ objects in place of the hardware's registers."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rowloom.firmware.build import HEADERS, sources
from rowloom.firmware.protocol import c_header
from rowloom.hw.soc.bus_map import BusMap
from rowloom.sim.program import cached, compile_cpp, digest

__all__ = ["compile_native"]

_FLAGS = (
    "-x", "c++", "-std=c++20",
    "-DMEMORY_H",  # leave out firmware/memory.h, because the C library has its functions
)
# The files with the entry point, and with functions that the C library already has.
_LEFT_OUT = ("main.c", "memory.c")


def compile_native(bus_map: BusMap, names: Mapping[str, int], flags: Sequence[str] = ()) -> Path:
    """Compile ``native.cpp`` and the firmware of a build into a shared library. Leave out the files that cannot run
    on this machine.

    The library is cached beside its object files. ``names`` contains the macros ``BUILD_HASH_LOW`` and
    ``BUILD_HASH_HIGH``. ``flags`` are further flags for the compiler. Raises ToolError if the compiler fails.
    """
    here = Path(__file__).parent.absolute()
    generated = {"protocol.h": c_header(), "build.h": bus_map.c_header().replace("REGISTERS_H", "BUILD_H")}
    options = [*_FLAGS, *flags, *(f"-D{name}={value}u" for name, value in names.items())]
    files = [path for path in sources(bus_map.engines) if path.suffix == ".c" and path.name not in _LEFT_OUT]
    headers = [path for folder in (here, *HEADERS) for path in sorted(folder.glob("*.h"))]

    def make(folder: Path) -> Path:
        made = folder / "made"
        made.mkdir()
        for name, text in generated.items():
            (made / name).write_text(text)
        compile_cpp([*files, here / "native.cpp"], made,
                    [*options, *(f"-I{path.absolute()}" for path in (made, here, *HEADERS))], shared=True)
        return made

    inputs = [path.read_text() for path in (*files, *headers, here / "native.cpp")]
    return cached("firmware", digest(*inputs, *options, *generated.values()), make) / "library.so"
