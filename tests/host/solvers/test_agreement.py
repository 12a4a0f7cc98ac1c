"""All engines on the same puzzles: generated ones, also with clues changed, and small grids by brute force."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, product

import pytest

from rowloom.host.puzzles import GENRES
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers import ENGINES, Stuck
from support import brute
from support.puzzles import made

MOST = 12
"""Solutions of a puzzle that every engine is asked for."""

SIZES = {"sudoku": [(4, 4)] * 3 + [(9, 9)]}
ANY_SIZES = [(3, 3), (4, 4), (3, 6), (6, 4), (5, 5), (6, 6)]
CLUES = {
    "slitherlink": (None, 0, 1, 2, 3),
    "slink": (0, 1, 2, 3),
    "sudoku": (0, 1, 2, 3, 4),
    "smullyan": (None, UNKNOWN, 0, 1, 2, 3, 5),
    "canal": (None, UNKNOWN, 0, 1, 2, 3, 4),
}


def answers(puzzle) -> dict[str, set]:
    """The solutions that each engine finds, up to so many, save those that do not guess and get stuck."""
    found = {}
    for name, engine in ENGINES.items():
        if puzzle.genre in engine.genres:
            try:
                solutions = list(islice(engine.search(puzzle).solutions(), MOST))
            except Stuck:
                continue
            assert len(set(solutions)) == len(solutions)
            assert not any(GENRES[puzzle.genre].verify(puzzle, solution) for solution in solutions)
            found[name] = set(solutions)
    return found


def agreed(puzzle) -> int:
    """How many solutions there are, on which the engines agree."""
    found = answers(puzzle)
    counts = {len(solutions) for solutions in found.values()}
    assert len(counts) == 1, (puzzle, found)
    if counts != {MOST}:
        assert all(solutions == found["sat"] for solutions in found.values()), (puzzle, found)
    return counts.pop()


def changed(puzzle, rng: random.Random):
    """The puzzle with some clues changed, so that it may have no solution, or several."""
    field = "cells" if puzzle.genre == "sudoku" else "clues"
    grid = [list(row) for row in getattr(puzzle, field)]
    for _ in range(rng.choice((1, 1, 2, 5))):
        grid[rng.randrange(puzzle.rows)][rng.randrange(puzzle.cols)] = rng.choice(CLUES[puzzle.genre])
    return replace(puzzle, **{field: tuple(map(tuple, grid))})


def check(genre: str, cases: int) -> None:
    rng = random.Random(genre)
    counts: Counter = Counter()
    for seed in range(cases):
        size = rng.choice(SIZES.get(genre, ANY_SIZES))
        difficulty = "easy" if size == (4, 4) and genre == "sudoku" else rng.choice(("easy", "normal", "hard"))
        try:
            puzzle = made(genre, *size, difficulty, seed)
        except ValueError:  # none of that size is so difficult
            puzzle = made(genre, 6, 6, "easy", seed)
        assert agreed(puzzle) == 1
        counts[agreed(changed(puzzle, rng))] += 1
    assert counts[0] and (cases < 20 or counts[1] + counts[2] > 0), counts


@pytest.mark.parametrize("genre", GENRES)
def test_generated_puzzles(genre):
    check(genre, 6)


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
def test_several_hundred_generated_puzzles(genre):
    check(genre, 300)


def by_brute_force(kind, rows: int, cols: int, clues) -> None:
    """Every way to fill the grid with such clues."""
    for cells in product(clues, repeat=rows * cols):
        grid = tuple(tuple(cells[row * cols : (row + 1) * cols]) for row in range(rows))
        puzzle = kind("small", rows, cols, grid)
        expected = set(brute.solutions(puzzle))
        for name, found in answers(puzzle).items():
            assert found <= expected and len(found) == min(MOST, len(expected)), (name, puzzle)


KINDS = [(Slitherlink, (None, 0, 1, 2, 3)), (Smullyan, (None, UNKNOWN, 0, 1, 2)), (Canal, (None, UNKNOWN, 0, 1))]


@pytest.mark.parametrize("kind, clues", KINDS)
def test_the_smallest_grids(kind, clues):
    for rows, cols in ((1, 1), (1, 2), (2, 1)):
        by_brute_force(kind, rows, cols, clues)


@pytest.mark.slow
@pytest.mark.parametrize("kind, clues", KINDS)
def test_every_small_grid(kind, clues):
    for rows, cols in ((1, 3), (3, 1), (2, 2), (1, 4)):
        by_brute_force(kind, rows, cols, clues)
    by_brute_force(kind, 3, 2, clues[:3])
