"""Clusters for tests, and simple work for their workers: doubling numbers. This work can also be slow, fail, ignore
cancellation, or end the worker's process."""

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client, LocalCluster, Worker

from rowloom.host import formats
from rowloom.host.cluster.cluster import Cluster, configure
from rowloom.host.cluster.work import NotDone
from rowloom.host.cluster.worker import EquipmentPlugin
from support.terminal import LOOPS

SCHEDULER = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}


@contextmanager
def threads(workers):
    """Start a scheduler and workers in this process; yield the cluster and the scheduler's address."""
    configure()
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=False, protocol="tcp", plugins=(EquipmentPlugin(),),
            dashboard_address=None, scheduler_kwargs=SCHEDULER,
        ) as processes,
        Client(processes, set_as_default=False) as client,
    ):  # fmt: skip
        yield Cluster(client, "the scheduler"), processes.scheduler_address


@dataclass(frozen=True)
class Doubling:
    """Double numbers; each number takes ``seconds``.

    ``slow`` numbers take two seconds, ``refused`` numbers are never doubled, and ``deadly`` numbers end the worker's
    process. If ``folder`` is given, each attempt creates a file there, and the file's name begins with the number.
    ``endless`` work never ends and ignores cancellation. If ``error`` is given, the worker raises it.
    """

    seconds: float = 0.0
    slow: tuple = ()
    refused: tuple = ()
    deadly: tuple = ()
    folder: str = ""
    endless: bool = False
    error: Exception | None = None

    def needs_board(self, number):
        return False

    def do(self, numbers, equipment, cancel):
        return [self._double(number, cancel) for number in numbers]

    def cancelled(self, number):
        return "cancelled"

    def failed(self, number, error):
        return f"failed: {error}"

    def lost(self, number, error):
        return f"lost: {error}"

    def _double(self, number, cancel):
        if self.folder:
            (Path(self.folder) / f"{number} {time.time_ns()} {os.getpid()}").touch()
        if self.error:
            raise self.error
        if number in self.deadly:
            os._exit(1)
        while self.endless:
            time.sleep(0.05)
        if cancel.wait(2 if number in self.slow else self.seconds):
            (Path(self.folder) / "told to stop").touch()
        return NotDone("it is ill") if number in self.refused else 2 * number


def loops(times):
    """Return Slitherlinks that the boards of :mod:`support.terminal` can solve."""
    return list(formats.read(LOOPS["unique"], "unique")) * times


@contextmanager
def at_work(processes, ports, report):
    """While the block runs, add workers with boards at these ports to the workers of :func:`threads`."""

    async def start():
        return [
            await Worker(processes.scheduler_address, nthreads=1, plugins=(EquipmentPlugin(port, None, report),),
                         dashboard=False)
            for port in ports
        ]  # fmt: skip

    async def end():
        for worker in workers:
            await worker.close()

    workers = processes.sync(start)
    try:
        yield
    finally:
        processes.sync(end)
