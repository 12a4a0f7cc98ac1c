"""``rowloom compare``: it prints a table if the engines agree, and messages if they disagree."""

import json
import sys

import pytest

from support.channel import FakeBoard
from support.modules import forget
from support.says import Says, out_of
from support.terminal import loop_board, loop_solver, press_ctrl_c, table

AMBIGUOUS = [("10", "11"), ("11", "01")]


@pytest.fixture
def run(terminal):
    return lambda *words: terminal.run("compare", *words)


def engines(out):
    return [row[1] for row in table(out)]


def test_the_table(run):
    names = "unique", "ambiguous", "unsolvable", "bad", "sudoku", "canal"
    status, out, err = run("--engines", "sat,z3,slink", *(f"{name}.txt" for name in names))
    assert (status, err) == (1, [Says("bad.txt:3:2: 'x'")])
    rows = table(out)
    assert [row[:7] for row in rows] == [
        ["canal", "sat", "1", "1", "1", "0", "0"],
        ["canal", "z3", "1", "1", "1", "0", "0"],
        ["slitherlink", "sat", "3", "2", "1", "1", "0"],
        ["slitherlink", "z3", "3", "2", "1", "1", "0"],
        ["slitherlink", "slink", "3", "1", "1", "1", "1"],
        ["sudoku", "sat", "1", "1", "1", "0", "0"],
    ]
    assert rows[0][-1] == Says("conflicts") and rows[1][-1] == Says("decisions")
    assert out[-1] == Says("agree", "4 puzzles")


def test_count_1_does_not_show_uniqueness(run):
    out = out_of(run("--engines", "sat,slink", "--count", 1, "unique.txt", "ambiguous.txt", "unsolvable.txt"))
    assert [row[1:7] for row in table(out)] == [["sat", "3", "2", "", "1", "0"], ["slink", "3", "1", "", "1", "1"]]


@pytest.mark.parametrize("options", [(), ("--simulators", 2), ("--baud", 3_000_000), ("--with", "checker:4x4")])
def test_one_engine_alone(run, options):
    """If only a software engine is compared, options for boards have no effect."""
    out = out_of(run("--engines", "sat", "unique.txt", *options))
    assert out[-1] == Says("nothing to compare")


def test_a_board_that_is_lost_disagrees_with_nobody(terminal, run):
    terminal.plug(loop_board(seconds=1.0), dies_at=2.5)
    status, out, err = run("--json", "--port", "COM9", *("unique.txt",) * 4)
    records = list(map(json.loads, out))
    assert [record["agree"] for record in records] == [True, True, None, None]
    assert ["checker" in record["engines"] for record in records] == [True, True, False, False]
    assert all({"sat", "slink"} <= record["engines"].keys() for record in records)
    assert (status, err) == (1, [Says("checker", "connection was lost", "2 puzzles"), Says("it is unknown")])


def test_all_engines_by_default(no_board_for_canals, run):
    assert engines(out_of(run("canal.txt"))) == ["sat", "z3", "shading-logic"]
    out = out_of(run("--port", "COM9", "unique.txt"))
    assert engines(out) == ["checker", "sat", "z3", "slink", "slitherlink-logic"]
    rows = table(out)
    assert rows[0][7:] == ["10 ms", "10 ms", "10 ms", "500,000", "1,000.0 nodes"]
    assert {row[-2] for row in rows[1:]} == {""}


@pytest.mark.parametrize("words, boards, there", [
    ((), [("checker:10x10",), ("deducer:64x36",)], ["checker", "deducer"]),
    (("--with", "deducer:5x4"), [("deducer:5x4",)], ["deducer"]),
    (("--with", "checker:1x1", "--with", "deducer"), [("checker:1x1", "deducer:64x36")], ["deducer"]),
    (("--with", "scan"), [], []),
])  # fmt: skip
def test_simulated_boards_and_software(terminal, run, words, boards, there):
    """If --with is given, a simulated board has only the named engines. Engines that cannot solve the puzzle are not
    compared."""
    terminal.simulate(loop_solver())
    out = out_of(run("unique.txt", *words))
    assert terminal.simulated == boards
    assert engines(out) == [*there, "sat", "z3", "slink", "slitherlink-logic"]


def test_an_engine_that_the_board_lacks(run):
    for board in ("--port", "COM9"), ("--with", "checker"):
        assert run("unique.txt", "--engines", "deducer,sat", *board) == (1, [], [Says("no deducer engine", "checker")])


def test_json(run):
    out = out_of(run("--port", "COM9", "--json", "--engines", "checker,sat", "unique.txt", "canal.txt"))
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


def test_a_board_whose_answer_is_wrong(terminal, run):
    terminal.plug(FakeBoard(loop_solver(solutions=(b"\1",))))
    status, out, err = run("--port", "COM9", "--engines", "checker,sat", "unique.txt")
    assert (status, err) == (1, [Says("unique.txt:2: unique: checker:", "wrong", "row 1, column 1")])
    assert out[-1] == Says("DISAGREE", "WRONG", "1 of 1")


def test_an_engine_that_finds_nothing(run, add_engine):
    add_engine("blind", lambda puzzle: iter(()))
    words = "--engines", "sat,blind", "unique.txt"
    status, out, err = run(*words)
    assert (status, err) == (1, [Says("unique.txt:2: unique:", "disagree", "blind", "no solution", "sat")])
    assert out[-1] == Says("DISAGREE", "1 of 1")
    assert json.loads(*run("--json", *words)[1])["agree"] is False


def test_different_solutions_up_to_the_count_are_no_disagreement(run, add_engine):
    for first in (0, 1):
        add_engine(f"from{first}", lambda puzzle, first=first: iter(AMBIGUOUS[first:]))
    assert run("--engines", "from0,from1", "--count", 1, "ambiguous.txt")[0] == 0
    status, _, err = run("--engines", "from0,from1", "--count", 2, "ambiguous.txt")
    assert (status, err) == (1, [Says("ambiguous.txt:2: ambiguous:", "disagree", "from1", "1 solution", "from0")])


def test_ctrl_c(run, add_engine):
    """The results before Ctrl-C are kept. They can show that engines disagree, but not that all engines agree."""
    def interrupted(puzzle):
        yield "11", "00"
        press_ctrl_c()

    add_engine("endless", interrupted)
    add_engine("wrong", lambda puzzle: iter(()))
    status, out, err = run("--engines", "sat,endless,z3", "unique.txt")
    assert (status, err, engines(out)) == (1, [Says("interrupted", "not every engine")], ["sat", "endless"])
    assert not any("agree" in line for line in out)
    assert json.loads(*run("--engines", "sat,endless,z3", "--json", "unique.txt")[1])["agree"] is None
    status, out, err = run("--engines", "sat,wrong,endless", "unique.txt")
    assert (status, len(err), out[-1]) == (1, 3, Says("DISAGREE"))


def test_engines_that_are_not_installed_are_left_out(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setitem(sys.modules, "rowloom.sim", None)
    forget(monkeypatch, "rowloom.host.solvers.smt")
    status, out, err = run("unique.txt")
    assert (status, engines(out)) == (0, ["sat", "slink", "slitherlink-logic"])
    assert err == [Says("simulated board", "rowloom[sim]"), Says("'z3'", "rowloom[solvers]")]
