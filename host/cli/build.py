"""``rowloom build``: build the bitstream of a board.

Build the bitstream of a board from the sources: firmware, gateware, synthesis, place-and-route. All tools come with
`pip install 'rowloom[build]'`; the environment variables YOSYS, NEXTPNR_ECP5 and ECPPACK select native tools, which are
faster. The same sources, tools and options always produce the same bitstream. Netlists and the bitstreams of all seeds
are cached. Without --with, the build has the board's default engines (`rowloom boards`).

For a board that needs Vivado, an archive with a complete project is written. The experimental option `--tools open`
builds the bitstream with nextpnr and Project X-Ray, if they are installed.

examples:
  rowloom build ulx3s-25f --dry-run               only estimate size and time
  rowloom build ulx3s-25f                         takes ten minutes or more
  rowloom build ulx3s-25f --with checker:10x10    the engine from the paper
  rowloom build ecpix5-85f --with 'deducer:16x16*5'
                                                  five SoCs that share the line
  rowloom build ulx3s-25f --seeds 5               the fastest of five seeds
  rowloom build orangecrab-25f --usb              no serial adapter needed
  rowloom flash ulx3s-25f                         then program the board
  rowloom build arty-a7-35 --tools open           an Artix-7 without Vivado

engines for --with:
{_ENGINES}

files written to the folder:
  BOARD.bit       the bitstream
  manifest.json   build, clock, engines, tools, digests
  memory-map.md   the registers and memories of the board's CPU
  report.md       speed, area by unit, critical path (for an ECP5)
"""

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Engine, EngineError
from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.boards import get_board, spread
from rowloom.host.cli.build_progress import killing_children, progress
from rowloom.host.cli.common import echo, folder_name, integer, log, requiring
from rowloom.host.cli.options import flag, option
from rowloom.host.flash.manifest import usual_folder
from rowloom.host.jobs.engines import describe_capability

if TYPE_CHECKING:
    from rowloom.boards import BoardDefinition
    from rowloom.boards.bitstreams import Bitstream
    from rowloom.boards.build import Request


def _describe(engine: Engine) -> str:
    text = f"{engine.name}:{engine.usual}  {engine.genre.name}: {engine.summary}; up to {engine.sizes.largest}"
    options = (f"{one.name}={one.default}  {one.meaning}" for one in engine.options)
    lines = [fill(text, 78, initial_indent="  ", subsequent_indent="    ")]
    return "\n".join(lines + [fill(one, 78, initial_indent="    ,", subsequent_indent="      ") for one in options])


_ENGINES = "\n".join(map(_describe, ENGINES.values()))

_LEAST_MHZ, _MOST_MHZ = 1, 400


def _frequency(text: str) -> int:
    with suppress(InvalidOperation):
        if _LEAST_MHZ <= (clock := Decimal(text)) <= _MOST_MHZ:
            return round(clock * 1_000_000)
    raise argparse.ArgumentTypeError(f"{text!r} is not a clock of {_LEAST_MHZ} to {_MOST_MHZ} MHz, such as 50 or 62.5")


def _seeds(text: str) -> tuple[int, ...]:
    seed = integer(0, (1 << 31) - 1)
    # A seed that is given twice is built once.
    return tuple(dict.fromkeys(seed(part) for part in text.split(",")))


@dataclass(frozen=True, kw_only=True)
class BuildOptions:
    board: str = option(metavar="BOARD", help="a board that `rowloom boards` lists")
    engines: tuple[str, ...] = option(
        "--with", action="append", metavar="ENGINE",
        help="include this engine, such as deducer:20x30, instead of the board's default engines; repeatable."
        " 'deducer:16x16*4' makes four SoCs, each with this engine; + separates the engines of one SoC",
    )
    clock_hz: int | None = option(
        "--freq", type=_frequency, metavar="MHZ",
        help="the SoC's clock (default: the clock at which this build was measured, or 50 if it was not measured)",
    )
    seed: tuple[int, ...] | None = option(
        "--seed", type=_seeds, metavar="N", either="seeds",
        help="the seed of place-and-route (default: the fastest seed with which this build was measured, or 1 if it was"
        " not measured), or several seeds, such as 1,2,4; the fastest bitstream is kept")
    seeds: int | None = option("--seeds", type=integer(1, 1000), metavar="K", either="seeds",
                               help="try the seeds 1 to K, and keep the fastest bitstream")
    usb: bool = flag(
        "--usb", "make the FPGA a USB device, so that no serial adapter is needed (OrangeCrab, ULX3S, Cynthion)")
    tools: str | None = option("--tools", choices=("vivado", "open"),
                               help="for an Artix-7: a project for Vivado (default), or the bitstream")
    dry_run: bool = flag("--dry-run", "only print what would be built, with estimates of its size and time")
    allow_slow: bool = flag("--allow-slow", "write the bitstream even if the design misses its timing")
    output: Path | None = option("-o", "--output", type=folder_name, metavar="DIR",
                                 help="the folder to write to (default: build/BOARD)")
    json: bool = flag("--json", "print only a JSON object on standard output")
    # Write this build's figures into boards/measured.json; its clock becomes the board's default clock.
    record: bool = flag("--record", argparse.SUPPRESS)


