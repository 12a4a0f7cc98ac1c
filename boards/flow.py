"""The steps from a SoC to a bitstream that are the same for all FPGA families."""

import gzip
import json
import shutil
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import ClassVar

from rowloom.boards.bitstreams import cached_folder, cached_or_made, describe, write_build
from rowloom.boards.board import BoardDefinition, capacity_of
from rowloom.boards.synthesis import NAME, Gateware, Netlist, synthesise
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import assemble, build_hash
from rowloom.hw.soc.top import SoC
from rowloom.tools import RunCost, Tool

__all__ = ["Design", "Flow", "OnOutput", "Routed"]

OnOutput = Callable[[str, str], None]
"""A callback with two arguments: the phase of the build, and a line that the running program has printed."""

_NETLIST = f"{NAME}.json.gz"
_GATEWARE = "gateware.json.gz"
_DAMAGED = OSError, EOFError, ValueError, LookupError, TypeError, zlib.error
"""The errors that occur when a missing, truncated or changed file is read. gzip detects changes by a checksum."""


@dataclass(frozen=True)
class Design:
    """A board's design and its netlist. The file at the netlist's ``path`` is compressed with gzip."""

    gateware: Gateware
    netlist: Netlist

    @classmethod
    def read(cls, folder: Path) -> "Design | None":
        """Return the design in a folder of the cache, or None if the design is missing or damaged."""
        try:
            with gzip.open(folder / _NETLIST) as packed:
                if not sum(map(len, iter(lambda: packed.read(1 << 20), b""))):
                    return None
            with gzip.open(folder / _GATEWARE, "rt") as text:
                record = json.load(text)
            netlist = Netlist(folder / _NETLIST, record["kinds"], RunCost(**record["run"]))
            return cls(Gateware(**record["gateware"]), netlist)
        except _DAMAGED:
            return None

    def write(self, folder: Path) -> Path:
        """Write the design, with a compressed netlist, into a new folder; return the folder."""
        folder.mkdir()
        with self.netlist.path.open("rb") as file, gzip.open(folder / _NETLIST, "wb", 1) as packed:
            shutil.copyfileobj(file, packed)
        with gzip.open(folder / _GATEWARE, "wt", 1) as text:
            json.dump({"gateware": asdict(self.gateware), "kinds": self.netlist.kinds, "run": asdict(self.netlist.run)},
                      text)
        return folder

    def unpack(self, folder: Path) -> Path:
        """Write the netlist into a folder as ``rowloom.json``; return that file."""
        path = folder / f"{NAME}.json"
        with gzip.open(self.netlist.path) as packed, path.open("wb") as file:
            shutil.copyfileobj(packed, file)
        return path


@dataclass(frozen=True)
class Routed:
    """A bitstream after place-and-route, the Fmax of the SoC's clock, the resources used, the cost of each phase, and
    other files for the user."""

    bitstream: bytes
    fmax_hz: int
    used: dict[str, int]
    runs: dict[str, RunCost]
    files: dict[str, bytes] = field(default_factory=dict)


