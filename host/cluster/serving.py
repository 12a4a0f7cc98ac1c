"""The workers of a machine: processes that join a scheduler, with or without a board each."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from os import getpid
from socket import gethostname
from tempfile import TemporaryDirectory

from distributed import Nanny

from rowloom.errors import ClusterError
from rowloom.host.cluster.cluster import configure, reach
from rowloom.host.cluster.worker import Equips

__all__ = ["serve"]


def serve(address: str, ports: Sequence[str | None], baud: int | None, started: Callable[[], None],
          report: Callable[[str], None]) -> None:
    """Run workers until a KeyboardInterrupt; ClusterError if there is no scheduler at the address, or it ends.

    Each worker is a process; ``ports`` has the port of its board, or None for a worker without a board. ``started`` is
    called when the workers have started. ``report`` is a function of a module that workers call with messages about
    their boards.
    """
    configure()
    with TemporaryDirectory(prefix="rowloom-workers-", ignore_cleanup_errors=True) as scratch:
        asyncio.run(_serve(address, [Equips(port, baud, report) for port in ports], started, scratch))
    raise ClusterError(f"{address}: the scheduler has ended, and with it the workers")


async def _serve(address: str, equipment: Sequence[Equips], started: Callable[[], None], scratch: str) -> None:
    await reach(address)
    async with AsyncExitStack() as stack:
        nannies = [
            Nanny(address, nthreads=1, name=f"{gethostname()}-{getpid()}-{number}", plugins=(one,), memory_limit=0,
                  local_directory=scratch, silence_logs=logging.CRITICAL + 1, dashboard=False)
            for number, one in enumerate(equipment)
        ]  # fmt: skip
        await asyncio.gather(*map(stack.enter_async_context, nannies))
        started()
        await asyncio.wait([asyncio.ensure_future(nanny.finished()) for nanny in nannies])
