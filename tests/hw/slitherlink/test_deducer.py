"""The deducer against brute force: what it says is true, and no solution is lost."""

import random
from collections import Counter
from itertools import chain, product

import pytest

from rowloom.engines.genres import SLITHERLINK_BITS
from rowloom.hw.slitherlink.deducer.deducer import WORKS, SlitherlinkDeducer
from support.deduction.compiled import Compiled

ROWS = COLS = 4
WORDS = 128


@pytest.fixture(scope="module")
def deducer(compiled):
    return Compiled(compiled(SlitherlinkDeducer(ROWS, COLS, WORDS)), (ROWS, COLS), SLITHERLINK_BITS, 1, 0, WORKS)


@pytest.fixture
def solutions_of(loops):
    """All solutions of a puzzle, by brute force."""
    def choose(clues):
        return {solution for solution, sides in loops(len(clues), len(clues[0]))
                if all(clue in (None, side) for clue, side in zip(chain(*clues), sides))}

    return choose


@pytest.fixture
def check(deducer, solutions_of):
    return lambda clues: deducer.check(clues, solutions_of(clues))


def test_every_2x2_puzzle(check):
    for clues in product((0, 1, 2, 3, None), repeat=4):
        check([list(clues[:2]), list(clues[2:])])


@pytest.mark.parametrize("size, count", [
    ((1, 1), 5), ((1, 4), 30), ((4, 1), 30), ((3, 3), 60), ((3, 4), 40), ((4, 3), 40), ((4, 4), 5),
    pytest.param((4, 4), 300, marks=pytest.mark.slow),
])
def test_random_puzzles(check, random_clues, size, count):
    rng = random.Random(0)
    for _ in range(count):
        check(random_clues(rng, *size))


@pytest.mark.parametrize("clues", [[[0]], [[0, 0], [0, 0]], [[0, None], [None, None], [None, 0]]])
def test_no_loop_is_no_solution(deducer, clues):
    """All cells outside."""
    deducer.begin(clues)
    assert all("1" in line for one in deducer.solutions() for line in one)
    assert deducer.solve().contradiction


EMPTY = [[None] * COLS for _ in range(ROWS)]


def test_one_solution_of_several(deducer, solutions_of):
    """It is met in a lookahead, and the page is that solution."""
    met = 0
    for cells in product((1, 2, 3, None), repeat=4):
        clues = [list(cells[:2]), list(cells[2:])]
        truth = solutions_of(clues)
        if len(truth) > 1:
            deducer.begin(clues)
            if deducer.solve(wanted=1).decided:
                assert deducer.cells() in truth
                met += 1
    assert met > 0


def test_a_solution_of_lookahead_is_kept(deducer, solutions_of):
    """Lookahead meets a solution of most puzzles that have two, and the search goes on by itself to the other one."""
    ends = Counter()
    for cells in product((1, 2, 3, None), repeat=4):
        clues = [list(cells[:2]), list(cells[2:])]
        truth = solutions_of(clues)
        if len(truth) > 1:
            deducer.begin(clues)
            state = deducer.solve()
            ends[bool(deducer.kept()), state.decided] += 1
            assert not state.contradiction or len(truth) == 1
    assert ends[True, True] > ends[False, False] > 0


def test_a_kept_solution_is_passed_over(deducer, random_clues):
    """With no more solutions wanted, the same follows from the same state, but nothing is kept again."""
    rng = random.Random(0)
    seen = Counter()
    for _ in range(60):
        deducer.begin(random_clues(rng, 4, 4))
        page, state = 0, deducer.solve()
        while not (state.decided or state.contradiction or deducer.kept()):
            branch = {"cell": state.branch, "one": rng.random() < 0.5}
            page, state = page + 1, deducer.solve(page + 1, page, **branch)
            if deducer.kept() and not state.decided:
                kept, inside = deducer.kept(), deducer.cells(page)
                again = deducer.solve(page + 1, page - 1, wanted=0, **branch)
                assert (again.contradiction, again.decided, again.branch) == (state.contradiction, False, state.branch)
                assert state.contradiction or deducer.cells(page + 1) == inside
                assert deducer.kept() == kept
                seen[state.contradiction] += 1
    assert seen[False]


def test_pages_are_apart(deducer):
    """A page that begins as a copy leaves the other one alone; so does one that begins anew."""
    deducer.begin(EMPTY, page=3)
    deducer.solve(3)
    assert deducer.cells(3) == ("1111",) * 4
    state = deducer.solve(5, 3, cell=(1, 2), one=False)
    assert not state.decided and not state.contradiction
    assert deducer.cells(5) == ("1111", "1101", "1111", "1111")
    assert deducer.cells(3) == ("1111",) * 4
    assert deducer.solve(4, 5, cell=(1, 2), one=True).contradiction
    deducer.begin([[0] * COLS] * ROWS, page=6)
    assert deducer.solve(6).contradiction
    assert deducer.cells(5) == ("1111", "1101", "1111", "1111")


