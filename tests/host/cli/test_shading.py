"""``rowloom smull`` and ``rowloom canal``: output and exit status."""

import re
import threading

import pytest

from rowloom.host.solvers import SoftwareEngine
from rowloom.host.solvers.smt.models import Models
from support.says import Says
from support.terminal import press_ctrl_c

# The first puzzle is Example 1 of Somenzi (2025). The second has two solutions, the third has none.
DYNASTIES = """\
# one
smullyan 4 3
. . .
2 2 .
1 2 .
. . 2

# two
smullyan 1 3
5 . .

# none
smullyan 1 2
1 1
"""

# Example 2 of Somenzi (2025), a puzzle by Eric Fox
CANAL = """\
# fox
canal 6 6
4 . . . . 4
. . . . . .
. . . . 6 .
. 4 . . . .
. . . . . .
6 . . . . 6
"""

SOLVED = ["╭──────────╮", "│ ·  · ███ │", "│█2█ 2  ·  │", "│ 1  2  ·  │", "│ ·  · █2█ │", "╰──────────╯", ""]

TIME = re.compile(r"[\d.]+ (s|ms|µs)\b")


@pytest.fixture
def run(command, tmp_path):
    """Run a command in a folder with puzzles; return the exit status and the lines of output, with TIME in place of
    times."""
    bad = f"{DYNASTIES}\n# bad\nsmullyan 1 2\n. x\n"
    for name, text in {"d.txt": DYNASTIES, "c.txt": CANAL, "bad.txt": bad}.items():
        (tmp_path / name).write_text(text)

    def run(*words):
        status, out, err = command(*words)
        return status, TIME.sub("TIME", out).splitlines(), err.splitlines()

    return run


UNIQUE = Says("1 solution", "unique", "TIME")
FOX = ["╭───────────────────╮", "│ 4 ████████████ 4  │", "│ ·  · ███ · ███ ·  │", "│ · █████████ 6  ·  │"]


@pytest.mark.parametrize("words, status, begins, ends", [
    # The command finds all solutions of the first puzzle.
    ("smull d.txt", 0, [*SOLVED, UNIQUE], []), ("smull d.txt --distance", 0, [*SOLVED, UNIQUE], []),
    ("canal c.txt", 0, FOX, [UNIQUE]), ("smull d.txt --weak", 0, [], [Says("2 solutions", "TIME")]),
    # A puzzle is chosen by its name or by its number, starting at 0.
    ("smull d.txt -p 1", 0, [], [Says("2 solutions", "TIME")]), ("smull d.txt -p none", 1, [Says("no solution")], []),
    ("smull d.txt -p two", 0, [], [Says("2 solutions", "TIME")]),
    ("smull d.txt --weak -s 1", 0, [], [Says("1 solution", "no more than 1")]),
    ("smull d.txt --weak -s 2", 0, [], [Says("2 solutions", "no more than 2")]),
    ("smull d.txt -d", 0, [SOLVED[0], "│ ·  ·  ·  │", "│ 2  2  ·  │", "│ 1  2  ·  │"], []),
    ("canal c.txt --batch -", 0, [Says("fox (6x6): 1 solution", "unique")], [Says("1 puzzle, 1 solved")]),
])  # fmt: skip
def test_output(run, words, status, begins, ends):
    found, out, err = run(*words.split())
    assert (found, out[: len(begins)], out[len(out) - len(ends) :], err) == (status, begins, ends, [])


@pytest.mark.parametrize("words, said", [
    ("d.txt -m", ["solution 1 is in one.png", UNIQUE]), ("d.txt -d -m", ["the puzzle is in one.png"]),
    # The name of the puzzle becomes part of the picture's file name.
    ("odd.txt -d -m", ["the puzzle is in a_.._b_c.png"]),
    ("d.txt --weak -s 2 -o some.svg -f 30",
     ["solution 1 is in some.svg", "solution 2 is in some-2.svg", Says("2 solutions")]),
])  # fmt: skip
def test_pictures(run, tmp_path, words, said):
    (tmp_path / "odd.txt").write_text("# a/../b c\nsmullyan 1 1\n.\n")
    assert run("smull", *words.split()) == (0, said, [])
    files = [*tmp_path.glob("*.png"), *tmp_path.glob("*.svg")]
    assert sum(" is in " in str(line) for line in said) == len(files) == len({file.read_bytes() for file in files})
    assert all(b"\x89PNG" in file.read_bytes() for file in tmp_path.glob("*.png"))


