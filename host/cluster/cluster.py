"""The side of the command: workers of this machine or behind a scheduler, and the way of a batch through them."""

import asyncio
import logging
import pickle
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, Generic, NamedTuple, TypeVar, cast

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, Security, rpc
from distributed.comm import connect, get_address_host_port

from rowloom.errors import ClusterError
from rowloom.host.cluster.equipment import BOARD, Equips
from rowloom.host.cluster.work import NotDone, Solving, Work
from rowloom.host.cluster.worker import Done, Sender, do
from rowloom.host.jobs.job import Outcome, Progress
from rowloom.host.puzzles import Puzzle
from rowloom.host.solving.batch import set_on_interrupt

__all__ = ["Cluster", "Workers", "configure", "joined", "local", "reach"]

I = TypeVar("I")  # noqa: E741 - item
R = TypeVar("R")

_TASK = 2.0
"""Seconds that a task takes, about: long beside the tenth that a simulated board takes to begin, and short for a person
who waits for the last one."""

_GROWTH = 4
"""A task has at most so many times as many items as the one before: few tell little about the next ones."""

_MOST_ITEMS = 2_000
"""Items of a task."""

_AHEAD = 2
"""Tasks per worker that are on their way: one is being done while the next one comes."""

_HELD, _HELD_EACH = 20_000, 3 * _MOST_ITEMS
"""Items that are held, in all or per worker, whichever is more: done ones wait for a slow one that came before."""

_ATTEMPTS = 3
"""How often an item is given to workers whose boards fail, or that are killed over it."""

_LISTENED = 0.2
"""Seconds in which a signal is heard, at the latest."""

_ASKED = 1.0
"""Seconds between two questions to the scheduler."""

_SILENCE = 8.0
"""Seconds without an answer after which the scheduler is given up."""

_UNHEARD = 12.0
"""Seconds without a sign of life on a connection after which the system closes it; Dask takes no less than 11."""

_WITHOUT_WORKERS = 60.0
"""Seconds without any worker (that has a board, if one is needed) after which the batch is given up."""

_CONNECTING, _JOINING = 5.0, 10.0
"""Seconds until there must be a connection, and then a worker."""

_ENDING = 3.0

_PRINTED = "the tcp://HOST:PORT that `dask scheduler` prints"


def configure() -> None:
    """Set Dask up for this process: what it would log is in our own messages, and a lost peer is noticed in seconds."""
    dask.config.set({
        "distributed.comm.timeouts.connect": f"{_CONNECTING}s",
        "distributed.comm.timeouts.tcp": f"{_UNHEARD}s",
        "distributed.scheduler.allowed-failures": _ATTEMPTS - 1,
    })  # fmt: skip
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    for name in logging.root.manager.loggerDict:
        if name.startswith(("distributed.", "tornado.")):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def local(jobs: int) -> Iterator["Cluster"]:
    """Start workers of this machine, each a process, and end them at the end; no other user can reach them."""
    configure()
    stack = ExitStack()
    try:
        with _held_back():
            scratch = stack.enter_context(TemporaryDirectory(prefix="rowloom-workers-", ignore_cleanup_errors=True))
            stack.enter_context(_quietly())
            # Encrypted, so that other users of the machine cannot have its processes run something.
            processes = stack.enter_context(LocalCluster(
                n_workers=jobs, threads_per_worker=1, processes=True, security=True, silence_logs=logging.CRITICAL + 1,
                local_directory=scratch, memory_limit=0, plugins=(Equips(),), dashboard_address=None,
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            ))  # fmt: skip
            client = stack.enter_context(Client(processes, set_as_default=False))
        yield Cluster(client, "the scheduler of this command", local=True)
    finally:
        with _held_back():
            stack.close()


@contextmanager
def joined(address: str) -> Iterator["Cluster"]:
    """Connect to a scheduler.

    Raises
    ------
    ClusterError
        If there is none, or it has no worker, within seconds.
    """
    configure()
    asyncio.run(reach(address))
    with _quietly():
        try:
            client = Client(address, timeout=_CONNECTING, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"{address}: the scheduler takes no connection: {error}") from error
        try:
            with suppress(TimeoutError):
                client.wait_for_workers(1, timeout=_JOINING)
            cluster = Cluster(client, f"the scheduler at {address}")
            if not cluster.workers:
                raise ClusterError(
                    f"{address}: no worker has come to this scheduler within {_JOINING:g} s; start some with"
                    f" `rowloom worker {address}`"
                )
            yield cluster
        finally:
            with suppress(Exception):  # whatever it finds out too late
                client.close(timeout=_ENDING)


async def reach(address: str) -> None:
    """Return if a scheduler answers at an address; :class:`ClusterError` if none does within seconds."""
    try:
        host, port = get_address_host_port(address)
        await _connected(host, port)
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
        raise ClusterError(f"{address}: no scheduler can be asked there ({error}); use {_PRINTED}") from error
    # Dask takes anything that another program sends for a message of some kind and length.
    except Exception as error:
        raise ClusterError(f"{address}: a program that is no scheduler answers there; use {_PRINTED}") from error
    if kind != "Scheduler":
        raise ClusterError(f"{address}: a Dask {kind.lower()} answers there, which is no scheduler; use {_PRINTED}")


