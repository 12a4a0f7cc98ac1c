"""Every engine in the whole system. Its results are compared with brute force for small puzzles, and with the engine
``sat`` for larger puzzles.

The host verifies each solution that a board returns.
"""

import random
from itertools import cycle, product

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.host import formats
from rowloom.host.generate.slitherlink import random_loop, with_all_clues
from rowloom.host.generate.sudoku import random_grid
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import ERROR, LIMIT, NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Certain, Count
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.wire.protocol import Capability
from support.loops import CLUES, all_solutions, ambiguous_loops, common_of, small, with_some_clues
from support.puzzles import blank, examples, made, made_whole, solutions, sudoku
from support.simulated import check_against_sat, simulated
from support.sudoku import parallel as model

SHADED = [(1, 1), (1, 5), (5, 1), (2, 4), (3, 3), (4, 3)]
SMALL = {
    "checker": ("slitherlink", [(1, 1), (1, 5), (5, 1), (2, 2), (2, 4), (3, 3)]),
    "deducer": ("slitherlink", [(1, 4), (4, 1), (2, 2), (2, 4), (3, 3), (4, 3), (4, 4)]),
    "dynasty": ("smullyan", SHADED), "canal": ("canal", SHADED),
    "parallel": ("sudoku", []), "scan": ("sudoku", []),
}
"""For each engine, the genre and the sizes of small puzzles; small Sudokus have 4x4 cells."""
LARGE = {"slitherlink": [(6, 7), (11, 12)], "smullyan": [(6, 6), (13, 7)], "canal": [(6, 6), (9, 7)]}
"""For each genre, the sizes of larger puzzles. Slitherlinks of 11x12 and Smullyanic Dynasties of 13x7 fit the board
only if the host rotates them."""
MOST = 200
"""If a puzzle has more than this number of solutions, its solutions are not counted."""


def check_search(board, engine, puzzles, truths, count, listed=True):
    """Assert that a board finds all solutions of each puzzle, up to ``count``.

    The host verifies each solution. If ``listed`` is set, ``truths`` contains all solutions of each puzzle. Otherwise,
    ``truths`` may contain only ``count`` solutions of a puzzle that has more.
    """
    for outcome, truth in zip(solve(board, (Job(one, count, engine=engine) for one in puzzles)), truths, strict=True):
        assert (outcome.complete, outcome.status) == (True, SOLVED if truth else NO_SOLUTION), outcome.message
        found = set(outcome.solutions)
        assert len(outcome.solutions) == len(found) == min(len(truth), count)
        assert found <= set(truth) or (not listed and len(truth) >= count)
        assert outcome.engine == engine and outcome.verified == bool(truth)


def check_tasks(board, puzzles, truths):
    """Assert that a board counts the solutions of each puzzle, and finds the values that all solutions of a puzzle
    share."""
    for most in 0, 1, 3:
        for outcome, truth in zip(solve(board, (Job(one, task=Count(most)) for one in puzzles)), truths, strict=True):
            assert outcome.complete and outcome.status == (SOLVED if truth else NO_SOLUTION)
            assert outcome.counted == min(len(truth), most or len(truth))
            assert outcome.unique is (None if truth and most == 1 else len(truth) == 1)
    check_certain(board, puzzles, truths)


def check_certain(board, puzzles, truths):
    for outcome, truth in zip(solve(board, (Job(one, task=Certain()) for one in puzzles)), truths, strict=True):
        assert outcome.complete and outcome.status == (SOLVED if truth else NO_SOLUTION)
        assert outcome.unique == (len(truth) == 1)
        if truth:
            common = common_of(truth, outcome.puzzle.genre == "slitherlink")
            assert (outcome.certain, outcome.certain_edges) == common, outcome.puzzle
            assert outcome.solutions[0] in truth and outcome.counters["searches"] > (len(truth) > 1)


@pytest.mark.parametrize("engine", SMALL)
@pytest.mark.parametrize("number", [16, pytest.param(2000, marks=pytest.mark.slow)])
def test_small_puzzles(board_of, engine, number):
    rng, (genre, sizes) = random.Random(f"{engine} {number}"), SMALL[engine]
    puzzles = [small(genre, rng, sizes, (0, 0.2, 0.5, 0.9), 0.4) for _ in range(number)]
    truths = list(map(all_solutions, puzzles))
    for count in 1, 2:
        check_search(board_of(engine), engine, puzzles, truths, count)
    kinds = [min(len(truth), 2) for truth in truths]
    assert min(map(kinds.count, range(3))) > number // 20
    if engine not in ("checker", "scan"):
        few = [(puzzle, truth) for puzzle, truth in zip(puzzles, truths) if len(truth) <= MOST]
        check_tasks(board_of(engine), *zip(*few[:5 if number == 16 else None]))


