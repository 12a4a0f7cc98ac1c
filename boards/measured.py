"""Measured speed, area and cost of each board's default build, and of some others."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rowloom.boards import find_board
from rowloom.boards.build import Bitstream
from rowloom.boards.placement import CAPACITY

__all__ = ["measured", "record"]

_FILE = Path(__file__).with_name("measured.json")
_USUAL_HZ = 50_000_000


def measured() -> dict[str, dict[str, Any]]:
    """Return the measurements by the arguments of ``rowloom build``: for a default build, the board's name alone."""
    return json.loads(_FILE.read_text())


def record(bitstream: Bitstream) -> None:
    """Store a build's figures with the sources."""
    manifest = bitstream.manifest
    everything = measured()
    everything[_asked(manifest)] = {
        **{key: manifest[key] for key in ("build", "clock_hz", "fmax_hz", "seed", "tools", "solves", "used")},
        "available": {name: CAPACITY[manifest["device"].rpartition("-")[2]][name] for name in manifest["used"]},
        "seconds": round(sum(run.seconds for run in bitstream.runs.values())),
        "peak_bytes": max(run.peak_bytes or 0 for run in bitstream.runs.values()),
    }
    _FILE.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n")


def _asked(manifest: Mapping[str, Any]) -> str:
    words = [manifest["board"]]
    if tuple(manifest["engines"]) != find_board(manifest["board"]).engines:
        words += [word for engine in manifest["engines"] for word in ("--with", engine)]
    if manifest["clock_hz"] != _USUAL_HZ:
        words += ["--freq", f"{manifest['clock_hz'] / 1e6:g}"]
    return " ".join(words)
