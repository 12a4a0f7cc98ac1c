"""From sources to a bitstream, in a folder with everything that a person needs to use it."""

import errno
import hashlib
import json
import math
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from filelock import FileLock

from rowloom.boards.board import Board
from rowloom.boards.placement import CAPACITY, Placement, pack, place, placer_for
from rowloom.boards.report import report, units_area
from rowloom.boards.synthesis import Gateware, Netlist, generate, synthesise
from rowloom.boards.top import nearest_clock
from rowloom.firmware.build import design_digest
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.sources import imported
from rowloom.hw.tools import ECPPACK, NEXTPNR_ECP5, YOSYS, Run, Tool, ToolError, cache_for

__all__ = ["MANIFEST", "Bitstream", "BuildError", "Hear", "Request", "TimingError", "build", "describe", "kept_build",
           "seal", "write_files"]

Hear = Callable[[str, str], None]
"""Called with the phase of a build, and a line of output of the running program."""

MANIFEST = "manifest.json"
_TOOLS = (YOSYS, NEXTPNR_ECP5, ECPPACK)
_EFFORT = "effort.json"
_RESULT = "result"
_SEEDS = 8
"""Seeds worth trying: the fastest of this many is near the best possible."""
_RESOURCES = {"TRELLIS_COMB": "logic cells", "TRELLIS_FF": "flip-flops", "DP16KD": "block RAMs",
              "MULT18X18D": "multipliers"}
_FULL = 0.8
"""The share of a device's logic cells beyond which place-and-route fails or gets slow."""
_NO_ROOM = re.compile("no BELs remaining|Unable to find (a|legal) placement|failed to place (cell|chain)")
"""nextpnr's messages when the device is too small."""


class BuildError(Exception):
    """There can be no such bitstream; the message says why, and what to do."""


class TimingError(BuildError):
    """The clock is too fast for the result of place-and-route."""


@dataclass(frozen=True)
class Request:
    """What to build.

    Parameters
    ----------
    board : Board
    engines : tuple of str, optional
        Instead of the board's usual ones.
    clock_hz : int
        The SoC's; the nearest that the board's PLL makes is taken.
    seeds : tuple of int
        Of place-and-route; the fastest is kept.
    """

    board: Board
    engines: tuple[str, ...] = ()
    clock_hz: int = 50_000_000
    seeds: tuple[int, ...] = (1,)

    def config(self) -> SoCConfig:
        """Return the SoC's configuration.

        Raises
        ------
        EngineError
            If an engine cannot be had.
        BuildError
            If the board's oscillator does not allow the clock.
        """
        try:
            clock_hz = nearest_clock(self.board, self.clock_hz)
        except ValueError as error:
            raise BuildError(f"{self.board.name}: {error}") from error
        return SoCConfig.of(*(self.engines or self.board.engines), clock_hz=clock_hz, bit_rate=self.board.bit_rate)


@dataclass(frozen=True)
class Bitstream:
    """A finished build.

    Attributes
    ----------
    folder : Path
        In the cache: the bitstream, its manifest, memory map, report.
    manifest : mapping
        What the manifest says.
    fmax_hz : mapping of int to int
        By seed.
    runs : mapping of str to Run
        Resources that each phase took when it was built.
    fresh : bool
        It was built just now, not found in the cache.
    """

    folder: Path
    manifest: Mapping[str, Any]
    fmax_hz: Mapping[int, int]
    runs: Mapping[str, Run]
    fresh: bool

    @property
    def meets_timing(self) -> bool:
        """Whether the board may run at the clock it was built for."""
        return self.manifest["fmax_hz"] >= self.manifest["clock_hz"]

    def copy_to(self, folder: Path) -> None:
        """Copy the files to where a person wants them.

        Raises
        ------
        BuildError
            If one cannot be read.
        OSError
            If the folder cannot be written; see :func:`write_files`.
        """
        try:
            files = {name: (self.folder / name).read_bytes() for name in (*self.manifest["files"], MANIFEST)}
        except OSError as error:
            raise BuildError(f"{error.filename} cannot be read: {error.strerror}") from error
        write_files(folder, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, all or none of them; replace those that exist.

    Parameters
    ----------
    folder : Path
        Is made if it is not there.
    files : mapping of str to bytes
        By name. They are written in this order, so that the last one shows that the others are complete.

    Raises
    ------
    OSError
        If that is impossible; its ``filename`` is what is in the way.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(folder / name))
    try:
        with tempfile.TemporaryDirectory(prefix=".rowloom-", dir=folder) as work:
            for name, content in files.items():
                (Path(work) / name).write_bytes(content)
            for name in files:
                (Path(work) / name).replace(folder / name)
    except OSError as error:
        # The name of a temporary file would mean nothing to the user.
        error.filename = os.fspath(folder)
        raise


