"""The whole system, bit by bit over the serial line: real firmware on real gateware, against brute force."""

import itertools
import random

import pytest

from rowloom.firmware.build import build_hash
from rowloom.host.job import Job
from rowloom.host.link import LinkError
from rowloom.host.protocol import Capability
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import brute
from rowloom.hw.soc.config import SoCConfig
from rowloom.sim import Simulator


def puzzle(*rows):
    clues = tuple(tuple(None if cell == "." else int(cell) for cell in row) for row in rows)
    return Slitherlink("".join(rows), len(rows), len(rows[0]), clues)


def grid(cells, rows, cols):
    return puzzle(*("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)))


def check(board, puzzles, count=2):
    """Status and number of solutions are those of brute force; the solutions themselves are verified on the way."""
    solved = list(board.solve(Job(one, count) for one in puzzles))
    assert len(solved) == len(puzzles)
    for one, outcome in zip(puzzles, solved):
        truth = brute.solutions(one)
        assert outcome.status == ("solved" if truth else "no-solution"), one
        assert len(outcome.solutions) == min(len(truth), count), one
        assert outcome.complete, one


# The last clue contradicts its neighbours, but first every way to satisfy those above it is tried.
ENDLESS = puzzle(*["2.2.2.2.2."] * 9, "........03")


def test_identity(board):
    identity = board.identify()
    assert identity.build.hex() == build_hash(SoCConfig())
    assert (identity.clock, identity.bit_rate) == (50_000_000, 1_000_000)
    assert identity.capabilities == (Capability(1, 1, 10, 10),)


def test_every_2x2_puzzle(board):
    check(board, [grid(cells, 2, 2) for cells in itertools.product(".0123", repeat=4)])


def test_some_small_puzzles(board):
    rng = random.Random(0)
    puzzles = []
    for _ in range(150):
        rows, cols = rng.choice([(3, 3), (3, 3), (1, 5), (5, 1), (2, 4), (4, 2), (1, 1)])
        alphabet = rng.choice(("....0123", "..012233", "0122333"))
        puzzles.append(grid(rng.choices(alphabet, k=rows * cols), rows, cols))
    check(board, puzzles)


def test_cycles_are_the_same_each_time(board):
    """The search is the same whatever went before."""
    one = puzzle(".3.", "2.2", ".1.")
    first, *_, last = board.solve([Job(one), Job(puzzle("22", "22")), Job(one)])
    assert (first.nodes, first.backs, first.candidates) == (last.nodes, last.backs, last.candidates)


def test_limit_ends_a_search(board):
    limited, after = board.solve([Job(ENDLESS, limit=200_000), Job(puzzle("3.", ".."))])
    assert limited.status == "limit" and not limited.complete
    assert 200_000 <= limited.cycles < 250_000
    assert after.status == "solved"


def test_cancel_ends_a_search(open_board):
    """The first word of progress cancels it."""
    with Simulator(10, 10) as simulator:
        board = open_board(simulator)
        (outcome,) = board.solve([Job(ENDLESS)], lambda job, state: board.cancel() if state.cycles else None)
    assert outcome.status == "cancelled" and outcome.cycles > 0


def test_three_million_bits_a_second(open_board):
    with Simulator(10, 10) as simulator:
        board = open_board(simulator)
        board.identify()
        assert board.change_rate(3_000_000) == 2_941_176
        # The cable keeps to what was asked for, to within the error that the receiver bears.
        simulator.set_bit_rate(3_000_000)
        check(board, [puzzle("3.", ".."), puzzle("22", "22")])


def test_the_wrong_bit_rate_is_told(open_board):
    with Simulator(10, 10) as simulator:
        simulator.set_bit_rate(115_200)
        with pytest.raises(LinkError, match=r"^simulator: (no answer|\d+ bytes came, but nothing that makes sense)"):
            open_board(simulator, patience=2.0, resend=0.5).identify()


def test_a_second_session_forgets_the_first(open_board):
    with Simulator(10, 10) as simulator:
        first = open_board(simulator)
        jobs = first.solve([Job(ENDLESS)])
        jobs.close()
        first._link.close()
        check(open_board(simulator), [puzzle("3.", "..")])


@pytest.mark.parametrize("rows, cols", [(3, 32), pytest.param(32, 32, marks=pytest.mark.slow)])
def test_32_columns(open_board, rows, cols):
    with Simulator(rows, cols) as simulator:
        board = open_board(simulator)
        assert board.identify().capabilities == (Capability(1, 1, rows, cols),)
        # A loop round the whole grid; its corners are the ends of the registers.
        full = puzzle("2" + "1" * (cols - 2) + "2", *["1" + "0" * (cols - 2) + "1"] * (rows - 2),
                      "2" + "1" * (cols - 2) + "2")
        whole, small = board.solve([Job(full, 2), Job(puzzle("3.", ".."), 2)])
        assert whole.solutions == (("1" * cols,) * rows,) and whole.complete
        assert small.status == "solved"