@pytest.mark.slow  # minutes
@pytest.mark.parametrize("engine", ["checker", "deducer"])
def test_every_slitherlink_of_2x2(board_of, engine):
    puzzles = [Slitherlink("small", 2, 2, (cells[:2], cells[2:])) for cells in product((None, 0, 1, 2, 3), repeat=4)]
    truths = list(map(all_solutions, puzzles))
    check_search(board_of(engine), engine, puzzles, truths, 2)
    if engine == "deducer":
        check_tasks(board_of(engine), puzzles, truths)


@pytest.mark.parametrize("number", [2, pytest.param(500, marks=pytest.mark.slow)])
def test_edges_of_larger_loops_that_are_certain(board, number):
    loops = ambiguous_loops(random.Random(number))
    puzzles, truths = zip(*(next(loops) for _ in range(number)))
    check_certain(board, puzzles, truths)
    # No cells are certain in this puzzle, but some edges are.
    pair = blank(Slitherlink, 4, 4, r2c2=3, r2c3=3)
    check_certain(board, [pair], [all_solutions(pair)])


def changed_puzzles(genre, sizes, seeds, rng):
    """Yield generated puzzles, each in three forms: unchanged, without some clues, and with a changed clue."""
    levels = cycle(("easy", "hard", "hard", "easy"))  # so that several seeds combine each size with each level
    for seed, (rows, cols) in product(seeds, sizes):
        level = next(levels)
        puzzle = made(genre, rows, cols, level, seed)
        yield puzzle
        yield with_some_clues(puzzle, rng, [0.93])
        cell, right = rng.choice([*puzzle.clue_cells.items()])
        wrong = rng.choice([clue for clue in CLUES[genre] if clue not in (right, None)])
        yield puzzle.with_clues(puzzle.clue_cells | {cell: wrong})


