"""Compile the netlist of a board's bitstream to a native program that simulates the FPGA cell by cell.

Amaranth -> RTLIL -> Yosys' synthesis -> models of the cells -> CXXRTL -> C++ -> simulator. The models of block RAMs,
multipliers, PLLs, pins and lookup tables are in ``cells/``; all other models are Yosys' own. The ports of the
synthesised top module are the board's pins.
"""

import importlib.resources
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rowloom.boards.board import BoardDefinition, Pin
from rowloom.boards.build import Request
from rowloom.boards.synthesis import NAME, Gateware
from rowloom.sim.program import SIMULATOR, SOURCES, cached, compile_cxxrtl, digest
from rowloom.sim.statements import in_pieces, registers_assigned
from rowloom.tools import YOSYS

__all__ = ["ECP5", "XILINX7", "CellModels", "build_netlist_simulator", "write_netlist"]


@dataclass(frozen=True)
class CellModels:
    """The models of a family's cells.

    ``name`` is the family's folder, both in ``cells/`` and in Yosys' library; ``library`` names Yosys' files of models.
    """

    name: str
    library: tuple[str, ...]

    @property
    def own(self) -> list[Path]:
        """The files of our own models. Yosys' models of the same cells are not used."""
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
cd {NAME}
CHANGE
cd ..
design -stash synthesised
design -copy-from synthesised -as board {NAME}
setattr -unset src */*
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
"""The commands copy only the top module into a new design, and then read the models of the cells into this design. They
do not copy the other modules of the synthesised design: these are empty modules that stand for the cells, and have the
same names as the models. The commands also remove all names except those of flip-flops and memories; CXXRTL then writes
only a third of the C++. Finally, they split vectors into bits, because a vector in which one bit depends on another
looks like a loop, and loops take more steps to simulate."""

_PIECE = 400
"""The number of statements in each C++ function."""


def build_netlist_simulator(request: Request, report: Callable[[str], None] = lambda message: None) -> Path:
    """Return the path of a bitstream's simulator; build the simulator unless it is in the cache.

    The simulator counts clocks of the SoC, because the ECP5's PLL and the Artix-7's clock divider are modelled as
    wires. ``report`` is called with a line of text at each step of a build. Raises ValueError if the board lacks one of
    the three status lights or is connected by USB, or ToolError if a tool fails.
    """
    board = request.board
    if request.usb:
        raise ValueError("the simulator of a netlist supports only the serial line, not USB")
    if None in (board.alive, board.solving, board.error):
        raise ValueError(f"{board.name} lacks one of the three lights that tell the simulator when the SoC is idle")
    gateware = request.flow.generate(request.config())
    parts = (gateware.rtlil, *(path.read_text() for path in _models(board).own))
    key = digest(*parts, module=__name__, writer=YOSYS)
    return cached(f"netlist-{board.name}", key, lambda folder: _build(request, gateware, folder, report))


def _build(request: Request, gateware: Gateware, folder: Path, report: Callable[[str], None]) -> Path:
    report(f"Building the simulator of the netlist for {request.board.name}; this happens once and takes some minutes.")
    design = write_netlist(request, gateware, folder, report)
    header = design.with_suffix(".h")
    header.write_text(registers_assigned(header.read_text()))
    report("3/3 compiling the C++")
    return compile_cxxrtl([design, SIMULATOR], folder, writer=YOSYS)


def write_netlist(request: Request, gateware: Gateware, folder: Path,
                  report: Callable[[str], None] = lambda message: None) -> Path:
    """Write the netlist of a bitstream as C++ into a folder; return the path of ``design.cc``.

    ``design.h`` is in the same folder. The class ``p_rowloom`` has the port ``clk``, the status lights, and the serial
    line. If ``request.usb`` is true, the class has the pins of the USB device instead of the serial line: ``pullup``,
    and the members of an ``io.Buffer`` for each of ``d_p`` and ``d_n``. It then also has the clocks ``usb_clk`` and
    ``usb_io_clk``. ToolError if a tool fails.
    """
    board, cells = request.board, _models(request.board)
    report("1/3 synthesising the gateware")
    kinds = request.flow.synthesise(gateware, folder, lambda line: None).kinds
    ports, change = _ports(board), ""
    if request.usb:
        change = _add_usb(ports, kinds)
    else:
        ports.inputs["rx"] = _port(Pin("uart", 0, "rx"))
        ports.outputs["tx"] = _port(Pin("uart", 0, "tx")), False
    if not board.is_ecp5:
        # Connect the clock divider's buffer to the oscillator's pin: CXXRTL does not support flip-flops that are
        # clocked by other flip-flops.
        buffer, = (name for name, kind in kinds.items() if kind == "BUFG" and name.endswith(".buffer"))
        change = f"connect -port {buffer} I {ports.inputs['clk']}"
    cells.copy_to(folder)
    (folder / "top.v").write_text(_top(ports))
    report("2/3 turning the netlist into C++")
    YOSYS.run(["-q", "-p", _SCRIPT.replace("MODELS", cells.commands).replace("CHANGE", change)], folder)
    design = folder / "design.cc"
    design.write_text(in_pieces(design.read_text(), _PIECE))
    return design


def _models(board: BoardDefinition) -> CellModels:
    return ECP5 if board.is_ecp5 else XILINX7


class _Ports(NamedTuple):
    """The connections between the ports of the top module, which the simulator uses, and the ports of the synthesised
    design.

    ``inputs`` and ``outputs`` have the names of the ports as keys. The value of an input is a port of the design. The
    value of an output is a port of the design, and true if its level must be inverted. ``constants`` maps ports of the
    design to levels.
    """

    inputs: dict[str, str]
    outputs: dict[str, tuple[str, bool]]
    constants: dict[str, int]


def _ports(board: BoardDefinition) -> _Ports:
    """Return the connections of a board's clock, status lights and reset button."""
    lights = {name: pin for name in ("alive", "solving", "error") if (pin := getattr(board, name))}
    reset = {} if board.reset is None else {_port(board.reset): int(_inverted(board, board.reset))}
    return _Ports({"clk": _port(Pin(board.platform().default_clk, 0))},
                  {name: (_port(pin), _inverted(board, pin)) for name, pin in lights.items()}, reset)


def _add_usb(ports: _Ports, kinds: Mapping[str, str]) -> str:
    """Add the connections of a USB device; return the Yosys command that gives the board's module these ports.

    The command replaces three cells by ports: the PLL, because its outputs have different frequencies, and the buffers
    of the two data pins, because these pins change their direction.
    """
    def cell(kind: str, start: str) -> str:
        found, = (name for name in kinds if kinds[name] == kind and re.match(rf"{start}(\$\d+)?\.", name))
        return found

    pll = cell("EHXPLLL", "usb_clocks")
    ports.inputs.update(usb_io_clk=f"{pll}.CLKOS", usb_clk=f"{pll}.CLKOS2")
    ports.constants[f"{pll}.LOCK"] = 1
    ports.outputs["pullup"] = _port(Pin("usb", 0, "pullup")), False
    pins = {name: cell("TRELLIS_IO", name) for name in ("d_p", "d_n")}
    for name, pin in pins.items():
        ports.inputs[f"{name}__i"] = f"{pin}.O"
        ports.outputs.update({f"{name}__o": (f"{pin}.I", False), f"{name}__oe": (f"{pin}.T", True)})
    return f"expose -evert {' '.join(f'c:{one}' for one in (pll, *pins.values()))}"


def _top(ports: _Ports) -> str:
    """Return a Verilog module that makes the connections."""
    connections = {
        **{port: name for name, port in ports.inputs.items()},
        **{port: f"1'b{level}" for port, level in ports.constants.items()},
        **{port: f"{name}_pin" for name, (port, _) in ports.outputs.items()},
    }
    return "\n    ".join([
        f"module {NAME}(input {', '.join(ports.inputs)}, output {', '.join(ports.outputs)});",
        *(f"wire {name}_pin;" for name in ports.outputs),
        *(f"assign {name} = {'~' * inverted}{name}_pin;" for name, (_, inverted) in ports.outputs.items()),
        "board board(" + ", ".join(rf".\{port} ({wire})" for port, wire in connections.items()) + ");",
    ]) + "\nendmodule\n"


def _inverted(board: BoardDefinition, pin: Pin) -> bool:
    """Return whether a pin is active low."""
    parts = board.platform().lookup(pin.resource, pin.number).ios
    part = parts[0] if pin.sub is None else next(one for one in parts if one.name == pin.sub).ios[0]
    return part.invert


def _port(pin: Pin) -> str:
    """Return Amaranth's name for the port of a pin."""
    return "__".join([f"{pin.resource}_{pin.number}", *([pin.sub] if pin.sub else []), "io"])
