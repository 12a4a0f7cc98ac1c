"""Reports about builds: ``report.md``, and advice for a design that does not fit on its board, or is too slow."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rowloom.boards.bitstreams import Bitstream
from rowloom.boards.board import BoardDefinition
from rowloom.boards.placement import Placement
from rowloom.boards.synthesis import CELLS, Gateware, Netlist
from rowloom.engines.config import SoCConfig

if TYPE_CHECKING:
    from rowloom.boards.flow import Flow

__all__ = ["report", "too_large", "too_slow"]

_USED = {
    "TRELLIS_COMB": "logic cells (LUT4)", "TRELLIS_FF": "flip-flops", "DP16KD": "block RAMs (18 kbit)",
    "MULT18X18D": "multipliers (18 x 18)", "EHXPLLL": "PLLs", "TRELLIS_IO": "pins",
}
_COLUMNS = ("TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D")
_FULL = 0.8
"""If a design uses more than this share of a device's logic cells, place-and-route fails or gets slow."""
_SEEDS = 8
"""The recommended number of seeds. With more seeds, the fastest result is hardly faster."""


def report(board: BoardDefinition, config: SoCConfig, gateware: Gateware, netlist: Netlist,
           placement: Placement) -> str:
    """Return ``report.md``: speed, utilisation, area by unit, and critical path.

    Repeated builds from the same inputs result in the same text.
    """
    fmax, wanted = placement.fmax_hz / 1e6, config.clock_hz / 1e6
    lines = [
        f"# {board.title}", "",
        f"Build {gateware.build_hash}, {board.device}, seed {placement.seed}.",
        ", ".join(one.solves for one in config.instances), "",
        "## Speed", "",
        f"Runs at {wanted:g} MHz; Fmax is {fmax:.2f} MHz" if fmax >= wanted else
        f"**Too slow**: Fmax is {fmax:.2f} MHz, but {wanted:g} MHz is required",
        f"({1e3 / wanted - 1e3 / fmax:+.2f} ns of {1e3 / wanted:.2f} ns left).", "",
        "## The device", "",
        "| resource | used | of | |", "|---|---:|---:|---:|",
    ]
    for name, words in _USED.items():
        entry = placement.report["utilization"][name]
        lines.append(f"| {words} | {entry['used']:,} | {entry['available']:,} "
                     f"| {100 * entry['used'] / entry['available']:.0f} % |")
    lines += [
        "", "## Area by unit", "",
        "Cells of the netlist, by the unit whose signals they drive. If synthesis merged logic of several units, the "
        "cells are counted for one of these units.", "",
        "| unit | logic | flip-flops | block RAMs | multipliers |", "|---|---:|---:|---:|---:|",
    ]
    for unit, counts in _units_area(netlist, CELLS):
        lines.append(f"| {unit} | " + " | ".join(f"{counts[resource]:,}" for resource in _COLUMNS) + " |")
    lines += [
        "", "## Critical path", "",
        "The path from flip-flop to flip-flop: the signals, and the time at which each signal arrives.", "",
        "| ns | signal |", "|---:|---|",
        *(f"| {at:.2f} | `{signal}` |" for at, signal in _critical_path(placement)), "",
    ]
    return "\n".join(lines)


def _units_area(netlist: Netlist, takes: Mapping[str, tuple[str, int]]) -> list[tuple[str, Counter[str]]]:
    """Return the resources of each unit in a SoC's netlist, largest unit first; ``takes`` is as in
    :meth:`Netlist.needs`.
    """
    areas: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, kind in netlist.kinds.items():
        if kind in takes:
            resource, each = takes[kind]
            areas[_unit(name)][resource] += each
    logic, _ = next(iter(takes.values()))
    return sorted(areas.items(), key=lambda item: (-item[1][logic], item[0]))


def _critical_path(placement: Placement) -> list[tuple[float, str]]:
    """Return the signals on the critical path between flip-flops of the SoC's clock, each with the time in nanoseconds
    since the clock edge."""
    edge = f"posedge {placement.soc_clock}"
    paths = [path["path"] for path in placement.report["critical_paths"] if path["from"] == path["to"] == edge]
    signals, at = [], 0.0
    for hop in max(paths, key=lambda path: sum(hop["delay"] for hop in path), default=[]):
        at += hop["delay"]
        signals.append((at, _signal(hop.get("net") or hop["to"]["cell"])))
    return [list(group)[-1] for _, group in groupby(signals, key=lambda entry: entry[1])]


