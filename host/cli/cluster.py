"""The options that spread a batch over processes or machines, and the way there."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from rowloom.engines.config import SoCConfig
from rowloom.host.cli.batch import one_each
from rowloom.host.cli.common import CommandError, UsageError, integer, needing, tell
from rowloom.host.cli.connection import simulated_config
from rowloom.host.cli.meter import Meter
from rowloom.host.cluster.work import ClusterError, Solving
from rowloom.host.jobs.job import Outcome
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import Aim, software_engine

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster

__all__ = [
    "MOST_JOBS", "add_cluster_options", "importing", "opened_cluster", "scheduler_address", "solve_on", "solving",
]  # fmt: skip

MOST_JOBS = 256
"""Processes, of which each takes some 100 MB."""

_NOT_HERE = "port", "baud", "wave", "stream"
"""Options about the boards of this command."""


def add_cluster_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command whose puzzles can be done side by side."""
    group = parser.add_argument_group("many processes or machines")
    which = group.add_mutually_exclusive_group()
    which.add_argument("--jobs", type=integer(1, MOST_JOBS), metavar="N", help="use N processes of this computer")
    which.add_argument(
        "--cluster", type=scheduler_address, metavar="ADDRESS",
        help="use the workers of the Dask scheduler there, such as tcp://192.168.0.10:8786, and their boards (see"
        " `rowloom worker --help`)",
    )


def scheduler_address(text: str) -> str:
    """Parse an option: the address of a scheduler, which need not exist."""
    # An unset variable of a script must not mean this computer.
    if not text:
        raise argparse.ArgumentTypeError("expected the address of a scheduler, found nothing")
    return text


def importing() -> AbstractContextManager[None]:
    """Import Dask in this context: where it is missing, that is told."""
    return needing("many processes or machines need Dask's scheduler", "'rowloom[cluster]'")


@contextmanager
def opened_cluster(args: argparse.Namespace) -> Iterator[None]:
    """Open what the options ask for as ``args.workers``; None if they do not."""
    args.workers = None
    if not args.jobs and not args.cluster:
        yield
        return
    which = "--jobs" if args.jobs else "--cluster"
    several = ("simulators",) if getattr(args, "simulators", 1) > 1 else ()
    if wrong := next((option for option in (*_NOT_HERE, *several) if getattr(args, option, None)), None):
        raise UsageError(f"--{wrong} is for boards of this command, and {which} for those of workers")
    with importing():
        from rowloom.host.cluster.cluster import joined, local
    with local(args.jobs) if args.jobs else joined(args.cluster) as args.workers:
        yield


def solving(puzzles: Sequence[Puzzle], args: argparse.Namespace, boards_only: bool = False) -> Solving:
    """Return what the workers are to do with puzzles such as these; see :class:`Solving` for ``boards_only``.

    Those for boards go to the boards of workers. If there are none, or --with asks for others, boards are simulated.
    """
    built: tuple[str, ...] = ()
    aim = getattr(args, "aim", Aim.SOLUTIONS)
    on_board = [puzzle for puzzle in puzzles if boards_only or software_engine(puzzle, args.engine, aim) is None]
    if on_board and (args.built or not args.workers.boards):
        config = simulated_config(args, on_board)
        built = config.names
        if args.cluster:
            tell(f"{'' if args.built else 'no worker offers a board: '}simulating boards on the workers")
        else:
            _build_simulator(config)
    return Solving(
        args.engine, args.count, args.limit, getattr(args, "time_limit", None), built=built, boards_only=boards_only,
        aim=aim,
    )  # fmt: skip


def solve_on(cluster: "Cluster", puzzles: Iterable[Puzzle], work: Solving, meter: Meter) -> Iterator[Outcome]:
    """Solve puzzles on workers; Ctrl-C ends the search, a second Ctrl-C the command.

    Yields
    ------
    Outcome
        One per puzzle, in order, in any case.

    Raises
    ------
    ClusterError
        At the end, if the scheduler or all workers were lost; it says how many puzzles are unsolved.
    """
    return one_each(puzzles, lambda left, cancel: cluster.run(work, left, cancel, meter.at_work), ClusterError)


def _build_simulator(config: SoCConfig) -> None:
    """Build a simulator here, so that the workers need not, and its progress is told."""
    with needing("the simulated board is not installed", "'rowloom[sim]'"):
        from rowloom.sim import build_simulator
        from rowloom.tools import ToolError
    try:
        build_simulator(config, tell)
    except ToolError as error:
        raise CommandError(str(error)) from error
