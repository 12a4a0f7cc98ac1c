"""The search for subsets finds every subset. It is proved for all matrices that no solution is lost."""

import random
from enum import IntEnum
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import add, or_

import pytest
from amaranth.hdl import Array, Assert, Assume, Cat, Mux, Signal

from rowloom.hw.sudoku.scan import subsets
from rowloom.hw.sudoku.scan.subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, MOST, Subsets
from support.proof import Proof, refuted
from support.simulation import pulse, simulate
from support.sudoku.scan import found_subsets
from support.vectors import bits, members


def matrices(size):
    """Yield all square matrices of this size, each as one vector per row. If large matrices differ only in the order of
    rows and columns, yield only one of these matrices."""
    if size <= 3:
        yield from product(range(1 << size), repeat=size)
        return
    orders = [[bits(order[bit] for bit in members(word)) for word in range(1 << size)]
              for order in permutations(range(size))]
    for rows in combinations_with_replacement(range(1 << size), size):
        if all(rows <= tuple(sorted(order[row] for row in rows)) for order in orders):
            yield rows


async def subsets_of(ctx, unit, rows, leave):
    """Return the subsets that the unit finds, each as vectors of rows and columns."""
    ctx.set(unit.leave, leave)
    await pulse(ctx, unit.clear)
    for number, word in rows.items():
        ctx.set(unit.give, {"enable": 1, "number": number, "word": word})
        await ctx.tick()
    ctx.set(unit.give.enable, 0)
    found = []
    while True:
        await pulse(ctx, unit.search)
        await ctx.tick().until(~unit.busy)
        if not ctx.get(unit.found):
            return found
        found.append((ctx.get(unit.rows), ctx.get(unit.columns)))


def check_subsets(rows, leave, found):
    """Check that everything found is a subset of at most four rows. No subset may be missing, except subsets that
    contain a smaller subset."""
    subsets, most = {}, min(MOST, len(rows) - leave)
    for count in range(1, most + 1 if most > 1 else 0):
        for chosen in combinations(rows, count):
            columns = reduce(or_, (rows[row] for row in chosen))
            if columns.bit_count() <= count:
                subsets[bits(chosen)] = columns
    smallest = {chosen for chosen in subsets if not any(other & ~chosen == 0 for other in subsets if other != chosen)}
    assert len(dict(found)) == len(found) and smallest <= set(dict(found))
    assert all(subsets[chosen] == columns for chosen, columns in found)


@pytest.mark.parametrize("size, leave", [
    (3, 1), (4, 2), *(pytest.param(*case, marks=pytest.mark.slow) for case in ((4, 0), (5, 1)))])
def test_every_subset(size, leave):
    """The houses have ``size`` cells, with all possible candidates. In each solution, the rows of a subset have their
    ones in the columns of the subset, and all other rows have their ones elsewhere."""
    unit = Subsets(size)
    rng = random.Random(size)

    async def testbench(ctx):
        for words in matrices(size):
            # Large matrices also get a random order of rows.
            rows = dict(zip(range(size) if size <= 3 else rng.sample(range(size), size), words))
            found = await subsets_of(ctx, unit, rows, leave)
            assert found == [(bits(chosen), bits(columns)) for chosen, columns in found_subsets(
                {row: members(rows[row]) for row in sorted(rows)}, leave)]
            check_subsets(rows, leave, found)
            for solution in permutations(range(size)):
                if all(rows[row] >> column & 1 for row, column in enumerate(solution)):
                    assert all(chosen >> row & 1 == columns >> column & 1
                               for chosen, columns in found for row, column in enumerate(solution))

    simulate(unit, testbench)


@pytest.mark.parametrize("size, given, ones", [
    (9, 1, 3), (9, 6, 3), (9, 7, 3), (16, 12, 3), pytest.param(36, 30, 4, marks=pytest.mark.slow)])
def test_subsets_of_large_houses(size, given, ones):
    """Not all rows are given to the unit, and some of the given rows have too many ones for a subset."""
    unit = Subsets(size)
    rng = random.Random(size)

    async def testbench(ctx):
        for _ in range(5):
            near = rng.sample(range(size), 2 * ones)
            rows = {row: bits(rng.sample(near if rng.random() < 0.5 else range(size), rng.randint(2, ones + 2)))
                    for row in rng.sample(range(size), given)}
            for leave in (LEFT_BY_NAKED, LEFT_BY_HIDDEN):
                found = await subsets_of(ctx, unit, rows, leave)
                assert ctx.get(unit.many) == (given >= 7)
                check_subsets(rows, leave, found)

    simulate(unit, testbench)


State = IntEnum("State", "IDLE ROW ADDRESS JOIN COUNT JUDGE", start=0)
"""The unit's states, in the order in which the unit defines them."""


def ones(vector):
    return reduce(add, vector)


class Search(Proof):
    """The unit with inputs that obey its rules, and a matrix. If ``solvable``, the matrix has a solution: each row has
    a column of its own, in which it has a one.

    It is proved that a subset has ones in no more columns than it has rows. So in every solution, the rows of the
    subset have all of these columns, and the other rows have none of them. If the matrix has a solution, this
    consequence is proved, too. The other assertions are needed to prove these claims.
    """

    def __init__(self, size, solvable):
        unit = Subsets(size)
        super().__init__(unit, [unit.clear, unit.give, unit.leave, unit.search])
        self.size = size
        self.matrix, self.solution = (
            [Signal(size, name=f"{name}_{row}") for row in range(rows)]
            for name, rows in (("matrix", size), ("solution", size if solvable else 0)))
        self.state, self.level = self.within("fsm_state", range(len(State))), self.within("level", range(MOST))
        self.row, self.given, self.passed = (self.within(name, size) for name in ("row", "given", "passed"))
        self.words = [self.within(f"words[{row}]", size) for row in range(size)]
        self.left, self.chosen, self.covered = (
            [self.within(f"{name}_{level}", size) for level in range(MOST)] for name in ("left", "chosen", "covered"))
        self.ports += [*self.matrix, *self.solution]

    def claims(self, m):
        unit = self.unit
        state, level, row, given = self.state, self.level, self.row, self.given

        # The matrix stays the same. Between two searches, rows of the matrix are given to the unit.
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
        # Check the stack, from the top down.
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
        # The row that is joined next has not been joined before.
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


@pytest.mark.parametrize("size, solvable", [
    (4, True), pytest.param(9, False, marks=pytest.mark.slow), pytest.param(16, False, marks=pytest.mark.slow)])
def test_every_search(prove_by_induction, size, solvable):
    prove_by_induction(Search(size, solvable), clocks=4)


def test_a_wrong_unit_is_refuted(prove_by_induction, monkeypatch):
    """The wrong unit ignores the last column."""
    count = subsets.count_in_two
    monkeypatch.setattr(subsets, "count_in_two", lambda m, vector: count(m, vector[:-1]))
    with refuted():
        prove_by_induction(Search(4, solvable=False), clocks=4)
