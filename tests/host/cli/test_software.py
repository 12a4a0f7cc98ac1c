"""Commands that solve with software engines."""

import json

import pytest

from rowloom.host.link import connection
from support.says import Says, out_of
from support.terminal import press_ctrl_c


@pytest.fixture
def run(terminal, monkeypatch):
    """Run a command line, which must not open a board; return the exit status, and the lines of standard output and of
    standard error."""
    monkeypatch.setattr(connection, "open_link", lambda *_: pytest.fail("a board was opened"))
    return terminal.run


OTHERS = "other solutions were not looked for"


@pytest.mark.parametrize("words, status, out, err", [
    ("--engine sat unique.txt", 0,
     [Says("unique (2x2): solved and verified", OTHERS), Says(" with sat; 1 check, ")], []),
    ("canal.txt", 0, [Says("canal (1x2): solved and verified", OTHERS), Says(" with sat; ")], []),
    ("--engine slink sudoku.txt slink.txt", 1,
     ["slink (2x2): solved and verified", Says(" with slink; "), Says(OTHERS.capitalize())],
     [Says("sudoku.txt:2: four:", "'slink'", "sudoku"), "rowloom: 1 of 2 puzzles solved"]),
    ("--engine z3 --time-limit 1e-6 unique.txt", 1, [Says("unique (2x2): ", "1e-06 s"), Says(" with z3; ")], []),
])  # fmt: skip
def test_messages(no_board_for_canals, run, words, status, out, err):
    assert run("solve", "--no-draw", *words.split()) == (status, out, err)


def test_json(run):
    status, out, _ = run("solve", "--json", "--engine", "sat", "--count", 2, "unique.txt")
    record = json.loads(out[0])
    assert (status, record["engine"], record["solutions"], record["unique"]) == (0, "sat", [["11", "00"]], True)
    assert record["seconds"] > 0 and record["conflicts"] >= 0 and record["cuts"] == 0
    assert {record[name] for name in ("cycles", "clock_hz", "board", "nodes")} == {None} and "steps" not in record


def test_ctrl_c_keeps_the_results(run, add_engine):
    def solutions(puzzle):
        yield ("11", "00")
        press_ctrl_c()
        yield pytest.fail("the search continued")

    add_engine("sat", solutions)
    files = "unique.txt", "ambiguous.txt", "bad.txt"
    status, out, err = run("solve", "--no-draw", "--engine", "sat", "--count", 2, *files)
    assert [line for line in out if " with " not in line] == [
        Says("unique (2x2): solved and verified", "ended"), Says("ambiguous (2x2): ", "cancelled")]
    assert (status, err) == (1, [Says("bad.txt:3:2: 'x'"), "rowloom: interrupted: 1 of 3 puzzles solved"])


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
