"""A signal can end a command at any moment."""

import gc
import os
import signal
import sys
import time
import weakref

import pytest

from rowloom.host.cli.process import ended_by_signals

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such signals")


@pytest.fixture(autouse=True)
def usual_handlers():
    """Give this process the signal handlers that a program has when a shell runs it in the foreground."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    for number in handlers:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


def send(number=signal.SIGINT):
    os.kill(os.getpid(), number)


def wait():
    """Wait for ten seconds in short steps. If another thread sends a signal, Python handles the signal only after the
    current step."""
    for _ in range(1000):
        time.sleep(0.01)


class Deleted:
    def __del__(self):
        send()


class Passed:
    @classmethod
    def from_param(cls, value):
        send()


def in_weak_reference():
    one = type("Circle", (), {})()
    one.itself = one
    reference = weakref.ref(one, lambda reference: send())
    del one
    gc.collect()
    return reference


@pytest.mark.parametrize("work", [
    send, Deleted, in_weak_reference, lambda: Passed.from_param(1),
], ids=["anywhere", "__del__", "weak reference", "ctypes"])  # fmt: skip
def test_ctrl_c_is_not_lost(work, capsys):
    with pytest.raises(KeyboardInterrupt), ended_by_signals():
        work()
        wait()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_raise_an_exception(number):
    with pytest.raises(SystemExit) as end, ended_by_signals():
        send(number)
        wait()
    assert end.value.code == 128 + number


def test_ignored_signals_stay_ignored():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with ended_by_signals():
        send(signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN


def test_handlers_are_restored():
    before = sys.unraisablehook, signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with ended_by_signals():
        pass
    assert (sys.unraisablehook, signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
