"""Compile the SoC to a native program: Amaranth -> RTLIL -> Yosys' CXXRTL -> C++ -> simulator.

The WebAssembly module (:mod:`.module`) is compiled from the same C++.

Programs are stored in the user's cache folder; each program's file name includes a digest of all inputs.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from amaranth.back import rtlil

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import assemble, design_digest
from rowloom.sim.program import SIMULATOR, cached, compile_cxxrtl, digest
from rowloom.sim.statements import depth_first, registers_assigned
from rowloom.tools import CXXRTL, ToolError

__all__ = ["ELABORATION", "build_simulator", "file_name", "refuse_feedback", "write_cpp"]

ELABORATION = Lock()
"""A lock to be held while gateware is generated: Amaranth is not thread-safe."""

_SCRIPT = """
read_rtlil design.il
proc -noopt
"""
"""The commands that Yosys runs before it writes C++. ``-noopt`` keeps ``proc`` from splitting operations whose operands
have constant bits."""

_WAVEFORMS = {"design": 3}
"""The name of the C++ file to write for a simulator, and the level of debug information in the file. Level 3 adds 5 %
to the compiler's time; level 4, which would also show signals inside expressions in waveforms, adds more than 50 %."""


def build_simulator(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """Return the path of a SoC's simulator; build the simulator unless it is in the cache. ToolError if a tool fails.

    ``report`` is called with a line of text at each step of a build.
    """
    key = digest(design_digest(config), module=__name__)
    return cached(file_name(config), key, lambda folder: _build(config, folder, report))


def _build(config: SoCConfig, folder: Path, report: Callable[[str], None]) -> Path:
    report(f"Building the simulator of a board with {' and '.join(config.names)}; this happens once and takes half a "
           "minute.")
    design = write_cpp(config, folder, report, _WAVEFORMS)
    report("4/4 compiling the C++")
    return compile_cxxrtl([design, SIMULATOR], folder)


def file_name(config: SoCConfig) -> str:
    """Return the part of a cached file's name that depends on the SoC's engines."""
    return "-".join(config.names).translate(str.maketrans(":,=+*", "-----"))


def refuse_feedback(line: str) -> None:
    """Raise ToolError if a line of Yosys' output says that a word depends on itself.

    A simulator computes each word once in each clock. So no bit of a word may depend on another bit of the same word.
    """
    if "feedback wires" in line:
        raise ToolError("the gateware has words that depend on themselves: use separate signals for their parts")


def write_cpp(config: SoCConfig, folder: Path, report: Callable[[str], None], names: Mapping[str, int]) -> Path:
    """Write a SoC as C++ into a folder; return the path of ``design.cc``. ``design.h`` is in the same folder.

    This function performs the first three of a build's four steps, and calls ``report`` with a line of text at each
    step. ``names`` maps the name of each file to write, without ``.cc``, to the file's level of debug information. The
    levels are those of Yosys' ``write_cxxrtl -g``: from 0 for no signals to 4 for all signals. One of the names must be
    ``design``. ToolError if a tool fails.
    """
    with ThreadPoolExecutor(1) as meanwhile:
        # On its first use, Yosys is compiled for this machine. This takes as long as Amaranth's work, so do both at the
        # same time.
        yosys = meanwhile.submit(CXXRTL.run, ["-V"], folder)
        report("1/4 compiling the firmware")
        with ELABORATION:
            soc = assemble(config)
            report("2/4 generating the gateware")
            (folder / "design.il").write_text(rtlil.convert(soc, name="rowloom", emit_src=False))
        yosys.result()
    report("3/4 turning the gateware into C++")
    writes = (f"write_cxxrtl -noproc -g{level} -header {name}.cc\n" for name, level in names.items())
    CXXRTL.run(["-q", "-p", _SCRIPT + "".join(writes)], folder, refuse_feedback)
    design = folder / "design.cc"
    for file, rewrite in (design, depth_first), (design.with_suffix(".h"), registers_assigned):
        file.write_text(rewrite(file.read_text()))
    return design
