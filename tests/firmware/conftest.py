"""Fixtures that send requests to a board that runs the firmware."""

import ctypes
import itertools

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.wire.protocol import Solve, Task, pack
from support.native.talk import SESSION, Talk, result_in


@pytest.fixture
def ask(native):
    """See :class:`Talk`."""
    return Talk(native)


@pytest.fixture
def work(ask):
    """Send a puzzle to an engine, and return the result. The last ``cut`` bytes of the puzzle's data are not sent."""
    numbers = itertools.count()

    def work(name, puzzle, task=None, count=1, limit=0, cut=0):
        engine, genre, number = ENGINES[name], BOARD_GENRES[puzzle.genre], next(numbers)
        data = task.head(genre, puzzle) + task.encode(genre, puzzle) if task else genre.encode(puzzle)
        request = Solve(number, engine.genre.number, engine.number, count, puzzle.rows, puzzle.cols, 1, limit,
                        data[:len(data) - cut], counters=task is None, task=task.number if task else Task.SEARCH)
        length = task.answer_bytes(genre, puzzle) if task else genre.solution_bytes(puzzle)
        return result_in(ask(number, request), length)

    return work


@pytest.fixture
def during(native, monkeypatch):
    """Return a function that takes (job number, request) pairs. These requests arrive while the deducer works on its
    next puzzle."""
    deducer = native.engines["deducer"]
    deduce, arriving = deducer._deduce, []

    def interrupted(*args):
        data = b"".join(arriving)
        arriving.clear()
        native._loaded.native_feed(data, ctypes.c_size_t(len(data)))
        deduce(*args)

    def add(*requests, session=SESSION):
        arriving.extend(pack(request, session, sequence) for sequence, request in requests)

    monkeypatch.setattr(deducer, "_deduce", interrupted)
    return add
