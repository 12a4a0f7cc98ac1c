"""The signals that end a command, and messages on standard error; imports nothing that takes time."""

import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TextIO

__all__ = ["drop", "ended_by_signals", "tell"]

_AGAIN = 0.02
"""Seconds after which a signal comes again that came at a wrong time."""

_DROPPING = "__del__", "from_param"
"""Functions whose exceptions Python drops, or ctypes turns into its own."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let the signals that end a command do so by an exception: Ctrl-C, SIGTERM and SIGHUP.

    Everything that the command has opened is closed then, and the programs that it has started end. No signal is lost:
    one whose exception would be dropped comes again.
    """
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # nohup, and a shell that runs something in the background, ignore some.
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
        elif not came:  # else it may be about an object that was only half made
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
    with suppress(RuntimeError):  # no thread starts while Python ends
        threading.Timer(_AGAIN, interrupt_main, [number]).start()


def tell(message: str) -> None:
    """Print a message to standard error."""
    try:
        print(f"rowloom: {message}", file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Drop what could not be written to a stream: Python would fail again when it flushes at exit, with status 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