def build(request: Request, hear: Hear = lambda phase, line: None, allow_slow: bool = False) -> Bitstream:
    """Return the bitstream for a request, built unless it is in the cache.

    The same sources, tools and request give the same bytes, wherever they lie.

    Parameters
    ----------
    request : Request
        For a board with an ECP5.
    hear : callable
    allow_slow : bool
        Return a bitstream even if it misses its timing.

    Raises
    ------
    EngineError, BuildError
        If the request cannot be met.
    TimingError
        If the result is slower than the clock asked for.
    ToolError
        If a program fails, or the cache's folder cannot be used.
    """
    config = request.config()
    digest = _digest(request, config)
    bitstream = kept_build(request.board, digest, lambda work: _build(request, config, digest, work, hear))
    if not bitstream.meets_timing and not allow_slow:
        raise TimingError(_too_slow(request, bitstream))
    return bitstream


def kept_build(board: Board, digest: str, make: Callable[[Path], None]) -> Bitstream:
    """Return a build from the cache, made if it is not there; only one process at a time makes it.

    Parameters
    ----------
    board : Board
    digest : str, hexadecimal
        Of all inputs of the build.
    make : callable
        Build in an empty folder; see :func:`seal`.

    Raises
    ------
    BuildError
        If the cache's folder cannot be read or written.
    """
    folder = cache_for("bitstreams") / f"{board.name}-{digest[:20]}"
    try:
        with FileLock(f"{folder}.lock"):
            kept = _kept(folder)
            if not kept:
                _clear(folder)
                with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as name:
                    make(Path(name))
                    (Path(name) / _RESULT).rename(folder)
            return kept or _read(folder, fresh=True)
    except OSError as error:
        raise BuildError(f"cannot build in {folder.parent}: {error.strerror}") from error


def seal(work: Path, files: Mapping[str, bytes], manifest: bytes, fmax_hz: Mapping[int, int],
         runs: Mapping[str, Run]) -> None:
    """Write a build's result, as :func:`kept_build` takes it: its files, their manifest, and what they took."""
    result = work / _RESULT
    result.mkdir()
    effort = {"manifest": _sha256(manifest), "fmax_hz": fmax_hz,
              "runs": {phase: asdict(run) for phase, run in runs.items()}}
    for name, content in {**files, MANIFEST: manifest, _EFFORT: json.dumps(effort).encode() + b"\n"}.items():
        (result / name).write_bytes(content)


def _kept(folder: Path) -> Bitstream | None:
    """Return the build in a folder of the cache; None if there is none, or a byte of it has changed."""
    try:
        return _read(folder, fresh=False)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # Files that are missing, are no JSON, or are some other JSON.
        return None


def _read(folder: Path, fresh: bool) -> Bitstream:
    """Return the build in a folder of the cache; ValueError if a byte of it is not as it was written."""
    effort = json.loads((folder / _EFFORT).read_bytes())
    text = (folder / MANIFEST).read_bytes()
    manifest = json.loads(text)
    digests = {MANIFEST: effort["manifest"], **manifest["files"]}
    if any(_sha256((folder / name).read_bytes()) != digest for name, digest in digests.items()):
        raise ValueError("a file has changed since it was written")
    fmax_hz = {int(seed): hz for seed, hz in effort["fmax_hz"].items()}
    runs = {phase: Run(**run) for phase, run in effort["runs"].items()}
    return Bitstream(folder, manifest, fmax_hz, runs, fresh)


def _clear(folder: Path) -> None:
    """Make room for a build: remove a damaged one, and the remains of those that were killed or crashed."""
    for remains in (folder, *folder.parent.glob(f"{folder.name}-*")):
        if remains.is_file():
            remains.unlink()
        # A program that outlived its build may still write there.
        shutil.rmtree(remains, ignore_errors=True)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _digest(request: Request, config: SoCConfig) -> str:
    digest = hashlib.sha256(design_digest(config).encode())
    for path in imported([__name__, "rowloom.boards"]):
        digest.update(path.read_bytes())
    for tool in _TOOLS:
        digest.update(f"{tool.version()}\n".encode())
    digest.update(f"{version('amaranth-boards')} {request.board.name} {request.seeds}".encode())
    return digest.hexdigest()


def _build(request: Request, config: SoCConfig, digest: str, work: Path, hear: Hear) -> None:
    board = request.board
    hear("gateware", "")
    gateware = generate(board, config)
    netlist = synthesise(gateware.rtlil, gateware.synthesis, work, lambda line: hear("synthesis", line))
    _check_fit(request, netlist)

    placements = _place(request, config, gateware, netlist, work, hear)
    best = max(placements, key=lambda placement: (placement.fmax_hz, -placement.seed))
    hear("bitstream", "")
    packed, packing = pack(best)

    bitstream = f"{board.name}.bit"
    files = {
        bitstream: packed.read_bytes(), "memory-map.md": gateware.memory_map.encode(),
        "report.md": report(board, config, gateware, netlist, best).encode(),
    }
    manifest = describe(
        board, config, gateware.build_hash, _TOOLS, files,
        digest=digest, bitstream=bitstream, seed=best.seed, fmax_hz=best.fmax_hz,
        used={name: entry["used"] for name, entry in best.report["utilization"].items() if name in _RESOURCES})
    seal(work, files, manifest, {placement.seed: placement.fmax_hz for placement in placements},
         {"synthesis": netlist.run, "placement": best.run, "bitstream": packing})