async def _connected(host: str, port: int) -> None:
    """Return if something listens at a port."""
    _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), _CONNECTING)
    writer.close()


async def _kind(address: str) -> str:
    """Return what Dask's process at an address says it is."""
    arguments = Security().get_connection_args("client")
    # A peer that is no process of Dask's may never say a word.
    comm = await asyncio.wait_for(connect(address, timeout=_CONNECTING, **arguments), _CONNECTING)
    await comm.close()
    async with rpc(address, timeout=_CONNECTING, connection_args=arguments) as process:
        identity = await asyncio.wait_for(process.identity(), 2 * _CONNECTING)
    return str(identity["type"])


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold back Ctrl-C and other signals until processes have started, or ended: Dask would leave some behind.

    Those that start do not hear Ctrl-C themselves.
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
    if hasattr(signal, "pthread_sigmask"):  # Windows has no such thing
        # Processes inherit what is blocked, but no handler. Python would unblock it as it starts its tracker.
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


@contextmanager
def _quietly() -> Iterator[None]:
    """Drop Dask's warnings, such as of another version at the other end, which would print on the terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Cluster:
    """A scheduler and its workers.

    Parameters
    ----------
    client : Client
        Connected.
    name : str
        Of the scheduler, for messages.
    local : bool
        The workers are processes of this command.

    Attributes
    ----------
    workers, boards : int
        How many there are, as far as the scheduler has said: threads of workers, and boards that they offer.
    """

    def __init__(self, client: Client, name: str, local: bool = False):
        self.client, self.local = client, local
        self._name = name
        self.workers = self.boards = 0
        self._question: futures.Future[Any] | None = None
        self._asked = self._looked = time.monotonic()
        self._waited = 0.0
        self._ask()
        self.listen(_CONNECTING)

    def run(
        self, work: Work[I, R], items: Iterable[I], cancel: Event | None = None, progress: Progress | None = None
    ) -> Iterator[R]:
        """Have some work done with each item; keep only some of the items in memory.

        Parameters
        ----------
        work : Work
        items : iterable
        cancel : Event, optional
            Once it is set, by a signal handler for example, nothing new is begun.
        progress : Progress, optional

        Yields
        ------
        result
            One an item, in order; if that ends early, one an item that had been begun.

        Raises
        ------
        ClusterError
            If the scheduler or all workers are lost, after everything that had been begun was yielded.
        """
        batch = _Batch(self, work, iter(items))
        try:
            while not (cancel and cancel.is_set()):
                batch.advance()
                if progress:
                    progress.at_work(batch.done, self.workers)
                yield from batch.taken()
                if batch.ended:
                    return
            yield from batch.taken(work.cancelled)
        except ClusterError as error:
            failure = error
            yield from batch.taken(lambda item: work.lost(item, failure))
            raise
        finally:
            batch.close()

    def listen(self, seconds: float = 0.0) -> None:
        """Take the scheduler's answer about its workers, and ask again; wait for it so long at most.

        Raises
        ------
        ClusterError
            If the scheduler is gone.
        """
        now = time.monotonic()
        # A computer that was asleep for an hour has not waited for an hour.
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
        """Return the error that says that the scheduler is gone."""
        return ClusterError(f"{self._name} is gone: the connection was lost")

    def _ask(self) -> None:
        self._question = asyncio.run_coroutine_threadsafe(
            self.client.scheduler.identity(), self.client.loop.asyncio_loop)
        self._asked, self._waited = time.monotonic(), 0.0


class Workers:
    """Workers behind a scheduler; a :class:`rowloom.host.solving.batch.Backend`."""

    def __init__(self, cluster: Cluster, work: Solving, progress: Progress):
        self._cluster, self._work, self._progress = cluster, work, progress

    def solve(self, puzzles: Iterator[Puzzle]) -> Iterator[Outcome]:
        """Yield an outcome for each puzzle that was taken; ClusterError if the scheduler or all workers are lost."""
        with set_on_interrupt() as cancel:
            yield from self._cluster.run(self._work, puzzles, cancel, self._progress)


class _Call(NamedTuple):
    """What is pickled as a call of :func:`do` with these arguments."""

    sender: Sender
    work: Work[Any, Any]
    items: list[Any]

    def __reduce__(self) -> tuple[Callable[..., Done[Any]], tuple[Any, ...]]:
        return do, tuple(self)


class _Open:
    """In the place of a result that is not there yet."""


_OPEN = _Open()


class _Chunk(Generic[I, R]):
    """Items that were taken together, and their results."""

    def __init__(self, items: list[I]):
        self.items = items
        self.results: list[R | _Open] = [_OPEN] * len(items)
        self.open = len(items)


class _Task(NamedTuple):
    """Items of a chunk that a worker is to do, and how often they were given to one before in vain."""

    chunk: _Chunk[Any, Any]
    places: list[int]
    failures: int


class _Batch(Generic[I, R]):
    """A batch on its way through a cluster.

    Attributes
    ----------
    done : int
        Items that have a result.
    """

    def __init__(self, cluster: Cluster, work: Work[I, R], items: Iterator[I]):
        self._cluster, self._work, self._items = cluster, work, items
        self._sender = Sender.here()
        self._chunks: deque[_Chunk[I, R]] = deque()
        self._running: dict[Future, _Task] = {}
        self._news = Event()  # a task has ended
        self._exhausted = False
        self._size, self._seconds = 1, _TASK
        self._served = time.monotonic()
        self._needs_board = False
        self._held = 0
        self.done = 0

    @property
    def ended(self) -> bool:
        """Whether all items are done, and their results taken."""
        return self._exhausted and not self._chunks

    def advance(self) -> None:
        """Give work to the workers, and take what they have done within a moment."""
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

    def taken(self, instead: Callable[[I], R] | None = None) -> Iterator[R]:
        """Yield the results that come next, and forget them; with ``instead``, all, and this for what is open."""
        while self._chunks and (instead or not self._chunks[0].open):
            chunk = self._chunks.popleft()
            self._held -= len(chunk.items)
            for item, result in zip(chunk.items, chunk.results):
                if isinstance(result, _Open):
                    assert instead, "the chunk has no open results"
                    yield instead(item)
                else:
                    yield result

    def close(self) -> None:
        """Forget what is still being done."""
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
        while not self._exhausted and len(self._running) < _AHEAD * self._slots and self._held < most:
            items = list(islice(self._items, self._next_size()))
            if not items:
                self._exhausted = True
                return
            chunk: _Chunk[I, R] = _Chunk(items)
            self._chunks.append(chunk)
            self._held += len(items)
            self._submit(_Task(chunk, list(range(len(items))), 0))

    def _next_size(self) -> int:
        return max(1, min(_GROWTH * self._size, int(_TASK / self._seconds), _MOST_ITEMS))

    def _submit(self, task: _Task) -> None:
        items = [task.chunk.items[place] for place in task.places]
        on_board = any(map(self._work.needs_board, items))
        self._needs_board |= on_board
        try:
            # As bytes that are a call once they are read: the scheduler reads what a task is made of, and may lack it.
            future = self._cluster.client.submit(
                pickle.loads, pickle.dumps(_Call(self._sender, self._work, items)), pure=False,
                resources={BOARD: 1} if on_board else None,
            )
        except Exception as error:  # of many kinds
            raise ClusterError(f"the scheduler does not take work: {error}") from error
        future.add_done_callback(lambda future: self._news.set())
        self._running[future] = task

    def _collect(self, future: Future) -> None:
        """Take the results of a task that has ended, and give what it has not done to another worker."""
        if future.cancelled():
            raise self._cluster.lost()
        if future.status == "error":
            self._erred(self._running.pop(future), future.exception())
            return
        try:
            done = cast(Done[R], future.result(_SILENCE))
        except (TimeoutError, OSError, futures.CancelledError, asyncio.CancelledError):
            # It was done on a worker that is gone, and is being done again; or the scheduler is gone, as will be found.
            return
        task = self._running.pop(future)
        undone = []
        reason = ""
        for place, result in zip(task.places, done.results):
            if isinstance(result, NotDone):
                undone.append(place)
                reason = result.reason
            else:
                self._put(task.chunk, place, result)
        if not undone:
            self._measure(len(task.places), done.seconds)
        elif task.failures + 1 < _ATTEMPTS:
            self._submit(_Task(task.chunk, undone, task.failures + 1))
        else:
            self._fail(task.chunk, undone, ClusterError(f"tried {_ATTEMPTS} times: {reason}"))

    def _erred(self, task: _Task, error: BaseException | None) -> None:
        """Find the item to blame for workers that end: each has a task of its own now. Raise all other errors."""
        match error:
            case KilledWorker() if len(task.places) > 1:
                for place in task.places:
                    self._submit(_Task(task.chunk, [place], task.failures))
            case KilledWorker():
                self._fail(task.chunk, task.places, ClusterError(
                    f"given up: {_ATTEMPTS} workers that had it have ended (killed, or out of memory?)"))
            case ClusterError():
                raise error
            case ModuleNotFoundError():
                raise ClusterError(
                    f"a worker lacks a package ({error}): start workers with `rowloom worker`, and install rowloom"
                    f" {self._sender.version} for each"
                ) from error
            case _:
                raise ClusterError(f"a worker failed: {type(error).__name__}: {error}") from error

    def _fail(self, chunk: _Chunk[I, R], places: list[int], error: ClusterError) -> None:
        for place in places:
            self._put(chunk, place, self._work.failed(chunk.items[place], error))

    def _put(self, chunk: _Chunk[I, R], place: int, result: R) -> None:
        chunk.results[place] = result
        chunk.open -= 1
        self.done += 1

    def _measure(self, items: int, seconds: float) -> None:
        latest = max(seconds / items, 1e-6)
        self._seconds = latest if items > self._size else (self._seconds + latest) / 2
        self._size = items
