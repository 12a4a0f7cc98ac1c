"""``rowloom generate``, and the examples that it generated."""

import json
import shlex

import pytest

from rowloom.host import formats, puzzles
from rowloom.host.generate import generator
from support.puzzles import EXAMPLES, solutions
from support.says import Says, out_of
from support.terminal import interrupted_at

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
"""The files of examples. Each file is tested twice: only its first puzzle is generated, or all of its puzzles."""


@pytest.fixture
def run(command):
    return lambda *words: command("generate", *words)


@pytest.mark.parametrize("options, names", [
    ("slitherlink --size 4x5 --difficulty easy --seed 3 -n 2", ["4x5-easy-3", "4x5-easy-4"]),
    ("slitherlink --size 5x5", ["5x5-normal-1"]), ("smullyan --size 2x3", ["2x3-any-1"]),
    ("slitherlink --size 5x5 --symmetry both --difficulty any", ["5x5-any-both-1"]),
    ("slink --size 4x6 -n 3", ["4x6-normal-1", "4x6-normal-2", "4x6-normal-3"]),
    ("sudoku", ["9x9-normal-1"]), ("sudoku --size 4x4", ["4x4-easy-1"]),
])  # fmt: skip
def test_written_puzzles(run, options, names, tmp_path):
    assert run(*options.split(), "-o", "made.txt") == (0, "", "")
    made = list(formats.read((tmp_path / "made.txt").read_text(), "made.txt"))
    assert [puzzle.name for puzzle in made] == names
    assert {puzzle.genre for puzzle in made} == {options.split()[0]}
    assert all(len(solutions(puzzle)) == 1 for puzzle in made)


DRAFT, UNKNOWN = "# draft\n3 4\n3...\n....\n...3\n", "canal 2 3\n? . .\n. . 2\n"


@pytest.mark.parametrize("status, options, message", [
    (2, "slitherlink --size 0x3", "rows, not 0"), (2, "sudoku --size 8x8", "not 8x8"),
    (2, "sudoku --size 4x4 --difficulty normal", "no Sudoku of 4x4 is normal"),
    (2, "sudoku --clues 90", "81 clues or fewer"), (2, "sudoku --clues 1-16", "17 or more"),
    (2, "sudoku --size 4x4 --clues=-3", "4 or more"), (2, "sudoku --size 16x16 --clues=-14", "15 or more"),
    (2, "slitherlink --size 3x3 --clues 10", "9 clues or fewer"), (2, "canal --size 3x3 --clues 0", "1 or more"),
    (2, "slitherlink --mask mask.txt --clues 3", "2 clues or fewer"),
    (2, "slitherlink --mask mask.txt --symmetry rotate --clues 1", "0 clues or fewer"),
    (2, "slink --clues 20", "every cell"), (2, "sudoku --clues 5-3", "5 clues or more"),
    (2, "sudoku --mask there.txt", "there.txt: row 1: 'w' is neither"),
    (2, "sudoku --from draft.txt", "slitherlink of 3x4"),
    (2, "slitherlink --from draft.txt --size 9x9", "9x9 is not that of the draft, 3x4"),
    # A board computes all clues from the solution, so it cannot keep unknown clues.
    (2, "canal --from unknown.txt --engine fast", "no board generates a canal of 2x3 from such a draft"),
    (1, "slitherlink --from two.txt", "found 2 puzzles"), (1, "slitherlink --from none.txt", "none.txt"),
    (1, "slink --size 1x1 --difficulty easy", "no easy Slink"),
    (1, "slink --size 3x3 -o missing/made", "missing/made: No such file"),
])  # fmt: skip
def test_nothing_is_generated(run, status, options, message, tmp_path):
    files = {"there": "what was there", "mask": "##\n..\n", "draft": DRAFT, "two": 2 * DRAFT, "unknown": UNKNOWN}
    for name, text in files.items():
        (tmp_path / f"{name}.txt").write_text(text)
    assert run("-o", "there.txt", *options.split()) == (status, "", Says("rowloom: ", message))
    assert (tmp_path / "there.txt").read_text() == "what was there"


