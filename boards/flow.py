"""What the ways of the open tools from a board's SoC to its bitstream have in common."""

import gzip
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from rowloom.boards.bitstreams import describe, seal
from rowloom.boards.board import Board
from rowloom.boards.synthesis import NAME, Gateware, Netlist
from rowloom.engines.config import SoCConfig
from rowloom.tools import Run, Tool

__all__ = ["Design", "Flow", "Hear", "Resources", "Routed"]

Hear = Callable[[str, str], None]
"""Called with the phase of a build, and a line of output of the running program."""


@dataclass(frozen=True)
class Design:
    """A board's design and its netlist, whose ``path`` is a file compressed by gzip."""

    gateware: Gateware
    netlist: Netlist

    def unpack(self, folder: Path) -> Path:
        """Write the netlist into a folder as ``rowloom.json``; return that file."""
        path = folder / f"{NAME}.json"
        with gzip.open(self.netlist.path) as packed, path.open("wb") as file:
            shutil.copyfileobj(packed, file)
        return path


@dataclass(frozen=True)
class Resources:
    """What the devices of a family have.

    Attributes
    ----------
    words : mapping of str to str
        Each resource as manifests name it, and in words.
    cells : mapping of str to (str, int)
        By kind of cell, the resource that it takes, and how many of it.
    logic, memory : str
        The resources of which smaller engines take less.
    """

    words: Mapping[str, str]
    cells: Mapping[str, tuple[str, int]]
    logic: str
    memory: str


@dataclass(frozen=True)
class Routed:
    """A placed and routed design and its bitstream.

    Attributes
    ----------
    bitstream : bytes
    fmax_hz : int
        The highest frequency of the SoC's clock.
    used : dict of str to int
        Resources, by the names of :class:`Resources`.
    runs : dict of str to Run
        By phase.
    files : dict of str to bytes
        Other files for the user.
    """

    bitstream: bytes
    fmax_hz: int
    used: dict[str, int]
    runs: dict[str, Run]
    files: dict[str, bytes] = field(default_factory=dict)


class Flow(ABC):
    """The way from a board's SoC to its bitstream, for one family of devices.

    Parameters
    ----------
    board : Board

    Attributes
    ----------
    tools : tuple of Tool
    resources : Resources
    margin : float
        How much faster than its clock a design must be.
    base_bytes, bytes_per_cell : int
        Memory of place-and-route, without a design and for each of its logic cells.
    """

    tools: ClassVar[tuple[Tool, ...]]
    resources: ClassVar[Resources]
    margin: ClassVar[float] = 1
    base_bytes: ClassVar[int]
    bytes_per_cell: ClassVar[int]

    def __init__(self, board: Board):
        self.board = board

    @property
    @abstractmethod
    def capacity(self) -> Mapping[str, int]:
        """What the board's device has of each resource."""

    @property
    def placeable(self) -> Mapping[str, int]:
        """How much of each resource a netlist may take before placement, which may combine cells."""
        return self.capacity

    @abstractmethod
    def nearest_clock(self, wanted_hz: int) -> int:
        """Return the frequency in Hz for the SoC that is nearest to the one wanted; ValueError if none is near."""

    @abstractmethod
    def highest_clock(self, fmax_hz: int) -> int:
        """Return the highest frequency in Hz for a SoC with this Fmax."""

    @abstractmethod
    def options(self, config: SoCConfig) -> dict[str, str]:
        """Return what the tools are told for a SoC: Yosys' command, nextpnr's placer and router if they are chosen."""

    def inputs(self) -> str:
        """Return a digest of what goes into a bitstream besides sources and tools; ToolError if it is missing."""
        return ""

    @abstractmethod
    def generate(self, config: SoCConfig) -> Gateware:
        """Return the board's design, firmware included; ToolError if the firmware cannot be compiled."""

    @abstractmethod
    def synthesise(self, gateware: Gateware, folder: Path, hear: Callable[[str], None]) -> Netlist:
        """Synthesise a design in a folder; ToolError if Yosys fails."""

    @abstractmethod
    def route(self, config: SoCConfig, design: Design, seed: int, folder: Path, hear: Hear) -> Routed:
        """Place, route and pack a design in an empty folder.

        Raises
        ------
        BuildError
            If it does not fit.
        ToolError
            If a tool fails.
        """

    def make(self, config: SoCConfig, digest: str, design: Design, seed: int, work: Path, hear: Hear) -> Path:
        """Write the build of one seed as :func:`seal` does, errors as :meth:`route`; ``digest`` is of all inputs."""
        inner = work / "placement"
        inner.mkdir()
        routed = self.route(config, design, seed, inner, hear)
        bitstream = f"{self.board.name}.bit"
        files = {bitstream: routed.bitstream, "memory-map.md": design.gateware.memory_map.encode(), **routed.files}
        manifest = describe(
            self.board, config, design.gateware.build_hash, self.tools, files, digest=digest, bitstream=bitstream,
            seed=seed, fmax_hz=routed.fmax_hz, needed_fmax_hz=round(self.margin * config.clock_hz),
            options=self.options(config), used=routed.used)
        return seal(work, files, manifest, {seed: routed.fmax_hz}, {"synthesis": design.netlist.run, **routed.runs})

    def peak_bytes(self, netlist: Netlist) -> int:
        """Return about how much memory place-and-route of a netlist takes."""
        return self.base_bytes + self.bytes_per_cell * self.needs(netlist)[self.resources.logic]

    def needs(self, netlist: Netlist) -> dict[str, int]:
        """Return the resources that a netlist takes; logic nearly as place-and-route counts it."""
        return netlist.needs(self.resources.cells)
