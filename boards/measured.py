"""What was measured on each board: the default build's speed, area and cost."""

import json
from pathlib import Path
from typing import Any

from .build import Bitstream
from .placement import CAPACITY

__all__ = ["measured", "record"]

_FILE = Path(__file__).with_name("measured.json")


def measured() -> dict[str, dict[str, Any]]:
    """The measurements by board; ``rowloom build BOARD --record`` wrote them."""
    return json.loads(_FILE.read_text()) if _FILE.exists() else {}


def record(bitstream: Bitstream) -> None:
    """Keeps a build's figures in the sources."""
    manifest = bitstream.manifest
    everything = measured()
    everything[manifest["board"]] = {
        **{key: manifest[key] for key in ("build", "clock_hz", "fmax_hz", "seed", "tools", "units", "used")},
        "available": {name: CAPACITY[manifest["device"].rpartition("-")[2]][name] for name in manifest["used"]},
        "seconds": round(sum(run.seconds for run in bitstream.runs.values())),
        "peak_bytes": max(run.peak_bytes or 0 for run in bitstream.runs.values()),
    }
    _FILE.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n")
