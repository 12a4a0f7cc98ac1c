"""What each unit takes on an ECP5 by itself, how fast it is, and whether that was better before."""

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path

from ..hw.tools import NEXTPNR_ECP5, YOSYS
from .area_units import CONFIG, UNITS, for_units, synthesise_unit
from .harness import Harness
from .placement import CAPACITY
from .synthesis import SYNTHESIS, Netlist

__all__ = ["CLOCK_HZ", "MEASURES", "Area", "Change", "Comparison", "Measurement", "compare", "measure",
           "read_baseline", "tool_versions", "write_baseline"]

CLOCK_HZ = CONFIG.clock_hz
"""What every unit has to reach."""

MEASURES = {"lut4": "LUT4", "ff": "FF", "block_ram": "block RAM", "dsp": "DSP", "fmax_hz": "Fmax"}
"""What people call them."""

_FILE = Path(__file__).with_name("area.json")
_SEED = 1
_LARGEST_PLACED = 13_000
"""LUT4 of a unit that is still placed and routed by itself. Larger ones would take half an hour and more; how fast they
are, the SoCs with them show."""
_ROOM = 0.8
"""How full a device may be without the placement suffering from it."""


@dataclass(frozen=True)
class Area:
    """What a unit takes.

    Attributes
    ----------
    lut4, ff, block_ram, dsp : int
        Of the unit alone: logic cells (a carry takes two, a distributed RAM eight), flip-flops, block RAMs of 18 kbit,
        multipliers of 18 x 18 bit.
    fmax_hz : int, optional
        Between registers (see :class:`.harness.Harness`) on an LFE5U of speed grade 6. None if it was not measured, as
        of very large units.
    """

    lut4: int
    ff: int
    block_ram: int
    dsp: int
    fmax_hz: int | None = None


@dataclass(frozen=True)
class Change:
    """A measure that is further from the baseline than chance takes it; ``limit`` is how far it may go."""

    unit: str
    measure: str
    before: int
    now: int
    limit: int