class Flow(ABC):
    """The steps from a SoC to a bitstream; each family of FPGAs has a subclass of this class.

    Attributes
    ----------
    synthesis : str
        Yosys' command.
    resources : mapping of str to str
        A description of each resource, by the resource's name in manifests.
    cells : mapping of str to (str, int)
        For each kind of cell: which resource the cell uses, and how much of it.
    logic, memory : str
        The names of the two resources that smaller engines save.
    margin : float
        The required ratio of Fmax to clock.
    base_bytes, bytes_per_cell : int
        The memory that place-and-route needs: a fixed amount, and an amount for each logic cell of the design.
    """

    tools: ClassVar[tuple[Tool, ...]]
    synthesis: ClassVar[str]
    resources: ClassVar[Mapping[str, str]]
    cells: ClassVar[Mapping[str, tuple[str, int]]]
    logic: ClassVar[str]
    memory: ClassVar[str]
    margin: ClassVar[float] = 1
    base_bytes: ClassVar[int]
    bytes_per_cell: ClassVar[int]

    def __init__(self, board: BoardDefinition):
        self.board, self.capacity = board, capacity_of(board.device)

    @property
    def placeable(self) -> Mapping[str, int]:
        """The limit for each resource: a netlist that needs more cannot be placed. The limit may be more than the FPGA
        has, because placement can combine cells of the netlist."""
        return self.capacity

    @abstractmethod
    def nearest_clock(self, wanted_hz: int) -> int:
        """Return the possible frequency of the SoC's clock, in Hz, that is nearest to ``wanted_hz``.

        ValueError if this frequency is not near enough.
        """

    @abstractmethod
    def highest_clock(self, fmax_hz: int) -> int:
        """Return the highest frequency in Hz for a SoC with this Fmax."""

    @abstractmethod
    def options(self, config: SoCConfig) -> dict[str, str]:
        """Return the tools' options for a SoC: Yosys' command, and possibly nextpnr's placer and router."""

    def inputs(self) -> str:
        """Return a digest of inputs other than sources and tools; ToolError if an input is missing."""
        return ""

    @abstractmethod
    def prepare(self, soc: SoC, clock_hz: int) -> tuple[str, str]:
        """Return the board's design with a SoC as RTLIL, and the constraints for place-and-route. The RTLIL has no
        source locations, because these differ from one checkout to the next."""

    def generate(self, config: SoCConfig) -> Gateware:
        """Return the board's design, which includes the firmware; ToolError if the firmware cannot be compiled.

        The configuration's ``clock_hz`` must be from :meth:`nearest_clock`.
        """
        soc = assemble(config)
        return Gateware(*self.prepare(soc, config.clock_hz), soc.memory_map(), build_hash(config))

    def synthesise(self, gateware: Gateware, folder: Path, on_output: Callable[[str], None]) -> Netlist:
        """Synthesise a design in a folder; ToolError if Yosys fails."""
        return synthesise(gateware.rtlil, self.synthesis, folder, on_output)

    @abstractmethod
    def route(self, config: SoCConfig, design: Design, seed: int, folder: Path, on_output: OnOutput) -> Routed:
        """Place, route and pack a design in an empty folder.

        Raises BuildError if the design does not fit, or ToolError if a program fails.
        """

    def design(self, config: SoCConfig, digest: str, on_output: OnOutput) -> Design:
        """Return the board's design; synthesise it unless it is in the cache.

        ``digest`` is the digest of all inputs except the seed. ToolError if a program fails or the cache cannot be
        used.
        """
        def make(work: Path) -> Path:
            on_output("gateware", "")
            gateware = self.generate(config)
            netlist = self.synthesise(gateware, work, lambda line: on_output("synthesis", line))
            return Design(gateware, netlist).write(work / "result")

        return cached_or_made(cached_folder("netlists", self.board, digest), Design.read, make)

    def make(self, config: SoCConfig, digest: str, design: Design, seed: int, work: Path, on_output: OnOutput) -> Path:
        """Write the build of one seed as :func:`write_build` does; ``digest`` is the digest of all its inputs.

        Raises the same errors as :meth:`route`.
        """
        inner = work / "placement"
        inner.mkdir()
        routed = self.route(config, design, seed, inner, on_output)
        bitstream = f"{self.board.name}.bit"
        files = {bitstream: routed.bitstream, "memory-map.md": design.gateware.memory_map.encode(), **routed.files}
        manifest = describe(
            self.board, config, design.gateware.build_hash, self.tools, files, digest=digest, bitstream=bitstream,
            seed=seed, fmax_hz=routed.fmax_hz, needed_fmax_hz=round(self.margin * config.clock_hz),
            options=self.options(config), used=routed.used)
        runs = {"synthesis": design.netlist.run, **routed.runs}
        return write_build(work, files, manifest, {seed: routed.fmax_hz}, runs)

    def peak_bytes(self, netlist: Netlist) -> int:
        """Return the approximate memory in bytes that place-and-route of a netlist needs."""
        return self.base_bytes + self.bytes_per_cell * self.needs(netlist)[self.logic]

    def needs(self, netlist: Netlist) -> dict[str, int]:
        """Return the resources that a netlist needs. Placement changes the amount of logic slightly."""
        return netlist.needs(self.cells)
