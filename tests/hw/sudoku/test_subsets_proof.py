"""The search for subsets, proved for all matrices and clocks: what it finds is one, so no solution is lost by it."""

from enum import IntEnum
from functools import reduce
from itertools import combinations
from operator import add, or_

import pytest
from amaranth.hdl import Array, Assert, Assume, Cat, Elaboratable, Module, Mux, Signal

from rowloom.hw.sudoku.scan import subsets
from rowloom.hw.sudoku.scan.subsets import MOST, Subsets
from rowloom.tools import ToolError


class State(IntEnum):
    """The unit's, in the order in which it defines them."""

    IDLE = 0
    ROW = 1
    ADDRESS = 2
    JOIN = 3
    COUNT = 4
    JUDGE = 5


def ones(vector):
    return reduce(add, vector)


class Search(Elaboratable):
    """The unit in surroundings that keep to its rules, and a matrix; it may have a solution: for each row a column of
    its own, where the row has a one.

    It is proved that what is found has ones in no more columns than it has rows. So these rows have all those columns
    in every solution, and the other rows have none: in the one that there may be, that is proved, too. The other
    assertions are what this follows from.
    """

    def __init__(self, size, solvable):
        self.size, self.unit, self.inside = size, Subsets(size), []
        self.matrix, self.solution = (
            [Signal(size, name=f"{name}_{row}") for row in range(rows)]
            for name, rows in (("matrix", size), ("solution", size if solvable else 0)))
        self.state, self.level = self.within("fsm_state", range(len(State))), self.within("level", range(MOST))
        self.row, self.given, self.passed = (self.within(name, size) for name in ("row", "given", "passed"))
        self.words = [self.within(f"words[{row}]", size) for row in range(size)]
        self.left, self.chosen, self.covered = (
            [self.within(f"{name}_{level}", size) for level in range(MOST)] for name in ("left", "chosen", "covered"))
        unit = self.unit
        self.ports = [unit.clear, unit.give.as_value(), unit.leave, unit.search, *self.matrix, *self.solution]

    def within(self, name, shape):
        """A signal that stands for one of the unit."""
        signal = Signal(shape, name=f"within_{len(self.inside)}")
        self.inside.append((signal, f"unit.{name}"))
        return signal

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        state, level, row, given = self.state, self.level, self.row, self.given

        # The matrix stays as it is; rows come between two searches, each as the matrix has it.
        fixed, started = Cat(self.matrix, self.solution), Signal()
        before = Signal.like(fixed)
        m.d.sync += [started.eq(1), before.eq(fixed)]
        m.d.comb += [
            Assume(~started | (fixed == before)),
            *(Assume((ones(mine) == 1) & ((mine & ~line) == 0)) for mine, line in zip(self.solution, self.matrix)),
            *(Assume((one & other) == 0) for one, other in combinations(self.solution, 2)),
            Assume(Cat(unit.clear, unit.give.enable, unit.search & ~unit.busy).matches("00-", "010", "100")),
            Assume(~unit.give.enable | ~unit.busy & ~unit.found & (unit.give.number < self.size)),
            Assume(~unit.give.enable | (unit.give.word == Array(self.matrix)[unit.give.number])),
            Assume(~unit.clear | ~unit.busy),
        ]

        def joined(rows):
            return reduce(or_, (Mux(chosen, line, 0) for chosen, line in zip(rows, self.matrix)))

        found = (state == State.IDLE) & unit.found
        m.d.comb += [
            Assert(state <= State.JUDGE),
            Assert(~(unit.busy & unit.found)),
            *(Assert(~there | (word == line)) for there, word, line in zip(given, self.words, self.matrix)),
        ]
        # The stack, from its top on.
        with m.If((state != State.IDLE) | found):
            m.d.comb += [
                Assert((self.passed & Array(self.left)[level]) == 0),
                Assert((self.passed & ~given) == 0),
            ]
            for depth, (left, chosen, covered) in enumerate(zip(self.left, self.chosen, self.covered)):
                with m.If(level >= depth):
                    m.d.comb += [
                        Assert(ones(chosen) == level - depth),
                        Assert(covered == joined(chosen)),
                        Assert((chosen & left) == 0),
                        Assert(((chosen | left) & ~given) == 0),
                    ]
        # The row at hand is a fresh one.
        with m.If((state >= State.ADDRESS) | found):
            m.d.comb += [
                Assert(ones(row) == 1),
                Assert((row & (self.left[0] | self.chosen[0] | ~given)) == 0),
                Assert((level > 0) | ((row & self.passed) == 0)),
            ]
        with m.If((state >= State.COUNT) | found):
            m.d.comb += Assert(unit.columns == joined(unit.rows))
        with m.If(found):
            m.d.comb += [
                Assert((unit.rows & ~given) == 0),
                Assert(ones(unit.columns) <= ones(unit.rows)),
                *(Assert(~there | chosen | ((unit.columns & mine) == 0))
                  for there, chosen, mine in zip(given, unit.rows, self.solution)),
            ]
        return m


@pytest.mark.parametrize("size, solvable", [
    (4, True), pytest.param(9, False, marks=pytest.mark.slow), pytest.param(16, False, marks=pytest.mark.slow)])
def test_every_search(prove_by_induction, size, solvable):
    proof = Search(size, solvable)
    prove_by_induction(proof, proof.ports, proof.inside, clocks=4)


def test_a_wrong_unit_is_refuted(prove_by_induction, monkeypatch):
    """One that does not look at the last column."""
    count = subsets.count_in_two
    monkeypatch.setattr(subsets, "count_in_two", lambda m, vector: count(m, vector[:-1]))
    proof = Search(4, solvable=False)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_by_induction(proof, proof.ports, proof.inside, clocks=4)
