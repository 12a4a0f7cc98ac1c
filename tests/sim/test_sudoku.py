"""Sudoku in the whole system: order 2 against every grid that there is, larger ones against the reference solver.

That a solution is one is judged by the host, of every solution that comes; that the two of a puzzle differ, too.
"""

import random
from pathlib import Path

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host.generate.full_grids import random_grid
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import ERROR, LIMIT, NO_SOLUTION, SOLVED
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Capability
from rowloom.sim.module import build_module, module_config
from support import brute
from support import puzzles as reference
from support.module_board import ModuleBoard
from support.puzzles import made_whole
from support.simulated import simulated
from support.sudoku import parallel as model

EXAMPLES = Path(__file__).parents[2] / "examples"


def page_board(engine):
    """A session with one of the page's boards, which other tests need, too."""
    return Session(ModuleBoard(build_module(module_config(engine))), timeout=120.0, resend_interval=30.0)


@pytest.fixture(scope="module")
def scan_board():
    return page_board("scan:25x25")


@pytest.fixture(scope="module")
def parallel_board(three_genres):
    """For order 2."""
    with simulated(three_genres, 20.0, 3.0) as session:
        yield session


@pytest.fixture(scope="module")
def every_grid():
    """All 288 of order 2."""
    return brute.solutions(blank(4))


def blank(rows):
    return Sudoku("blank", rows, rows, ((0,) * rows,) * rows)


def matching(grids):
    """Tells which of the grids have a puzzle's digits."""
    return lambda puzzle: [
        grid for grid in grids
        if all(not here or here == there
               for given, row in zip(puzzle.cells, grid) for here, there in zip(given, row))]


def thinned(grid, share, rng):
    """The grid with about that share of its digits."""
    cells = tuple(tuple(digit if rng.random() < share else 0 for digit in row) for row in grid)
    return Sudoku("thinned", len(grid), len(grid), cells)


def made_wrong(puzzle):
    """The puzzle with a digit in its first open cell that its only solution does not have there."""
    cells = [list(row) for row in puzzle.cells]
    row, col = next((row, col) for row in range(puzzle.rows) for col in range(puzzle.cols) if not cells[row][col])
    (solution,) = reference.solutions(puzzle)
    cells[row][col] = solution[row][col] % puzzle.rows + 1
    return Sudoku("wrong", puzzle.rows, puzzle.cols, tuple(map(tuple, cells)))


def check(board, engine, puzzles, solutions, count=2):
    """As many solutions as there are, up to the count, and of those that there are; how many there were each time."""
    puzzles = list(puzzles)
    outcomes = solve(board, (Job(puzzle, count, engine=engine) for puzzle in puzzles))
    numbers = []
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        expected = solutions(puzzle)
        number = min(len(expected), count)
        found = outcome.status, len(outcome.solutions), outcome.complete
        assert found == (SOLVED if number else NO_SOLUTION, number, True), f"{outcome.message}\n{Sudoku.write(puzzle)}"
        if len(expected) == 1:
            assert list(outcome.solutions) == expected
        numbers.append(number)
    return numbers


def small_puzzles(grids, how_many, rng):
    """Some digits of a grid, of which one may be wrong."""
    for _ in range(how_many):
        puzzle = thinned(rng.choice(grids), rng.choice((0.1, 0.3, 0.5)), rng)
        cells = [list(row) for row in puzzle.cells]
        if rng.random() < 0.4:
            cells[rng.randrange(4)][rng.randrange(4)] = rng.randint(1, 4)
        yield Sudoku("small", 4, 4, tuple(map(tuple, cells)))


HOW_MANY = pytest.mark.parametrize("how_many", [100, pytest.param(3000, marks=pytest.mark.slow)])


@HOW_MANY
def test_order_2_by_the_parallel_engine(parallel_board, every_grid, how_many):
    check_order_2(parallel_board, "parallel", every_grid, how_many)


@HOW_MANY
def test_order_2_by_the_scan_engine(scan_board, every_grid, how_many):
    check_order_2(scan_board, "scan", every_grid, how_many)


def check_order_2(board, engine, every_grid, how_many):
    """Givens may contradict each other: then there is no solution."""
    puzzles = [blank(4), *small_puzzles(every_grid, how_many, random.Random(how_many))]
    numbers = check(board, engine, puzzles, matching(every_grid))
    assert numbers[0] == 2
    # No kind is an exception.
    assert min(numbers.count(number) for number in range(3)) > how_many // 20


def test_the_scan_engine_takes_every_order(scan_board):
    """Whole and in pieces, easy and hard, with one solution or more."""
    puzzles = [made_whole(order, difficulty, 1) for order in (3, 4, 5) for difficulty in ("easy", "hard")]
    puzzles.append(thinned(random_grid(3, random.Random(1)), 0.3, random.Random(2)))
    puzzles.append(thinned(random_grid(5, random.Random(3)), 0.6, random.Random(4)))
    numbers = check(scan_board, "scan", puzzles, reference.solutions)
    assert numbers[:6] == [1] * 6 and numbers[-1] == 2


