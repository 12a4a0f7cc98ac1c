"""Signals that end a command, and messages on standard error. This module imports only modules that load quickly."""

import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["bars", "bars_hidden", "discard_output", "ended_by_signals", "log"]

bars: "list[Progress]" = []
"""The progress bars on the terminal."""

_AGAIN = 0.02
"""Seconds after which a signal is sent again, if the exception that it raises would be lost."""

_DROPPING = "__del__", "from_param"
"""Functions in which an exception is lost: Python ignores exceptions in ``__del__``, and ctypes replaces exceptions in
``from_param``."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Turn the signals that end a command into exceptions: Ctrl-C, SIGTERM and SIGHUP.

    The command then closes its files and links, and ends the programs that it has started. If an exception would be
    lost in a function of Python that ignores exceptions, the signal is sent again.
    """
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # A program that nohup or a shell has started in the background ignores some signals, and must
    # continue to ignore them.
    ending = [one for one in numbers if signal.getsignal(one) in (signal.SIG_DFL, signal.default_int_handler)]
    came: list[int] = []
    report = sys.unraisablehook

    def end(number: int, frame: FrameType | None) -> None:
        came.append(number)
        if _drops(frame):
            _send_again(number)
        else:
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    def dropped(error: "sys.UnraisableHookArgs") -> None:
        if came and isinstance(error.exc_value, KeyboardInterrupt | SystemExit):
            _send_again(came[-1])
        elif not came:  # after a signal, __del__ may fail, because the signal has interrupted __init__
            report(error)

    handlers = {number: signal.signal(number, end) for number in ending}
    sys.unraisablehook = dropped
    try:
        yield
    finally:
        sys.unraisablehook = report
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _drops(frame: FrameType | None) -> bool:
    while frame:
        if frame.f_code.co_name in _DROPPING:
            return True
        frame = frame.f_back
    return False


def _send_again(number: int) -> None:
    with suppress(RuntimeError):  # while Python ends, no thread can start
        threading.Timer(_AGAIN, interrupt_main, [number]).start()


@contextmanager
def bars_hidden() -> Iterator[None]:
    """Hide the progress bars while the ``with`` block prints something else."""
    for bar in bars:
        bar.stop()
    try:
        yield
    finally:
        for bar in bars:
            bar.start()


def log(message: str) -> None:
    """Print a message to standard error."""
    with bars_hidden():
        try:
            print(f"rowloom: {message}", file=sys.stderr, flush=True)
        except OSError:
            discard_output(sys.stderr)


def discard_output(stream: TextIO) -> None:
    """Discard the unwritten output of a stream. Otherwise Python would fail again at exit, with status 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
