"""Messages to the user; imports nothing that takes time."""

import os
import sys
from typing import TextIO

__all__ = ["drop", "tell"]


def tell(message: str) -> None:
    """Print a message to standard error."""
    try:
        print(f"rowloom: {message}", file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Drop what could not be written to a stream: Python would fail again when it flushes at exit, with status 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