def run(options: BuildOptions) -> int:
    board = get_board(options.board)
    folder = options.output or usual_folder(board.name)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file, not a folder")
    if board.is_ecp5 and options.tools == "vivado":
        raise UsageError(f"Vivado does not support the FPGA of {board.name}: leave --tools out")
    if options.usb and not board.usb:
        raise UsageError(f"--usb: {board.name} has no USB connector on pins of its FPGA: leave --usb out")
    if options.record and not board.is_ecp5:
        raise UsageError("--record is for boards with an ECP5")
    if not (board.is_ecp5 or options.tools == "open"):
        return _write_project(options, board, folder)
    if options.dry_run:
        return _print_plan(options, board)
    request, bitstream = _build(options, board)
    with _build_errors(folder):
        if options.record:
            from rowloom.boards.measured import record

            record(bitstream)
        bitstream.copy_to(folder)
    if options.json:
        phases = {name: {"seconds": one.seconds, "peak_bytes": one.peak_bytes} for name, one in bitstream.runs.items()}
        echo(json.dumps({
            **bitstream.manifest, "folder": str(folder), "meets_timing": bitstream.meets_timing,
            "fmax_hz_by_seed": bitstream.fmax_hz, "phases": phases,
        }))
    else:
        _print(request, bitstream, folder)
    if not bitstream.meets_timing:
        log("the build misses its timing: on a board it may fail in any way, at any time")
    return 0


def _build(options: BuildOptions, board: "BoardDefinition") -> "tuple[Request, Bitstream]":
    with requiring("build"):
        from rowloom.boards.build import build
        from rowloom.boards.measured import SEEDS

        with _build_errors(), killing_children(), progress(board.name) as on_output:
            request = _request(options, board)
            if options.record and len(request.seeds) < SEEDS:
                raise UsageError(f"--record needs the figures of {SEEDS} seeds or more (--seeds {SEEDS})")
            return request, build(request, on_output, options.allow_slow)


def _request(options: BuildOptions, board: "BoardDefinition") -> "Request":
    from rowloom.boards.build import Request
    from rowloom.boards.measured import seed_of

    request = Request(board, options.engines, options.clock_hz, usb=options.usb)
    seeds = tuple(range(1, options.seeds + 1)) if options.seeds else options.seed
    return replace(request, seeds=seeds or (seed_of(board.name, request.config().names, options.usb),))


