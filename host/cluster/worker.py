"""The code that runs on workers: a function that performs a task, and the boards, which stay open between tasks."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from socket import gethostname
from threading import Event
from typing import TypeVar
from weakref import WeakKeyDictionary

from distributed import Status, Worker, WorkerPlugin, get_worker
from distributed.utils import sync

from rowloom.engines.config import SoCConfig
from rowloom.errors import ClusterError, LinkError, NotInstalled, SimulationError
from rowloom.host.cluster.work import NotDone, Work
from rowloom.host.link.connection import open_board
from rowloom.host.link.session import Session

__all__ = ["BOARD", "EquipmentPlugin", "here", "run_task"]

I = TypeVar("I")  # noqa: E741 - item
R = TypeVar("R")

BOARD = "board"
"""The name of the Dask resource that workers with a board offer."""

_LOOKED, _GRACE = 0.5, 1.5
"""In seconds: the time between two checks whether a task is still wanted, and the time within which an unwanted task
must end."""

_TRIED_AGAIN, _STARTING = 2.0, 0.1
"""Seconds between two attempts to open the board: 2 if the board was lost, and 0.1 while the worker starts."""

_TOLD = 5.0
"""The maximum number of seconds to wait until the scheduler has received a message."""

_FALLS_BACK = 1.0
"""Seconds without a request after which a board whose bit rate was changed is opened again before its next use: after
two seconds without a request, such a board returns to its initial bit rate."""

_BUILDING = threading.Lock()
"""Python 3.11 may fail if two threads parse sources at the same time. Workers may be threads of one process."""


def here() -> tuple[str, str]:
    """Return the version of Rowloom, and the name of this computer."""
    return version("rowloom"), gethostname()


def run_task(sender: tuple[str, str], work: Work[I, R], items: Sequence[I]) -> tuple[Sequence[R | NotDone], float]:
    """Process some items. Return a result for each item, and the seconds that the work took.

    ``sender`` is the result of :func:`here` on the computer that has sent the task. Raises ClusterError if this worker
    cannot do the work.
    """
    worker = get_worker()
    installed, host = here()
    where = "" if host == sender[1] else f"{host}: "
    if installed != sender[0]:
        raise ClusterError(f"{where}the worker has rowloom {installed}, and this is {sender[0]}: install the same"
                           " version on both")
    start = time.monotonic()
    # A worker that Rowloom did not start has no equipment yet.
    equipment = _equipment.setdefault(worker, WorkerEquipment(worker))
    try:
        with _unwanted(worker) as unwanted:
            results = work.do(items, equipment, unwanted)
    except (ClusterError, NotInstalled) as error:
        raise ClusterError(f"{where}{error}") from error
    return results, time.monotonic() - start


@contextmanager
def _unwanted(worker: Worker) -> Iterator[Event]:
    """Yield an event that is set when the current task is cancelled, or its sender has ended.

    If a software engine continues to search after the event was set, this process ends, and Dask's nanny starts a new
    process.
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


def _ignore(message: str) -> None:
    pass


class WorkerEquipment:
    """The boards of a worker: simulated boards, and the board at a port.

    While the board at the port answers, the worker offers the resource :data:`BOARD`. ``report`` is called with
    messages about this board.
    """

    def __init__(self, worker: Worker, port: str | None = None, baud: int | None = None,
                 report: Callable[[str], None] = _ignore):
        self._worker, self._port, self._baud, self._report = worker, port, baud, report
        self._lock = threading.Lock()
        self._idle: dict[tuple[str, ...], list[Session]] = {}
        self._at_port = threading.Lock()  # held while the port is in use
        self._board: Session | None = None
        self._used = 0.0
        self._closed = Event()

    @contextmanager
    def simulator(self, built: tuple[str, ...]) -> Iterator[Session]:
        """Reserve a simulated board with these engines for a ``with`` block."""
        with self._lock:
            idle = self._idle.get(built)
            session = idle.pop() if idle else None
            others = [one for key in list(self._idle) if key != built for one in self._idle.pop(key)]
        for other in others:
            other.close()
        if session is None:
            try:
                with _BUILDING:
                    session = open_board(SoCConfig.of(*built))
            except SimulationError as error:
                raise ClusterError(str(error)) from error
        try:
            yield session
        except BaseException:
            session.close()
            raise
        with self._lock:
            self._idle.setdefault(built, []).append(session)

    @contextmanager
    def board(self) -> Iterator[Session]:
        """Reserve the board at the port for a ``with`` block. After a LinkError, the board is not offered until it
        answers."""
        if self._port is None:
            raise LinkError("the worker has no board")
        with self._at_port:
            try:
                if self._board is None:
                    raise LinkError(f"{self._port}: the board is gone")
                if self._board.rate.is_changed and time.monotonic() - self._used > _FALLS_BACK:
                    self._close_board()
                    self._board = open_board(self._port, self._baud)
                yield self._board
                self._used = time.monotonic()
            except LinkError as error:
                if self._board:
                    self._report(f"{error}; looking for the board")
                self._close_board()
                self._offer(0)
                raise

    def find_board(self) -> None:
        """Open the board, and offer it until the worker ends. If the board is lost, look for it again."""
        assert self._port is not None, "there is no board without a port"
        found = 0
        while not self._closed.is_set():
            if self._board is None and self._worker.status == Status.running:
                with self._at_port, suppress(LinkError):
                    self._board = open_board(self._port, self._baud)
                    self._used = time.monotonic()
                    self._offer(1)
                    if found:
                        self._report(f"{self._port}: the board is back")
                    found += 1
            self._closed.wait(_TRIED_AGAIN if found else _STARTING)

    def close(self) -> None:
        """Close all boards that are not in use."""
        self._closed.set()
        with self._lock:
            for session in (one for idle in self._idle.values() for one in idle):
                session.close()
            self._idle.clear()
        if self._at_port.acquire(blocking=False):
            self._close_board()
            self._at_port.release()

    def _close_board(self) -> None:
        if self._board:
            self._board.close()
            self._board = None

    def _offer(self, boards: int) -> None:
        worker = self._worker
        # The scheduler may be gone.
        with suppress(OSError, RuntimeError, TimeoutError):
            if BOARD not in worker.state.total_resources:
                sync(worker.loop, worker.set_resources, callback_timeout=_TOLD, **{BOARD: boards})
            else:
                # Only the scheduler gets this message. If the worker has already received more tasks for its board,
                # these tasks fail here, and other workers repeat them.
                sync(worker.loop, worker.scheduler.set_resources, callback_timeout=_TOLD, resources={BOARD: boards},
                     worker=worker.contact_address)


_equipment: "WeakKeyDictionary[Worker, WorkerEquipment]" = WeakKeyDictionary()


class EquipmentPlugin(WorkerPlugin):
    """A Dask plugin that creates a worker's :class:`WorkerEquipment`, and closes the equipment when the worker ends."""

    name = "rowloom"

    def __init__(self, port: str | None = None, baud: int | None = None, report: Callable[[str], None] = _ignore):
        self._port, self._baud, self._report = port, baud, report

    def setup(self, worker: Worker) -> None:
        if worker.nanny and threading.current_thread() is threading.main_thread():
            # Ctrl-C is meant for the program that has started this process; that program also ends this process.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        equipment = _equipment[worker] = WorkerEquipment(worker, self._port, self._baud, self._report)
        if self._port is not None:
            threading.Thread(target=equipment.find_board, daemon=True).start()

    def teardown(self, worker: Worker) -> None:
        if equipment := _equipment.get(worker):
            equipment.close()
