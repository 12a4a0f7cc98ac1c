"""The common behaviour of all commands: JSON, encodings, colour, closed streams, help and errors."""

import io
import json
import subprocess
import sys
from importlib.metadata import version
from types import SimpleNamespace

import pytest

from rowloom.host.cli import process
from rowloom.host.cli.common import cycles, echo
from rowloom.host.cli.program import COMMANDS
from support.modules import forget
from support.says import Says, out_of
from support.terminal import LOOPS, loop_board


def test_json(terminal, tmp_path):
    status, out, err = terminal.run("solve", "--json", "--count", 2, "missing.txt", tmp_path, "mixed.txt", "large.txt")
    assert (status, err) == (1, ["rowloom: 2 of 7 puzzles solved"])
    missing, folder, unique, bad, unsolvable, ambiguous, large = map(json.loads, out)
    assert unique == {
        "name": "unique", "genre": "slitherlink", "rows": 2, "cols": 2, "engine": "checker", "status": "solved",
        "solutions": [["11", "00"]], "complete": True, "cycles": 500_000, "clock_hz": 50_000_000, "seconds": 0.01,
        "board": None, "nodes": 1_000, "backs": 400, "candidates": 1, "verified": True, "message": Says("unique"),
        "unique": True,
    }  # fmt: skip
    assert bad == {
        **dict.fromkeys(
            ("genre", "rows", "cols", "engine", "cycles", "clock_hz", "seconds", "board", "nodes", "unique")),
        "name": "bad", "status": "error", "solutions": [], "complete": False,
        "verified": False, "message": Says("mixed.txt:8:2: 'x'"),
    }  # fmt: skip
    assert (unsolvable["status"], unsolvable["complete"], unsolvable["verified"]) == ("no-solution", True, False)
    assert ambiguous["solutions"] == [["10", "11"], ["11", "01"]]
    assert (large["status"], large["rows"], large["cols"], large["engine"]) == ("error", 1, 11, None)
    assert (missing["name"], missing["status"], missing["message"]) == (None, "error", Says("missing.txt: No such"))
    assert (folder["status"], folder["message"]) == ("error", Says("Is a directory"))


@pytest.mark.parametrize("encoding, time, picture", [
    ("utf-8", "20 µs", "│ 3   3 │"), ("latin-1", "20 µs", "| 3   3 |"), ("ascii", "20 us", "| 3   3 |"),
])  # fmt: skip
def test_the_terminal_s_encoding(terminal, monkeypatch, tmp_path, encoding, time, picture):
    """Characters that the terminal cannot show are replaced; they cause no error."""
    output = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", output)
    terminal.plug(loop_board(seconds=2e-5))
    text = "\n".join((LOOPS["unique"].replace("unique", "数独"), LOOPS["unique"]))
    (tmp_path / "names.txt").write_text(text, encoding="utf-8")
    assert terminal.run("solve", "names.txt")[::2] == (0, [])
    text = output.buffer.getvalue().decode(encoding)
    assert ("?? (2x2): solved" in text) == (encoding != "utf-8")
    assert text.count(f"1,000 cycles, {time} at 50 MHz") == text.count(f"{picture}\n") == 2


@pytest.mark.parametrize("variables, colour", [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_only_in_terminals_that_allow_it(terminal, monkeypatch, variables, colour):
    for name, value in {"NO_COLOR": "", "TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, out, _ = terminal.run("solve", "unique.txt")
    assert any("\x1b" in line for line in out) == colour


def test_the_progress_bar_is_hidden_during_output(monkeypatch, capsys):
    shown = []
    bar = SimpleNamespace(stop=lambda: shown.append("hidden"), start=lambda: shown.append(capsys.readouterr()))
    monkeypatch.setattr(process, "bars", [bar])
    echo("output")
    process.log("message")
    assert shown == ["hidden", ("output\n", ""), "hidden", ("", "rowloom: message\n")]


def test_a_reader_that_closes_the_pipe(start, tmp_path):
    """The reader ends first, as ``head`` does in ``rowloom ... | head``."""
    (tmp_path / "bad.txt").write_text(LOOPS["bad"] * 2_000)
    process = start([sys.executable, "-m", "rowloom", "solve", "--json", tmp_path / "bad.txt"], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1


@pytest.mark.parametrize("words, redirect, status, facts", [
    (("convert", "unique.txt", "--to", "text"), ">/dev/full", 1, ("cannot write", "No space left")),
    (("slink", "slink.txt"), ">&-", 1, ("cannot write", "closed")),
    (("boards",), ">/dev/full", 1, ("cannot write", "No space left")),
    (("slink", "bad.txt"), "2>&-", 1, ()),
    (("slink", "bad.txt"), "2>/dev/full", 1, ()),
    (("convert", "unique.txt", "--to", "text", "-o", "out.txt"), ">&- 2>&-", 0, ()),
    (("slink", "-"), "<&-", 1, ("standard input is closed",)),
])  # fmt: skip
def test_streams_that_are_full_or_closed(terminal, monkeypatch, words, redirect, status, facts):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # so that output is buffered, possibly until the exit
    command = ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", "rowloom", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.count("\n") == bool(facts)
    assert done.stderr == Says(*facts)


def test_ctrl_c_while_modules_are_being_imported(terminal, monkeypatch):
    def find_spec(name, path=None, target=None):
        if name == "rowloom.host.cli.boards":
            raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "rowloom.host.cli.boards", raising=False)
    monkeypatch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=find_spec), *sys.meta_path])
    assert terminal.run("boards") == (1, [], ["rowloom: interrupted"])


