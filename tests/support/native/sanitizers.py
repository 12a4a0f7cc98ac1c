"""The compiler's checks of memory and arithmetic, for the firmware as a program of this machine."""

import os
import subprocess
from functools import cache
from pathlib import Path

__all__ = ["FLAGS", "are_loaded", "environment", "runtimes"]

FLAGS = "-fsanitize=address", "-fsanitize=undefined", "-fno-sanitize-recover=all"
"""For the compiler."""


@cache
def runtimes() -> list[Path]:
    """Return the libraries that such a program needs, of GCC: Zig has none for addresses. Empty if there is no GCC."""
    try:
        asked = [subprocess.check_output(["gcc", f"-print-file-name={name}.so"], text=True).strip()
                 for name in ("libasan", "libubsan")]
    except (OSError, subprocess.CalledProcessError):
        return []
    # Of a library that it does not have, GCC prints the bare name.
    return [Path(path) for path in asked] if all(map(os.path.isabs, asked)) else []


def environment() -> dict[str, str]:
    """Return the environment of a process in which :func:`are_loaded`."""
    # What Python keeps until its end is no leak.
    return {**os.environ, "LD_PRELOAD": " ".join(map(str, runtimes())), "ASAN_OPTIONS": "detect_leaks=0"}


def are_loaded() -> bool:
    """Return whether this process can load a library that was compiled with these flags."""
    return "libasan" in os.environ.get("LD_PRELOAD", "")
