"""The bitstream of an Artix board by open tools: nextpnr and Project X-Ray. Experimental: never tried on a board.

The tools are not on PyPI. They are found in the path, or named by the environment; docs/user/boards.md has both.
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rowloom.boards.artix_readback import ReadbackError, frames_in, verify
from rowloom.boards.artix_synthesis import configure, generate_for_open_tools, synthesise_for_open_tools
from rowloom.boards.bitstreams import Bitstream, BuildError, describe, kept_build, seal
from rowloom.boards.board import Board
from rowloom.boards.build import Hear, Request, TimingError
from rowloom.boards.fasm import Database, FasmError, Feature, Frames, check, frames_of, parse, used
from rowloom.boards.synthesis import NAME, Gateware, Netlist
from rowloom.firmware.build import compile_firmware, design_digest
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.sources import imported
from rowloom.hw.tools import YOSYS, Run, Tool, ToolError

__all__ = ["CAPACITY", "MARGIN", "OpenTools", "build_with_open_tools"]

CAPACITY = {
    "xc7a35t": {"LUTs": 20_800, "flip-flops": 41_600, "block RAMs": 100},
    "xc7a100t": {"LUTs": 63_400, "flip-flops": 126_800, "block RAMs": 270},
}
"""What the devices are sold with (Xilinx DS180; block RAMs of 18 kbit). nextpnr knows only the dies."""

MARGIN = 1.3
"""How much faster than its clock a design must be: nextpnr's delays for this family are estimates."""

_DIES = {"xc7a35t": "xc7a50t", "xc7a100t": "xc7a100t"}
_OLDEST = (0, 9, 6)
"""The first release of openXC7's nextpnr to use."""

_RELEASE = re.compile(r"Version (\d+)\.(\d+)\.(\d+)")
_SPEED = re.compile(r"Max frequency for clock +'(.+)': +([\d.]+) MHz \(\w+ at ([\d.]+) MHz\)")
_LOSS = re.compile(r"Unprocessed route-thru|found (set_property|create_clock) with no|ignoring unsupported XDC")
"""nextpnr's warnings that something of the design or its constraints is not in the result."""
_TIME = re.compile(rb"c\x00\x0b\d{4}/\d\d/\d\d\x00d\x00\x09\d\d:\d\d:\d\d\x00")
_NO_TIME = b"c\x00\x0b1980/01/01\x00d\x00\x0900:00:00\x00"
"""The fields of a bitstream's header that say when it was made: the same sources shall give the same bytes."""


@dataclass(frozen=True)
class _Program(Tool):
    """A program that is on no package index: the environment names it, or it is in the path.

    Parameters
    ----------
    names : tuple of str
        Its file's possible names.
    """

    names: tuple[str, ...] = ()

    def command(self) -> list[str]:
        if os.environ.get(self.variable):
            return super().command()
        for name in self.names:
            if path := shutil.which(name):
                return [path]
        raise ToolError(f"there is no {' or '.join(self.names)} in the path (or in {self.variable})")

    def version(self) -> str:
        """Return the first digits of the file's digest: not all of these programs know their version."""
        path = Path(self.command()[0])
        return f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"


_NEXTPNR = _Program("nextpnr", "NEXTPNR_XILINX", "", "", ("nextpnr-himbaechel-xilinx", "nextpnr-xilinx"))
_FRAMES2BIT = _Program("xc7frames2bit", "XC7FRAMES2BIT", "", "", ("xc7frames2bit",))
_BITREAD = _Program("bitread", "BITREAD", "", "", ("bitread",))
_TOOLS = (YOSYS, _NEXTPNR, _FRAMES2BIT, _BITREAD)
_DATABASE = "PRJXRAY_DB_DIR", Path("/usr/share/prjxray/database")
_CHIPS = "CHIPDB", Path("/usr/share/nextpnr/himbaechel/xilinx")


