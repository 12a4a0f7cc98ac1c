"""Certain values, numbers of solutions, and messages about them. The engine ``sat`` is compared with brute force."""

import random
from collections import Counter
from itertools import islice

import pytest

from rowloom.errors import LinkError
from rowloom.host.jobs.certain import closest, in_common, merge_outcomes, open_cells
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, LIMIT, NO_SOLUTION, SOLVED
from rowloom.host.puzzles import GENRES
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import ENGINES, OutOfTime
from rowloom.host.solvers.runner import survey
from support import brute
from support.loops import ambiguous_loops, common_of, small
from support.puzzles import blank
from support.says import Says

BLANK = blank(Slitherlink, 2, 2)
ALL = brute.solutions(BLANK)


def expected(solutions):
    """Return the values that solutions have in common, cell by cell."""
    return common_of(solutions, False)[0]


@pytest.mark.parametrize("genre", GENRES)
def test_sat_against_brute_force(genre):
    rng = random.Random(genre)
    numbers = Counter()
    for _ in range(15 if genre in ("slitherlink", "slink") else 30):
        puzzle = small(genre, rng)
        solutions = brute.solutions(puzzle)
        numbers[min(len(solutions), 2)] += 1
        for most in (2, 5, 0):
            outcome = survey(ENGINES["sat"], puzzle, most)
            assert outcome.complete
            assert outcome.counted == (min(most, len(solutions)) if most else len(solutions))
            assert outcome.unique == (len(solutions) == 1)
            common = common_of(solutions, genre in ("slitherlink", "slink")) if solutions else ((), None)
            assert (outcome.certain, outcome.certain_edges) == common
            assert outcome.status == (SOLVED if solutions else NO_SOLUTION)
            assert {*outcome.solutions} <= {*solutions} and len(outcome.solutions) == min(2, len(solutions))
    assert all(numbers[number] for number in range(2 if genre == "slink" else 3)), numbers


@pytest.mark.parametrize("number", [3, pytest.param(500, marks=pytest.mark.slow)])  # takes a minute
def test_sat_against_another_engine_on_larger_loops(number):
    for puzzle, solutions in islice(ambiguous_loops(random.Random(45)), number):
        outcome = survey(ENGINES["sat"], puzzle, 2)
        assert (outcome.certain, outcome.certain_edges) == common_of(solutions, True), puzzle


def test_closest_solutions():
    assert closest(()) == () and closest(ALL[:1]) == (ALL[0],)
    first, other = closest(ALL)
    least = min(len(open_cells(in_common([first, one]))) for one in ALL if one != first)
    assert len(open_cells(in_common([first, other]))) == least


@pytest.mark.parametrize("when, answers, most, counted, unique, message", [
    ("differing", ALL[:1], 5, 1, None, Says("a solution", "ended")),
    ("differing", ALL[:2], 2, 2, False, Says("not unique", "at least 2", "ended")),
    ("differing", ALL[:4], 3, 3, False, Says("not unique", "at least 3", "ended")),
    ("counting", ALL[:3], 5, 3, False, Says("not unique", "at least 3", "ended", "edges differ")),
])  # fmt: skip
@pytest.mark.parametrize("end", [OutOfTime(), KeyboardInterrupt()])
def test_interrupted_surveys(engine, when, answers, most, counted, unique, message, end):
    outcome = survey(engine(answers, end, differs=when == "counting"), BLANK, most, 1.5)
    assert (outcome.status, outcome.complete) == (SOLVED, False)
    assert outcome.certain == (expected(answers) if when == "counting" else ())
    assert (outcome.counted, outcome.unique, outcome.message) == (counted, unique, message)
    assert len(outcome.solutions) == min(2, len(answers))
    assert outcome.interrupted == isinstance(end, KeyboardInterrupt)
    assert outcome.counters == {"answers": 1 + (len(answers) if when == "counting" else 0)}


