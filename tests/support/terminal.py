"""Run command lines with a fake board in virtual time, and return their output and exit status."""

import os
import signal
from dataclasses import replace
from itertools import count
from math import inf

from rowloom.host.jobs.engines import capabilities_of
from rowloom.host.link import connection
from rowloom.host.link.session import Session
from rowloom.host.wire.protocol import Capability, Result, Status
from support.channel import IDENTITY, Channel, FakeBoard

CHECKER, DEDUCER = Capability(1, 1, 10, 10), Capability(1, 2, 12, 5)

LOOPS = {
    "unique": "# unique\n2 2\n33\n..\n",
    "ambiguous": "# ambiguous\n2 2\n3.\n.3\n",
    "unsolvable": "# unsolvable\n2 2\n00\n..\n",
    "large": "# large\n1 11\n" + "." * 11 + "\n",
    "slink": "# slink\n2 2\n3 3\n1 1\n",
    "wide": "# wide\n10 10\n" + ("." * 10 + "\n") * 10,
    "bad": "# bad\n2 2\n3x\n..\n",
}
"""The texts of Slitherlinks and of a Slink, by name."""

_SOLUTIONS = {
    (2, 2, b"\x03\x0f"): [b"\x03"],
    (2, 2, b"\x0f\x5f"): [b"\x03"],
    (2, 2, b"\x09\x0f"): [b"\x0d", b"\x0b"],
    (2, 2, b"\x03\x00"): [],
    (10, 10, bytes(13)): [b"\x01" + bytes(12)],
    (11, 1, bytes(2)): [b"\x01\x00"],
    (1, 11, bytes(2)): [b"\x01\x00"],
}
"""The puzzles and their solutions, by size and packed clues."""

COUNTS = {
    1: (1_000, 400, 1),
    # The values from 100,000 to 25,000 are the cycles of four phases. Together, the phases take 250,000 cycles, half
    # of the 500,000 cycles that a result of `loop_solver` reports. The host does not know the counter with the value
    # 77, as if the firmware were newer than the host.
    2: (3, 40, 2_000, 100_000, 75_000, 50_000, 25_000, 77),
}
"""The counters of the engines for Slitherlink, by their numbers."""


def loop_solver(seconds=0.01, **changes):
    """Return a solver of a fake board for the puzzles in :data:`LOOPS`; ``changes`` replace fields of each result."""

    def solve(request):
        found = _SOLUTIONS[request.rows, request.cols, request.puzzles][: request.count]
        status, complete = (Status.SOLVED if found else Status.NO_SOLUTION), True
        cycles = int(seconds * 50e6)
        if request.limit and cycles > request.limit:
            found, status, complete, cycles = [], Status.LIMIT, False, request.limit
        counters = COUNTS[request.engine] if request.counters else ()
        result = Result(status, complete, cycles, counters, tuple(found))
        return result._replace(**changes), seconds

    return solve


def loop_board(seconds=0.01, engines=(CHECKER,), **identity):
    """Return a fake board that solves each of the puzzles in :data:`LOOPS` in this time."""
    return FakeBoard(loop_solver(seconds), replace(IDENTITY, capabilities=tuple(engines), **identity))


class Switch:
    """A board that can be switched off, or that stops after a number of answers."""

    def __init__(self, board, answers=inf):
        self._board, self._answers = board, answers
        self.on, self.answered = True, 0

    def __getattr__(self, name):
        return getattr(self._board, name)

    def feed(self, data):
        if self.on:
            self._board.feed(data)

    def take(self):
        data = self._board.take()
        self.answered += data.count(0)
        return data if self.on and self.answered < self._answers else b""


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


def interrupted_at(number, function):
    """Return a function that calls ``function``, and presses Ctrl-C at the start of call ``number``, counted from 0."""
    calls = count()

    def call(*arguments):
        if next(calls) == number:
            press_ctrl_c()
        return function(*arguments)

    return call


class Terminal:
    """Run command lines with a fake board.

    ``run`` runs a command line, as the fixture ``run_lines`` does. ``channel`` is the line to the board or, if boards
    are simulated, to the latest board. ``simulated`` contains the engines of each simulated board that was started.
    """

    def __init__(self, monkeypatch, run):
        self._patch, self.run = monkeypatch, run
        self.simulated = []
        # The channel stays open for the next command.
        monkeypatch.setattr(
            connection, "Session",
            lambda link, *times, slow, soc=0, **others: Session(
                link, *times, slow=slow, soc=soc, clock=lambda: self.channel.now),
        )  # fmt: skip

    def plug(self, board, **options):
        """Connect a board to all ports."""
        self.channel = Channel(board, limit=2000.0, **options)
        self._patch.setattr(connection, "open_link", lambda where, wave, report: self.channel)

    def simulate(self, solver):
        """Replace every simulated board by a fake board with the requested engines."""

        def open_link(config, wave, report):
            self.simulated.append(config.names)
            there = tuple(capabilities_of(config.engines))
            self.channel = Channel(FakeBoard(solver, replace(IDENTITY, capabilities=there)), limit=2000.0)
            return self.channel

        self._patch.setattr(connection, "open_link", open_link)

    def interrupt_at(self, *times):
        """Press Ctrl-C at these times, in the channel's virtual time."""
        read, left = self.channel.read, list(times)

        def interrupted(least=1):
            if left and self.channel.now >= left[0]:
                left.pop(0)
                press_ctrl_c()
            return read(least)

        self.channel.read = interrupted


def table(out):
    """Return the cells of each line in the output's final table."""
    start = max(index for index, line in enumerate(out) if line.startswith("┏"))
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in out[start:] if line.startswith("│")]
