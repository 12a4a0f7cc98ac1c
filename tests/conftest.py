"""What tests of more than one folder share: gateware and firmware compiled for this machine, and Yosys."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.tools import YOSYS, Tool
from support.gateware import Gateware, compile_unit
from support.native.board import NativeFirmware, compile_library


def pytest_configure() -> None:
    """Let Ctrl-C reach the tests, and the programs that they start: what a shell runs in the background ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def nobody_s_own_port() -> Iterator[None]:
    """Commands, those in other processes, too, do not see the port that the person who tests always uses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROWLOOM_CONFIG", os.devnull)
        for name in ("ROWLOOM_PORT", "ROWLOOM_BAUD"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def firmware_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware as a shared library."""
    return compile_library(tmp_path_factory.mktemp("firmware"))


@pytest.fixture
def native(firmware_library: Path) -> Iterator[NativeFirmware]:
    """A fresh board made of the real firmware."""
    board = NativeFirmware(firmware_library)
    yield board
    board.unload()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Gateware]:
    """Return what compiles a unit with CXXRTL, see :func:`support.gateware.compile_unit`."""
    return lambda unit, *args, **options: compile_unit(unit, tmp_path_factory.mktemp("gateware"), *args, **options)


@pytest.fixture(scope="session")
def three_genres() -> SoCConfig:
    """A board with fast engines for Slitherlink, Smullyanic Dynasty and small Sudokus, to be simulated."""
    return SoCConfig.of("deducer:12x11", "dynasty:12x12", "parallel:4x4", bit_rate=10_000_000)


@pytest.fixture(scope="session")
def four_genres() -> SoCConfig:
    """One with that for Canal View, too, with which the simulation takes twice the time."""
    return SoCConfig.of("deducer:12x11", "dynasty:12x13", "canal:12x13", "parallel:4x4", bit_rate=10_000_000)


@pytest.fixture(scope="session")
def yosys() -> Tool:
    """Yosys with synthesis and proofs. Its first use takes 100 s of processor time."""
    return YOSYS


SHARED = {"config", "three_genres", "four_genres", "yosys"}
"""Fixtures that take long to make."""
LONG = tuple(str(Path(__file__).parent / name) for name in ("web", "sim", "toy", "test_docs.py"))
"""Where simulators are built and run; first the page's, which each worker that needs them helps to build."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep on one worker what shares something that takes long to make: the tests of a file, and those of a fixture.

    Otherwise both workers would make it, or one would wait for the other. What takes long begins first, so that no
    worker has much left to do when the others have ended.
    """
    turns = {}
    for item in items:
        shared = SHARED.intersection(getattr(item, "fixturenames", ()))
        item.add_marker(pytest.mark.xdist_group(min(shared, default=item.nodeid.partition("::")[0])))
        places = (turn for turn, path in enumerate(LONG) if str(item.path).startswith(path))
        turns[item] = next(places, len(LONG) + (not shared))
    items.sort(key=turns.__getitem__)
