"""Jobs on a board: messages and their times, the verification of answers, and the repair of losses."""

import random
from dataclasses import replace
from threading import Event

import pytest

from rowloom.engines.sudoku import SCAN
from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles.encoding import SLITHERLINK
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Capability, Fetch, Reason, Refused, Repeat, Solve, Status, Store
from support.channel import IDENTITY, TIMEOUT, Channel, FakeBoard, connect
from support.jobs import ONE, POOL, SUDOKUS, check, check_all, check_begun, grid, open_rows, puzzle, solver

LARGE_SUDOKU = SUDOKUS[4]


def board_for(*puzzles, engines=IDENTITY.capabilities, **options):
    """Return a fake board that solves these puzzles; see :func:`support.jobs.solver` for the options."""
    return FakeBoard(solver(puzzles, **options), replace(IDENTITY, capabilities=engines))


def outcomes_of(board, *jobs, **options):
    return list(solve(connect(Channel(board, limit=60.0)), jobs, **options))


def test_no_jobs():
    assert outcomes_of(board_for()) == []


@pytest.mark.parametrize("most, awaited", [(None, range(2, 257)), (1, range(1, 2))])
def test_answers_come_together_while_the_board_has_more_to_do(monkeypatch, most, awaited):
    channel = Channel(board_for(ONE, seconds=0.001))
    read, sizes = channel.read, []
    monkeypatch.setattr(channel, "read", lambda least=1: sizes.append(least) or read(least))
    outcomes = list(solve(connect(channel), [Job(ONE)] * 300, most=most))
    assert sum(outcome.verified for outcome in outcomes) == 300
    assert max(sizes) in awaited


@pytest.mark.parametrize("numbers", [1 << 16, 64])
def test_jobs_come_back_in_order(monkeypatch, numbers):
    """The outcomes are in order even if the numbers of the jobs wrap around."""
    for module in "rowloom.host.link.pipeline", "support.channel":
        monkeypatch.setattr(f"{module}.SEQUENCES", numbers)
    jobs = [Job(replace(one), count) for one in POOL * 4 for count in (1, 2)]
    check_all(jobs, outcomes_of(board_for(*POOL), *jobs))


def spy(monkeypatch, board, method, change):
    """Replace a board's method by ``change``, which receives the original method and the arguments."""
    original = getattr(board, method)
    monkeypatch.setattr(board, method, lambda *arguments: change(original, *arguments))


def lose_first(monkeypatch, board, method, lost, instead=lambda: None):
    """Replace a board's method. The first argument of each call is a number. The first call with the number ``lost``
    calls ``instead``; all other calls do what the original method does. Return a list that will contain the numbers of
    all calls."""
    numbers = []

    def call(original, number, *rest):
        numbers.append(number)
        return instead() if number == lost and numbers.count(lost) == 1 else original(number, *rest)

    spy(monkeypatch, board, method, call)
    return numbers


@pytest.mark.parametrize("most, pending", [(None, 10), (1, 1), (3, 3), (19, 10)])
def test_most_pending_jobs(monkeypatch, most, pending):
    board, queued = board_for(ONE), []
    spy(monkeypatch, board, "_solve", lambda answer, *request: (answer(*request), queued.append(len(board._queue)))[0])
    assert len(outcomes_of(board, *[Job(ONE)] * 10, most=most)) == 10
    assert max(queued) == pending


def test_no_more_jobs_are_pending_than_the_board_takes(monkeypatch):
    one, states = grid(4, open_rows(3)), []
    board = board_for(one, engines=(Capability(2, SCAN.number, 16, 16),))
    spy(monkeypatch, board, "_solve", lambda answer, *request: states.append(answer(*request)) or states[-1])
    assert all(outcome.verified for outcome in outcomes_of(board, *[Job(one)] * 30))
    assert len(states) == 30 and not any(state.dropped for state in states)


