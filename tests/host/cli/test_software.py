"""Commands that solve with the engines on this computer."""

import json
import sys

import pytest

from rowloom.host.link import connection
from support.modules import forget
from support.says import Says, out_of
from support.terminal import press_ctrl_c


@pytest.fixture
def run(terminal, monkeypatch):
    """Run a command line, which must not open a board; return the exit status, and the lines of standard output and of
    standard error."""
    monkeypatch.setattr(connection, "open_link", lambda *_: pytest.fail("a board was opened"))
    return terminal.run


def test_the_engine_is_named(run):
    out = out_of(run("solve", "--no-draw", "--engine", "sat", "unique.txt"))
    assert out == [
        Says("unique (2x2): solved and verified; other solutions were not looked for"), Says(" with sat; 1 check, "),
    ]


def test_a_genre_without_a_board(no_board_for_canals, run):
    out = out_of(run("solve", "--no-draw", "canal.txt"))
    assert [line.split(";")[0].split(" with ")[-1] for line in out] == ["canal (1x2): solved and verified", "sat"]


def test_json(run):
    status, out, _ = run("solve", "--json", "--engine", "sat", "--count", 2, "unique.txt")
    record = json.loads(out[0])
    assert (status, record["engine"], record["solutions"], record["unique"]) == (0, "sat", [["11", "00"]], True)
    assert record["seconds"] > 0 and record["conflicts"] >= 0 and record["cuts"] == 0
    assert {record[name] for name in ("cycles", "clock_hz", "board", "nodes")} == {None} and "steps" not in record


def test_an_engine_for_other_genres(run):
    status, out, err = run("solve", "--no-draw", "--engine", "slink", "sudoku.txt", "slink.txt")
    assert (status, out[0]) == (1, "slink (2x2): solved and verified")
    assert err == [Says("sudoku.txt:2: four:", "'slink'", "sudoku"), "rowloom: 1 of 2 puzzles solved"]


def test_the_time_limit(run):
    status, out, err = run("solve", "--no-draw", "--engine", "z3", "--time-limit", "1e-6", "unique.txt")
    assert (status, out[0], err) == (1, Says("unique (2x2): ", "1e-06 s"), [])


def test_ctrl_c_keeps_the_results(run, add_engine):
    def solutions(puzzle):
        yield ("11", "00")
        press_ctrl_c()
        yield pytest.fail("the search continued")

    add_engine("sat", solutions)
    files = "unique.txt", "ambiguous.txt", "bad.txt"
    status, out, err = run("solve", "--no-draw", "--engine", "sat", "--count", 2, *files)
    assert status == 1
    assert [line for line in out if " with " not in line] == [
        Says("unique (2x2): solved and verified", "ended"),
        Says("ambiguous (2x2): ", "cancelled"),
    ]
    assert err == [Says("bad.txt:3:2: 'x'"), "rowloom: interrupted: 1 of 3 puzzles solved"]


def test_a_missing_package(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    forget(monkeypatch, "rowloom.host.solvers.smt")
    assert run("solve", "--engine", "z3", "unique.txt") == (1, [], [Says("needs z3", "rowloom[solvers]")])


def test_techniques(run, tmp_path):
    (tmp_path / "open.txt").write_text("." * 16)
    out = out_of(run("techniques", "sudoku.txt", "open.txt"))
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
