"""No program that a command has started outlives it."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["leaving_no_program"]


@contextmanager
def leaving_no_program() -> Iterator[None]:
    """End the programs that the command has started where a signal ends it."""
    import psutil

    others = psutil.Process().children()
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        # The callers end their programs, except for one that was still being started when the signal came.
        left = [child for child in psutil.Process().children() if child not in others]
        for child in left:
            child.kill()
        psutil.wait_procs(left)
        raise
