"""The area of units on an Artix-7. ``python -m rowloom.boards.artix`` prints the area of the 10x10 checker and of its
SoC. For comparison, it also prints the area that Miyauchi and Tanaka (2020) published.

Yosys synthesises the units, so only Python packages are needed. Cells are counted as in Vivado's utilization report,
but before placement. During placement, Vivado combines some pairs of small LUTs, so its count of LUTs may be lower.
"""

import tempfile
from pathlib import Path

from rowloom.boards.area_units import UNITS, synthesise_unit

__all__ = ["PAPER", "SYNTHESIS", "TAKES", "measure"]

SYNTHESIS = "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf"
"""Yosys' command. The command flattens the hierarchy, as Vivado does; see docs/lab/area.md for other options."""

_MEMORY = {
    "RAM32X1S": 1, "RAM32X1D": 2, "RAM32M": 4, "RAM64X1S": 1, "RAM64X1D": 2, "RAM64M": 4, "RAM128X1S": 2,
    "RAM128X1D": 4, "RAM256X1S": 4, "SRL16E": 1, "SRLC16E": 1, "SRLC32E": 1,
}
"""The number of LUTs that each kind of memory cell needs (Xilinx UG953)."""
TAKES = {
    **dict.fromkeys([*(f"LUT{inputs}" for inputs in range(1, 7)), "INV"], ("LUTs", 1)),
    **{kind: ("LUTs as memory", luts) for kind, luts in _MEMORY.items()},
    **{f"{kind}{edge}": ("flip-flops", 1) for kind in ("FDRE", "FDSE", "FDCE", "FDPE") for edge in ("", "_1")},
    "MUXF7": ("wide multiplexers", 1), "MUXF8": ("wide multiplexers", 1), "RAMB36E1": ("block RAMs of 36 kbit", 1),
    "RAMB18E1": ("block RAMs of 18 kbit", 1), "DSP48E1": ("multipliers", 1),
}
"""For each kind of cell in the netlist: which resource of the 7 series the cell uses, and how much of it. LUTs that
serve as memories or shift registers are counted separately."""

PAPER = {"luts": (3941, 4308), "ffs": (1542, 1606)}
"""The smallest and the largest area of the paper's nine circuits on an XC7A35T, one circuit for each of nine puzzles of
10x10 (Miyauchi and Tanaka 2020, Table 7).
"""


def measure(name: str) -> dict[str, int]:
    """Synthesise one of :data:`UNITS` for the Artix-7; return its resources. ToolError if Yosys fails."""
    with tempfile.TemporaryDirectory(prefix="rowloom-area-") as folder:
        return synthesise_unit(UNITS[name], SYNTHESIS, Path(folder)).needs(TAKES)


if __name__ == "__main__":
    for unit in ("checker", "soc"):
        print(f"{unit}, 10x10:", measure(unit))
    print("the paper's minimum and maximum:", PAPER)
