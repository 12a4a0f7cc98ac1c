"""Start workers, or connect to a scheduler and its workers, and send batches of work to the workers.

A batch consists of items, such as puzzles. A task is a group of items that is sent to a worker at once.
"""

import asyncio
import logging
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker
from os import getpid
from socket import gethostname
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, Generic, NamedTuple, TypeVar
from warnings import catch_warnings

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, Nanny, Security, rpc
from distributed.comm import connect, get_address_host_port

from rowloom.errors import ClusterError
from rowloom.host.cluster.work import NotDone, Work
from rowloom.host.cluster.worker import BOARD, EquipmentPlugin, here, run_task
from rowloom.host.jobs.job import Progress

__all__ = ["Cluster", "check_scheduler", "configure", "join_scheduler", "local", "serve"]

I = TypeVar("I")  # noqa: E741 - item
R = TypeVar("R")

_TASK = 2.0
"""Seconds that a task should take: long enough that the start of a simulated board (0.1 s) is negligible, and short
enough that users do not wait long for the last task."""

_GROWTH, _MOST_ITEMS = 4, 2_000
"""The largest factor by which the number of items may grow from one task to the next, and the maximum number of items
in a task. Tasks grow only step by step, because the time of a few items is a poor estimate for the time of many
items."""

_AHEAD = 2
"""The number of tasks in flight per worker: more than one, so that the next task arrives before the worker has finished
the current task."""

_HELD, _HELD_EACH = 20_000, 3 * _MOST_ITEMS
"""Two limits on the number of items in memory: a fixed limit, and a limit that is multiplied by the number of workers.
The larger limit applies. Finished items stay in memory until all earlier items are finished."""

_ATTEMPTS = 3
"""The maximum number of attempts at an item, if workers lose their boards or are killed during these attempts."""

_LISTENED, _ASKED = 0.2, 1.0
"""In seconds: the time between two checks for signals, and the time between two requests to the scheduler."""

_SILENCE, _UNHEARD = 8.0, 12.0
"""In seconds: how long the scheduler may take to answer a request before it counts as lost, and how long a connection
may be silent before the operating system closes it. Dask requires that ``_UNHEARD`` is at least 11 seconds."""

_WITHOUT_WORKERS = 60.0
"""Seconds without a suitable worker after which the batch fails. For puzzles that boards solve, only workers with a
board are suitable."""

_CONNECTING, _JOINING, _ENDING = 5.0, 10.0, 3.0
"""The maximum number of seconds to wait for a connection, for the first worker, and for the end of a connection."""

_PRINTED = "the tcp://HOST:PORT that `dask scheduler` prints"


def configure() -> None:
    """Configure Dask for this process: no logs, and lost peers are detected within a few seconds."""
    dask.config.set({
        "distributed.comm.timeouts.connect": f"{_CONNECTING}s",
        "distributed.comm.timeouts.tcp": f"{_UNHEARD}s",
        "distributed.scheduler.allowed-failures": _ATTEMPTS - 1,
    })  # fmt: skip
    below = [name for name in logging.root.manager.loggerDict if name.startswith(("distributed.", "tornado."))]
    for name in ("distributed", "tornado", "asyncio", *below):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def local(jobs: int) -> Iterator["Cluster"]:
    """Start workers as processes of this machine, and stop the workers at the end. Other users cannot use these
    workers."""
    configure()
    stack = ExitStack()
    try:
        with _deferred_signals():
            scratch = stack.enter_context(TemporaryDirectory(prefix="rowloom-workers-", ignore_cleanup_errors=True))
            stack.enter_context(catch_warnings(action="ignore"))
            # The traffic is encrypted, so that other users of the machine cannot make these processes run arbitrary
            # programs.
            processes = stack.enter_context(LocalCluster(
                n_workers=jobs, threads_per_worker=1, processes=True, security=True, silence_logs=logging.CRITICAL + 1,
                local_directory=scratch, memory_limit=0, plugins=(EquipmentPlugin(),), dashboard_address=None,
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            ))  # fmt: skip
            client = stack.enter_context(Client(processes, set_as_default=False))
        yield Cluster(client, "the scheduler of this command", local=True)
    finally:
        with _deferred_signals():
            stack.close()


