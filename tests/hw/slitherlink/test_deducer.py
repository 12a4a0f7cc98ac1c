"""The deducer is compared with brute force: its conclusions are true, and no solution is lost."""

import random
from collections import Counter
from itertools import product

import pytest

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.slitherlink.deducer.deducer import WORKS, SlitherlinkDeducer
from support.deduction.compiled import Compiled
from support.loops import loops_with, random_clues
from support.slitherlink.rows import grid_of

ROWS = COLS = 4
WORDS = 128
EMPTY = [[None] * COLS for _ in range(ROWS)]


@pytest.fixture(scope="module")
def deducer(compiled):
    return Compiled(compiled(SlitherlinkDeducer(ROWS, COLS, WORDS)), (ROWS, COLS), SLITHERLINK_BITS, 1, 0, WORKS)


def solutions_of(clues):
    given = {(row, col): clue for row, line in enumerate(clues) for col, clue in enumerate(line) if clue is not None}
    return {*loops_with(len(clues), len(clues[0]), given)}


def random_grid(rng, rows, cols):
    """Return some clues of a loop; sometimes one of them is wrong."""
    return grid_of(random_clues(rng, rows, cols, (0, 0.2, 0.4, 0.7, 1)), rows, cols)


def grids_of_2x2(*clues):
    return [[list(cells[:2]), list(cells[2:])] for cells in product(clues, repeat=4)]


def test_every_2x2_puzzle(deducer):
    for clues in grids_of_2x2(0, 1, 2, 3, None):
        deducer.check(clues, solutions_of(clues))


@pytest.mark.parametrize("size, count", [
    ((1, 1), 5), ((1, 4), 30), ((4, 1), 30), ((3, 3), 60), ((3, 4), 20),
    pytest.param((4, 4), 300, marks=pytest.mark.slow),
])
def test_random_puzzles(deducer, size, count):
    rng = random.Random(0)
    for _ in range(count):
        clues = random_grid(rng, *size)
        deducer.check(clues, solutions_of(clues))


def test_solutions_of_lookahead(deducer):
    """If one solution is wanted, the page contains the solution that lookahead finds. If two solutions are wanted, the
    first solution is saved, and the search continues."""
    ends, first = Counter(), 0
    for clues in grids_of_2x2(1, 2, 3, None):
        truth = solutions_of(clues)
        if len(truth) > 1:
            deducer.begin(clues)
            if deducer.solve(wanted=1).decided:
                assert deducer.cells() in truth
                first += 1
            deducer.begin(clues)
            state = deducer.solve()
            assert not state.contradiction
            ends[state.decided, bool(deducer.saved())] += 1
    assert first and ends[True, True] > ends[False, False] > 0 == ends[True, False]


def test_a_saved_solution_is_skipped(deducer):
    """The deducer has saved a solution and has continued. If it then solves the same state again, but ignores
    solutions (``wanted=0``), it draws the same conclusions, and the saved solution stays the same."""
    rng, seen = random.Random(0), Counter()
    for _ in range(20):
        deducer.begin(random_grid(rng, 4, 4))
        page, state = 0, deducer.solve()
        while not (state.decided or state.contradiction or deducer.saved()):
            branch = {"cell": state.branch, "one": rng.random() < 0.5}
            page, state = page + 1, deducer.solve(page + 1, page, **branch)
            if deducer.saved() and not state.decided:
                saved, inside = deducer.saved(), deducer.cells(page)
                again = deducer.solve(page + 1, page - 1, wanted=0, **branch)
                assert (again.contradiction, again.decided, again.branch) == (state.contradiction, False, state.branch)
                assert state.contradiction or deducer.cells(page + 1) == inside
                assert deducer.saved() == saved
                seen[state.contradiction] += 1
    assert seen[False]


def test_pages_are_independent(deducer):
    """A page may begin as a copy of another page, its parent. Changes of the copy do not change the parent.
    Initialising a page changes no other page."""
    copied = "1111", "1101", "1111", "1111"
    deducer.begin(EMPTY, page=3)
    deducer.solve(3)
    assert deducer.cells(3) == ("1111",) * 4
    state = deducer.solve(5, 3, cell=(1, 2), one=False)
    assert not state.decided and not state.contradiction
    assert (deducer.cells(3), deducer.cells(5)) == (("1111",) * 4, copied)
    assert deducer.solve(4, 5, cell=(1, 2), one=True).contradiction
    deducer.begin([[0] * COLS] * ROWS, page=6)
    assert deducer.solve(6).contradiction
    assert deducer.cells(5) == copied


