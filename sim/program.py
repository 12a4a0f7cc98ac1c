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

__all__ = ["MODULE", "SIMULATOR", "SOURCES", "compile_cpp", "compile_cxxrtl", "compile_module", "digest", "kept"]

SOURCES = Path(__file__).parent
SIMULATOR = SOURCES / "simulator.cpp"
"""Goes around a design: ``design.h`` with a top module ``rowloom`` that has ``clk`` and the members of
:class:`..hw.soc.top.SoC`."""
MODULE = SOURCES / "module.cpp"
"""The same for WebAssembly, with ``watched.h``, too: see :mod:`.module`."""

_KIND = "simulators"
_FLAGS = [
    "-std=c++17", "-O2", "-g0", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-sanitize=all", "-w",
    # CXXRTL asserts that nothing is read beyond a memory's end. A block RAM is read in every clock, also while its
    # address is another one's.
    "-DNDEBUG",
]
_RUNTIME = "share/include/backends/cxxrtl/runtime"
_CXXRTL_FLAGS = [
    # All of the gateware is one function. CXXRTL asks for its library to be inlined first, so that the compiler would
    # simplify thousands of copies, for minutes. Simplifying each function and then inlining it takes a fifth of the
    # time, and the program is about as fast.
    "-D__always_inline__=__unused__", "-mllvm", "-inline-threshold=3000",
]
# The rest of the C++ library is in headers. Nothing here needs Zig's other libraries either, and Zig builds each of
# them from source on first use.
_LIBRARY = SOURCES / "library.cpp"
_LINK = ["-lc", "-fno-compiler-rt", "-fno-ubsan-rt", "-fstrip"]
_WASM_FLAGS = ["-target", "wasm32-wasi"]
# What is not defined would be imported; the linker refuses that unless told otherwise.
_WASM_LINK = ["--no-entry", "--gc-sections", "--strip-all"]


def kept(name: str, digest: str, make: Callable[[Path], Path]) -> Path:
    """Return a program, or a folder, from the cache, made if it is not there; only one process at a time makes it.

    Parameters
    ----------
    name : str
        The first part of the file's name.
    digest : str, hexadecimal
        Of all inputs of the program.
    make : callable
        Make the program in an empty folder, and return its path.

    Raises
    ------
    ToolError
        If the cache's folder cannot be used.
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
    """Return a SHA-256 over the inputs of a program.

    Parameters
    ----------
    *parts : str
        Inputs of this program; those of all programs are added.
    module : str
        The module that makes it, which is an input with all that it imports.
    writer : Tool
        As of :func:`compile_cxxrtl`.
    """
    made_with = hashlib.sha256()
    for path in (*sorted(SOURCES.glob("*.cpp")), *sorted(SOURCES.glob("*.h")), *imported([module])):
        made_with.update(path.read_bytes())
    for part in (*parts, writer.version(), version(COMPILER), platform.system(), platform.machine()):
        made_with.update(f"{part}\n".encode())
    return made_with.hexdigest()


def compile_cxxrtl(sources: Sequence[Path], folder: Path, shared: bool = False, writer: Tool = CXXRTL) -> Path:
    """Compile what CXXRTL wrote into a folder; parameters and errors as :func:`compile_cpp`.

    Parameters
    ----------
    writer : Tool
        The Yosys that wrote it: the code and the headers that it includes belong together.
    """
    return compile_cpp(sources, folder, _cxxrtl_flags(folder, writer), shared)


def compile_module(sources: Sequence[Path], folder: Path) -> Path:
    """Compile what CXXRTL wrote into a folder to a WebAssembly module without imports; return its path.

    Raises
    ------
    ToolError
        If the compiler or the linker fails; the latter does so where something would have to be imported.
    """
    folder = folder.absolute()
    objects = _objects(sources, folder, [*_WASM_FLAGS, *_cxxrtl_flags(folder, CXXRTL)])
    result = folder / "module.wasm"
    run_zig("The linker", ["wasm-ld", *_WASM_LINK, *objects, "-o", str(result)], folder)
    return result


def compile_cpp(sources: Sequence[Path], folder: Path, flags: Sequence[str] = (), shared: bool = False) -> Path:
    """Compile C++ sources, as many at a time as there are processors, and link them.

    Parameters
    ----------
    sources : sequence of Path
        They may use of the C++ library what is in its headers or in ``library.cpp``.
    folder : Path
        Where to work.
    flags : sequence of str
        For the compiler, in addition to those that all programs have.
    shared : bool
        Make a shared library instead of a program.

    Returns
    -------
    Path
        ``program`` in the folder, or ``library.so``.

    Raises
    ------
    ToolError
        If the compiler or the linker fails.
    """
    folder = folder.absolute()
    objects = _objects([*sources, _LIBRARY], folder, [*(["-fPIC"] if shared else []), *flags])
    result = folder / ("library.so" if shared else "program")
    kind = ["build-lib", "-dynamic"] if shared else ["build-exe"]
    run_zig("The linker", [*kind, *objects, *_LINK, f"-femit-bin={result}"], folder)
    return result


def _cxxrtl_flags(folder: Path, writer: Tool) -> list[str]:
    runtime = importlib.resources.files(writer.module) / _RUNTIME
    return [*_CXXRTL_FLAGS, f"-I{runtime}", f"-I{folder.absolute()}"]


def _objects(sources: Sequence[Path], folder: Path, flags: Sequence[str]) -> list[str]:
    """Compile C++ sources, as many at a time as there are processors; return the objects' paths.

    All paths are absolute: Zig confuses files with the same relative path that are compiled at the same time in
    different folders, and a simulator would get another design's header.
    """
    def compiled(number_and_source: tuple[int, Path]) -> str:
        number, source = number_and_source
        target = str(folder / f"{number}-{source.stem}.o")
        run_zig("The C++ compiler",
                ["c++", *_FLAGS, *flags, "-c", str(source.absolute()), "-o", target], folder)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compiled, enumerate(sources)))
