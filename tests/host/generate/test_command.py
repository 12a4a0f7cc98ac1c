"""The command, and the examples that it made."""

import shlex
from pathlib import Path

import pytest

from rowloom.host import puzzles
from rowloom.host.generate import main
from rowloom.host.solvers import slitherlink, sudoku

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = sorted(EXAMPLES.glob("*.txt"))
COMMANDS = {
    arguments[-1]: arguments[:-2]
    for line in (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("python -m rowloom.host.generate ")
    for arguments in [shlex.split(line)[3:]]
}
LARGE = ("slitherlink-20x36.txt", "slitherlink-64x36.txt", "sudoku-25x25-easy.txt")
EXAMPLE_NAMES = [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in sorted(COMMANDS)]
SOLVERS = {"slitherlink": slitherlink.solutions, "sudoku": sudoku.solutions}


def is_unique(puzzle) -> bool:
    found = SOLVERS[puzzle.genre](puzzle)
    return len(found) == 1 and not puzzles.genre(puzzle.genre).verify(puzzle, found[0])


@pytest.mark.parametrize("options, names", [
    (
        ["--rows", "4", "--cols", "5", "--difficulty", "easy", "--seed", "3", "-n", "2"],
        ["4x5-easy-3", "4x5-easy-4"],
    ),
    (["--rows", "3", "--cols", "3"], ["3x3-normal-1"]),
    (["--genre", "sudoku", "--order", "2", "--seed", "7", "-n", "2"], ["4x4-easy-7", "4x4-easy-8"]),
    (["--genre", "sudoku", "--order", "5", "--difficulty", "hard"], ["25x25-hard-1"]),
    (["--genre", "sudoku"], ["9x9-easy-1"]),
])  # fmt: skip
def test_the_command_line(options, names, tmp_path, capsys):
    path = tmp_path / "made.txt"
    assert main([*options, "-o", str(path)]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(options) == 0
    assert capsys.readouterr() == (path.read_text(), "")
    assert [puzzle.name for puzzle in puzzles.read(path.read_text(), "made.txt")] == names


@pytest.mark.parametrize("options, message", [
    (["--rows", "0"], "a Slitherlink has 1 to 255 rows, not 0"),
    (["-n", "0"], "-n 0: expected at least 1 puzzle"),
    (["--cols", "2", "-o", "missing/made"], "cannot write missing/made: No such file or directory"),
    (
        ["--order", "3"],
        "a Slitherlink has no --order but --rows and --cols; for a Sudoku add --genre sudoku",
    ),
    (["--genre", "sudoku", "--order", "0"], "a Sudoku has an order of 2 to 15, not 0"),
    (["--genre", "sudoku", "--rows", "9"], "a Sudoku has no --rows and --cols but an --order"),
    (["--genre", "sudoku", "--cols", "9"], "a Sudoku has no --rows and --cols but an --order"),
    (
        ["--genre", "sudoku", "--difficulty", "normal"],
        "there is no difficulty 'normal'; there are: easy, hard",
    ),
])  # fmt: skip
def test_the_command_lines_errors(options, message, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(options)
    assert caught.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"python -m rowloom.host.generate: error: {message}"


def test_every_example_has_its_command():
    assert sorted(COMMANDS) == [path.name for path in FILES]


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_the_commands_make_the_examples(name, capsys):
    assert main(COMMANDS[name]) == 0
    assert capsys.readouterr().out == (EXAMPLES / name).read_text(encoding="ascii")


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_every_example_has_one_solution(name):
    for puzzle in puzzles.read((EXAMPLES / name).read_text(encoding="ascii"), name):
        assert is_unique(puzzle), puzzle.name
