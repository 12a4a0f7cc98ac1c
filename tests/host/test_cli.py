"""The command line, against a board in virtual time: what it prints, and how it exits."""

import io
import json
import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from itertools import count
from types import SimpleNamespace

import pytest

from rowloom.boards import find_board
from rowloom.host.board import Board
from rowloom.host.cli import bench, connection, main
from rowloom.host.cli.common import CommandError, cycles
from rowloom.host.engines import Size
from rowloom.host.protocol import MAX_BODY, Capability, Engine, Result, Status
from rowloom.sim import LineUse

OPEN_LINK = connection.open_link

UNIQUE = "# unique\n2 2\n33\n..\n"
AMBIGUOUS = "# ambiguous\n2 2\n3.\n.3\n"
UNSOLVABLE = "# unsolvable\n2 2\n00\n..\n"
LARGE = "# large\n1 11\n" + "." * 11 + "\n"
BAD = "# bad\n2 2\n3x\n..\n"

SOLUTIONS = {
    b"\2\2\x33\xff": [b"\3\0"],
    b"\2\2\xf3\x3f": [b"\1\3", b"\3\2"],
    b"\2\2\x00\xff": [],
    b"\x0a\x0a" + b"\xff" * 50: [b"\1\0" + bytes(18)],
    b"\x0b\x01" + b"\xff" * 6: [b"\1" + bytes(10)],
}

COUNTERS = {
    Engine.CHECKER: (1_000, 400, 1),
    # Cycles by phase are shares of 500,000; the last count is of a later firmware.
    Engine.FAST: (3, 40, 2_000, 100_000, 75_000, 50_000, 25_000, 77),
}

FAST = Capability(1, 2, 12, 5)


def solver(seconds):
    def solve(request):
        found = SOLUTIONS[request.puzzle][: request.count]
        status, complete = (Status.SOLVED if found else Status.NO_SOLUTION), True
        cycles = int(seconds * 50e6)
        if request.limit and cycles > request.limit:
            found, status, complete, cycles = [], Status.LIMIT, False, request.limit
        rows, cols = request.puzzle[:2]
        return Result(status, complete, rows, cols, cycles, COUNTERS[request.engine], tuple(found)), seconds

    return solve


class Terminal:
    """Runs command lines where the puzzles are files, and the board is a fake one."""

    def __init__(self, wire, monkeypatch, capsys):
        self._wire, self._patch, self._capsys = wire, monkeypatch, capsys
        self.plug()

    def plug(self, board=None, seconds=0.01, identity=None, **options):
        """Connects another board, or over another line."""
        board = board or self._wire.FakeBoard(solver(seconds), identity or self._wire.IDENTITY)
        self.channel = self._wire.Channel(board, limit=200.0, **options)
        self._patch.setattr(connection, "open_link", lambda args, puzzles: nullcontext(self.channel))
        self._patch.setattr(connection, "Board", partial(Board, clock=self.channel.clock))

    def run(self, *words):
        """Returns the exit status, the lines of standard output, and those of standard error."""
        status = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


