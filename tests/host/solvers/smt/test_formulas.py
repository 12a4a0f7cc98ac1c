"""The papers' formulas for Z3: forms of connection, weak solutions, and loops."""

import random
from itertools import product

import pytest

from rowloom.host.puzzles import genre
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers.smt.shading import canal, smullyan
from rowloom.host.solvers.smt.slitherlink import SlitherlinkSearch as loops
from support import brute
from support.puzzles import blank

SEARCH = {"smullyan": smullyan, "canal": canal}

# What tells cases apart in a small grid; brute force judges the larger clues, too.
VALUES = {Smullyan: (None, UNKNOWN, 0, 1, 2, 5), Canal: (None, UNKNOWN, 0, 1, 2)}


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("connection, rows, cols, cases", [
    ("distance", 1, 1, 4), ("distance", 1, 6, 8), ("distance", 5, 1, 8), ("distance", 2, 3, 10), ("distance", 3, 3, 8),
    pytest.param("parity", 3, 4, 30, marks=pytest.mark.slow),
    pytest.param("distance", 3, 4, 30, marks=pytest.mark.slow),
])  # fmt: skip
def test_random_puzzles_by_each_form_of_connection(kind, connection, rows, cols, cases):
    rng = random.Random(f"{kind.genre} {rows} {cols}")
    counts = set()
    for _ in range(cases):
        share = rng.choice((0.2, 0.3, 0.5))
        values = [*VALUES[kind][1:], 3]
        clues = [[rng.choice(values) if rng.random() < share else None for _ in range(cols)] for _ in range(rows)]
        puzzle = kind("random", rows, cols, tuple(map(tuple, clues)))
        found = list(SEARCH[puzzle.genre](puzzle, connection).solutions())
        assert sorted(found) == brute.solutions(puzzle)
        counts.add(len(found))
    assert max(counts) > 0


@pytest.mark.parametrize("kind, rows, cols", [(Smullyan, 3, 3), (Canal, 2, 3), (Canal, 1, 5)])
def test_weak_solutions(kind, rows, cols):
    puzzle = kind("weak", rows, cols, ((None,) * cols,) * rows)
    verify = genre(puzzle.genre).verify
    shadings = product(["".join(row) for row in product("01", repeat=cols)], repeat=rows)
    expected = [shading for shading in shadings if not verify(puzzle, shading, weak=True)]
    assert sorted(SEARCH[puzzle.genre](puzzle, None).solutions()) == expected
    assert len(expected) > len(brute.solutions(puzzle))


def test_no_canal_is_a_solution_where_no_clue_asks_for_one():
    puzzle = Canal("dry", 3, 3, ((0, None, 0), (None, UNKNOWN, None), (0, None, 0)))
    for connection in ("parity", "distance", None):
        assert list(canal(puzzle, connection).solutions()) == [("000", "000", "000")]


@pytest.mark.parametrize("kind, shade", [(Smullyan, "0"), (Canal, "1")])
def test_links_lead_to_the_root_and_parities_change_at_notable_turns(kind, shade):
    puzzle = kind("tree", 6, 7, ((None,) * 3 + (2,) + (None,) * 3,) + ((None,) * 7,) * 5)
    search = SEARCH[puzzle.genre](puzzle)
    for _, solution in zip(range(5), search.solutions()):
        parents = {link.cell: link for link in search.links}
        region = {cell for cell in puzzle.cells if solution[cell[0]][cell[1]] == shade}
        roots = region - parents.keys()
        assert 1 <= len(roots) <= 2 and parents.keys() < region
        for link in search.links:
            cell, steps = link.cell, 0
            while cell in parents:
                down, right = parents[cell].direction
                ahead = cell[0] + down, cell[1] + right
                if ahead in parents:
                    turn = (down, right), parents[ahead].direction
                    notable = turn in [((-1, 0), (0, 1)), ((0, 1), (-1, 0))]
                    assert (parents[cell].parity != parents[ahead].parity) == notable
                cell, steps = ahead, steps + 1
                assert steps <= len(region)
            assert cell in roots


def test_without_parities_there_are_no_links():
    puzzle = Smullyan("small", 2, 2, ((None, None),) * 2)
    for connection in ("distance", None):
        search = smullyan(puzzle, connection)
        next(search.solutions())
        assert search.links == []


def test_all_loops_of_an_empty_grid():
    """Also those that the first row has no part in, and none that touches itself."""
    assert sorted(loops(blank(Slitherlink, 3, 3)).solutions()) == sorted(brute.solutions(blank(Slitherlink, 3, 3)))


def test_a_loop_that_does_not_touch_the_first_row():
    assert list(loops(blank(Slitherlink, 2, 2, r1c1=0)).solutions()) == [("00", "01")]


def test_it_counts_what_z3_does():
    found = loops(blank(Slitherlink, 2, 2, r1c1=3))
    assert found.counters == {"checks": 0}
    solutions = list(found.solutions())
    assert found.counters["checks"] == len(solutions) + 2
    assert {*found.counters} == {"checks", "conflicts", "decisions"}
