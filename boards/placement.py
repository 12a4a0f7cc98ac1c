"""Place-and-route with nextpnr, and packing by Project Trellis."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rowloom.boards.board import Board
from rowloom.boards.synthesis import NAME
from rowloom.engines.config import SoCConfig
from rowloom.tools import ECPPACK, NEXTPNR_ECP5, Run

__all__ = ["CAPACITY", "ROUTER", "Placement", "pack", "place", "placer_for", "route"]

CAPACITY = {
    "12F": {"TRELLIS_COMB": 24288, "TRELLIS_FF": 24288, "DP16KD": 56, "MULT18X18D": 28},
    "25F": {"TRELLIS_COMB": 24288, "TRELLIS_FF": 24288, "DP16KD": 56, "MULT18X18D": 28},
    "45F": {"TRELLIS_COMB": 43848, "TRELLIS_FF": 43848, "DP16KD": 108, "MULT18X18D": 72},
    "85F": {"TRELLIS_COMB": 83640, "TRELLIS_FF": 83640, "DP16KD": 208, "MULT18X18D": 156},
}
"""The devices' resources, as nextpnr counts them."""

ROUTER = "router1"
"""nextpnr's router for all builds."""

_FAMILIES = {"LFE5U": "", "LFE5UM": "um-", "LFE5UM5G": "um5g-"}
_HARD_TOGETHER = ({"deducer", "parallel"}, {"deducer", "canal"})
_PACKAGES = {"BG256": "CABGA256", "MG285": "CSFBGA285", "BG381": "CABGA381", "BG554": "CABGA554", "BG756": "CABGA756"}


@dataclass(frozen=True)
class Placement:
    """A placed and routed design.

    Attributes
    ----------
    folder : Path
        Contains its files.
    report : dict
        nextpnr's report.
    run : Run
        The cost of place-and-route.
    """

    seed: int
    folder: Path
    report: dict[str, Any]
    run: Run

    @property
    def fmax_hz(self) -> int:
        """The highest frequency of the SoC's clock."""
        return round(1e6 * min(clock["achieved"] for clock in self.report["fmax"].values()))


def placer_for(config: SoCConfig) -> str:
    """Return the nextpnr placer for a SoC: the default one, or the one for designs that are hard to place."""
    # With the default placer, no router finished within half an hour: the largest scan engine; the deducer and the
    # parallel engine on a 45F, which take 12 minutes with `static`; the deducer and the engines for shading puzzles on
    # an 85F, where all six engines take 27 minutes with `static`. The deducer and a scan engine of 25x25 on a 45F reach
    # 53.1 to 53.5 MHz with the default placer, 49.3 to 54.5 MHz with `static`.
    hard = any(one.engine.hard_to_place(one.size) for one in config.engines)
    names = {one.engine.name for one in config.engines}
    return "static" if hard or any(names >= together for together in _HARD_TOGETHER) else "heap"


def place(board: Board, constraints: str, clock_hz: int, placer: str, seed: int, folder: Path,
          hear: Callable[[str], None]) -> Placement:
    """Place and route the netlist in a folder for a board, with a placer from :func:`placer_for`.

    The other parameters, and errors, are those of :func:`route`.
    """
    platform = board.platform()
    family, size = platform.device.split("-")
    (folder / f"{NAME}.lpf").write_text(constraints)
    return route(folder, clock_hz, seed, [
        f"--{_FAMILIES[family]}{size.removesuffix('F')}k", "--package", _PACKAGES[platform.package],
        "--speed", platform.speed, "--lpf", f"{NAME}.lpf", "--textcfg", f"{NAME}.config",
        f"--placer={placer}", f"--router={ROUTER}",
    ], hear)


def route(folder: Path, clock_hz: int, seed: int, options: Sequence[str],
          hear: Callable[[str], None] = lambda line: None) -> Placement:
    """Place and route the netlist in a folder.

    Parameters
    ----------
    folder : Path
        Contains ``rowloom.json``; nextpnr writes its report there.
    clock_hz : int
        The target, which may be missed.
    options : sequence of str
        The device, its package and speed, and other options of nextpnr.
    hear : callable
        Called with every line of nextpnr's output.

    Raises
    ------
    ToolError
        If nextpnr fails; the usual reason is that the design does not fit.
    """
    run = NEXTPNR_ECP5.run([
        *options, "--json", f"{NAME}.json", "--report", "report.json", "--freq", f"{clock_hz / 1e6:g}",
        "--seed", str(seed), "--timing-allow-fail",
    ], folder, hear)
    return Placement(seed, folder, json.loads((folder / "report.json").read_text()), run)


def pack(placement: Placement) -> tuple[Path, Run]:
    """Return the compressed bitstream of a placed design, and the cost of packing; ToolError if ecppack fails."""
    run = ECPPACK.run(["--compress", "--input", f"{NAME}.config", "--bit", f"{NAME}.bit"], placement.folder)
    return placement.folder / f"{NAME}.bit", run
