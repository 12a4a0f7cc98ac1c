"""``rowloom grade``: grades that this computer or a board gives."""

import json
import os
import signal
from functools import partial
from pathlib import Path

import pytest

from rowloom.host import solving
from rowloom.sim import Simulator
from support.says import Says
from support.terminal import DEDUCER, Terminal, loop_board

EXAMPLES = Path(__file__).parents[3] / "examples"

PUZZLES = """\
# loop
2 2
33
33
# several
2 2
3.
..
# broken
2 2
3x
..
# easy
3 3
222
332
113
"""


@pytest.fixture
def run(command):
    return lambda *words: command("grade", *words)


def test_a_table(run, tmp_path):
    (tmp_path / "p.txt").write_text(PUZZLES)
    status, out, err = run("p.txt")
    assert status == 1
    assert err.splitlines() == [
        Says("loop", "no grade", "no solution"), Says("several", "no grade", "not unique"), Says("p.txt:11:2", "'x'"),
    ]  # fmt: skip
    assert out.splitlines()[-1] == "1 puzzle: 1 easy, 0 normal, 0 hard"
    assert Says("easy", "3x3", "1 node, 0 probes") == next(line for line in out.splitlines() if "3x3" in line)


def test_json(run, tmp_path):
    (tmp_path / "p.txt").write_text(PUZZLES)
    status, out, err = run("p.txt", "--json")
    records = list(map(json.loads, out.splitlines()))
    assert (status, err) == (1, "")
    assert [(record["name"], record["grade"], record["unique"], record["status"]) for record in records] == [
        ("loop", None, False, "no-solution"), ("several", None, False, "solved"), ("broken", None, None, "error"),
        ("easy", "easy", True, "solved"),
    ]  # fmt: skip
    assert (records[3]["probes"], records[3]["nodes"], records[3]["engine"]) == (0, 1, "slitherlink-logic")
    assert run("p.txt", "--json", "--sort")[1].splitlines()[0] == Says('"easy"')


@pytest.mark.parametrize("genre", ["slitherlink", "sudoku", "slink", "smullyan", "canal"])
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_examples_have_the_grades_of_their_names(run, genre, level):
    size = "9x9" if genre == "sudoku" else "10x10"
    status, out, err = run(str(EXAMPLES / f"{genre}-{size}-{level}.txt"), "--json")
    assert (status, err) == (0, "")
    assert {json.loads(line)["grade"] for line in out.splitlines()} == {level}


@pytest.mark.parametrize("genre, engines, figure", [
    ("slitherlink", ("slitherlink-logic", "deducer"), "probes"), ("slink", ("sat", "deducer"), "steps"),
    ("smullyan", ("sat", "dynasty"), "open_cells"),
])  # fmt: skip
def test_a_board_grades_as_this_computer_does(run, four_genres, genre, engines, figure):
    files = [str(EXAMPLES / f"{genre}-10x10-{level}.txt") for level in ("easy", "normal", "hard")]
    with Simulator(four_genres) as simulator:
        here, there = (
            [json.loads(line) for line in run("--json", *files, *where)[1].splitlines()]
            for where in ((), ("--port", simulator.url))
        )
    assert [one["grade"] for one in here] == [one["grade"] for one in there]
    # A board may branch at different cells than this computer, so the figures are equal only for searches without
    # branches.
    assert all(one[figure] == other[figure] for one, other in zip(here, there) if other.get("nodes", 1) == 1)
    assert [{one["engine"] for one in some} for some in (here, there)] == [{name} for name in engines]
    assert all(one["cycles"] and one["clock_hz"] for one in there)


def test_a_file_that_is_missing(run):
    assert run("none.txt") == (1, "", Says("none.txt"))


@pytest.fixture
def terminal(monkeypatch, capsys, tmp_path):
    """Make a folder with five Slitherlinks, and plug in a board whose deducer takes a second for each puzzle."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text("".join(f"# loop-{number}\n2 2\n33\n..\n" for number in range(5)))
    terminal = Terminal(monkeypatch, capsys)
    terminal.plug(loop_board(seconds=1.0, engines=(DEDUCER,)))
    return terminal


@pytest.mark.parametrize("words", [(), ("--json",), ("--json", "--sort"), ("--sort",)])
@pytest.mark.parametrize("end", ["lost", "run", "grade_of"])
def test_grades_before_the_loss_of_the_board_or_ctrl_c_are_kept(terminal, monkeypatch, words, end):
    """The board is lost during the third puzzle, or the user presses Ctrl-C while this computer solves or grades the
    third puzzle."""
    calls = iter(range(5))

    def pressed(work, *arguments):
        if next(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return work(*arguments)

    if end == "lost":
        terminal.channel.dies_at = 2.5
        level, port, message = "hard", ("--port", "COM9"), Says("connection was lost", "3 puzzles not solved")
    else:
        monkeypatch.setattr(solving, end, partial(pressed, getattr(solving, end)))
        level, port, message = "easy", (), "rowloom: interrupted"
    status, out, err = terminal.run("grade", *port, *words, "p.txt")
    assert (status, err[-1:]) == (1, [message])
    if "--json" in words:
        assert [json.loads(line)["grade"] for line in out] == [level, level, None, None, None]
    else:
        assert out[-1] == Says("2 puzzles", f"2 {level}")
