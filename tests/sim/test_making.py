"""Clue removal on a board leaves the same clues as brute force, and a board generates the same puzzles as software."""

import random
from functools import partial
from itertools import product

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host import formats
from rowloom.host.generate import recipe
from rowloom.host.generate.generator import can_generate_on_board, generate_on_board, generate_puzzle
from rowloom.host.generate.specification import DIFFICULTIES, Specification
from rowloom.host.generate.specification import SYMMETRIES as NAMED_SYMMETRIES
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Symmetry, Thin
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles.slitherlink import Slitherlink
from support.loops import all_solutions, is_unique, thinned, without_clues
from support.puzzles import MAKERS, made, solutions
from support.simulated import simulated

TWO_VALUED = "slitherlink", "smullyan", "canal"
"""The genres in which a cell of the solution has one of only two values."""


def full(solution, genre):
    return MAKERS[genre].with_all_clues("full", solution, random.Random(str(solution)))


@pytest.mark.parametrize("ease, least", [(0, 7), (1, 0)])
def test_several_puzzles_of_one_solution(board, ease, least):
    """Several puzzles are made in one request. Each puzzle is the same as if it were made in a separate request."""
    jobs = [Job(full(grid, "sudoku"), task=Thin(grid, 0xABCD00 | number, least=least, ease=ease, some=some))
            for grid in without_clues("sudoku", 4, 4)[:2] for some in (False, True) for number in range(3)]
    together = [outcome.puzzle for outcome in solve(board, iter(jobs))]
    assert together == [outcome.puzzle for job in jobs for outcome in solve(board, iter([job]))]
    assert together[:3] == together[3:6] and len(set(together[:3])) > 1
    for job, puzzle in zip(jobs, together):
        assert all_solutions(puzzle) == [job.task.solution]
        assert ease or set(puzzle.clue_cells) == thinned(job.puzzle, job.task)


def test_no_solution_of_several_puzzles(board):
    """The grid breaks the rule for boxes. The board must refuse it as a solution, also if several jobs share it."""
    grid = tuple(tuple((row + col) % 4 + 1 for col in range(4)) for row in range(4))
    jobs = [Job(full(grid, "sudoku"), task=Thin(grid, seed, some=False)) for seed in range(3)]
    assert [outcome.status for outcome in solve(board, iter(jobs))] == 3 * [NO_SOLUTION]


def thin_jobs(genre, number, rng):
    """Yield jobs with symmetries, minimum numbers of clues, and fixed clues."""
    for _ in range(number):
        size = (4, 4) if genre == "sudoku" else rng.choice(((3, 3), (3, 4), (4, 3), (1, 5)))
        solution = rng.choice(without_clues(genre, *size))
        puzzle = full(solution, genre)
        symmetries = [one for one in Symmetry.__members__.values() if puzzle.rows == puzzle.cols or one < 16]
        fixed = frozenset(rng.sample([*product(range(size[0]), range(size[1]))], rng.choice((0, 0, 3))))
        task = Thin(solution, rng.getrandbits(32), rng.choice(symmetries), rng.choice((0, 0, 6)), 0, fixed)
        yield Job(puzzle, task=task)


@pytest.mark.parametrize("genre", MAKERS)
def test_the_same_clues_are_left_as_by_brute_force(board_of, genre):
    jobs, unique = list(thin_jobs(genre, 8, random.Random(genre))), 0
    for job, outcome in zip(jobs, solve(board_of(genre), iter(jobs)), strict=True):
        puzzle, task = job.puzzle, job.task
        if not is_unique(puzzle, set(puzzle.clue_cells)):
            assert outcome.status == NO_SOLUTION
            continue
        unique += 1
        assert outcome.complete and outcome.solutions == (task.solution,)
        assert set(outcome.puzzle.clue_cells) == thinned(puzzle, task)
    assert unique > 2


@pytest.mark.parametrize("genre", TWO_VALUED)
@pytest.mark.parametrize("ease", [1, 2])
def test_thinned_puzzles_that_stay_easy(board_of, genre, ease):
    """With ease 1, the board solves the resulting puzzles without branching. With ease 2, it also needs no lookahead,
    but only as long as no further clue is removed."""
    rng, jobs = random.Random(f"{genre} {ease}"), []
    for size in (5, 5), (6, 5), (4, 5), (4, 4):
        solution = MAKERS[genre].random_solution(Specification(genre, *size), rng)
        jobs.append(Job(full(solution, genre), task=Thin(solution, rng.getrandbits(32), ease=ease)))
    thin = [outcome.puzzle for outcome in solve(board_of(genre), iter(jobs)) if outcome.status == SOLVED]
    assert thin
    for one in thin:
        fewer = [one.with_clues_at(set(one.clue_cells) - {cell}) for cell in set(one.clue_cells)]
        solved, *others = solve(board_of(genre), (Job(each, count=2, counters=True) for each in (one, *fewer)))
        assert solved.unique and is_easy(solved, ease)
        # Canal Views are an exception: boards solve them with one more rule (a shaded cell needs a shaded neighbour)
        # than they use to remove clues.
        if ease == 2 and one.genre != "canal":
            assert not any(other.unique and is_easy(other, ease) for other in others)


def is_easy(outcome, ease):
    return outcome.counters["nodes"] == 1 and (ease == 1 or outcome.counters["probes"] == 0)