def describe(board: Board, config: SoCConfig, build: str, tools: Iterable[Tool], files: Mapping[str, bytes],
             **more: Any) -> bytes:
    """Return a build's manifest: ``build`` is its hash, ``files`` lie beside it, ``more`` are other entries."""
    return json.dumps({
        "rowloom": version("rowloom"), "build": build, "board": board.name, "title": board.title,
        "device": board.device, "clock_hz": config.clock_hz, "bit_rate": config.bit_rate,
        "solves": config.solves, "engines": config.names, "loader": {"sram": board.sram, "flash": board.flash},
        "tools": {tool.name: tool.version() for tool in tools},
        "files": {name: _sha256(content) for name, content in files.items()}, **more,
    }, indent=2, sort_keys=True).encode() + b"\n"


def _place(request: Request, config: SoCConfig, gateware: Gateware, netlist: Netlist, work: Path,
           hear: Hear) -> list[Placement]:
    """Return a placement for each seed, as many at a time as there are processors."""
    several = len(request.seeds) > 1
    stopped = threading.Event()

    def placed(seed: int) -> Placement:
        def listen(line: str) -> None:
            if stopped.is_set():
                raise ToolError("stopped")  # which ends the running program
            if not several:
                hear("placement", line)

        folder = work / f"seed-{seed}"
        folder.mkdir()
        result = place(request.board, netlist.path, gateware.constraints, config.clock_hz, placer_for(config), seed,
                       folder, listen)
        if several:
            # Several run at once: only their results are shown.
            hear("placement", f"Info: seed {seed} reached {result.fmax_hz / 1e6:.2f} MHz")
        return result

    hear("placement", "")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            return list(pool.map(placed, request.seeds))
        except ToolError as error:
            stopped.set()
            if _NO_ROOM.search(str(error)):
                fullest = max(netlist.needs, key=lambda name: netlist.needs[name] / _capacity(request)[name])
                raise BuildError(_too_large(request, netlist, [fullest])) from error
            raise
        except BaseException:
            # Ctrl-C reaches this thread only; those that wait for nextpnr would go on to its end.
            stopped.set()
            raise


def _check_fit(request: Request, netlist: Netlist) -> None:
    has = _capacity(request)
    if lacking := [name for name, needs in netlist.needs.items() if needs > has[name]]:
        raise BuildError(_too_large(request, netlist, lacking))


def _capacity(request: Request) -> Mapping[str, int]:
    return CAPACITY[request.board.device.rpartition("-")[2]]


def _too_large(request: Request, netlist: Netlist, lacking: Sequence[str]) -> str:
    has = _capacity(request)
    needs = "; ".join(f"{netlist.needs[name]:,} {_RESOURCES[name]}, and the {request.board.device} has {has[name]:,}"
                      for name in lacking)
    # The engines grow with the grid, the rest of the SoC does not.
    areas = dict(units_area(netlist))
    engines = [areas[one.engine.name] for one in request.config().engines]

    def share(name: str, kind: str, limit: float) -> float:
        used = sum(area[kind] for area in engines)
        return (limit * has[name] - netlist.needs[name] + used) / used if used else 1

    smaller = _smaller(request, share("TRELLIS_COMB", "logic", _FULL), share("DP16KD", "block RAMs", 1))
    instead = f"Leave an engine out or make it smaller: {smaller}, for example" if smaller else "Take a larger one"
    return f"this does not fit on {request.board.name}: it needs {needs}. {instead}"


def _smaller(request: Request, logic: float, memory: float = 1) -> str | None:
    """Return options for the same engines with these shares of their logic and memory; None if none can be smaller."""
    config = request.config()
    logic, memory = min(max(logic, 0), 0.9), max(memory, 0)
    smaller = [replace(one, size=one.engine.smaller(one.size, logic, memory)) for one in config.engines]
    return None if smaller == list(config.engines) else " ".join(f"--with {one}" for one in smaller)


def _too_slow(request: Request, bitstream: Bitstream) -> str:
    reached, wanted = bitstream.manifest["fmax_hz"] / 1e6, bitstream.manifest["clock_hz"] / 1e6
    tried = len(request.seeds)
    best_of = f", with the best of {tried} seeds" if tried > 1 else ""
    instead = [f"other seeds (--seeds {_SEEDS})"] if tried < _SEEDS else []
    instead.append(f"a slower clock (--freq {math.floor(reached)})")
    if smaller := _smaller(request, 0.8):
        instead.append(f"smaller engines ({smaller})")
    *most, last = instead
    return (
        f"{request.board.name} would run at {reached:.2f} MHz at most{best_of}, and {wanted:g} MHz are wanted: "
        f"{wanted - reached:.2f} MHz are missing. Try {', '.join(most)}{' or ' if most else ''}{last}; --allow-slow "
        f"writes the bitstream all the same. What is slow: {bitstream.folder / 'report.md'}")
