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
        ``clock_hz``. The same applies if a signal between two clock domains takes longer than one period of the faster
        clock: the Gray-coded counters of an asynchronous FIFO are right only if no bit overtakes the change before it,
        and nextpnr has no constraint for this.
        """
        clocks = self.report["fmax"]
        reached = [clock["achieved"] / clock["constraint"] for clock in clocks.values()]
        for path in self.report["critical_paths"]:
            source, target = (path[end].split()[-1] for end in ("from", "to"))
            if source != target and {source, target} <= clocks.keys():
                period_ns = 1e3 / max(clocks[name]["constraint"] for name in (source, target))
                reached.append(period_ns / sum(hop["delay"] for hop in path["path"]))
        missed = [self.clock_hz * ratio for ratio in reached if ratio < 1]
        return round(min([1e6 * clocks[self.soc_clock]["achieved"], *missed]))


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

