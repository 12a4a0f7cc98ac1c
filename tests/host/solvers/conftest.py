"""A software engine with given answers."""

import sys
from types import ModuleType

import pytest

from rowloom.host.solvers import SoftwareEngine


@pytest.fixture
def engine(monkeypatch):
    """Make an engine that yields the given solutions and then, if ``end`` is given, raises this exception.

    A search for solutions that differ from the first solution yields the remaining solutions. Unless ``differs`` is
    set, it then raises the exception, too.
    """

    def make(answers, end=None, differs=False, **members):
        class Search:
            def __init__(self, puzzle, **options):
                self.counters = {"answers": 0}
                self.options = options
                vars(self).update(members)

            def solutions(self, seconds=None):
                for answer in answers:
                    self.counters["answers"] += 1
                    yield answer
                if end:
                    raise end

            def differing(self, solution, places, seconds=None):
                assert (solution, len(places)) == (answers[0], 4)
                yield from answers[1:]
                if end and not differs:
                    raise end

        module = ModuleType("an_engine")
        module.search = Search
        monkeypatch.setitem(sys.modules, "an_engine", module)
        return SoftwareEngine("mine", "for tests", {"slitherlink": "an_engine:search"})

    return make
