"""The compiler's checks of memory and arithmetic, for the native firmware."""

import os
import subprocess
from functools import cache
from pathlib import Path

__all__ = ["FLAGS", "are_loaded", "environment", "runtimes"]

FLAGS = "-fsanitize=address", "-fsanitize=undefined", "-fno-sanitize-recover=all"
"""The compiler's flags that enable these checks."""


@cache
def runtimes() -> list[Path]:
    """Return GCC's libraries for these checks, because Zig has no AddressSanitizer. If they are missing, return an
    empty list."""
    try:
        asked = [subprocess.check_output(["gcc", f"-print-file-name={name}.so"], text=True).strip()
                 for name in ("libasan", "libubsan")]
    except (OSError, subprocess.CalledProcessError):
        return []
    # For a missing library, GCC prints only the name, without a path.
    return [Path(path) for path in asked] if all(map(os.path.isabs, asked)) else []


def environment() -> dict[str, str]:
    """Return the environment of a process for which :func:`are_loaded` is true."""
    # Memory that Python keeps until the process ends is not a leak.
    return {**os.environ, "LD_PRELOAD": " ".join(map(str, runtimes())), "ASAN_OPTIONS": "detect_leaks=0"}


def are_loaded() -> bool:
    """Return whether this process can load a library that was compiled with :data:`FLAGS`."""
    return "libasan" in os.environ.get("LD_PRELOAD", "")
