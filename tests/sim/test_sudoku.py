"""Sudoku in the whole system: order 2 against every grid that there is, larger ones against the reference solver.

That a solution is one is judged by the host, of every solution that comes; that the two of a puzzle differ, too.
"""

import random
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from rowloom.host import solvers as reference
from rowloom.host.board import Board
from rowloom.host.generate.sudoku import generate, random_grid
from rowloom.host.job import ERROR, LIMIT, NO_SOLUTION, SOLVED, Job
from rowloom.host.link import SimulatorLink
from rowloom.host.protocol import Capability, Engine
from rowloom.host.puzzles import sudoku
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import brute
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.sudoku import model
from rowloom.sim import Simulator

EXAMPLES = Path(__file__).parents[2] / "examples"
ENGINES = [Engine.FAST, Engine.STEPS, Engine.SCAN]


@contextmanager
def simulated(estimate=False, **parameters):
    config = SoCConfig(deducer=None, bit_rate=5_000_000, **parameters)
    with Simulator(config, estimate=estimate) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        yield Board(link, patience=20.0, resend=3.0)


@pytest.fixture(scope="module")
def sudoku_board():
    """A session with a board that solves 4x4 by the fast engine, and up to 25x25 by the other."""
    with simulated(sudoku=2, scan=5) as board:
        yield board


@pytest.fixture(scope="module")
def estimator():
    """A session with what estimates how long all orders take, those up to 9x9 in two ways."""
    with simulated(estimate=True, sudoku=3, scan=15, scan_subsets=0) as board:
        yield board


@pytest.fixture(scope="module")
def estimator_by_peers():
    """The same of the fast engine, where its guesses go by what a cell shares with its peers."""
    with simulated(estimate=True, sudoku=3, sudoku_peers=1) as board:
        yield board


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
    outcomes = board.solve(Job(puzzle, count, engine=engine) for puzzle in puzzles)
    numbers = []
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        expected = solutions(puzzle)
        number = min(len(expected), count)
        found = outcome.status, len(outcome.solutions), outcome.complete
        assert found == (SOLVED if number else NO_SOLUTION, number, True), f"{outcome.message}\n{sudoku.write(puzzle)}"
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


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("how_many", [100, pytest.param(3000, marks=pytest.mark.slow)])
def test_order_2(sudoku_board, every_grid, engine, how_many):
    """Givens may contradict each other: then there is no solution."""
    puzzles = small_puzzles(every_grid, how_many, random.Random(how_many))
    numbers = check(sudoku_board, engine, puzzles, matching(every_grid))
    # No kind is an exception.
    assert min(numbers.count(number) for number in range(3)) > how_many // 20


@pytest.mark.parametrize("engine", ENGINES)
def test_the_empty_grid(sudoku_board, engine):
    outcome, = sudoku_board.solve([Job(blank(4), 2, engine=engine)])
    assert (outcome.status, len(outcome.solutions), outcome.complete) == (SOLVED, 2, True)


def test_the_scan_engine_takes_every_order(sudoku_board):
    """Whole and in pieces, easy and hard, with one solution or more."""
    puzzles = [generate(order, difficulty, 1) for order in (3, 4, 5) for difficulty in ("easy", "hard")]
    puzzles.append(thinned(random_grid(3, random.Random(1)), 0.3, random.Random(2)))
    puzzles.append(thinned(random_grid(5, random.Random(3)), 0.6, random.Random(4)))
    numbers = check(sudoku_board, Engine.SCAN, puzzles, reference.solutions)
    assert numbers[:6] == [1] * 6 and numbers[-1] == 2


def test_the_estimator(estimator, every_grid):
    """It solves as the board does, though it looks for no subsets."""
    check(estimator, Engine.SCAN, small_puzzles(every_grid, 100, random.Random(5)), matching(every_grid))
    puzzles = [generate(order, difficulty, 1) for order in (3, 4, 5) for difficulty in ("easy", "hard")]
    assert check(estimator, Engine.SCAN, puzzles, reference.solutions) == [1] * 6
    outcome, = estimator.solve([Job(thinned(random_grid(9, random.Random(3)), 0.8, random.Random(4)))])
    assert (outcome.status, outcome.message) == (SOLVED, "")
    outcome, = estimator.solve([Job(blank(81), 2, limit=100_000_000)])
    assert outcome.status in (SOLVED, LIMIT) and outcome.cycles > 1_000_000


