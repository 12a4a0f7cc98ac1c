"""Place-and-route for an ECP5 with nextpnr."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rowloom.boards.synthesis import NAME
from rowloom.tools import NEXTPNR_ECP5, RunCost

__all__ = ["Placement", "route"]


@dataclass(frozen=True)
class Placement:
    """A placed and routed design: the SoC's clock in Hz, the seed, nextpnr's report, and the cost of the run."""

    clock_hz: int
    seed: int
    report: dict[str, Any]
    run: RunCost

    @property
    def soc_clock(self) -> str:
        """The name of the SoC's clock in the report. A USB device has other clocks."""
        clocks = self.report["fmax"]
        return min(clocks, key=lambda name: (abs(clocks[name]["constraint"] - self.clock_hz / 1e6), "usb" in name))

    @property
    def fmax_hz(self) -> int:
        """The highest frequency of the SoC's clock.

        A USB device has other clocks. If one of them misses its target by, say, 10 %, this frequency is at most 90 % of
        ``clock_hz``.
        """
        clocks = self.report["fmax"]
        missed = [clock["achieved"] / clock["constraint"] for clock in clocks.values()
                  if clock["achieved"] < clock["constraint"]]
        return round(min([1e6 * clocks[self.soc_clock]["achieved"], *(self.clock_hz * ratio for ratio in missed)]))


def route(folder: Path, clock_hz: int, seed: int, options: Sequence[str],
          on_output: Callable[[str], None] = lambda line: None) -> Placement:
    """Place and route the netlist ``rowloom.json`` in a folder, where nextpnr also writes its report.

    nextpnr does not fail if it misses the target ``clock_hz``. ``options`` name the device, its package and its speed,
    and may include other options of nextpnr. ``on_output`` is called with every line of nextpnr's output. ToolError if
    nextpnr fails, usually because the design does not fit.
    """
    run = NEXTPNR_ECP5.run([
        *options, "--json", f"{NAME}.json", "--report", "report.json", "--freq", f"{clock_hz / 1e6:g}",
        "--seed", str(seed), "--timing-allow-fail",
    ], folder, on_output)
    return Placement(clock_hz, seed, json.loads((folder / "report.json").read_text()), run)

