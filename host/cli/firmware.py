"""``rowloom firmware``: another firmware for a board, over the serial line."""

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from rowloom.host.board import BoardError
from rowloom.host.cli import connection
from rowloom.host.cli.common import CommandError, UsageError, say, tell
from rowloom.host.engines import KINDS, NAMES, engine_name, engine_named, soc_config
from rowloom.host.firmware import FirmwareError, Image, load, restore
from rowloom.host.manifest import MANIFEST
from rowloom.host.protocol import Capability, Identity
from rowloom.host.puzzles import BOARD_GENRES

if TYPE_CHECKING:
    from rowloom.hw.soc.config import SoCConfig

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "make a board run other firmware, compiled from the sources here"

DESCRIPTION = """\
Compiles the firmware of this checkout for the board that answers, sends it over
the serial line and makes it run, without new gateware: seconds from an idea for
the search to its figures. It is checked before it runs, and gone after the next
restart; the board's own firmware cannot be harmed."""

EPILOG = """\
examples:
  rowloom firmware --port /dev/ttyUSB0            the sources here, as they are
  rowloom bench --port /dev/ttyUSB0 puzzles.txt   then, how fast they solve
  rowloom firmware --port /dev/ttyUSB0 --show     what runs; is it that of here?
  rowloom firmware --port /dev/ttyUSB0 --restore  back to the board's own, even
                                                  if the one that runs hangs
  rowloom firmware --save idea.img --build build/ulx3s-25f
                                                  only compile, for that build
  rowloom firmware --port /dev/ttyUSB0 idea.img   load what was compiled before

`rowloom sim` offers a simulated board to try it with.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    action = parser.add_mutually_exclusive_group()
    action.add_argument("file", nargs="?", metavar="FILE", help="load this image, and compile nothing")
    action.add_argument("--save", metavar="FILE", help="write the image to this file, and load nothing")
    action.add_argument("--show", action="store_true", help="say what runs now, and change nothing")
    action.add_argument("--restore", action="store_true", help="go back to the board's own firmware")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object on standard output, and nothing else there"
    )
    connection.add_port_options(parser)
    group = parser.add_argument_group("board to compile for with --save, where none is at hand")
    group.add_argument("--build", metavar="DIR", help="the folder of its build, from `rowloom build`")
    group.add_argument(
        "--engine",
        choices=NAMES,
        help=f"or a simulated board with this engine (default: {engine_name(connection.USUAL_ENGINE)})",
    )
    connection.add_build_options(group)
    parser.set_defaults(**dict.fromkeys(connection.SIMULATED))


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    simulated = args.engine or args.rows or args.cols
    if args.build and simulated:
        raise UsageError("--build tells the engines and sizes; leave out --engine, --rows and --cols")
    if (args.build or simulated) and (args.port or not args.save):
        raise UsageError("--build, --engine, --rows and --cols are for --save without --port")
    if args.save:
        return _save(args)
    if not args.port:
        raise UsageError("which board? Name its port with --port (`rowloom sim` offers a simulated board)")
    image = _read(args.file) if args.file else None
    with ExitStack() as stack:
        there = stack.enter_context(connection.connect(args)) if args.show else _wake(stack, args)
        identity, seconds = there.identity, None
        if args.restore:
            identity = _checked("the board", restore, there.board)
        elif not args.show:
            image = image or _compile(_config(identity))
            name = args.file or f"firmware {image.firmware:08x}"
            start = time.monotonic()
            with _bar(len(image.data)) as progress:
                identity = _checked(name, load, there.board, image, progress)
            seconds = time.monotonic() - start
    _report(args, there.link.name, identity, image, seconds)
    return 0


def _wake(stack: ExitStack, args: argparse.Namespace) -> connection.Connection:
    """The board at the port; what hangs there is restarted, for it may be what was tried before."""
    try:
        return stack.enter_context(connection.connect(args))
    except BoardError as error:
        with connection.open_link(args, ()) as link:
            if not link.has_bit_rate:
                raise CommandError(
                    f"{error}; if a loaded firmware hangs there, end what listens and start it again"
                ) from error
            tell(f"{link.name} does not answer as it should: restarting the board by a break on the line")
            link.send_break()
    return stack.enter_context(connection.connect(args))


def _checked(name: str, action: Callable[..., Identity], *arguments: Any) -> Identity:
    try:
        return action(*arguments)
    except FirmwareError as error:
        raise CommandError(f"{name}: {error}") from error


# Images


def _read(name: str) -> Image:
    try:
        return Image.parse(Path(name).read_bytes())
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except FirmwareError as error:
        raise CommandError(f"{name}: {error}") from error


def _save(args: argparse.Namespace) -> int:
    if args.port:
        with connection.connect(args) as there:
            config = _config(there.identity)
    elif args.build:
        config = _config_of_build(Path(args.build))
    else:
        config = _config_of(connection.usual_build(args).capabilities)
    image = _compile(config)
    try:
        Path(args.save).write_bytes(image.data)
    except OSError as error:
        raise CommandError(f"{args.save}: {error.strerror}") from error
    if args.json:
        record = _record(image.interface, image.firmware)
        say(json.dumps({"file": args.save, **record, "bytes": len(image.data)}))
    else:
        say(f"{args.save}: firmware {image.firmware:08x}, {len(image.data):,} bytes")
    return 0


def _compile(config: "SoCConfig") -> Image:
    try:
        from rowloom.firmware.build import image
        from rowloom.hw.tools import ToolError

        return Image.parse(image(config))
    except ImportError as error:
        raise _not_installed(error) from error
    except ToolError as error:
        raise CommandError(str(error)) from error


def _config(identity: Identity) -> "SoCConfig":
    """The parameters of the build that answers."""
    units = identity.capabilities
    if not units or any((one.genre, one.engine) not in KINDS for one in units):
        raise CommandError(
            "these sources make no firmware for the board's build: it has units that they do not know"
        )
    return _config_of(units, clock_hz=identity.clock, bit_rate=identity.bit_rate)


def _config_of_build(folder: Path) -> "SoCConfig":
    """The parameters of a build that ``rowloom build`` has made."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_bytes())
        units = [
            Capability(BOARD_GENRES[unit["genre"]].GENRE_ID, engine_named(unit["engine"]), unit["rows"], unit["cols"])
            for unit in manifest["units"]
        ]
        if not units:
            raise ValueError("a build has an engine")
        return _config_of(units, clock_hz=manifest["clock_hz"], bit_rate=manifest["bit_rate"])
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}; --build takes the folder of a build") from error
    except (ValueError, LookupError, TypeError) as error:
        raise CommandError(f"{path}: not a manifest that `rowloom build` has written") from error


