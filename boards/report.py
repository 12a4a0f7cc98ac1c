"""The report on place-and-route."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from rowloom.boards.board import Board
from rowloom.boards.placement import Placement
from rowloom.boards.synthesis import CELLS, Gateware, Netlist
from rowloom.engines.config import SoCConfig

__all__ = ["critical_path", "report", "units_area"]

_USED = {
    "TRELLIS_COMB": "logic cells (LUT4)", "TRELLIS_FF": "flip-flops", "DP16KD": "block RAMs (18 kbit)",
    "MULT18X18D": "multipliers (18 x 18)", "EHXPLLL": "PLLs", "TRELLIS_IO": "pins",
}
_COLUMNS = ("TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D")


def report(board: Board, config: SoCConfig, gateware: Gateware, netlist: Netlist, placement: Placement) -> str:
    """Return ``report.md``: speed, utilisation, area by unit, and critical path.

    The same build gives the same bytes.
    """
    fmax = placement.fmax_hz / 1e6
    wanted = config.clock_hz / 1e6
    lines = [
        f"# {board.title}", "",
        f"Build {gateware.build_hash}, {board.device}, seed {placement.seed}.",
        ", ".join(one.solves for one in config.engines), "",
        "## Speed", "",
        f"Runs at {wanted:g} MHz; Fmax is {fmax:.2f} MHz" if fmax >= wanted else
        f"**Too slow**: Fmax is {fmax:.2f} MHz, and {wanted:g} MHz are wanted",
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
        "Cells of the netlist, by the unit whose signals they drive; logic that synthesis merged across units counts "
        "for one of them.", "",
        "| unit | logic | flip-flops | block RAMs | multipliers |", "|---|---:|---:|---:|---:|",
    ]
    for unit, counts in units_area(netlist, CELLS):
        lines.append(f"| {unit} | " + " | ".join(f"{counts[resource]:,}" for resource in _COLUMNS) + " |")
    lines += [
        "", "## Critical path", "",
        "From flip-flop to flip-flop, by the signals on it.", "",
        "| ns | signal |", "|---:|---|",
        *(f"| {at:.2f} | `{signal}` |" for at, signal in critical_path(placement.report)), "",
    ]
    return "\n".join(lines)


def units_area(netlist: Netlist, takes: Mapping[str, tuple[str, int]]) -> list[tuple[str, Counter[str]]]:
    """Return the resources that a netlist takes by unit of the SoC, the largest first; ``takes`` as for its needs."""
    areas: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, kind in netlist.kinds.items():
        if kind in takes:
            resource, each = takes[kind]
            areas[_unit(name)][resource] += each
    logic, _ = next(iter(takes.values()))
    return sorted(areas.items(), key=lambda item: (-item[1][logic], item[0]))


def critical_path(report: dict[str, Any]) -> list[tuple[float, str]]:
    """Return the critical path between flip-flops: nanoseconds since the clock edge, and the signal there."""
    paths: list[list[dict[str, Any]]] = [
        path["path"] for path in report["critical_paths"] if path["from"] == path["to"]
    ]
    path = max(paths, key=lambda path: sum(hop["delay"] for hop in path), default=[])
    signals = []
    at = 0.0
    for hop in path:
        at += hop["delay"]
        signals.append((at, _signal(hop.get("net") or hop["to"]["cell"])))
    return [list(group)[-1] for _, group in groupby(signals, key=lambda entry: entry[1])]


# Synthesis names an anonymous cell or net after the nearest named one, with a suffix.
_ADDED = re.compile(
    r"(_(LUT\d|CCU2C|TRELLIS_FF|TRELLIS_DPR16X4|DP16KD|MULT18X18D|CARRY4|MUXF\d|FD[RS]E|RAM\d+\w+)(_|$)"
    r"|\$).*")


def _signal(name: str) -> str:
    return _ADDED.sub("", name.removeprefix("$glbnet$")) or name


def _unit(name: str) -> str:
    parts = _signal(name).split(".")
    if parts[0] == "soc":
        return parts[1] if len(parts) > 2 else "soc"
    return "board"
