"""Fixtures that send requests to a board that runs the firmware, and return the results in the board's answers."""

import itertools

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.wire.protocol import PayloadReader, Result, Results, Solve, Task
from support.native.talk import Talk


@pytest.fixture
def ask(native):
    """See :class:`Talk`."""
    return Talk(native)


@pytest.fixture
def result_of():
    """Return the only result in the final answer. Each solution in this result has ``solution_bytes`` bytes."""
    def result_of(answers, solution_bytes):
        assert isinstance(answers[-1], Results)
        numbers = PayloadReader(answers[-1].data)
        result = Result.take(numbers, solution_bytes)
        assert not numbers
        return result

    return result_of


@pytest.fixture
def work(ask, result_of):
    """Give an engine a puzzle, and return the result. ``cut`` bytes are removed from the end of the request before it
    is sent.
    """
    numbers = itertools.count()

    def work(name, puzzle, task=None, count=1, limit=0, cut=0):
        engine, genre, number = ENGINES[name], BOARD_GENRES[puzzle.genre], next(numbers)
        data = task.head(genre, puzzle) + task.encode(genre, puzzle) if task else genre.encode(puzzle)
        request = Solve(number, engine.genre.number, engine.number, count, puzzle.rows, puzzle.cols, 1, limit,
                        data[:len(data) - cut], counters=task is None, task=task.number if task else Task.SEARCH)
        length = task.answer_bytes(genre, puzzle) if task else genre.solution_bytes(puzzle)
        return result_of(ask(number, request), length)

    return work