@dataclass(frozen=True)
class OpenTools:
    """The open tools and their databases for a board's device.

    Attributes
    ----------
    board : Board
    himbaechel : bool
        nextpnr is the one of YosysHQ, not openXC7's.
    chip : Path
        nextpnr's database of the device.
    family : Path
        Project X-Ray's database of the family.
    """

    board: Board
    himbaechel: bool
    chip: Path
    family: Path

    @classmethod
    def find(cls, board: Board) -> "OpenTools":
        """Return the tools; ToolError if one is missing, with all that are."""
        platform = board.platform()
        device = platform.device.removesuffix("i")
        missing = []
        himbaechel = True
        for program in (_NEXTPNR, _FRAMES2BIT, _BITREAD):
            try:
                name = Path(program.command()[0]).name
                if program is _NEXTPNR:
                    himbaechel = "himbaechel" in name
            except ToolError as error:
                missing.append(str(error))
        chip = f"chipdb-{_DIES[device]}.bin" if himbaechel else f"{device}{platform.package}.bin"
        tools = cls(board, himbaechel, _folder(_CHIPS) / chip, _folder(_DATABASE) / "artix7")
        for path, (variable, _) in ((tools.chip, _CHIPS), (tools.grid, _DATABASE), (tools.part_file, _DATABASE)):
            if not path.is_file():
                missing.append(f"there is no {path} ({variable} names another folder)")
        if missing:
            raise ToolError(
                f"the open tools for the {board.title} are not complete: {'; '.join(missing)}. On Debian they are the"
                " packages nextpnr-himbaechel-xilinx, prjxray and prjxray-database. Without --tools, a project for"
                " Vivado is written")
        if not himbaechel:
            _check_release()
        return tools

    @property
    def device(self) -> str:
        """The device, without its temperature range, which is no other silicon."""
        return self.board.device.removesuffix("i")

    @property
    def part(self) -> str:
        """The device with package and speed, as Project X-Ray names it; all slow ones are speed 1 to it."""
        return f"{self.device}{self.board.platform().package}-1"

    @property
    def die(self) -> str:
        """The device whose silicon it is."""
        return _DIES[self.device]

    @property
    def grid(self) -> Path:
        """Project X-Ray's list of the die's tiles."""
        return self.family / self.die / "tilegrid.json"

    @property
    def part_file(self) -> Path:
        """Project X-Ray's list of the part's frames."""
        return self.family / self.part / "part.yaml"

    def digest(self) -> str:
        """Return a SHA-256 over the databases."""
        digest = hashlib.sha256()
        for path in (self.chip, self.grid, self.part_file, *sorted(self.family.glob("*.db"))):
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()

    @cached_property
    def database(self) -> Database:
        """Project X-Ray's database of the die."""
        try:
            return Database(self.family, self.die)
        except (OSError, ValueError, LookupError) as error:
            raise ToolError(f"Project X-Ray's database in {self.family} cannot be read: {error}") from error


@dataclass(frozen=True)
class _Placement:
    """A placed and routed design: nextpnr's files in a folder, and the highest frequency of the SoC's clock."""

    seed: int
    folder: Path
    fmax_hz: int
    run: Run


def build_with_open_tools(request: Request, hear: Hear = lambda phase, line: None,
                          allow_slow: bool = False) -> Bitstream:
    """Return the bitstream for a request, built unless it is in the cache.

    Parameters
    ----------
    request : Request
        For a board with an Artix-7. Its clock is the oscillator's divided by an even number.
    hear : callable
    allow_slow : bool
        Return a bitstream even if it is not faster than its clock by :data:`MARGIN`.

    Raises
    ------
    EngineError, BuildError
        If the request cannot be met.
    TimingError
        If the result is too slow.
    ToolError
        If a tool is missing or fails, or its result has other bits than it should.
    """
    config = configure(request.board, request.engines, request.clock_hz)
    tools = OpenTools.find(request.board)
    digest = _digest(request, config, tools)
    bitstream = kept_build(
        request.board, digest, lambda work: _build(request, config, tools, digest, work, hear))
    reached, wanted = bitstream.manifest["fmax_hz"], MARGIN * config.clock_hz
    if reached < wanted and not allow_slow:
        raise TimingError(
            f"{request.board.name} would run at an estimated {reached / 1e6:.2f} MHz, and as that may be too much by"
            f" {MARGIN - 1:.0%}, {wanted / 1e6:g} MHz are wanted for {config.clock_hz / 1e6:g} MHz. Try other seeds"
            " (--seeds 4), a slower clock (--freq 25) or smaller engines; --allow-slow writes the bitstream all the"
            " same")
    return bitstream


def _digest(request: Request, config: SoCConfig, tools: OpenTools) -> str:
    digest = hashlib.sha256(f"{design_digest(config)} {tools.digest()}".encode())
    for path in imported([__name__, "rowloom.boards"]):
        digest.update(path.read_bytes())
    for tool in _TOOLS:
        digest.update(f"{tool.version()}\n".encode())
    digest.update(f"{request.board.name} {request.seeds}".encode())
    return digest.hexdigest()


def _build(request: Request, config: SoCConfig, tools: OpenTools, digest: str, work: Path, hear: Hear) -> None:
    board = request.board
    hear("gateware", "")
    gateware = generate_for_open_tools(board, config)
    netlist = synthesise_for_open_tools(gateware, work, lambda line: hear("synthesis", line))
    hear("placement", "")
    placements = [_place(tools, config, gateware, netlist, seed, work / f"seed-{seed}",
                         lambda line: hear("placement", line)) for seed in request.seeds]
    best = max(placements, key=lambda placement: (placement.fmax_hz, -placement.seed))
    hear("bitstream", "")
    try:
        features = parse((best.folder / f"{NAME}.fasm").read_text())
        check(features)
        area = _fitting(tools, features)
        frames = frames_of(features, tools.database)
        packing = _pack(tools, frames, best.folder)
        verify(_read_back(tools, best.folder), frames, _cells(netlist.path), _cells(best.folder / "placed.json"),
               tools.database, compile_firmware(bus_map_of(config)))
    except (FasmError, ReadbackError) as error:
        raise ToolError(f"no bitstream: {error}") from error

    bitstream = f"{board.name}.bit"
    files = {bitstream: (best.folder / f"{NAME}.bit").read_bytes(), "memory-map.md": gateware.memory_map.encode()}
    manifest = describe(board, config, gateware.build_hash, _TOOLS, files, digest=digest, bitstream=bitstream,
                        seed=best.seed, fmax_hz=best.fmax_hz, used=area)
    seal(work, files, manifest, {one.seed: one.fmax_hz for one in placements},
         {"synthesis": netlist.run, "placement": best.run, "bitstream": packing})


