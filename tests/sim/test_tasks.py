"""What a board does besides solving, in the whole system, against brute force."""

import random
from collections import Counter
from functools import cache, partial
from itertools import islice, permutations, product

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host.generate import canal, smullyan
from rowloom.host.generate.full_grids import random_grid
from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.generate.thinning import clue_cells
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Certain, Count, Symmetry, Thin
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.clued import cells_of
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import ENGINES
from support import brute
from support import puzzles as reference
from support.loops import ambiguous_loops, common_of
from support.simulated import check_against_sat, simulated
from support.thinning import thinned

MOST = 100
"""Solutions of a puzzle of order 3."""

SYMMETRIES = list(Symmetry.__members__.values())


@pytest.fixture(scope="module")
def board(four_genres):
    with simulated(four_genres) as session:
        yield session


def slitherlink(rows, cols, clues):
    grid = tuple(tuple(clues.get((row, col)) for col in range(cols)) for row in range(rows))
    return Slitherlink(f"{rows}x{cols}", rows, cols, grid)


def some_slitherlinks(number, rng, sizes):
    """Puzzles with few clues: with none, one or many solutions."""
    for _ in range(number):
        rows, cols = rng.choice(sizes)
        density = rng.choice((0, 0.1, 0.3, 0.6))
        cells = product(range(rows), range(cols))
        clues = {cell: rng.choice((0, 1, 2, 2, 3, 3)) for cell in cells if rng.random() < density}
        yield slitherlink(rows, cols, clues)


def some_smullyans(number, rng, sizes):
    """Puzzles with few clues, of which some say nothing and some cannot be true."""
    for _ in range(number):
        rows, cols = rng.choice(sizes)
        density = rng.choice((0, 0.2, 0.5, 0.8))
        clues = (0, 1, 1, 2, 2, 3, 4, 9, UNKNOWN)
        grid = tuple(tuple(rng.choice(clues) if rng.random() < density else None for _ in range(cols))
                     for _ in range(rows))
        yield Smullyan(f"{rows}x{cols}", rows, cols, grid)


def order_2():
    """Every grid of order 2."""
    rows = list(permutations((1, 2, 3, 4)))
    for grid in product(rows, repeat=4):
        if all(len(set(col)) == 4 for col in zip(*grid)) and all(
                len({grid[top][left], grid[top][left + 1], grid[top + 1][left], grid[top + 1][left + 1]}) == 4
                for top in (0, 2) for left in (0, 2)):
            yield grid


GRIDS = list(order_2())


def some_sudokus(number, rng):
    for _ in range(number):
        grid = rng.choice(GRIDS)
        kept = set(rng.sample(range(16), rng.randrange(0, 9)))
        yield Sudoku("4x4", 4, 4, tuple(tuple(digit if 4 * row + col in kept else 0 for col, digit in enumerate(line))
                                        for row, line in enumerate(grid)))


@cache
def loops(rows, cols):
    """Every loop, and how many lines each cell has."""
    return [(loop, line_counts(loop)) for loop in brute.solutions(slitherlink(rows, cols, {}))]


@cache
def shadings(rows, cols):
    """Every shading, its knaves, and how many of them are in each cell's domain."""
    blank = Smullyan("blank", rows, cols, ((None,) * cols,) * rows)
    found = []
    for one in brute.solutions(blank):
        knaves = cells_of(one)
        found.append((one, knaves, {cell: len(knaves.intersection(domain(blank, cell))) for cell in blank.cells}))
    return found


@cache
def canals(rows, cols):
    """Every canal, and how much of it each cell sees."""
    blank = Canal("blank", rows, cols, ((None,) * cols,) * rows)
    return [(one, views(one)) for one in brute.solutions(blank)]


