"""From sources to a bitstream: firmware, gateware, synthesis, place-and-route with several seeds."""

import hashlib
import math
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import psutil

from rowloom.boards.bitstreams import (
    Bitstream,
    BuildError,
    cache_errors,
    cached_folder,
    describe,
    kept,
    kept_build,
    seal,
)
from rowloom.boards.board import Board
from rowloom.boards.measured import clock_of
from rowloom.boards.netlists import Design, design
from rowloom.boards.placement import CAPACITY, ROUTER, pack, place, placer_for
from rowloom.boards.report import report, units_area
from rowloom.boards.synthesis import Netlist, command_for
from rowloom.boards.top import nearest_clock
from rowloom.firmware.build import design_digest
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.sources import imported
from rowloom.hw.tools import ECPPACK, NEXTPNR_ECP5, YOSYS, ToolError, end_programs

__all__ = ["Hear", "Plan", "Request", "TimingError", "build", "options_for", "peak_bytes", "plan"]

Hear = Callable[[str, str], None]
"""Called with the phase of a build, and a line of output of the running program."""

_TOOLS = (YOSYS, NEXTPNR_ECP5, ECPPACK)
_SEEDS = 8
"""Seeds worth trying: the fastest of this many is near the best possible."""
_RESOURCES = {"TRELLIS_COMB": "logic cells", "TRELLIS_FF": "flip-flops", "DP16KD": "block RAMs",
              "MULT18X18D": "multipliers"}
_FULL = 0.8
"""The share of a device's logic cells beyond which place-and-route fails or gets slow."""
_BYTES, _BYTES_PER_CELL = 350_000_000, 21_000
"""Memory of nextpnr, without a design and for each of its logic cells: 0.6 GB for 19,710 cells on a 25F, 0.66 GB for
16,497 on an 85F."""
_NO_ROOM = re.compile("no BELs remaining|Unable to find (a|legal) placement|failed to place (cell|chain)")
"""nextpnr's messages when the device is too small."""


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
    clock_hz : int, optional
        The SoC's; the highest up to this one that the board's PLL makes is taken. By default the one at which the build
        was measured.
    seeds : tuple of int
        Of place-and-route; the fastest is kept.
    """

    board: Board
    engines: tuple[str, ...] = ()
    clock_hz: int | None = None
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
        config = SoCConfig.of(*(self.engines or self.board.engines), bit_rate=self.board.bit_rate)
        wanted_hz = self.clock_hz or clock_of(self.board.name, config.names)
        try:
            return replace(config, clock_hz=nearest_clock(self.board, wanted_hz))
        except ValueError as error:
            raise BuildError(f"{self.board.name}: {error}") from error


def build(request: Request, hear: Hear = lambda phase, line: None, allow_slow: bool = False) -> Bitstream:
    """Return the bitstream for a request, built unless it is in the cache.

    The same sources, tools and request give the same bytes, wherever they lie. The cache keeps the netlist, and the
    bitstream of each seed.

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
    digest = _digest(request.board, config)
    made = _kept_seeds(request, digest)
    missing = [seed for seed in request.seeds if seed not in made]
    if missing:
        synthesised = _design(request.board, config, digest, hear)
        _check_fit(request, synthesised.netlist)
        made |= _build(request, config, digest, synthesised, missing, hear)
    best = max(made.values(), key=lambda one: (one.manifest["fmax_hz"], -one.manifest["seed"]))
    fmax_hz = {seed: made[seed].manifest["fmax_hz"] for seed in request.seeds}
    bitstream = replace(best, fmax_hz=fmax_hz, fresh=bool(missing))
    if not bitstream.meets_timing and not allow_slow:
        raise TimingError(_too_slow(request, bitstream))
    return bitstream


@dataclass(frozen=True)
class Plan:
    """What a build would be.

    Attributes
    ----------
    config : SoCConfig
    options : mapping of str to str
        See :func:`options_for`.
    netlist : bool
        The cache has the netlist.
    kept : list of int
        The seeds whose bitstreams it has.
    """

    config: SoCConfig
    options: Mapping[str, str]
    netlist: bool
    kept: list[int]


def plan(request: Request) -> Plan:
    """Return what :func:`build` would build, and what of it is in the cache; errors as there."""
    config = request.config()
    digest = _digest(request.board, config)
    return Plan(config, options_for(config), cached_folder("netlists", request.board, digest).is_dir(),
                list(_kept_seeds(request, digest)))


