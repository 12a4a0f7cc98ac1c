"""Puzzles through whatever engine solves them: a board's, or one on this computer."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from rowloom.host.cli.batch import Entry, bad, connect_for, solve_all
from rowloom.host.cli.common import CommandError, UsageError, seconds
from rowloom.host.cli.connection import SIMULATED, Connection, add_solving_options
from rowloom.host.cli.meter import Meter
from rowloom.host.job import CANCELLED, ERROR, Outcome
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.solvers import ENGINES, NotInstalled, SoftwareEngine
from rowloom.host.solvers.runner import run

__all__ = ["Solvers", "add_engine_options", "open_solvers", "software_engine"]


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a command that solves puzzles with any engine."""
    names = ", ".join(ENGINES)
    add_solving_options(parser, tuple(ENGINES), f". On this computer: {names} (see `rowloom solve --help`)")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="give up on a puzzle after that time, on this computer (default: none)",
    )


def software_engine(puzzle: Any, asked: str | None) -> SoftwareEngine | None:
    """The engine on this computer that solves a puzzle; None if a board does.

    Parameters
    ----------
    puzzle : puzzle of any genre
    asked : str, optional
        The engine that was asked for. Without, boards go first.
    """
    if asked is not None:
        return ENGINES.get(asked)
    if puzzle.genre in BOARD_GENRES:
        return None
    return next(engine for engine in ENGINES.values() if puzzle.genre in engine.genres)


@dataclass(frozen=True)
class Solvers:
    """What solves the puzzles of a command.

    Attributes
    ----------
    connection : Connection, optional
        To the board; None if no puzzle needs one.
    args : argparse.Namespace
        The command's.
    """

    connection: Connection | None
    args: argparse.Namespace

    @property
    def clock(self) -> int | None:
        """The board's, in Hz."""
        return self.connection.identity.clock if self.connection else None

    def solve(self, entries: Iterable[Entry], count: int, meter: Meter) -> Iterator[tuple[Entry, Outcome]]:
        """Solves the puzzles of all entries; Ctrl-C ends the search, a second Ctrl-C the command.

        Yields
        ------
        (Entry, Outcome)
            One an entry, in order, whatever happens.

        Raises
        ------
        LinkError
            As :func:`solve_all` does.
        CommandError
            If a package is missing.
        """
        interrupted = False
        for engine, group in groupby(entries, lambda entry: None if entry.bad else self._engine(entry)):
            if interrupted:
                outcomes = ((entry, bad(entry) if entry.bad else _cancelled(entry)) for entry in group)
            elif engine is None:
                outcomes = solve_all(self.connection, group, count, self.args.limit, meter)
            else:
                outcomes = self._in_software(engine, group, count, meter)
            for entry, outcome in outcomes:
                interrupted |= outcome.interrupted or outcome.status == CANCELLED
                yield entry, outcome

    def _engine(self, entry: Entry) -> SoftwareEngine | None:
        return software_engine(entry.puzzle, self.args.engine)

    def _in_software(
        self, engine: SoftwareEngine, entries: Iterable[Entry], count: int, meter: Meter
    ) -> Iterator[tuple[Entry, Outcome]]:
        interrupted = False
        for entry in entries:
            if interrupted:
                yield entry, _cancelled(entry)
                continue
            word = partial(meter.searching, entry.puzzle.name)
            word()
            try:
                outcome = run(engine, entry.puzzle, count, self.args.time_limit, word)
            except ValueError as error:
                outcome = Outcome(entry.puzzle, ERROR, str(error))
            except NotInstalled as error:
                raise CommandError(str(error)) from error
            meter.advance()
            interrupted = outcome.interrupted
            yield entry, outcome


@contextmanager
def open_solvers(entries: Sequence[Entry], args: argparse.Namespace, count: int = 1) -> Iterator[Solvers]:
    """Opens a board if any of the entries needs one.

    Raises
    ------
    UsageError
        If the options do not fit what is to be solved.
    """
    good = [entry for entry in entries if not entry.bad]
    on_board = [entry for entry in good if software_engine(entry.puzzle, args.engine) is None]
    if args.engine in ENGINES and any(getattr(args, option) for option in ("port", "baud", *SIMULATED)):
        raise UsageError(f"--engine {args.engine} solves on this computer: the options of boards are not for it")
    if good and not on_board and args.limit:
        raise UsageError("--limit is for boards; on this computer there is --time-limit SECONDS")
    if on_board and len(on_board) == len(good) and args.time_limit:
        raise UsageError("--time-limit is for the engines on this computer; boards have --limit CYCLES")
    if on_board and count not in (1, 2):
        raise UsageError(f"--count {count}: a board looks for 1 solution or for 2; --engine sat finds them all")
    with connect_for(on_board, args) as connection:
        yield Solvers(connection, args)


def _cancelled(entry: Entry) -> Outcome:
    return Outcome(entry.puzzle, CANCELLED, "cancelled")