def test_seeds_without_a_puzzle(run, tmp_path):
    words = "slitherlink", "--size", "2x3", "--difficulty", "hard", "-n", "2"
    status, out, err = run(*words)
    (made,) = formats.read(out, "made")
    (failed,) = {1, 2} - {int(made.name.rpartition("-")[2])}
    assert (status, err.splitlines()) == (1, [
        Says(f"seed {failed}: ", "no hard slitherlink"), "rowloom: 1 of 2 puzzles were not generated",
    ])  # fmt: skip


def test_repeated_puzzles(run):
    status, out, err = run("slitherlink", "--size", "1x2", "-n", "6")
    different = {puzzle.clues for puzzle in formats.read(out, "made")}
    assert (status, err) == (0, Says(f"{6 - len(different)} of 6 puzzles repeat", "1x2"))


def test_ctrl_c_keeps_finished_puzzles(run, monkeypatch, tmp_path):
    monkeypatch.setattr(generator, "generate_puzzle", interrupted_at(2, generator.generate_puzzle))
    words = "slink", "--size", "3x3", "--difficulty", "easy", "-n", "5", "-o", "made.txt"
    assert run(*words) == (1, "", "rowloom: interrupted\n")
    made = list(formats.read((tmp_path / "made.txt").read_text(), "made.txt"))
    assert [puzzle.name for puzzle in made] == ["3x3-easy-1", "3x3-easy-2"]


def test_json(run):
    out = out_of(run("slitherlink", "--size", "5x6", "--difficulty", "any", "--json", "--check", "-n", "2"))
    for number, line in enumerate(out.splitlines(), 1):
        record = json.loads(line)
        puzzle, = formats.read(record["puzzle"], "record")
        assert record["name"] == puzzle.name == f"5x6-any-{number}"
        assert [*map(tuple, solutions(puzzle))] == [tuple(record["solution"])]
        assert record["clues"] == len(puzzle.clue_cells)
        assert record["grade"] is None and record["seconds"] > 0
        assert (record["engine"], record["cycles"], record["clock_hz"]) == ("sat", None, None)
        assert record["verified"] is record["unique"] is True


def test_drafts_and_masks(run, tmp_path):
    (tmp_path / "mask.txt").write_text("####\n####\n.###\n")
    made, = formats.read(out_of(run("slitherlink", "--mask", "mask.txt")), "made")
    assert (made.name, made.clues[2][0]) == ("3x4-normal-1", None)
    (tmp_path / "draft.txt").write_text(DRAFT)
    (tmp_path / "mask.txt").write_text("####\n#..#\n####\n")
    made, = formats.read(out_of(run("slitherlink", "--from", "draft.txt", "--mask", "mask.txt")), "made")
    assert (made.name, made.rows, made.cols) == ("3x4-any-1", 3, 4)
    assert (made.clues[0][0], made.clues[2][3], made.clues[1][1], made.clues[1][2]) == (3, 3, None, None)
    assert len(solutions(made)) == 1
    (tmp_path / "unknown.txt").write_text(UNKNOWN)
    out_of(run("canal", "--from", "unknown.txt"))


def test_every_example_has_its_command():
    assert sorted(COMMANDS) == sorted(path.name for path in EXAMPLES.glob("*.txt"))


@pytest.mark.parametrize("name, options", MADE)
def test_the_commands_generate_the_examples(run, name, options):
    text = (EXAMPLES / name).read_text(encoding="ascii")
    made = out_of(run(*COMMANDS[name][1:], *options))
    assert text.startswith(made) and len(made) == (text.find("\n\n#") + 1 or len(text) if options else len(text))
    for puzzle in formats.read(made, name):
        (found,) = solutions(puzzle)
        assert puzzles.genre(puzzle.genre).verify(puzzle, found) == []
