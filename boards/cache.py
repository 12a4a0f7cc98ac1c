"""The cache of builds: each result has its own folder, which only one process at a time makes."""

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from rowloom.boards.board import Board
from rowloom.tools import ToolError, cache_for

__all__ = ["cached_folder", "kept_or_made"]

Kept = TypeVar("Kept")


def cached_folder(kind: str, board: Board, digest: str) -> Path:
    """Return the cache's folder for the result with a digest; ToolError if the cache cannot be used."""
    return cache_for(kind) / f"{board.name}-{digest[:20]}"


def kept_or_made(folder: Path, read: Callable[[Path], Kept | None], make: Callable[[Path], Path],
                 stopped: threading.Event | None = None) -> tuple[Kept, bool]:
    """Return the result in a folder of the cache, made if it is missing or damaged, and whether it was made.

    Parameters
    ----------
    folder : Path
        From :func:`cached_folder`.
    read : callable
        Return the result in a folder; None if it is missing or damaged.
    make : callable
        Make the result in an empty folder; return the subfolder to keep.
    stopped : Event, optional
        Stop waiting for another process once it is set.

    Raises
    ------
    ToolError
        If the cache cannot be read or written, or the wait is stopped.
    """
    try:
        with _locked(folder, stopped or threading.Event()):
            if (found := read(folder)) is not None:
                return found, False
            _clear(folder)
            with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as name:
                make(Path(name)).rename(folder)
            if (made := read(folder)) is None:
                raise ToolError(f"{folder} has changed while it was written")
            return made, True
    except OSError as error:
        raise ToolError(f"cannot build in {folder.parent}: {error.strerror}") from error


def _clear(folder: Path) -> None:
    """Remove a damaged result, and the remains of builds that were killed or crashed."""
    for remains in (folder, *folder.parent.glob(f"{folder.name}-*")):
        if remains.is_file():
            remains.unlink()
        # A program that outlived its build may still write there.
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
