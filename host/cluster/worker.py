"""What runs on the workers."""

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

_LOOKED = 0.5
"""Seconds between two looks at whether a task is still wanted."""

_GRACE = 1.5
"""Seconds in which an unwanted task may end by itself."""


@dataclass(frozen=True)
class Sender:
    """Who wants something done: a version of Rowloom on a machine."""

    version: str
    host: str

    @classmethod
    def here(cls) -> "Sender":
        """Return this process."""
        return cls(version("rowloom"), gethostname())


@dataclass(frozen=True)
class Done(Generic[R]):
    """What a worker has done: a result an item, and the seconds that it took."""

    results: Sequence[R | NotDone]
    seconds: float


def do(sender: Sender, work: Work[I, R], items: Sequence[I]) -> Done[R]:
    """Do some work, on a worker; :class:`ClusterError` if this worker cannot."""
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
    """Yield what is set when the current task is no longer wanted: it was cancelled, or who asked for it is gone.

    A software engine that goes on searching takes its process with it, which the nanny replaces.
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