def test_stop(deducer, solutions_of):
    """Wherever it is stopped it ends soon, and nothing is lost."""
    clues = [[None, 3, None, None], [None, None, 2, None], [2, None, None, None]]
    truth = solutions_of(clues)
    assert len(truth) > 2
    deducer.begin(clues)
    whole = deducer.solve().clocks
    for clock in range(0, whole, 1 + whole // 60):
        deducer.begin(clues)
        stopped = deducer.solve(stop=clock)
        assert stopped.clocks <= clock + 150
        assert not stopped.decided and not stopped.contradiction
        found = deducer.solutions()
        assert len(found) == 2 and set(found) <= truth


def test_stop_is_not_for_the_next_one(deducer):
    deducer.begin(EMPTY)
    whole = deducer.solve()
    deducer.begin(EMPTY)
    deducer.solve(stop=5)
    deducer.begin(EMPTY)
    assert deducer.solve() == whole


def test_counters(deducer):
    """Each clock in which it is busy counts once, and they begin at 0 with each puzzle."""
    for clues in EMPTY, [[2, 2], [2, 2]], [[None, 3], [0, None]]:
        deducer.begin(clues)
        assert not any(deducer.counters().values())
        clocks = sum(deducer.solve(page, 0).clocks for page in range(3))
        counters = deducer.counters()
        assert counters["visits"] <= counters["sweeping"]
        assert counters["sweeping"] + counters["joining"] + counters["flooding"] + counters["probing"] == clocks
    deducer.begin(EMPTY)
    # Both colours of a cell make one probe, and a clue that settles everything none.
    deducer.solve()
    assert deducer.counters()["probes"] >= 12
    deducer.begin([[3]])
    deducer.solve()
    assert deducer.counters()["probes"] == 0




def test_words():
    assert SlitherlinkDeducer(4, 4, 20).words == 20
    assert SlitherlinkDeducer(64, 36).words == 512


def _search(deducer, state, wanted=1):
    """All solutions from a state of page 0 on."""
    found = []

    def search(state, *chosen):
        page = len(chosen)
        if state.decided:
            found.append(deducer.cells(page))
        elif not state.contradiction:
            for one in (True, False):
                search(deducer.solve(page + 1, page, state.branch, one, wanted), *chosen, state.branch)

    search(state)
    return found


@pytest.mark.parametrize("number", [
    *range(8), *(pytest.param(number, marks=pytest.mark.slow) for number in range(8, 40))])
def test_clues_that_change(deducer, solutions_of, random_clues, number):
    """A clue that must not be met, one that is removed, one that is there again: each as a puzzle with such clues."""
    rng = random.Random(number)
    clues = random_clues(rng, 4, 4)
    cells = [(row, col) for row in range(4) for col in range(4) if clues[row][col] is not None]
    deducer.begin(clues)
    for row, col in rng.sample(cells, min(4, len(cells))):
        without = [list(line) for line in clues]
        without[row][col] = None
        met, free = ({*solutions_of(some)} for some in (clues, without))
        deducer.change((row, col), unlike=True)
        assert {*_search(deducer, deducer.begin_again())} <= free - met
        assert bool(_search(deducer, deducer.begin_again())) == bool(free - met)
        deducer.change((row, col), free=True)
        assert bool(_search(deducer, deducer.begin_again())) == bool(free)
        deducer.change((row, col))
        assert bool(_search(deducer, deducer.begin_again())) == bool(met)


def test_a_window(deducer, solutions_of):
    """What differs from a solution only in some rows is found, and nothing else."""
    blank = [[None] * 4 for _ in range(4)]
    everything = solutions_of(blank)
    clues_of = [[2, 2, 2, None], [2, None, None, None], [None] * 4, [None] * 4]
    solutions = {*solutions_of(clues_of)}
    assert 1 < len(solutions) < len(everything)
    for one in sorted(solutions)[:10]:
        # The solution, in page 3, cell by cell.
        deducer.begin(clues_of)
        state, page = deducer.solve(wanted=1), 0
        for row in range(4):
            for col in range(4):
                if not state.decided and deducer.cells(page)[row][col] == "1":
                    state = deducer.solve(page + 1, page, (row, col), one[row][col] == "1", wanted=1)
                    page += 1
                    assert not state.contradiction
        if deducer.cells(page) != one:
            continue
        for window in ((0, 1), (1, 3), (2, 4), (0, 4)):
            near = {other for other in solutions
                    if all(window[0] <= row <= window[1] for row in range(4) if other[row] != one[row])}
            found = deducer.begin_again(page, window, wanted=1)
            if found.decided:
                assert deducer.cells() in near
            # With a cell of it assumed, too.
            cell = row, col = window[0], 1
            for bit in "01":
                found = deducer.begin_again(page, window, wanted=1, cell=cell, one=bit == "1")
                here = {other for other in near if other[row][col] == bit}
                assert not (found.contradiction and here)
                assert not found.decided or deducer.cells() in here


@pytest.mark.parametrize("number", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_counting(deducer, solutions_of, random_clues, number):
    """Every solution is found once, by lookahead or by the search."""
    rng = random.Random(7)
    for _ in range(number):
        clues = random_clues(rng, 4, 4)
        deducer.begin(clues)
        leaves = _search(deducer, deducer.solve(wanted=3), 3)
        assert len(leaves) + deducer.found() == len({*solutions_of(clues)})


def test_without_lookahead(deducer, random_clues):
    """It ends where lookahead would begin."""
    rng, ends = random.Random(8), set()
    for _ in range(200):
        deducer.begin(random_clues(rng, 4, 4))
        deep = deducer.solve()
        looked = deducer.counters()["probes"] > 0
        before = deducer.counters()
        state = deducer.begin_again(wanted=2, shallow=True)
        ended = deep.contradiction, deep.decided
        assert (state.contradiction, state.decided) == ((False, False) if looked else ended)
        assert deducer.counters()["probes"] == before["probes"]
        if looked:
            assert deducer.counters()["flooding"] == before["flooding"]
        ends.add((looked, *ended))
    assert {(False, False, True), (False, True, False), (True, False, True)} <= ends
