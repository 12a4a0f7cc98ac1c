"""Jobs that are distributed over several boards, some of which fail."""

from collections import Counter
from functools import cache
from itertools import count
from threading import Barrier, Event

import pytest

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link.pool import solve
from rowloom.host.wire.protocol import Capability, Solve
from support.channel import Channel, FakeBoard, connect
from support.jobs import NONE, ONE, TWO, check_all, puzzle
from support.progress import Shown
from support.says import Says
from support.terminal import CHECKER, DEDUCER, loop_board, loop_solver

LARGE = puzzle("." * 11)
ALL = [Job(one) for one in (ONE, TWO, NONE)]


def sessions(*boards):
    return [connect(Channel(board, seed=seed)) for seed, board in enumerate(boards)]


def dying(seconds, dies_after, engines=(CHECKER,)):
    """Return a session with a board that takes ``seconds`` for a puzzle, and later dies."""
    (session,) = sessions(loop_board(seconds, engines))
    session.identify()
    session.link.dies_at = session.link.now + dies_after
    return session


@pytest.mark.parametrize("seconds", [(0.01,), (0.01, 0.01), (0.0, 0.01, 3.0), (0.5,) * 8])
def test_outcomes_come_in_order(seconds):
    jobs = ALL * 60
    check_all(jobs, list(solve(sessions(*map(loop_board, seconds)), jobs)))


def meeting(*seconds):
    """Return one board for each argument; the argument is the time that this board takes for a puzzle. No board begins
    its first search before every board has a puzzle."""
    barrier = Barrier(len(seconds), timeout=20)

    def board(seconds):
        meet, solve = cache(barrier.wait), loop_solver(seconds)

        def search(request):
            meet()  # waits only in the first search
            return solve(request)

        return FakeBoard(search)

    return list(map(board, seconds))


def test_no_board_takes_more_than_its_share():
    """If there are as many puzzles as boards, each board gets a puzzle. Progress names the board."""
    shown, boards = Shown(), meeting(3.0, 3.0, 3.0)
    named = sessions(*boards)
    for number, session in enumerate(named):
        session.link.name = f"board {number}"
    check_all(ALL, list(solve(named, ALL, shown)))
    assert [board.heard.count(Solve) for board in boards] == [1, 1, 1]
    assert {board for board, *_ in shown.heard} == {"board 0", "board 1", "board 2"}


def test_puzzles_go_to_a_board_that_can_solve_them():
    small, large = loop_board(engines=(CHECKER,)), loop_board(engines=(Capability(1, 2, 1, 11),), clock=80_000_000)
    jobs = [Job(ONE), Job(LARGE), Job(ONE), Job(LARGE)]
    found = [(outcome.status, outcome.clock, outcome.engine) for outcome in solve(sessions(small, large), jobs)]
    assert found == [("solved", 50_000_000, "checker"), ("solved", 80_000_000, "deducer")] * 2


def test_puzzles_that_no_board_can_solve():
    huge = puzzle(" ".join(["." * 12] * 12))
    boards = loop_board(engines=(CHECKER,)), loop_board(engines=(DEDUCER,))
    one, other, asked = solve(sessions(*boards), [Job(huge), Job(ONE), Job(ONE, engine="parallel")])
    assert (one.status, one.lost, one.message.startswith("12x12 is too large for this build")) == ("error", False, True)
    assert (other.status, asked.status, asked.message) == (
        "solved", "error", "this build has no parallel engine for slitherlink")  # fmt: skip


@pytest.mark.parametrize("dies_at", [0.0, 0.03, 0.5, 1.7])
def test_a_board_that_dies_loses_nothing(dies_at):
    shown, jobs = Shown(), ALL * 40
    one, other = sessions(loop_board(), loop_board())
    check_all(jobs, list(solve([one, dying(0.1, dies_at), other], jobs, shown)))
    assert shown.messages in ([], [Says("test board: the connection was lost (was the cable", "other boards continue")])


def test_other_boards_solve_the_puzzles_of_a_dead_board():
    shown = Shown()
    alive, dead = sessions(*meeting(0.01, 1000.0))
    dead.link.dies_at = 100.0
    check_all(ALL, list(solve([alive, dead], ALL, shown)))
    assert shown.messages == [Says("continue with its 1 puzzle")]


def test_puzzles_that_only_a_dead_board_could_solve():
    dead = dying(1000.0, 100.0, (DEDUCER,))
    shown = Shown()
    large, unique = solve([*sessions(loop_board()), dead], [Job(LARGE), Job(ONE)], shown)
    assert (large.status, large.lost, large.message.startswith("not solved: test board: ")) == ("error", False, True)
    assert unique.status == "solved"
    assert shown.messages == [Says("the other boards continue")] and "with its" not in shown.messages[0]


def test_all_boards_die():
    outcomes, jobs = [], (Job(ONE) for _ in count())
    with pytest.raises(LinkError, match=r"^test board: the connection was lost"):
        outcomes += solve([dying(0.1, 1.0), dying(0.1, 2.0)], jobs)
    assert outcomes[0].status == "solved" and outcomes[-1].lost
    assert not [outcome for outcome in outcomes if not outcome.lost and outcome.status != "solved"]


def test_cancelling_ends_all_boards():
    cancel = Event()
    outcomes = []
    for outcome in solve(sessions(loop_board(), loop_board()), (Job(ONE) for _ in count()), cancel=cancel):
        outcomes.append(outcome)
        if len(outcomes) == 50:
            cancel.set()
    counts = Counter(outcome.status for outcome in outcomes)
    assert counts["solved"] >= 50 and counts["cancelled"] > 0 and counts.keys() == {"solved", "cancelled"}


def test_memory_is_bounded():
    read = []
    jobs = (read.append(number) or Job(ONE) for number in count())
    outcomes = solve(sessions(loop_board(), loop_board()), jobs)
    for number in range(100):
        next(outcomes)
        assert len(read) <= 4096 + number
    outcomes.close()


def test_a_fault_of_the_program_is_not_hidden():
    progress = Shown()
    progress.running = lambda *state: 1 / 0
    with pytest.raises(ZeroDivisionError):
        list(solve(sessions(loop_board(3.0), loop_board(3.0)), ALL, progress=progress))
