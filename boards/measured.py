"""The measured speed, area and cost of builds, and the default clocks that follow from the measurements."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rowloom.boards.board import capacity_of

if TYPE_CHECKING:
    from rowloom.boards.bitstreams import Bitstream

__all__ = ["SEEDS", "NotRecorded", "clock_of", "measured", "name_of", "record", "seed_of", "to_json"]

_FILE = Path(__file__).with_name("measured.json")
_LEAST_HZ = 50_000_000
"""The default clock of builds that were not measured."""
SEEDS = 3
"""The minimum number of seeds with which a build is recorded. The result of a single seed may be unusually fast."""


class NotRecorded(Exception):
    """The build is not recorded because the result of one of its seeds is slower than the build's clock. The message
    suggests a remedy."""


def measured() -> dict[str, dict[str, Any]]:
    """Return the measurements by name (see :func:`name_of`)."""
    return json.loads(_FILE.read_text())


def name_of(board: str, engines: Iterable[str], usb: bool = False) -> str:
    """Return the name of a measurement: the arguments of ``rowloom build`` for this board and these engines at the
    default clock."""
    return " ".join([board, *["--usb"] * usb, *(word for engine in engines for word in ("--with", engine))])


def clock_of(board: str, engines: Iterable[str], usb: bool = False) -> int:
    """Return the default clock of a build in Hz: the recorded clock, or 50 MHz if the build was not recorded."""
    return measured().get(name_of(board, engines, usb), {}).get("clock_hz", _LEAST_HZ)


def seed_of(board: str, engines: Iterable[str], usb: bool = False) -> int:
    """Return the default seed of a build: the fastest recorded seed, or 1 if the build was not recorded."""
    return measured().get(name_of(board, engines, usb), {}).get("seed", 1)


def to_json(value: Mapping[str, Any], depth: int = 2) -> str:
    """Return an object as JSON. The JSON of equal objects is the same. Down to level ``depth``, each entry has its own
    line."""
    if depth == 0:
        return json.dumps(value, sort_keys=True)
    entries = ",".join(f"\n{json.dumps(key)}: {to_json(value[key], depth - 1)}" for key in sorted(value))
    return "{" + entries.replace("\n", "\n  ") + "\n}"


def record(bitstream: "Bitstream") -> None:
    """Store a build's figures with the sources; the build's clock becomes the default for the same board and engines.

    Raises :class:`NotRecorded` if the result of one seed is slower than the build's clock.
    """
    manifest = bitstream.manifest
    lowest = min(bitstream.fmax_hz.values())
    if lowest < manifest["clock_hz"]:
        raise NotRecorded(
            f"the build is not recorded: its slowest seed reached {lowest / 1e6:.2f} MHz, less than the clock of"
            f" {manifest['clock_hz'] / 1e6:g} MHz; build with a slower clock (--freq)")
    everything = measured()
    everything[name_of(manifest["board"], manifest["engines"], manifest["usb"])] = {
        **{key: manifest[key] for key in ("build", "clock_hz", "options", "seed", "tools", "solves", "used")},
        "fmax_hz": sorted(bitstream.fmax_hz.values()),
        "available": {name: capacity_of(manifest["device"])[name] for name in manifest["used"]},
        "seconds": round(sum(run.seconds for run in bitstream.runs.values())),
        "peak_bytes": max(run.peak_bytes or 0 for run in bitstream.runs.values()),
    }
    _FILE.write_text(to_json(everything) + "\n")
