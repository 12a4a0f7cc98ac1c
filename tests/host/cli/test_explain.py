"""``rowloom solve --explain`` and ``--hint``: the steps as text, as JSON and as pictures."""

import json
import re
from dataclasses import replace

import pytest

from rowloom.host.jobs.job import Aim, Question
from rowloom.host.jobs.status import HINT, LIMIT
from rowloom.host.puzzles import GENRES
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.runner import hint, run
from rowloom.host.solving import engine_here
from support.puzzles import made
from support.says import Says, out_of

EXPLAINED = [name for name in GENRES if any(engine.explains and name in engine.genres for engine in ENGINES.values())]
ONE = ".2.1..3....36....24......9.1...62.7......582...87.....75...........56..3....1...4"
"""A Sudoku that Rowloom's generator made."""


@pytest.mark.parametrize("name", EXPLAINED)
def test_steps_and_hints(name):
    """The engines' own tests check that the steps are correct."""
    size, difficulty = 9 if name == "sudoku" else 6, "easy" if name in ("slitherlink", "slink") else "normal"
    for puzzle in (made(name, size, size, difficulty, seed) for seed in (1, 2)):
        engine = engine_here(puzzle, Question(Aim.STEPS))
        steps = run(engine, puzzle).steps
        assert steps
        for step in steps:
            assert step.rule and step.place and step.found and step.cells
            assert step.picture() == replace(step.drawing(), tinted=step.cells)
        outcome = hint(engine, puzzle)
        assert (outcome.status, outcome.solutions, len(outcome.steps)) == (HINT, (), 1)
        (one,) = outcome.steps
        first = steps[1 if name == "canal" else 0]
        assert (str(one), one.cells, one.drawing()) == (str(first), first.cells, first.drawing())


@pytest.fixture
def solve(terminal, tmp_path):
    files = {
        "one": f"# one\n{ONE}\n", "full": "# full\n1234341221434321\n", "open": "# open\n" + "." * 16 + "\n",
        "slink": "# slink\n2 2\n2 2\n2 2\n", "loop": "# loop\n2 2\n3.\n.3\n",
        "contrary": "# contrary\n123....4........\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return lambda *words: terminal.run("solve", *words)


def test_a_hint_is_one_step_and_no_more(solve):
    out = out_of(solve("--hint", "one.txt"))
    row, col, digit = re.fullmatch(r"one \(9x9\): (?:hidden )?singles, .*: r(\d)c(\d) is (\d)", out[0]).groups()
    place = 9 * int(row) + int(col) - 10
    shown = re.sub(r"[^\d·]", "", "".join(line for line in out if line.startswith("│"))).replace("·", ".")
    assert shown == ONE[:place] + digit + ONE[place + 1 :] != ONE


def test_a_hint_as_json(solve):
    status, out, _ = solve("--hint", "--json", "one.txt", "open.txt")
    found, none = map(json.loads, out)
    assert (status, found["status"], found["solutions"], found["verified"]) == (1, "hint", [], False)
    assert set(found["hint"]) == {"rule", "place", "found", "text"}
    assert found["hint"]["text"] == "{rule}, {place}: {found}".format_map(found["hint"]) == found["message"]
    assert (none["status"], none["hint"]) == ("stuck", None)


@pytest.mark.parametrize("file, status, message", [
    ("full.txt", 0, Says("nothing is left")), ("open.txt", 1, Says("only trial and error helps")),
    ("slink.txt", 0, Says("rule ", "r1c1: line")), ("contrary.txt", 0, Says("r1c4")),
])  # fmt: skip
def test_messages(solve, file, status, message):
    assert solve("--hint", "--no-draw", file) == (status, [message], [])


def test_without_an_engine_the_genre_chooses(solve):
    out = out_of(solve("--explain", "--no-draw", "one.txt", "slink.txt"))
    assert re.findall(r"s with ([a-z-]+); ", "\n".join(out)) == ["sudoku-logic", "slink"]


def test_an_animation_and_numbered_pictures(solve, tmp_path):
    from PIL import Image

    out = out_of(solve("--explain", "--no-draw", "-o", "steps.gif", "sudoku.txt"))
    with Image.open("steps.gif") as animation:
        assert (len(out[2:]), animation.n_frames) == (2, 3)
    assert solve("--explain", "--no-draw", "-o", "new/folder", "sudoku.txt")[0] == 0
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert [file.name for file in files] == ["step-001.svg", "step-002.svg"]
    assert "<svg" in files[0].read_text()
    assert solve("--explain", "-o", "new/folder", "sudoku.txt") == (1, [], [Says("new/folder", "already")])


def test_pictures_of_hints(solve, tmp_path):
    for name in "hint.svg", "hint.png":
        out_of(solve("--hint", "--no-draw", "-o", name, "sudoku.txt"))
        assert (tmp_path / name).stat().st_size > 1000
    told = Says("x", "no step")
    assert solve("--hint", "-o", "x.svg", "--no-draw", "open.txt")[::2] == (1, [told])
    assert solve("--explain", "-o", "x.gif", "--no-draw", "full.txt")[::2] == (0, [told])
    assert not list(tmp_path.glob("x*"))


def test_stuck(solve):
    status, out, _ = solve("--explain", "--engine", "slink", "loop.txt")
    assert (status, out[0]) == (1, Says("no rule"))


def test_the_time_limit_of_a_hint():
    puzzle = made("sudoku", 4, 4, "easy", 1)
    assert hint(ENGINES["sudoku-logic"], puzzle, 1e-9).status == LIMIT
    assert hint(ENGINES["sudoku-logic"], puzzle, 10).status == HINT
