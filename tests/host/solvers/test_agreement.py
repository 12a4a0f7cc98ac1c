"""Compare all engines with brute force on small puzzles, and with each other on generated puzzles. Test time limits."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, product

import pytest

from rowloom.host.puzzles import GENRES
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.solvers import ENGINES, OutOfTime, Stuck
from support import brute
from support.loops import CLUES, small
from support.puzzles import blank, made, sudoku

SIZES, SUDOKUS = [(3, 3), (4, 4), (3, 6), (6, 4), (5, 5), (6, 6)], [(4, 4), (4, 4), (4, 4), (9, 9)]
"""The sizes of the generated puzzles."""

MOST = 12
"""The maximum number of solutions that each engine is asked to find for a generated puzzle."""


@pytest.mark.parametrize("engine, genre", [
    (one.name, genre) for one in ENGINES.values() for genre in one.genres
    if genre != "slink" or one.name == "slink"  # all other engines solve a Slink as if it were a Slitherlink
])  # fmt: skip
def test_random_small_puzzles(engine, genre):
    rng = random.Random(genre)
    counts: Counter = Counter()
    for _ in range(8 if engine == "z3" else 25 if genre in ("slitherlink", "slink") else 50):
        puzzle = small(genre, rng)
        expected = brute.solutions(puzzle)
        search = ENGINES[engine].search(puzzle)
        assert hasattr(search, "steps") == ENGINES[engine].explains
        try:
            found = list(search.solutions())
        except Stuck:
            continue
        assert sorted(found) == expected, puzzle
        assert all(isinstance(count, int) for count in search.counters.values())
        counts[min(len(found), 2)] += 1
    assert min(counts[0], counts[1], counts[2] or genre == "slink" or engine == "slink") > 0 or engine == "z3", counts


def agreed(puzzle) -> int:
    """Check that the engines agree, except engines that get stuck; return the number of solutions, up to ``MOST``."""
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
    counts = {len(solutions) for solutions in found.values()}
    assert len(counts) == 1, (puzzle, found)
    if counts != {MOST}:
        assert all(solutions == found["sat"] for solutions in found.values()), (puzzle, found)
    return counts.pop()


def changed(puzzle, rng: random.Random):
    """Return the puzzle with some changed clues. The returned puzzle may have no solution, or several solutions."""
    field = "cells" if puzzle.genre == "sudoku" else "clues"
    grid = [list(row) for row in getattr(puzzle, field)]
    for _ in range(rng.choice((1, 1, 2, 5))):
        grid[rng.randrange(puzzle.rows)][rng.randrange(puzzle.cols)] = rng.choice(CLUES[puzzle.genre])
    return replace(puzzle, **{field: tuple(map(tuple, grid))})


@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("cases", [2, pytest.param(300, marks=pytest.mark.slow)])
def test_generated_puzzles(genre, cases):
    rng = random.Random(genre)
    counts: Counter = Counter()
    for seed in range(cases):
        size = rng.choice(SUDOKUS if genre == "sudoku" else SIZES)
        difficulty = "easy" if size == (4, 4) and genre == "sudoku" else rng.choice(("easy", "normal", "hard"))
        try:
            puzzle = made(genre, *size, difficulty, seed)
        except ValueError:  # no puzzle of this size and difficulty was found
            puzzle = made(genre, 6, 6, "easy", seed)
        assert agreed(puzzle) == 1
        counts[agreed(changed(puzzle, rng))] += 1
    assert cases < 20 or (counts[0] and counts[1] + counts[2]), counts


@pytest.mark.parametrize("genre, clues", [
    ("slitherlink", CLUES["slitherlink"]), ("smullyan", (None, UNKNOWN, 0, 1, 2, 5)), ("canal", CLUES["canal"][:5]),
])  # fmt: skip
@pytest.mark.parametrize("sizes, engines", [
    ([(1, 1), (1, 2), (2, 1)], ENGINES),
    ([(2, 2)], ["sat", "slitherlink-logic", "shading-logic"]),
    pytest.param([(1, 3), (3, 1), (2, 2), (1, 4)], ENGINES, marks=pytest.mark.slow),
    pytest.param([(3, 2)], ENGINES, marks=pytest.mark.slow),
])  # fmt: skip
def test_every_small_puzzle(genre, clues, sizes, engines):
    for rows, cols in sizes:
        for cells in product(clues[:3] if rows * cols > 4 else clues, repeat=rows * cols):
            grid = tuple(cells[row * cols : (row + 1) * cols] for row in range(rows))
            puzzle = GENRES[genre]("small", rows, cols, grid)
            expected = set(brute.solutions(puzzle))
            for name in (name for name in engines if genre in ENGINES[name].genres and name != "slink"):
                found = list(ENGINES[name].search(puzzle).solutions())
                assert set(found) == expected and len(found) == len(expected), (name, puzzle)


def empty(genre: str):
    """Return a puzzle that has many solutions, unless it is a Slink."""
    if genre == "sudoku":
        return sudoku([[0] * 9] * 9)
    return Slink("ones", 6, 6, ((1,) * 6,) * 6) if genre == "slink" else blank(GENRES[genre], 6, 6)


@pytest.mark.parametrize("engine, genre", [
    ("sat", "slitherlink"), ("sat", "sudoku"), ("sat", "canal"), ("slitherlink-logic", "slitherlink"),
    ("shading-logic", "smullyan"), ("sudoku-logic", "sudoku"), ("z3", "slitherlink"), ("z3", "smullyan"),
    ("slink", "slink"),
])  # fmt: skip
def test_time_limit(engine, genre):
    for seconds in (0, 0.1)[: 1 if engine == "slink" else 2]:  # slink needs less than 0.1 s
        with pytest.raises(OutOfTime):
            list(ENGINES[engine].search(empty(genre)).solutions(seconds))
