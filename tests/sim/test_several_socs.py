"""A simulated board has two SoCs with different engines on one line."""

import random
from functools import partial

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host.doctor import Verdict
from rowloom.host.doctor.board import examine
from rowloom.host.generate.generator import generate_on_board, generate_puzzle
from rowloom.host.generate.specification import Specification
from rowloom.host.jobs.job import Job
from rowloom.host.link.connection import open_board
from rowloom.host.link.pool import solve
from rowloom.host.link.session import Session
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import MAX_BODY, Part, Reason, Refused
from support.puzzles import made

TWO = "parallel:4x4", "parallel:4x4+checker:3x3*1"


@pytest.fixture(scope="module")
def two():
    """The session with SoC 0 of a board with two SoCs; only SoC 1 has an engine for Slitherlinks."""
    with open_board(SoCConfig.of(*TWO, bit_rate=10_000_000)) as session:
        yield session


def check_generated(session, number):
    """Check that the board makes the same puzzles as software, in the same order, and that all its SoCs take part. Each
    group of 32 puzzles with the same solution is made by one SoC."""
    specification, groups = Specification("sudoku", 4, 4, "any"), set()

    def solve_and_note(jobs):
        for outcome in solve(session.socs, jobs):
            groups.add((outcome.solutions, outcome.board))
            yield outcome

    made = list(generate_on_board(specification, range(number), solve_and_note, len(session.socs)))
    assert [one.puzzle for one in made] == [generate_puzzle(specification, seed).puzzle for seed in range(number)]
    assert len(groups) == len({solutions for solutions, _ in groups}) == -(-number // 32)
    assert {board for _, board in groups} == {one.name for one in session.socs}


def test_the_board_knows_its_socs(two):
    one, other = two.socs
    assert [engine.engine for engine in one.board.capabilities] == [2]
    assert [(engine.genre, engine.engine) for engine in other.board.capabilities] == [(1, 1), (2, 2)]
    assert one.board.build == other.board.build and one.board.socs == other.board.socs == 2


def test_each_puzzle_goes_to_a_soc_that_solves_it(two):
    puzzles = [made(genre, size, size, "easy", seed) for seed in range(10)
               for genre, size in (("sudoku", 4), ("slitherlink", 3), ("sudoku", 4))]
    outcomes = list(solve(two.socs, [Job(puzzle, count=2) for puzzle in puzzles]))
    assert [outcome.puzzle for outcome in outcomes] == puzzles
    assert all(outcome.verified and outcome.unique for outcome in outcomes)
    assert {outcome.board for outcome in outcomes if outcome.puzzle.genre == "slitherlink"} == {two.socs[1].name}


def test_two_socs_make_the_puzzles_of_software(two):
    check_generated(two, 128)


@pytest.mark.slow  # compiling five SoCs takes minutes
def test_five_socs_make_the_puzzles_of_software():
    with open_board(SoCConfig.of("parallel:4x4*5", bit_rate=10_000_000)) as session:
        check_generated(session, 640)


def test_the_longest_frames_of_both_socs(two):
    """Both SoCs send at the same time, and all frames arrive complete."""
    rng = random.Random(1)
    for soc in two.socs:
        soc.identify()
    for number in range(6):
        sent = [protocol.Test(number, Part.LINE, rng.randbytes(MAX_BODY - 12)) for _ in two.socs]
        for soc, test in zip(two.socs, sent):
            soc.send(test, number)
        for soc, test in zip(two.socs, sent):
            heard = (answer for _ in range(1000) for _, answer in soc.listen() if isinstance(answer, protocol.Tested))
            assert next(heard).padding == test.padding


def test_the_doctor_examines_all_socs(two):
    diagnoses = list(examine(two, two.board.build.hex(), 0.1))
    assert not [one for one in diagnoses if one.verdict is Verdict.FAULT]
    parts = [(part, soc) for soc in range(2) for part in ("RAM", "ROM", "CPU")]
    tests = [f"{part} of SoC {soc}" for part, soc in (*parts[:3], ("engine parallel", 0),
                                                      *parts[3:], ("engine checker", 1), ("engine parallel", 1))]
    assert [one.test for one in diagnoses][-len(tests):] == tests


def test_any_session_reaches_a_soc(two):
    """A host that knows nothing of several SoCs chooses any session number, and gets one of the SoCs."""
    session = Session(two.link._shared.link, 20.0, 3.0)
    for low in (0, 1, 2, 15, 0xF0, 0xF1, 0xFF):
        session._number = 0x1234_5600 | low
        assert len(session.identify().capabilities) == (2 if low % 16 == 1 else 1)
    for soc in two.socs:
        soc.renew()


def test_a_break_restarts_both(two):
    two.send_break()
    poll = partial(two.socs[1].ask, protocol.Poll(0), lambda answer: False, (Reason.NO_SESSION,), 20.0)
    assert poll() == Refused(Reason.NO_SESSION)
    two.socs[1].renew()
    check_generated(two, 64)