def test_arrows_are_drawn_on_request(run, tmp_path):
    for words, arrows in ((), False), (("-a",), True):
        run("smull", "d.txt", "-o", "out.svg", *words)
        assert ("Quiver" in (tmp_path / "out.svg").read_text()) == arrows


def test_further_output(run):
    _, out, _ = run("smull", "d.txt", "-v")
    assert out[0] == "puzzle 0 of d.txt: one, 4x3, 5 clues"
    assert re.fullmatch(r"solution 1 after TIME: 1 check, \d+ conflicts?, \d+ decisions?", out[1])
    _, more, _ = run("smull", "d.txt", "-vv")
    formulas = int(re.fullmatch(r"(\d+) formulas", more[1])[1])
    _, most, _ = run("smull", "d.txt", "-vvv")
    assert most[2] == "Or(x_0_0, x_0_1)"
    assert len([line for line in most if line.startswith("Implies(")]) > formulas / 4
    _, statistics, _ = run("canal", "c.txt", "-r")
    assert any(re.fullmatch(r"decisions +\d+", line) for line in statistics)


def test_a_whole_file(run, tmp_path):
    status, out, err = run("smull", "bad.txt", "--batch", "out.txt", "-v")
    bad = Says("bad.txt:18:3: 'x'")
    assert (status, err) == (1, [bad])
    assert out[0] == Says("one (4x3): 1 solution", "unique")
    assert out[-2:] == [
        Says("none (1x2): no solution"), Says("4 puzzles, 2 solved and verified", "median TIME, maximum TIME")]
    text = TIME.sub("TIME", (tmp_path / "out.txt").read_text()).splitlines()
    assert [text[0], *text[7:13]] == [out[0], *SOLVED[:6]]
    assert text[-2:] == [bad, out[-1]]


@pytest.fixture
def endless(monkeypatch):
    """Let Z3 find one model, and press Ctrl-C during the search for another model, which would take a minute."""
    found, waiting = Models.found, threading.Event()

    def one_and_no_end(self, seconds=None):
        yield next(found(self, seconds))
        press_ctrl_c()
        waiting.wait(60)

    monkeypatch.setattr(Models, "found", one_and_no_end)


def test_ctrl_c_keeps_the_results(run, endless):
    assert run("smull", "d.txt") == (1, [*SOLVED, Says("1 solution", "interrupted")], [])
    status, out, _ = run("smull", "d.txt", "--batch", "-")
    assert (status, out[0], out[-1]) == (1, Says("one (4x3): 1 solution", "interrupted"), Says("3 puzzles, 0 solved"))


def test_ctrl_c_before_all_formulas_are_there(run, monkeypatch):
    def search(self, puzzle, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(SoftwareEngine, "search", search)
    assert run("smull", "d.txt", "-r") == (1, [Says("no solution so far: interrupted")], [])


def test_the_time_limit_of_a_batch(run, tmp_path):
    (tmp_path / "wide.txt").write_text("canal 6 6\n" + (". " * 6 + "\n") * 6)
    status, out, _ = run("canal", "wide.txt", "--time-limit", "0.3", "--batch", "out.txt")
    assert (status, out) == (1, [Says("1 puzzle, 0 solved")])
    first = TIME.sub("TIME", (tmp_path / "out.txt").read_text()).partition("\n")[0]
    # On a busy computer, the time limit may be reached before the first solution is found.
    found = r"(no solution|1 solution|(?!1 )\d+ solutions)"
    assert re.match(rf"wide-1 \(6x6\): {found} so far: the time limit of TIME was reached", first)


@pytest.mark.parametrize("words, facts", [
    ("d.txt -p 3", ["d.txt:", "'3'", "0 to 2"]), ("d.txt -p four", ["d.txt:", "'four'", "0 to 2"]),
    ("bad.txt -p 3", ["bad.txt:18:3: 'x'"]), ("c.txt", ["c.txt", "canal puzzles, not smullyan"]),
    ("missing.txt", ["missing.txt:", "No such file"]), ("d.txt -o picture.gif", ["'picture.gif'", ".png or .svg"]),
    ("d.txt -o no/folder.png", ["no/folder.png:", "No such file"]),
    ("d.txt --batch no/out.txt", ["no/out.txt:", "No such file"]),
])  # fmt: skip
def test_errors(run, words, facts):
    assert run("smull", *words.split()) == (1, [], [Says(*facts)])


def test_a_wrong_answer_is_not_shown(run, monkeypatch):
    monkeypatch.setattr("rowloom.host.puzzles.smullyan.Smullyan.verify", lambda *_: ["it is wrong"])
    assert run("smull", "d.txt") == (1, [], [Says("one:", "it is wrong")])
