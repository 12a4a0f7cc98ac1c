"""What the firmware finds certain, over models of the deducers, against brute force."""

import random
from collections import Counter
from itertools import count

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.firmware.protocol import Status
from rowloom.host.jobs.tasks import Certain
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.wire.protocol import Solve, Task
from support import brute
from support.loops import common_of

KINDS = {"deducer": Slitherlink, "dynasty": Smullyan, "canal": Canal}


@pytest.fixture
def certain(ask, result_of):
    """Asks a board what is certain of a puzzle. Returns its result, and what it says."""
    numbers, task = count(), Certain()

    def certain_of(name, puzzle):
        engine, number, genre = ENGINES[name], next(numbers), BOARD_GENRES[puzzle.genre]
        request = Solve(number, engine.genre.number, engine.number, 1, puzzle.rows, puzzle.cols, 1, 0,
                        task.encode(genre, puzzle), task=Task.CERTAIN)
        result = result_of(ask(number, request), task.answer_bytes(genre, puzzle))
        return result, [task.decode(genre, puzzle, data) for data in result.solutions]

    return certain_of


def some_puzzle(kind, rng):
    rows, cols = rng.choice([(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (4, 2)])
    clues = [None, None, None, None, 1, 2, 3]
    return kind("small", rows, cols, tuple(tuple(rng.choice(clues) for _ in range(cols)) for _ in range(rows)))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("pages", [2, 4], ids=["few-pages", "more-pages"])
def test_against_brute_force(native, certain, name, pages):
    native.engines[name].PAGES = pages
    rng, numbers = random.Random(pages), Counter()
    for _ in range(40):
        puzzle = some_puzzle(KINDS[name], rng)
        solutions = brute.solutions(puzzle)
        numbers[min(len(solutions), 3)] += 1
        result, found = certain(name, puzzle)
        assert result.complete and result.status == (Status.SOLVED if solutions else Status.NO_SOLUTION)
        if solutions:
            (one,) = found
            assert one.solutions[0] in solutions
            assert (one.facts["certain"], one.facts.get("certain_edges")) == common_of(solutions, name == "deducer")
            assert one.counters["searches"] > 1
    assert all(numbers[number] for number in (0, 1, 3)), numbers
