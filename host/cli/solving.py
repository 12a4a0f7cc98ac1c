"""Solving puzzles with any engine: a board's, or one on this computer."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from rowloom.engines.catalogue import FAST
from rowloom.host.cli.batch import OnBoards, connect_for
from rowloom.host.cli.cluster import solve_on, solving
from rowloom.host.cli.common import UsageError, seconds
from rowloom.host.cli.connection import SIMULATED, Connection, add_solving_options
from rowloom.host.cli.meter import Meter
from rowloom.host.cluster.work import Solving
from rowloom.host.jobs.job import CANCELLED, ERROR, Outcome, cancelled
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES, Aim, SoftwareEngine, explaining, software_engine, surveying
from rowloom.host.solvers.hint import hint
from rowloom.host.solvers.runner import run
from rowloom.host.solvers.survey import survey

__all__ = ["Solvers", "add_engine_options", "open_solvers"]


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that solves puzzles with any engine."""
    names = ", ".join(ENGINES)
    add_solving_options(parser, tuple(ENGINES), f". On this computer: {names} (see `rowloom solve --help`)")
    parser.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS",
        help="give up on a puzzle after this time, on this computer (default: none)",
    )


@dataclass(frozen=True)
class Solvers:
    """The engines that solve the puzzles of a command.

    Attributes
    ----------
    connections : sequence of Connection
        To the boards; empty if no puzzle needs one.
    args : argparse.Namespace
        The command's.
    work : Solving, optional
        What the workers do, if they solve the puzzles.
    """

    connections: Sequence[Connection]
    args: argparse.Namespace
    work: Solving | None = None

    @property
    def boards(self) -> list[str]:
        """The names of the boards' links."""
        return [connection.link.name for connection in self.connections]

    def solve(self, puzzles: Iterable[Puzzle], count: int, meter: Meter, counters: bool = False) -> Iterator[Outcome]:
        """Solve puzzles; Ctrl-C ends the search, a second Ctrl-C the command.

        With ``counters``, outcomes of a board have them.

        Yields
        ------
        Outcome
            One per puzzle, in order, in any case.

        Raises
        ------
        LinkError
            As :meth:`OnBoards.end` does.
        ClusterError
            As :func:`solve_on` does.
        NotInstalled
            If a package is missing.
        """
        if self.work:
            work = replace(self.work, count=count, counters=counters)
            yield from solve_on(self.args.workers, puzzles, work, meter)
            return
        interrupted, certain = False, _aim(self.args) is Aim.CERTAIN
        boards = OnBoards(self.connections, count, self.args.limit, meter, counters, certain)
        for engine, group in groupby(puzzles, lambda puzzle: _engine(puzzle, self.args)):
            if interrupted:
                yield from map(cancelled, group)
            elif engine is None:
                for outcome in boards.solve(group):
                    interrupted |= outcome.interrupted or outcome.status == CANCELLED
                    yield outcome
            else:
                for puzzle in group:
                    outcome = cancelled(puzzle) if interrupted else self._in_software(engine, puzzle, count, meter)
                    interrupted |= outcome.interrupted
                    yield outcome
        boards.end()

    def _in_software(self, engine: SoftwareEngine, puzzle: Puzzle, count: int, meter: Meter) -> Outcome:
        notice = partial(meter.searching, puzzle.name)
        notice()
        try:
            aim = _aim(self.args)
            if aim is Aim.HINT:
                return hint(engine, puzzle, self.args.time_limit)
            return (survey if aim is Aim.CERTAIN else run)(engine, puzzle, count, self.args.time_limit, notice)
        except ValueError as error:
            return Outcome(puzzle, ERROR, str(error))
        finally:
            meter.done()


@contextmanager
def open_solvers(puzzles: Sequence[Puzzle], args: argparse.Namespace, count: int = 1) -> Iterator[Solvers]:
    """Open boards if any of the puzzles needs one; :class:`UsageError` if the options do not match the engines."""
    on_board = [puzzle for puzzle in puzzles if _engine(puzzle, args) is None]
    explains = _aim(args) in (Aim.STEPS, Aim.HINT)
    if explains:
        _check_explains(puzzles, args)
    if (explains or args.engine in ENGINES) and _asks_for_boards(args):
        what = f"--engine {args.engine}" if args.engine else f"--{_aim(args).value}"
        raise UsageError(f"{what} solves on this computer: it does not take the options of boards")
    if puzzles and not on_board and args.limit:
        raise UsageError("--limit is for boards; on this computer there is --time-limit SECONDS")
    if on_board and len(on_board) == len(puzzles) and args.time_limit:
        raise UsageError("--time-limit is for the engines on this computer; boards have --limit CYCLES")
    on_boards = args
    if _aim(args) is Aim.CERTAIN:
        _check_surveys(args.engine)
        # Of the boards' engines, only the fast ones can.
        on_boards = argparse.Namespace(**{**vars(args), "engine": args.engine or FAST})
    elif on_board and count not in (1, 2):
        raise UsageError(f"--count {count}: a board finds at most 2 solutions; --engine sat finds them all")
    if getattr(args, "workers", None):
        yield Solvers((), args, solving(puzzles, args))
        return
    with connect_for(on_board, on_boards) as connections:
        yield Solvers(connections, args)


def _aim(args: argparse.Namespace) -> Aim:
    """Return what the puzzles are solved for, which few commands choose."""
    return getattr(args, "aim", Aim.SOLUTIONS)


def _engine(puzzle: Puzzle, args: argparse.Namespace) -> SoftwareEngine | None:
    """Return the engine on this computer that is to solve a puzzle; None if a board is."""
    aim = _aim(args)
    if aim is Aim.CERTAIN and _asks_for_boards(args):
        # What does not fit them is told, and not solved elsewhere.
        aim = Aim.SOLUTIONS
    return software_engine(puzzle, args.engine, aim)


def _check_explains(puzzles: Sequence[Puzzle], args: argparse.Namespace) -> None:
    """Raise :class:`UsageError` unless a puzzle's engine explains itself, for each of them."""
    able = " and ".join(f"--engine {engine.name}" for engine in explaining())
    for puzzle in puzzles:
        engine = _engine(puzzle, args)
        if engine is None or not engine.explains:
            lacking = "" if args.engine else f"no engine explains {puzzle.genre}: "
            raise UsageError(f"{lacking}--{_aim(args).value} is for {able}")


def _check_surveys(engine: str | None) -> None:
    """Raise :class:`UsageError` if an engine that was asked for cannot tell what is certain."""
    if engine not in (None, FAST, *surveying()):
        raise UsageError(f"--certain is for the engines {', '.join(surveying())}, not for {engine}")


def _asks_for_boards(args: argparse.Namespace) -> bool:
    return args.simulators > 1 or any(getattr(args, option, None) for option in ("port", "baud", *SIMULATED))
