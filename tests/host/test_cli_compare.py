"""The comparison of all engines: a table where they agree, loud words where they do not."""

import json
import os
import signal
import sys
from contextlib import nullcontext
from functools import partial
from types import ModuleType

import pytest

from rowloom.host.board import Board
from rowloom.host.cli import compare, connection, main, solving
from rowloom.host.engines import NAMES
from rowloom.host.protocol import Result, Status
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import OutOfTime, SoftwareEngine

FILES = {
    "unique.txt": "# unique\n2 2\n33\n..\n",
    "ambiguous.txt": "# ambiguous\n2 2\n3.\n.3\n",
    "unsolvable.txt": "# unsolvable\n2 2\n00\n..\n",
    "bad.txt": "# bad\n2 2\n3x\n..\n",
    "sudoku.txt": "# four\n1234341221434..1\n",
    "canal.txt": "# canal\ncanal 1 2\n1 .\n",
}
AMBIGUOUS = [("10", "11"), ("11", "01")]


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Runs the command; gives the exit status and the lines of both outputs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def run(*words):
        status = main(["compare", *map(str, words)])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err.splitlines()

    return run


@pytest.fixture
def engine(monkeypatch):
    """Adds an engine for Slitherlinks that answers with these solutions, and then raises something."""

    def add(name, answers, end=None):
        class Search:
            def __init__(self, puzzle):
                self.counters = {"nodes": 7}

            def solutions(self, seconds=None):
                yield from answers
                if end == "interrupt":
                    os.kill(os.getpid(), signal.SIGINT)
                elif end:
                    raise end

        module = ModuleType(f"engine_{name}")
        module.search = Search
        monkeypatch.setitem(sys.modules, module.__name__, module)
        added = SoftwareEngine(name, "for tests", {"slitherlink": module.__name__})
        monkeypatch.setitem(solving.ENGINES, name, added)

    return add


@pytest.fixture
def board(wire, monkeypatch):
    """Plugs a board in that finds the solution of ``unique.txt``, or this one."""

    def plug(solution=b"\3\0"):
        def solve(request):
            return Result(Status.SOLVED, True, 2, 2, 500_000, (1_000, 400, 1), (solution,)), 0.01

        channel = wire.Channel(wire.FakeBoard(solve, wire.IDENTITY), limit=200.0)
        monkeypatch.setattr(connection, "open_link", lambda args, puzzles: nullcontext(channel))
        monkeypatch.setattr(connection, "Board", partial(Board, clock=channel.clock))

    return plug


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("│")[1:-1]]


def test_the_table(run):
    status, out, err = run("--engines", "sat,z3,slink", *FILES)
    assert (status, err) == (1, ["rowloom: bad.txt:3:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'"])
    rows = [cells(line) for line in out if line.startswith("│")]
    assert [row[:7] for row in rows] == [
        ["canal", "sat", "1", "1", "1", "0", "0"],
        ["canal", "z3", "1", "1", "1", "0", "0"],
        ["slitherlink", "sat", "3", "2", "1", "1", "0"],
        ["slitherlink", "z3", "3", "2", "1", "1", "0"],
        ["slitherlink", "slink", "3", "1", "1", "1", "1"],
        ["sudoku", "sat", "1", "1", "1", "0", "0"],
    ]
    assert rows[0][-1].endswith(" conflicts") and rows[1][-1].endswith(" decisions")
    assert out[-1] == "The engines agree on 4 puzzles"


def test_one_engine_alone(run):
    status, out, err = run("--engines", "sat", "unique.txt")
    assert (status, err, out[-1]) == (0, [], "There was nothing to compare.")


def test_all_engines_here_by_default(run):
    status, out, err = run("canal.txt")
    assert (status, err) == (0, [])
    assert [cells(line)[1] for line in out if line.startswith("│")] == ["sat", "z3"]


def test_a_board_beside_them(run, board):
    board()
    status, out, err = run("--port", "COM9", "unique.txt")
    assert (status, err) == (0, [])
    rows = [cells(line) for line in out if line.startswith("│")]
    assert [row[1] for row in rows] == ["checker", "sat", "z3", "slink"]
    assert rows[0][7:] == ["10 ms", "10 ms", "10 ms", "500,000", "1,000.0 nodes"]
    assert {row[-2] for row in rows[1:]} == {""}


def test_json(run, board):
    board()
    status, out, err = run("--port", "COM9", "--json", "--engines", "checker,sat", "unique.txt", "canal.txt")
    assert (status, err) == (0, [])
    unique, canal = map(json.loads, out)
    assert {name: unique[name] for name in ("name", "genre", "rows", "cols", "agree")} == {
        "name": "unique", "genre": "slitherlink", "rows": 2, "cols": 2, "agree": True,
    }  # fmt: skip
    assert unique["engines"]["checker"] == {
        "status": "solved", "solutions": 1, "complete": True, "cycles": 500_000, "seconds": 0.01, "nodes": 1_000,
        "backs": 400, "candidates": 1,
    }  # fmt: skip
    assert unique["engines"]["sat"]["seconds"] > 0
    assert list(canal["engines"]) == ["sat"]


