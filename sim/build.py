"""Turns the SoC into a native program: Amaranth -> RTLIL -> Yosys' CXXRTL -> C++ -> simulator.

Programs are kept in the user's cache folder, under a digest of everything that went into them.
"""

from collections.abc import Callable
from pathlib import Path

from amaranth.back import rtlil

from ..firmware.build import assemble, design_digest
from ..hw.soc.config import SoCConfig
from ..hw.tools import YOSYS
from .program import compile_program, digest, kept

__all__ = ["build_simulator"]


def build_simulator(config: SoCConfig, report: Callable[[str], None] = lambda message: None) -> Path:
    """The simulator of a SoC, built if it is not there yet.

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
    engines = "-".join(f"{engine}-{size}" for engine, size in config.engines.items())
    return kept(engines, digest(design_digest(config)),
                lambda folder: _build(config, folder, report))


def _build(config: SoCConfig, folder: Path, report: Callable[[str], None]) -> Path:
    def write_design() -> None:
        report("1/4 compiling the firmware")
        soc = assemble(config)
        report("2/4 generating the gateware")
        (folder / "design.il").write_text(rtlil.convert(soc, name="rowloom"))
        report("3/4 turning the gateware into C++")
        # With -g4, waves would show all signals; those that are nobody's business but one expression's would take
        # more than half of the compiler's time.
        YOSYS.run(["-q", "-p", "read_rtlil design.il; write_cxxrtl -g3 -header design.cc"], folder)
        report("4/4 compiling the C++")

    engines = " and ".join(f"a {size} {engine}" for engine, size in config.engines.items())
    report(f"Building the simulator of a board with {engines}; this happens once and takes a minute or two.")
    return compile_program(folder, write_design)
