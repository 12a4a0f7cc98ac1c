"""Bitstreams for an ECP5, from Yosys, nextpnr and Project Trellis."""

from pathlib import Path

from rowloom.boards.flow import Design, Flow, OnOutput, Routed
from rowloom.boards.placement import route
from rowloom.boards.report import report
from rowloom.boards.synthesis import CELLS, NAME, SYNTHESIS
from rowloom.boards.top import BoardTop, nearest_clock
from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.top import SoC
from rowloom.tools import ECPPACK, NEXTPNR_ECP5, YOSYS

__all__ = ["ECP5Flow"]

_FAMILIES = {"LFE5U": "", "LFE5UM": "um-", "LFE5UM5G": "um5g-"}
_PACKAGES = {"BG256": "CABGA256", "MG285": "CSFBGA285", "BG381": "CABGA381", "BG554": "CABGA554", "BG756": "CABGA756"}
_ROUTER = "router1"


class ECP5Flow(Flow):
    """The steps for an ECP5; all programs that they need come from PyPI."""

    tools = (YOSYS, NEXTPNR_ECP5, ECPPACK)
    synthesis = SYNTHESIS
    resources = {"TRELLIS_COMB": "logic cells", "TRELLIS_FF": "flip-flops", "DP16KD": "block RAMs",
                 "MULT18X18D": "multipliers"}
    cells, logic, memory = CELLS, "TRELLIS_COMB", "DP16KD"
    # Measured: 0.6 GB for 19,710 cells on a 25F, 0.66 GB for 16,497 on an 85F.
    base_bytes = 350_000_000
    bytes_per_cell = 21_000

    def nearest_clock(self, wanted_hz: int) -> int:
        return nearest_clock(self.board, wanted_hz)

    def highest_clock(self, fmax_hz: int) -> int:
        return nearest_clock(self.board, fmax_hz)

    def options(self, config: SoCConfig) -> dict[str, str]:
        return {"synthesis": SYNTHESIS, "placer": _placer(config), "router": _ROUTER}

    def prepare(self, soc: SoC, clock_hz: int) -> tuple[str, str]:
        plan = self.board.platform().prepare(BoardTop(self.board, soc, clock_hz), NAME, emit_src=False)
        return plan.files[f"{NAME}.il"], plan.files[f"{NAME}.lpf"]

    def route(self, config: SoCConfig, design: Design, seed: int, folder: Path, on_output: OnOutput) -> Routed:
        design.unpack(folder)
        (folder / f"{NAME}.lpf").write_text(design.gateware.constraints)
        platform = self.board.platform()
        family, size = platform.device.split("-")
        placement = route(folder, config.clock_hz, seed, [
            f"--{_FAMILIES[family]}{size.removesuffix('F')}k", "--package", _PACKAGES[platform.package],
            "--speed", platform.speed, "--lpf", f"{NAME}.lpf", "--textcfg", f"{NAME}.config",
            *f"--placer={_placer(config)}".split(), f"--router={_ROUTER}",
        ], lambda line: on_output("placement", line))
        on_output("bitstream", "")
        packing = ECPPACK.run(["--compress", "--input", f"{NAME}.config", "--bit", f"{NAME}.bit"], folder)
        text = report(self.board, config, design.gateware, design.netlist, placement)
        utilization = placement.report["utilization"]
        return Routed((folder / f"{NAME}.bit").read_bytes(), placement.fmax_hz,
                      {name: entry["used"] for name, entry in utilization.items() if name in self.resources},
                      {"placement": placement.run, "bitstream": packing}, {"report.md": text.encode()})


def _placer(config: SoCConfig) -> str:
    """Return nextpnr's placer for a SoC, possibly with a further option: the default placer, or ``static`` for designs
    that are hard to place.
    """
    # After the default placer, no router finished within half an hour for these designs:
    # - the largest scan engine;
    # - the parallel engine beside the deducer on a 45F, or twice on an 85F, which take 10 to 12 minutes with `static`;
    # - the deducer and the engines for shading puzzles on an 85F. After a timing-driven placement by `static`, the
    #   router finished for only half of the seeds; without timing-driven placement, for more than two thirds.
    # For other designs, `static` is no better: the deducer and a 25x25 scan engine on a 45F reach 53.1 to 53.5 MHz with
    # the default placer, and 49.3 to 54.5 MHz with `static`.
    hard = any(one.engine.hard_to_place(one.size) for one in config.instances)
    names = {one.engine.name for one in config.instances}
    if names >= {"deducer", "canal"}:
        return "static --no-tmdriv"
    return "static" if hard or "parallel" in names else "heap"
