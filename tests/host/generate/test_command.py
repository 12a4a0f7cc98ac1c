"""``rowloom generate``, and the examples that it generated."""

import json
import shlex
import sys

import pytest

from rowloom.host import formats, puzzles
from rowloom.host.generate import generator
from support.modules import forget
from support.puzzles import EXAMPLES, solutions
from support.says import Says, out_of
from support.terminal import interrupted_at

FILES = sorted(EXAMPLES.glob("*.txt"))
COMMANDS = {
    arguments[-1]: arguments[1:-2]
    for line in (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("rowloom generate ")
    for arguments in [shlex.split(line)]
}
LARGE = ("slitherlink-20x36.txt", "slitherlink-64x36.txt", "sudoku-16x16-easy.txt", "sudoku-25x25-easy.txt")
FIRST = "-n", "1"
MADE = [
    pytest.param(name, options, marks=[pytest.mark.slow] if name in LARGE or not options else [])
    for name in sorted(COMMANDS) for options in (FIRST, ())
]
"""The examples, and options: by default, only the first puzzle of each file is made again."""


@pytest.fixture
def run(command):
    return lambda *words: command("generate", *words)


@pytest.mark.parametrize("options, names", [
    ("slitherlink --size 4x5 --difficulty easy --seed 3 -n 2", ["4x5-easy-3", "4x5-easy-4"]),
    ("slitherlink --size 5x5", ["5x5-normal-1"]),
    ("slitherlink --size 5x5 --symmetry both --difficulty any", ["5x5-any-both-1"]),
    ("slink --size 4x6 -n 3", ["4x6-normal-1", "4x6-normal-2", "4x6-normal-3"]),
    ("sudoku --size 4x4 --difficulty easy --seed 7 -n 2", ["4x4-easy-7", "4x4-easy-8"]),
    ("sudoku --size 25x25 --difficulty hard", ["25x25-hard-1"]),
    ("sudoku", ["9x9-normal-1"]), ("sudoku --size 4x4", ["4x4-easy-1"]), ("smullyan --size 2x3", ["2x3-any-1"]),
    ("smullyan --size 5x4 --difficulty easy", ["5x4-easy-1"]), ("canal --size 4x5 --difficulty easy", ["4x5-easy-1"]),
])  # fmt: skip
def test_written_puzzles(run, options, names, tmp_path):
    assert run(*options.split(), "-o", "made.txt") == (0, "", "")
    made = list(formats.read((tmp_path / "made.txt").read_text(), "made.txt"))
    assert [puzzle.name for puzzle in made] == names
    assert {puzzle.genre for puzzle in made} == {options.split()[0]}
    assert all(len(solutions(puzzle)) == 1 for puzzle in made)


@pytest.mark.parametrize("options, message", [
    ("slitherlink --size 0x3", "rows, not 0"), ("sudoku --size 8x8", "not 8x8"),
    ("sudoku --size 4x4 --difficulty normal", "no Sudoku of 4x4 is normal"),
    ("sudoku --clues 90", "81 clues or fewer"), ("sudoku --clues 1-16", "17 or more"),
    ("sudoku --size 4x4 --clues=-3", "4 or more"), ("sudoku --size 16x16 --clues=-14", "15 or more"),
    ("slitherlink --size 3x3 --clues 10", "9 clues or fewer"), ("canal --size 3x3 --clues 0", "1 or more"),
    ("slitherlink --mask mask.txt --clues 3", "2 clues or fewer"),
    ("slitherlink --mask mask.txt --symmetry rotate --clues 1", "0 clues or fewer"),
    ("slink --clues 20", "every cell"), ("sudoku --clues 5-3", "5 clues or more"),
    ("sudoku --mask there.txt", "there.txt: row 1: 'w' is neither"),
])  # fmt: skip
def test_invalid_specifications(run, options, message, tmp_path):
    (tmp_path / "there.txt").write_text("what was there")
    (tmp_path / "mask.txt").write_text("##\n..\n")
    assert run(*options.split(), "-o", "there.txt") == (2, "", Says("rowloom: ", message))
    assert (tmp_path / "there.txt").read_text() == "what was there"


def test_seeds_without_a_puzzle(run, tmp_path):
    words = "slitherlink", "--size", "2x3", "--difficulty", "hard", "-n", "2"
    status, out, err = run(*words)
    (made,) = formats.read(out, "made")
    (failed,) = {1, 2} - {int(made.name.rpartition("-")[2])}
    assert (status, err.splitlines()) == (1, [
        Says(f"seed {failed}: ", "no hard slitherlink"), "rowloom: 1 of 2 puzzles were not generated",
    ])  # fmt: skip
    assert run("slink", "--size", "1x1", "--difficulty", "easy") == (1, "", Says("rowloom: ", "no easy Slink"))


def test_repeated_puzzles(run):
    status, out, err = run("slitherlink", "--size", "1x2", "-n", "6")
    different = {puzzle.clues for puzzle in formats.read(out, "made")}
    assert (status, err) == (0, Says(f"{6 - len(different)} of 6 puzzles repeat", "1x2"))


def test_default_size_of_a_mask(run, tmp_path):
    (tmp_path / "mask.txt").write_text("####\n####\n.###\n")
    (made,) = formats.read(out_of(run("slitherlink", "--mask", "mask.txt")), "made")
    assert (made.name, made.clues[2][0]) == ("3x4-normal-1", None)


def test_unwritable_file(run):
    assert run("slink", "--size", "3x3", "-o", "missing/made") == (1, "", Says("missing/made", "No such file"))


def test_ctrl_c_keeps_finished_puzzles(run, monkeypatch, tmp_path):
    monkeypatch.setattr(generator, "generate_puzzle", interrupted_at(2, generator.generate_puzzle))
    status, out, err = run("slink", "--size", "3x3", "--difficulty", "easy", "-n", "5", "-o", "made.txt")
    assert (status, out, err) == (1, "", "rowloom: interrupted\n")
    made = list(formats.read((tmp_path / "made.txt").read_text(), "made.txt"))
    assert [puzzle.name for puzzle in made] == ["3x3-easy-1", "3x3-easy-2"]


def test_missing_package(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    forget(monkeypatch, "rowloom.host.generate", "rowloom.host.solvers.sat")
    assert run("canal") == (1, "", Says("pysat", "'rowloom[solvers]'"))


def test_json(run):
    out = out_of(run("slitherlink", "--size", "5x6", "--difficulty", "any", "--json", "--check", "-n", "2"))
    for number, line in enumerate(out.splitlines(), 1):
        record = json.loads(line)
        puzzle, = formats.read(record["puzzle"], "record")
        assert record["name"] == puzzle.name == f"5x6-any-{number}"
        assert [*map(tuple, solutions(puzzle))] == [tuple(record["solution"])]
        assert record["clues"] == len(puzzle.clue_cells) and record["checks"] >= 30 - 8
        assert record["grade"] in ("easy", "normal", "hard") and record["seconds"] > 0
        assert (record["engine"], record["cycles"], record["clock_hz"]) == ("sat", None, None)
        assert record["verified"] is record["unique"] is True


def test_a_draft_and_a_mask(run, tmp_path):
    (tmp_path / "draft.txt").write_text("# draft\n3 4\n3...\n....\n...3\n")
    (tmp_path / "mask.txt").write_text("####\n#..#\n####\n")
    made, = formats.read(out_of(run("slitherlink", "--from", "draft.txt", "--mask", "mask.txt")), "made")
    assert (made.name, made.rows, made.cols) == ("3x4-any-1", 3, 4)
    assert (made.clues[0][0], made.clues[2][3], made.clues[1][1], made.clues[1][2]) == (3, 3, None, None)
    assert len(solutions(made)) == 1
    (tmp_path / "two.txt").write_text("2 2\n3.\n..\n2 2\n3.\n..\n")
    for words, status, message in (
        (("slitherlink", "--from", "two.txt"), 1, "found 2 puzzles"),
        (("sudoku", "--from", "draft.txt"), 2, "slitherlink of 3x4"),
        (("slitherlink", "--from", "none.txt"), 1, "none.txt"),
        (("slitherlink", "--from", "draft.txt", "--size", "9x9"), 2, "9x9 is not that of the draft, 3x4"),
    ):
        assert run(*words) == (status, "", Says("rowloom: ", message))


def test_unknown_clues_of_a_draft(run, tmp_path):
    """A board cannot remove clues from a draft with unknown clues, because it computes all clues from the solution."""
    (tmp_path / "draft.txt").write_text("canal 2 3\n? . .\n. . 2\n")
    assert run("canal", "--from", "draft.txt", "--engine", "fast") == (
        2, "", Says("rowloom: ", "no board generates a canal of 2x3 from such a draft"))
    assert run("canal", "--from", "draft.txt")[::2] == (0, "")


def test_every_example_has_its_command():
    assert sorted(COMMANDS) == [path.name for path in FILES]


@pytest.mark.parametrize("name, options", MADE)
def test_the_commands_generate_the_examples(run, name, options):
    text = (EXAMPLES / name).read_text(encoding="ascii")
    made = out_of(run(*COMMANDS[name][1:], *options))
    assert text.startswith(made) and len(made) == (text.find("\n\n#") + 1 or len(text) if options else len(text))
    for puzzle in formats.read(made, name):
        (found,) = solutions(puzzle)
        assert puzzles.genre(puzzle.genre).verify(puzzle, found) == []
