"""Finished builds with their files and manifest, and the cache of builds."""

import errno
import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from rowloom.boards.board import BoardDefinition
from rowloom.engines.config import SoCConfig
from rowloom.errors import RowloomError
from rowloom.tools import RunCost, Tool, ToolError, cache_for

__all__ = ["MANIFEST", "Bitstream", "BuildError", "cached_build", "cached_folder", "cached_or_made", "describe",
           "write_build", "write_files"]

MANIFEST = "manifest.json"
_EFFORT = "effort.json"
Result = TypeVar("Result")


class BuildError(RowloomError):
    """The bitstream cannot be built; the message says why, and suggests a remedy."""


@dataclass(frozen=True)
class Bitstream:
    """A finished build.

    Attributes
    ----------
    folder : Path
        The cache's folder with the bitstream, its manifest, memory map and report.
    fmax_hz : mapping of int to int
        The Fmax that each seed reached.
    runs : mapping of str to RunCost
        The cost of each phase, by the phase's name.
    fresh : bool
        True if the bitstream was just built, False if it was in the cache.
    """

    folder: Path
    manifest: Mapping[str, Any]
    fmax_hz: Mapping[int, int]
    runs: Mapping[str, RunCost]
    fresh: bool

    @property
    def meets_timing(self) -> bool:
        """True if the board can run at the clock for which the bitstream was built."""
        return self.manifest["fmax_hz"] >= self.manifest["needed_fmax_hz"]

    def copy_to(self, folder: Path) -> None:
        """Copy the files into a folder with :func:`write_files`. BuildError if a file cannot be read."""
        try:
            files = {name: (self.folder / name).read_bytes() for name in (*self.manifest["files"], MANIFEST)}
        except OSError as error:
            raise BuildError(f"{error.filename} cannot be read: {error.strerror}") from error
        write_files(folder, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files, or none of them, into a folder; make the folder if necessary, and replace files that exist.

    ``files`` maps names to contents. The files appear in the folder in the order of ``files``. So once the last file is
    there, all files are complete. The ``filename`` of an OSError is the file or folder that caused the error.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(folder / name))
    try:
        with tempfile.TemporaryDirectory(prefix=".rowloom-", dir=folder) as work:
            for name, content in files.items():
                (Path(work) / name).write_bytes(content)
            for name in files:
                (Path(work) / name).replace(folder / name)
    except OSError as error:
        # The name of a temporary file would mean nothing to the user.
        error.filename = os.fspath(folder)
        raise


def write_build(work: Path, files: Mapping[str, bytes], manifest: bytes, fmax_hz: Mapping[int, int],
                runs: Mapping[str, RunCost]) -> Path:
    """Write a build's files, manifest and cost into a new folder in ``work``; return the new folder."""
    result = work / "result"
    result.mkdir()
    effort = {"manifest": _sha256(manifest), "fmax_hz": fmax_hz,
              "runs": {phase: asdict(run) for phase, run in runs.items()}}
    for name, content in {**files, MANIFEST: manifest, _EFFORT: json.dumps(effort).encode() + b"\n"}.items():
        (result / name).write_bytes(content)
    return result


def cached_build(folder: Path) -> Bitstream | None:
    """Return the build in a folder of the cache, or None if the build is missing or one of its files was changed."""
    try:
        effort = json.loads((folder / _EFFORT).read_bytes())
        manifest = json.loads((folder / MANIFEST).read_bytes())
        digests = {MANIFEST: effort["manifest"], **manifest["files"]}
        if any(_sha256((folder / name).read_bytes()) != digest for name, digest in digests.items()):
            return None
        fmax_hz = {int(seed): hz for seed, hz in effort["fmax_hz"].items()}
        runs = {phase: RunCost(**run) for phase, run in effort["runs"].items()}
        return Bitstream(folder, manifest, fmax_hz, runs, fresh=False)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # A file is missing, or the JSON in a file lacks an expected entry.
        return None


def describe(board: BoardDefinition, config: SoCConfig, build: str, tools: Iterable[Tool], files: Mapping[str, bytes],
             **more: Any) -> bytes:
    """Return the manifest of a build with these files. ``build`` is the build hash, and ``more`` contains additional
    entries."""
    return json.dumps({
        "rowloom": version("rowloom"), "build": build, "board": board.name, "title": board.title,
        "device": board.device, "clock_hz": config.clock_hz, "bit_rate": config.bit_rate, "usb": config.usb,
        "solves": config.solves, "engines": config.names, "loader": {"sram": board.sram, "flash": board.flash},
        "tools": {tool.name: tool.version() for tool in tools},
        "files": {name: _sha256(content) for name, content in files.items()}, **more,
    }, indent=2, sort_keys=True).encode() + b"\n"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def cached_folder(kind: str, board: BoardDefinition, digest: str) -> Path:
    """Return the cache's folder for the result whose inputs have this digest; ToolError if the cache cannot be used."""
    return cache_for(kind) / f"{board.name}-{digest[:20]}"


def cached_or_made(folder: Path, read: Callable[[Path], Result | None], make: Callable[[Path], Path],
                   stopped: threading.Event | None = None) -> Result:
    """Return the result in a folder of the cache; make it if it is missing or damaged.

    Only one process at a time makes a result. ToolError if the cache cannot be read or written, or if ``stopped`` is
    set while this process waits for another process.

    Parameters
    ----------
    folder : Path
        The folder, from :func:`cached_folder`.
    read : callable
        Returns the result in a folder, or None if the result is missing or damaged.
    make : callable
        Makes the result in an empty folder; returns the subfolder to keep.
    """
    try:
        with _locked(folder, stopped or threading.Event()):
            if (found := read(folder)) is not None:
                return found
            _clear(folder)
            with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as name:
                make(Path(name)).rename(folder)
            if (made := read(folder)) is None:
                raise ToolError(f"{folder} changed while it was written")
            return made
    except OSError as error:
        raise ToolError(f"cannot build in {folder.parent}: {error.strerror}") from error


def _clear(folder: Path) -> None:
    """Remove a damaged result, and files that remain from builds that were killed or crashed."""
    for remains in (folder, *folder.parent.glob(f"{folder.name}-*")):
        if remains.is_file():
            remains.unlink()
        # A program that outlived its build may still be writing into the folder.
        shutil.rmtree(remains, ignore_errors=True)


@contextmanager
def _locked(folder: Path, stopped: threading.Event) -> Iterator[None]:
    """Lock a folder; ToolError if the build is stopped while another process holds the lock."""
    lock = FileLock(f"{folder}.lock")
    while True:
        try:
            with lock.acquire(timeout=1):
                yield
            return
        except Timeout:
            if stopped.is_set():
                raise ToolError("stopped") from None
