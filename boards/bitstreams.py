"""Finished builds: their files, their manifest, and their folders in the cache."""

import errno
import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rowloom.boards.board import Board
from rowloom.boards.cache import cached_folder, kept_or_made
from rowloom.engines.config import SoCConfig
from rowloom.errors import RowloomError
from rowloom.tools import Run, Tool

__all__ = ["MANIFEST", "Bitstream", "BuildError", "describe", "kept", "kept_build", "seal", "write_files"]

MANIFEST = "manifest.json"
_EFFORT = "effort.json"


class BuildError(RowloomError):
    """There can be no such bitstream; the message says why, and what to do."""


@dataclass(frozen=True)
class Bitstream:
    """A finished build.

    Attributes
    ----------
    folder : Path
        In the cache: the bitstream, its manifest, memory map, report.
    manifest : mapping
        The contents of the manifest.
    fmax_hz : mapping of int to int
        By seed.
    runs : mapping of str to Run
        The cost of each phase, by its name.
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
        """Copy the files into a folder; BuildError if one cannot be read, OSError as in :func:`write_files`."""
        try:
            files = {name: (self.folder / name).read_bytes() for name in (*self.manifest["files"], MANIFEST)}
        except OSError as error:
            raise BuildError(f"{error.filename} cannot be read: {error.strerror}") from error
        write_files(folder, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their names into a folder, all or none of them; make the folder, replace files that exist.

    They are written in this order, so that the last one shows that the others are complete.

    Raises
    ------
    OSError
        If that is impossible; its ``filename`` is the file or folder that prevents it.
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


def kept_build(board: Board, digest: str, make: Callable[[Path], Path],
               stopped: threading.Event | None = None) -> Bitstream:
    """Return the build with a digest of its inputs from the cache, made if it is not there.

    The other parameters, and errors, are those of :func:`kept_or_made`; :func:`seal` makes the folder.
    """
    bitstream, made = kept_or_made(cached_folder("bitstreams", board, digest), kept, make, stopped)
    return replace(bitstream, fresh=made)


def seal(work: Path, files: Mapping[str, bytes], manifest: bytes, fmax_hz: Mapping[int, int],
         runs: Mapping[str, Run]) -> Path:
    """Write a build into a new folder below ``work``: its files, their manifest, and their cost; return the folder."""
    result = work / "result"
    result.mkdir()
    effort = {"manifest": _sha256(manifest), "fmax_hz": fmax_hz,
              "runs": {phase: asdict(run) for phase, run in runs.items()}}
    for name, content in {**files, MANIFEST: manifest, _EFFORT: json.dumps(effort).encode() + b"\n"}.items():
        (result / name).write_bytes(content)
    return result


def kept(folder: Path) -> Bitstream | None:
    """Return the build in a folder of the cache; None if there is none, or a byte of it has changed."""
    try:
        effort = json.loads((folder / _EFFORT).read_bytes())
        manifest = json.loads((folder / MANIFEST).read_bytes())
        digests = {MANIFEST: effort["manifest"], **manifest["files"]}
        if any(_sha256((folder / name).read_bytes()) != digest for name, digest in digests.items()):
            return None
        fmax_hz = {int(seed): hz for seed, hz in effort["fmax_hz"].items()}
        runs = {phase: Run(**run) for phase, run in effort["runs"].items()}
        return Bitstream(folder, manifest, fmax_hz, runs, fresh=False)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # A file is missing, or is not JSON of this form.
        return None


def describe(board: Board, config: SoCConfig, build: str, tools: Iterable[Tool], files: Mapping[str, bytes],
             **more: Any) -> bytes:
    """Return a build's manifest: ``build`` is its hash, ``files`` are in its folder, ``more`` are other entries."""
    return json.dumps({
        "rowloom": version("rowloom"), "build": build, "board": board.name, "title": board.title,
        "device": board.device, "clock_hz": config.clock_hz, "bit_rate": config.bit_rate,
        "solves": config.solves, "engines": config.names, "loader": {"sram": board.sram, "flash": board.flash},
        "tools": {tool.name: tool.version() for tool in tools},
        "files": {name: _sha256(content) for name, content in files.items()}, **more,
    }, indent=2, sort_keys=True).encode() + b"\n"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
