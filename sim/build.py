"""Compile the SoC to a native program: Amaranth -> RTLIL -> Yosys' CXXRTL -> C++ -> simulator.

The WebAssembly module (:mod:`.module`) is made from the same C++.

Programs are kept in the user's cache folder, under a digest of all their inputs.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from amaranth.back import rtlil

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import assemble, design_digest
from rowloom.sim.program import SIMULATOR, compile_cxxrtl, digest, kept
from rowloom.sim.statements import depth_first, registers_assigned
from rowloom.tools import CXXRTL, ToolError

__all__ = ["ELABORATION", "build_simulator", "file_name", "refuse_feedback", "write_cpp"]

ELABORATION = Lock()
"""Held while gateware is generated: Amaranth is not made for threads, and two would not be faster."""

_SCRIPT = """
read_rtlil design.il
proc -noopt
"""
"""Not optimised: where bits of an operand are constant, Yosys would make an operation for each run of the others."""

_WAVEFORMS = {"design": 3}
"""This takes a twentieth of the compiler's time. With 4, waveforms would show signals inside one expression, too, which
would take more than half."""


def build_simulator(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """Return the simulator of a SoC, built if it is not in the cache.

    Parameters
    ----------
    config : SoCConfig
        What to simulate.
    report : callable
        Called with a line of text at each step of a build.

    Raises
    ------
    ToolError
        If a tool fails.
    """
    key = digest(design_digest(config), module=__name__)
    return kept(file_name(config), key, lambda folder: _build(config, folder, report))


def _build(config: SoCConfig, folder: Path, report: Callable[[str], None]) -> Path:
    report(f"Building the simulator of a board with {' and '.join(config.names)}; this happens once and takes half a "
           "minute.")
    design = write_cpp(config, folder, report, _WAVEFORMS)
    report("4/4 compiling the C++")
    return compile_cxxrtl([design, SIMULATOR], folder)


def file_name(config: SoCConfig) -> str:
    """Return the first part of the names of what is made of a SoC."""
    return "-".join(config.names).translate(str.maketrans(":,=", "---"))


def refuse_feedback(line: str) -> None:
    """Refuse words with bits that depend on others of their own: simulators compute each word once a clock."""
    if "feedback wires" in line:
        raise ToolError("the gateware has words that depend on themselves: give their parts signals of their own")


def write_cpp(config: SoCConfig, folder: Path, report: Callable[[str], None], names: Mapping[str, int]) -> Path:
    """Write a SoC as C++.

    Parameters
    ----------
    config : SoCConfig
    folder : Path
        Where to work.
    report : callable
        Called with a line of text at each of three steps of four.
    names : mapping of str to int
        The files to write, without ``.cc``; and of how many signals each has the name and the place, from 0 for none to
        4 for all, as of Yosys' ``write_cxxrtl -g``. One is called ``design``.

    Returns
    -------
    Path
        ``design.cc`` in the folder; ``design.h`` is beside it.

    Raises
    ------
    ToolError
        If a tool fails.
    """
    with ThreadPoolExecutor(1) as meanwhile:
        # On its first use Yosys is compiled for this machine, which takes as long as Amaranth.
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