def test_of_a_slink_a_slitherlink_is_left(board):
    puzzle = made("slink", 5, 5, "easy", 1)
    (solution,) = solutions(puzzle)
    (outcome,) = solve(board, iter([Job(puzzle, task=Thin(solution, 1))]))
    assert type(outcome.puzzle) is Slitherlink and 0 < len(outcome.puzzle.clue_cells) < 25
    assert solutions(outcome.puzzle) == [solution]


# The same puzzles as in software


def draft(text):
    puzzle, = formats.read(text, "draft")
    return puzzle


UNIQUE = draft("smullyan 4 5\n9 2 ? . 2\n2 4 . 3 1\n2 2 . 2 1\n1 ? . 4 .\n")
SEVERAL = draft("smullyan 4 5\n9 . ? . .\n. 4 . . .\n. . . . .\n. . . 4 .\n")
"""A draft that has a clue of unknown value, and a clue that cannot be true."""

CANAL = draft("canal 4 5\n. 3 . . .\n. . . . .\n. . . . .\n. . . . .\n")

MASK = frozenset(divmod(cell, 8) for cell in range(64) if cell % 9)

SPECIFICATIONS = [
    *(pytest.param(Specification(genre, 6, 7, level), marks=pytest.mark.slow)
      for genre in TWO_VALUED for level in ("normal", "any")),
    pytest.param(Specification("slitherlink", 6, 7, "hard"), marks=pytest.mark.slow, id="hard"),
    Specification("slitherlink", 6, 7, "easy"),
    Specification("slitherlink", 8, 8, "normal", "rotate90"),
    Specification("slitherlink", 7, 5, "any", "mirror", least=18, most=21),
    Specification("slitherlink", 8, 8, "easy", mask=MASK),
    Specification("smullyan", 6, 7, "hard"),
    Specification("smullyan", 8, 8, "any", "rotate90"),
    Specification("smullyan", 7, 5, "normal", "mirror", least=14, most=20),
    Specification("smullyan", 8, 8, "easy", mask=MASK),
    pytest.param(Specification("smullyan", 4, 5, "any", least=8, draft=UNIQUE), id="unique-draft"),
    pytest.param(Specification("smullyan", 4, 5, "any", least=8, draft=SEVERAL), id="draft"),
    Specification("smullyan", 1, 8, "any"),
    Specification("canal", 6, 7, "hard"),
    Specification("canal", 6, 6, "any", "rotate90"),
    Specification("canal", 7, 5, "normal", "mirror", least=8, most=16),
    Specification("canal", 8, 8, "easy", mask=MASK),
    pytest.param(Specification("canal", 4, 5, "any", draft=CANAL), id="canal-draft"),
    Specification("canal", 1, 8, "any"),
    Specification("sudoku", 4, 4, "any"),
    Specification("sudoku", 4, 4, "any", "diagonal"),
    Specification("sudoku", 4, 4, "easy"),
    *(Specification("sudoku", 4, 4, "easy", symmetry) for symmetry in ("rotate", "both", "all")),
]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_same_puzzles(board_of, specification):
    assert can_generate_on_board(specification)
    here = generate_puzzle(specification, 1)
    (there,) = generate_on_board(specification, [1], partial(solve, board_of(specification.genre)))
    assert there.puzzle == here.puzzle
    assert solutions(there.puzzle) == [there.solution] == [here.solution]
    assert there.cycles and there.clock and not here.cycles
    assert (there.grade and there.grade.level) == (here.grade and here.grade.level)


def test_the_host_finishes_puzzles_that_take_the_board_too_long(board, monkeypatch):
    monkeypatch.setattr(recipe, "_CYCLES", 1)
    specification, stopped = Specification("slitherlink", 8, 8, "any"), []

    def watched(jobs):
        for outcome in solve(board, jobs):
            stopped.append(not outcome.complete)
            yield outcome

    there = generate_on_board(specification, range(4), watched)
    assert [one.puzzle for one in there] == [generate_puzzle(specification, seed).puzzle for seed in range(4)]
    assert any(stopped)


@pytest.mark.slow  # each case takes minutes
@pytest.mark.parametrize("name, rows, cols", [
    ("deducer:10x10", 7, 7), ("dynasty:10x10", 7, 7), ("canal:10x10", 7, 7), ("parallel:9x9", 9, 9),
])  # fmt: skip
def test_all_symmetries_and_difficulties(name, rows, cols):
    config = SoCConfig.of(name, bit_rate=10_000_000)
    genre, seeds = config.engines[0].engine.genre.name, range(3)
    with simulated(config) as board:
        for symmetry, level in product(NAMED_SYMMETRIES, DIFFICULTIES):
            specification = Specification(genre, rows, cols, level, symmetry)
            there = list(generate_on_board(specification, seeds, partial(solve, board)))
            for seed, one in zip(seeds, there, strict=True):
                try:
                    here = generate_puzzle(specification, seed)
                except ValueError as error:
                    assert str(error) == str(one)
                else:
                    assert one.puzzle == here.puzzle
                    assert level == "any" or one.grade.level == level


def test_a_puzzle_that_does_not_exist(board, monkeypatch):
    monkeypatch.setattr("rowloom.host.generate.recipe._ATTEMPTS", 3)
    specification = Specification("slitherlink", 1, 2, "hard")
    error, = generate_on_board(specification, [1], partial(solve, board))
    assert isinstance(error, ValueError) and "1x2" in str(error)


def test_what_boards_do_not_make():
    assert not any(map(can_generate_on_board, (
        Specification("sudoku", 16, 16), Specification("slink", 5, 5),
        Specification("canal", 1, 3, draft=draft("canal 1 3\n? . 1\n")))))