# Synthesis names an anonymous cell or net after the nearest named cell or net, and appends a suffix.
_ADDED = re.compile(
    r"(_(LUT\d|CCU2C|TRELLIS_FF|TRELLIS_DPR16X4|DP16KD|MULT18X18D|CARRY4|MUXF\d|FD[RS]E|RAM\d+\w+)(_|$)"
    r"|\$).*")


_NUMBERED = re.compile(r"soc_\d+")
"""The name of one of several SoCs. The report adds up the areas of equal units in all SoCs, so it leaves out this
name."""


def _signal(name: str) -> str:
    return _ADDED.sub("", name.removeprefix("$glbnet$")) or name


def _unit(name: str) -> str:
    parts = _signal(name).split(".")
    if parts[0] != "soc":
        return "board"
    units = [part for part in parts[1:] if not _NUMBERED.fullmatch(part)]
    return units[0] if len(units) > 1 else "soc"


def too_large(flow: "Flow", config: SoCConfig, netlist: Netlist, needs: Mapping[str, int],
              lacking: Sequence[str]) -> str:
    """Return the message for a design that needs more of the resources ``lacking`` than the device has."""
    has = flow.capacity
    needed = "; ".join(f"{needs[name]:,} {flow.resources[name]}, and the {flow.board.device} has {has[name]:,}"
                       for name in lacking)
    # The engines grow with the grid; the rest of the SoC does not.
    areas = dict(_units_area(netlist, flow.cells))
    engines = [areas[one.engine.name] for one in config.instances if one.engine.name in areas]

    def share(name: str, limit: float) -> float:
        used = sum(area[name] for area in engines)
        return (limit * has[name] - needs[name] + used) / used if used else 1

    smaller = _smaller(config, share(flow.logic, _FULL), share(flow.memory, 1))
    instead = f"Leave out an engine, or use smaller engines, for example {smaller}" if smaller else (
        "Build fewer SoCs, or use a larger board" if config.beside else "Use a larger board")
    return f"the design does not fit on {flow.board.name}: it needs {needed}. {instead}"


def too_slow(flow: "Flow", config: SoCConfig, bitstream: Bitstream, tried: int) -> str:
    """Return the message for a bitstream that misses its timing and is the best of ``tried`` seeds."""
    reached, needed = bitstream.manifest["fmax_hz"], bitstream.manifest["needed_fmax_hz"]
    best_of = f", with the best of {tried} seeds" if tried > 1 else ""
    estimated = f" for {config.clock_hz / 1e6:g} MHz, because Fmax is only an estimate" if flow.margin > 1 else ""
    instead = [f"other seeds (--seeds {_SEEDS})"] if tried < _SEEDS else []
    instead.append(f"a slower clock (--freq {flow.highest_clock(reached) / 1e6:.9g})")
    if smaller := _smaller(config, 0.8):
        instead.append(f"smaller engines ({smaller})")
    *most, last = instead
    path = bitstream.folder / "report.md"
    return (
        f"{flow.board.name} would run at {reached / 1e6:.2f} MHz at most{best_of}, but {needed / 1e6:g} MHz is required"
        f"{estimated}: it is {(needed - reached) / 1e6:.2f} MHz too slow. Try {', '.join(most)}{' or ' if most else ''}"
        f"{last}; --allow-slow writes the bitstream anyway"
        + (f". {path} shows the critical path" if path.exists() else ""))


def _smaller(config: SoCConfig, logic: float, memory: float = 1) -> str | None:
    """Return command-line options for smaller engines; None if no engine can be smaller, or if there are several SoCs.

    Each smaller engine needs at most the fraction ``logic`` of the present engine's logic, and at most the fraction
    ``memory`` of its memory.
    """
    if config.beside:
        return None
    logic, memory = min(max(logic, 0), 0.9), max(memory, 0)
    smaller = [replace(one, size=one.engine.smaller(one.size, logic, memory)) for one in config.engines]
    return None if smaller == list(config.engines) else " ".join(f"--with {one}" for one in smaller)