def solutions_of(puzzle):
    if puzzle.genre == "canal":
        return [one for one, seen in canals(puzzle.rows, puzzle.cols)
                if all(one[row][col] == "0" and seen[row][col] == clue
                       for (row, col), clue in puzzle.clue_cells.items())]
    if puzzle.genre == "smullyan":
        return [one for one, knaves, counts in shadings(puzzle.rows, puzzle.cols)
                if all((counts[cell] == clue) == (cell not in knaves) for cell, clue in puzzle.numbers.items())]
    if puzzle.genre == "slitherlink":
        clues = puzzle.clue_cells.items()
        there_are = loops(puzzle.rows, puzzle.cols)
        return [loop for loop, lines in there_are if all(lines[cell] == clue for cell, clue in clues)]
    if puzzle.order == 3:
        return reference.solutions(puzzle, MOST + 1)
    return [grid for grid in GRIDS if all(
        given in (0, digit) for line, givens in zip(grid, puzzle.cells) for digit, given in zip(line, givens))]


def every_slitherlink(rows, cols):
    cells, clues = [*product(range(rows), range(cols))], (None, 0, 1, 2, 3)
    return [slitherlink(rows, cols, dict(zip(cells, some))) for some in product(clues, repeat=len(cells))]


def puzzles(number, rng):
    """So many of each kind."""
    sizes = [(3, 3), (4, 4), (3, 4), (1, 3)]
    return [*rng.sample(every_slitherlink(2, 2), number), *some_slitherlinks(number, rng, sizes),
            *some_sudokus(number, rng), *some_smullyans(number, rng, [(3, 3), (3, 4), (4, 3), (1, 5), (2, 2)])]


PUZZLES = puzzles(30, random.Random(1))


def test_counts(board):
    # Those with thousands of solutions take half a minute.
    check_counts(board, [one for one in PUZZLES if len(solutions_of(one)) <= 300])


def check_counts(board, posed):
    for outcome in solve(board, (Job(one, task=Count()) for one in posed)):
        there_are = len(solutions_of(outcome.puzzle))
        assert outcome.complete and outcome.status == (SOLVED if there_are else NO_SOLUTION)
        assert (outcome.counted, outcome.unique) == (there_are, there_are == 1)


def test_counts_up_to_a_number(board):
    for most in 1, 3:
        for outcome in solve(board, (Job(one, task=Count(most)) for one in PUZZLES)):
            there_are = len(solutions_of(outcome.puzzle))
            assert outcome.counted == min(most, there_are)
            assert outcome.unique is (None if there_are and most == 1 else there_are == 1)


PAIR = slitherlink(4, 4, {(1, 1): 3, (1, 2): 3})
"""No cell of it is certain, but some edges are."""


def test_what_is_certain(board):
    check_certain(board, [*PUZZLES, PAIR])


def test_what_is_certain_of_larger_loops(board):
    check_loops(board, islice(ambiguous_loops(random.Random(1)), 10))


def check_loops(board, posed):
    asked, truths = zip(*((puzzle, common_of(solutions, True)) for puzzle, solutions in posed))
    for outcome, truth in zip(solve(board, (Job(one, task=Certain()) for one in asked)), truths, strict=True):
        assert (outcome.certain, outcome.certain_edges) == truth, outcome.puzzle


@pytest.mark.slow  # 15,625 puzzles of 2x3 alone take some minutes
def test_what_is_certain_of_many_loops(board):
    """All of 2x2 and 2x3, and 500 of 3x3 to 5x5 with several solutions."""
    check_certain(board, [*every_slitherlink(2, 2), *every_slitherlink(2, 3)])
    check_loops(board, islice(ambiguous_loops(random.Random(45)), 500))


def check_certain(board, posed):
    for outcome in solve(board, (Job(one, task=Certain()) for one in posed)):
        there_are = solutions_of(outcome.puzzle)
        assert outcome.complete and outcome.status == (SOLVED if there_are else NO_SOLUTION)
        assert outcome.unique == (len(there_are) == 1)
        if there_are:
            truth = common_of(there_are, outcome.puzzle.genre == "slitherlink")
            assert (outcome.certain, outcome.certain_edges) == truth, outcome.puzzle
            assert outcome.solutions[0] in there_are
            assert outcome.counters["searches"] > 1