def modelled(puzzle, count):
    """How many solutions the parallel engine finds, up to the count, and what it counts meanwhile."""
    engine = model.Solver(puzzle.order)
    for row, digits in enumerate(puzzle.cells):
        for col, digit in enumerate(digits):
            if digit:
                engine.given((row, col), digit - 1)
    loaded, found = engine.clocks, len(engine.solve(count))
    return found, {"nodes": engine.guesses + 1, "guesses": engine.guesses, "rounds": engine.rounds,
                 "clocks": engine.clocks - loaded}


@pytest.mark.parametrize("count", [1, 2])
def test_the_parallel_engine_is_its_model_to_the_clock(board_9x9, count):
    """With one solution, with several, and with none."""
    rng = random.Random(6)
    puzzles = [made_whole(3, difficulty, seed) for difficulty in ("easy", "normal", "hard") for seed in range(2)]
    puzzles += [thinned(random_grid(3, rng), 0.25, rng) for _ in range(3)]
    puzzles += map(made_wrong, puzzles[:6])
    outcomes = solve(board_9x9, (Job(puzzle, count, counters=True) for puzzle in puzzles), most=1)
    numbers = []
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        found, counters = modelled(puzzle, count)
        numbers.append(found)
        assert (outcome.status, len(outcome.solutions)) == (SOLVED if found else NO_SOLUTION, found)
        assert outcome.counters == counters
        assert outcome.cycles == counters["clocks"] + 10
    assert [numbers.count(number) for number in range(3)] == [[6, 9, 0], [6, 6, 3]][count - 1]


def test_a_long_search_by_the_parallel_engine_can_be_limited(board_9x9):
    """Ten digits from which it takes more than 200,000 clocks; the bus does not wait for so long."""
    digits = ".............1...........76..................1.....2........1.8........7......9.."
    long = Sudoku("long", 9, 9, tuple(tuple(int(digit) for digit in digits.replace(".", "0")[row:][:9])
                                      for row in range(0, 81, 9)))
    limited, solved, short = solve(board_9x9, [
        Job(long, limit=20_000), Job(long), Job(made_whole(3, "easy", 1))])
    assert (limited.status, limited.message) == (LIMIT, "not solved within 20,000 cycles")
    # The CPU compares between frames: how late depends on when the next puzzles arrive.
    assert 20_000 < limited.cycles < 100_000
    assert solved.status == SOLVED and solved.cycles > 200_000
    assert short.status == SOLVED


def test_a_large_one_without_a_solution(scan_board):
    check(scan_board, "scan", [made_wrong(made_whole(5, "easy", 2))], lambda puzzle: [])


def test_a_limit(scan_board):
    outcomes = solve(scan_board, [Job(made_whole(5, "hard", 3), limit=1000), Job(made_whole(5, "easy", 3))])
    limited, solved = outcomes
    assert (limited.status, limited.message) == (LIMIT, "not solved within 1,000 cycles")
    assert solved.status == SOLVED


@pytest.mark.slow
def test_a_large_one_needs_no_second_word():
    """The board reads its cells again before it answers. Nothing is on the line then, but the clock must not rest."""
    config = SoCConfig.of("scan:144x144", bit_rate=5_000_000)
    with simulated(config, 60.0, 1000.0) as session:
        outcome, = solve(session, [Job(made_whole(12, "easy", 1))])
    assert (outcome.status, outcome.verified) == (SOLVED, True)


def test_what_does_not_fit(scan_board):
    outcome, = solve(scan_board, [Job(made_whole(6, "easy", 1))])
    assert outcome.status == ERROR and "36x36 is too large for this build" in outcome.message


def test_what_boards_say_they_solve(scan_board, board_9x9):
    assert (*scan_board.identify().capabilities, *board_9x9.identify().capabilities) == (
        Capability(2, 4, 25, 25), Capability(2, 2, 9, 9))


@pytest.fixture(scope="module")
def board_9x9():
    return page_board("parallel")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sudoku-9x9-easy.txt", "sudoku-9x9-hard.txt"])
def test_9x9_examples(board_9x9, name):
    puzzles = list(Sudoku.read((EXAMPLES / name).read_text(), name))
    assert check(board_9x9, "parallel", puzzles, reference.solutions) == [1] * len(puzzles)


@pytest.mark.slow
def test_9x9_with_many_solutions_or_none(board_9x9):
    rng = random.Random(9)
    puzzles = [thinned(random_grid(3, rng), share, rng) for share in (0.2, 0.3, 0.35, 0.4) for _ in range(15)]
    for puzzle in puzzles[::4]:
        cells = [list(row) for row in puzzle.cells]
        cells[rng.randrange(9)][rng.randrange(9)] = rng.randint(1, 9)
        puzzles.append(Sudoku("changed", 9, 9, tuple(map(tuple, cells))))
    numbers = check(board_9x9, "parallel", puzzles, reference.solutions)
    assert set(numbers) == {0, 1, 2}
