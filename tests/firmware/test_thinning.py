"""With models of the engines, the firmware's clue removal is compared with brute force."""

import random
from functools import partial

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.generate.specification import SYMMETRIES, Specification
from rowloom.host.jobs.tasks import Symmetry, Thin
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.wire.protocol import Reason, Status
from support.loops import is_unique, thinned
from support.native.parallel import Parallel
from support.puzzles import MAKERS

ALL = pytest.mark.parametrize("name", ["deducer", "dynasty", "canal"])


def full(name, rows, cols, rng):
    """Return a puzzle that has a clue in every place, and the solution of the puzzle."""
    genre = ENGINES[name].genre.name
    solution = MAKERS[genre].random_solution(Specification(genre, rows, cols, "any"), rng)
    return MAKERS[genre].with_all_clues("full", solution, rng), solution


def images(rows, cols):
    """Return the symmetries that a grid of this size can have."""
    return [one for one in SYMMETRIES.values() if rows == cols or one < 16]


@ALL
@pytest.mark.parametrize("pages", [2, 5], ids=["few-pages", "near-first"])
def test_the_clues_that_are_left(native, work, name, pages):
    """Clue removal leaves the same clues as brute force that tests the clues in the same order.

    The tasks have fixed clues, symmetries and minimum numbers of clues.
    """
    native.engines[name].PAGES = pages
    rng, genre = random.Random(pages), BOARD_GENRES[ENGINES[name].genre.name]
    unique = 0
    for _ in range(12):
        puzzle, solution = full(name, *rng.choice([(3, 3), (2, 4), (3, 2), (1, 4)]), rng)
        fixed = rng.sample(puzzle.cells, rng.choice((0, 2)))
        if some := rng.random() < 0.5:
            kept = {cell: clue for cell, clue in puzzle.clue_cells.items() if cell in fixed or rng.random() < 0.9}
            puzzle = puzzle.with_clues(kept)
        symmetry = rng.choice((Symmetry.NONE, *images(puzzle.rows, puzzle.cols)))
        task = Thin(solution, rng.getrandbits(32), symmetry, rng.choice((0, 0, 4)), fixed=fixed, some=some)
        result = work(name, puzzle, task)
        if not is_unique(puzzle, set(puzzle.clue_cells)):
            assert result.status == Status.NO_SOLUTION
            continue
        unique += 1
        left = task.decode(genre, puzzle, result.solutions[0]).puzzle
        assert result.complete and set(left.clue_cells) == thinned(puzzle, task)
        assert left.clue_cells.items() <= puzzle.clue_cells.items()
    assert unique > 4


@ALL
@pytest.mark.parametrize("ease", [1, 2])
def test_easy_ones(native, work, name, ease):
    """The engine's model draws conclusions in every state, so it finds every unique solution without branching."""
    native.engines[name].LAZINESS = 1
    rng, genre = random.Random(ease), BOARD_GENRES[ENGINES[name].genre.name]
    made = 0
    for symmetry in (Symmetry.NONE, *images(3, 3)[::2]):
        puzzle, solution = full(name, 3, 3, rng)
        result = work(name, puzzle, task := Thin(solution, rng.getrandbits(32), symmetry, ease=ease))
        if result.status == Status.SOLVED:
            made += 1
            left = task.decode(genre, puzzle, result.solutions[0]).puzzle
            assert set(left.clue_cells) == thinned(puzzle, task)
    assert made > 1


@pytest.mark.parametrize("ease", [0, 1])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_sudokus(work, monkeypatch, symmetry, ease):
    """Clue removal leaves the same clues as brute force that tests the clues in the same order. If ``ease`` is 1, the
    engine's model must solve the puzzles without a guess."""
    monkeypatch.setattr(Parallel, "LAZY", True)
    rng, statuses = random.Random(ease), set()
    for least, missing in ((0, 0), (0, 0), (0, 2), (9, 0), (0, 9)):
        puzzle, solution = full("parallel", 4, 4, rng)
        if missing:
            puzzle = puzzle.with_clues_at(rng.sample(sorted(puzzle.clue_cells), 16 - missing))
        task = Thin(solution, rng.getrandbits(32), SYMMETRIES[symmetry], least, ease, some=bool(missing))
        result = work("parallel", puzzle, task)
        suffice = partial(is_sudoku, easy=ease == 1)
        statuses.add(result.status)
        if not suffice(puzzle, set(puzzle.clue_cells)):
            assert result.status == Status.NO_SOLUTION
            continue
        left = task.decode(BOARD_GENRES["sudoku"], puzzle, result.solutions[0]).puzzle
        assert result.complete and set(left.clue_cells) == thinned(puzzle, task, suffice)
    assert ease == 0 or statuses == {Status.SOLVED, Status.NO_SOLUTION}


def is_sudoku(puzzle, cells, easy):
    """Return whether the puzzle with these givens has exactly one solution and, if ``easy``, needs no guess."""
    engine = Parallel()
    engine.write_control(1, 0, 0, 0, 0, 0)
    for row, col in cells:
        (band, y), (stack, x) = divmod(row, 2), divmod(col, 2)
        engine.write_given(puzzle.cells[row][col] - 1, x, y, stack, band, 0, 0)
    engine.write_control(0, 1, 0, 0, 2, 0)
    while "busy" in engine.read_state():
        pass
    return engine.read_state()["solutions"] == 1 and (not easy or engine.read_counters(0) == 0)


@ALL
def test_requests_that_end_early(work, name):
    """A request is refused unless it contains the whole solution and the seed."""
    rng = random.Random(1)
    puzzle, solution = full(name, 3, 4, rng)
    task = Thin(solution, 1, fixed=puzzle.cells[:2])
    whole = len(task.head(BOARD_GENRES[puzzle.genre], puzzle)) - 9
    for cut in range(1, whole + 2):
        result = work(name, puzzle, task, cut=cut)
        assert (result.status, result.reason) == (Status.REFUSED, Reason.MALFORMED)
    assert work(name, puzzle, task).reason != Reason.MALFORMED


def test_clues_of_unknown_value_stay_if_they_are_fixed(work):
    solution = ("010", "000", "001")
    puzzle = MAKERS["smullyan"].with_all_clues("full", solution, random.Random(0))
    unknown = {(0, 0): UNKNOWN, (2, 1): UNKNOWN}
    puzzle = puzzle.with_clues(puzzle.clue_cells | unknown)
    left = set()
    for seed in range(20):
        task = Thin(solution, seed, least=3, fixed=[(2, 1)])
        made = task.decode(BOARD_GENRES["smullyan"], puzzle, work("dynasty", puzzle, task).solutions[0]).puzzle
        assert made.clues[2][1] == UNKNOWN and made.clues[0][0] is None
        left.add(len(made.clue_cells))
    assert min(left) >= 3 and len(left) > 1
