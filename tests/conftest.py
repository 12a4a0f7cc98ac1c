"""Settings for all tests, and fixtures that provide compiled gateware and firmware."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from rowloom.engines.config import SoCConfig
from rowloom.tools import YOSYS, Tool

# This call comes before the imports of `support`, so that the assertions in `support` also work under `python -O`.
pytest.register_assert_rewrite("support")
from support.gateware import Gateware, compile_unit  # noqa: E402
from support.native.board import NativeFirmware, compile_library  # noqa: E402

settings.register_profile("rowloom", max_examples=50, derandomize=True, deadline=None, database=None)
settings.load_profile("rowloom")

_IGNORED_BY_PYTHON = {getattr(signal, name, None) for name in ("SIGPIPE", "SIGXFSZ")}

_INHERITED = re.compile(
    r"ROWLOOM_(?!CACHE)\w*|PYTHON(?!PATH|HOME)\w*|DASK_\w+|MPLBACKEND|NODE_OPTIONS|SOURCE_DATE_EPOCH|\w+_proxy"
    r"|LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR\w*|TTY_\w+",
    re.IGNORECASE,
)
"""The names of environment variables that change the behaviour of Rowloom, its libraries, or programs in tests."""


def pytest_configure() -> None:
    """Reset the signal handlers, the signal mask, the umask and the limits that pytest has inherited.

    For example, nohup starts a program that ignores SIGHUP, and a shell starts background programs that ignore SIGINT.
    """
    for number in signal.valid_signals() - _IGNORED_BY_PYTHON:
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.umask(0o022)
    if os.name == "posix":
        import resource

        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for limit, wanted in ((resource.RLIMIT_NOFILE, 1024), (resource.RLIMIT_CORE, 0)):
            most = resource.getrlimit(limit)[1]
            resource.setrlimit(limit, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


@pytest.fixture(scope="session", autouse=True)
def same_surroundings() -> Iterator[None]:
    """Give tests, and the programs that tests start, the same environment variables and the same current folder on
    every machine.

    The user's default port is hidden. Variables for pytest's own output still take effect, because pytest has already
    read them.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in filter(_INHERITED.fullmatch, list(os.environ)):
            patch.delenv(name)
        for name, value in {"LC_ALL": "C.UTF-8", "TERM": "xterm", "TZ": "UTC", "ROWLOOM_CONFIG": os.devnull}.items():
            patch.setenv(name, value)
        if os.name == "posix":
            time.tzset()
        patch.chdir(Path(__file__).parent.parent)
        yield


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[Any]]]:
    """Return a function that starts a program. Its arguments are those of Popen.

    At the end of the test, the program and its children are killed.
    """
    with ExitStack() as started:

        def start(*args: Any, **options: Any) -> subprocess.Popen[Any]:
            process = subprocess.Popen(*args, start_new_session=True, **options)
            started.enter_context(process)
            started.callback(_end_session, process)
            return process

        yield start


def _end_session(process: subprocess.Popen[Any]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture(scope="session")
def firmware_library() -> Path:
    """Compile the firmware as a shared library, and return its path."""
    return compile_library()


@pytest.fixture
def native(firmware_library: Path) -> Iterator[NativeFirmware]:
    """Yield a board that runs the real firmware and is in its initial state."""
    board = NativeFirmware(firmware_library)
    yield board
    board.unload()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Gateware]:
    """Return a function that compiles a unit with CXXRTL; see :func:`support.gateware.compile_unit`."""
    return lambda unit, *args, **options: compile_unit(unit, tmp_path_factory.mktemp("gateware"), *args, **options)


@pytest.fixture(scope="session")
def config() -> SoCConfig:
    """Return a small build for simulation. It has the UART's highest bit rate, because most of the simulated clocks are
    spent on bytes on the line."""
    return SoCConfig.of("checker:10x10", "deducer:12x11", "dynasty:12x13", "parallel:4x4", bit_rate=10_000_000)


@pytest.fixture(scope="session")
def yosys() -> Tool:
    """Return Yosys for synthesis and proofs. The first use takes 100 s of processor time."""
    return YOSYS


SHARED = {"config", "yosys"}
"""The names of fixtures that take a long time."""
LONG = tuple(str(Path(__file__).parent / name) for name in ("web", "sim", "toy", "test_docs.py"))
"""The paths of tests that build and run simulators.

The tests of the web page come first, because all pytest workers help to build the page.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all tests that use the same slow fixture on one worker, so that the fixture runs only once.

    The remaining tests of each file also run on one worker. Long tests run first, so that all workers finish at about
    the same time.
    """
    turns = {}
    for item in items:
        shared = SHARED.intersection(getattr(item, "fixturenames", ()))
        item.add_marker(pytest.mark.xdist_group(min(shared, default=item.nodeid.partition("::")[0])))
        places = (turn for turn, path in enumerate(LONG) if str(item.path).startswith(path))
        turns[item] = next(places, len(LONG) + (not shared))
    items.sort(key=turns.__getitem__)
