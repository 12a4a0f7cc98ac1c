"""Jobs for boards with small engines, and the correct answers to them."""

from dataclasses import replace
from functools import cache
from threading import Event

from rowloom.engines.sudoku import SCAN
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Result, Status
from support import brute
from support import puzzles as reference


def puzzle(text, name="p"):
    """Return a Slitherlink from its rows of clues; ``.`` is a cell without a clue."""
    rows = text.split()
    clues = tuple(tuple(None if cell == "." else int(cell) for cell in row) for row in rows)
    return Slitherlink(name, len(rows), len(rows[0]), clues)


ONE, TWO, NONE, LARGE = puzzle("33 .."), puzzle("3. .3"), puzzle("00 .."), puzzle(" ".join(["." * 10] * 11))
POOL = [
    puzzle(text, text)
    for text in (
        *("33 ..", "3. .3", "00 ..", "33 00", "22 22", "3. ..", ".. ..", "3", "32", "3.3", "323", "3 . 3"),
        *("... .3. ...", "2.2 ... 2.2", "3.. .0. ..3", "33. ... .33"),
    )
]


def grid(order, change=lambda row, col, digit: digit, name="s"):
    """Return the Sudoku of :func:`support.puzzles.full_grid`; ``change`` modifies its cells."""
    rows = reference.full_grid(order)
    cells = tuple(tuple(change(row, col, digit) for col, digit in enumerate(line)) for row, line in enumerate(rows))
    return Sudoku(name, len(rows), len(rows), cells)


def open_rows(*rows):
    return lambda row, col, digit: 0 if row in rows else digit


def open_rectangle(row, col, digit):
    """Remove the digits at the corners of a rectangle. These are only two different digits, which can be exchanged, so
    the Sudoku has two solutions."""
    return 0 if row in (0, 3) and col in (0, 18) else digit


def twice(row, col, digit):
    return 1 if (row, col) == (2, 2) else digit


SUDOKUS = [
    grid(2, open_rows(0), "4x4"), grid(3, open_rows(0, 5), "9x9"), grid(4, open_rows(3), "16x16"),
    grid(5, open_rows(0, 7), "25x25"), grid(6, open_rows(1), "36x36"),
    grid(6, open_rectangle, "two of 36x36"), grid(6, twice, "none of 36x36"),
]  # fmt: skip


@cache
def answers(a_puzzle):
    """Return all solutions. Sudokus are solved by the reference solver, which stops at three solutions; no Sudoku of
    this module has more than two. Other puzzles are solved by brute force."""
    if a_puzzle.genre == "sudoku":
        return reference.solutions(a_puzzle, limit=3)
    return brute.solutions(a_puzzle)


def solver(puzzles, seconds=0.2, change=lambda result: result):
    """Return a fake board's solver for these puzzles; ``change`` modifies each result."""
    known = {(one.rows, one.cols, BOARD_GENRES[one.genre].encode(one)): one for one in puzzles}

    @cache
    def search(request):
        one = known[request.rows, request.cols, request.puzzles]
        genre, found, complete = BOARD_GENRES[one.genre], answers(one)[: request.count], True
        status = Status.SOLVED if found else Status.NO_SOLUTION
        if request.limit and seconds * 50e6 > request.limit:
            found, status, complete = [], Status.LIMIT, False
        whole = one.rows <= SCAN.whole.rows
        encoded = [genre.encode_solution(each) if whole else bytes(sum(each, ())) for each in found]
        counters = (50, 40, 2) if request.counters else ()
        return change(Result(status, complete, int(seconds * 50e6), counters, tuple(encoded))), seconds

    return lambda request: search(replace(request, taken=0))


def check(job, outcome):
    """Check that the outcome of a job is correct."""
    assert outcome.puzzle is job.puzzle
    truth = answers(job.puzzle)
    assert outcome.status == ("solved" if truth else "no-solution"), outcome.message
    assert len(outcome.solutions) == len(set(outcome.solutions)) == min(len(truth), job.count)
    assert set(outcome.solutions) <= set(truth)
    assert outcome.complete


def check_all(jobs, outcomes):
    for job, outcome in zip(jobs, outcomes, strict=True):
        check(job, outcome)


def check_begun(jobs, outcomes):
    """Check that the outcomes belong to the first jobs, in order, and that each outcome is correct or says that the
    link was lost."""
    for job, outcome in zip(jobs, outcomes):
        if outcome.lost:
            assert outcome.puzzle is job.puzzle
            assert outcome.status == "error" and outcome.message.startswith("not solved: test board: ")
        else:
            check(job, outcome)


def jobs_of(pool, rng, limit):
    """Return jobs for copies of puzzles in the pool: at least one job, but fewer than ``limit``."""
    number = rng.randrange(1, limit)
    return [Job(replace(rng.choice(pool)), rng.choice((1, 2))) for _ in range(number)]


def some_jobs(rng):
    """Return a few jobs with up to four different puzzles, most of which are small."""
    pool = rng.choices(POOL[:12], k=2) + rng.choices(SUDOKUS, (4, 1, 1, 1, 1, 1, 1), k=2)
    return jobs_of(pool, rng, 10)


def solve_truly(session, jobs, rng, most=None):
    """Solve jobs, and sometimes cancel some; check that all outcomes are correct."""
    cancel = Event()
    last = rng.randrange(len(jobs)) if rng.random() < 0.1 else len(jobs)
    outcomes = []
    for outcome in solve(session, jobs, most=most, cancel=cancel):
        if outcome.status == "cancelled":
            assert cancel.is_set()
        else:
            check(jobs[len(outcomes)], outcome)
        outcomes.append(outcome)
        if len(outcomes) > last:
            cancel.set()
    assert cancel.is_set() or len(outcomes) == len(jobs)
