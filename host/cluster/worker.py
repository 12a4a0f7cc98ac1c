"""The function that workers run."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from socket import gethostname
from threading import Event
from typing import Generic, TypeVar

from distributed import Worker, get_worker

from rowloom.errors import ClusterError, NotInstalled
from rowloom.host.cluster.equipment import equipment_of
from rowloom.host.cluster.work import NotDone, Work

__all__ = ["Done", "Sender", "do"]

I = TypeVar("I")  # noqa: E741 - item
R = TypeVar("R")

_LOOKED, _GRACE = 0.5, 1.5
"""Seconds between two checks whether a task is still wanted, and for an unwanted task to end."""


@dataclass(frozen=True)
class Sender:
    """The sender of a task: a version of Rowloom on a machine."""

    version: str
    host: str

    @classmethod
    def here(cls) -> "Sender":
        return cls(version("rowloom"), gethostname())


@dataclass(frozen=True)
class Done(Generic[R]):
    """The results of a task, one for each item, and its time in seconds."""

    results: Sequence[R | NotDone]
    seconds: float


def do(sender: Sender, work: Work[I, R], items: Sequence[I]) -> Done[R]:
    """Do some work on a worker; :class:`ClusterError` if this worker cannot."""
    worker = get_worker()
    here = Sender.here()
    where = "" if here.host == sender.host else f"{here.host}: "
    if here.version != sender.version:
        raise ClusterError(
            f"{where}the worker has rowloom {here.version}, and this is {sender.version}: install the same on both"
        )
    start = time.monotonic()
    try:
        with _noticing(worker) as unwanted:
            results = work.do(items, equipment_of(worker), unwanted)
    except (ClusterError, NotInstalled) as error:
        raise ClusterError(f"{where}{error}") from error
    return Done(results, time.monotonic() - start)


@contextmanager
def _noticing(worker: Worker) -> Iterator[Event]:
    """Yield an event that is set when the current task is cancelled, or its sender is gone.

    If a software engine keeps searching after that, its process ends, and the nanny replaces it.
    """
    key, unwanted, ended = worker.get_current_task(), Event(), Event()

    def watch() -> None:
        while not ended.wait(_LOOKED):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                unwanted.set()
                if worker.nanny and worker.state.nthreads == 1 and not ended.wait(_GRACE):
                    os._exit(1)
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield unwanted
    finally:
        ended.set()
