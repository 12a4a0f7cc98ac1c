"""The area of a unit on an Artix-7, compared with the paper's: ``python -m rowloom.boards.artix``.

Yosys synthesises the units, so only Python packages are needed. Cells are counted as in Vivado's utilization report,
but before placement. During placement, Vivado combines some pairs of small LUTs, so its count of LUTs may be lower.
"""

import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from rowloom.boards.area_units import UNITS, synthesise_unit

__all__ = ["PAPER", "SYNTHESIS", "XilinxArea", "measure"]

SYNTHESIS = "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf"
"""Yosys' command. It flattens the hierarchy, as Vivado does; see docs/lab/area.md for other options."""

_LOGIC = {**{f"LUT{inputs}": 1 for inputs in range(1, 7)}, "INV": 1}
_MEMORY = {
    "RAM32X1S": 1, "RAM32X1D": 2, "RAM32M": 4, "RAM64X1S": 1, "RAM64X1D": 2, "RAM64M": 4, "RAM128X1S": 2,
    "RAM128X1D": 4, "RAM256X1S": 4, "SRL16E": 1, "SRLC16E": 1, "SRLC32E": 1,
}
"""LUTs per cell (Xilinx UG953)."""


@dataclass(frozen=True)
class XilinxArea:
    """The number of cells of each kind that a unit takes in a 7 series device.

    ``luts`` counts LUTs of any width, inverters, and LUTs used as memory or shift register; ``lut_memory`` counts only
    LUTs used as memory or shift register. ``ffs`` counts flip-flops; ``wide_muxes`` counts MUXF7 and MUXF8, which
    combine LUTs. ``ramb36`` and ``ramb18`` count block RAMs of 36 and 18 kbit, and ``dsp48`` counts multipliers.
    """

    luts: int
    lut_memory: int
    ffs: int
    wide_muxes: int
    ramb36: int
    ramb18: int
    dsp48: int

    @classmethod
    def of(cls, cells: Counter[str]) -> "XilinxArea":
        """Return the area of a netlist from its number of cells of each kind."""
        def count(weights: dict[str, int]) -> int:
            return sum(each * cells[kind] for kind, each in weights.items())

        memory = count(_MEMORY)
        return cls(luts=count(_LOGIC) + memory, lut_memory=memory,
                   ffs=sum(cells[kind] + cells[f"{kind}_1"] for kind in ("FDRE", "FDSE", "FDCE", "FDPE")),
                   wide_muxes=cells["MUXF7"] + cells["MUXF8"], ramb36=cells["RAMB36E1"], ramb18=cells["RAMB18E1"],
                   dsp48=cells["DSP48E1"])


PAPER = {"luts": (3941, 4308), "ffs": (1542, 1606)}
"""The smallest and largest area for the paper's nine 10x10 puzzles on an XC7A35T (Miyauchi and Tanaka 2020, Table 7).
"""


def measure(name: str) -> XilinxArea:
    """Synthesise one of :data:`UNITS` for the Artix-7; ToolError if Yosys fails."""
    with tempfile.TemporaryDirectory(prefix="rowloom-area-") as folder:
        return XilinxArea.of(synthesise_unit(UNITS[name], SYNTHESIS, Path(folder)).cells)


if __name__ == "__main__":
    for unit in ("checker", "soc"):
        print(f"{unit}, 10x10:", asdict(measure(unit)))
    print("the paper's, minimum and maximum:", PAPER)
