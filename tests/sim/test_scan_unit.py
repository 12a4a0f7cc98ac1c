"""The C++ model of the any-order unit against the one in Python, command by command."""

import random
import subprocess
from pathlib import Path

import pytest

from rowloom.host.generate.sudoku import random_grid
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.sudoku.scan import Command, Lock
from rowloom.hw.sudoku.scan_model import ScanModel
from rowloom.sim.estimate import compile_on_model

LARGEST = 5
NO_CELL = 255


class Unit:
    """The C++ one, in a program beside."""

    def __init__(self, program):
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _tell(self, what, operand):
        self._process.stdin.write(f"{what} {operand}\n")

    def _answer(self):
        self._process.stdin.flush()
        return [int(word) for word in self._process.stdout.readline().split()]

    def command(self, what, row=0, col=0, value=0, choice=False):
        self._tell("command", what << 25 | choice << 24 | row << 16 | col << 8 | value)
        state, lengths, _, *counters = self._answer()
        self.found = state >> 16 & 255, state >> 8 & 255, state & 255
        self.contradiction, self.solved = bool(state >> 25 & 1), bool(state >> 26 & 1)
        self.depth, self.level = lengths & 0xffff, lengths >> 16
        self.counters = counters

    def load(self, order, givens):
        self._tell("order", order)
        self._tell("seek", 0)
        for value in givens:
            self._tell("put", value)
        self.command(Command.CLEAR)
        self.command(Command.LOAD)

    def values(self, cells):
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
    config = SoCConfig(deducer=None, scan=LARGEST, scan_subsets=0)
    driver = Path(__file__).with_name("scan_commands.cpp")
    unit = Unit(compile_on_model(config, tmp_path_factory.mktemp("scan"), [driver]))
    yield unit
    unit.close()


class Both:
    """The two, told the same."""

    def __init__(self, unit, order, givens):
        self.unit, self.model = unit, ScanModel(order, givens)
        unit.load(order, givens)
        self._compare()

    def propagate(self):
        self.unit.command(Command.PROPAGATE)
        self.model.propagate()
        self._compare()

    def assume(self, row, col, value, choice):
        self.unit.command(Command.ASSUME, row, col, value, choice)
        self.model.assume(row, col, value, choice)
        self._compare()

    def undo(self):
        self.unit.command(Command.UNDO)
        self.model.undo()
        self._compare(found=True)

    def pick(self, row, col, enough):
        self.unit.command(Command.PICK, row, col, enough)
        self.model.pick(row, col, enough)
        self._compare(found=True)

    def exclude(self, lock, number):
        self.unit.command(Command.EXCLUDE, number, value=lock)
        self.model.exclude(lock, number)
        self._compare()

    def _compare(self, found=False):
        unit, model = self.unit, self.model
        assert (unit.contradiction, unit.solved) == (model.contradiction, model.solved)
        assert unit.counters == [model.visits, model.placements, model.hidden, model.excluded, 0]
        assert unit.level == model.level
        if not model.contradiction:
            assert unit.depth == len(model.trail)
        if found:
            *cell, value = model.found
            assert value is None or unit.found[:2] == tuple(cell)
            assert unit.found[2] == (NO_CELL if value is None else value)


@pytest.mark.parametrize("order, share, puzzles", [
    (2, 0.2, 20), (3, 0.35, 10), (4, 0.5, 3), (LARGEST, 0.6, 2),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((3, 0.3, 60), (4, 0.45, 20), (LARGEST, 0.5, 6)))])
def test_searches(unit, order, share, puzzles):
    """Plain searches, with whatever else may be commanded on the way."""
    rng, side = random.Random(order), order * order
    ends = set()
    for _ in range(puzzles):
        grid = random_grid(order, rng)
        both = Both(unit, order, [digit if rng.random() < share else 0 for row in grid for digit in row])
        model = both.model
        both.propagate()
        for _ in range(40):
            if model.contradiction or model.solved:
                ends.add(model.solved)
                if model.level == 0:
                    break
                both.undo()
                row, col, value = model.found
                both.assume(row, col, value + 1, True)
                continue
            if model.level == 0:
                for lock in Lock:
                    both.exclude(lock, rng.randrange(side))
                both.propagate()
                if model.contradiction or model.solved:
                    continue
            both.pick(rng.randrange(side), rng.randrange(side), rng.randrange(5))
            both.pick(0, 0, 2)
            row, col, _ = model.found
            both.assume(row, col, 1, rng.random() < 0.8)
        assert unit.values(side * side) == [
            model.values.get(divmod(cell, side), -1) + 1 for cell in range(side * side)]
    assert True in ends


def test_givens_that_contradict_each_other(unit):
    assert Both(unit, 2, [1, 0, 0, 1, *[0] * 12]).model.contradiction
