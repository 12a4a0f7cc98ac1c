"""Software engines: the list of engines, verified solutions, the number of solutions, and searches that end early."""


import pytest

from rowloom.errors import NotInstalled
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime, SoftwareEngine, Stuck, imported
from rowloom.host.solvers.runner import run
from support import brute
from support.puzzles import blank
from support.says import Says

PUZZLE = blank(Slitherlink, 2, 2, r1c2=2)
SOLUTIONS = brute.solutions(PUZZLE)
"""The three solutions of ``PUZZLE``."""


@pytest.mark.parametrize("answers, count, found, message", [
    ([], 1, 0, Says("no solution")), (SOLUTIONS, 1, 1, ""), (SOLUTIONS, 2, 2, Says("not unique", "second")),
    (SOLUTIONS, 3, 3, Says("not unique", "at least 3")), (SOLUTIONS, 0, 3, Says("not unique", "are 3")),
    (SOLUTIONS[:2], 3, 2, Says("not unique", "are 2")), (SOLUTIONS[:1], 2, 1, Says("unique", "no other")),
])  # fmt: skip
def test_number_of_solutions(engine, answers, count, found, message):
    outcome = run(engine(answers), PUZZLE, count)
    assert (outcome.status, outcome.message) == ("solved" if found else "no-solution", message)
    assert outcome.solutions == tuple(answers[:found]) and outcome.complete
    assert (outcome.engine, outcome.verified, outcome.cycles) == ("mine", found > 0, None)
    assert outcome.counters == {"answers": found}
    assert 0 <= outcome.seconds < 1 and not outcome.interrupted


@pytest.mark.parametrize("end, status, message", [
    (OutOfTime(), "limit", Says("1.5 s")),
    (KeyboardInterrupt(), "cancelled", "cancelled"),
    (Stuck("as far as this"), "stuck", Says("no rule")),
])  # fmt: skip
def test_search_ends_early(engine, end, status, message):
    outcome = run(engine([], end), PUZZLE, 2, 1.5)
    assert (outcome.status, outcome.message, outcome.complete) == (status, message, False)
    assert outcome.partial == ("as far as this" if status == "stuck" else "")
    assert outcome.interrupted == (status == "cancelled")
    assert not outcome.verified


@pytest.mark.parametrize("end", [OutOfTime(), KeyboardInterrupt()])
def test_incomplete_searches(engine, end):
    messages = Says("search", "ended"), Says("at least 2"), Says("not unique", "at least 3")
    for number, message in enumerate(messages, 1):
        outcome = run(engine(SOLUTIONS[:number], end), PUZZLE, 0, 1.5)
        assert (outcome.status, outcome.complete, len(outcome.solutions)) == ("solved", False, number)
        assert (outcome.message, outcome.interrupted) == (message, isinstance(end, KeyboardInterrupt))


@pytest.mark.parametrize("answers, message", [
    ([SOLUTIONS[0], ("00", "01")], Says("wrong", "row 1, column 2")),
    ([SOLUTIONS[0]] * 2, Says("wrong", "twice")),
])  # fmt: skip
def test_wrong_answers(engine, answers, message):
    outcome = run(engine(answers), PUZZLE, 0)
    assert (outcome.status, outcome.message) == ("error", message)
    assert outcome.solutions == () and not outcome.complete


def test_notices_and_steps(engine):
    counts = []
    outcome = run(engine(SOLUTIONS, steps=["one", "other"]), PUZZLE, 2, None, counts.append)
    assert counts == [1, 2]
    assert outcome.steps == ["one", "other"]
    assert run(engine(SOLUTIONS), PUZZLE).steps == ()


def test_missing_module_of_the_project():
    engine = SoftwareEngine("none", "", {"slitherlink": "rowloom.host.solvers.none:search"})
    with pytest.raises(ModuleNotFoundError, match=r"rowloom\.host\.solvers\.none"):
        engine.loaded("slitherlink")
    with pytest.raises(NotInstalled, match="who needs none_such"):
        imported("none_such.inside", "who")
