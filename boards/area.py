"""Area and speed of each unit on an ECP5, compared with a baseline.

``python -m rowloom.boards.area`` measures all units and compares them with ``area.json``. With ``--update``, it writes
the new figures into this file.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from rowloom.boards.area_units import CONFIG, UNITS, Bare, Harness, synthesise_unit
from rowloom.boards.board import CAPACITY
from rowloom.boards.measured import to_json
from rowloom.boards.placement import route
from rowloom.boards.synthesis import SYNTHESIS, Netlist
from rowloom.tools import NEXTPNR_ECP5, YOSYS, end_pool

__all__ = ["Area", "Baseline", "main", "measure", "regressions", "tool_versions"]

_FILE = Path(__file__).with_name("area.json")
_SEED = 1
_LARGEST_PLACED = 13_000
"""Only units with at most this number of LUT4 are placed and routed. Larger units would take over half an hour each."""
_ROOM = 0.8
"""Placement gets slower if a design uses more than this share of a device."""


@dataclass(frozen=True)
class Area:
    """The area and speed of a unit on an LFE5U of speed grade 6.

    ``lut4`` counts logic cells; a carry takes two cells, and a distributed RAM takes eight. ``ff`` counts flip-flops,
    ``block_ram`` counts block RAMs of 18 kbit, and ``dsp`` counts multipliers of 18 x 18 bits. ``fmax_hz`` is the Fmax
    between registers (see :class:`Harness`), or None for very large units.
    """

    lut4: int
    ff: int
    block_ram: int
    dsp: int
    fmax_hz: int | None = None

    def __str__(self) -> str:
        fmax = "" if self.fmax_hz is None else f"{self.fmax_hz / 1e6:.1f} MHz"
        return f"{self.lut4:>7,} {self.ff:>7,} {self.block_ram:>9} {self.dsp:>4} {fmax:>10}"


@dataclass(frozen=True)
class Baseline:
    """The area of each unit, and the versions of the tools that the areas depend on."""

    tools: Mapping[str, str]
    areas: Mapping[str, Area]

    @classmethod
    def read(cls) -> "Baseline":
        """Return the baseline that is stored with the sources."""
        record = json.loads(_FILE.read_text())
        return cls(record["tools"], {name: Area(**area) for name, area in record["units"].items()})

    def write(self) -> None:
        """Store the baseline with the sources."""
        units = {name: asdict(area) for name, area in self.areas.items()}
        _FILE.write_text(to_json({"tools": self.tools, "units": units}) + "\n")


def regressions(before: Area, now: Area, same_tools: bool = True) -> list[str]:
    """Return a message for each figure of a unit that is significantly worse than before.

    LUTs and flip-flops may grow by 3 % or 8 cells, whichever is more; block RAMs and multipliers must not grow. Fmax
    may fall by 15 %, but never below the SoC's clock. If the tools have changed, LUTs and flip-flops may grow by 10 %
    or 32 cells, and Fmax may fall by 30 %.
    """
    share, cells, slower = (0.03, 8, 0.15) if same_tools else (0.10, 32, 0.30)
    found = []
    for kind in ("lut4", "ff", "block_ram", "dsp"):
        was, is_ = getattr(before, kind), getattr(now, kind)
        margin = max(int(share * was), cells) if kind in ("lut4", "ff") else 0
        if is_ > was + margin:
            found.append(f"{kind} {was:,} -> {is_:,}, at most {was + margin:,}")
    if before.fmax_hz and now.fmax_hz:
        least = max(round((1 - slower) * before.fmax_hz), CONFIG.clock_hz)
        if now.fmax_hz < least:
            found.append(f"fmax_hz {before.fmax_hz:,} -> {now.fmax_hz:,}, at least {least:,}")
    return found


def tool_versions() -> dict[str, str]:
    """Return the versions of the tools that the figures depend on."""
    return {tool.name: tool.version() for tool in (YOSYS, NEXTPNR_ECP5)} | {"Amaranth": version("amaranth")}


def measure(names: Sequence[str], with_fmax: bool = True) -> Iterator[tuple[str, Area]]:
    """Synthesise units of :data:`UNITS`, and place and route them unless they are very large.

    Each processor works on one unit at a time. Yield the name and area of each unit, in the order of ``names``. Without
    ``with_fmax``, skip place-and-route, which takes most of the time. ToolError if a program fails.
    """
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        yield from zip(names, pool.map(lambda name: _measure(name, with_fmax), names))
    finally:
        end_pool(pool)


def _measure(name: str, with_fmax: bool) -> Area:
    make = UNITS[name]
    with tempfile.TemporaryDirectory(prefix="rowloom-area-") as folder:
        needs = synthesise_unit(lambda: Bare(make()), SYNTHESIS, Path(folder)).needs()
        fmax_hz = None
        if with_fmax and needs["TRELLIS_COMB"] <= _LARGEST_PLACED:
            fmax_hz = _fmax_hz(synthesise_unit(lambda: Harness(make()), SYNTHESIS, Path(folder)))
    return Area(needs["TRELLIS_COMB"], needs["TRELLIS_FF"], needs["DP16KD"], needs["MULT18X18D"], fmax_hz)


def _fmax_hz(netlist: Netlist) -> int:
    """Return the Fmax of a :class:`Harness` on the smallest device with enough room."""
    size = next((size for size in ("25F", "45F") if all(
        needed <= _ROOM * CAPACITY[size][resource] for resource, needed in netlist.needs().items())), "85F")
    options = [f"--{size.removesuffix('F')}k", "--package", "CABGA381", "--speed", "6", "--lpf-allow-unconstrained"]
    return route(netlist.path.parent, CONFIG.clock_hz, _SEED, options).fmax_hz


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 1 if a unit is worse than in the baseline, or if the baseline lacks a unit."""
    parser = argparse.ArgumentParser(prog="python -m rowloom.boards.area", description=(
        "Measure the gateware's units separately on an ECP5, and compare the figures with boards/area.json. Most units"
        " take one or two minutes, and the largest a quarter of an hour. The Fmax of units with more than"
        f" {_LARGEST_PLACED:,} LUT4 is not measured."))
    parser.add_argument("units", nargs="*", metavar="UNIT", help="measure only these units (default: all)")
    parser.add_argument("--update", action="store_true", help="write the measured figures into the baseline")
    args = parser.parse_args(argv)
    if missing := [name for name in args.units if name not in UNITS]:
        parser.error(f"there is no unit {missing[0]!r}; the units are {', '.join(UNITS)}")

    names = args.units or list(UNITS)
    baseline, tools = Baseline.read(), tool_versions()
    same_tools = tools == baseline.tools
    if args.update and args.units and not same_tools:
        parser.error("the baseline was measured with other tools: measure all units again")
    if not same_tools:
        print(f"the baseline was measured with other tools ({baseline.tools}; here {tools}): tolerances are wider")
    print(f"{'unit':<24} {'LUT4':>7} {'FF':>7} {'block RAM':>9} {'DSP':>4} {'Fmax':>10}")
    now, faults = {}, []
    for name, area in measure(names):
        now[name] = area
        print(f"{name:<24} {area}", flush=True)
        before = baseline.areas.get(name)
        found = regressions(before, area, same_tools) if before else ["not in the baseline"]
        faults += [f"{name}: {fault}" for fault in found]
    if not args.units:
        faults += [f"{name}: in the baseline, but no longer a unit" for name in baseline.areas if name not in now]
    if args.update:
        others = {name: area for name, area in baseline.areas.items() if name in UNITS}
        Baseline(tools, {**(others if args.units else {}), **now}).write()
        return 0
    print(*(faults or ["nothing is worse than the baseline"]), sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