def test_stop(deducer):
    """The deducer ends soon after a stop in any clock, no solution is lost, and the next command is not stopped."""
    clues = [[None, 3, None, None], [None, None, 2, None], [2, None, None, None]]
    truth = solutions_of(clues)
    assert len(truth) > 2
    deducer.begin(clues)
    whole = deducer.solve()
    for clock in range(0, whole.clocks, 1 + whole.clocks // 60):
        deducer.begin(clues)
        stopped = deducer.solve(stop=clock)
        assert stopped.clocks <= clock + 150
        assert not stopped.decided and not stopped.contradiction
        found = deducer.solutions()
        assert len(found) == 2 and set(found) <= truth
    deducer.begin(clues)
    assert deducer.solve() == whole


def test_counters(deducer):
    """Each busy clock is counted once, and all counters start at 0 with each puzzle."""
    for clues in EMPTY, [[2, 2], [2, 2]], [[None, 3], [0, None]]:
        deducer.begin(clues)
        assert not any(deducer.counters().values())
        clocks = sum(deducer.solve(page, 0).clocks for page in range(3))
        counters = deducer.counters()
        assert counters["visits"] <= counters["sweeping"]
        assert counters["sweeping"] + counters["joining"] + counters["flooding"] + counters["probing"] == clocks
    # A probe tries both colours of a cell.
    for clues, probes in ((EMPTY, range(12, 100)), ([[3]], range(1))):
        deducer.begin(clues)
        deducer.solve()
        assert deducer.counters()["probes"] in probes


@pytest.mark.parametrize("number", [
    3, 4, 5, 6, *(pytest.param(number, marks=pytest.mark.slow) for number in range(40) if number not in range(3, 7))])
def test_changed_clues(deducer, number):
    """Clues are changed into clues that must not be met; clues are removed and restored."""
    rng = random.Random(number)
    clues = random_grid(rng, 4, 4)
    cells = [(row, col) for row in range(4) for col in range(4) if clues[row][col] is not None]
    deducer.begin(clues)
    for row, col in rng.sample(cells, min(4, len(cells))):
        without = [list(line) for line in clues]
        without[row][col] = None
        met, free = solutions_of(clues), solutions_of(without)
        for change, truth in (({"unlike": True}, free - met), ({"free": True}, free), ({}, met)):
            deducer.change((row, col), **change)
            found = {*deducer.leaves(deducer.begin_again())}
            assert found <= truth and bool(found) == bool(truth)


def test_a_window(deducer):
    """The search finds only solutions that agree with a known solution in all rows outside a window."""
    clues = [[2, 2, 2, None], [2, None, None, None], [None] * 4, [None] * 4]
    solutions = solutions_of(clues)
    assert 1 < len(solutions) < len(solutions_of(EMPTY))
    for one in sorted(solutions)[:10]:
        # Make the assumptions that lead to this solution, cell by cell.
        deducer.begin(clues)
        state, page = deducer.solve(wanted=1), 0
        for row, col in product(range(4), repeat=2):
            if not state.decided and deducer.cells(page)[row][col] == "1":
                state = deducer.solve(page + 1, page, (row, col), one[row][col] == "1", wanted=1)
                page += 1
                assert not state.contradiction
        if deducer.cells(page) != one:
            continue
        for window in ((0, 1), (1, 3), (2, 4), (0, 4)):
            near = {other for other in solutions
                    if all(window[0] <= row <= window[1] for row in range(4) if other[row] != one[row])}
            if deducer.begin_again(page, window, wanted=1).decided:
                assert deducer.cells() in near
            # Now the value of a cell in the window is assumed, too.
            cell = row, col = window[0], 1
            for bit in "01":
                found = deducer.begin_again(page, window, wanted=1, cell=cell, one=bit == "1")
                here = {other for other in near if other[row][col] == bit}
                assert not (found.contradiction and here)
                assert not found.decided or deducer.cells() in here


@pytest.mark.parametrize("most", [100, pytest.param(None, marks=pytest.mark.slow)])
def test_counting(deducer, most):
    """Each solution is counted once, by lookahead or by the search."""
    rng = random.Random(7)
    for _ in range(100):
        clues = random_grid(rng, 4, 4)
        number = len(solutions_of(clues))
        if most is None or number <= most:
            deducer.begin(clues)
            assert deducer.count() == number


def test_without_lookahead(deducer):
    """With ``shallow``, the deducer ends at the point where lookahead would begin."""
    rng, ends = random.Random(8), set()
    for _ in range(100):
        deducer.begin(random_grid(rng, 4, 4))
        deep, before = deducer.solve(), deducer.counters()
        looked = before["probes"] > 0
        shallow, after = deducer.begin_again(wanted=2, shallow=True), deducer.counters()
        expected = (False, False) if looked else (deep.contradiction, deep.decided)
        assert (shallow.contradiction, shallow.decided) == expected
        assert after["probes"] == before["probes"]
        assert not looked or after["flooding"] == before["flooding"]
        ends.add((looked, deep.contradiction, deep.decided))
    assert {(False, False, True), (False, True, False), (True, False, True)} <= ends
