"""``rowloom grade``, on this computer and on a board."""

import json

import pytest

from rowloom.host import solving
from rowloom.sim import Simulator
from support.puzzles import EXAMPLES
from support.says import Says, out_of
from support.terminal import DEDUCER, interrupted_at, loop_board


def test_a_table(terminal):
    status, out, err = terminal.run("grade", "mixed.txt")
    assert (status, err) == (1, [
        Says("mixed.txt:8:2", "'x'"), Says("unsolvable", "no grade", "no solution"),
        Says("ambiguous", "no grade", "not unique"),
    ])  # fmt: skip
    assert out[-1] == "1 puzzle: 1 easy, 0 normal, 0 hard"
    assert Says("2x2", "easy", "1 node, 0 probes") in out


def test_json(terminal):
    status, out, err = terminal.run("grade", "--json", "mixed.txt")
    records = list(map(json.loads, out))
    assert (status, err) == (1, [])
    assert [(record["name"], record["grade"], record["unique"], record["status"]) for record in records] == [
        ("unique", "easy", True, "solved"), ("bad", None, None, "error"), ("unsolvable", None, False, "no-solution"),
        ("ambiguous", None, False, "solved"),
    ]  # fmt: skip
    assert (records[0]["probes"], records[0]["nodes"], records[0]["engine"]) == (0, 1, "slitherlink-logic")
    sorted_by_grade = terminal.run("grade", "--json", "--sort", "ambiguous.txt", "unique.txt")[1]
    assert [json.loads(line)["grade"] for line in sorted_by_grade] == ["easy", None]


@pytest.mark.parametrize("genre, engines, figure", [
    ("slitherlink", ("slitherlink-logic", "deducer"), "probes"), ("slink", ("sat", "deducer"), "steps"),
    ("smullyan", ("sat", "dynasty"), "open_cells"),
])  # fmt: skip
def test_a_board_grades_as_this_computer_does(run_lines, config, genre, engines, figure):
    files = [EXAMPLES / f"{genre}-10x10-{level}.txt" for level in ("easy", "normal", "hard")]
    with Simulator(config) as simulator:
        here, there = (
            list(map(json.loads, out_of(run_lines("grade", "--json", *files, *where))))
            for where in ((), ("--port", simulator.url))
        )
    assert [one["grade"] for one in here] == [one["grade"] for one in there]
    # A board may branch at different cells than this computer, so the figures are equal only for searches without
    # branches.
    assert all(one[figure] == other[figure] for one, other in zip(here, there) if other.get("nodes", 1) == 1)
    assert [{one["engine"] for one in some} for some in (here, there)] == [{name} for name in engines]
    assert all(one["cycles"] and one["clock_hz"] for one in there)


@pytest.mark.parametrize("words", [(), ("--json",), ("--json", "--sort"), ("--sort",)])
@pytest.mark.parametrize("end", ["lost", "run", "grade_of"])
def test_grades_before_the_loss_of_the_board_or_ctrl_c_are_kept(terminal, monkeypatch, words, end):
    """The board is lost during the third puzzle, or the user presses Ctrl-C while this computer solves or grades the
    third puzzle."""
    terminal.plug(loop_board(seconds=1.0, engines=(DEDUCER,)))
    if end == "lost":
        terminal.channel.dies_at = 2.5
        level, port, message = "hard", ("--port", "COM9"), Says("connection was lost", "8 puzzles not solved")
    else:
        monkeypatch.setattr(solving, end, interrupted_at(2, getattr(solving, end)))
        level, port, message = "easy", (), "rowloom: interrupted"
    status, out, err = terminal.run("grade", *port, *words, "ten.txt")
    assert (status, err[-1:]) == (1, [message])
    if "--json" in words:
        assert [json.loads(line)["grade"] for line in out] == [level] * 2 + [None] * 8
    else:
        assert out[-1] == Says("2 puzzles", f"2 {level}")