def test_small_puzzles_of_a_kind_share_a_request():
    board = board_for(*POOL)
    jobs = [Job(ONE)] * 20 + [Job(POOL[-1])] + [Job(ONE, 2)] * 20
    check_all(jobs, outcomes_of(board, *jobs))
    assert board.heard.count(Solve) == 3


def test_progress():
    heard = []
    outcomes_of(board_for(ONE, seconds=2.0), Job(ONE),
                progress=lambda job, state: heard.append((job.puzzle, state.cycles)))
    assert {one for one, _ in heard} == {ONE}
    cycles = [cycles for _, cycles in heard]
    assert cycles == sorted(cycles) and 4 <= len(set(cycles)) <= 8


@pytest.mark.parametrize("change, message", [
    ({"solutions": (b"\5",)}, "row 1, column 2: the clue is 3, but 1 of its edges is a line"),
    ({"solutions": (b"\3", b"\3")}, "it contains the same solution twice"),
    ({"solutions": (b"\3",) * 3}, "SOLVED with 3 solutions"),
    ({"solutions": ()}, "SOLVED with 0 solutions"),
    ({"status": Status.NO_SOLUTION}, "NO_SOLUTION with 1 solutions"),
])  # fmt: skip
def test_wrong_answers(change, message):
    (outcome,) = outcomes_of(board_for(ONE, change=lambda result: result._replace(**change)), Job(ONE, 2))
    assert (outcome.status, outcome.solutions, outcome.verified) == ("error", (), False)
    assert outcome.message == f"the board's answer is wrong: {message}"


@pytest.mark.parametrize("change", [{"status": 7}, {"solutions": (b"\3\0",)}, {"status": Status.REFUSED}])
def test_malformed_answers(change):
    with pytest.raises(LinkError, match=r"^test board: the board's answer makes no sense"):
        outcomes_of(board_for(ONE, change=lambda result: result._replace(**change)), Job(ONE))


@pytest.mark.parametrize("engine", [1, 2])
@pytest.mark.parametrize("rows, cols", [(1, 3), (3, 1), (2, 3), (3, 2), (3, 3)])
def test_puzzles_are_turned_to_fit(engine, rows, cols):
    """The board solves puzzles that were turned by 90 degrees. The outcomes have solutions of the original puzzles."""
    board = board_for(*POOL, *map(Slitherlink.turned, POOL), engines=(Capability(1, engine, rows, cols),))
    size = sorted((rows, cols))
    jobs = [Job(one, 2) for one in POOL if all(map(int.__le__, sorted((one.rows, one.cols)), size))]
    assert len(jobs) >= 4
    check_all(jobs, outcomes_of(board, *jobs))


def test_a_wrong_answer_to_a_turned_puzzle():
    """The message refers to the cells of the original puzzle."""
    one = puzzle("3.. ...")
    full = SLITHERLINK.encode_solution(("11", "11", "11"))
    board = board_for(Slitherlink.turned(one), engines=(Capability(1, 2, 3, 2),),
                      change=lambda result: result._replace(solutions=(full,)))
    (outcome,) = outcomes_of(board, Job(one))
    assert "answer is wrong: row 1, column 1: " in outcome.message


@pytest.mark.parametrize("reason, fact", [
    (Reason.MALFORMED, "malformed"), (Reason.UNKNOWN_GENRE, "genre"), (Reason.TOO_LARGE, "too large"),
    (Reason.UNKNOWN_KIND, "reason 7"),
])  # fmt: skip
def test_refusals(monkeypatch, reason, fact):
    board = board_for(ONE)
    monkeypatch.setattr(board, "_refuses", lambda request: reason)
    (outcome,) = outcomes_of(board, Job(ONE))
    assert outcome.status == "error" and fact in outcome.message


def test_a_board_that_restarts_all_the_time():
    channel = Channel(board_for(ONE, seconds=60.0), resets=0.005, limit=600.0)
    with pytest.raises(LinkError, match=r"^test board: the board loses its puzzles again and again"):
        list(solve(connect(channel), [Job(ONE)]))