def modelled(puzzle, peers, stepwise):
    """How the parallel engine's search for a first solution ends, and what it counts meanwhile."""
    engine = model.Solver(puzzle.order, peers)
    for row, digits in enumerate(puzzle.cells):
        for col, digit in enumerate(digits):
            if digit:
                engine.given((row, col), digit - 1)
    loaded, end = engine.clocks, engine.solve(stepwise)
    while end == model.STUCK or (end == model.CONTRADICTION and engine.depth):
        end = (engine.guess if end == model.STUCK else engine.back)(stepwise)
    return end, {"nodes": engine.guesses + 1, "guesses": engine.guesses, "rounds": engine.rounds,
                 "clocks": engine.clocks - loaded}


@pytest.mark.parametrize("engine, peers", [(Engine.FAST, False), (Engine.FAST, True), (Engine.STEPS, False)])
def test_the_fast_engine_is_estimated_to_the_clock(request, engine, peers):
    """With one solution, with several, and with none."""
    estimator = request.getfixturevalue("estimator_by_peers" if peers else "estimator")
    rng = random.Random(6)
    puzzles = [generate(3, difficulty, seed) for difficulty in ("easy", "normal", "hard") for seed in range(2)]
    puzzles += [thinned(random_grid(3, rng), 0.25, rng) for _ in range(3)]
    puzzles += map(made_wrong, puzzles[:6])
    outcomes = estimator.solve((Job(puzzle, engine=engine) for puzzle in puzzles), in_flight=1)
    ends = []
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        end, counters = modelled(puzzle, peers, stepwise=engine == Engine.STEPS)
        ends.append(outcome.status)
        assert outcome.status == {model.SOLVED: SOLVED, model.CONTRADICTION: NO_SOLUTION}[end]
        assert outcome.counters == counters
        if engine == Engine.FAST and end == model.SOLVED:
            assert outcome.cycles == counters["clocks"] + 10
    assert ends.count(SOLVED) == 9 and ends.count(NO_SOLUTION) == 6


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
def test_a_long_search_by_the_fast_engine_can_be_limited(estimator, engine):
    """Ten digits from which it takes more than 200,000 clocks; the bus does not wait for so long."""
    digits = ".............1...........76..................1.....2........1.8........7......9.."
    long = Sudoku("long", 9, 9, tuple(tuple(int(digit) for digit in digits.replace(".", "0")[row:][:9])
                                      for row in range(0, 81, 9)))
    limited, solved, short = estimator.solve([
        Job(long, limit=20_000, engine=engine), Job(long, engine=engine), Job(generate(3, "easy", 1), engine=engine)])
    assert (limited.status, limited.message) == (LIMIT, "not solved within 20,000 cycles")
    assert 20_000 < limited.cycles < 30_000
    assert solved.status == SOLVED and solved.cycles > 200_000
    assert short.status == SOLVED


@pytest.mark.slow
def test_estimates(estimator):
    """All that the engine counts is as on the simulated board; its cycles nearly so, if the next puzzle comes later."""
    puzzles = [generate(order, difficulty, seed)
               for order in (3, 4, 5) for difficulty in ("easy", "hard") for seed in range(3)]
    jobs = [Job(puzzle, engine=Engine.SCAN) for puzzle in puzzles]
    with simulated(scan=5, scan_subsets=0) as board:
        for outcome, estimate in zip(*(each.solve(jobs, in_flight=1) for each in (board, estimator)), strict=True):
            assert estimate.counters == outcome.counters
            assert estimate.cycles == pytest.approx(outcome.cycles, rel=0.25, abs=4096)


