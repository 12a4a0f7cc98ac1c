"""Finished builds: their files, their manifest, and their place in the cache."""

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
from typing import Any

from filelock import FileLock, Timeout

from rowloom.boards.board import Board
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.tools import Run, Tool, ToolError, cache_for

__all__ = ["MANIFEST", "Bitstream", "BuildError", "cache_errors", "cached_folder", "clear", "describe", "kept",
           "kept_build", "seal", "write_files"]

MANIFEST = "manifest.json"
_EFFORT = "effort.json"
_RESULT = "result"


class BuildError(Exception):
    """There can be no such bitstream; the message says why, and what to do."""


@dataclass(frozen=True)
class Bitstream:
    """A finished build.

    Attributes
    ----------
    folder : Path
        In the cache: the bitstream, its manifest, memory map, report.
    manifest : mapping
        What the manifest says.
    fmax_hz : mapping of int to int
        By seed.
    runs : mapping of str to Run
        Resources that each phase took when it was built.
    fresh : bool
        It was built just now, not found in the cache.
    """

    folder: Path
    manifest: Mapping[str, Any]
    fmax_hz: Mapping[int, int]
    runs: Mapping[str, Run]
    fresh: bool

    @property
    def meets_timing(self) -> bool:
        """Whether the board may run at the clock it was built for."""
        return self.manifest["fmax_hz"] >= self.manifest["needed_fmax_hz"]

    def copy_to(self, folder: Path) -> None:
        """Copy the files to where a person wants them.

        Raises
        ------
        BuildError
            If one cannot be read.
        OSError
            If the folder cannot be written; see :func:`write_files`.
        """
        try:
            files = {name: (self.folder / name).read_bytes() for name in (*self.manifest["files"], MANIFEST)}
        except OSError as error:
            raise BuildError(f"{error.filename} cannot be read: {error.strerror}") from error
        write_files(folder, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, all or none of them; replace those that exist.

    Parameters
    ----------
    folder : Path
        Is made if it is not there.
    files : mapping of str to bytes
        By name. They are written in this order, so that the last one shows that the others are complete.

    Raises
    ------
    OSError
        If that is impossible; its ``filename`` is what is in the way.
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


def kept_build(board: Board, digest: str, make: Callable[[Path], None],
               stopped: threading.Event | None = None) -> Bitstream:
    """Return a build from the cache, made if it is not there; only one process at a time makes it.

    Parameters
    ----------
    board : Board
    digest : str, hexadecimal
        Of all inputs of the build.
    make : callable
        Build in an empty folder; see :func:`seal`.
    stopped : Event, optional
        Once it is set, another process is no longer waited for.

    Raises
    ------
    BuildError
        If the cache's folder cannot be read or written.
    ToolError
        If the wait is stopped.
    """
    folder = cached_folder("bitstreams", board, digest)
    with cache_errors(folder), _locked(folder, stopped or threading.Event()):
        if bitstream := kept(folder):
            return bitstream
        clear(folder)
        with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as name:
            make(Path(name))
            (Path(name) / _RESULT).rename(folder)
        return _read(folder, fresh=True)


def clear(folder: Path) -> None:
    """Make room in the cache: remove what is damaged there, and the remains of builds that were killed or crashed."""
    for remains in (folder, *folder.parent.glob(f"{folder.name}-*")):
        if remains.is_file():
            remains.unlink()
        # A program that outlived its build may still write there.
        shutil.rmtree(remains, ignore_errors=True)


def seal(work: Path, files: Mapping[str, bytes], manifest: bytes, fmax_hz: Mapping[int, int],
         runs: Mapping[str, Run]) -> None:
    """Write a build's result, as :func:`kept_build` takes it: its files, their manifest, and what they took."""
    result = work / _RESULT
    result.mkdir()
    effort = {"manifest": _sha256(manifest), "fmax_hz": fmax_hz,
              "runs": {phase: asdict(run) for phase, run in runs.items()}}
    for name, content in {**files, MANIFEST: manifest, _EFFORT: json.dumps(effort).encode() + b"\n"}.items():
        (result / name).write_bytes(content)


def kept(folder: Path) -> Bitstream | None:
    """Return the build in a folder of the cache; None if there is none, or a byte of it has changed."""
    try:
        return _read(folder, fresh=False)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # Files that are missing, are no JSON, or are some other JSON.
        return None


def _read(folder: Path, fresh: bool) -> Bitstream:
    """Return the build in a folder of the cache; ValueError if a byte of it is not as it was written."""
    effort = json.loads((folder / _EFFORT).read_bytes())
    text = (folder / MANIFEST).read_bytes()
    manifest = json.loads(text)
    digests = {MANIFEST: effort["manifest"], **manifest["files"]}
    if any(_sha256((folder / name).read_bytes()) != digest for name, digest in digests.items()):
        raise ValueError("a file has changed since it was written")
    fmax_hz = {int(seed): hz for seed, hz in effort["fmax_hz"].items()}
    runs = {phase: Run(**run) for phase, run in effort["runs"].items()}
    return Bitstream(folder, manifest, fmax_hz, runs, fresh)


def describe(board: Board, config: SoCConfig, build: str, tools: Iterable[Tool], files: Mapping[str, bytes],
             **more: Any) -> bytes:
    """Return a build's manifest: ``build`` is its hash, ``files`` lie beside it, ``more`` are other entries."""
    return json.dumps({
        "rowloom": version("rowloom"), "build": build, "board": board.name, "title": board.title,
        "device": board.device, "clock_hz": config.clock_hz, "bit_rate": config.bit_rate,
        "solves": config.solves, "engines": config.names, "loader": {"sram": board.sram, "flash": board.flash},
        "tools": {tool.name: tool.version() for tool in tools},
        "files": {name: _sha256(content) for name, content in files.items()}, **more,
    }, indent=2, sort_keys=True).encode() + b"\n"


@contextmanager
def cache_errors(folder: Path) -> Iterator[None]:
    """Turn errors of the system while a folder of the cache is used into :class:`BuildError`."""
    try:
        yield
    except OSError as error:
        raise BuildError(f"cannot build in {folder.parent}: {error.strerror}") from error


@contextmanager
def _locked(folder: Path, stopped: threading.Event) -> Iterator[None]:
    """Keep other processes from a folder; ToolError if the build is stopped before they have left it."""
    lock = FileLock(f"{folder}.lock")
    while True:
        try:
            with lock.acquire(timeout=1):
                yield
            return
        except Timeout:
            if stopped.is_set():
                raise ToolError("stopped") from None


def cached_folder(kind: str, board: Board, digest: str) -> Path:
    """Return the place in the cache of what has that digest; ToolError if the cache cannot be used."""
    return cache_for(kind) / f"{board.name}-{digest[:20]}"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