@pytest.mark.parametrize("seed", range(5))
def test_a_cable_that_is_unplugged(seed):
    """Outcomes that arrived before the cable was unplugged are not lost."""
    jobs = [Job(random.Random(seed).choice(POOL)) for _ in range(20)]
    channel = Channel(board_for(*POOL), seed=seed, dies_at=2.0 + seed / 12)
    outcomes = []
    with pytest.raises(LinkError, match=r"^test board: the connection was lost"):
        outcomes += solve(connect(channel), jobs)
    assert 8 <= sum(not outcome.lost for outcome in outcomes) <= 12
    assert len(outcomes) == 20
    check_begun(jobs, outcomes)


@pytest.mark.parametrize("lost", range(4))
def test_a_lost_result_is_requested_again(monkeypatch, lost):
    """The host notices the loss whether or not later results arrive."""
    board = board_for(*POOL)
    lose_first(monkeypatch, board, "_send", lost)
    jobs = [Job(replace(one)) for one in POOL[:4]]
    check_all(jobs, outcomes_of(board, *jobs))
    assert board.heard.count(Repeat) == board.heard.count(Solve) == 1


@pytest.mark.parametrize("lost", range(4))
def test_a_lost_request_is_sent_again(monkeypatch, lost):
    """All later requests are sent again, too."""
    board = board_for(*POOL)
    numbers = lose_first(monkeypatch, board, "_solve", lost)
    jobs = [Job(one) for one in (POOL[0], POOL[7], POOL[8], POOL[9])]  # puzzles of four sizes
    check_all(jobs, outcomes_of(board, *jobs))
    assert len(numbers) == 4 + 4 - lost


@pytest.mark.parametrize("pause, rate", [(0.0, 3_000_000), (100.0, 1_000_000)])
def test_another_bit_rate(pause, rate):
    """A long pause of the caller is no error, although the board returns to its initial rate."""
    board = board_for(*POOL)
    channel = Channel(board)
    session = connect(channel)
    assert session.rate.change(3_000_000) == 3_000_000
    jobs = [Job(one) for one in POOL[:4]]
    for job, outcome in zip(jobs, solve(session, jobs), strict=True):
        check(job, outcome)
        channel.now += pause
        board.step(pause)
    assert board.bit_rate == rate


# Puzzles that are too large for a message


@pytest.fixture
def pieces_board(monkeypatch):
    """Return a function that makes a board which receives a 36x36 Sudoku in five pieces."""
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    engines = (*IDENTITY.capabilities, Capability(2, SCAN.number, 36, 36))
    return lambda *puzzles, **options: board_for(*(puzzles or SUDOKUS), *POOL, engines=engines, **options)


def test_a_puzzle_in_pieces_is_alone_on_the_board(pieces_board):
    board = pieces_board()
    jobs = [Job(ONE), Job(LARGE_SUDOKU, 2), Job(SUDOKUS[0]), Job(ONE)]
    check_all(jobs, outcomes := outcomes_of(board, *jobs))
    assert outcomes[1].solutions == (grid(6).cells,)
    about = [kind for kind in board.heard if kind in (Store, Solve, Fetch)]
    assert about == [Solve, *[Store] * 5, Solve, *[Fetch] * 5, Solve, Solve]


def test_cells_that_were_overwritten_are_sent_again(monkeypatch, pieces_board):
    """The CRC of all cells shows that some cells were overwritten."""
    board = pieces_board()

    def spoil(store, *request):
        answer = store(*request)
        if board.heard.count(Store) == 5:
            board.cells[700] ^= 1
        return answer

    spy(monkeypatch, board, "_store", spoil)
    check_all([Job(LARGE_SUDOKU)], outcomes_of(board, Job(LARGE_SUDOKU)))
    assert [board.heard.count(kind) for kind in (Store, Solve)] == [10, 2]
    monkeypatch.setattr(board, "_refuses", lambda request: Reason.MALFORMED)
    with pytest.raises(LinkError, match=r"^test board: the board loses its puzzles again and again"):
        outcomes_of(board, Job(LARGE_SUDOKU))


