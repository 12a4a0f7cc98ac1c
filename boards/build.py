"""From sources to a bitstream: firmware, gateware, synthesis, place-and-route with several seeds."""

import hashlib
import os
import re
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version

import psutil

from rowloom.boards.advice import too_large, too_slow
from rowloom.boards.bitstreams import Bitstream, BuildError, kept, kept_build
from rowloom.boards.board import Board
from rowloom.boards.cache import cached_folder
from rowloom.boards.configure import configure
from rowloom.boards.flow import Design, Flow, Hear
from rowloom.boards.flows import flow_for
from rowloom.boards.netlists import design
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import design_digest
from rowloom.sources import imported
from rowloom.tools import ToolError, end_pool

__all__ = ["Plan", "Request", "TimingError", "build", "plan"]

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
        The SoC's; :meth:`Flow.nearest_clock` is taken. By default the one at which the build was measured.
    seeds : tuple of int
        Of place-and-route; the fastest is kept.
    """

    board: Board
    engines: tuple[str, ...] = ()
    clock_hz: int | None = None
    seeds: tuple[int, ...] = (1,)

    @cached_property
    def flow(self) -> Flow:
        """The way to the board's bitstream."""
        return flow_for(self.board)

    def config(self) -> SoCConfig:
        """Return the SoC's configuration; errors as :func:`configure`."""
        return configure(self.board, self.engines, self.clock_hz, self.flow.nearest_clock)


def build(request: Request, hear: Hear = lambda phase, line: None, allow_slow: bool = False) -> Bitstream:
    """Return the bitstream for a request, built unless it is in the cache.

    The same sources, tools and request give the same bytes, wherever they lie. The cache keeps the netlist, and the
    bitstream of each seed.

    Parameters
    ----------
    request : Request
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
        If a program is missing or fails, or the cache's folder cannot be used.
    """
    config = request.config()
    digest = _digest(request.flow, config)
    made = _kept_seeds(request, digest)
    missing = [seed for seed in request.seeds if seed not in made]
    if missing:
        synthesised = design(request.flow, config, digest, hear)
        _check_fit(request.flow, config, synthesised)
        made |= _build(request.flow, config, digest, synthesised, missing, hear)
    best = max(made.values(), key=lambda one: (one.manifest["fmax_hz"], -one.manifest["seed"]))
    fmax_hz = {seed: made[seed].manifest["fmax_hz"] for seed in request.seeds}
    bitstream = replace(best, fmax_hz=fmax_hz, fresh=bool(missing))
    if not bitstream.meets_timing and not allow_slow:
        raise TimingError(too_slow(request.flow, config, bitstream, len(request.seeds)))
    return bitstream


@dataclass(frozen=True)
class Plan:
    """What a build would be.

    Attributes
    ----------
    config : SoCConfig
    options : mapping of str to str
        See :meth:`Flow.options`.
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
    digest = _digest(request.flow, config)
    return Plan(config, request.flow.options(config), cached_folder("netlists", request.board, digest).is_dir(),
                list(_kept_seeds(request, digest)))


def _kept_seeds(request: Request, digest: str) -> dict[int, Bitstream]:
    """Return the bitstreams of those seeds that the cache has."""
    folders = {seed: cached_folder("bitstreams", request.board, _with_seed(digest, seed)) for seed in request.seeds}
    return {seed: bitstream for seed, folder in folders.items() if (bitstream := kept(folder))}


def _with_seed(digest: str, seed: int) -> str:
    return hashlib.sha256(f"{digest} {seed}".encode()).hexdigest()


def _digest(flow: Flow, config: SoCConfig) -> str:
    """Return a SHA-256 over all that goes into a bitstream but the seed."""
    digest = hashlib.sha256(f"{design_digest(config)} {flow.inputs()}".encode())
    for path in imported([type(flow).__module__, flow.board.module]):
        digest.update(path.read_bytes())
    for tool in flow.tools:
        digest.update(f"{tool.version()}\n".encode())
    digest.update(f"{version('amaranth-boards')} {flow.board.name}".encode())
    return digest.hexdigest()


def _build(flow: Flow, config: SoCConfig, digest: str, design: Design, seeds: Sequence[int],
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
            flow.board, own, lambda work: flow.make(config, own, design, seed, work, listen), stopped)
        if several:
            # Several run at once: only their results are shown.
            hear("placement", f"Info: seed {seed} reached {bitstream.manifest['fmax_hz'] / 1e6:.2f} MHz")
        return bitstream

    hear("placement", "")
    with ThreadPoolExecutor(_side_by_side(flow.peak_bytes(design.netlist))) as pool:
        try:
            runs = [pool.submit(made, seed) for seed in seeds]
            return {one.manifest["seed"]: one for one in (run.result() for run in as_completed(runs))}
        except BaseException as error:
            # Another seed's failure; or Ctrl-C, which reaches this thread only.
            stopped.set()
            end_pool(pool)
            if isinstance(error, ToolError) and _NO_ROOM.search(str(error)):
                needs, has = flow.needs(design.netlist), flow.capacity
                fullest = max(needs, key=lambda name: needs[name] / has[name])
                raise BuildError(too_large(flow, config, design.netlist, needs, [fullest])) from error
            raise


def _side_by_side(peak_bytes: int) -> int:
    """Return how many placements with this peak memory this computer can make at a time."""
    return max(1, min(os.cpu_count() or 1, psutil.virtual_memory().available // peak_bytes))


def _check_fit(flow: Flow, config: SoCConfig, design: Design) -> None:
    """Raise BuildError if no placement of a design can fit."""
    needs, has = flow.needs(design.netlist), flow.placeable
    if lacking := [name for name in needs if needs[name] > has[name]]:
        raise BuildError(too_large(flow, config, design.netlist, needs, lacking))
