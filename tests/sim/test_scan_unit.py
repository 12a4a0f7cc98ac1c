"""The C++ model of the any-order unit against the one in Python, command by command, as the gateware is."""

import asyncio
import random
import subprocess
from pathlib import Path

import pytest

from rowloom.host.generate.sudoku import random_grid
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.sudoku.scan.scan import Command, Counters
from rowloom.sim.estimate import compile_on_models
from support.sudoku.scan_session import Report, ScanSession, search

LARGEST = 5


class ProgramUnit:
    """The C++ one, in a program beside."""

    no_cell = 255

    def __init__(self, program):
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _tell(self, what, operand):
        self._process.stdin.write(f"{what} {operand}\n")

    def _answer(self):
        self._process.stdin.flush()
        return [int(word) for word in self._process.stdout.readline().split()]

    async def command(self, what, row=0, col=0, value=0, choice=False):
        self._tell("command", what << 25 | choice << 24 | row << 16 | col << 8 | value)
        state, lengths, clocks, *counters = self._answer()
        return Report(
            bool(state >> 25 & 1), bool(state >> 26 & 1), (state >> 16 & 255, state >> 8 & 255, state & 255),
            lengths & 0xffff, lengths >> 16, dict(zip(Counters().members, counters, strict=True)), clocks)

    async def load(self, order, givens):
        self._tell("order", order)
        self._tell("seek", 0)
        for value in givens:
            self._tell("put", value)
        await self.command(Command.CLEAR)
        return await self.command(Command.LOAD)

    async def values(self, cells):
        self._tell("seek", 0)
        values = []
        for _ in range(cells):
            self._tell("get", 0)
            values += self._answer()
        return values

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture(scope="module")
def unit(tmp_path_factory):
    config = SoCConfig.of(f"scan:{LARGEST**2}x{LARGEST**2},subsets=0")
    driver = Path(__file__).with_name("scan_commands.cpp")
    unit = ProgramUnit(compile_on_models(config, tmp_path_factory.mktemp("scan"), [driver]))
    yield unit
    unit.close()


@pytest.mark.parametrize("order, share, puzzles", [
    (2, 0.2, 20), (3, 0.35, 10), (4, 0.5, 3), (LARGEST, 0.6, 2),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((3, 0.3, 60), (4, 0.45, 20), (LARGEST, 0.5, 6)))])
def test_searches(unit, order, share, puzzles):
    rng = random.Random(order)
    session = ScanSession(unit, subsets=False)

    async def run():
        grid = random_grid(order, rng)
        await session.load(order, [digit if rng.random() < share else 0 for row in grid for digit in row])
        return await search(session, rng)

    assert any([asyncio.run(run()) for _ in range(puzzles)])


def test_givens_that_contradict_each_other(unit):
    report = asyncio.run(ScanSession(unit).load(2, [1, 0, 0, 1, *[0] * 12]))
    assert report.contradiction