def test_a_wrong_answer_and_none(engine):
    outcome = survey(engine([ALL[0], ("00", "00")], OutOfTime()), BLANK, 5)
    assert (outcome.status, outcome.message, outcome.solutions) == (ERROR, Says("wrong"), ())
    outcome = survey(engine([], OutOfTime()), BLANK, 5, 1.5)
    assert (outcome.status, outcome.message, outcome.counted, outcome.unique) == (LIMIT, Says("1.5 s"), 0, None)


# A board sends three answers about a puzzle: two solutions, the certain values, and the number of solutions.

TWO, ONE = ALL[:2], ALL[:1]
ROWS = expected(TWO)


def answering(*facts):
    """Yield a board's outcome for each item, which is a dictionary of fields. If an item is an exception, raise it."""
    for one in facts:
        if isinstance(one, Exception):
            raise one
        yield Outcome(BLANK, engine="board", cycles=10, clock=50, **one)


def found(solutions, complete=True, **more):
    return {"status": SOLVED if solutions else NO_SOLUTION, "solutions": tuple(solutions), "complete": complete, **more}


CUT = {"status": LIMIT, "message": "not done"}


@pytest.mark.parametrize("answers, status, counted, unique, certain, complete", [
    ([found(ONE), found(ONE, certain=expected(ONE)), found((), counted=1, status=SOLVED)],
     SOLVED, 1, True, expected(ONE), True),
    ([found(()), found(()), found(())], NO_SOLUTION, 0, False, (), True),
    ([found(TWO), found(ONE, certain=ROWS), found((), counted=7, status=SOLVED)], SOLVED, 7, False, ROWS, True),
    ([found(TWO), found(ONE, certain=ROWS), found((), counted=9, status=SOLVED)], SOLVED, 9, False, ROWS, True),
    ([found(TWO), found(ONE, False, certain=ROWS), found((), False, counted=5, status=SOLVED)],
     SOLVED, 5, False, ROWS, False),
    ([found(ONE, False), found(ONE, certain=ROWS), CUT], SOLVED, 2, False, ROWS, False),
    ([found(ONE, False), found(ONE, certain=expected(ONE)), CUT], SOLVED, 1, True, expected(ONE), True),
    ([found(TWO), CUT, CUT], SOLVED, 2, False, (), False),
    ([found(ONE, False), CUT, CUT], SOLVED, 1, None, (), False),
    ([CUT, CUT, CUT], LIMIT, 0, None, (), False),
    ([CUT, found(ONE, False, certain=ROWS), CUT], SOLVED, 1, None, ROWS, False),
])  # fmt: skip
def test_merged_answers(answers, status, counted, unique, certain, complete):
    (outcome,) = merge_outcomes(answering(*answers), 9)
    assert (outcome.status, outcome.counted, outcome.unique, outcome.certain, outcome.complete) == (
        status, counted, unique, certain, complete)
    assert ("at least" in outcome.message) == (counted > 1 and counted in (2, 5, 9))
    assert outcome.message.count("ended") == (status == SOLVED and not complete)
    assert outcome.cycles == 30


def test_rejected_jobs():
    wrong = {"status": ERROR, "message": "no"}
    (outcome,) = merge_outcomes(answering(found(ONE), wrong, wrong), 9)
    assert (outcome.status, outcome.message) == (ERROR, "no")


def test_answers_end_early():
    """Even if only one of the three answers has arrived, the puzzle has an outcome."""
    (outcome,) = merge_outcomes(answering(found(TWO)), 9)
    assert (outcome.status, len(outcome.solutions), outcome.complete, outcome.interrupted) == (SOLVED, 2, False, True)
    cut = {"status": CANCELLED, "message": "cancelled"}
    (outcome,) = merge_outcomes(answering(cut), 9)
    assert outcome.status == CANCELLED


def test_link_breaks_between_answers():
    outcomes = merge_outcomes(answering(found(TWO), LinkError("gone")), 9)
    assert next(outcomes).lost
    with pytest.raises(LinkError, match="gone"):
        next(outcomes)
