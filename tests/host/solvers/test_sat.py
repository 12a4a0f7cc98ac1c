"""The engine ``sat``: the solver, cuts, clauses, and searches in which clues are switched on and off."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.examples.genhard import PHP

from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.sat.oracle import FOR_MANY, Clause, Oracle
from rowloom.host.solvers.sat.shading import CanalSearch, SmullyanSearch
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch, prime_implicates
from rowloom.host.solvers.sat.sudoku import CandidateSearch
from support import brute
from support.puzzles import blank, is_connected, solutions, sudoku


def test_models_and_counters_of_the_oracle():
    oracle = Oracle([(1, 2), (-1, 3)])
    assert oracle.model([1]) in ([1, -2, 3], [1, 2, 3])
    assert oracle.model([-2, -3]) is None
    oracle.add([(-1, -3)])
    assert oracle.model([1]) is None
    assert oracle.model()[:2] == [-1, 2]
    oracle.add([(-2,)])
    assert oracle.model() is None
    assert oracle.counters["checks"] == 5
    oracle = Oracle(PHP(5).clauses)
    assert oracle.model() is None
    assert oracle.counters["conflicts"] > 10


def test_ctrl_c_during_short_questions(press_ctrl_c):
    oracle = Oracle(PHP(7).clauses, FOR_MANY)
    press_ctrl_c(0.05)
    with pytest.raises(KeyboardInterrupt):
        while True:
            oracle.is_satisfiable(())


def of_colour(colours: str, rows: int, cols: int, colour: bool, framed: bool) -> set:
    """Return the cells that have a colour. If ``framed`` is set, the frame has the colour "0"."""
    places = product(range(-framed, rows + framed), range(-framed, cols + framed))
    return {(row, col) for row, col in places
            if ((0 <= row < rows and 0 <= col < cols and colours[row * cols + col] == "1") == colour)}


def cutting(rows: int, cols: int, connected: tuple[bool, ...], framed: bool = False) -> Colouring:
    """Return a search without clues. Its only rule is that the cells of each ``connected`` colour are connected."""

    class Search(Colouring):
        CONNECTED, FRAMED, rules, clue = connected, framed, lambda self: (), None

    return Search(blank(Slitherlink, rows, cols))


def satisfies(colours: str, clause: Clause) -> bool:
    """Return whether a colouring satisfies a clause. The last variable is the frame, whose colour is "0"."""
    return any((f"{colours}0"[abs(literal) - 1] == "1") == (literal > 0) for literal in clause)


@pytest.mark.parametrize("rows, cols, framed", [(3, 3, False), (2, 4, False), (3, 3, True)])
def test_every_colouring(rows, cols, framed):
    """Cuts are clauses. Every colouring in which all ``connected`` colours are connected satisfies all cuts; every
    other colouring violates a cut."""
    colourings = list(map("".join, product("01", repeat=rows * cols)))
    connected = {
        (colours, colour): is_connected(of_colour(colours, rows, cols, colour, framed and not colour))
        for colours in colourings for colour in (False, True)
    }
    for wanted in ((True,), (False,), (False, True)):
        search = cutting(rows, cols, wanted, framed)
        good = [colours for colours in colourings if all(connected[colours, colour] for colour in wanted)]
        for colours in colourings:
            cuts = search.cuts(colours)
            assert (cuts == []) == (colours in good)
            for cut in cuts:
                assert not satisfies(colours, cut) and all(satisfies(other, cut) for other in good)
                assert framed or max(map(abs, cut)) <= rows * cols


@pytest.mark.parametrize("colours, connected, cut", [
    ("111001010011101", True, {-15, -1, 10, 14}), ("111001010011100", True, None),
    ("111001010011100", False, {7, 4, -2, -6, -8, -12}),
])  # fmt: skip
def test_cuts_near_the_other_region(colours, connected, cut):
    """A colour has two regions: a ring around a hole, and a single cell. The cut contains no cell of the hole."""
    assert list(map(set, cutting(3, 5, (connected,)).cuts(colours))) == ([cut] if cut else [])


@pytest.mark.parametrize("puzzle, count", [
    (Slitherlink("frame", 1, 3, ((3, None, 3),)), 1),  # the frame is outside
    (Slitherlink("frame", 1, 3, ((None, 2, None),)), 1),
    (Slitherlink("frame", 1, 3, ((0, 3, None),)), 0),
    (blank(Canal, 3, 3, r2c2=999), 0),  # an impossible number
    (blank(Smullyan, 2, 2, r1c1=9), 1),
    (Canal("dry", 2, 2, ((0, None), (None, 0))), 1),  # an empty canal is valid
    *((Smullyan("unknown", 1, 2, (row,)), 3) for row in product((None, UNKNOWN), repeat=2)),
])  # fmt: skip
def test_special_cases(puzzle, count):
    found = solutions(puzzle, None)
    assert sorted(found) == brute.solutions(puzzle) and len(found) == count


def test_counters():
    """Cuts forbid rings around a hole, and regions that are separate from each other."""
    search = SlitherlinkSearch(blank(Slitherlink, 3, 3))
    found = list(search.solutions())
    assert len(found) == 213
    assert search.counters["checks"] > len(found)
    assert search.counters["cuts"] > 0
    assert set(search.counters) == {"checks", "conflicts", "cuts"}


@pytest.mark.parametrize("search, puzzle", [
    (SmullyanSearch, Smullyan("both", 1, 2, ((1, 1),))),
    (CanalSearch, Canal("both", 1, 3, ((1, None, 0),))),
    (SlitherlinkSearch, Slitherlink("both", 1, 3, ((3, None, 1),))),
])  # fmt: skip
def test_switched_clues(search, puzzle):
    switched = search(puzzle, switched=True)
    cells = [*puzzle.clue_cells]
    alone = [switched.solve([cell]) for cell in cells]
    assert all(alone)
    assert switched.solve(cells) == next(iter(solutions(puzzle)), None)
    switched.forbid(alone[0])
    assert switched.solve([cells[0]]) != alone[0]


def test_contradictory_switched_clues():
    search = SlitherlinkSearch(Slitherlink("both", 1, 2, ((3, 0),)), switched=True)
    answers = [search.solve(cells) for cells in ([(0, 0), (0, 1)], [(0, 0)], [(0, 1)])]
    search.forbid(("11",))
    assert answers == [None, ("11",), None]
    assert search.solve([(0, 0)]) is None and search.solve([]) in [("10",), ("01",)]


def test_switched_cells():
    search = CandidateSearch([0b1111] * 16, 2)
    corners = [(0, 0b0001), (3, 0b0010), (12, 0b0100), (15, 0b1000)]
    filled = search.solve(corners)
    assert [filled[cell // 4][cell % 4] for cell, _ in corners] == [1, 2, 3, 4]
    assert search.solve([(0, 1), (1, 1)]) is None
    seen = 0
    while filled is not None:
        seen += 1
        search.forbid(filled)
        filled = search.solve(corners)
    assert seen == len(brute.solutions(sudoku([[1, 0, 0, 2], [0] * 4, [0] * 4, [3, 0, 0, 4]]))) > 1
    assert search.solve([(0, 0b0010)]) is not None


@settings(max_examples=160)
@given(st.integers(1, 4), st.lists(st.booleans(), min_size=16, max_size=16))
def test_prime_implicates(size, table):
    """The clauses that follow from a truth table are those that contain a prime implicate."""
    rows = [row for row, holds in zip(product((0, 1), repeat=size), table) if holds]
    found = prime_implicates(size, rows)
    assert not any({*one} < {*other} for one in found for other in found)
    for signs in product((0, 1, -1), repeat=size):
        clause = {(place, sign) for place, sign in enumerate(signs) if sign}
        follows = all(any(row[place] == (sign > 0) for place, sign in clause) for row in rows)
        assert follows == any({*shorter} <= clause for shorter in found)