@pytest.mark.slow  # some twenty minutes
def test_many_puzzles(board):
    """All of 2x2, 500 larger ones, 250 Sudokus of each order, and many Smullyanic Dynasties."""
    rng = random.Random(3)
    shades = some_smullyans(250, rng, [(3, 3), (3, 4), (4, 3), (1, 5), (2, 2)])
    some = [*every_slitherlink(2, 2), *some_slitherlinks(500, rng, [(3, 3), (4, 4)]), *some_sudokus(250, rng),
            *(one for one in shades if len(solutions_of(one)) <= 300)]
    for check in check_counts, check_certain, check_against_sat:
        check(board, some)
    some = list(islice(sudokus_of_order_3(rng), 250))
    config = SoCConfig.of("parallel:9x9", bit_rate=10_000_000)
    with simulated(config) as session:
        for check in check_counts, check_certain, check_against_sat:
            check(session, some)


def sudokus_of_order_3(rng):
    """With several solutions."""
    while True:
        grid = random_grid(3, rng)
        kept = set(rng.sample(range(81), rng.randrange(22, 30)))
        cells = tuple(
            tuple(digit if 9 * row + col in kept else 0 for col, digit in enumerate(line))
            for row, line in enumerate(grid))
        puzzle = Sudoku("9x9", 9, 9, cells)
        if 1 < len(solutions_of(puzzle)) <= MOST:
            yield puzzle


def test_a_board_and_sat_say_the_same(board):
    turned = [slitherlink(1, 12, {(0, 5): 3}), slitherlink(2, 12, {(0, 0): 3, (1, 5): 0, (1, 7): 3})]
    check_against_sat(board, [*PUZZLES, *turned, *map(BOARD_GENRES["slitherlink"].turned, turned)])


