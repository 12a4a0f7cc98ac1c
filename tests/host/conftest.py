"""Fixtures for the tests of the host."""

import io
import sys
from types import ModuleType, SimpleNamespace

import pytest

from rowloom.host.cli import main
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.solvers import ENGINES, SoftwareEngine
from support.fake_loader import FakeLoader
from support.peripherals import Hub
from support.terminal import LOOPS, Terminal, loop_board


@pytest.fixture
def no_board_for_canals(monkeypatch):
    """Make Canal View a genre that no board solves."""
    monkeypatch.delitem(BOARD_GENRES, "canal")


@pytest.fixture
def loader(tmp_path, monkeypatch):
    """Provide a fake openFPGALoader."""
    return FakeLoader(tmp_path / "bin", monkeypatch)


@pytest.fixture
def plug(monkeypatch):
    """Return a function that plugs a board into a new serial port and returns the name of the port."""
    with Hub() as hub:
        monkeypatch.setattr("serial.tools.list_ports.comports", hub.comports)
        yield hub.plug


@pytest.fixture
def hurry(monkeypatch):
    """Wait only 0.3 s for answers at ports, which is enough for boards in this process."""
    monkeypatch.setattr("rowloom.host.link.connection._TIMEOUT", 0.3)


@pytest.fixture
def terminal(monkeypatch, run_lines, tmp_path):
    """Run command lines in a folder with puzzles. A fake board with a checker is plugged in."""
    monkeypatch.setenv("COLUMNS", "160")
    files = {
        **LOOPS,
        "mixed": "\n".join(LOOPS[name] for name in ("unique", "bad", "unsolvable", "ambiguous")),
        "ten": "\n".join(LOOPS["unique"].replace("unique", f"unique-{number}") for number in range(10)),
        "empty": "",
        "sudoku": "# four\n1234341221434..1\n",
        "canal": "# canal\ncanal 1 2\n1 .\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.txt").write_text(text)
    terminal = Terminal(monkeypatch, run_lines)
    terminal.plug(loop_board())
    return terminal


@pytest.fixture
def add_engine(monkeypatch):
    """Return a function that adds a software engine for Slitherlinks.

    Its arguments are the engine's name and a function that yields the solutions of a puzzle.
    """

    def add(name, solutions):
        module = ModuleType(f"engine_{name}")
        module.search = lambda puzzle: SimpleNamespace(
            counters={"nodes": 7}, solutions=lambda seconds=None: solutions(puzzle))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        added = SoftwareEngine(name, "for tests", {"slitherlink": f"{module.__name__}:search"})
        monkeypatch.setitem(ENGINES, name, added)

    return add


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Run a command line in an empty folder, with this standard input; return the exit status, standard output and
    standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*words, stdin=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        status = main([str(word) for word in words])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def run_lines(command):
    """Run a command line as ``command`` does; return the lines of standard output and of standard error."""

    def run(*words, **options):
        status, out, err = command(*words, **options)
        return status, out.splitlines(), err.splitlines()

    return run