def _kept_seeds(request: Request, digest: str) -> dict[int, Bitstream]:
    """Return the bitstreams of those seeds that the cache has."""
    folders = {seed: cached_folder("bitstreams", request.board, _with_seed(digest, seed)) for seed in request.seeds}
    return {seed: bitstream for seed, folder in folders.items() if (bitstream := kept(folder))}


def _with_seed(digest: str, seed: int) -> str:
    return hashlib.sha256(f"{digest} {seed}".encode()).hexdigest()


def _digest(board: Board, config: SoCConfig) -> str:
    """Return a SHA-256 over all that goes into a bitstream but the seed."""
    digest = hashlib.sha256(design_digest(config).encode())
    for path in imported([__name__, board.module]):
        digest.update(path.read_bytes())
    for tool in _TOOLS:
        digest.update(f"{tool.version()}\n".encode())
    digest.update(f"{version('amaranth-boards')} {board.name}".encode())
    return digest.hexdigest()


def options_for(config: SoCConfig) -> dict[str, str]:
    """Return what the tools are told for a SoC: Yosys' command, nextpnr's placer and router."""
    return {"synthesis": command_for(config), "placer": placer_for(config), "router": ROUTER}


def peak_bytes(cells: int) -> int:
    """Return about how much memory the placement of so many logic cells takes."""
    return _BYTES + _BYTES_PER_CELL * cells


def _design(board: Board, config: SoCConfig, digest: str, hear: Hear) -> Design:
    folder = cached_folder("netlists", board, digest)
    with cache_errors(folder):
        return design(board, config, folder, hear)


def _build(request: Request, config: SoCConfig, digest: str, design: Design, seeds: Sequence[int],
           hear: Hear) -> dict[int, Bitstream]:
    """Return the bitstreams of seeds, made side by side as far as processors and memory allow."""
    several = len(seeds) > 1
    stopped = threading.Event()

    def listen(phase: str, line: str) -> None:
        if stopped.is_set():
            raise ToolError("stopped")  # which ends the running program
        if not several:
            hear(phase, line)

    def made(seed: int) -> Bitstream:
        own = _with_seed(digest, seed)
        bitstream = kept_build(
            request.board, own, lambda work: _make(request.board, config, own, design, seed, work, listen), stopped)
        if several:
            # Several run at once: only their results are shown.
            hear("placement", f"Info: seed {seed} reached {bitstream.manifest['fmax_hz'] / 1e6:.2f} MHz")
        return bitstream

    hear("placement", "")
    with ThreadPoolExecutor(_side_by_side(design.netlist)) as pool:
        runs = []
        try:
            for seed in seeds:
                runs.append(pool.submit(made, seed))
            return {one.manifest["seed"]: one for one in (run.result() for run in as_completed(runs))}
        except BaseException as error:
            # Another seed's failure; or Ctrl-C, which reaches this thread only.
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            while not all(run.done() for run in runs):
                end_programs()  # one may have started only now
                wait(runs, timeout=0.2)
            if isinstance(error, ToolError) and _NO_ROOM.search(str(error)):
                needs, has = design.netlist.needs, _capacity(request)
                fullest = max(needs, key=lambda name: needs[name] / has[name])
                raise BuildError(_too_large(request, design.netlist, [fullest])) from error
            raise


def _side_by_side(netlist: Netlist) -> int:
    """Return how many placements of a netlist this computer can make at a time."""
    room = psutil.virtual_memory().available // peak_bytes(netlist.needs["TRELLIS_COMB"])
    return max(1, min(os.cpu_count() or 1, room))


def _make(board: Board, config: SoCConfig, digest: str, design: Design, seed: int, work: Path, hear: Hear) -> None:
    """Place and route a design, and pack its bitstream, in a folder."""
    gateware, inner = design.gateware, work / "placement"
    inner.mkdir()
    placement = place(board, design.netlist.path, gateware.constraints, config.clock_hz, placer_for(config), seed,
                      inner, lambda line: hear("placement", line))
    hear("bitstream", "")
    packed, packing = pack(placement)
    bitstream = f"{board.name}.bit"
    files = {
        bitstream: packed.read_bytes(), "memory-map.md": gateware.memory_map.encode(),
        "report.md": report(board, config, gateware, design.netlist, placement).encode(),
    }
    used = {name: entry["used"] for name, entry in placement.report["utilization"].items() if name in _RESOURCES}
    manifest = describe(board, config, gateware.build_hash, _TOOLS, files, digest=digest, bitstream=bitstream,
                        seed=seed, fmax_hz=placement.fmax_hz, options=options_for(config), used=used)
    seal(work, files, manifest, {seed: placement.fmax_hz},
         {"synthesis": design.netlist.run, "placement": placement.run, "bitstream": packing})


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