def test_a_busy_engine(monkeypatch, pieces_board):
    board, refusals = pieces_board(), iter([Refused(Reason.BUSY)] * 3)
    spy(monkeypatch, board, "_store", lambda store, *request: next(refusals, None) or store(*request))
    check_all([Job(LARGE_SUDOKU)], outcomes_of(board, Job(LARGE_SUDOKU)))


def test_an_old_answer_about_another_puzzle_is_ignored(monkeypatch, pieces_board):
    """The first piece of the second puzzle is lost; the answer to the first piece of the first puzzle arrives twice."""
    board = pieces_board()
    channel = Channel(board, limit=60.0)
    lose_first(monkeypatch, board, "_store", 1, lambda: channel.inject(
        protocol.pack(protocol.Stored(300), board._session, 0)))
    jobs = [Job(LARGE_SUDOKU), Job(SUDOKUS[5])]
    check_all(jobs, solve(connect(channel), jobs))


@pytest.mark.parametrize("change, message", [
    (lambda cells: b"\2" + cells[1:], "2 appears twice in the same row: in row 1, column 1 and in row 1, column 2"),
    (lambda cells: b"\0" + cells[1:], "row 1, column 1: 0 is not a digit from 1 to 36"),
    (lambda cells: cells[:-1], "a 36x36 solution is 1296 bytes long, not 1295"),
    (lambda cells: b"", "a 36x36 solution is 1296 bytes long, not 0"),
])  # fmt: skip
def test_fetched_solutions_are_verified(pieces_board, change, message):
    one = grid(6, open_rows(0))
    board = pieces_board(one, change=lambda result: result._replace(solutions=tuple(map(change, result.solutions))))
    (outcome,) = outcomes_of(board, Job(one))
    assert (outcome.status, outcome.message) == ("error", f"the board's answer is wrong: {message}")


@pytest.mark.parametrize("kind", [Store, Solve, Fetch])
def test_an_exception_in_the_middle(monkeypatch, pieces_board, kind):
    """After the exception, the same session and a new session still solve jobs."""
    board = pieces_board(seconds=2.0)
    channel = Channel(board)
    session = connect(channel)

    def write(data):
        if board.heard.count(kind) == 1:
            raise ZeroDivisionError
        Channel.write(channel, data)

    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(channel, "write", write)
        list(solve(session, [Job(LARGE_SUDOKU), Job(ONE)]))
    for again in (session, connect(channel)):
        jobs = [Job(SUDOKUS[3]), Job(ONE), Job(LARGE_SUDOKU)]
        check_all(jobs, solve(again, jobs))


@pytest.mark.parametrize("kind, status", [(Store, "cancelled"), (Solve, "cancelled"), (Fetch, "solved")])
def test_cancel_in_the_middle(monkeypatch, pieces_board, kind, status):
    """A job that already has a result is finished instead of cancelled."""
    board, cancel = pieces_board(seconds=5.0), Event()
    spy(monkeypatch, board, "feed", lambda feed, data: feed(data) or (kind in board.heard and cancel.set()))
    first, second = outcomes_of(board, Job(LARGE_SUDOKU), Job(SUDOKUS[0]), cancel=cancel)
    assert (first.status, second.status) == (status, "cancelled")


def test_a_board_that_does_not_cancel(monkeypatch):
    board, cancel = board_for(ONE, seconds=1000.0), Event()
    monkeypatch.setattr(board, "_cancel", lambda sequence: None)
    channel = Channel(board, limit=60.0)
    with pytest.raises(LinkError, match=r"^test board: the board has stopped answering"):
        list(solve(connect(channel), [Job(ONE)], lambda job, state: cancel.set(), cancel=cancel))
    assert channel.now < TIMEOUT + 2.0