@dataclass(frozen=True)
class Comparison:
    """How a measurement differs from a baseline.

    Attributes
    ----------
    worse, better : list of Change
    unknown : list of str
        Units that the baseline lacks.
    gone : list of str
        Units that only the baseline has.
    """

    worse: list[Change] = field(default_factory=list)
    better: list[Change] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Nothing grew, and the baseline has just the units that there are."""
        return not (self.worse or self.unknown or self.gone)


@dataclass(frozen=True)
class _Tolerance:
    """What passes as chance: a share of the cells but at least so many, a share of the speed."""

    cells: float
    least_cells: int
    speed: float


_SAME_TOOLS = _Tolerance(cells=0.03, least_cells=8, speed=0.15)
_OTHER_TOOLS = _Tolerance(cells=0.10, least_cells=32, speed=0.30)


@dataclass(frozen=True)
class Measurement:
    """What units took.

    Attributes
    ----------
    tools : mapping of str to str
        The versions that made it. The same versions give the same figures.
    areas : mapping of str to Area
        By unit.
    """

    tools: Mapping[str, str]
    areas: Mapping[str, Area]


def read_baseline() -> Measurement:
    """The measurement that is kept with the sources; an empty one if there is none."""
    if not _FILE.exists():
        return Measurement({}, {})
    record = json.loads(_FILE.read_text())
    return Measurement(record["tools"], {name: Area(**area) for name, area in record["units"].items()})


def write_baseline(measurement: Measurement) -> None:
    """Keeps a measurement with the sources; the same figures give the same bytes."""
    _FILE.write_text(json.dumps({
        "tools": measurement.tools,
        "units": {name: asdict(area) for name, area in measurement.areas.items()},
    }, indent=2, sort_keys=True) + "\n")


def compare(before: Measurement, now: Measurement, complete: bool = True) -> Comparison:
    """How a measurement differs from an earlier one.

    Cells may grow by 3 %, or by 8 if that is more; block RAMs and multipliers not at all. Fmax may fall by 15 %, but
    never below :data:`CLOCK_HZ`. Where the tools differ, 10 %, 32 and 30 % pass.

    Parameters
    ----------
    before, now : Measurement
    complete : bool
        ``now`` has all units that there are.
    """
    tolerance = _SAME_TOOLS if now.tools == before.tools else _OTHER_TOOLS
    changes = [
        change for name, area in now.areas.items() if name in before.areas
        for change in _changes(name, before.areas[name], area, tolerance)
    ]
    return Comparison(
        worse=[change for change, is_worse in changes if is_worse],
        better=[change for change, is_worse in changes if not is_worse],
        unknown=[name for name in now.areas if name not in before.areas],
        gone=[name for name in before.areas if complete and name not in now.areas],
    )


def _changes(unit: str, before: Area, now: Area, tolerance: _Tolerance) -> list[tuple[Change, bool]]:
    """The measures that left their range, and whether for the worse."""
    changes = []
    for measure in ("lut4", "ff", "block_ram", "dsp"):
        was, is_ = getattr(before, measure), getattr(now, measure)
        margin = max(int(tolerance.cells * was), tolerance.least_cells) if measure in ("lut4", "ff") else 0
        if abs(is_ - was) > margin:
            limit = was + margin if is_ > was else was - margin
            changes.append((Change(unit, measure, was, is_, limit), is_ > was))
    if before.fmax_hz is not None and now.fmax_hz is not None:
        margin = int(tolerance.speed * before.fmax_hz)
        least = max(before.fmax_hz - margin, CLOCK_HZ)
        if now.fmax_hz < least:
            changes.append((Change(unit, "fmax_hz", before.fmax_hz, now.fmax_hz, least), True))
        elif now.fmax_hz > before.fmax_hz + margin:
            changes.append((Change(unit, "fmax_hz", before.fmax_hz, now.fmax_hz, before.fmax_hz + margin), False))
    return changes


def tool_versions() -> dict[str, str]:
    """What decides the figures beside the sources.

    Raises
    ------
    ToolError
        If a native program does not tell its version.
    """
    return {tool.name: tool.version() for tool in (YOSYS, NEXTPNR_ECP5)} | {"Amaranth": version("amaranth")}


def measure(names: Sequence[str], jobs: int = 1, with_fmax: bool = True,
            done: Callable[[str, Area], None] = lambda name, area: None) -> dict[str, Area]:
    """Synthesises units, each by itself, and places and routes them unless they are very large.

    Parameters
    ----------
    names : sequence of str
        Of :data:`.area_units.UNITS`.
    jobs : int
        How many at a time.
    with_fmax : bool
        Otherwise nothing is placed and routed, which takes most of the time.
    done : callable
        Gets each unit's name and area as soon as they are known.

    Raises
    ------
    ToolError
        If a program fails.
    """
    return for_units(names, jobs, lambda name, hear: _measure(name, with_fmax, hear), done)


def _measure(name: str, with_fmax: bool, hear: Callable[[str], None]) -> Area:
    make = UNITS[name]
    with tempfile.TemporaryDirectory(prefix="rowloom-area-") as folder:
        needs = synthesise_unit(make, SYNTHESIS, Path(folder), hear).needs
        fmax_hz = None
        if with_fmax and needs["TRELLIS_COMB"] <= _LARGEST_PLACED:
            netlist = synthesise_unit(lambda: Harness(make()), SYNTHESIS, Path(folder), hear)
            fmax_hz = _fmax_hz(netlist, hear)
    return Area(needs["TRELLIS_COMB"], needs["TRELLIS_FF"], needs["DP16KD"], needs["MULT18X18D"], fmax_hz)


def _fmax_hz(netlist: Netlist, hear: Callable[[str], None]) -> int:
    """How fast a harness runs, on a device of its own."""
    size = next((size for size in ("25F", "45F") if all(
        needed <= _ROOM * CAPACITY[size][resource] for resource, needed in netlist.needs.items())), "85F")
    report = netlist.path.with_name("report.json")
    NEXTPNR_ECP5.run([
        f"--{size.removesuffix('F')}k", "--package", "CABGA381", "--speed", "6", "--json", netlist.path.name,
        "--lpf-allow-unconstrained", "--report", report.name, "--freq", f"{CLOCK_HZ / 1e6:g}", "--seed", str(_SEED),
        "--timing-allow-fail",
    ], netlist.path.parent, hear)
    clocks = json.loads(report.read_text())["fmax"].values()
    return round(1e6 * min(clock["achieved"] for clock in clocks))