@contextmanager
def join_scheduler(address: str) -> Iterator["Cluster"]:
    """Connect to a scheduler; ClusterError if no scheduler answers, or no worker joins it, within a few seconds."""
    configure()
    asyncio.run(check_scheduler(address))
    with catch_warnings(action="ignore"):  # for example, Dask warns if the scheduler's version is different
        try:
            client = Client(address, timeout=_CONNECTING, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"{address}: the scheduler accepts no connection: {error}") from error
        try:
            with suppress(TimeoutError):
                client.wait_for_workers(1, timeout=_JOINING)
            cluster = Cluster(client, f"the scheduler at {address}")
            if not cluster.workers:
                raise ClusterError(
                    f"{address}: no worker has joined this scheduler within {_JOINING:g} s; start workers with"
                    f" `rowloom worker {address}`"
                )
            yield cluster
        finally:
            with suppress(Exception):  # the scheduler may be gone
                client.close(timeout=_ENDING)


async def check_scheduler(address: str) -> None:
    """Raise ClusterError if no scheduler answers at an address within a few seconds."""
    try:
        host, port = get_address_host_port(address)
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), _CONNECTING)
        writer.close()
    except (ValueError, OverflowError) as error:
        raise ClusterError(f"{address}: not the address of a scheduler ({error}); use {_PRINTED}") from error
    except OSError as error:
        raise ClusterError(
            f"{address}: no scheduler answers there ({error or 'no connection'}); start one with `dask scheduler`, and"
            " use the tcp://HOST:PORT that it prints"
        ) from error
    try:
        kind = await _kind(address)
    # A package or a certificate is missing.
    except (TypeError, RuntimeError, ImportError) as error:
        raise ClusterError(f"{address}: the scheduler there cannot be used ({error}); use {_PRINTED}") from error
    # If another program answers, Dask interprets its bytes as messages, and raises one of various errors.
    except Exception as error:
        raise ClusterError(f"{address}: the program that answers there is not a scheduler; use {_PRINTED}") from error
    if kind != "Scheduler":
        raise ClusterError(f"{address}: a Dask {kind.lower()} answers there, not a scheduler; use {_PRINTED}")


async def _kind(address: str) -> str:
    """Ask the Dask process at an address for its type, such as Scheduler, and return this type."""
    arguments = Security().get_connection_args("client")
    # A peer other than Dask may never answer.
    comm = await asyncio.wait_for(connect(address, timeout=_CONNECTING, **arguments), _CONNECTING)
    await comm.close()
    async with rpc(address, timeout=_CONNECTING, connection_args=arguments) as process:
        identity = await asyncio.wait_for(process.identity(), 2 * _CONNECTING)
    return str(identity["type"])


def serve(address: str, ports: Sequence[str | None], baud: int | None, started: Callable[[], None],
          report: Callable[[str], None]) -> None:
    """Run workers until a KeyboardInterrupt; ClusterError if no scheduler is at the address, or the scheduler ends.

    Each worker is a process. ``ports`` contains the port of each worker's board, or None for a worker without a board.
    ``started`` is called when the workers have started. Workers call ``report`` with messages about their boards;
    ``report`` must be a module-level function, because it is pickled.
    """
    configure()
    with TemporaryDirectory(prefix="rowloom-workers-", ignore_cleanup_errors=True) as scratch:
        asyncio.run(_serve(address, [EquipmentPlugin(port, baud, report) for port in ports], started, scratch))
    raise ClusterError(f"{address}: the scheduler has ended, and the workers with it")


async def _serve(address: str, equipment: Sequence[EquipmentPlugin], started: Callable[[], None], scratch: str) -> None:
    await check_scheduler(address)
    async with AsyncExitStack() as stack:
        nannies = [
            Nanny(address, nthreads=1, name=f"{gethostname()}-{getpid()}-{number}", plugins=(one,), memory_limit=0,
                  local_directory=scratch, silence_logs=logging.CRITICAL + 1, dashboard=False)
            for number, one in enumerate(equipment)
        ]  # fmt: skip
        await asyncio.gather(*map(stack.enter_async_context, nannies))
        started()
        await asyncio.wait([asyncio.ensure_future(nanny.finished()) for nanny in nannies])


