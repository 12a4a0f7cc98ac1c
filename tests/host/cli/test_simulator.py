"""The simulated board: its engines and their sizes, the options ``--with`` and ``--wave``, and ``rowloom sim``."""

from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from rowloom.boards import find_board
from rowloom.boards.build import Request
from rowloom.engines.config import SoCConfig
from rowloom.errors import CommandError
from rowloom.host.cli.process import log
from rowloom.host.link import connection
from support.says import Says

NO_SIMULATOR, URL = "no simulator in this test", "socket://127.0.0.1:4711"
OPEN_LINK = connection.open_link


@pytest.fixture
def simulators(terminal, monkeypatch, tmp_path):
    """Return a list of the engines and the wave files of the simulators that are requested. No simulator starts."""
    asked = []

    def start_simulator(config, wave, port=0, report=None, netlist=None):
        asked.append((*config.names, wave))
        raise CommandError(NO_SIMULATOR)

    monkeypatch.setattr(connection, "open_link", OPEN_LINK)
    # The module of `rowloom sim` imports the function by name, so the function must be replaced there, too.
    monkeypatch.setattr("rowloom.host.cli.sim.start_simulator", start_simulator)
    monkeypatch.setattr(connection, "start_simulator", start_simulator)
    for size in (4, 9, 16, 25):
        (tmp_path / f"{size}.txt").write_text(f"{'.' * size ** 2}\n")
    (tmp_path / "11.txt").write_text("# 11\n11 2\n" + "..\n" * 11)
    (tmp_path / "33.txt").write_text("# 33\n1 33\n" + "." * 33)
    (tmp_path / "70.txt").write_text("# 70\n70 70\n" + ("." * 70 + "\n") * 70)
    return asked


@pytest.mark.parametrize("line, engines, grown", [
    ("unique.txt bad.txt 70.txt canal.txt", ["deducer:64x36", "canal:36x36"], []),
    ("large.txt 33.txt 11.txt --engine checker", ["checker:10x11"], ["checker:10x11"]),
    ("16.txt 9.txt 25.txt", ["parallel:9x9", "scan:25x25"], ["scan:25x25"]),
    ("9.txt unique.txt --engine fast", ["deducer:64x36", "parallel:9x9"], []),
    ("unique.txt --with deducer:5x4 --with checker --with scan,subsets=0",
     ["checker:10x10", "deducer:5x4", "scan:9x9,subsets=0"], []),
    ("unique.txt --with deducer:5x4 --engine fast", ["deducer:5x4"], []),
    ("unique.txt --wave w.vcd", ["deducer:64x36"], []),
])  # fmt: skip
def test_engines_follow_from_the_puzzles_unless_they_are_named(terminal, simulators, line, engines, grown):
    """An engine has its usual size unless the puzzles require a larger one. A message reports each engine that is
    larger than usual."""
    status, out, err = terminal.run("solve", "--no-draw", *line.split())
    assert (status, out, err[-1]) == (1, [], Says(NO_SIMULATOR))
    assert simulators == [(*engines, "w.vcd" if "--wave" in line else None)]
    assert [text for text in err if "simulating" in text] == [Says("simulating", name) for name in grown]


@pytest.mark.parametrize("line, status, facts", [
    ("unique.txt --with deducer --engine checker", 2, ["--with", "checker"]),
    ("unique.txt --engine scan", 2, ["--engine", "scan", "slitherlink"]),
    ("9.txt --with checker", 1, ["does not solve sudoku"]),
    ("33.txt --engine checker", 1, ["1x33 is too large", "32x32"]),
])  # fmt: skip
def test_a_useless_board_is_not_built(terminal, simulators, line, status, facts):
    for name in "solve", "bench":
        assert terminal.run(name, *line.split()) == (status, [], [Says(*facts)])
    assert not simulators


@pytest.fixture
def sim(terminal, monkeypatch):
    """Run ``rowloom sim`` until the simulator ends or Ctrl-C is pressed; return the arguments of all simulators that
    were started, and the result of the command."""

    def run(*words, ends=None):
        calls = []

        def poll():
            if ends:
                return ends
            raise KeyboardInterrupt

        @contextmanager
        def start_simulator(*args):
            calls.append(args)
            yield SimpleNamespace(url=URL, failure=lambda: "its last words", poll=poll)

        monkeypatch.setattr("rowloom.host.cli.sim.start_simulator", start_simulator)
        return calls, terminal.run("sim", *words)

    return run


@pytest.mark.parametrize("ends, status, facts", [
    (None, 0, None), (3, 1, ("status 3", "its last words")), (-9, 1, ("killed", "signal 9")),
])  # fmt: skip
def test_sim(sim, ends, status, facts):
    asked, (ended, out, err) = sim("--with", "checker:20x10", "--listen", 4711, ends=ends)
    assert asked == [(SoCConfig.of("checker:20x10"), None, 4711, log, None)]
    assert (ended, err) == (status, [Says(*facts)] if facts else [])
    assert out == [Says(URL), Says(f"rowloom solve --port {URL}")]


@pytest.mark.parametrize("engines", [(), ("checker", "scan:4x4")])
def test_sim_of_a_netlist(sim, engines):
    """The netlist is that of the board's default bitstream unless --with names other engines."""
    with_them = (word for engine in engines for word in ("--with", engine))
    (((_, wave, port, _, netlist),), _) = sim("--netlist", "ulx3s-85f", *with_them)
    assert (wave, port, netlist) == (None, 0, Request(find_board("ulx3s-85f"), engines))


@pytest.mark.parametrize("line, status, facts", [
    ("ulx3s-85f --with checkers", 2, ["--with", "checkers"]), ("ulx3s", 2, ["'ulx3s'", "ulx3s-12f"]),
    ("colorlight-5a75b", 1, ["colorlight-5a75b", "lights"]),
])  # fmt: skip
def test_sim_of_no_netlist(terminal, line, status, facts):
    assert terminal.run("sim", "--netlist", *line.split()) == (status, [], [Says(*facts)])
