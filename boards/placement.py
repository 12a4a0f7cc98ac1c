"""From a netlist to a bitstream: place-and-route with nextpnr, packed by Project Trellis."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..hw.soc.config import SoCConfig
from ..hw.tools import ECPPACK, NEXTPNR_ECP5, Run
from .board import Board
from .synthesis import NAME

__all__ = ["CAPACITY", "Placement", "methods_for", "pack", "place"]

CAPACITY = {
    "12F": {"TRELLIS_COMB": 24288, "TRELLIS_FF": 24288, "DP16KD": 56, "MULT18X18D": 28},
    "25F": {"TRELLIS_COMB": 24288, "TRELLIS_FF": 24288, "DP16KD": 56, "MULT18X18D": 28},
    "45F": {"TRELLIS_COMB": 43848, "TRELLIS_FF": 43848, "DP16KD": 108, "MULT18X18D": 72},
    "85F": {"TRELLIS_COMB": 83640, "TRELLIS_FF": 83640, "DP16KD": 208, "MULT18X18D": 156},
}
"""What the devices have, as nextpnr counts it."""

_FAMILIES = {"LFE5U": "", "LFE5UM": "um-", "LFE5UM5G": "um5g-"}
_PACKAGES = {"BG256": "CABGA256", "MG285": "CSFBGA285", "BG381": "CABGA381", "BG554": "CABGA554", "BG756": "CABGA756"}

_LARGE_ORDER = 13
"""Of the scan engine, from which on the usual placer's wires are too long. At order 15 no router was done with them
within half an hour."""

_USUAL = {"placer": "heap", "router": "router1"}


@dataclass(frozen=True)
class Placement:
    """A placed and routed design.

    Attributes
    ----------
    seed : int
        Where the placer's chance began.
    folder : Path
        Holds its files.
    report : dict
        nextpnr's own.
    run : Run
        What it took.
    """

    seed: int
    folder: Path
    report: dict[str, Any]
    run: Run

    @property
    def fmax_hz(self) -> int:
        """The highest frequency of the SoC's clock."""
        return round(1e6 * min(clock["achieved"] for clock in self.report["fmax"].values()))


def methods_for(config: SoCConfig) -> dict[str, str]:
    """Which of nextpnr's placers and routers suit a SoC: its usual ones, or those for wires that go everywhere.

    Guesses by peers are the worst of that: docs/sudoku-fast.md says how far these get.
    """
    if config.sudoku_peers:
        return {"placer": "static", "router": "router2"}
    if config.scan >= _LARGE_ORDER:
        return {**_USUAL, "placer": "static"}
    return _USUAL


def place(board: Board, netlist: Path, constraints: str, clock_hz: int, methods: Mapping[str, str], seed: int,
          folder: Path, hear: Callable[[str], None] = lambda line: None) -> Placement:
    """Places and routes a netlist.

    Parameters
    ----------
    board : Board
    netlist : Path
    constraints : str
    clock_hz : int
        What to try for. To miss it is no error here.
    methods : mapping
        As :func:`methods_for` says.
    seed : int
    folder : Path
        Empty; gets the files.
    hear : callable
        Gets every line that nextpnr prints.

    Raises
    ------
    ToolError
        If nextpnr fails; the usual reason is that the design does not fit.
    """
    platform = board.platform()
    family, size = platform.device.split("-")
    shutil.copyfile(netlist, folder / f"{NAME}.json")
    (folder / f"{NAME}.lpf").write_text(constraints)
    run = NEXTPNR_ECP5.run([
        f"--{_FAMILIES[family]}{size.removesuffix('F')}k", "--package", _PACKAGES[platform.package],
        "--speed", platform.speed, "--json", f"{NAME}.json", "--lpf", f"{NAME}.lpf", "--textcfg", f"{NAME}.config",
        "--report", "report.json", "--freq", f"{clock_hz / 1e6:g}",
        *(f"--{kind}={name}" for kind, name in methods.items()), "--seed", str(seed), "--timing-allow-fail",
    ], folder, hear)
    return Placement(seed, folder, json.loads((folder / "report.json").read_text()), run)


def pack(placement: Placement, hear: Callable[[str], None] = lambda line: None) -> tuple[Path, Run]:
    """The bitstream of a placed design, compressed, and what that took.

    Raises
    ------
    ToolError
        If ecppack fails.
    """
    run = ECPPACK.run(["--compress", "--input", f"{NAME}.config", "--bit", f"{NAME}.bit"], placement.folder, hear)
    return placement.folder / f"{NAME}.bit", run