@pytest.fixture
def terminal(wire, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in {
        "unique.txt": UNIQUE,
        "ambiguous.txt": AMBIGUOUS,
        "unsolvable.txt": UNSOLVABLE,
        "large.txt": LARGE,
        "bad.txt": BAD,
        "mixed.txt": "\n".join((UNIQUE, BAD, UNSOLVABLE, AMBIGUOUS)),
        "ten.txt": "\n".join(UNIQUE.replace("unique", f"unique-{number}") for number in range(10)),
        "empty.txt": "",
        "wide.txt": "# wide\n10 10\n" + ("." * 10 + "\n") * 10,
    }.items():
        (tmp_path / name).write_text(text)
    return Terminal(wire, monkeypatch, capsys)


# solve


def test_solve_draws_the_solution(terminal):
    status, out, err = terminal.run("solve", "unique.txt")
    assert (status, err) == (0, [])
    assert out == [
        "unique (2x2): solved and verified",
        "500,000 cycles, 10 ms at 50 MHz; 1,000 checks, 400 backtracks, 1 candidate",
        "·   ·   ·    ╭───────╮",
        "  3   3      │ 3   3 │",
        "·   ·   ·    ╰───────╯",
        "",
        "·   ·   ·    ·   ·   ·",
        "",
    ]


def test_solve_draws_one_below_the_other_where_there_is_no_room(terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    _, out, _ = terminal.run("solve", "unique.txt")
    assert out[2:] == [
        *("·   ·   ·", "  3   3", "·   ·   ·", "", "·   ·   ·"),
        "",
        *("╭───────╮", "│ 3   3 │", "╰───────╯", "", "·   ·   ·"),
        "",
    ]


def test_solve_without_drawing(terminal):
    status, out, err = terminal.run("solve", "--no-draw", "--count", 2, "unique.txt")
    assert (status, len(out), err) == (0, 2, [])
    assert out[0] == "unique (2x2): solved and verified; unique: there is no other solution"


def test_solve_ambiguous(terminal):
    status, out, _ = terminal.run("solve", "--count", 2, "ambiguous.txt")
    assert status == 0
    assert out[0] == "ambiguous (2x2): solved and verified; not unique: there is a second solution"
    assert len(out[2].split("    ")) == 3


def test_solve_unsolvable(terminal):
    status, out, err = terminal.run("solve", "--no-draw", "unsolvable.txt")
    assert (status, out[0], err) == (1, "unsolvable (2x2): there is no solution", [])


def test_solve_with_a_limit(terminal):
    status, out, err = terminal.run("solve", "--no-draw", "--limit", "100k", "unique.txt")
    assert (status, err) == (1, [])
    assert out[0] == "unique (2x2): not solved within 100,000 cycles"


def test_solve_too_large(terminal):
    status, out, err = terminal.run("solve", "large.txt", "unique.txt", "--no-draw")
    assert (status, len(out)) == (1, 2)
    assert err == [
        "rowloom: large.txt:2: large: 1x11 is too large for this build, which takes up to 10x10: use a board"
        " built for it, or leave out --port, --rows and --cols to simulate one"
    ]


def test_solve_malformed_and_the_rest(terminal):
    status, out, err = terminal.run("solve", "--no-draw", "mixed.txt")
    assert status == 1
    assert out[::2] == [
        "unique (2x2): solved and verified",
        "unsolvable (2x2): there is no solution",
        "ambiguous (2x2): solved and verified",
    ]
    assert err == ["rowloom: mixed.txt:8:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'"]


def test_solve_nothing_but_malformed_takes_no_board(terminal):
    terminal.plug(dies_at=0.0)
    status, out, err = terminal.run("solve", "bad.txt")
    assert (status, out) == (1, [])
    assert err == ["rowloom: bad.txt:3:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'"]


def test_solve_empty_file(terminal):
    status, out, err = terminal.run("solve", "empty.txt")
    assert (status, out) == (1, [])
    assert err == [
        "rowloom: no puzzle in empty.txt: expected a size line 'rows cols' and the rows under it; for a Sudoku"
        " 81 characters in a line, or a grid of digits; or a puzz.link URL, a game id such as '7x7t0:...' or '3x3:...',"
        " or a JSON object, one a line"
    ]


def test_solve_files_that_cannot_be_read(terminal, tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    files = ("missing.txt", tmp_path, "picture.png", "unique.txt")
    status, out, err = terminal.run("solve", "--no-draw", *files)
    assert (status, out[0]) == (1, "unique (2x2): solved and verified")
    assert err == [
        "rowloom: missing.txt: No such file or directory",
        f"rowloom: {tmp_path}: Is a directory",
        "rowloom: picture.png: not a text file",
    ]


def test_solve_standard_input(terminal, monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(read=lambda: UNIQUE + BAD))
    status, out, err = terminal.run("solve", "--no-draw", "-")
    assert (status, out[0]) == (1, "unique (2x2): solved and verified")
    assert err == ["rowloom: standard input:7:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'"]


def test_solve_closed_standard_input(terminal, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert terminal.run("solve", "-") == (1, [], ["rowloom: standard input is closed"])


@pytest.mark.parametrize("encoding, time, picture", [
    ("utf-8", "20 µs", "│ 3   3 │"), ("latin-1", "20 µs", "| 3   3 |"), ("ascii", "20 us", "| 3   3 |"),
])  # fmt: skip
def test_solve_in_the_terminals_encoding(terminal, monkeypatch, tmp_path, encoding, time, picture):
    """What it lacks is drawn otherwise, or replaced, and ends nothing."""
    output = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", output)
    terminal.plug(seconds=2e-5)
    (tmp_path / "names.txt").write_text("\n".join((UNIQUE.replace("unique", "数独"), UNIQUE)), encoding="utf-8")
    assert terminal.run("solve", "names.txt")[::2] == (0, [])
    text = output.buffer.getvalue().decode(encoding)
    assert ("?? (2x2): solved and verified" in text) == (encoding != "utf-8")
    assert text.count(f"1,000 cycles, {time} at 50 MHz") == text.count(f"{picture}\n") == 2


@pytest.mark.parametrize("variables, colour", [
    ({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False),
])  # fmt: skip
def test_solve_in_colour_only_where_it_is_wanted(terminal, monkeypatch, variables, colour):
    for name, value in {"NO_COLOR": "", "TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, out, _ = terminal.run("solve", "unique.txt")
    assert any("\x1b" in line for line in out) == colour


def test_solve_json_names_files_that_cannot_be_read(terminal, tmp_path):
    status, out, err = terminal.run("solve", "--json", "missing.txt", tmp_path, "unique.txt")
    missing, folder, unique = map(json.loads, out)
    assert (status, err) == (1, [])
    assert (missing["name"], missing["status"], missing["message"]) == (
        None, "error", "missing.txt: No such file or directory"
    )  # fmt: skip
    assert (folder["status"], folder["message"]) == ("error", f"{tmp_path}: Is a directory")
    assert unique["verified"]


def test_solve_json(terminal):
    status, out, err = terminal.run("solve", "--json", "mixed.txt", "large.txt", "--count", 2)
    assert (status, err) == (1, [])
    unique, bad, unsolvable, ambiguous, large = map(json.loads, out)
    assert unique == {
        "name": "unique",
        "genre": "slitherlink",
        "rows": 2,
        "cols": 2,
        "engine": "checker",
        "status": "solved",
        "solutions": [["11", "00"]],
        "complete": True,
        "cycles": 500_000,
        "clock_hz": 50_000_000,
        "seconds": 0.01,
        "nodes": 1_000,
        "backs": 400,
        "candidates": 1,
        "verified": True,
        "message": "unique: there is no other solution",
    }
    assert bad == {
        "name": "bad",
        "genre": None,
        "rows": None,
        "cols": None,
        "engine": None,
        "status": "error",
        "solutions": [],
        "complete": False,
        "cycles": None,
        "clock_hz": 50_000_000,
        "seconds": None,
        "nodes": None,
        "verified": False,
        "message": "mixed.txt:8:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'",
    }
    assert unsolvable["status"] == "no-solution"
    assert unsolvable["complete"] and not unsolvable["verified"]
    assert ambiguous["solutions"] == [["10", "11"], ["11", "01"]]
    assert (large["status"], large["rows"], large["cols"], large["engine"]) == ("error", 1, 11, None)


def test_solve_json_without_a_board(terminal):
    status, out, err = terminal.run("solve", "--json", "bad.txt")
    (record,) = map(json.loads, out)
    assert (status, err, record["clock_hz"], record["seconds"]) == (1, [], None, None)


# Engines


@pytest.fixture
def both(terminal, wire):
    """A board with both engines, the checker first; the fast one for less than 10x10."""
    terminal.plug(identity=replace(wire.IDENTITY, capabilities=(*wire.IDENTITY.capabilities, FAST)))


@pytest.mark.parametrize("words, engine", [
    ((), "fast"), (("--engine", "fast"), "fast"), (("--engine", "checker"), "checker"),
])  # fmt: skip
def test_solve_with_an_engine(terminal, both, words, engine):
    _, out, _ = terminal.run("solve", "--json", "unique.txt", *words)
    assert json.loads(out[0])["engine"] == engine


def test_solve_with_the_checker_what_is_too_large_for_the_fast_engine(terminal, both):
    _, out, _ = terminal.run("solve", "--json", "wide.txt")
    record = json.loads(out[0])
    assert (record["engine"], record["verified"]) == ("checker", True)


def test_solve_tells_the_fast_engine_s_figures(terminal, both):
    _, out, _ = terminal.run("solve", "--no-draw", "unique.txt")
    assert out[1] == "500,000 cycles, 10 ms at 50 MHz; 3 nodes, 40 probes, 2,000 row visits"


def test_solve_json_holds_the_fast_engine_s_counters(terminal, both):
    _, out, _ = terminal.run("solve", "--json", "unique.txt")
    record = json.loads(out[0])
    names = ("nodes", "probes", "visits", "sweeping", "joining", "flooding", "probing")
    assert tuple(record[name] for name in names) == COUNTERS[Engine.FAST][:7]
    assert list(record)[11:18] == list(names)


def test_solve_with_an_engine_of_a_later_build(terminal, wire, monkeypatch):
    """It solves and is verified, and its counters but the first mean nothing here."""
    monkeypatch.setitem(COUNTERS, 8, (7, 6, 5))
    terminal.plug(identity=replace(wire.IDENTITY, capabilities=(Capability(1, 8, 10, 10),)))
    _, out, _ = terminal.run("solve", "--no-draw", "unique.txt")
    assert out == ["unique (2x2): solved and verified", "500,000 cycles, 10 ms at 50 MHz"]
    record = json.loads(terminal.run("solve", "--json", "unique.txt")[1][0])
    assert (record["engine"], record["nodes"], record["verified"]) == ("engine 8", 7, True)


def test_solve_what_fits_only_when_it_is_turned(terminal, both):
    status, out, err = terminal.run("solve", "large.txt")
    assert (status, err, out[0]) == (0, [], "large (1x11): solved and verified")
    assert out[2:5] == [
        "·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·", "", "·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·",
    ]  # fmt: skip
    assert out[6].startswith("╭───╮   ·")
    record = json.loads(terminal.run("solve", "--json", "large.txt")[1][0])
    assert (record["rows"], record["cols"], record["solutions"]) == (1, 11, [["1" + "0" * 10]])


@pytest.mark.parametrize("engines, words, message", [
    ((Capability(1, 1, 10, 10),), "fast", "the board has no fast engine; its engines: checker"),
    ((FAST,), "checker", "the board has no checker; its engines: fast engine"),
    ((Capability(1, 1, 10, 10), FAST), "both", None),
    ((Capability(1, 1, 10, 10),), "both", "the board has no fast engine; its engines: checker"),
    ((), "fast", "the board has no fast engine; its engines: none"),
])  # fmt: skip
def test_engine_that_the_board_has_not(terminal, wire, engines, words, message):
    terminal.plug(identity=replace(wire.IDENTITY, capabilities=engines))
    status, _, err = terminal.run("bench", "unique.txt", "--engine", words)
    assert (status, err) == ((1, [f"rowloom: test board: {message}"]) if message else (0, []))


@pytest.mark.parametrize("command", ["solve", "draw", "sim", "info"])
def test_both_engines_are_for_bench(terminal, command):
    status, _, err = terminal.run(command, "--engine", "both", "unique.txt")
    more = ", 'sat', 'z3', 'slink', 'sudoku-logic'" if command in ("solve", "draw") else ""
    assert (status, err[-1]) == (2, f"rowloom {command}: error: argument --engine: invalid choice: 'both' (choose from"
                                    f" 'checker', 'fast', 'steps', 'scan'{more})")


# The board


NO_PORT = "rowloom: /dev/no-such-port: no such port; no port is plugged in"


@pytest.fixture
def real_links(terminal, monkeypatch):
    """Ports are opened as they really are; none is plugged in."""
    monkeypatch.setattr(connection, "open_link", OPEN_LINK)
    monkeypatch.setattr("serial.tools.list_ports.comports", list)


@pytest.mark.parametrize("command", [("solve", "unique.txt"), ("bench", "unique.txt"), ("info",)])
def test_no_port(terminal, real_links, command):
    assert terminal.run(*command, "--port", "/dev/no-such-port") == (1, [], [NO_PORT])


class Other:
    """Something else than a board."""

    bit_rate = 1_000_000

    def __init__(self, sends):
        self._sends = sends

    def feed(self, data):
        pass

    def take(self):
        return self._sends

    def step(self, seconds):
        pass


def test_silent_board(terminal):
    terminal.plug(Other(b""))
    status, out, err = terminal.run("solve", "unique.txt", "--port", "/dev/ttyUSB0")
    assert (status, out) == (1, [])
    assert err == [
        "rowloom: test board: no answer; is the board powered and programmed, and is this its port?"
    ]
    assert terminal.channel.now < 6


@pytest.mark.parametrize("baud", [300, 9600, None, 3_000_000])
def test_a_slow_line_is_given_the_time_that_it_takes(terminal, monkeypatch, baud):
    """Nothing is sent again before it can have arrived."""
    times = []
    monkeypatch.setattr(connection, "Board", lambda link, *args: times.append(args) or Board(link, 1.0, 1.0))
    terminal.run("info", "--port", "x", *(("--baud", baud) if baud else ()))
    ((patience, resend),) = times
    assert 2 * resend < patience
    assert resend > MAX_BODY * 10 / (baud or 1_000_000)


def test_board_that_sends_garbage(terminal):
    terminal.plug(Other(b"\xfe\0\x80"))
    status, out, err = terminal.run("solve", "unique.txt", "--port", "/dev/ttyUSB0")
    assert (status, out) == (1, [])
    assert err == [
        "rowloom: test board: 1356 bytes came, but nothing that makes sense; this is no Rowloom board, or it"
        " works at another bit rate (--baud)"
    ]
    assert terminal.channel.now < 6


LOST = "test board: the connection was lost (was the cable unplugged?)"


def test_link_that_dies_in_the_middle(terminal):
    terminal.plug(seconds=1.0, dies_at=3.5)
    status, out, err = terminal.run("solve", "--no-draw", "ten.txt")
    assert status == 1
    assert out[::2] == [f"unique-{number} (2x2): solved and verified" for number in range(3)]
    assert err == [f"rowloom: {LOST}; 7 puzzles not solved"]


def test_link_that_dies_in_the_middle_json(terminal):
    terminal.plug(seconds=1.0, dies_at=3.5)
    status, out, err = terminal.run("solve", "--json", "ten.txt")
    records = list(map(json.loads, out))
    assert status == 1
    assert [record["name"] for record in records] == [f"unique-{number}" for number in range(10)]
    assert [record["status"] for record in records] == ["solved"] * 3 + ["error"] * 7
    assert {record["message"] for record in records[3:]} == {f"not solved: {LOST}"}
    assert {record["cycles"] for record in records[3:]} == {None}
    assert err == [f"rowloom: {LOST}; 7 puzzles not solved"]


@pytest.mark.parametrize("rate, reset_rate", [
    (1_000_000, 1_000_000), (3_000_000, 1_000_000), (3_000_000, 3_000_000),
])  # fmt: skip
def test_baud(terminal, wire, rate, reset_rate):
    """Whatever the board was built for, both ends meet at the rate asked for."""
    terminal.plug(identity=replace(wire.IDENTITY, bit_rate=reset_rate))
    terminal.channel.bit_rate = 1_000_000
    status, out, err = terminal.run("info", "--port", "/dev/ttyUSB0", "--baud", rate)
    assert (status, err) == (0, [])
    assert out[5] == f"bit rate    {rate:,} bit/s ({reset_rate:,} after a reset)"
    assert terminal.channel.bit_rate == terminal.channel.board.bit_rate == rate


def test_baud_that_the_line_does_not_carry(terminal):
    terminal.channel.highest_rate = 2_000_000
    status, _, err = terminal.run("info", "--port", "/dev/ttyUSB0", "--baud", 3_000_000)
    assert (status, err) == (0, ["rowloom: the line does not carry 3,000,000 bit/s; going on at 1,000,000"])


@pytest.mark.parametrize("words, message", [
    (("--port", "x", "--rows", "3"),
     "--rows, --cols, --lanes, --peers, --wave and --estimate are for the simulated board, not for --port"),
    (("--port", "socket://x:1", "--baud", "9600"), "--baud is for serial ports; a socket has no bit rate"),
])  # fmt: skip
def test_options_that_do_not_fit_together(terminal, words, message):
    status, out, err = terminal.run("info", *words)
    assert (status, out, err) == (2, [], [f"rowloom: {message}; see `rowloom info --help`"])


# The simulated board


@pytest.fixture
def simulators(real_links, monkeypatch):
    """The engines and sizes of the simulators that were asked for; none starts."""
    sizes = []

    def open_simulator(build, wave, port=0):
        names = {capability.engine.name for capability in build.capabilities}
        built = [str(Size(capability.rows, capability.cols)) for capability in build.capabilities]
        sizes.append(("+".join(sorted(names)), "+".join(built), build.lanes, wave))
        raise CommandError("no simulator in this test")

    monkeypatch.setattr(connection, "open_simulator", open_simulator)
    return sizes


@pytest.mark.parametrize("words, size, note", [
    (("unique.txt",), "10x10", []),
    (("large.txt",), "10x11", ["rowloom: simulating a 10x11 board, for the largest puzzle"]),
    (("large.txt", "--rows", 3), "3x11", ["rowloom: simulating a 3x11 board, for the largest puzzle"]),
    (("large.txt", "--cols", 5), "10x5", []),
    (("huge.txt",), "10x10", []),
])  # fmt: skip
def test_a_simulated_checker_is_large_enough(terminal, simulators, tmp_path, words, size, note):
    (tmp_path / "huge.txt").write_text("1 33\n" + "." * 33)
    status, _, err = terminal.run("solve", "--engine", "checker", *words)
    assert (status, err) == (1, [*note, "rowloom: no simulator in this test"])
    assert simulators == [("CHECKER", size, 1, None)]


@pytest.mark.parametrize("words, message", [
    (("--port", "x", "9.txt"),
     "--rows, --cols, --lanes, --peers, --wave and --estimate are for the simulated board, not for --port"),
    *((words, "--estimate is for Sudokus, and without --wave: there are no signals")
      for words in (("unique.txt",), ("9.txt", "unique.txt"), ("9.txt", "--wave", "w"))),
    (("--stream", "9.txt"), "--stream measures the line, on which an estimate's bytes take no time"),
])  # fmt: skip
def test_what_cannot_be_estimated(terminal, simulators, tmp_path, words, message):
    (tmp_path / "9.txt").write_text("." * 81)
    status, out, err = terminal.run("bench", "--estimate", *words)
    assert (status, out, err) == (2, [], [f"rowloom: {message}; see `rowloom bench --help`"])


def test_what_is_estimated(terminal, real_links, monkeypatch, tmp_path):
    """Only what was asked for; by the usual engines, the scan engine without subsets."""
    builds = []
    (tmp_path / "9.txt").write_text("." * 81)

    def open_simulator(build, wave, port=0):
        builds.append(build)
        raise CommandError("no simulator in this test")

    monkeypatch.setattr(connection, "open_simulator", open_simulator)
    for words in (("9.txt",), ("--estimate", "9.txt"), ("--estimate", "--engine", "scan", "9.txt")):
        assert terminal.run("solve", *words)[0] == 1
    assert [([one.engine for one in build.capabilities], build.estimate, build.config().scan_subsets)
            for build in builds] == [([Engine.FAST], False, 6), ([Engine.FAST], True, 0), ([Engine.SCAN], True, 0)]


@pytest.mark.parametrize("words, engines, sizes", [
    (("9.txt",), "FAST", "9x9"), (("9.txt", "--engine", "steps"), "STEPS", "9x9"),
    (("9.txt", "--engine", "scan"), "SCAN", "9x9"), (("9.txt", "4.txt", "--engine", "scan"), "SCAN", "9x9"),
    (("4.txt",), "SCAN", "4x4"), (("9.txt", "4.txt"), "FAST+SCAN", "4x4+9x9"),
    (("4.txt", "--rows", 25), "SCAN", "25x25"), (("9.txt", "unique.txt"), "FAST", "9x9+64x36"),
])  # fmt: skip
def test_a_simulated_board_for_sudoku(terminal, simulators, tmp_path, words, engines, sizes):
    (tmp_path / "9.txt").write_text("." * 81)
    (tmp_path / "4.txt").write_text("." * 16)
    terminal.run("solve", *words)
    assert simulators == [(engines, sizes, 1, None)]


@pytest.mark.parametrize("words, message", [
    (("--rows", 8), "--rows, --cols: a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not 8x8"),
    (("--rows", 9, "--cols", 4), "--rows, --cols: a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not 9x4"),
    (("--lanes", 2), "--lanes is for Slitherlink"),
    (("--engine", "checker"), "--engine: there is no checker for Sudoku"),
    *((("--peers", *words), "--peers is for the fast engine, 9x9; the scan engine has one way to guess")
      for words in (("--engine", "scan"), ("--rows", 16))),
])  # fmt: skip
def test_what_there_is_not_for_sudoku(terminal, simulators, words, message):
    status, out, err = terminal.run("info", "--genre", "sudoku", *words)
    assert (status, out, err) == (2, [], [f"rowloom: {message}; see `rowloom info --help`"])
    assert not simulators


@pytest.mark.parametrize("words, size", [
    (("unique.txt",), "64x36"), (("large.txt",), "64x36"), (("large.txt", "--rows", 3), "3x36"),
    (("unique.txt", "--rows", 3, "--cols", 4), "3x4"),
])  # fmt: skip
def test_a_simulated_fast_engine_takes_all_that_it_can(terminal, simulators, words, size):
    status, _, err = terminal.run("solve", "--engine", "fast", *words)
    assert (status, err) == (1, ["rowloom: no simulator in this test"])
    assert simulators == [("FAST", size, 1, None)]


def test_without_a_choice_the_usual_engine_is_simulated(terminal, simulators):
    terminal.run("solve", "unique.txt", "--wave", "w.vcd")
    ((engine, _, lanes, wave),) = simulators
    assert (engine, lanes, wave) == (connection.USUAL_ENGINE.name, 1, "w.vcd")


def test_lanes(terminal, simulators):
    terminal.run("solve", "unique.txt", "--engine", "fast", "--lanes", 2)
    assert simulators == [("FAST", "64x36", 2, None)]
    status, _, err = terminal.run("solve", "unique.txt", "--engine", "checker", "--lanes", 2)
    assert (status, err) == (
        2, ["rowloom: --lanes is for the fast engine; the checker has none; see `rowloom solve --help`"])


def test_peers(terminal, real_links, monkeypatch):
    """Of the fast engine for Sudoku, also in steps."""
    builds = []

    def open_simulator(build, wave, port=0):
        builds.append(build.config())
        raise CommandError("no simulator in this test")

    monkeypatch.setattr(connection, "open_simulator", open_simulator)
    for words in ((), ("--peers",), ("--peers", "--engine", "steps")):
        assert terminal.run("info", "--genre", "sudoku", *words)[0] == 1
    assert [(config.sudoku, config.sudoku_peers) for config in builds] == [(3, 0), (3, 1), (3, 1)]
    status, _, err = terminal.run("solve", "unique.txt", "--peers")
    assert (status, err) == (2, ["rowloom: --peers is for Sudoku; see `rowloom solve --help`"])


def test_simulator_is_not_installed(terminal, real_links, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.sim", None)
    status, _, err = terminal.run("info")
    assert status == 1
    assert err == [
        "rowloom: the simulated board is not installed (import of rowloom.sim halted; None in sys.modules):"
        " pip install 'rowloom[sim]', or use a board with --port"
    ]


class Simulator:
    """A simulator that says nothing until it ends, or Ctrl-C comes."""

    url = "socket://127.0.0.1:4711"

    def __init__(self, ends):
        self._ends, self.closed = ends, False

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.closed = True

    def poll(self):
        if self._ends:
            return self._ends
        raise KeyboardInterrupt

    def failure(self):
        return "its last words"


@pytest.mark.parametrize("ends, status, err", [
    (None, 0, []),
    (3, 1, ["rowloom: the simulator ended with status 3: its last words"]),
    (-9, 1, ["rowloom: the simulator was killed (signal 9)"]),
])  # fmt: skip
def test_sim(terminal, monkeypatch, ends, status, err):
    started = []
    simulator = Simulator(ends)

    def start(*arguments):
        started.append(arguments)
        return simulator

    monkeypatch.setattr("rowloom.host.cli.sim.open_simulator", start)
    assert terminal.run("sim", "--engine", "checker", "--rows", 20, "--listen", 4711) == (
        status,
        [
            "The simulated board listens at socket://127.0.0.1:4711; Ctrl-C ends it. In another terminal:",
            "  rowloom solve --port socket://127.0.0.1:4711 FILE",
        ],
        err,
    )
    assert started == [(connection.Build((Capability(1, Engine.CHECKER, 20, 10),)), None, 4711, None)]
    assert simulator.closed


def test_sim_of_a_netlist(terminal, monkeypatch):
    started = []

    def start(*arguments):
        started.append(arguments)
        return Simulator(3)

    monkeypatch.setattr("rowloom.host.cli.sim.open_simulator", start)
    terminal.run("sim", "--netlist", "ulx3s-85f")
    ((*_, wave, port, netlist),) = started
    assert (wave, port, netlist) == (None, 0, find_board("ulx3s-85f"))


@pytest.mark.parametrize("words, message", [
    (("sim", "--netlist", "ulx3s-85f", "--rows", 3), "a netlist is its board's: --netlist goes without --engine,"
     " --genre, --rows, --cols, --lanes and --peers"),
    (("sim", "--netlist", "ulx3s-85f", "--engine", "fast"), "a netlist is its board's: --netlist goes without --engine,"
     " --genre, --rows, --cols, --lanes and --peers"),
    (("sim", "--engine", "checker", "--rows", 33), "--rows, --cols: 33x10 is too large for the checker, 32x32 is the"
     " most"),
    (("info", "--engine", "checker", "--cols", 36), "--rows, --cols: 10x36 is too large for the checker, 32x32 is the"
     " most"),
])  # fmt: skip
def test_simulators_that_cannot_be(terminal, real_links, words, message):
    assert terminal.run(*words) == (2, [], [f"rowloom: {message}; see `rowloom {words[0]} --help`"])


@pytest.mark.parametrize("options, status, err", [
    (("--netlist", "ulx3s"), 2, "there is no board 'ulx3s'; did you mean ulx3s-12f or "),
    (("--netlist", "arty-a7-35"), 1, "arty-a7-35 has no ECP5, and only for that are there models of all cells"),
])  # fmt: skip
def test_sim_of_no_netlist(terminal, options, status, err):
    found, out, (message,) = terminal.run("sim", *options)
    assert (found, out) == (status, [])
    assert message.startswith(f"rowloom: {err}")


# Ending early


class Interrupting:
    """Ctrl-C at certain times."""

    def __init__(self, channel, times):
        self._read, self._channel, self._times = channel.read, channel, list(times)
        channel.read = self.read

    def read(self):
        if self._times and self._channel.now >= self._times[0]:
            self._times.pop(0)
            os.kill(os.getpid(), signal.SIGINT)
        return self._read()


def test_interrupt(terminal):
    """Ctrl-C keeps what was found, and says of the rest that it was cancelled."""
    terminal.plug(seconds=1.0)
    Interrupting(terminal.channel, [2.5])
    status, out, err = terminal.run("solve", "--json", "ten.txt")
    assert (status, err) == (1, [])
    assert [json.loads(line)["status"] for line in out] == ["solved"] * 2 + ["cancelled"] * 8
    assert terminal.channel.now < 3.0


def test_interrupt_draws_what_was_solved(terminal):
    terminal.plug(seconds=1.0)
    Interrupting(terminal.channel, [1.5])
    before = signal.getsignal(signal.SIGINT)
    _, out, _ = terminal.run("solve", "ten.txt")
    assert out[0] == "unique-0 (2x2): solved and verified"
    assert sum("╭" in line for line in out) == sum("  3   3" in line for line in out) == 1
    assert out[-1] == "unique-9 (2x2): cancelled"
    assert signal.getsignal(signal.SIGINT) is before


def test_second_interrupt(terminal):
    terminal.plug(seconds=100.0)
    Interrupting(terminal.channel, [2.5, 2.5])
    status, out, err = terminal.run("solve", "ten.txt")
    assert (status, out, err) == (1, [], ["rowloom: interrupted"])


def test_reader_that_has_enough(tmp_path):
    """As in ``rowloom ... | head``."""
    (tmp_path / "bad.txt").write_text(BAD * 5_000)
    program = "import sys; from rowloom.host.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, "solve", "--json", tmp_path / "bad.txt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def rowloom(*words, redirect=""):
    """The command in a process of its own, with its streams redirected by a shell."""
    command = f'exec "$@" {redirect}'
    return subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "rowloom.host.cli", *words], capture_output=True, text=True
    )


@pytest.mark.parametrize("words, redirect, status, out, err", [
    (("solve", "--json", "bad.txt"), ">/dev/full", 1, "",
     "rowloom: cannot write the output: No space left on device\n"),
    (("solve", "--json", "bad.txt"), ">&-", 1, "", "rowloom: cannot write the output: it is closed\n"),
    (("boards",), ">/dev/full", 1, "", "rowloom: cannot write the output: No space left on device\n"),
    (("boards",), ">&-", 1, "", "rowloom: cannot write the output: it is closed\n"),
    (("boards", "--json"), ">&-", 1, "", "rowloom: cannot write the output: it is closed\n"),
    (("solve", "bad.txt"), "2>&-", 1, "", ""),
    (("solve", "bad.txt"), "2>/dev/full", 1, "", ""),
    (("draw", "unique.txt", "-o", "out.svg"), ">&- 2>&-", 0, "", ""),
    (("solve", "-"), "<&-", 1, "", "rowloom: standard input is closed\n"),
])  # fmt: skip
def test_streams_that_are_full_or_closed(terminal, words, redirect, status, out, err):
    done = rowloom(*words, redirect=redirect)
    assert (done.returncode, done.stdout, done.stderr) == (status, out, err)


# Errors in the program


def test_unexpected_error(terminal, monkeypatch):
    monkeypatch.setattr(terminal.channel, "read", lambda: 1 // 0)
    status, _, err = terminal.run("info")
    assert status == 1
    assert err == [
        "rowloom: unexpected ZeroDivisionError: integer division or modulo by zero (--debug shows where)"
    ]


def test_unexpected_error_with_debug(terminal, monkeypatch):
    monkeypatch.setattr(terminal.channel, "read", lambda: 1 // 0)
    status, _, err = terminal.run("info", "--debug")
    assert (status, err[0]) == (1, "Traceback (most recent call last):")
    assert err[-1] == "rowloom: unexpected ZeroDivisionError: integer division or modulo by zero"


# Words


@pytest.mark.parametrize("text, number", [
    ("50000000", 50_000_000), ("50_000_000", 50_000_000), ("50M", 50_000_000), ("5e7", 50_000_000),
    ("1.5G", 1_500_000_000), ("3k", 3_000), ("3K", 3_000), ("18446744073709551615", (1 << 64) - 1),
])  # fmt: skip
def test_limits(text, number):
    assert cycles(text) == number


@pytest.mark.parametrize("text", ["", "M", "0", "-1", "1.5", "many", "5m", f"{1 << 64}", "nan", "inf"])
def test_no_limits(terminal, text):
    status, _, err = terminal.run("solve", f"--limit={text}", "unique.txt")
    assert status == 2
    assert err[-1] == (
        f"rowloom solve: error: argument --limit: {text!r} is not a number of cycles such as 50000000,"
        " 50_000_000, 50M or 5e7"
    )


@pytest.mark.parametrize("words, message", [
    ((), "rowloom: error: the following arguments are required: COMMAND"),
    (("solve",), "rowloom solve: error: the following arguments are required: FILE"),
    (("sim", "--rows", "226"), "rowloom sim: error: argument --rows: '226' is not a whole number from 1 to 225"),
    (("sim", "--cols", "0"), "rowloom sim: error: argument --cols: '0' is not a whole number from 1 to 225"),
    (("info", "--baud", "x"), "rowloom info: error: argument --baud: 'x' is not a whole number from 1 to"
     " 4294967295"),
    (("info", "--baud", "999999999999"), "rowloom info: error: argument --baud: '999999999999' is not a whole number"
     " from 1 to 4294967295"),
    (("info", "--port", ""), "rowloom info: error: argument --port: expected the name of a port, found nothing"),
])  # fmt: skip
def test_wrong_command_lines(terminal, words, message):
    status, _, err = terminal.run(*words)
    assert (status, err[-1]) == (2, message)


@pytest.mark.parametrize("command", ["solve", "bench", "draw", "info", "sim"])
def test_help(terminal, command):
    status, out, err = terminal.run(command, "--help")
    assert (status, err) == (0, [])
    assert "examples:" in out
    assert max(map(len, out)) <= 81


def test_version(terminal):
    assert terminal.run("--version") == (0, [f"rowloom {version('rowloom')}"], [])


@pytest.mark.parametrize("command, grown", [("solve", " or as needed"), ("sim", ""), ("info", "")])
def test_help_tells_the_simulators_size(terminal, command, grown):
    _, out, _ = terminal.run(command, "--help")
    text = " ".join(" ".join(out).split())
    assert f"most rows (default: 64; for the checker 10{grown}; for Sudoku 9{grown})" in text
    assert f"most columns (default: 36; for the checker 10{grown}; for Sudoku 9{grown})" in text


def test_no_gateware_is_imported():
    program = "import sys, rowloom.host.cli; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert "rowloom.host.cli" in modules
    assert {"amaranth", "matplotlib", "rowloom.hw", "rowloom.sim", "z3"}.isdisjoint(modules)


# info


def test_info(terminal):
    status, out, err = terminal.run("info")
    assert (status, err) == (0, [])
    assert out[:6] == [
        "board       test board",
        "build       00112233445566ff",
        "firmware    33221100 (its own)",
        "clock       50 MHz",
        "protocol    version 4, 4 puzzles in flight",
        "bit rate    1,000,000 bit/s (1,000,000 after a reset)",
    ]
    assert out[6].startswith("round trip  ")
    assert out[7:] == ["solves      slitherlink up to 10x10 (checker)"]


def test_info_of_a_loaded_firmware(terminal, wire):
    terminal.plug(identity=replace(wire.IDENTITY, firmware=0xABCDEF, loaded=True))
    assert terminal.run("info")[1][2] == "firmware    00abcdef (loaded over the line)"


def test_info_of_a_later_build(terminal, wire):
    terminal.plug(identity=replace(wire.IDENTITY, capabilities=(Capability(9, 8, 7, 6),)))
    assert terminal.run("info")[1][7:] == ["solves      genre 9 up to 7x6 (engine 8)"]


def test_info_json(terminal):
    status, out, err = terminal.run("info", "--json")
    (record,) = map(json.loads, out)
    assert (status, err) == (0, [])
    assert 0 <= record.pop("round_trip") < 1
    assert record == {
        "board": "test board",
        "build": "00112233445566ff",
        "interface": "1a2b3c4d",
        "firmware": "33221100",
        "loaded": False,
        "clock_hz": 50_000_000,
        "protocol": 4,
        "window": 4,
        "bit_rate": 1_000_000,
        "reset_bit_rate": 1_000_000,
        "solves": [{"genre": "slitherlink", "engine": "checker", "rows": 10, "cols": 10}],
    }


# bench


@pytest.fixture
def slowly(monkeypatch):
    """Every measurement takes two seconds."""
    monkeypatch.setattr("rowloom.host.cli.bench.time", SimpleNamespace(monotonic=count(0, 2).__next__))


def test_bench(terminal, monkeypatch, slowly):
    monkeypatch.setenv("COLUMNS", "140")
    status, out, err = terminal.run("bench", "wide.txt", "ten.txt")
    assert (status, err) == (0, [])
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out if line.startswith("│")]
    assert rows == [
        ["2x2", "10", "10", "500,000", "500,000", "500,000", "500,000", "10 ms", "1,000", "500.0"],
        ["10x10", "1", "1", "500,000", "500,000", "500,000", "500,000", "10 ms", "1,000", "500.0"],
    ]
    assert out[-2] == (
        "10x10 in Miyauchi and Tanaka (2020), Table 8: 158 ms on average (7.89 million cycles at 50 MHz);"
        " here 10 ms, 15.78 times as fast."
    )
    assert out[-1] == "Simulation: 5,500,000 cycles in 2.0 s, 2.75 MHz"


@pytest.mark.parametrize("columns, lines_a_size", [("60", 9), ("80", 9), ("140", 1)])
def test_bench_never_breaks_a_figure(terminal, wire, monkeypatch, columns, lines_a_size):
    monkeypatch.setenv("COLUMNS", columns)
    solve = solver(0.01)
    terminal.plug(wire.FakeBoard(lambda request: (replace(solve(request)[0], cycles=617_283_900_000), 0.01)))
    _, out, _ = terminal.run("bench", "wide.txt", "ten.txt", "--port", "x")
    table = [line for line in out if line.startswith(("│", "┃"))]
    assert max(map(len, table)) <= int(columns)
    assert sum("617,283,900,000" in line for line in table) == 2 * min(lines_a_size, 4)
    assert len([line for line in table if line.startswith("│")]) == 2 * lines_a_size
    assert not any("…" in line for line in out)


def test_bench_leaves_out_the_rate_of_short_searches(terminal):
    """What was simulated then is the line."""
    terminal.plug(seconds=0.0099)
    _, out, _ = terminal.run("bench", "unique.txt")
    assert not any(line.startswith("Simulation") for line in out)


def test_bench_says_what_has_no_figures(terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    terminal.plug(seconds=1.0)
    Interrupting(terminal.channel, [2.5])
    status, out, err = terminal.run("bench", "unsolvable.txt", "ten.txt", "--port", "x")
    assert (status, err) == (1, [])
    assert [line.split()[1:6:2] for line in out if line.startswith("│")] == [["2x2", "11", "1"]]
    assert out[-2:] == ["No solution: unsolvable", "Interrupted: 9 of 11 not measured"]


def test_bench_with_a_limit(terminal):
    status, out, err = terminal.run("bench", "wide.txt", "unique.txt", "--limit", "1k", "--port", "x")
    assert (status, err) == (1, [])
    assert out[-1] == "Hit the limit: wide, unique"


def test_bench_says_what_is_bad(terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    status, out, err = terminal.run("bench", "mixed.txt", "missing.txt")
    assert (status, len(err)) == (1, 2)
    assert [line.split()[1:6:2] for line in out if line.startswith("│")] == [["2x2", "3", "2"]]


@pytest.mark.parametrize("use, said", [
    (None, "Streaming at 1,000,000 bit/s: 10 puzzles in 2.00 s, 5 a second"),
    (LineUse(1_000_000, 985_000, 250_000),
     "Streaming at 1,000,000 bit/s: 10 puzzles in 20 ms, 500 a second; the line was busy 98.5 % of the time to the"
     " board and 25.0 % of the time from the board"),
])
def test_bench_streams(terminal, slowly, use, said):
    terminal.channel.line_use = lambda: use
    status, out, err = terminal.run("bench", "ten.txt", "--stream")
    assert (status, err) == (0, [])
    assert out[0] == said


def test_bench_streams_for_machines(terminal):
    terminal.channel.line_use = lambda: LineUse(1_000_000, 985_000, 250_000)
    _, out, _ = terminal.run("bench", "ten.txt", "--stream", "--json")
    assert len(out) == 11
    assert json.loads(out[-1]) == {
        "stream": {"puzzles": 10, "seconds": 0.02, "busy": {"to_board": 0.985, "from_board": 0.25}}}


def test_bench_streams_nothing(terminal):
    """Nothing fits the board, so nothing is on the line."""
    terminal.channel.line_use = lambda: LineUse(0, 0, 0)
    status, out, _ = terminal.run("bench", "large.txt", "--stream", "--port", "x")
    assert status == 1
    assert not any("Streaming" in line for line in out)


def test_bench_without_stream_waits_for_each_puzzle(terminal, monkeypatch):
    windows, solve_all = [], bench.solve_all
    monkeypatch.setattr(bench, "solve_all", lambda *args: windows.append(args[5]) or solve_all(*args))
    terminal.run("bench", "ten.txt")
    terminal.run("bench", "ten.txt", "--stream")
    assert windows == [1, None]


def test_bench_json_is_that_of_solve(terminal):
    _, bench, _ = terminal.run("bench", "--json", "mixed.txt")
    _, solve, _ = terminal.run("solve", "--json", "mixed.txt")
    assert bench == solve


def table(out):
    """The cells of the last table's lines."""
    start = max(index for index, line in enumerate(out) if line.startswith("┏"))
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in out[start:] if line.startswith("│")]


def test_bench_of_the_fast_engine(terminal, both, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    status, out, err = terminal.run("bench", "ten.txt", "large.txt")
    assert (status, err) == (0, [])
    assert out[0] == "Engine fast: cycles until the first solution, time at 50 MHz"
    figures = [*["500,000"] * 4, "10 ms", "3", "40", "2,000", "20 %", "15 %", "10 %", "5 %", "50 %"]
    assert table(out) == [["1x11", "1", "1", *figures], ["2x2", "10", "10", *figures]]


def test_bench_with_both_engines(terminal, wire, monkeypatch):
    """Table after table, then one of what both have solved; what is bad is said once."""
    monkeypatch.setenv("COLUMNS", "160")
    solvers = {Engine.CHECKER: solver(0.01), Engine.FAST: solver(0.0001)}
    identity = replace(wire.IDENTITY, capabilities=(*wire.IDENTITY.capabilities, FAST))
    terminal.plug(wire.FakeBoard(lambda request: solvers[request.engine](request), identity))
    status, out, err = terminal.run("bench", "--engine", "both", "mixed.txt", "wide.txt", "large.txt", "ten.txt")
    assert status == 1
    assert err == [
        "rowloom: mixed.txt:8:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'",
        "rowloom: large.txt:2: large: 1x11 is too large for this build, which takes up to 10x10: use a board"
        " built for it, or leave out --port, --rows and --cols to simulate one",
        "rowloom: wide.txt:2: wide: 10x10 is too large for this build, which takes up to 12x5: use a board"
        " built for it, or leave out --port, --rows and --cols to simulate one",
    ]
    captions = [line for line in out if line.startswith(("Engine", "Cycles"))]
    assert captions == [
        "Engine checker: cycles until the first solution, time at 50 MHz",
        "Engine fast: cycles until the first solution, time at 50 MHz",
        "Cycles of the puzzles that both engines solved",
    ]
    assert table(out) == [["2x2", "12", "500,000", "5,000", "100.0", "500,000", "5,000", "100.0"]]


def test_bench_with_both_engines_ends_with_the_first_interrupt(terminal, wire):
    identity = replace(wire.IDENTITY, capabilities=(*wire.IDENTITY.capabilities, FAST))
    terminal.plug(seconds=1.0, identity=identity)
    Interrupting(terminal.channel, [2.5])
    status, out, err = terminal.run("bench", "--engine", "both", "ten.txt")
    assert (status, err) == (1, [])
    assert [line for line in out if line.startswith(("Engine", "Cycles of", "Interrupted"))] == [
        "Engine checker: cycles until the first solution, time at 50 MHz", "Interrupted: 8 of 10 not measured",
    ]  # fmt: skip


def test_bench_with_both_engines_json(terminal, both):
    status, out, err = terminal.run("bench", "--engine", "both", "--json", "ten.txt")
    assert (status, err) == (0, [])
    assert [json.loads(line)["engine"] for line in out] == ["checker"] * 10 + ["fast"] * 10


def test_bench_counts_what_is_unique(terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    status, out, err = terminal.run("bench", "--count", 2, "ten.txt", "ambiguous.txt", "unsolvable.txt", "wide.txt")
    assert (status, err) == (1, [])
    assert out[0] == "Engine checker: cycles until the end of the search for a second solution, time at 50 MHz"
    assert "How many solutions there are" in out
    assert table(out) == [["2x2", "12", "10", "1", "1", "0"], ["10x10", "1", "1", "0", "0", "0"]]
    assert not any("Miyauchi" in line for line in out)


def test_bench_says_what_is_not_known_to_be_unique(terminal, wire, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    solve = solver(0.01)
    terminal.plug(wire.FakeBoard(lambda request: (replace(solve(request)[0], complete=False), 0.01)))
    status, out, _ = terminal.run("bench", "--count", 2, "unique.txt")
    assert (status, table(out)) == (0, [["2x2", "1", "0", "0", "0", "1"]])


def test_bench_of_a_board_that_counts_less(terminal, both, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setitem(COUNTERS, Engine.FAST, (3,))
    _, out, _ = terminal.run("bench", "unique.txt")
    assert table(out) == [["2x2", "1", "1", *["500,000"] * 4, "10 ms", "3", *[""] * 7]]


# draw


def drawn(tmp_path, name):
    return "<svg" in (tmp_path / name).read_text()


def test_draw_puzzle(terminal, tmp_path):
    assert terminal.run("draw", "unique.txt", "-o", "out.svg") == (0, [], [])
    assert drawn(tmp_path, "out.svg")


def test_draw_solves_first(terminal, tmp_path):
    terminal.run("draw", "unique.txt", "-o", "bare.svg")
    assert terminal.run("draw", "unique.txt", "-o", "out.svg", "--solve") == (0, [], [])
    assert (tmp_path / "out.svg").read_text() != (tmp_path / "bare.svg").read_text()


@pytest.mark.parametrize("solution", [
    "11\n00\n",
    "# unique\n2 2\n11\n00\n",
    '{"name": "other", "solutions": []}\n{"name": "unique", "solutions": [["11", "00"]]}\n',
    '{"name": "unique", "solutions": [["00", "01"]]}\n{"name": "unique", "solutions": [["11", "00"]]}\n',
])  # fmt: skip
def test_draw_reads_the_solution(terminal, tmp_path, solution):
    terminal.run("draw", "unique.txt", "-o", "bare.svg", "--solve")
    (tmp_path / "solution").write_text(solution)
    assert terminal.run("draw", "unique.txt", "-o", "out.svg", "--solution", "solution") == (0, [], [])
    assert (tmp_path / "out.svg").read_text() == (tmp_path / "bare.svg").read_text()


@pytest.mark.parametrize("which, drawn", [("ambiguous", 0), ("4", 0), ("1", 0)])
def test_draw_one_of_many(terminal, which, drawn):
    assert terminal.run("draw", "mixed.txt", "-p", which, "-o", "out.svg") == (drawn, [], [])


@pytest.mark.parametrize("words, message", [
    (("mixed.txt", "-p", "0"), "mixed.txt: there is no puzzle '0' among its 4"),
    (("mixed.txt", "-p", "5"), "mixed.txt: there is no puzzle '5' among its 4"),
    (("mixed.txt", "-p", "none"), "mixed.txt: there is no puzzle 'none' among its 4"),
    (("mixed.txt", "-p", "bad"), "mixed.txt:8:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'"),
    (("missing.txt",), "missing.txt: No such file or directory"),
    (("unsolvable.txt", "--solve"), "unsolvable: there is no solution"),
    (("unique.txt", "--solution", "missing"), "missing: No such file or directory"),
    (("unique.txt", "--solution", "wrong"), "wrong: no solution of unique: row 1, column 2: the clue is 3,"
     " but 1 of its edges is a line"),
    (("unique.txt", "--solution", "short"), "short: no solution of unique: expected a solution of 2 rows,"
     " found 1"),
    (("unique.txt", "--solution", "other"), "other: there is no solution of unique in it"),
    (("unique.txt", "--solution", "broken"), "broken: not what `rowloom solve --json` prints: {"),
    (("unique.txt", "--solution", "number"), 'number: not what `rowloom solve --json` prints: {"name": "unique",'
     ' "solutions": [5]}'),
    (("unique.txt", "--solution", "numbers"), 'numbers: not what `rowloom solve --json` prints: {"name": "unique",'
     ' "solutions": [[1, 2]]'),
    (("unique.txt", "--solve", "--limit", "1k"), "unique: not solved within 1,000 cycles"),
])  # fmt: skip
def test_nothing_to_draw(terminal, tmp_path, words, message):
    for name, text in {
        "wrong": "10\n10", "short": "11", "other": '{"name": "other", "solutions": [["1"]]}', "broken": "{",
        "number": '{"name": "unique", "solutions": [5]}', "numbers": '{"name": "unique", "solutions": [[1, 2]]}',
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text)
    assert terminal.run("draw", *words, "-o", "out.svg") == (1, [], [f"rowloom: {message}"])
    assert not (tmp_path / "out.svg").exists()


@pytest.mark.parametrize("name, message", [
    ("out.gif", "cannot draw 'out.gif': expected a name that ends in .png or .svg"),
    ("no/out.svg", "no/out.svg: No such file or directory"),
])  # fmt: skip
def test_pictures_that_cannot_be_written(terminal, name, message):
    assert terminal.run("draw", "unique.txt", "-o", name) == (1, [], [f"rowloom: {message}"])