@contextmanager
def _deferred_signals() -> Iterator[None]:
    """Defer Ctrl-C and other signals while processes start or end; otherwise, Dask would leave some processes running.

    Processes that start during the ``with`` block ignore Ctrl-C.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    handlers = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in numbers if callable(signal.getsignal(number))
    }
    blocked = None
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        # Processes inherit blocked signals, but no handlers. Python's resource tracker is started before the signals
        # are blocked, because Python unblocks signals when it starts the tracker.
        resource_tracker.ensure_running()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if blocked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for number in came:
            signal.raise_signal(number)


class Cluster:
    """A scheduler and its workers.

    ``client`` is connected to the scheduler, and ``name`` is the name of the scheduler in messages. ``local`` is true
    if the workers are processes of this command. ``workers`` is the total number of threads in all workers, and
    ``boards`` is the number of boards that workers offer, according to the latest report of the scheduler.
    """

    def __init__(self, client: Client, name: str, local: bool = False):
        self.client, self.local, self._name = client, local, name
        self.workers = self.boards = 0
        self._question: futures.Future[Any] | None = None
        self._asked = self._looked = time.monotonic()
        self._waited = 0.0
        self._ask()
        self.listen(_CONNECTING)

    def run(self, work: Work[I, R], items: Iterable[I], cancel: Event | None = None,
            progress: Progress | None = None) -> Iterator[R]:
        """Process each item, and yield the results in order; only some of the items are in memory at a time.

        When ``cancel`` is set, for example by a signal handler, no more items are begun. The iteration then ends after
        the results of the items that were begun. If the scheduler or all workers are lost, these results are also
        yielded, and then ClusterError is raised.
        """
        batch = _Run(self, work, iter(items))
        try:
            while not (cancel and cancel.is_set()):
                batch.advance()
                if progress:
                    progress.at_work(batch.done, self.workers)
                yield from batch.pop_results()
                if batch.ended:
                    return
            yield from batch.pop_results(work.cancelled)
        except ClusterError as error:
            failure = error
            yield from batch.pop_results(lambda item: work.lost(item, failure))
            raise
        finally:
            batch.close()

    def listen(self, seconds: float = 0.0) -> None:
        """Wait up to ``seconds`` for the scheduler's report about its workers; request a new report every second.

        Raises ClusterError if the scheduler is lost.
        """
        now = time.monotonic()
        # After the computer was suspended, the clock may have advanced by hours.
        self._waited += min(now - self._looked, _ASKED)
        self._looked = now
        if self.client.status != "running":
            raise self.lost()
        if self._question is None:
            if now - self._asked >= _ASKED:
                self._ask()
            return
        try:
            found = self._question.result(seconds)["workers"].values()
        except TimeoutError as error:
            if self._waited > _SILENCE:
                raise ClusterError(f"{self._name} has not answered for {_SILENCE:g} s") from error
            return
        except Exception as error:  # of many kinds
            raise self.lost() from error
        self._question = None
        self.workers = sum(one["nthreads"] for one in found)
        self.boards = sum(int(one["resources"].get(BOARD, 0)) for one in found)

    def lost(self) -> ClusterError:
        """Return the error for a scheduler that no longer answers."""
        return ClusterError(f"{self._name} is gone: the connection was lost")

    def _ask(self) -> None:
        self._question = asyncio.run_coroutine_threadsafe(
            self.client.scheduler.identity(), self.client.loop.asyncio_loop)
        self._asked, self._waited = time.monotonic(), 0.0


class _Call(tuple[Any, ...]):
    """The arguments of a call of :func:`run_task`. Unpickling this object makes the call and returns its result."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return run_task, tuple(self)


class _ClusterTask(NamedTuple):
    """The numbers of a task's items in the batch, and how many attempts at these items have failed."""

    numbers: list[int]
    failures: int