def _place(tools: OpenTools, config: SoCConfig, gateware: Gateware, netlist: Netlist, seed: int, folder: Path,
           hear: Callable[[str], None]) -> _Placement:
    """Place and route a netlist; ToolError if nextpnr fails or leaves something out."""
    folder.mkdir()
    (folder / f"{NAME}.xdc").write_text(gateware.constraints)
    if tools.himbaechel:
        options = ["--device", tools.part, "-o", f"xdc={NAME}.xdc", "-o", f"fasm={NAME}.fasm"]
    else:
        options = ["--xdc", f"{NAME}.xdc", "--fasm", f"{NAME}.fasm"]
    # By clock, in MHz: what it reaches, and what is wanted of it. The last ones said are those after routing.
    speeds: dict[str, tuple[float, float]] = {}
    lost: list[str] = []

    def listen(line: str) -> None:
        if match := _SPEED.search(line):
            speeds[match[1]] = float(match[2]), float(match[3])
        if _LOSS.search(line):
            lost.append(line)
        hear(line)

    run = _NEXTPNR.run([
        *options, "--chipdb", str(tools.chip), "--json", str(netlist.path), "--write", "placed.json",
        "--freq", f"{config.clock_hz / 1e6:g}", "--seed", str(seed), "--timing-allow-fail",
    ], folder, listen)
    if lost:
        raise ToolError(f"nextpnr has left something out: {lost[0]}")
    if len(speeds) != 2:
        raise ToolError(f"nextpnr has reported the speeds of {len(speeds)} clocks instead of two, the oscillator's and"
                        " the SoC's")
    # The oscillator's few flip-flops are far faster than they have to be; if they were not, this would say so.
    share = min(reached / wanted for reached, wanted in speeds.values())
    return _Placement(seed, folder, round(share * config.clock_hz), run)


def _fitting(tools: OpenTools, features: Sequence[Feature]) -> dict[str, int]:
    """Return what a design takes of the device; BuildError if that is more than it has."""
    area, has = used(features), CAPACITY[tools.device]
    if over := [f"{area[name]:,} {name} of {has[name]:,}" for name in has if area[name] > has[name]]:
        raise BuildError(f"this does not fit on {tools.board.name}: it takes {', '.join(over)}. Leave an engine out or"
                         " make it smaller")
    return area


def _pack(tools: OpenTools, frames: Frames, folder: Path) -> Run:
    """Write the bitstream; ToolError if xc7frames2bit fails."""
    with (folder / f"{NAME}.frames").open("w") as file:
        for frame, words in sorted(frames.items()):
            file.write(f"0x{frame:08X} {','.join(f'0x{word:08X}' for word in words)}\n")
    name = f"{tools.board.device.removeprefix('xc')}{tools.board.platform().package}"
    run = _FRAMES2BIT.run(["--part_file", str(tools.part_file), "--part_name", name, "--frm_file", f"{NAME}.frames",
                           "--output_file", f"{NAME}.bit"], folder)
    path = folder / f"{NAME}.bit"
    path.write_bytes(_TIME.sub(_NO_TIME, path.read_bytes(), count=1))
    return run


def _read_back(tools: OpenTools, folder: Path) -> Frames:
    """Return the frames in the bitstream; ToolError if bitread fails."""
    _BITREAD.run(["--part_file", str(tools.part_file), "-z", "-y", "-o", f"{NAME}.bits", f"{NAME}.bit"], folder)
    return frames_in((folder / f"{NAME}.bits").read_text())


def _cells(path: Path) -> dict[str, Any]:
    """Return the cells of the design in Yosys' or nextpnr's JSON: the one module that is no cell's model."""
    modules = json.loads(path.read_text())["modules"]
    return (modules[NAME] if NAME in modules else modules["top"])["cells"]


def _folder(setting: tuple[str, Path]) -> Path:
    variable, usual = setting
    return Path(os.environ.get(variable) or usual)


def _check_release() -> None:
    """Verify that openXC7's nextpnr is new enough."""
    lines: list[str] = []
    _NEXTPNR.run(["--version"], Path.cwd(), lines.append)
    release = _RELEASE.search("\n".join(lines))
    if not release or tuple(map(int, release.groups())) < _OLDEST:
        raise ToolError(f"{_NEXTPNR.command()[0]} is not release {'.'.join(map(str, _OLDEST))} of openXC7's nextpnr or"
                        f" later, but: {' '.join(lines)[:200]}")
