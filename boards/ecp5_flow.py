"""Bitstreams for an ECP5: Yosys, nextpnr, Project Trellis."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rowloom.boards.flow import Design, Flow, Hear, Resources, Routed
from rowloom.boards.placement import CAPACITY, ROUTER, pack, place, placer_for
from rowloom.boards.report import report
from rowloom.boards.synthesis import CELLS, SYNTHESIS, Gateware, Netlist, generate, synthesise
from rowloom.boards.top import nearest_clock
from rowloom.engines.config import SoCConfig
from rowloom.tools import ECPPACK, NEXTPNR_ECP5, YOSYS

__all__ = ["ECP5Flow"]


class ECP5Flow(Flow):
    """The steps for an ECP5; all programs come from PyPI."""

    tools = (YOSYS, NEXTPNR_ECP5, ECPPACK)
    resources = Resources(
        words={"TRELLIS_COMB": "logic cells", "TRELLIS_FF": "flip-flops", "DP16KD": "block RAMs",
               "MULT18X18D": "multipliers"},
        cells=CELLS, logic="TRELLIS_COMB", memory="DP16KD")
    # Measured: 0.6 GB for 19,710 cells on a 25F, 0.66 GB for 16,497 on an 85F.
    base_bytes = 350_000_000
    bytes_per_cell = 21_000

    @property
    def capacity(self) -> Mapping[str, int]:
        return CAPACITY[self.board.device.rpartition("-")[2]]

    def nearest_clock(self, wanted_hz: int) -> int:
        return nearest_clock(self.board, wanted_hz)

    def highest_clock(self, fmax_hz: int) -> int:
        return nearest_clock(self.board, fmax_hz)

    def options(self, config: SoCConfig) -> dict[str, str]:
        return {"synthesis": SYNTHESIS, "placer": placer_for(config), "router": ROUTER}

    def generate(self, config: SoCConfig) -> Gateware:
        return generate(self.board, config)

    def synthesise(self, gateware: Gateware, folder: Path, hear: Callable[[str], None]) -> Netlist:
        return synthesise(gateware.rtlil, gateware.synthesis, folder, hear)

    def route(self, config: SoCConfig, design: Design, seed: int, folder: Path, hear: Hear) -> Routed:
        design.unpack(folder)
        placement = place(self.board, design.gateware.constraints, config.clock_hz, placer_for(config), seed, folder,
                          lambda line: hear("placement", line))
        hear("bitstream", "")
        packed, packing = pack(placement)
        text = report(self.board, config, design.gateware, design.netlist, placement)
        utilization = placement.report["utilization"]
        return Routed(packed.read_bytes(), placement.fmax_hz,
                      {name: entry["used"] for name, entry in utilization.items() if name in self.resources.words},
                      {"placement": placement.run, "bitstream": packing}, {"report.md": text.encode()})
