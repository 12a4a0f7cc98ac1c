"""``rowloom doctor``: test a board, and everything between it and this computer.

Test the installed packages, the serial ports and their permissions, and the FPGA. Ask the board which build it has.
Then test the line at each bit rate, the memories, the CPU, and each engine with a puzzle that takes a known number of
cycles. The report says what is wrong and what to do. Please attach the report to a *Board report* (CONTRIBUTING.md).

With BOARD, the board must have the build in the folder build/BOARD. Without BOARD and --port, the simulated board is
tested.

examples:
  rowloom doctor ulx3s-25f                  find the board, and test it
  rowloom doctor ulx3s-25f --port PORT      several boards are plugged in
  rowloom doctor --port PORT --seconds 600  test the line for ten minutes
  rowloom doctor --with deducer:10x10       a simulated board
  rowloom doctor ulx3s-25f --json > report  for programs

exit status: 0 if no fault was found, 1 otherwise
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rowloom.errors import LinkError, UsageError
from rowloom.host.cli.boards import check_board
from rowloom.host.cli.common import counted, echo, folder_name, seconds
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import OneBoardOptions, flag, option
from rowloom.host.doctor import Diagnosis, Verdict, computer, fault, skipped
from rowloom.host.doctor.board import examine
from rowloom.host.flash.manifest import Build, usual_folder
from rowloom.host.link.connection import config_for, open_board
from rowloom.host.link.ports import find_ports
from rowloom.host.link.stream import is_socket

_SECONDS, _SIMULATED_SECONDS = 60.0, 10.0
"""The default durations of the test of the line, with a real and with a simulated board."""


@dataclass(frozen=True, kw_only=True)
class DoctorOptions(OneBoardOptions):
    board: str | None = option(nargs="?", metavar="BOARD", help="a board that `rowloom boards` lists")
    folder: Path | None = option(nargs="?", type=folder_name, metavar="DIR",
                                 help="the folder with the build that is on the board (default: build/BOARD)")
    seconds: float | None = option(
        "--seconds", type=seconds, metavar="SECONDS",
        help=f"test the line for this long (default: {_SECONDS:g}, and {_SIMULATED_SECONDS:g} for a simulated board)",
    )
    json: bool = flag("--json", "print only a JSON object on standard output")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.board and (self.built or self.wave):
            raise UsageError("--with and --wave are for the simulated board, not for BOARD")


def run(options: DoctorOptions) -> int:
    diagnoses = []
    for diagnosis in _diagnoses(options):
        diagnoses.append(diagnosis)
        if not options.json:
            echo(f"{diagnosis.verdict:<7} {diagnosis.test}: {diagnosis.text}")
    faults = sum(one.verdict is Verdict.FAULT for one in diagnoses)
    if options.json:
        echo(json.dumps({"board": options.board, "faults": faults, "diagnoses": [one.to_json() for one in diagnoses]}))
    else:
        left_out = sum(one.verdict is Verdict.SKIPPED for one in diagnoses)
        echo(f"\n{counted(faults, 'fault')}" + (f", {counted(left_out, 'test')} skipped" if left_out else ""))
    return 1 if faults else 0


def _diagnoses(options: DoctorOptions) -> Iterator[Diagnosis]:
    yield computer.software()
    if options.board is None and not options.ports:
        yield from _simulated(options)
        return
    build, before = None, find_ports()
    if options.board:
        build = _build(options.board, options.folder)
        yield computer.fpga(build) if build else skipped("FPGA", f"there is no {usual_folder(options.board)}")
    (port,) = options.ports or (None,)
    if port and is_socket(port):
        yield from _examined(port, None, build, options.seconds or _SIMULATED_SECONDS)
        return
    asked, diagnoses = computer.ports(port, before)
    yield from diagnoses
    if not asked:
        return
    answer, diagnosis = computer.answer(asked, build, options.baud)
    yield diagnosis
    if answer:
        yield from _examined(answer.port.device, answer.bit_rate, build, options.seconds or _SECONDS)


def _build(board: str, folder: Path | None) -> Build | None:
    """Return the build that should be on the board; None if no folder is given and build/BOARD does not exist."""
    if folder is None and not usual_folder(board).exists():
        check_board(board)
        return None
    return Build.read(folder or usual_folder(board), board)


def _examined(port: str, rate: int | None, build: Build | None, duration: float) -> Iterator[Diagnosis]:
    try:
        session = open_board(port, rate, progress=Meter())
    except LinkError as error:
        yield fault("link", error)
        return
    with session:
        yield from examine(session, build.build if build else None, duration)


def _simulated(options: DoctorOptions) -> Iterator[Diagnosis]:
    progress = Meter()
    config = config_for(options.built, progress)
    from rowloom.firmware.build import build_hash

    with open_board(config, wave=options.wave, progress=progress) as session:
        yield from examine(session, build_hash(config), options.seconds or _SIMULATED_SECONDS)
