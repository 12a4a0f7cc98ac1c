"""Compilation of C++ to programs and WebAssembly modules, which are stored in the cache."""

import hashlib
import importlib.resources
import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock

from rowloom.sources import imported
from rowloom.tools import COMPILER, CXXRTL, Tool, cache_folder, cache_for, run_zig

__all__ = ["MODULE", "SIMULATOR", "SOURCES", "cached", "compile_cpp", "compile_cxxrtl", "compile_module", "digest"]

SOURCES = Path(__file__).parent
SIMULATOR = SOURCES / "simulator.cpp"
"""The main program of a simulator. It includes ``design.h``, whose top module ``rowloom`` has the port ``clk`` and the
ports of :class:`..hw.soc.top.SoC`."""
MODULE = SOURCES / "module.cpp"
"""The main program of a WebAssembly module. It also includes ``watched.h``, which :mod:`.module` writes."""

_KIND = "simulators"
_FLAGS = [
    "-std=c++17", "-O2", "-g0", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-sanitize=all", "-w",
    # Disable CXXRTL's assertions that an address is within its memory. A block RAM is read in every clock, so its
    # address is often meant for another memory.
    "-DNDEBUG",
]
_CXXRTL_FLAGS = [
    # All of the gateware is one function. CXXRTL's library forces inlining, so the compiler would spend minutes on
    # thousands of copies of the library's functions. With these options, the compiler simplifies each function before
    # it inlines the function. Compilation then takes only 20 % of the time, and the program is as fast as before.
    "-D__always_inline__=__unused__", "-mllvm", "-inline-threshold=3000",
]
# The parts of the C++ library that are not in headers. Without this file, Zig would build the C++ library and its other
# libraries from source on first use.
_LIBRARY = SOURCES / "library.cpp"
_LINK = ["-lc", "-fno-compiler-rt", "-fno-ubsan-rt", "-fstrip"]
_WASM_FLAGS = ["-target", "wasm32-wasi"]
# With these options, the linker refuses undefined symbols, so the module cannot have imports.
_WASM_LINK = ["--no-entry", "--gc-sections", "--strip-all"]


def cached(name: str, digest: str, make: Callable[[Path], Path]) -> Path:
    """Return the path of a program or a folder in the cache; make the program or folder if it is missing.

    The name in the cache begins with ``name``. ``digest`` is a hexadecimal digest of all inputs. ``make`` makes the
    program or folder in an empty folder and returns its path. Only one process at a time calls ``make``. ToolError if
    the cache folder cannot be used.
    """
    program = cache_folder() / _KIND / f"{name}-{digest[:20]}"
    if program.exists():
        return program
    cache_for(_KIND)
    with FileLock(f"{program}.lock"):
        if not program.exists():
            with tempfile.TemporaryDirectory(prefix="rowloom-simulator-") as work:
                # First copy the result to the cache's file system, so that the final step is an atomic rename.
                made, fresh = make(Path(work)), program.with_suffix(f".{os.getpid()}")
                (shutil.copytree if made.is_dir() else shutil.copy2)(made, fresh)
                fresh.replace(program)
    return program


def digest(*parts: str, module: str = __name__, writer: Tool = CXXRTL) -> str:
    """Return a SHA-256 digest of the inputs of a program: ``parts``, and the inputs that all programs share.

    ``module`` is the Python module that builds the program; the module and its imports are inputs, too. ``writer`` is
    as for :func:`compile_cxxrtl`.
    """
    made_with = hashlib.sha256()
    for path in (*sorted(SOURCES.glob("*.cpp")), *sorted(SOURCES.glob("*.h")), *imported([module])):
        made_with.update(path.read_bytes())
    for part in (*parts, writer.version(), version(COMPILER), platform.system(), platform.machine()):
        made_with.update(f"{part}\n".encode())
    return made_with.hexdigest()


def compile_cxxrtl(sources: Sequence[Path], folder: Path, shared: bool = False, writer: Tool = CXXRTL) -> Path:
    """Compile C++ that CXXRTL wrote into a folder; parameters and errors are those of :func:`compile_cpp`.

    ``writer`` is the Yosys that wrote the C++: the headers must come from the same Yosys.
    """
    return compile_cpp(sources, folder, _cxxrtl_flags(folder, writer), shared)


def compile_module(sources: Sequence[Path], folder: Path) -> Path:
    """Compile the C++ that CXXRTL wrote into a folder; return the path of a WebAssembly module without imports.

    ToolError if the compiler or the linker fails. The linker fails if the module would need an import.
    """
    folder = folder.absolute()
    objects = _objects(sources, folder, [*_WASM_FLAGS, *_cxxrtl_flags(folder, CXXRTL)])
    result = folder / "module.wasm"
    run_zig("The linker", ["wasm-ld", *_WASM_LINK, *objects, "-o", str(result)], folder)
    return result


def compile_cpp(sources: Sequence[Path], folder: Path, flags: Sequence[str] = (), shared: bool = False) -> Path:
    """Compile C++ sources in a folder; link them to ``program``, or to ``library.so`` if ``shared`` is true.

    Sources may use only the parts of the C++ library that are in its headers or in ``library.cpp``. ``flags`` are
    additional flags for the compiler. Return the path of the result; ToolError if the compiler or the linker fails.
    """
    folder = folder.absolute()
    objects = _objects([*sources, _LIBRARY], folder, [*(["-fPIC"] if shared else []), *flags])
    result = folder / ("library.so" if shared else "program")
    kind = ["build-lib", "-dynamic"] if shared else ["build-exe"]
    run_zig("The linker", [*kind, *objects, *_LINK, f"-femit-bin={result}"], folder)
    return result


def _cxxrtl_flags(folder: Path, writer: Tool) -> list[str]:
    runtime = importlib.resources.files(writer.module) / "share/include/backends/cxxrtl/runtime"
    return [*_CXXRTL_FLAGS, f"-I{runtime}", f"-I{folder.absolute()}"]


def _objects(sources: Sequence[Path], folder: Path, flags: Sequence[str]) -> list[str]:
    """Compile C++ sources, in parallel on all processors; return the paths of the object files.

    All paths are absolute, because Zig confuses files that have the same relative path and are compiled at the same
    time in different folders. A simulator could then be compiled with the header of another design.
    """
    def compiled(number_and_source: tuple[int, Path]) -> str:
        number, source = number_and_source
        target = str(folder / f"{number}-{source.stem}.o")
        run_zig("The C++ compiler", ["c++", *_FLAGS, *flags, "-c", str(source.absolute()), "-o", target], folder)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compiled, enumerate(sources)))