@pytest.mark.slow
@pytest.mark.parametrize("peers", [0, 1])
def test_estimates_of_the_fast_engine(every_grid, peers):
    """To the clock where it searches by itself, as the CPU's part of that is always the same."""
    puzzles = list(small_puzzles(every_grid, 50, random.Random(7)))
    with (simulated(sudoku=2, sudoku_peers=peers) as board,
          simulated(estimate=True, sudoku=2, sudoku_peers=peers) as estimator):
        for engine in (Engine.FAST, Engine.STEPS):
            check(board, engine, puzzles, matching(every_grid))
            jobs = [Job(puzzle, engine=engine) for puzzle in puzzles]
            pairs = zip(*(each.solve(jobs, in_flight=1) for each in (board, estimator)), strict=True)
            for outcome, estimate in pairs:
                assert estimate.counters == outcome.counters
                if engine == Engine.STEPS:
                    assert estimate.cycles == pytest.approx(outcome.cycles, rel=0.1)
                elif outcome.status == SOLVED:
                    assert estimate.cycles == outcome.cycles


def test_a_large_one_without_a_solution(sudoku_board):
    check(sudoku_board, Engine.SCAN, [made_wrong(generate(5, "easy", 2))], lambda puzzle: [])


def test_a_limit(sudoku_board):
    outcomes = sudoku_board.solve([Job(generate(5, "hard", 3), limit=1000, engine=Engine.SCAN),
                                   Job(generate(5, "easy", 3), engine=Engine.SCAN)])
    limited, solved = outcomes
    assert (limited.status, limited.message) == (LIMIT, "not solved within 1,000 cycles")
    assert solved.status == SOLVED


@pytest.mark.slow
def test_a_large_one_needs_no_second_word():
    """The board reads its cells again before it answers. Nothing is on the line then, but the clock must not rest."""
    config = SoCConfig(deducer=None, scan=12, bit_rate=5_000_000)
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        outcome, = Board(link, patience=60.0, resend=1000.0).solve([Job(generate(12, "easy", 1))])
    assert (outcome.status, outcome.verified) == (SOLVED, True)


def test_what_does_not_fit(sudoku_board):
    outcome, = sudoku_board.solve([Job(generate(6, "easy", 1))])
    assert outcome.status == ERROR and "36x36 is too large for this build" in outcome.message


def test_what_the_board_says_it_solves(sudoku_board):
    assert sudoku_board.identify().capabilities == (
        Capability(sudoku.GENRE_ID, Engine.FAST, 4, 4), Capability(sudoku.GENRE_ID, Engine.STEPS, 4, 4),
        Capability(sudoku.GENRE_ID, Engine.SCAN, 25, 25))


@pytest.fixture(scope="module")
def board_9x9():
    with simulated(sudoku=3) as board:
        yield board


@pytest.mark.slow
@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
@pytest.mark.parametrize("name", ["sudoku-9x9-easy.txt", "sudoku-9x9-hard.txt"])
def test_9x9_examples(board_9x9, engine, name):
    puzzles = list(sudoku.read((EXAMPLES / name).read_text(), name))
    assert check(board_9x9, engine, puzzles, reference.solutions) == [1] * len(puzzles)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
def test_9x9_with_many_solutions_or_none(board_9x9, engine):
    rng = random.Random(9)
    puzzles = [thinned(random_grid(3, rng), share, rng) for share in (0.2, 0.3, 0.35, 0.4) for _ in range(15)]
    for puzzle in puzzles[::4]:
        cells = [list(row) for row in puzzle.cells]
        cells[rng.randrange(9)][rng.randrange(9)] = rng.randint(1, 9)
        puzzles.append(Sudoku("changed", 9, 9, tuple(map(tuple, cells))))
    numbers = check(board_9x9, engine, puzzles, reference.solutions)
    assert set(numbers) == {0, 1, 2}


@pytest.mark.slow
def test_the_search_in_hardware_is_the_one_in_steps(board_9x9):
    """Both make the same guesses."""
    puzzles = [generate(3, "hard", seed) for seed in range(5)]
    fast, steps = ([outcome.counters for outcome in board_9x9.solve(Job(puzzle, engine=engine) for puzzle in puzzles)]
                   for engine in (Engine.FAST, Engine.STEPS))
    assert [counts["guesses"] for counts in fast] == [counts["guesses"] for counts in steps]
    assert sum(counts["guesses"] for counts in fast) > 0
