"""Synthesis of a board's SoC into a netlist of the device's cells, and the resources that the netlist needs."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rowloom.tools import YOSYS, RunCost

__all__ = ["CELLS", "NAME", "SYNTHESIS", "Gateware", "Netlist", "synthesise"]

NAME = "rowloom"
"""The name of the top module, and the stem of all intermediate files."""

SYNTHESIS = "synth_ecp5 -nowidelut"
"""Yosys' command. With wide multiplexers, SoCs would be larger, and no faster. A SoC with the 64x36 deducer would need
19,852 logic cells instead of 18,154, a SoC with the parallel engine 20,286 instead of 18,708, and a SoC with the 10x10
checker 9,183 instead of 8,906. Also, Yosys 0.70 would fail with an assertion when it synthesises the deducer's
``Paths`` as a separate unit."""

_NO_COLLISIONS = "proc; memory_collect; setparam -set RD_COLLISION_X_MASK 1'1 t:$mem_v2 a:no_rw_check=1 %i"
"""Apply the attribute ``no_rw_check``. Yosys itself applies the attribute only when Yosys adds the register of a read
port (``memory_dff``), but the read ports of Amaranth's memories already have such a register. See
:mod:`rowloom.hw.primitives.memory`.
"""

CELLS = {
    "LUT4": ("TRELLIS_COMB", 1), "CCU2C": ("TRELLIS_COMB", 2), "TRELLIS_DPR16X4": ("TRELLIS_COMB", 8),
    "TRELLIS_FF": ("TRELLIS_FF", 1), "DP16KD": ("DP16KD", 1), "MULT18X18D": ("MULT18X18D", 1),
}
"""For each kind of cell in the netlist: which resource of the ECP5 the cell uses, and how much of it."""


@dataclass(frozen=True)
class Gateware:
    """A board's design before synthesis.

    ``constraints`` are the pins and clocks for place-and-route. ``memory_map`` is the table of the CPU's address space.
    ``build_hash`` is the hash that ``rowloom info`` shows, 16 hexadecimal digits.
    """

    rtlil: str
    constraints: str
    memory_map: str
    build_hash: str


@dataclass(frozen=True)
class Netlist:
    """A synthesised design: the path of Yosys' JSON, each cell's kind by its name, and the cost of synthesis."""

    path: Path
    kinds: Mapping[str, str]
    run: RunCost

    def needs(self, takes: Mapping[str, tuple[str, int]] = CELLS) -> dict[str, int]:
        """Return how much of each resource the netlist needs. For each kind of cell, ``takes`` has the resource that a
        cell uses, and the amount."""
        needs = {resource: 0 for resource, _ in takes.values()}
        for kind, count in Counter(self.kinds.values()).items():
            if kind in takes:
                resource, each = takes[kind]
                needs[resource] += each * count
        return needs


def synthesise(rtlil: str, synthesis: str, folder: Path,
               on_output: Callable[[str], None] = lambda line: None) -> Netlist:
    """Synthesise a design, whose top module is :data:`NAME`; ToolError if Yosys fails.

    ``synthesis`` is Yosys' command for the device's family. ``rowloom.json`` and intermediate files are written into
    the folder; ``on_output`` is called with every line that Yosys prints.
    """
    (folder / f"{NAME}.il").write_text(rtlil)
    path = folder / f"{NAME}.json"
    script = f"read_rtlil {NAME}.il; {_NO_COLLISIONS}; {synthesis} -top {NAME} -json {path.name}"
    run = YOSYS.run(["-p", script], folder, on_output)
    cells = json.loads(path.read_text())["modules"][NAME]["cells"]
    return Netlist(path, {name: cell["type"] for name, cell in cells.items()}, run)
