"""Build a bitstream from the sources: firmware, gateware, synthesis, and place-and-route with several seeds."""

import hashlib
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version

import psutil

from rowloom.boards import catalogue
from rowloom.boards.artix_flow import ArtixFlow
from rowloom.boards.bitstreams import Bitstream, BuildError, cached_build, cached_folder, cached_or_made
from rowloom.boards.board import BoardDefinition
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.flow import Design, Flow, OnOutput
from rowloom.boards.measured import clock_of
from rowloom.boards.report import too_large, too_slow
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import design_digest
from rowloom.sources import imported
from rowloom.tools import ToolError, end_pool

__all__ = ["Plan", "Request", "TimingError", "build", "configure", "plan"]

_NO_ROOM = re.compile("no BELs remaining|Unable to find (a|legal) placement|failed to place (cell|chain)")
"""nextpnr's messages when the device is too small."""


class TimingError(BuildError):
    """The requested clock is faster than the result of place-and-route allows."""


@dataclass(frozen=True)
class Request:
    """A bitstream to build.

    Parameters
    ----------
    engines : tuple of str, optional
        Engines that replace the board's default engines.
    clock_hz : int, optional
        The SoC's clock, rounded by :meth:`Flow.nearest_clock`. The default is the clock that was measured for the same
        board and engines.
    seeds : tuple of int
        Seeds of place-and-route; the fastest result is used.
    usb : bool
        True if the host's line is a USB device in the FPGA. The board must have a USB connector whose pins lead to the
        FPGA.
    """

    board: BoardDefinition
    engines: tuple[str, ...] = ()
    clock_hz: int | None = None
    seeds: tuple[int, ...] = (1,)
    usb: bool = False

    @cached_property
    def flow(self) -> Flow:
        """The open tools for the board's FPGA."""
        return ECP5Flow(self.board) if self.board.is_ecp5 else ArtixFlow(self.board)

    def config(self) -> SoCConfig:
        """Return the SoC's configuration; raises the same errors as :func:`configure`."""
        return configure(self.board, self.engines, self.clock_hz, self.flow.nearest_clock, self.usb)


def configure(board: BoardDefinition, engines: tuple[str, ...], clock_hz: int | None,
              nearest: Callable[[int], int], usb: bool = False) -> SoCConfig:
    """Return the configuration of a board's SoC, from the values of a :class:`Request`.

    ``nearest`` is a function of a wanted frequency. It returns the nearest frequency that the board can generate, or
    raises ValueError if that frequency is not near enough.

    Raises EngineError if an engine is unknown or cannot be built, or BuildError if the clock cannot be generated from
    the board's oscillator.
    """
    config = SoCConfig.of(*(engines or board.engines), bit_rate=board.bit_rate, usb=usb)
    try:
        return replace(config, clock_hz=nearest(clock_hz or clock_of(board.name, config.names, usb)))
    except ValueError as error:
        raise BuildError(f"{board.name}: {error}") from error


def build(request: Request, on_output: OnOutput = lambda phase, line: None, allow_slow: bool = False) -> Bitstream:
    """Return the bitstream for a request; build it unless it is in the cache.

    With ``allow_slow``, return the bitstream even if it misses its timing. The same sources, tools and request give the
    same bytes in any folder. The cache keeps the netlist, and the bitstream of each seed.

    Raises
    ------
    EngineError, BuildError
        If the request cannot be met.
    TimingError
        If the result is slower than the requested clock.
    ToolError
        If a program is missing or fails, or the cache folder cannot be used.
    """
    config, flow = request.config(), request.flow
    digest = _digest(flow, config)
    made = _cached_seeds(request, digest)
    missing = [seed for seed in request.seeds if seed not in made]
    if missing:
        synthesised = flow.design(config, digest, on_output)
        needs, has = flow.needs(synthesised.netlist), flow.placeable
        if lacking := [name for name in needs if needs[name] > has[name]]:
            raise BuildError(too_large(flow, config, synthesised.netlist, needs, lacking))
        made |= _build(flow, config, digest, synthesised, missing, on_output)
    best = max(made.values(), key=lambda one: (one.manifest["fmax_hz"], -one.manifest["seed"]))
    fmax_hz = {seed: made[seed].manifest["fmax_hz"] for seed in request.seeds}
    bitstream = replace(best, fmax_hz=fmax_hz, fresh=bool(missing))
    if not bitstream.meets_timing and not allow_slow:
        raise TimingError(too_slow(flow, config, bitstream, len(request.seeds)))
    return bitstream