def _config_of(units: Iterable[Capability], **parameters: int) -> "SoCConfig":
    try:
        return soc_config(units, **parameters)
    except ImportError as error:
        raise _not_installed(error) from error
    except ValueError as error:
        raise CommandError(f"these sources make no firmware for the board's build: {error}") from error


def _not_installed(error: ImportError) -> CommandError:
    return CommandError(
        f"what compiles the firmware is not installed ({error}): pip install 'rowloom[sim]', or load an image"
        " that was compiled elsewhere"
    )


# What is printed


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """How much of an image is on the board; shown only in a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("loading"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        yield lambda stored: progress.update(task, completed=stored)


def _report(
    args: argparse.Namespace, where: str, identity: Identity, image: Image | None, seconds: float | None
) -> None:
    """What runs now, and how it came there."""
    here = _digest_here(identity)
    if args.json:
        record = {
            "board": where,
            **_record(identity.interface, identity.firmware),
            "loaded": identity.loaded,
            "sources": here and f"{here:08x}",
            "bytes": image and len(image.data),
            "seconds": seconds,
        }
        say(json.dumps(record))
        return
    say(f"board       {where}")
    say(f"firmware    {identity.firmware:08x} ({'loaded over the line' if identity.loaded else 'its own'})")
    if here == identity.firmware:
        say("sources     the same as here")
    elif here is not None:
        say(f"sources     others than here, which make {here:08x}")
    if seconds is not None:
        say(f"loaded      {len(image.data):,} bytes in {seconds:.1f} s; gone after the next restart")


def _record(interface: int, firmware: int) -> dict[str, str]:
    return {"interface": f"{interface:08x}", "firmware": f"{firmware:08x}"}


def _digest_here(identity: Identity) -> int | None:
    """What the sources here, compiled for that board, would tell as their digest; None if they cannot be."""
    try:
        from rowloom.firmware.build import firmware_digest
        from rowloom.hw.soc.top import bus_map_of

        return firmware_digest(bus_map_of(_config(identity)))
    except (ImportError, CommandError):
        return None
