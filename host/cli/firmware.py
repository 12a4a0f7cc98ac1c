"""``rowloom firmware``: load firmware to a board, compiled from the sources here.

Compiles the firmware of this checkout for the connected board, sends it over the
serial line and starts it, without new gateware: a new search is measured within
seconds. The image is verified before it starts, and lost at the next restart;
the board's own firmware is not changed.

examples:
  rowloom firmware --port /dev/ttyUSB0            compile and load
  rowloom bench --port /dev/ttyUSB0 puzzles.txt   then measure it
  rowloom firmware --port /dev/ttyUSB0 --show     what runs, and whether the
                                                  sources here are the same
  rowloom firmware --port /dev/ttyUSB0 --restore  back to the board's own, even
                                                  if the loaded one hangs
  rowloom firmware --save idea.img --build build/ulx3s-25f
                                                  only compile, for that build
  rowloom firmware --port /dev/ttyUSB0 idea.img   load a compiled image

`rowloom sim` runs a simulated board to try it with.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from rowloom.engines.catalogue import find
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import Size
from rowloom.host.cli import connection
from rowloom.host.cli.common import CommandError, UsageError, failing_as, needing, say, tell
from rowloom.host.firmware import FirmwareError, Image, load, restore
from rowloom.host.flash.manifest import MANIFEST
from rowloom.host.link.session import BoardError
from rowloom.host.whole_files import aside, read_whole
from rowloom.host.wire.protocol import Identity

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    action = parser.add_mutually_exclusive_group()
    action.add_argument("file", nargs="?", metavar="FILE", help="load this image, without compiling")
    action.add_argument("--save", metavar="FILE", help="write the image to this file, without loading it")
    action.add_argument("--show", action="store_true", help="only show what is running")
    action.add_argument("--restore", action="store_true", help="go back to the board's own firmware")
    parser.add_argument("--json", action="store_true", help="print only a JSON object on standard output")
    connection.add_port_options(parser)
    group = parser.add_argument_group("build to compile for with --save, without a board")
    group.add_argument("--build", metavar="DIR", help="the folder of the build, from `rowloom build`")
    connection.add_with_option(group, "the default ones")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    if args.build and args.built:
        raise UsageError("--build already names the engines; leave out --with")
    if (args.build or args.built) and (args.port or not args.save):
        raise UsageError("--build and --with are for --save without --port")
    if args.save:
        return _save(args)
    if not args.port:
        raise UsageError("which board? Name its port with --port (`rowloom sim` runs a simulated board)")
    image = _read(args.file) if args.file else None
    with ExitStack() as stack:
        there = stack.enter_context(connection.connect(args)) if args.show else _wake(stack, args)
        identity, seconds = there.identity, None
        if args.restore:
            with failing_as("the board", FirmwareError):
                identity = restore(there.session)
        elif not args.show:
            image = image or _compile(_config(identity))
            name = args.file or f"firmware {image.firmware:08x}"
            start = time.monotonic()
            with failing_as(name, FirmwareError), _bar(len(image.data)) as progress:
                identity = load(there.session, image, progress)
            seconds = time.monotonic() - start
    _report(args, there.link.name, identity, image, seconds)
    return 0


def _wake(stack: ExitStack, args: argparse.Namespace) -> connection.Connection:
    """Connect to the board at the port; restart it if it hangs, maybe in the firmware loaded before."""
    try:
        return stack.enter_context(connection.connect(args))
    except BoardError as error:
        with connection.open_link(args, ()) as link:
            if not link.has_bit_rate:
                raise CommandError(f"{error}; if a loaded firmware hangs there, restart the simulator") from error
            tell(f"{link.name} does not answer correctly: restarting the board by a break on the line")
            link.send_break()
    return stack.enter_context(connection.connect(args))


# Images


def _read(name: str) -> Image:
    with failing_as(name, OSError, FirmwareError):
        return Image.parse(read_whole(name))


def _save(args: argparse.Namespace) -> int:
    if args.port:
        with connection.connect(args) as there:
            config = _config(there.identity)
    elif args.build:
        config = _config_of_build(Path(args.build))
    else:
        config = connection.simulated_config(args)
    image = _compile(config)
    with failing_as(args.save, OSError), aside(args.save) as file:
        file.write_bytes(image.data)
    if args.json:
        say(json.dumps({"file": args.save, **_record(image), "bytes": len(image.data)}))
    else:
        say(f"{args.save}: firmware {image.firmware:08x}, {len(image.data):,} bytes")
    return 0


def _compile(config: SoCConfig) -> Image:
    with needing("the compiler for the firmware is not installed", "'rowloom[sim]', or load a compiled image"):
        from rowloom.firmware.build import image
        from rowloom.tools import ToolError

        try:
            return Image.parse(image(config))
        except ToolError as error:
            raise CommandError(str(error)) from error


def _config(identity: Identity) -> SoCConfig:
    """Return the parameters of the board's build."""
    there = [(find(one.genre, one.engine), Size(one.rows, one.cols)) for one in identity.capabilities]
    if not there or any(engine is None for engine, _ in there):
        raise CommandError("these sources make no firmware for the board's build: it has engines unknown to them")
    try:
        instances = [engine.instance(size) for engine, size in there if engine]
        return SoCConfig.of(*instances, clock_hz=identity.clock, bit_rate=identity.bit_rate)
    except ValueError as error:
        raise CommandError(f"these sources make no firmware for the board's build: {error}") from error


def _config_of_build(folder: Path) -> SoCConfig:
    """Return the parameters of a build made by ``rowloom build``."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(read_whole(path))
        if not manifest["engines"]:
            raise ValueError("a build has an engine")
        return SoCConfig.of(*manifest["engines"], clock_hz=manifest["clock_hz"], bit_rate=manifest["bit_rate"])
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}; --build takes the folder of a build") from error
    except (ValueError, ArithmeticError, LookupError, TypeError) as error:
        raise CommandError(f"{path}: not a manifest written by `rowloom build`") from error


# What is printed


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """Show how much of an image is loaded; only in a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("loading"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        yield lambda stored: progress.update(task, completed=stored)


def _report(
    args: argparse.Namespace, where: str, identity: Identity, image: Image | None, seconds: float | None
) -> None:
    """Print what is running, and how it was loaded."""
    here = _digest_here(identity)
    if args.json:
        record = {
            "board": where, **_record(identity), "loaded": identity.loaded, "sources": here and f"{here:08x}",
            "bytes": image and len(image.data), "seconds": seconds,
        }
        say(json.dumps(record))
        return
    say(f"board       {where}")
    say(f"firmware    {identity.firmware:08x} ({'loaded over the line' if identity.loaded else 'its own'})")
    if here == identity.firmware:
        say("sources     the same as here")
    elif here is not None:
        say(f"sources     others than here, which make {here:08x}")
    if image and seconds is not None:
        say(f"loaded      {len(image.data):,} bytes in {seconds:.1f} s; gone after the next restart")


def _record(what: Identity | Image) -> dict[str, str]:
    return {"interface": f"{what.interface:08x}", "firmware": f"{what.firmware:08x}"}


def _digest_here(identity: Identity) -> int | None:
    """Return the digest of the sources here, compiled for the board; None if that is impossible."""
    try:
        from rowloom.firmware.build import firmware_digest, fitted
        from rowloom.hw.soc.top import bus_map_of
        from rowloom.tools import ToolError
    except ImportError:
        return None
    try:
        return firmware_digest(bus_map_of(fitted(_config(identity))))
    except (CommandError, ToolError):
        return None
