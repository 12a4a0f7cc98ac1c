"""Boards without faults, for the tests of the doctor."""

from dataclasses import replace
from functools import cache

from rowloom.engines.catalogue import ENGINES, find
from rowloom.host import formats
from rowloom.host.jobs.engines import capabilities_of
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.wire.protocol import Result, Status
from support.channel import IDENTITY, FakeBoard
from support.puzzles import solutions

__all__ = ["healthy_board"]


@cache
def right(genre, number):
    """Return the right result of an engine's self-test."""
    engine = find(genre, number)
    (puzzle,) = formats.read(engine.self_test.puzzle, "test", engine.genre.name)
    (solution,) = solutions(puzzle)
    encoded = BOARD_GENRES[puzzle.genre].encode_solution(solution)
    return Result(Status.SOLVED, True, engine.self_test.cycles, engine.self_test.counters, (encoded,))


def healthy_board(change=lambda result: result, engines=("deducer",), size=None):
    """Return a fake board. Each engine passes its self-test unless ``change`` modifies the engine's result."""
    instances = [ENGINES[name].instance(size or ENGINES[name].usual) for name in engines]
    identity = replace(IDENTITY, capabilities=tuple(capabilities_of(instances)))
    return FakeBoard(lambda request: (change(right(request.genre, request.engine)), 0.01), identity)
