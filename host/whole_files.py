"""Reading whole files, and writing files completely or not at all."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["MOST", "append", "atomic_write", "read_whole"]

MOST = 1 << 24
"""The maximum size, in bytes, of a file that is read as a whole."""


def read_whole(path: str | Path, most: int = MOST) -> bytes:
    """Return the contents of a file; OSError if the file has more than ``most`` bytes, for example because it is an
    endless device."""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"too large: more than {most:,} bytes", os.fspath(path))
    return data


@contextmanager
def atomic_write(path: str | Path, partly: bool = False) -> Iterator[Path]:
    """Yield the name of a new file that replaces the file at ``path`` at the end of the ``with`` block.

    If an exception is raised in the block, the old file stays unchanged, and the new file is removed. With ``partly``,
    the new file replaces the old file even after an exception, unless the new file is empty. If ``path`` is a device, a
    pipe, or a file in a read-only folder, ``path`` itself is yielded, and the file is written directly.
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
    """Append data to an open file. If this fails, remove the part that was written, and raise OSError."""
    before = os.fstat(file).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(file, left) :]
    except OSError:
        with suppress(OSError):  # a device cannot be truncated
            os.ftruncate(file, before)
        raise


def _replace(path: Path, fresh: Path) -> None:
    if path.exists():
        shutil.copymode(path, fresh)
    fresh.replace(path)
