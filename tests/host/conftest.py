"""What the tests of the host's side share."""

import importlib.util
from pathlib import Path

import pytest


def beside(name):
    """A module beside this file: tests cannot import each other by name."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def wire():
    """The module ``channel``: boards and faulty lines in virtual time."""
    return beside("channel")


@pytest.fixture(scope="session")
def peripherals():
    """The module ``peripherals``: serial ports as pseudo terminals, and FPGAs behind openFPGALoader."""
    return beside("peripherals")


@pytest.fixture
def loader(tmp_path, monkeypatch):
    """A program in the place of openFPGALoader."""
    return beside("fake_loader").FakeLoader(tmp_path / "bin", monkeypatch)


@pytest.fixture
def plug(peripherals, monkeypatch):
    """Plugs serial ports in: ``plug(board, ...)`` gives a port's name."""
    with peripherals.Hub() as hub:
        monkeypatch.setattr("serial.tools.list_ports.comports", hub.comports)
        yield hub.plug