def slink(rows, cols, clues):
    return Slink(f"{rows}x{cols}", rows, cols, tuple(clues[row * cols : (row + 1) * cols] for row in range(rows)))


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_slinks_as_slitherlinks(board, every):
    """With none, one and several solutions; the last ones fit only if they are turned."""
    small = list(product((0, 1, 2, 3), repeat=4))
    asked = [slink(2, 2, clues) for clues in random.Random(0).sample(small, len(small) // every)]
    asked += [reference.made("slink", 5, 12, "hard", seed) for seed in range(1, 4)]
    check_against_sat(board, asked)


def test_of_a_slink_a_slitherlink_is_left(board):
    puzzle = reference.made("slink", 5, 5, "easy", 1)
    solution, = ENGINES["sat"].search(puzzle).solutions()
    outcome, = solve(board, iter([Job(puzzle, task=Thin(solution, 1))]))
    assert type(outcome.puzzle) is Slitherlink and 0 < len(clue_cells(outcome.puzzle)) < 25
    assert list(ENGINES["sat"].search(outcome.puzzle).solutions()) == [solution]


def full(solution, genre):
    if genre == "sudoku":
        return Sudoku("full", 4, 4, solution)
    if genre in ("smullyan", "canal"):
        maker = {"smullyan": smullyan, "canal": canal}[genre]
        return maker.with_all_clues("full", solution, random.Random(str(solution)))
    lines = line_counts(solution)
    return slitherlink(len(solution), len(solution[0]), {cell: count for cell, count in lines.items() if count < 4})


def is_unique(puzzle, cells):
    return len(solutions_of(BOARD_GENRES[puzzle.genre].with_clues_at(puzzle, cells))) == 1


@pytest.mark.parametrize("ease, least", [(0, 0), (0, 7), (1, 0)])
def test_several_puzzles_of_one_solution(board, ease, least):
    """They share a request, and are the same as each alone."""
    jobs = [Job(full(grid, "sudoku"), task=Thin(grid, 0xABCD00 | number, least=least, ease=ease, some=some))
            for grid in GRIDS[:2] for some in (False, True) for number in range(6)]
    together = [outcome.puzzle for outcome in solve(board, iter(jobs))]
    assert together == [outcome.puzzle for job in jobs for outcome in solve(board, iter([job]))]
    assert together[:6] == together[6:12] and len(set(together[:6])) > 3
    for job, made in zip(jobs, together):
        assert solutions_of(made) == [job.task.solution]
        if ease == 0:
            kept = thinned(4, 4, 1, job.task.seed, clue_cells(job.puzzle), partial(is_unique, job.puzzle), least, ())
            assert clue_cells(made) == kept


def test_no_solution_of_several_puzzles(board):
    """A grid whose boxes break the rules is none, the second time neither."""
    grid = tuple(tuple((row + col) % 4 + 1 for col in range(4)) for row in range(4))
    jobs = [Job(full(grid, "sudoku"), task=Thin(grid, seed, some=False)) for seed in range(3)]
    assert [outcome.status for outcome in solve(board, iter(jobs))] == 3 * [NO_SOLUTION]


def test_thinning(board):
    """The same clues are left as by the same turns with brute force."""
    rng = random.Random(2)
    blank = solutions_of(slitherlink(4, 4, {}))
    wide = solutions_of(slitherlink(3, 4, {}))
    sizes = (3, 4), (4, 3), (3, 3), (1, 5)
    shaded, dug = ([one for size in sizes for one, *_ in every(*size)] for every in (shadings, canals))
    jobs = []
    for _ in range(150):
        solution, genre = rng.choice([
            (rng.choice(blank), "slitherlink"), (rng.choice(wide), "slitherlink"), (rng.choice(shaded), "smullyan"),
            (rng.choice(dug), "canal"), (rng.choice(GRIDS), "sudoku")])
        puzzle = full(solution, genre)
        cells = [(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
        square = puzzle.rows == puzzle.cols
        symmetry = rng.choice([one for one in SYMMETRIES if square or one < 16])
        fixed = frozenset(rng.sample(cells, rng.choice((0, 0, 3))))
        jobs.append(Job(puzzle, task=Thin(solution, rng.getrandbits(32), symmetry, rng.choice((0, 0, 6)), 0, fixed)))
    unique = Counter()
    for job, outcome in zip(jobs, solve(board, iter(jobs))):
        puzzle, task = job.puzzle, job.task
        clues = {(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)
                 if puzzle.clues[row][col] is not None}
        if len(solutions_of(puzzle)) > 1:
            assert outcome.status == NO_SOLUTION
            continue
        unique[puzzle.genre] += 1

        suffice = partial(is_unique, puzzle)
        kept = thinned(
            puzzle.rows, puzzle.cols, task.symmetry, task.seed, clues, suffice, task.least, task.fixed)
        made = outcome.puzzle
        assert outcome.complete and outcome.solutions == (task.solution,)
        assert {(row, col) for row in range(made.rows) for col in range(made.cols)
                if made.clues[row][col] is not None} == kept
    assert {genre for genre, puzzles in unique.items() if puzzles > 10} == {
        "slitherlink", "smullyan", "canal", "sudoku"}


@pytest.mark.parametrize("ease", [1, 2])
def test_thinned_puzzles_that_stay_easy(board, ease):
    """What is left is solved without a branch; with ease 2 without a trial, and not so without another clue."""
    rng = random.Random(ease)
    jobs = []
    for _ in range(6):
        rows, cols = rng.choice([(5, 5), (6, 5), (4, 5)])
        solutions = {"slitherlink": random_loop(rows, cols, rng), "smullyan": smullyan.random_knaves(rows, cols, rng),
                     "canal": canal.random_canal(rows, cols, rng)}
        jobs += [Job(full(solution, genre), task=Thin(solution, rng.getrandbits(32), ease=ease))
                 for genre, solution in solutions.items()]
    made = [outcome.puzzle for outcome in solve(board, iter(jobs)) if outcome.status == SOLVED]
    assert {one.genre for one in made} == {"slitherlink", "smullyan", "canal"}
    for one in made:
        fewer = [BOARD_GENRES[one.genre].with_clues_at(one, clue_cells(one) - {cell}) for cell in clue_cells(one)]
        solved, *others = solve(board, (Job(each, count=2, counters=True) for each in (one, *fewer)))
        assert solved.unique and is_easy(solved, ease)
        # Of a Canal View, a search knows more than a removal of clues: that a shaded cell needs a neighbour.
        if ease == 2 and one.genre != "canal":
            assert not any(other.unique and is_easy(other, ease) for other in others)


def is_easy(outcome, ease):
    return outcome.counters["nodes"] == 1 and (ease == 1 or outcome.counters["probes"] == 0)
