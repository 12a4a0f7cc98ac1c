"""Wait for a condition, such as the end of a process."""

import time
from collections.abc import Callable
from typing import Any

import psutil

__all__ = ["has_ended", "until"]


def until(condition: Callable[[], Any], seconds: float = 20.0) -> None:
    """Wait until a condition is true; fail if this takes longer than ``seconds``."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition was never true"
        time.sleep(0.05)


def has_ended(pid: int) -> bool:
    """Return whether a process has ended or is a zombie."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