def _print_plan(options: BuildOptions, board: "BoardDefinition") -> int:
    """Print the build that the command would make; return the exit status."""
    with requiring("build"):
        from rowloom.boards.build import plan
        from rowloom.boards.estimate import estimate

        with _build_errors():
            request = _request(options, board)
            planned = plan(request)
            about = estimate(board, planned.config)
    missing = len(request.seeds) - len(planned.cached)
    if options.json:
        echo(json.dumps({
            "board": board.name, "engines": planned.config.names, "clock_hz": planned.config.clock_hz,
            "usb": planned.config.usb, "options": planned.options, "seeds": request.seeds,
            "cached_seeds": planned.cached, "cached_netlist": planned.netlist, "estimated": asdict(about),
        }))
        return 0
    echo(f"board     {board.title}")
    echo(f"solves    {', '.join(map(describe_capability, planned.config.solves))}")
    if planned.config.beside:
        echo(f"SoCs      {len(planned.config.socs)}: {', '.join(planned.config.names)}")
    if planned.config.usb:
        echo(f"serial    {board.usb}")
    echo(f"clock     {planned.config.clock_hz / 1e6:g} MHz")
    echo(f"made by   {_options_text(planned.options)}")
    if not about.used:
        lacking = "not all engines have been measured" if board.is_ecp5 else "areas have been measured only on the ECP5"
        echo(f"logic     unknown: {lacking}")
    for kind, used in about.used.items():
        share = 100 * used / about.available[kind]
        lacks = ": it will hardly fit" if share > 95 else ""
        echo(f"{_KINDS[kind]:<9} about {used:,} of {about.available[kind]:,} ({share:.0f} %){lacks}")
    if not missing:
        echo("time      none: the bitstream is in the cache")
    elif about.seconds is None:
        echo("time      unknown: no such build has been measured yet")
    else:
        echo(f"time      about {-(-about.seconds // 60)} min{' for each seed' if missing > 1 else ''}")
    if planned.cached and missing:
        echo(f"cache     {'seed' if len(planned.cached) == 1 else 'seeds'} {', '.join(map(str, planned.cached))}")
    elif planned.netlist and missing:
        echo("cache     the netlist")
    return 0


_KINDS = {"TRELLIS_COMB": "logic", "DP16KD": "block RAM"}


def _write_project(options: BuildOptions, board: "BoardDefinition", folder: Path) -> int:
    from rowloom.boards.vivado import write_project

    if options.seeds or options.seed or options.allow_slow:
        raise UsageError(f"{board.name} is built by Vivado: --seed, --seeds and --allow-slow work only with"
                         " `--tools open`")
    if options.dry_run:
        raise UsageError(f"{board.name} is built by Vivado: --dry-run works only with `--tools open`")
    with _build_errors(folder), progress(board.name) as on_output:
        archive = write_project(board, options.engines, options.clock_hz, folder, on_output)
    if options.json:
        echo(json.dumps({"board": board.name, "folder": str(folder), "archive": str(archive)}))
    else:
        echo(f"{archive}: a complete project for Vivado, which makes the bitstream; see its README.txt")
    return 0


@contextmanager
def _build_errors(folder: Path | None = None) -> Iterator[None]:
    """Turn errors of a build into a CommandError. If a folder is given, turn an OSError into a CommandError, too: its
    message is that the folder or a file in it cannot be written."""
    from rowloom.boards.bitstreams import BuildError
    from rowloom.boards.measured import NotRecorded
    from rowloom.tools import ToolError

    try:
        yield
    except EngineError as error:
        raise CommandError(str(error), status=2) from error
    except (BuildError, NotRecorded, ToolError) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        if folder is None:
            raise
        raise CommandError(f"cannot write to {error.filename or folder}: {error.strerror}") from error


def _print(request: "Request", bitstream: "Bitstream", folder: Path) -> None:
    manifest = bitstream.manifest
    clock, fmax = manifest["clock_hz"] / 1e6, manifest["fmax_hz"] / 1e6
    echo(f"{os.path.join(folder, manifest['bitstream'])} for the {manifest['title']}")
    echo(f"build     {manifest['build']}")
    echo(f"solves    {', '.join(map(describe_capability, manifest['solves']))}")
    echo(f"clock     {clock:g} MHz; Fmax {fmax:.2f} MHz (seed {manifest['seed']})")
    if len(bitstream.fmax_hz) > 1:
        echo(f"{f'{len(bitstream.fmax_hz)} seeds':<9} {spread(bitstream.fmax_hz.values())}")
        reached = request.flow.highest_clock(min(bitstream.fmax_hz.values()))
        echo(f"          all seeds reached this clock: --freq {reached / 1e6:.9g}")
    echo(f"made by   {_options_text(manifest['options'])}")
    for phase, run in bitstream.runs.items():
        peak = "" if run.peak_bytes is None else f", {run.peak_bytes / 1e6:.0f} MB of memory"
        echo(f"{phase:<9} {run.seconds:.1f} s{peak}")
    if not bitstream.fresh:
        echo("This build comes from the cache; the times are from its first run.")
    echo(f"Next: rowloom flash {manifest['board']}{'' if folder == usual_folder(manifest['board']) else f' {folder}'}")


def _options_text(options: Mapping[str, str]) -> str:
    synthesis, *others = options.items()
    return "; ".join([synthesis[1], *(f"{name} {value}" for name, value in others)])
