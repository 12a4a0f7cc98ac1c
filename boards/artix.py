"""What a unit takes on an Artix-7, beside what the paper's took.

Yosys counts, not Vivado: it needs nothing but Python packages. Cells are counted as in Vivado's utilization report, but
before placement, where Vivado puts some pairs of small LUTs into one; so Vivado's count of LUTs may be lower.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .area_units import UNITS, for_units, synthesise_unit

__all__ = ["PAPER", "SYNTHESIS", "XilinxArea", "measure"]

SYNTHESIS = "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf"
"""Yosys' command. The hierarchy is dissolved, which Vivado also does; see docs/boards.md for what else was tried."""

_LOGIC = {**{f"LUT{inputs}": 1 for inputs in range(1, 7)}, "INV": 1}
_MEMORY = {
    "RAM32X1S": 1, "RAM32X1D": 2, "RAM32M": 4, "RAM64X1S": 1, "RAM64X1D": 2, "RAM64M": 4, "RAM128X1S": 2,
    "RAM128X1D": 4, "RAM256X1S": 4, "SRL16E": 1, "SRLC16E": 1, "SRLC32E": 1,
}
"""How many LUTs a cell takes (Xilinx UG953)."""
_FLIP_FLOPS = ("FDRE", "FDSE", "FDCE", "FDPE")
_WIDE = ("MUXF7", "MUXF8")


@dataclass(frozen=True)
class XilinxArea:
    """Cells of the 7 series.

    Attributes
    ----------
    luts : int
        LUTs of any width, an inverter being one, and those that serve as memory or shift register.
    lut_memory : int
        The latter alone.
    ffs : int
        Flip-flops.
    wide_muxes : int
        MUXF7 and MUXF8, which join LUTs to wider ones; they are no LUTs.
    ramb36, ramb18 : int
        Block RAMs of 36 and of 18 kbit.
    dsp48 : int
        Multipliers.
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
        """The area of a netlist, given as how many cells there are of each kind."""
        memory = _sum(cells, _MEMORY)
        return cls(
            luts=_sum(cells, _LOGIC) + memory,
            lut_memory=memory,
            ffs=sum(cells[kind] + cells[f"{kind}_1"] for kind in _FLIP_FLOPS),
            wide_muxes=sum(cells[kind] for kind in _WIDE),
            ramb36=cells["RAMB36E1"],
            ramb18=cells["RAMB18E1"],
            dsp48=cells["DSP48E1"],
        )


PAPER = {"luts": (3941, 4308), "ffs": (1542, 1606)}
"""Least and most of the paper's nine 10x10 puzzles on an XC7A35T (Miyauchi and Tanaka 2020, table 7)."""


def measure(names: Sequence[str], jobs: int = 1,
            done: Callable[[str, XilinxArea], None] = lambda name, area: None) -> dict[str, XilinxArea]:
    """Synthesises units for the Artix-7, each by itself.

    Parameters
    ----------
    names : sequence of str
        Of :data:`.area_units.UNITS`.
    jobs : int
        How many at a time.
    done : callable
        Gets each unit's name and area as soon as they are known.

    Raises
    ------
    ToolError
        If Yosys fails.
    """
    return for_units(names, jobs, _measure, done)


def _measure(name: str, hear: Callable[[str], None]) -> XilinxArea:
    with tempfile.TemporaryDirectory(prefix="rowloom-area-") as folder:
        return XilinxArea.of(synthesise_unit(UNITS[name], SYNTHESIS, Path(folder), hear).cells)


def _sum(cells: Counter[str], weights: dict[str, int]) -> int:
    return sum(each * cells[kind] for kind, each in weights.items())
