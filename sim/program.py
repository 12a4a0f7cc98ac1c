"""Compilation of C++ to a program or a module in the cache."""

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
"""The main program of a simulator. It includes ``design.h``, whose top module ``rowloom`` has ``clk`` and the members
of :class:`..hw.soc.top.SoC`."""
MODULE = SOURCES / "module.cpp"
"""The same for WebAssembly; it also includes ``watched.h``, see :mod:`.module`."""

_KIND = "simulators"
_FLAGS = [
    "-std=c++17", "-O2", "-g0", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-sanitize=all", "-w",
    # CXXRTL asserts that addresses are within a memory, but a block RAM is read in every clock, even if the address is
    # meant for another memory.
    "-DNDEBUG",
]
_CXXRTL_FLAGS = [
    # All of the gateware is one function. CXXRTL's library requests inlining, so the compiler would simplify thousands
    # of copies, for minutes. Simplifying functions before inlining takes 20 % of the time, and the program is as fast.
    "-D__always_inline__=__unused__", "-mllvm", "-inline-threshold=3000",
]
# The rest of the C++ library is in headers. Zig would build it, and its other libraries, from source on first use.
_LIBRARY = SOURCES / "library.cpp"
_LINK = ["-lc", "-fno-compiler-rt", "-fno-ubsan-rt", "-fstrip"]
_WASM_FLAGS = ["-target", "wasm32-wasi"]
# The linker refuses undefined symbols, which would be imports.
_WASM_LINK = ["--no-entry", "--gc-sections", "--strip-all"]


def cached(name: str, digest: str, make: Callable[[Path], Path]) -> Path:
    """Return a program, or a folder, from the cache, made if it is not there; only one process at a time makes it.

    The file's name begins with ``name``; the hexadecimal digest is over all inputs. ``make`` makes the program in an
    empty folder and returns its path. ToolError if the cache folder cannot be used.
    """
    program = cache_folder() / _KIND / f"{name}-{digest[:20]}"
    if program.exists():
        return program
    cache_for(_KIND)
    with FileLock(f"{program}.lock"):
        if not program.exists():
            with tempfile.TemporaryDirectory(prefix="rowloom-simulator-") as work:
                # First copied to the cache's file system, so that the last step is an atomic rename.
                made, fresh = make(Path(work)), program.with_suffix(f".{os.getpid()}")
                (shutil.copytree if made.is_dir() else shutil.copy2)(made, fresh)
                fresh.replace(program)
    return program


def digest(*parts: str, module: str = __name__, writer: Tool = CXXRTL) -> str:
    """Return a SHA-256 over the inputs of a program: ``parts``, and the inputs of all programs.

    ``module`` builds it; the module and its imports are inputs. ``writer`` is that of :func:`compile_cxxrtl`.
    """
    made_with = hashlib.sha256()
    for path in (*sorted(SOURCES.glob("*.cpp")), *sorted(SOURCES.glob("*.h")), *imported([module])):
        made_with.update(path.read_bytes())
    for part in (*parts, writer.version(), version(COMPILER), platform.system(), platform.machine()):
        made_with.update(f"{part}\n".encode())
    return made_with.hexdigest()


def compile_cxxrtl(sources: Sequence[Path], folder: Path, shared: bool = False, writer: Tool = CXXRTL) -> Path:
    """Compile C++ that CXXRTL wrote into a folder; parameters and errors as :func:`compile_cpp`.

    ``writer`` is the Yosys that wrote it: its headers must match the code.
    """
    return compile_cpp(sources, folder, _cxxrtl_flags(folder, writer), shared)


def compile_module(sources: Sequence[Path], folder: Path) -> Path:
    """Compile C++ that CXXRTL wrote into a folder to a WebAssembly module without imports; return its path.

    ToolError if the compiler or the linker fails; the linker fails if there would be an import.
    """
    folder = folder.absolute()
    objects = _objects(sources, folder, [*_WASM_FLAGS, *_cxxrtl_flags(folder, CXXRTL)])
    result = folder / "module.wasm"
    run_zig("The linker", ["wasm-ld", *_WASM_LINK, *objects, "-o", str(result)], folder)
    return result


def compile_cpp(sources: Sequence[Path], folder: Path, flags: Sequence[str] = (), shared: bool = False) -> Path:
    """Compile C++ sources in a folder and link them to ``program``, or, if it is ``shared``, ``library.so``.

    Sources may use the parts of the C++ library that are in its headers or in ``library.cpp``. ``flags`` are additional
    flags for the compiler. Return the path of the result; ToolError if the compiler or the linker fails.
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
    """Compile C++ sources, one per processor at a time; return the objects' paths.

    All paths are absolute: Zig confuses files with the same relative path that are compiled at the same time in
    different folders, so that a simulator would get another design's header.
    """
    def compiled(number_and_source: tuple[int, Path]) -> str:
        number, source = number_and_source
        target = str(folder / f"{number}-{source.stem}.o")
        run_zig("The C++ compiler", ["c++", *_FLAGS, *flags, "-c", str(source.absolute()), "-o", target], folder)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compiled, enumerate(sources)))
