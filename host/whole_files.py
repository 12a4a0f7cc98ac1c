"""Files that are read as a whole, or written as a whole or not at all."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["MOST", "append", "aside", "read_whole"]

MOST = 1 << 24
"""Bytes of a file that is read as a whole: far more than any has."""


def read_whole(path: str | Path, most: int = MOST) -> bytes:
    """Return the contents of a file; OSError if it is longer than ``most``, as a device without an end is."""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"too large: more than {most:,} bytes", os.fspath(path))
    return data


@contextmanager
def aside(path: str | Path, partly: bool = False) -> Iterator[Path]:
    """Yield the name of a new file, which replaces the file at ``path`` at the end of the block.

    If that fails, an existing file is as before, and nothing else is left.

    Parameters
    ----------
    path : str or Path
        The file. A device, a pipe, or a file in a folder that takes no others is written directly.
    partly : bool
        An exception keeps what was written until then, if there is anything.
    """
    path = Path(os.path.realpath(path))
    if (path.exists() and not path.is_file()) or not os.access(path.parent, os.W_OK):
        yield path
        return
    fresh = path.with_name(f".{path.stem}-{os.getpid()}{path.suffix}")
    try:
        yield fresh
        _replace(path, fresh)
    except BaseException:
        if partly and fresh.exists() and fresh.stat().st_size:
            _replace(path, fresh)
        raise
    finally:
        fresh.unlink(missing_ok=True)


def append(file: int, data: bytes) -> None:
    """Append data to an open file, or raise OSError and leave nothing of it there."""
    before = os.fstat(file).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(file, left) :]
    except OSError:
        with suppress(OSError):  # a device has no end
            os.ftruncate(file, before)
        raise


def _replace(path: Path, fresh: Path) -> None:
    if path.exists():
        shutil.copymode(path, fresh)
    fresh.replace(path)
