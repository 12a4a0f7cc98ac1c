"""Compile the netlist of a board's bitstream to a native program that simulates the FPGA cell by cell.

Amaranth -> RTLIL -> Yosys' synthesis -> models of the cells -> CXXRTL -> C++ -> simulator. The models of block RAMs,
multipliers, PLLs, pins and lookup tables are in ``cells/``; all other models are Yosys' own. The ports of the
synthesised top module are the board's pins.
"""

import importlib.resources
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rowloom.boards.board import BoardDefinition, Pin
from rowloom.boards.build import Request
from rowloom.boards.flow import Flow
from rowloom.boards.synthesis import NAME, Gateware
from rowloom.sim.program import SIMULATOR, SOURCES, cached, compile_cxxrtl, digest
from rowloom.sim.statements import in_pieces, registers_assigned
from rowloom.tools import YOSYS

__all__ = ["ECP5", "XILINX7", "CellModels", "build_netlist_simulator"]


@dataclass(frozen=True)
class CellModels:
    """The models of a family's cells.

    ``name`` is the family's folder, both in ``cells/`` and in Yosys' library; ``library`` names Yosys' files of models.
    """

    name: str
    library: tuple[str, ...]

    @property
    def own(self) -> list[Path]:
        """The files of our own models: those that replace Yosys' models, and those that Yosys lacks."""
        return sorted((SOURCES / "cells" / self.name).glob("*.v"))

    @property
    def commands(self) -> str:
        """The Yosys commands that read the models from the folder into which :meth:`copy_to` copied them."""
        return (f"read_verilog -icells -defer {' '.join(path.name for path in self.own)}\n"
                "read_verilog -defer -nooverwrite -DNO_INCLUDES cells_sim.v\n")

    def copy_to(self, folder: Path) -> None:
        """Copy the models of all cells to a folder."""
        library = importlib.resources.files(YOSYS.module) / "share" / self.name
        for source in (*self.own, *(library / name for name in self.library)):
            (folder / source.name).write_text(source.read_text())


ECP5 = CellModels("ecp5", ("cells_sim.v", "common_sim.vh", "ccu2c_sim.vh", "cells_ff.vh", "cells_io.vh"))
XILINX7 = CellModels("xilinx", ("cells_sim.v",))

_SCRIPT = f"""
read_json {NAME}.json
design -stash synthesised
design -copy-from synthesised -as board {NAME}
setattr -unset src */*
CLOCK
splitnets board
rename -hide board/w:*
rename -enumerate board/w:*
MODELS
read_verilog top.v
hierarchy -check -top {NAME}
proc
flatten -noscopeinfo
opt_expr
opt_clean -purge
write_cxxrtl -O4 -g1 -header design.cc
"""
"""The commands copy only the top module: the other modules of the synthesised design are black boxes, which would clash
with the models. The commands also remove the names of everything but flip-flops and memories; CXXRTL then writes only a
third of the C++. Finally, they split vectors into bits, because a vector in which one bit depends on another looks like
a loop, and loops take more steps to simulate."""

_PIECE = 400
"""The number of statements in each C++ function."""


def build_netlist_simulator(request: Request, report: Callable[[str], None] = lambda message: None) -> Path:
    """Return the path of a bitstream's simulator; build the simulator unless it is in the cache.

    The simulator counts clocks of the SoC, because the ECP5's PLL and the Artix-7's clock divider are modelled as
    wires. ``report`` is called with a line of text at each step of a build. Raises ValueError if the board lacks one of
    the three status lights, or ToolError if a tool fails.
    """
    board = request.board
    if None in (board.alive, board.solving, board.error):
        raise ValueError(f"{board.name} lacks one of the three lights by which the simulator sees that the SoC is idle")
    cells = ECP5 if board.is_ecp5 else XILINX7
    gateware = request.flow.generate(request.config())
    parts = (gateware.rtlil, *(path.read_text() for path in cells.own))
    key = digest(*parts, module=__name__, writer=YOSYS)
    return cached(f"netlist-{board.name}", key, lambda folder: _build(request.flow, cells, gateware, folder, report))


def _build(flow: Flow, cells: CellModels, gateware: Gateware, folder: Path, report: Callable[[str], None]) -> Path:
    board = flow.board
    report(f"Building the simulator of the netlist for {board.name}; this happens once and takes some minutes.")
    report("1/3 synthesising the gateware")
    kinds = flow.synthesise(gateware, folder, lambda line: None).kinds
    clock = ""
    if not board.is_ecp5:
        # Connect the clock divider's buffer to the oscillator's pin: CXXRTL does not support flip-flops that are
        # clocked by other flip-flops.
        buffer, = (name for name, kind in kinds.items() if kind == "BUFG" and name.endswith(".buffer"))
        clock = f"cd board\nconnect -port {buffer} I {_port(Pin(board.platform().default_clk, 0))}\ncd .."
    cells.copy_to(folder)
    (folder / "top.v").write_text(_top(board))
    report("2/3 turning the netlist into C++")
    YOSYS.run(["-q", "-p", _SCRIPT.replace("MODELS", cells.commands).replace("CLOCK", clock)], folder)
    design = folder / "design.cc"
    header = design.with_suffix(".h")
    design.write_text(in_pieces(design.read_text(), _PIECE))
    header.write_text(registers_assigned(header.read_text()))
    report("3/3 compiling the C++")
    return compile_cxxrtl([design, SIMULATOR], folder, writer=YOSYS)


def _top(board: BoardDefinition) -> str:
    """Return a Verilog module that connects the board's pins to ports with the names of the SoC's ports."""
    connections = {
        Pin(board.platform().default_clk, 0): "clk", Pin("uart", 0, "rx"): "rx", Pin("uart", 0, "tx"): "tx",
    }
    lights = {name: pin for name in ("alive", "solving", "error") if (pin := getattr(board, name))}
    connections |= {pin: f"{name}_pin" for name, pin in lights.items()}
    if board.reset is not None:
        connections[board.reset] = f"1'b{int(_inverted(board, board.reset))}"
    return "\n    ".join([
        f"module {NAME}(input clk, rx, output tx, alive, solving, error);",
        *(f"wire {name}_pin;" for name in lights),
        *(f"assign {name} = {'~' * _inverted(board, pin)}{name}_pin;" for name, pin in lights.items()),
        f"board board({', '.join(f'.{_port(pin)}({wire})' for pin, wire in connections.items())});",
    ]) + "\nendmodule\n"


def _inverted(board: BoardDefinition, pin: Pin) -> bool:
    """Return whether a pin is active low."""
    parts = board.platform().lookup(pin.resource, pin.number).ios
    part = parts[0] if pin.sub is None else next(one for one in parts if one.name == pin.sub).ios[0]
    return part.invert


def _port(pin: Pin) -> str:
    """Return Amaranth's name for the port of a pin."""
    return "__".join([f"{pin.resource}_{pin.number}", *([pin.sub] if pin.sub else []), "io"])
