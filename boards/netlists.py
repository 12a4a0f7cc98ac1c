"""Synthesised designs, kept in the cache: all seeds of place-and-route begin with the same one."""

import gzip
import json
import shutil
import tempfile
import zlib
from dataclasses import asdict
from pathlib import Path

from filelock import FileLock

from rowloom.boards.bitstreams import clear
from rowloom.boards.flow import Design, Flow, Hear
from rowloom.boards.synthesis import NAME, Gateware, Netlist
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.tools import Run

__all__ = ["design"]

_NETLIST = f"{NAME}.json.gz"
_GATEWARE = "gateware.json.gz"
_DAMAGED = OSError, EOFError, ValueError, LookupError, TypeError, zlib.error
"""What comes of reading files that are missing, cut off or changed; gzip has a checksum."""


def design(flow: Flow, config: SoCConfig, folder: Path, hear: Hear) -> Design:
    """Return a board's design, synthesised unless it is in a folder of the cache.

    Parameters
    ----------
    folder : Path
        Belongs to this design alone; is made if it is not there.
    hear : callable

    Raises
    ------
    ToolError
        If a program fails.
    OSError
        If the cache cannot be used.
    """
    with FileLock(f"{folder}.lock"):
        if kept := _kept(folder):
            return kept
        clear(folder)
        with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as name:
            work = Path(name)
            hear("gateware", "")
            gateware = flow.generate(config)
            netlist = flow.synthesise(gateware, work, lambda line: hear("synthesis", line))
            _keep(work / "result", gateware, netlist)
            (work / "result").rename(folder)
        return Design(gateware, Netlist(folder / _NETLIST, netlist.kinds, netlist.run))


def _keep(folder: Path, gateware: Gateware, netlist: Netlist) -> None:
    folder.mkdir()
    with netlist.path.open("rb") as file, gzip.open(folder / _NETLIST, "wb", 1) as packed:
        shutil.copyfileobj(file, packed)
    with gzip.open(folder / _GATEWARE, "wt", 1) as text:
        json.dump({"gateware": asdict(gateware), "kinds": netlist.kinds, "run": asdict(netlist.run)}, text)


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
