"""A software engine with given answers, and Ctrl-C."""

import os
import signal
from threading import Timer
from unittest.mock import Mock

import pytest

from rowloom.host.solvers import SoftwareEngine


@pytest.fixture
def engine():
    """Return a function that makes an engine. The engine yields the given solutions and then raises ``end``, if given.

    The method ``differing`` yields the solutions after the first one, and then raises ``end`` unless ``differs`` is
    set.
    """

    def make(answers, end=None, differs=False, **members):
        class Search:
            def __init__(self, puzzle):
                self.counters = {"answers": 0}
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

        engine = Mock(SoftwareEngine, search=Search, loaded=lambda genre: Search)
        engine.name = "mine"
        return engine

    return make


@pytest.fixture
def press_ctrl_c():
    """Return a function that presses Ctrl-C after some seconds."""
    if os.name == "nt":
        pytest.skip("on Windows, os.kill sends no SIGINT")
    timers = []

    def press(seconds):
        timers.append(Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)))
        timers[0].start()

    yield press
    timers[0].join()
