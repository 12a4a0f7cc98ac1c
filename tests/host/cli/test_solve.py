"""``rowloom solve`` on a board: solutions, the choice of an engine, messages, and batches that end early."""

import json
import signal

import pytest

from support.says import Says, out_of
from support.terminal import CHECKER, DEDUCER, LOOPS, loop_board

LOST = "test board: the connection was lost"


def test_solutions_are_drawn(terminal, monkeypatch):
    """A solution is drawn beside its puzzle or, in a narrow terminal, below its puzzle."""
    assert out_of(terminal.run("solve", "unique.txt")) == [
        Says("unique (2x2): solved and verified"),
        "500,000 cycles, 10 ms at 50 MHz",
        "·   ·   ·    ╭───────╮",
        "  3   3      │ 3   3 │",
        "·   ·   ·    ╰───────╯",
        "",
        "·   ·   ·    ·   ·   ·",
        "",
    ]
    _, out, _ = terminal.run("solve", "--count", 2, "ambiguous.txt")
    assert len(out[2].split("    ")) == 3
    monkeypatch.setenv("COLUMNS", "20")
    _, out, _ = terminal.run("solve", "unique.txt")
    assert out[3] == "  3   3" and out[7:10] == ["", "╭───────╮", "│ 3   3 │"]


@pytest.mark.parametrize("words", [(), ("--engine", "fast"), ("--engine", "checker")])
def test_slinks_are_slitherlinks_for_a_board(terminal, words):
    """A batch may contain Slinks as well as Slitherlinks. The answer to each puzzle has the puzzle's genre."""
    terminal.plug(loop_board(engines=(CHECKER, DEDUCER)))
    out = out_of(terminal.run("solve", "--json", "--count", 2, "slink.txt", "unique.txt", *words))
    slink, loop = map(json.loads, out)
    assert [(one["genre"], one["solutions"], one["unique"]) for one in (slink, loop)] == [
        ("slink", [["11", "00"]], True), ("slitherlink", [["11", "00"]], True),
    ]  # fmt: skip
    assert slink["engine"] == loop["engine"] == ("checker" if "checker" in words else "deducer")


OTHERS = Says("Other solutions were not looked for")


@pytest.mark.parametrize("words, status, said, messages", [
    ("--count 2 unique.txt", 0, [Says("unique (2x2): solved and verified", "unique")], []),
    ("--count 2 ambiguous.txt", 0, [Says("ambiguous (2x2): solved and verified", "not unique")], []),
    ("unsolvable.txt", 1, [Says("unsolvable (2x2): ", "no solution")], []),
    ("-p ambiguous mixed.txt", 0, [Says("ambiguous (2x2): solved and verified", "other solutions")], []),
    ("-p 5 mixed.txt", 1, [], [Says("'5'", "4")]),
    ("--limit 100k unique.txt", 1, [Says("unique (2x2): not solved", "100,000 cycles")], []),
    ("large.txt unique.txt", 1, [Says("unique (2x2): solved"), OTHERS],
     [Says("large.txt:2: large: 1x11 is too large", "10x10"), "rowloom: 1 of 2 puzzles solved"]),
    ("mixed.txt", 1, [Says("unique "), Says("unsolvable "), Says("ambiguous "), OTHERS],
     [Says("mixed.txt:8:2: 'x'"), "rowloom: 2 of 4 puzzles solved"]),
    ("-", 1, [Says("unique (2x2): solved"), OTHERS],
     [Says("standard input:7:2: 'x'"), "rowloom: 1 of 2 puzzles solved"]),
    ("missing.txt . picture.png unique.txt", 1, [Says("unique (2x2): solved"), OTHERS],
     [Says("missing.txt: No such file"), Says(".: Is a directory"), Says("picture.png:1:1: not UTF-8 text", "89"),
      "rowloom: 1 of 4 puzzles solved"]),
])  # fmt: skip
def test_messages(terminal, tmp_path, words, status, said, messages):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    found, out, err = terminal.run("solve", "--no-draw", *words.split(), stdin=LOOPS["unique"] + LOOPS["bad"])
    assert (found, [line for line in out if " cycles, " not in line], err) == (status, said, messages)


@pytest.mark.parametrize("name, fault", [
    ("bad.txt", "bad.txt:3:2: 'x'"), ("empty.txt", "no puzzle in empty.txt"), ("missing.txt", "missing.txt: No such"),
])  # fmt: skip
def test_without_any_puzzle_no_board_is_opened(terminal, name, fault):
    terminal.plug(loop_board(), dies_at=0.0)
    assert terminal.run("solve", name) == (1, [], [Says(fault)])


@pytest.mark.parametrize("engines, fault", [((DEDUCER,), "; its engines: deducer"), ((), "")])
def test_an_engine_that_the_board_lacks(terminal, engines, fault):
    terminal.plug(loop_board(engines=engines))
    assert terminal.run("solve", "unique.txt", "--engine", "checker", "--port", "COM9") == (
        1, [], [Says("test board", f"no checker engine{fault}")])


def test_a_link_that_breaks_during_a_batch(terminal):
    terminal.plug(loop_board(seconds=1.0), dies_at=3.5)
    status, out, err = terminal.run("solve", "--json", "ten.txt")
    records = list(map(json.loads, out))
    assert [record["name"] for record in records] == [f"unique-{number}" for number in range(10)]
    assert [record["status"] for record in records] == ["solved"] * 3 + ["error"] * 7
    assert all(record["message"] == Says("not solved", LOST) for record in records[3:])
    assert {record["cycles"] for record in records[3:]} == {None}
    assert (status, err) == (1, [Says(LOST, "7 puzzles not solved")])


def test_ctrl_c(terminal):
    terminal.plug(loop_board(seconds=1.0))
    terminal.interrupt_at(2.5)
    before = signal.getsignal(signal.SIGINT)
    status, out, err = terminal.run("solve", "--json", "ten.txt")
    assert (status, err) == (1, ["rowloom: interrupted: 2 of 10 puzzles solved"])
    assert [json.loads(line)["status"] for line in out] == ["solved"] * 2 + ["cancelled"] * 8
    assert terminal.channel.now < 3.0
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_draws_what_was_solved(terminal):
    terminal.plug(loop_board(seconds=1.0))
    terminal.interrupt_at(1.5)
    _, out, _ = terminal.run("solve", "ten.txt")
    assert out[0] == Says("unique-0 (2x2): solved")
    assert sum("╭" in line for line in out) == sum("  3   3" in line for line in out) == 1
    assert out[-1] == Says("unique-9 (2x2): cancelled")


def test_a_second_ctrl_c(terminal):
    terminal.plug(loop_board(seconds=100.0))
    terminal.interrupt_at(2.5, 2.5)
    assert terminal.run("solve", "ten.txt") == (1, [], [Says("interrupted")])