def test_a_board_whose_answer_is_wrong(run, board):
    board(solution=b"\1\0")
    status, out, err = run("--port", "COM9", "--engines", "checker,sat", "unique.txt")
    assert status == 1
    assert err == [
        "rowloom: unique.txt:2: unique: checker: the board's answer is wrong: row 1, column 1: the clue is 3, but 4 of"
        " its edges are lines"
    ]
    assert out[-1] == "THE ENGINES DISAGREE, OR ONE IS WRONG, on 1 of 1 puzzle"


def test_one_that_finds_nothing(run, engine):
    engine("blind", [])
    status, out, err = run("--engines", "sat,blind", "unique.txt")
    message = "rowloom: unique.txt:2: unique: the engines disagree: blind says that there is no solution, sat has one"
    assert (status, err) == (1, [message])
    assert out[-1] == "THE ENGINES DISAGREE, OR ONE IS WRONG, on 1 of 1 puzzle"
    status, out, _ = run("--json", "--engines", "sat,blind", "unique.txt")
    assert (status, json.loads(out[0])["agree"]) == (1, False)


def test_one_that_gives_up_disagrees_with_nobody(run, engine):
    engine("slow", [], OutOfTime())
    status, out, err = run("--engines", "sat,slow", "unique.txt")
    assert (status, err) == (0, [])
    assert [cells(line)[2:7] for line in out if line.startswith("│")] == [
        ["1", "1", "1", "0", "0"], ["1", "0", "0", "0", "1"],
    ]  # fmt: skip


def test_as_many_as_were_asked_for_need_not_be_the_same(run, engine):
    """Of two solutions that there are, two engines may meet different ones first."""
    for first in (0, 1):
        engine(f"from{first}", AMBIGUOUS[first:])
    assert run("--engines", "from0,from1", "--count", 1, "ambiguous.txt")[0] == 0
    status, _, err = run("--engines", "from0,from1", "--count", 2, "ambiguous.txt")
    assert (status, err) == (1, [
        "rowloom: ambiguous.txt:2: ambiguous: the engines disagree: from1 says that there is 1 solution, from0 has"
        " another one"
    ])  # fmt: skip


def test_ctrl_c_keeps_what_was_found(run, engine):
    engine("endless", [], "interrupt")
    status, out, err = run("--engines", "sat,endless,z3", "unique.txt")
    assert (status, err) == (1, [])
    assert [cells(line)[1] for line in out if line.startswith("│")] == ["sat", "endless"]


def test_packages_that_are_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setitem(sys.modules, "rowloom.sim", None)
    for name in [name for name in sys.modules if name.startswith("rowloom.host.solvers.smt.")]:
        monkeypatch.delitem(sys.modules, name)
    status, out, err = run("unique.txt")
    assert status == 0
    assert err[0].startswith("rowloom: comparing without a simulated board, which is not installed (")
    assert err[0].endswith("): pip install 'rowloom[sim]'")
    assert err[1:] == ["rowloom: comparing without it: the engine 'z3' needs z3: pip install 'rowloom[solvers]'"]
    assert [cells(line)[1] for line in out if line.startswith("│")] == ["sat", "slink"]
    status, _, err = run("--engines", "z3", "unique.txt")
    assert (status, err) == (1, ["rowloom: the engine 'z3' needs z3: pip install 'rowloom[solvers]'"])


def test_which_board_s_engines_take_a_puzzle():
    def takes(rows, cols):
        puzzle = Slitherlink("blank", rows, cols, ((None,) * cols,) * rows)
        return [name for name in NAMES if compare._takes(name, puzzle)]

    assert takes(32, 32) == ["checker", "fast"]
    assert takes(36, 64) == takes(64, 36) == ["fast"]
    assert takes(65, 36) == []
    of_9, of_4 = (Sudoku("blank", size, size, ((0,) * size,) * size) for size in (9, 4))
    assert [name for name in NAMES if compare._takes(name, of_9)] == ["fast", "steps", "scan"]
    assert [name for name in NAMES if compare._takes(name, of_4)] == ["scan"]


def test_wrong_command_lines(run):
    status, _, err = run("--engines", "sat,slow", "unique.txt")
    names = "checker, fast, steps, scan, sat, z3, slink, sudoku-logic"
    message = f"rowloom compare: error: argument --engines: there is no engine 'slow'; there are: {names}"
    assert (status, err[-1]) == (2, message)
    status, out, err = run("--engines", "fast", "--count", 3, "unique.txt")
    message = "--count 3: a board looks for 1 solution or for 2; --engine sat finds them all"
    assert (status, out, err) == (2, [], [f"rowloom: {message}; see `rowloom compare --help`"])
