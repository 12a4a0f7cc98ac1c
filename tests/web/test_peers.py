"""The page's sessions with devices that are not boards, with faulty boards, and with puzzles that are sent in
pieces."""

import random
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from time import monotonic

from rowloom.engines.sudoku import SCAN
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Capability, Reason, Refused, Result, Status
from support.channel import IDENTITY, FakeBoard
from support.frames import SharedLine
from support.jobs import NONE, ONE, SUDOKUS, TWO, answers
from support.jobs import solver as solving
from support.junk import junk
from support.page import as_page
from support.peer import answer_hello, peer, received
from support.terminal import Switch

RNG = random.Random("peers")

solver = partial(solving, seconds=0.01)

LARGE = SUDOKUS[3]


def answering(answer):
    """Return a peer that sends ``answer(data)`` for the data that it receives, and ``answer(b"")`` after each
    :data:`support.peer.STEP` in which it receives nothing."""

    def behave(connection, over):
        for data in received(connection, over):
            connection.sendall(answer(data))

    return behave


def close_in_a_frame(connection, over):
    for data in received(connection, over):
        if data:
            connection.sendall(protocol.pack(IDENTITY, 1)[:20])
            return


NO_BOARDS = {
    "an echo": (answering(lambda data: data), ["sends back"]),
    "silence": (answering(lambda data: b""), ["no answer"]),
    "noise": (answering(lambda data: RNG.randbytes(100)), ["no valid answer", "bit rate"]),
    "others' answers": (
        answering(lambda data: junk(RNG, RNG.getrandbits(32), answers=True)), ["stopped answering"]),
    "another version": (
        answer_hello(lambda session: protocol.pack(replace(IDENTITY, version=255), session)), ["version"]),
    "a refusal of the version": (
        answer_hello(lambda session: protocol.pack(Refused(Reason.VERSION), session)), ["version"]),
    "no identity": (
        answer_hello(lambda session: protocol.pack(replace(IDENTITY, room=3), session)), ["makes no sense", "room"]),
    "too many SoCs": (
        answer_hello(lambda session: protocol.pack(replace(IDENTITY, socs=17), session)), ["makes no sense", "SoCs"]),
    "an end in a frame": (close_in_a_frame, ["unplugged"]),
}  # fmt: skip


def fake_board(solver, identity=IDENTITY, resets=0.0, kind=FakeBoard):
    """Return a peer that behaves like a board; see :func:`behaving`."""
    return behaving(lambda: kind(solver, identity), resets)


def behaving(make, resets=0.0):
    """Return a peer that behaves like the board that ``make`` returns. Whenever data arrives, and after each
    :data:`support.peer.STEP` without data, the board restarts with the probability ``resets``."""

    def behave(connection, over):
        board, now = make(), monotonic()
        for data in received(connection, over):
            if RNG.random() < resets:
                board.reset()
            board.feed(data)
            now, before = monotonic(), now
            board.step(now - before)
            connection.sendall(board.take())

    return behave


class Forgetful(FakeBoard):
    """A board that restarts whenever it gets a puzzle."""

    def _solve(self, sequence, request):
        self.reset()
        return Refused(Reason.NO_SESSION)


def flipped(result):
    """Return the result, but with a wrong bit in each solution."""
    return result._replace(solutions=tuple(bytes([data[0] ^ 1, *data[1:]]) for data in result.solutions))


SUDOKU_ENGINE = Capability(2, SCAN.number, 36, 36)
BOTH = replace(IDENTITY, capabilities=(*IDENTITY.capabilities, SUDOKU_ENGINE))
SOME = [ONE, TWO, NONE]
STORED = SUDOKUS[1:6]


def three_socs():
    """Return a board with three SoCs: one for Slitherlinks, one that is silent, and one for Sudokus."""
    first, other = replace(IDENTITY, socs=3), replace(IDENTITY, capabilities=(SUDOKU_ENGINE,), socs=3)
    silent = Switch(FakeBoard(solver(SOME), first), answers=0)
    return SharedLine([FakeBoard(solver(SOME), first), silent, FakeBoard(solver(STORED), other)])


BOARDS = {
    "is good": (fake_board(solver(SOME)), 2 * SOME),
    "restarts now and then": (fake_board(solver(SOME), resets=0.1), 4 * SOME),
    "gets puzzles in pieces": (fake_board(solver([*SOME, *STORED]), BOTH), [*SOME, *STORED, *SOME]),
    "gets pieces and restarts": (fake_board(solver(STORED), BOTH, resets=0.02), STORED),
    "has several SoCs": (behaving(three_socs), [*SOME, *STORED, *SOME]),
}  # fmt: skip
"""For each board, its behaviour and the puzzles that it has to solve."""

FAULTY_BOARDS = {
    "finds wrong solutions": (solver([ONE], change=flipped), ONE, "answer is wrong"),
    "finds a solution twice": (
        solver([ONE], change=lambda result: result._replace(solutions=2 * result.solutions)), ONE, "answer is wrong"),
    "solves without a solution": (
        solver([ONE], change=lambda result: result._replace(solutions=())), ONE, "answer is wrong"),
    "refuses": (lambda request: (Result(Status.REFUSED, reason=Reason.TOO_LARGE), 0), ONE, "too large"),
    "has no such engine": (solver([]), LARGE, "without an engine"),
}  # fmt: skip
"""For each faulty board, the function that solves its puzzles, a puzzle, and a part of the expected error message."""


def jobs_of(puzzles, words=""):
    """Return a job for each puzzle, with the expected outcome: an error whose message contains ``words``, or, if there
    are no words, the right answer."""
    return [
        {"job": {"puzzle": as_page(one), "count": 2}, "words": words, "solutions": 0 if words else len(answers(one)),
         "status": "error" if words else "solved" if answers(one) else "no-solution"}
        for one in puzzles
    ]  # fmt: skip


def test_peers(in_node):
    with ExitStack() as stack:
        no_boards = {
            name: {"port": stack.enter_context(peer(behave)), "words": words}
            for name, (behave, words) in NO_BOARDS.items()
        }
        boards = {
            name: {"port": stack.enter_context(peer(behave)), "jobs": jobs_of(puzzles)}
            for name, (behave, puzzles) in BOARDS.items()
        } | {
            name: {"port": stack.enter_context(peer(fake_board(solve))), "jobs": jobs_of([puzzle], words)}
            for name, (solve, puzzle, words) in FAULTY_BOARDS.items()
        }
        job = {"puzzle": as_page(ONE)}
        in_node("peers.test.js", {
            "noBoards": no_boards, "boards": boards,
            "closed": {"port": stack.enter_context(peer(fake_board(solver(SOME)))), "job": job},
            "forgetful": {"port": stack.enter_context(peer(fake_board(solver(SOME), kind=Forgetful))), "job": job},
        })  # fmt: skip