@pytest.mark.parametrize("genre", LARGE)
@pytest.mark.parametrize("seeds", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_larger_puzzles(board_of, genre, seeds):
    puzzles = list(changed_puzzles(genre, LARGE[genre], range(seeds), random.Random(f"{genre}{seeds}")))
    assert {min(2, len(solutions(puzzle))) for puzzle in puzzles} == {0, 1, 2}
    check_against_sat(board_of(genre), puzzles)


def test_grids_full_of_clues_and_without_any(board):
    """Some puzzles fit the board only if the host rotates them. In every second puzzle with clues, one clue is
    wrong."""
    rng = random.Random(3)
    sizes = [*product((1, 2, 5, 8, 12), (2, 3, 7, 11)), (2, 1), (12, 1), (4, 12), (11, 12)]
    puzzles = [with_all_clues("full", random_loop(*size, rng), rng) for size in sizes]
    for number, puzzle in enumerate(puzzles[::2]):
        cell, clue = rng.choice([*puzzle.clue_cells.items()])
        puzzles[2 * number] = puzzle.with_clues(puzzle.clue_cells | {cell: (clue + rng.randrange(1, 4)) % 4})
    puzzles += [blank(Slitherlink, *size) for size in ((1, 1), (1, 12), (12, 1), (5, 5), (12, 11), (11, 12))]
    puzzles += [blank(Slitherlink, 1, 12, r1c6=3), blank(Slitherlink, 2, 12, r1c1=3, r2c6=0, r2c8=3)]
    puzzles += map(Slitherlink.turned, puzzles[-2:])
    check_search(board, "deducer", puzzles, list(map(solutions, puzzles)), 2, listed=False)
    check_search(board, "deducer", puzzles[-4:], [solutions(one, 1) for one in puzzles[-4:]], 1,
                 listed=False)


def slink(rows, cols, clues):
    return Slink(f"{rows}x{cols}", rows, cols, tuple(clues[row * cols : (row + 1) * cols] for row in range(rows)))


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.slow)])
def test_slinks_are_solved_as_slitherlinks(board, every):
    """Some puzzles have no solution, and some have several. Puzzles of 5x12 fit the board only if the host rotates
    them."""
    cells = list(product((0, 1, 2, 3), repeat=4))
    small = [slink(2, 2, clues) for clues in random.Random(0).sample(cells, len(cells) // every)]
    small += slink(1, 5, (3, 2, 2, 2, 3)), slink(5, 1, (3, 2, 2, 2, 3)), made("slink", 3, 3, "easy", 1)
    check_search(board, "checker", small, [solutions(one, None) for one in small], 2)
    check_against_sat(board, [*small, *(made("slink", 5, 12, "hard", seed) for seed in (1, 2)),
                              made("slink", 10, 10, "easy", 1)])


# Sudokus


def some_digits(share, rng):
    """Return a Sudoku with about this share of the digits of a random grid."""
    return with_some_clues(sudoku(random_grid(3, rng)), rng, [share])


def made_wrong(puzzle):
    """Return a puzzle with a wrong digit in its first open cell."""
    row, col = next(cell for cell in product(range(puzzle.rows), repeat=2) if cell not in puzzle.clue_cells)
    (solution,) = solutions(puzzle)
    return puzzle.with_clues(puzzle.clue_cells | {(row, col): solution[row][col] % puzzle.rows + 1})


def test_the_scan_engine_takes_every_order(board_of):
    """The small Sudokus are sent in one frame, the large Sudokus in pieces. They have no solution, one solution, or two
    solutions. Another Sudoku is too large for the board."""
    puzzles = [made_whole(order, level, 1) for order, level in ((3, "hard"), (4, "hard"), (5, "easy"))]
    puzzles.append(some_digits(0.3, random.Random(1)))
    truths = list(map(solutions, puzzles))
    assert list(map(len, truths)) == [1, 1, 1, 2]
    check_search(board_of("scan"), "scan", [*puzzles, made_wrong(puzzles[2])], [*truths, []], 2, listed=False)
    (outcome,) = solve(board_of("scan"), [Job(made_whole(6, "easy", 1))])
    assert outcome.status == ERROR and "36x36 is too large for this build" in outcome.message
    limited, solved = solve(board_of("scan"), [Job(puzzles[1], limit=1000), Job(puzzles[0])])
    assert (limited.status, limited.message) == (LIMIT, "not solved within 1,000 cycles")
    assert solved.status == SOLVED


def modelled(puzzle, count):
    """Solve a puzzle with the model of the parallel engine. Return the number of solutions found, up to ``count``, and
    the values that the engine's counters must have."""
    engine = model.Solver(puzzle.order)
    for row, digits in enumerate(puzzle.cells):
        for col, digit in enumerate(digits):
            if digit:
                engine.given((row, col), digit - 1)
    loaded, found = engine.clocks, len(engine.solve(count))
    return found, {"nodes": engine.guesses + 1, "guesses": engine.guesses, "rounds": engine.rounds,
                   "clocks": engine.clocks - loaded}


@pytest.mark.parametrize("count", [1, 2])
def test_the_parallel_engine_is_its_model_to_the_clock(page_board, count):
    rng = random.Random(6)
    puzzles = [made_whole(3, difficulty, 0) for difficulty in ("easy", "normal", "hard")]
    puzzles += [some_digits(0.25, rng) for _ in range(2)]
    puzzles += map(made_wrong, puzzles[:3])
    numbers = []
    outcomes = solve(page_board("parallel"), (Job(puzzle, count, counters=True) for puzzle in puzzles), most=1)
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        found, counters = modelled(puzzle, count)
        numbers.append(found)
        assert (outcome.status, len(outcome.solutions)) == (SOLVED if found else NO_SOLUTION, found)
        assert (outcome.counters, outcome.cycles) == (counters, counters["clocks"] + 10)
    assert [numbers.count(number) for number in range(3)] == [[3, 5, 0], [3, 3, 2]][count - 1]


def test_a_long_search_by_the_parallel_engine_can_be_limited(page_board):
    """The puzzle has ten digits. Solving it takes more than 200,000 clocks. When the CPU reads the state of a busy
    engine, the bus waits for the engine, but only for 4,095 clocks."""
    (long,) = formats.read(".............1...........76..................1.....2........1.8........7......9..", "long")
    limited, solved, short = solve(page_board("parallel"), [
        Job(long, limit=20_000), Job(long), Job(made_whole(3, "easy", 1))])
    assert (limited.status, limited.message) == (LIMIT, "not solved within 20,000 cycles")
    # The CPU checks the limit only between frames, so the delay depends on the puzzles that arrive during the search.
    assert 20_000 < limited.cycles < 100_000
    assert solved.status == SOLVED and solved.cycles > 200_000
    assert short.status == SOLVED


@pytest.mark.slow
def test_many_sudokus_of_order_3(page_board):
    """Some of the Sudokus have many solutions, and some have none."""
    rng = random.Random(9)
    puzzles = [some_digits(share, rng) for share in (0.2, 0.3, 0.35, 0.4) for _ in range(15)]
    puzzles += [made_whole(3, level, seed) for level in ("easy", "hard") for seed in range(10)]
    puzzles += map(made_wrong, puzzles[60:])
    check_against_sat(page_board("parallel"), puzzles)


# Large builds


@pytest.mark.slow
def test_the_largest_deducer():
    """The puzzles have many shapes up to 64x36. Puzzles with 64 columns fit the engine only if the host rotates
    them."""
    rng = random.Random(8)
    puzzles = [made("slitherlink", *size, level, 1) for level in ("easy", "normal")
               for size in ((10, 10), (20, 20), (36, 20), (36, 36))]
    for name in "slitherlink-20x36", "slitherlink-64x36":
        puzzles += [*examples(name), *map(Slitherlink.turned, examples(name))]
    for size in (64, 36), (1, 36), (36, 1), (64, 1), (1, 64):
        puzzles.append(with_all_clues("full", random_loop(*size, rng), rng))
        if min(size) == 1:
            puzzles.append(with_some_clues(puzzles[-1], rng, [0.3]))
    with simulated(SoCConfig.of("deducer:64x36", bit_rate=5_000_000), 120.0, 30.0) as board:
        assert board.identify().capabilities == (Capability(1, 2, 64, 36),)
        check_search(board, "deducer", puzzles, list(map(solutions, puzzles)), 2, listed=False)
        for count in 1, 2:
            blanks = [blank(Slitherlink, *size) for size in ((64, 36), (36, 64), (1, 64), (64, 1))]
            for outcome in solve(board, (Job(one, count) for one in blanks)):
                assert outcome.verified and outcome.complete and len(outcome.solutions) == count


@pytest.mark.slow
@pytest.mark.parametrize("rows, cols", [(3, 32), (32, 32)])
def test_checkers_of_32_columns(rows, cols):
    """The loop goes around the whole grid, so its corners are stored in the first and last bits of the registers."""
    inner = "1" + "0" * (cols - 2) + "1"
    text = "\n".join([f"{rows} {cols}", *["2" + "1" * (cols - 2) + "2"], *[inner] * (rows - 2),
                      "2" + "1" * (cols - 2) + "2"]) + "\n"
    with simulated(SoCConfig.of(f"checker:{rows}x{cols}"), 20.0, 3.0) as board:
        assert board.identify().capabilities == (Capability(1, 1, rows, cols),)
        jobs = [Job(next(formats.read(text, "loop")), 2), Job(blank(Slitherlink, 2, 2, r1c1=3), 2)]
        whole, small = solve(board, jobs)
    assert whole.solutions == (("1" * cols,) * rows,) and whole.complete
    assert small.status == SOLVED


@pytest.mark.slow
def test_a_large_sudoku_is_solved_while_the_line_is_quiet():
    """The simulator stops its clock while the line is quiet. It must not do this before the board has answered: at the
    end of the search, the board still has to read all cells."""
    with simulated(SoCConfig.of("scan:144x144", bit_rate=5_000_000), 60.0, 1000.0) as session:
        (outcome,) = solve(session, [Job(made_whole(12, "easy", 1))])
    assert (outcome.status, outcome.verified) == (SOLVED, True)


@pytest.mark.slow
def test_a_board_with_all_engines():
    puzzles = {"slitherlink": blank(Slitherlink, 2, 2, r1c1=3, r2c2=3), "sudoku": made_whole(3, "hard", 1),
               "smullyan": blank(Smullyan, 2, 2, r1c1=0), "canal": blank(Canal, 2, 2, r1c1=2)}
    jobs = [Job(puzzles[engine.genre.name], 2, engine=name) for name, engine in ENGINES.items()]
    with simulated(SoCConfig.of(*ENGINES, bit_rate=5_000_000)) as board:
        assert len(board.identify().capabilities) == len(ENGINES)
        assert [(one.status, one.verified) for one in solve(board, jobs)] == [(SOLVED, True)] * len(jobs)
