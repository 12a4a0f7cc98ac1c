"""No program that a command has started outlives it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["leaving_no_program"]


@contextmanager
def leaving_no_program() -> Iterator[None]:
    """Let other signals end the command by an exception, as Ctrl-C does, and end the programs that it has started."""
    import psutil

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    # Windows has no SIGHUP; nohup ignores it.
    numbers = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    handlers = {number: signal.getsignal(number) for number in numbers if number}
    others = psutil.Process().children()
    for number, handler in handlers.items():
        if handler == signal.SIG_DFL:
            signal.signal(number, end)
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        # What runs a program ends it, unless the signal came while the program was being started.
        left = [child for child in psutil.Process().children() if child not in others]
        for child in left:
            child.kill()
        psutil.wait_procs(left)
        raise
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
