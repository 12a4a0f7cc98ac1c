"""The command line with the engines on this computer: solve, draw, techniques."""

import json
import os
import signal
import sys
from types import ModuleType

import pytest

from rowloom.host.cli import solving
from rowloom.host.link import connection
from rowloom.host.solvers import SoftwareEngine
from support.modules import forget
from support.says import Says

FILES = {
    "unique.txt": "# unique\n2 2\n33\n..\n",
    "ambiguous.txt": "# ambiguous\n2 2\n3.\n.3\n",
    "unsolvable.txt": "# unsolvable\n2 2\n00\n..\n",
    "blank.txt": "# blank\n2 2\n..\n..\n",
    "bad.txt": "# bad\n2 2\n3x\n..\n",
    "sudoku.txt": "# four\n1234341221434..1\n",
    "empty.txt": "# empty\n" + "." * 16 + "\n",
    "canal.txt": "# canal\ncanal 1 2\n1 .\n",
    "slink.txt": "# slink\n1 2\n3 3\n",
    "smullyan.txt": "# smullyan\nsmullyan 1 2\n1 .\n",
}


@pytest.fixture
def run(command, monkeypatch, tmp_path):
    """Run a command where the puzzles are files; return its status and lines of output. No board may be opened."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(connection, "open_link", lambda *_: pytest.fail("a board was opened"))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def run(*words):
        status, out, err = command(*words)
        return status, out.splitlines(), err.splitlines()

    return run


@pytest.fixture
def engine(monkeypatch):
    """Puts an engine in the place of ``sat`` whose ``solutions`` is this generator function."""

    def put(solutions):
        class Search:
            def __init__(self, puzzle):
                self.puzzle, self.counters = puzzle, {"checks": 1}

            def solutions(self, seconds=None):
                return solutions(self.puzzle, seconds)

        module = ModuleType("an_engine")
        module.search = Search
        monkeypatch.setitem(sys.modules, "an_engine", module)
        mine = SoftwareEngine("sat", "for tests", {"slitherlink": "an_engine:search"})
        monkeypatch.setitem(solving.ENGINES, "sat", mine)

    return put


def test_the_solution_is_drawn_and_the_engine_named(run):
    status, out, err = run("solve", "--engine", "sat", "unique.txt")
    assert (status, err) == (0, [])
    assert out[0] == Says("unique (2x2): solved and verified; other solutions were not looked for")
    assert out[1].split(" with ")[1].startswith("sat; 1 check, ")
    assert out[2:] == [
        "·   ·   ·    ╭───────╮",
        "  3   3      │ 3   3 │",
        "·   ·   ·    ╰───────╯",
        "",
        "·   ·   ·    ·   ·   ·",
        "",
    ]


def test_a_genre_without_a_board(no_board_for_canals, run):
    status, out, err = run("solve", "--no-draw", "canal.txt")
    assert (status, err) == (0, [])
    assert [line.split(";")[0].split(" with ")[-1] for line in out] == ["canal (1x2): solved and verified", "sat"]


def test_json(run):
    files = "unique.txt", "unsolvable.txt", "bad.txt"
    status, out, err = run("solve", "--json", "--engine", "sat", "--count", 2, *files)
    assert (status, err) == (1, ["rowloom: 1 of 3 puzzles solved"])
    unique, unsolvable, bad = map(json.loads, out)
    assert unique["seconds"] > 0
    assert unique["conflicts"] >= 0 and unique["cuts"] == 0
    for record in (unique, unsolvable):
        for varying in ("seconds", "checks", "conflicts", "cuts"):
            del record[varying]
    assert unique == {
        "name": "unique", "genre": "slitherlink", "rows": 2, "cols": 2, "engine": "sat", "status": "solved",
        "solutions": [["11", "00"]], "complete": True, "cycles": None, "clock_hz": None, "board": None,
        "nodes": None, "unique": True,
        "verified": True, "message": Says("unique"),
    }  # fmt: skip
    assert unsolvable["status"] == "no-solution"
    assert (bad["status"], bad["seconds"], bad["engine"]) == ("error", None, None)
    assert "steps" not in unique


def test_an_engine_that_does_not_take_the_genre(run):
    status, out, err = run("solve", "--no-draw", "--engine", "slink", "sudoku.txt", "slink.txt")
    assert (status, out[0]) == (1, "slink (1x2): solved and verified")
    assert err == [Says("sudoku.txt:2: four:", "'slink'", "sudoku"), "rowloom: 1 of 2 puzzles solved"]


def test_the_time_limit(run):
    status, out, err = run("solve", "--no-draw", "--engine", "z3", "--time-limit", "1e-6", "unique.txt")
    assert (status, out[0], err) == (1, Says("unique (2x2): ", "1e-06 s"), [])


@pytest.mark.parametrize("words, message", [
    (("--engine", "sat", "--limit", "5M"), Says("--limit", "--time-limit")),
    (("--time-limit", 5), Says("--time-limit", "--limit")),
    (("--count", 3), Says("--count 3", "--engine sat")),
    (("--count", 0, "--engine", "fast"), Says("--count 0", "--engine sat")),
    (("--explain", "--engine", "sat"), Says("--explain", "slink", "sudoku-logic", "shading-logic")),
    (("--engine", "sat", "--port", "X"), Says("--engine sat", "boards")),
    (("--engine", "z3", "--wave", "x"), Says("--engine z3", "boards")),
    (("--engine", "sat", "--with", "checker"), Says("--engine sat", "boards")),
    (("--time-limit", "0"), Says("--time-limit", "'0'")),
    (("--time-limit", "inf"), Says("--time-limit", "'inf'")),
    (("--time-limit", "soon"), Says("--time-limit", "'soon'")),
    (("--count", "-1"), Says("--count", "'-1'")),
])  # fmt: skip
def test_options_that_make_no_sense(run, words, message):
    status, out, err = run("solve", *words, "unique.txt")
    assert (status, out, err[-1]) == (2, [], message)


def test_ctrl_c_keeps_what_was_found(run, engine):
    def solutions(puzzle, seconds):
        yield ("11", "00")
        os.kill(os.getpid(), signal.SIGINT)
        yield pytest.fail("the search went on")

    engine(solutions)
    files = "unique.txt", "blank.txt", "bad.txt"
    status, out, err = run("solve", "--no-draw", "--engine", "sat", "--count", 2, *files)
    assert status == 1
    assert [line for line in out if " with " not in line] == [
        Says("unique (2x2): solved and verified", "ended"),
        Says("blank (2x2): ", "cancelled"),
    ]
    assert err == [Says("bad.txt:3:2: 'x'"), "rowloom: interrupted: 1 of 3 puzzles solved"]


def test_a_package_that_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    forget(monkeypatch, "rowloom.host.solvers.smt")
    assert run("solve", "--engine", "z3", "unique.txt") == (1, [], [Says("needs z3", "rowloom[solvers]")])


def test_techniques(run):
    status, out, err = run("techniques", "sudoku.txt", "empty.txt")
    assert (status, err) == (0, [])
    rows = {cells[2]: cells for cells in ([cell.strip() for cell in line.split("│")] for line in out) if len(cells) > 4}
    assert "".join(rows) == "DCABEFGHIJKLMNOP"
    assert rows["D"][1:5] == ["singles", "D", "1", "50.0%"]
    assert rows["P"][1:5] == ["branch and bound", "P", "1", "50.0%"]
    assert out[-1].startswith("2 puzzles solved and verified, 1 of them without branching; ")
    status, out, err = run("techniques", "--json", "sudoku.txt", "bad.txt")
    assert (status, err) == (1, [])
    four, bad = map(json.loads, out)
    assert (four["name"], four["status"], four["techniques"]) == ("four", "solved", ["D"])
    assert four["counts"]["singles"] > 0 and four["counts"]["nodes"] == 0
    assert (bad["status"], bad["techniques"]) == ("error", [])