@pytest.mark.parametrize("module, left_out", [
    ("rowloom", {"rowloom.host", "rowloom.engines", "rowloom.library", "rowloom.tools"}),
    ("rowloom.host.cli", {"argparse", "rich", "serial", "rowloom.host.puzzles"}),
    # A computer that only uses a board does not need the packages that build gateware.
    ("rowloom.host.cli.program", {"amaranth", "matplotlib", "pysat", "rowloom.firmware.build", "rowloom.sim", "z3"}),
])  # fmt: skip
def test_modules_that_are_imported_late(module, left_out):
    program = f"import sys, {module}; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert module in modules and left_out.isdisjoint(modules)


@pytest.mark.parametrize("missing, importing, line, facts", [
    ("z3", ["rowloom.host.solvers.smt"], "solve --engine z3 unique.txt", ["'z3' needs z3", "rowloom[solvers]"]),
    ("z3", ["rowloom.host.solvers.smt"], "compare --engines z3 unique.txt", ["'z3' needs z3", "rowloom[solvers]"]),
    ("pysat.solvers", ["rowloom.host.solvers.sat"], "generate canal", ["pysat", "'rowloom[solvers]'"]),
    *(("distributed", ["rowloom.host.cluster"], line, ["Dask", "rowloom[cluster]"])
      for line in ("solve --jobs 2 unique.txt", "worker tcp://x:1", "generate canal --jobs 2")),
    *(("rowloom.sim", [], line, ["simulated board", "rowloom[sim]"]) for line in ("info", "solve unique.txt", "sim")),
    *(("rowloom.boards", [], f"{name} ulx3s-25f", ["not installed", "rowloom[build]"]) for name in ("boards", "build")),
])  # fmt: skip
def test_missing_packages(command, monkeypatch, tmp_path, missing, importing, line, facts):
    """The package is missing when the modules that need it are imported."""
    (tmp_path / "unique.txt").write_text(LOOPS["unique"])
    monkeypatch.setitem(sys.modules, missing, None)
    forget(monkeypatch, *importing)
    assert command(*line.split()) == (1, "", Says(*facts))


@pytest.mark.parametrize("debug", [False, True])
def test_an_unexpected_error(terminal, monkeypatch, debug):
    monkeypatch.setattr(terminal.channel, "read", lambda least: 1 // 0)
    status, out, err = terminal.run("info", *["--debug"] * debug)
    assert (status, out, err[-1]) == (1, [], Says("unexpected ZeroDivisionError"))
    assert any("Traceback" in line for line in err) == debug
    assert ("--debug" in err[-1]) != debug


@pytest.mark.parametrize("text, number", [
    ("50_000_000", 50_000_000), ("5e7", 50_000_000), ("50M", 50_000_000), ("1.5G", 1_500_000_000), ("3k", 3_000),
    ("3K", 3_000), ("18446744073709551615", (1 << 64) - 1),
])  # fmt: skip
def test_numbers_of_cycles(text, number):
    assert cycles(text) == number


def test_help_and_version(terminal):
    assert terminal.run() == terminal.run("--help")
    assert terminal.run("--version") == (0, [Says(version("rowloom"))], [])


@pytest.mark.parametrize("name", COMMANDS)
def test_help(terminal, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "80")
    out = out_of(terminal.run(name, "--help"))
    assert any(line.startswith("example") for line in out)
    assert max(map(len, out)) <= 81
