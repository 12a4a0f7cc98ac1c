"""Smullyanic Dynasty and Canal View by Z3 against every shading of small grids."""

import random
from itertools import product

import pytest

from rowloom.host.puzzles import genre
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers.smt import canal, smullyan
from support import brute

SEARCH = {"smullyan": smullyan.search, "canal": canal.search}

CONNECTIONS = pytest.mark.parametrize("connection", ["parity", "distance"])

# What tells cases apart in a small grid; brute force judges the larger clues, too.
VALUES = {Smullyan: (None, UNKNOWN, 0, 1, 2, 5), Canal: (None, UNKNOWN, 0, 1, 2)}


def compare(kind, rows, cols, clues, connection):
    """The number of solutions, on which Z3 and brute force agree."""
    puzzle = kind("compared", rows, cols, tuple(map(tuple, clues)))
    expected = brute.solutions(puzzle)
    found = list(SEARCH[puzzle.genre](puzzle, connection).solutions())
    assert len(set(found)) == len(found)
    assert sorted(found) == expected
    return len(expected)


@CONNECTIONS
@pytest.mark.parametrize("kind", VALUES)
def test_the_smallest_puzzles(kind, connection):
    for one in VALUES[kind]:
        compare(kind, 1, 1, [[one]], connection)
    for one, other in product(VALUES[kind], repeat=2):
        compare(kind, 1, 2, [[one, other]], connection)
        compare(kind, 2, 1, [[one], [other]], connection)


@pytest.mark.slow
@pytest.mark.parametrize("kind", VALUES)
def test_every_2x2_puzzle(kind):
    counts = [compare(kind, 2, 2, [row[:2], row[2:]], "parity") for row in product(VALUES[kind], repeat=4)]
    assert counts.count(0) > 0 and counts.count(1) > 0 and max(counts) > 1


@CONNECTIONS
@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("rows, cols, cases", [
    (1, 6, 8), (5, 1, 8), (2, 3, 10), (3, 3, 8),
    pytest.param(3, 4, 30, marks=pytest.mark.slow),
])  # fmt: skip
def test_random_puzzles(kind, connection, rows, cols, cases):
    rng = random.Random(f"{kind.genre} {rows} {cols}")
    counts = set()
    for _ in range(cases):
        share = rng.choice((0.2, 0.3, 0.5))
        values = [*VALUES[kind][1:], 3]
        clues = [[rng.choice(values) if rng.random() < share else None for _ in range(cols)] for _ in range(rows)]
        counts.add(min(compare(kind, rows, cols, clues, connection), 2))
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
        assert list(canal.search(puzzle, connection).solutions()) == [("000", "000", "000")]


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
        search = smullyan.search(puzzle, connection)
        next(search.solutions())
        assert search.links == []
