"""Synthesised designs, kept in the cache: all seeds of place-and-route begin with the same one."""

import gzip
import json
import shutil
import zlib
from dataclasses import asdict
from pathlib import Path

from rowloom.boards.cache import cached_folder, kept_or_made
from rowloom.boards.flow import Design, Flow, Hear
from rowloom.boards.synthesis import NAME, Gateware, Netlist
from rowloom.engines.config import SoCConfig
from rowloom.tools import Run

__all__ = ["design"]

_NETLIST = f"{NAME}.json.gz"
_GATEWARE = "gateware.json.gz"
_DAMAGED = OSError, EOFError, ValueError, LookupError, TypeError, zlib.error
"""What comes of reading files that are missing, cut off or changed; gzip has a checksum."""


def design(flow: Flow, config: SoCConfig, digest: str, hear: Hear) -> Design:
    """Return a board's design, synthesised unless it is in the cache.

    Parameters
    ----------
    flow : Flow
    config : SoCConfig
    digest : str, hexadecimal
        Of all inputs of the build but the seed.
    hear : callable

    Raises
    ------
    ToolError
        If a program fails, or the cache cannot be used.
    """
    def make(work: Path) -> Path:
        hear("gateware", "")
        gateware = flow.generate(config)
        netlist = flow.synthesise(gateware, work, lambda line: hear("synthesis", line))
        return _keep(work / "result", gateware, netlist)

    return kept_or_made(cached_folder("netlists", flow.board, digest), _kept, make)[0]


def _keep(folder: Path, gateware: Gateware, netlist: Netlist) -> Path:
    folder.mkdir()
    with netlist.path.open("rb") as file, gzip.open(folder / _NETLIST, "wb", 1) as packed:
        shutil.copyfileobj(file, packed)
    with gzip.open(folder / _GATEWARE, "wt", 1) as text:
        json.dump({"gateware": asdict(gateware), "kinds": netlist.kinds, "run": asdict(netlist.run)}, text)
    return folder


def _kept(folder: Path) -> Design | None:
    """Return the design in a folder of the cache; None if there is none, or it is damaged."""
    try:
        with gzip.open(folder / _NETLIST) as packed:
            if not sum(map(len, iter(lambda: packed.read(1 << 20), b""))):
                return None
        with gzip.open(folder / _GATEWARE, "rt") as text:
            record = json.load(text)
        return Design(Gateware(**record["gateware"]), Netlist(folder / _NETLIST, record["kinds"], Run(**record["run"])))
    except _DAMAGED:
        return None