class _Run(Generic[I, R]):
    """A batch in progress; ``done`` is the number of items with a result."""

    def __init__(self, cluster: Cluster, work: Work[I, R], items: Iterator[I]):
        self._cluster, self._work, self._unread = cluster, work, enumerate(items)
        self._items: dict[int, I] = {}  # the items without a result, by number
        self._results: dict[int, R] = {}  # the results that have not been yielded, by number
        self._taken = self.done = 0
        self._running: dict[Future, _ClusterTask] = {}
        self._news = Event()  # set when a task has ended
        self._exhausted = self._needs_board = False
        self._size, self._seconds = 1, _TASK
        self._served = time.monotonic()

    @property
    def ended(self) -> bool:
        """True if all results have been yielded."""
        return self._exhausted and not self._items and not self._results

    def advance(self) -> None:
        """Submit work, and collect the results that arrive within a short time."""
        self._cluster.listen()
        self._check_workers()
        self._fill()
        if not self._running:
            if not self.ended:
                time.sleep(_LISTENED)
            return
        self._news.wait(_LISTENED)
        self._news.clear()
        for future in [future for future in self._running if future.done()]:
            self._collect(future)

    def pop_results(self, instead: Callable[[I], R] | None = None) -> Iterator[R]:
        """Yield and remove the next results, in order. Stop at the first missing result or, with ``instead``, yield the
        value of ``instead`` for the item whose result is missing."""
        while True:
            if self._taken in self._results:
                result = self._results.pop(self._taken)
            elif instead and self._taken in self._items:
                result = instead(self._items.pop(self._taken))
            else:
                return
            self._taken += 1
            yield result

    def close(self) -> None:
        """Cancel the running tasks."""
        if self._running and self._cluster.client.status == "running":
            with suppress(Exception):  # the scheduler may be gone
                self._cluster.client.cancel(list(self._running), force=True)
        self._running.clear()

    @property
    def _slots(self) -> int:
        return self._cluster.boards if self._needs_board else self._cluster.workers

    def _check_workers(self) -> None:
        now = time.monotonic()
        if self._slots:
            self._served = now
        elif now - self._served > _WITHOUT_WORKERS:
            who = "no worker offers a board any more" if self._cluster.workers else "no worker is left"
            raise ClusterError(f"{who}, and none has come back for {_WITHOUT_WORKERS:g} s")

    def _fill(self) -> None:
        most = max(_HELD, _HELD_EACH * self._slots)
        while (not self._exhausted and len(self._running) < _AHEAD * self._slots
               and len(self._items) + len(self._results) < most):
            size = max(1, min(_GROWTH * self._size, int(_TASK / self._seconds), _MOST_ITEMS))
            if some := dict(islice(self._unread, size)):
                self._items.update(some)
                self._submit(_ClusterTask(list(some), 0))
            else:
                self._exhausted = True

    def _submit(self, task: _ClusterTask) -> None:
        items = [self._items[number] for number in task.numbers]
        on_board = any(map(self._work.needs_board, items))
        self._needs_board |= on_board
        try:
            # The scheduler unpickles the arguments of a task, but Rowloom may not be installed there. So the only
            # argument is a byte string. The worker unpickles these bytes, which calls `run_task`.
            future = self._cluster.client.submit(pickle.loads, pickle.dumps(_Call((here(), self._work, items))),
                                                 pure=False, resources={BOARD: 1} if on_board else None)
        except Exception as error:  # of many kinds
            raise ClusterError(f"the scheduler does not accept work: {error}") from error
        future.add_done_callback(lambda future: self._news.set())
        self._running[future] = task

    def _collect(self, future: Future) -> None:
        """Store the results of a finished task; submit again the items that the worker has not done."""
        if future.cancelled():
            raise self._cluster.lost()
        if future.status == "error":
            self._erred(self._running.pop(future), future.exception())
            return
        try:
            results, seconds = future.result(_SILENCE)
        except (TimeoutError, OSError, futures.CancelledError, asyncio.CancelledError):
            # If the worker is lost, another worker repeats the task. If the scheduler is lost, `listen` detects this.
            return
        task = self._running.pop(future)
        undone, reason = [], ""
        for number, result in zip(task.numbers, results):
            if isinstance(result, NotDone):
                undone.append(number)
                reason = result.reason
            else:
                self._put(number, result)
        if not undone:
            latest = max(seconds / len(task.numbers), 1e-6)
            self._seconds = latest if len(task.numbers) > self._size else (self._seconds + latest) / 2
            self._size = len(task.numbers)
        elif task.failures + 1 < _ATTEMPTS:
            self._submit(_ClusterTask(undone, task.failures + 1))
        else:
            self._fail(undone, f"tried {_ATTEMPTS} times: {reason}")

    def _erred(self, task: _ClusterTask, error: BaseException | None) -> None:
        """If a task has killed several workers, split the task to find the item that kills them. Raise any other
        error."""
        match error:
            case KilledWorker() if len(task.numbers) > 1:
                for number in task.numbers:
                    self._submit(_ClusterTask([number], task.failures))
            case KilledWorker():
                self._fail(task.numbers, f"given up: {_ATTEMPTS} workers ended while working on it (killed, or out of"
                                         " memory?)")
            case ClusterError():
                raise error
            case ModuleNotFoundError():
                raise ClusterError(f"a worker lacks a package ({error}): start workers with `rowloom worker`, and"
                                   f" install rowloom {here()[0]} on every computer with a worker") from error
            case _:
                raise ClusterError(f"a worker failed: {type(error).__name__}: {error}") from error

    def _fail(self, numbers: list[int], reason: str) -> None:
        for number in numbers:
            self._put(number, self._work.failed(self._items[number], ClusterError(reason)))

    def _put(self, number: int, result: R) -> None:
        del self._items[number]
        self._results[number] = result
        self.done += 1