@dataclass(frozen=True)
class Plan:
    """A preview of a build: its configuration, and the tools' options (see :meth:`Flow.options`).

    ``netlist`` is True if the cache has the netlist. ``cached`` lists the seeds whose bitstreams are in the cache.
    """

    config: SoCConfig
    options: Mapping[str, str]
    netlist: bool
    cached: list[int]


def plan(request: Request) -> Plan:
    """Return a preview of what :func:`build` would do; raises the errors of :meth:`Request.config`, and ToolError."""
    config = request.config()
    digest = _digest(request.flow, config)
    return Plan(config, request.flow.options(config), cached_folder("netlists", request.board, digest).is_dir(),
                list(_cached_seeds(request, digest)))


def _cached_seeds(request: Request, digest: str) -> dict[int, Bitstream]:
    """Return the requested bitstreams that are already in the cache, by seed."""
    folders = {seed: cached_folder("bitstreams", request.board, _with_seed(digest, seed)) for seed in request.seeds}
    return {seed: bitstream for seed, folder in folders.items() if (bitstream := cached_build(folder))}


def _with_seed(digest: str, seed: int) -> str:
    return hashlib.sha256(f"{digest} {seed}".encode()).hexdigest()


def _digest(flow: Flow, config: SoCConfig) -> str:
    """Return a SHA-256 digest of all inputs of a bitstream except the seed."""
    digest = hashlib.sha256(f"{design_digest(config)} {flow.inputs()}".encode())
    for path in imported([type(flow).__module__, catalogue.__name__]):
        digest.update(path.read_bytes())
    for tool in flow.tools:
        digest.update(f"{tool.version()}\n".encode())
    digest.update(f"{version('amaranth-boards')} {flow.board.name}".encode())
    return digest.hexdigest()


def _build(flow: Flow, config: SoCConfig, digest: str, design: Design, seeds: Sequence[int],
           on_output: OnOutput) -> dict[int, Bitstream]:
    """Build the bitstreams of several seeds, in parallel as far as processors and memory allow; return them by seed."""
    several = len(seeds) > 1
    stopped = threading.Event()

    def listen(phase: str, line: str) -> None:
        if stopped.is_set():
            raise ToolError("stopped")  # this ends the running program
        if not several:
            on_output(phase, line)

    def made(seed: int) -> Bitstream:
        own = _with_seed(digest, seed)
        bitstream = cached_or_made(cached_folder("bitstreams", flow.board, own), cached_build,
                                   lambda work: flow.make(config, own, design, seed, work, listen), stopped)
        if several:
            # Show only the results: otherwise, the output of several programs would be mixed.
            on_output("placement", f"Info: seed {seed} reached {bitstream.manifest['fmax_hz'] / 1e6:.2f} MHz")
        return bitstream

    on_output("placement", "")
    with ThreadPoolExecutor(_parallel_placements(flow.peak_bytes(design.netlist))) as pool:
        try:
            runs = [pool.submit(made, seed) for seed in seeds]
            return {one.manifest["seed"]: one for one in (run.result() for run in as_completed(runs))}
        except BaseException as error:
            # A seed has failed, or Ctrl-C was pressed. Only this thread notices Ctrl-C, so it must stop the threads of
            # all seeds.
            stopped.set()
            end_pool(pool)
            if isinstance(error, ToolError) and _NO_ROOM.search(str(error)):
                needs, has = flow.needs(design.netlist), flow.capacity
                fullest = max(needs, key=lambda name: needs[name] / has[name])
                raise BuildError(too_large(flow, config, design.netlist, needs, [fullest])) from error
            raise


def _parallel_placements(peak_bytes: int) -> int:
    """Return how many placements that need this much memory can run on this computer at the same time."""
    return max(1, min(os.cpu_count() or 1, psutil.virtual_memory().available // peak_bytes))
