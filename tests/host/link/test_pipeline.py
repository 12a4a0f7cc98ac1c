"""Jobs through a board, over lines that do everything wrong that a line can."""

import random
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from threading import Event

import pytest

from rowloom.engines.sudoku import SCAN
from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles import genre
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.wire.protocol import (
    Capability,
    Fetch,
    Reason,
    Refused,
    Repeat,
    Result,
    Results,
    Solve,
    State,
    Status,
    Store,
    Stored,
    pack,
)
from support.channel import IDENTITY, TIMEOUT, Channel, FakeBoard, Faults, connect
from support.jobs import LARGE, NONE, ONE, POOL, SUDOKUS, TWO, answers, check, check_begun, grid, open_rows, puzzle

CLOCK = 50_000_000

SCAN_36X36 = Capability(2, SCAN.number, 36, 36)


def encode(a_puzzle):
    return genre(a_puzzle.genre).encode(a_puzzle)


def packed(one, solution):
    """A solution as it goes over the wire."""
    if one.genre == "slitherlink":
        cells = "".join(solution)
        return int(cells[::-1], 2).to_bytes((len(cells) + 7) // 8, "little")
    if one.rows > 16:
        # Fetched, a byte a cell.
        return bytes(digit for row in solution for digit in row)
    digits = [digit - 1 for row in solution[:-1] for digit in row[:-1]]
    return bytes(low | high << 4 for low, high in zip_longest(digits[::2], digits[1::2], fillvalue=0))


def solver(puzzles, seconds=0.2, change=lambda result: result):
    """What a fake board answers for these puzzles, ``change`` made to it."""
    known = {(one.rows, one.cols, encode(one)): one for one in puzzles}

    @cache
    def search(request):
        one = known[request.rows, request.cols, request.puzzles]
        if request.limit and seconds * CLOCK > request.limit:
            found, status, complete = [], Status.LIMIT, False
        else:
            found = answers(one)[: request.count]
            status, complete = (Status.SOLVED if found else Status.NO_SOLUTION), True
        counters = (50, 40, 2) if request.counters else ()
        result = Result(status, complete, int(seconds * CLOCK), counters, tuple(packed(one, each) for each in found))
        return change(result), seconds

    return lambda request: search(replace(request, taken=0))


# All goes well


@pytest.mark.parametrize("most, awaited", [(None, range(2, 257)), (1, range(1, 2))])
def test_answers_come_together_while_the_board_has_more_to_do(monkeypatch, most, awaited):
    channel = Channel(FakeBoard(solver([ONE], seconds=0.001), IDENTITY))
    read, sizes = channel.read, []
    monkeypatch.setattr(channel, "read", lambda least=1: sizes.append(least) or read(least))
    outcomes = list(solve(connect(channel), [Job(ONE)] * 300, most=most))
    assert sum(outcome.verified for outcome in outcomes) == 300
    assert max(sizes) in awaited


def test_jobs_come_back_in_order():
    jobs = [Job(one, count) for one in POOL for count in (1, 2)]
    for job, outcome in zip(jobs, solve(connect(Channel(FakeBoard(solver(POOL)))), jobs), strict=True):
        check(job, outcome)


@pytest.mark.parametrize("most, pending", [(None, 10), (1, 1), (3, 3), (19, 10)])
def test_as_many_are_pending_as_are_wanted(monkeypatch, most, pending):
    board = FakeBoard(solver([ONE]))
    queued, answer = [], board._solve

    def listen(sequence, request):
        state = answer(sequence, request)
        queued.append(len(board._queue))
        return state

    monkeypatch.setattr(board, "_solve", listen)
    outcomes = list(solve(connect(Channel(board)), [Job(ONE)] * 10, most=most))
    assert (len(outcomes), max(queued)) == (10, pending)


def test_no_more_are_pending_than_the_board_takes(monkeypatch):
    board = FakeBoard(solver([LARGE_SUDOKU := grid(4, open_rows(3))]), replace(
        IDENTITY, capabilities=(Capability(2, SCAN.number, 16, 16),)))
    states, answer = [], board._solve

    def listen(sequence, request):
        states.append(answer(sequence, request))
        return states[-1]

    monkeypatch.setattr(board, "_solve", listen)
    outcomes = list(solve(connect(Channel(board)), [Job(LARGE_SUDOKU)] * 30))
    assert all(outcome.verified for outcome in outcomes)
    assert len(states) == 30 and not any(state.dropped for state in states)


def test_small_puzzles_of_a_kind_share_a_request():
    board = FakeBoard(solver(POOL))
    jobs = [Job(ONE)] * 20 + [Job(POOL[-1])] + [Job(ONE, 2)] * 20
    for job, outcome in zip(jobs, solve(connect(Channel(board)), jobs), strict=True):
        check(job, outcome)
    assert board.heard.count(Solve) == 3


@pytest.mark.parametrize("counters", [False, True])
def test_outcome_holds_the_figures(counters):
    (outcome,) = solve(connect(Channel(FakeBoard(solver([ONE])))), [Job(ONE, counters=counters)])
    assert outcome.cycles == 10_000_000
    assert outcome.counters == ({"nodes": 50, "backs": 40, "candidates": 2} if counters else {})
    assert (outcome.engine, outcome.verified, outcome.message) == ("checker", True, "")


@pytest.mark.parametrize("one, count, status, message", [
    (ONE, 2, "solved", "unique: there is no other solution"),
    (TWO, 2, "solved", "not unique: there is a second solution"),
    (TWO, 1, "solved", ""),
    (NONE, 1, "no-solution", "there is no solution"),
])  # fmt: skip
def test_messages(one, count, status, message):
    (outcome,) = solve(connect(Channel(FakeBoard(solver([one])))), [Job(one, count)])
    assert (outcome.status, outcome.message) == (status, message)


def test_limit():
    (outcome,) = solve(connect(Channel(FakeBoard(solver([ONE])))), [Job(ONE, limit=5_000_000)])
    assert (outcome.status, outcome.message) == ("limit", "not solved within 5,000,000 cycles")


def test_a_search_for_a_second_solution_that_was_ended():
    board = FakeBoard(solver([ONE], change=lambda result: result._replace(complete=False)))
    (outcome,) = solve(connect(Channel(board)), [Job(ONE, 2)])
    assert (outcome.status, outcome.message) == ("solved", "a solution; the search for another one was ended")


def test_several_puzzles_are_in_flight():
    """Ten puzzles that take no time need far less than ten exchanges one after the other."""
    channel = Channel(FakeBoard(solver([ONE], seconds=0.0)))
    session = connect(channel)
    session.identify()
    start = channel.now
    assert len(list(solve(session, [Job(ONE)] * 10))) == 10
    assert channel.now - start < 10 * 2 * channel.STEP


def test_job_numbers_wrap(monkeypatch):
    for module in "rowloom.host.link.pipeline", "support.channel":
        monkeypatch.setattr(f"{module}.SEQUENCES", 64)
    board = FakeBoard(solver(POOL))
    jobs = [Job(replace(one), count) for one in POOL * 8 for count in (1, 2)]
    for job, outcome in zip(jobs, solve(connect(Channel(board)), jobs), strict=True):
        check(job, outcome)


def test_progress():
    heard = []
    channel = Channel(FakeBoard(solver([ONE], seconds=2.0)))
    list(solve(connect(channel), [Job(ONE)], lambda job, state: heard.append((job.puzzle, state.cycles))))
    assert {one for one, _ in heard} == {ONE}
    cycles = [cycles for _, cycles in heard]
    assert cycles == sorted(cycles) and 4 <= len(set(cycles)) <= 8


def test_no_jobs():
    assert list(solve(connect(Channel(FakeBoard(solver([])))), [])) == []


# Nothing that a board says is believed


@pytest.mark.parametrize("change, message", [
    ({"solutions": (b"\5",)}, "row 1, column 2: the clue is 3, but 1 of its edges is a line"),
    ({"solutions": (b"\3", b"\3")}, "it holds the same solution twice"),
    ({"solutions": (b"\3",) * 3}, "SOLVED with 3 solutions"),
    ({"solutions": ()}, "SOLVED with 0 solutions"),
    ({"status": Status.NO_SOLUTION}, "NO_SOLUTION with 1 solutions"),
])  # fmt: skip
def test_wrong_answers(change, message):
    board = FakeBoard(solver([ONE, TWO], change=lambda result: result._replace(**change)))
    outcome = next(solve(connect(Channel(board)), [Job(ONE, 2)]))
    assert (outcome.status, outcome.solutions, outcome.verified) == ("error", (), False)
    assert outcome.message == f"the board's answer is wrong: {message}"


@pytest.mark.parametrize("change", [{"status": 7}, {"solutions": (b"\3\0",)}, {"status": Status.REFUSED}])
def test_a_board_that_makes_no_sense(change):
    board = FakeBoard(solver([ONE], change=lambda result: result._replace(**change)))
    with pytest.raises(LinkError, match=r"^test board: the board's answer makes no sense"):
        list(solve(connect(Channel(board)), [Job(ONE)]))


# What a build cannot do


def test_too_large():
    large, one = solve(connect(Channel(FakeBoard(solver([ONE])))), [Job(LARGE), Job(ONE)])
    assert (large.status, one.status) == ("error", "solved")
    assert large.message.startswith("11x10 is too large for this build, which takes up to 10x10")


@pytest.mark.parametrize("asked, taken", [(None, "deducer"), ("fast", "deducer"), ("checker", "checker")])
def test_the_engine_that_is_taken(asked, taken):
    identity = replace(IDENTITY, capabilities=(Capability(1, 1, 10, 10), Capability(1, 2, 10, 10)))
    (outcome,) = solve(connect(Channel(FakeBoard(solver([ONE]), identity))), [Job(ONE, engine=asked)])
    assert (outcome.engine, outcome.verified) == (taken, True)


@pytest.mark.parametrize("engine", [1, 2])
@pytest.mark.parametrize("rows, cols", [(1, 3), (3, 1), (2, 3), (3, 2), (3, 3)])
def test_what_fits_only_when_it_is_turned(engine, rows, cols):
    """All puzzles that fit at all are solved, and told as they were given."""
    identity = replace(IDENTITY, capabilities=(Capability(1, engine, rows, cols),))
    board = FakeBoard(solver([*POOL, *map(Slitherlink.turned, POOL)]), identity)
    fitting = [
        one for one in POOL if (one.rows <= rows and one.cols <= cols) or (one.cols <= rows and one.rows <= cols)
    ]
    jobs = [Job(one, 2) for one in fitting]
    outcomes = list(solve(connect(Channel(board)), jobs))
    assert len(outcomes) == len(jobs) >= 4
    for job, outcome in zip(jobs, outcomes):
        check(job, outcome)


def test_a_wrong_answer_to_a_turned_puzzle():
    """What is wrong is told of the puzzle as it was given."""
    identity = replace(IDENTITY, capabilities=(Capability(1, 2, 3, 2),))
    one = puzzle("3.. ...")
    full = packed(one, ("11", "11", "11"))
    board = FakeBoard(
        solver([Slitherlink.turned(one)], change=lambda result: result._replace(solutions=(full,))), identity
    )
    (outcome,) = solve(connect(Channel(board)), [Job(one)])
    assert "answer is wrong: row 1, column 1: " in outcome.message


@pytest.mark.parametrize("reason, fact", [
    (Reason.MALFORMED, "malformed"), (Reason.UNKNOWN_GENRE, "genre"), (Reason.TOO_LARGE, "too large"),
    (Reason.UNKNOWN_KIND, "reason 7"),
])  # fmt: skip
def test_refusals(monkeypatch, reason, fact):
    board = FakeBoard(solver([ONE]))
    monkeypatch.setattr(board, "_refuses", lambda request: reason)
    (outcome,) = solve(connect(Channel(board)), [Job(ONE)])
    assert outcome.status == "error" and fact in outcome.message


# A line that does harm


@pytest.fixture(params=["fake board", "firmware"])
def new_board(request):
    """Makes a board that can solve the pool: one of this side's making, or the real firmware.

    The latter takes no time but its own.
    """
    if request.param == "firmware":
        board = request.getfixturevalue("native")
    request.getfixturevalue("monkeypatch").setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    identity = replace(IDENTITY, capabilities=(*IDENTITY.capabilities, SCAN_36X36))

    def make(seconds):
        if request.param == "firmware":
            board.reset()
            return board
        return FakeBoard(solver([*POOL, *SUDOKUS], seconds), identity)

    return make


def run(new_board, seed, faults):
    """A random batch over a faulty line: its outcomes are true, or a LinkError says that there are none.

    Returns
    -------
    bool
        Whether the whole batch came through.
    """
    rng = random.Random(seed)
    jobs = [
        Job(replace(rng.choice((POOL, SUDOKUS)[rng.random() < 0.3])), rng.choice((1, 2)))
        for _ in range(rng.randrange(1, 8))
    ]
    board = new_board(seconds=rng.choice((0.0, 0.03, 0.5, 3.0)))
    channel = Channel(board, faults, seed, limit=600.0)
    session = connect(channel)
    outcomes = []
    try:
        if rng.random() < 0.5:
            assert session.rate.change(2_500_000) in (1_000_000, 2_500_000)
        for outcome in solve(session, jobs):
            outcomes.append(outcome)
    except LinkError:
        came_through = False
    else:
        came_through = True
        assert len(outcomes) == len(jobs)
        assert not any(outcome.lost for outcome in outcomes)
    check_begun(jobs, outcomes)
    return came_through


@pytest.mark.parametrize("kind", ["cut", "drop", "lose", "flip", "repeat", "delay", "noise"])
def test_one_kind_of_harm(new_board, kind):
    """A tenth of all pieces are harmed: hardly a batch fails."""
    came_through = [run(new_board, seed, Faults(**{kind: 0.1})) for seed in range(75)]
    assert sum(came_through) >= 74


def test_every_kind_of_harm_at_once(new_board):
    faults = Faults(cut=0.2, drop=0.03, lose=0.03, flip=0.03, repeat=0.05, delay=0.05, noise=0.05)
    came_through = [run(new_board, seed, faults) for seed in range(300)]
    assert sum(came_through) >= 295


def test_a_line_that_is_hardly_one(new_board):
    """Most frames are lost: some batches fail, none hangs, and nothing wrong comes out."""
    faults = Faults(cut=0.3, drop=0.2, lose=0.1, flip=0.2, repeat=0.2, delay=0.3, noise=0.2)
    came_through = [run(new_board, seed, faults) for seed in range(125)]
    assert True in came_through and False in came_through


def test_a_board_that_resets_itself(new_board):
    """About every twenty seconds, at any moment."""
    faults = Faults(drop=0.02, flip=0.02, reset=0.0005)
    came_through = [run(new_board, seed, faults) for seed in range(200)]
    assert sum(came_through) >= 190


def test_a_board_that_resets_itself_all_the_time():
    with pytest.raises(LinkError, match=r"^test board: the board loses its puzzles again and again"):
        channel = Channel(FakeBoard(solver([ONE], 60.0)), Faults(reset=0.005), limit=600.0)
        list(solve(connect(channel), [Job(ONE)]))


@pytest.mark.parametrize("seed", range(20))
def test_a_cable_that_is_pulled(seed):
    """What was solved by then is kept."""
    jobs = [Job(random.Random(seed).choice(POOL)) for _ in range(20)]
    channel = Channel(FakeBoard(solver(POOL)), seed=seed, dies_at=2.0 + seed / 50)
    outcomes = []
    with pytest.raises(LinkError, match=r"^test board: the connection was lost"):
        for outcome in solve(connect(channel), jobs):
            outcomes.append(outcome)
    assert 8 <= sum(not outcome.lost for outcome in outcomes) <= 12
    assert len(outcomes) == 20
    check_begun(jobs, outcomes)


@pytest.mark.parametrize("lost", range(4))
def test_a_lost_result_is_asked_for_again(monkeypatch, lost):
    """Whether others come after it or not."""
    board = FakeBoard(solver(POOL))
    send, numbers = board._send, []

    def lose_one(number):
        if number != lost or number in numbers:
            send(number)
        numbers.append(number)

    monkeypatch.setattr(board, "_send", lose_one)
    jobs = [Job(replace(one)) for one in POOL[:4]]
    for job, outcome in zip(jobs, solve(connect(Channel(board)), jobs), strict=True):
        check(job, outcome)
    assert board.heard.count(Repeat) == board.heard.count(Solve) == 1


@pytest.mark.parametrize("lost", range(4))
def test_a_lost_request_is_sent_again(monkeypatch, lost):
    """And what came behind it."""
    board = FakeBoard(solver(POOL))
    answer, numbers = board._solve, []

    def lose_one(sequence, request):
        numbers.append(sequence)
        return answer(sequence, request) if sequence != lost or numbers.count(lost) > 1 else None

    monkeypatch.setattr(board, "_solve", lose_one)
    jobs = [Job(one) for one in (POOL[0], POOL[7], POOL[8], POOL[9])]  # of four sizes
    for job, outcome in zip(jobs, solve(connect(Channel(board)), jobs), strict=True):
        check(job, outcome)
    assert len(numbers) == 4 + 4 - lost


@pytest.mark.parametrize("message", [
    Results(Result(Status.NO_SOLUTION, True).encode()),
    Refused(Reason.NO_SESSION),
    Refused(Reason.TOO_LARGE),
    State(9, 9),
])  # fmt: skip
def test_another_session_is_not_listened_to(message):
    """What an earlier connection left in the line."""
    channel = Channel(FakeBoard(solver([ONE])))
    outcomes = solve(connect(channel), [Job(ONE)], lambda job, state: channel.inject(pack(message, 12345)))
    check(Job(ONE), next(outcomes))


def test_a_board_that_dies(monkeypatch):
    """The cable is there, but nothing comes: told in seconds, and what was solved is kept."""
    board = FakeBoard(solver([ONE], seconds=1.0))
    channel = Channel(board, limit=30.0)
    outcomes = solve(connect(channel), [Job(ONE)] * 4)
    assert next(outcomes).verified
    monkeypatch.setattr(board, "feed", lambda data: None)
    monkeypatch.setattr(board, "take", lambda: b"")
    with pytest.raises(LinkError, match=r"^test board: the board has stopped answering"):
        assert all(outcome.lost for outcome in outcomes)
    assert channel.now < 1.0 + TIMEOUT + 1.0


# Another bit rate


def test_rate():
    board = FakeBoard(solver(POOL, seconds=3.0))
    channel = Channel(board)
    session = connect(channel)
    assert session.rate.change(3_000_000) == 3_000_000
    jobs = [Job(one) for one in POOL[:3]]
    for job, outcome in zip(jobs, solve(session, jobs), strict=True):
        check(job, outcome)
    assert board.bit_rate == channel.bit_rate == 3_000_000


def test_a_caller_that_takes_its_time():
    """It is no silence of the board, even if that goes back to its own bit rate meanwhile."""
    board = FakeBoard(solver(POOL))
    channel = Channel(board)
    session = connect(channel)
    session.rate.change(3_000_000)
    jobs = [Job(one) for one in POOL[:4]]
    for job, outcome in zip(jobs, solve(session, jobs), strict=True):
        check(job, outcome)
        channel.now += 100.0
        board.step(100.0)
    assert board.bit_rate == 1_000_000


# What is too large for a message


def pieces_board(monkeypatch, puzzles=SUDOKUS, seconds=0.2):
    """36x36 takes five pieces each way."""
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    identity = replace(IDENTITY, capabilities=(*IDENTITY.capabilities, SCAN_36X36))
    return FakeBoard(solver([*puzzles, *POOL], seconds), identity)


LARGE_SUDOKU = SUDOKUS[4]


def test_pieces(monkeypatch):
    board = pieces_board(monkeypatch)
    (outcome,) = solve(connect(Channel(board)), [Job(LARGE_SUDOKU, 2)])
    assert outcome.solutions == (grid(6).cells,)
    assert outcome.message == "unique: there is no other solution"
    assert [board.heard.count(kind) for kind in (Store, Solve, Fetch)] == [5, 1, 5]


def test_both_solutions_are_fetched(monkeypatch):
    one = SUDOKUS[5]
    board = pieces_board(monkeypatch)
    (outcome,) = solve(connect(Channel(board)), [Job(one, 2)])
    check(Job(one, 2), outcome)
    assert board.heard.count(Fetch) == 10


def test_a_batch_of_all_sizes(new_board):
    jobs = [Job(one, count) for one in (*POOL, *SUDOKUS) for count in (1, 2)]
    random.Random(0).shuffle(jobs)
    channel = Channel(new_board(seconds=0.1))
    for job, outcome in zip(jobs, solve(connect(channel), jobs), strict=True):
        check(job, outcome)


def test_a_puzzle_in_pieces_is_alone_on_the_board(monkeypatch):
    board = pieces_board(monkeypatch)
    small = SUDOKUS[0]
    outcomes = solve(connect(Channel(board)), [Job(ONE), Job(LARGE_SUDOKU), Job(small), Job(ONE)])
    assert all(outcome.verified for outcome in outcomes)
    about = [kind for kind in board.heard if kind in (Store, Solve, Fetch)]
    assert about == [Solve, *[Store] * 5, Solve, *[Fetch] * 5, Solve, Solve]


@pytest.mark.parametrize("seed", range(40))
def test_a_board_that_is_reset_in_the_middle(monkeypatch, seed):
    """Wherever that is, all begins again."""
    board = pieces_board(monkeypatch)
    channel, feed, fed = Channel(board, limit=60.0), board.feed, 0

    def feed_and_reset(data):
        nonlocal fed
        feed(data)
        fed += 1
        if fed == seed:
            board.reset()

    monkeypatch.setattr(board, "feed", feed_and_reset)
    jobs = [Job(LARGE_SUDOKU), Job(SUDOKUS[3], 2), Job(SUDOKUS[0])]
    for job, outcome in zip(jobs, solve(connect(channel), jobs), strict=True):
        check(job, outcome)


def test_cells_that_were_overwritten(monkeypatch):
    """Found out by their CRC; they are sent again."""
    board = pieces_board(monkeypatch)
    store = board._store

    def spoil(sequence, request):
        answer = store(sequence, request)
        if board.heard.count(Store) == 5:
            board.cells[700] ^= 1
        return answer

    monkeypatch.setattr(board, "_store", spoil)
    (outcome,) = solve(connect(Channel(board)), [Job(LARGE_SUDOKU)])
    check(Job(LARGE_SUDOKU), outcome)
    assert [board.heard.count(kind) for kind in (Store, Solve)] == [10, 2]


def test_cells_that_are_overwritten_all_the_time(monkeypatch):
    board = pieces_board(monkeypatch)
    monkeypatch.setattr(board, "_refuses", lambda request: Reason.MALFORMED)
    with pytest.raises(LinkError, match=r"^test board: the board loses its puzzles again and again"):
        list(solve(connect(Channel(board)), [Job(LARGE_SUDOKU)]))


def test_a_busy_engine_is_waited_for(monkeypatch):
    board = pieces_board(monkeypatch)
    store, refusals = board._store, iter([Refused(Reason.BUSY)] * 3)
    monkeypatch.setattr(board, "_store", lambda sequence, request: next(refusals, None) or store(sequence, request))
    (outcome,) = solve(connect(Channel(board)), [Job(LARGE_SUDOKU)])
    check(Job(LARGE_SUDOKU), outcome)


def test_an_old_answer_about_another_puzzle_is_none(monkeypatch):
    """The same pieces of two puzzles, of which the second one's first is lost on its way to the board."""
    board = pieces_board(monkeypatch)
    channel, store, stored = Channel(board, limit=60.0), board._store, []

    def lose_one(sequence, request):
        stored.append(sequence)
        if stored.count(1) == 1:
            channel.inject(pack(Stored(300), board._session, 0))
            return None
        return store(sequence, request)

    monkeypatch.setattr(board, "_store", lose_one)
    jobs = [Job(LARGE_SUDOKU), Job(SUDOKUS[5])]
    for job, outcome in zip(jobs, solve(connect(channel), jobs), strict=True):
        check(job, outcome)


@pytest.mark.parametrize("change, message", [
    (lambda cells: b"\2" + cells[1:], "2 stands twice in a row: in row 1, column 1 and in row 1, column 2"),
    (lambda cells: b"\0" + cells[1:], "row 1, column 1: 0 is no digit from 1 to 36"),
    (lambda cells: cells[:-1], "a 36x36 solution is 1296 bytes long, not 1295"),
    (lambda cells: b"", "a 36x36 solution is 1296 bytes long, not 0"),
])  # fmt: skip
def test_fetched_solutions_are_not_believed(monkeypatch, change, message):
    one = grid(6, open_rows(0))
    board = pieces_board(monkeypatch, [one])
    monkeypatch.setattr(board, "_solver", solver([one], change=lambda result: result._replace(
        solutions=tuple(map(change, result.solutions)))))
    (outcome,) = solve(connect(Channel(board)), [Job(one)])
    assert (outcome.status, outcome.message) == ("error", f"the board's answer is wrong: {message}")


@pytest.mark.parametrize("kind", [Store, Solve, Fetch])
def test_what_is_left_behind_in_the_middle(monkeypatch, kind):
    """By somebody who gives up; the next session is not disturbed."""
    board = pieces_board(monkeypatch, seconds=2.0)
    channel = Channel(board)
    session = connect(channel)

    class GivingUp(Exception):
        pass

    def write(data):
        if board.heard.count(kind) == 1:
            raise GivingUp
        Channel.write(channel, data)

    monkeypatch.setattr(channel, "write", write)
    with pytest.raises(GivingUp):
        list(solve(session, [Job(LARGE_SUDOKU), Job(ONE)]))
    monkeypatch.undo()
    for again in (session, connect(channel)):
        jobs = [Job(SUDOKUS[3]), Job(ONE), Job(LARGE_SUDOKU)]
        for job, outcome in zip(jobs, solve(again, jobs), strict=True):
            check(job, outcome)


@pytest.mark.parametrize("kind, solved", [(Store, False), (Solve, False), (Fetch, True)])
def test_cancel_in_the_middle(monkeypatch, kind, solved):
    """What has a result already is brought to its end."""
    board = pieces_board(monkeypatch, seconds=5.0)
    channel = Channel(board, limit=20.0)
    cancel, feed = Event(), board.feed

    def feed_and_cancel(data):
        feed(data)
        if kind in board.heard:
            cancel.set()

    monkeypatch.setattr(board, "feed", feed_and_cancel)
    first, second = solve(connect(channel), [Job(LARGE_SUDOKU), Job(SUDOKUS[0])], cancel=cancel)
    assert (first.status, second.status) == ("solved" if solved else "cancelled", "cancelled")


# Ending early


def test_cancel():
    channel = Channel(FakeBoard(solver([ONE], seconds=5.0)))
    cancel = Event()
    outcomes = solve(connect(channel), [Job(ONE)] * 20, cancel=cancel)
    assert next(outcomes).status == "solved"
    cancel.set()
    assert [(outcome.status, outcome.message) for outcome in outcomes] == [("cancelled", "cancelled")] * 19
    assert channel.now < 6.0


def test_a_board_that_does_not_cancel(monkeypatch):
    board = FakeBoard(solver([ONE], seconds=1000.0))
    monkeypatch.setattr(board, "_cancel", lambda sequence: None)
    channel = Channel(board, limit=60.0)
    cancel = Event()
    with pytest.raises(LinkError, match=r"^test board: the board has stopped answering"):
        list(solve(connect(channel), [Job(ONE)], lambda job, state: cancel.set(), cancel=cancel))
    assert channel.now < TIMEOUT + 2.0


@pytest.mark.parametrize("seed", range(100))
def test_cancel_on_a_faulty_line(seed):
    faults = Faults(cut=0.2, drop=0.1, flip=0.1, repeat=0.1, delay=0.1)
    channel = Channel(FakeBoard(solver([ONE], seconds=5.0)), faults, seed, limit=100.0)
    cancel = Event()

    def progress(job, state):
        if channel.now > seed / 50:
            cancel.set()

    for outcome in solve(connect(channel), [Job(ONE)] * 20, progress, cancel=cancel):
        assert outcome.status in ("cancelled", "solved")
    assert channel.now < 5.0 + 2 * TIMEOUT


def test_jobs_left_behind_do_not_disturb_later_ones():
    channel = Channel(FakeBoard(solver(POOL, seconds=1.0)))
    session = connect(channel)
    check(Job(ONE), next(solve(session, [Job(ONE)] * 4)))
    jobs = [Job(one) for one in POOL]
    for job, outcome in zip(jobs, solve(session, jobs), strict=True):
        check(job, outcome)
