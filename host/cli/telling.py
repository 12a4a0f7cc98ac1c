"""Messages to the user; imports nothing that takes time."""

import sys
from contextlib import suppress

__all__ = ["tell"]


def tell(message: str) -> None:
    """Print a message to standard error."""
    with suppress(OSError):
        print(f"rowloom: {message}", file=sys.stderr, flush=True)
