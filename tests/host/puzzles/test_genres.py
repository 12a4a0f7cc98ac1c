"""Which genre a text is of."""

from dataclasses import replace
from pathlib import Path

import pytest

from rowloom.host import formats, puzzles
from rowloom.host.puzzles import PuzzleError
from support.says import Says

EXAMPLES = Path(__file__).parents[3] / "examples"
SUDOKU = "1" + "." * 80


def found(text, genre=None):
    """The genres of a text's puzzles, or what is said of them."""
    return [
        str(puzzle) if isinstance(puzzle, PuzzleError) else f"{puzzle.genre} {puzzle.rows}x{puzzle.cols}"
        for puzzle in formats.read(text, "f", genre)
    ]


@pytest.mark.parametrize("text, genres", [
    ("1 1\n.\n", ["slitherlink 1x1"]),
    ("# a\n\n# b\n2 2\n..\n..\n\n2 1\n.\n.\n", ["slitherlink 2x2", "slitherlink 2x1"]),
    ("4 4\n....\n....\n....\n....\n", ["slitherlink 4x4"]),
    (SUDOKU, ["sudoku 9x9"]),
    (f"# 1 1\n\n{SUDOKU} 2 2\n{SUDOKU}", ["sudoku 9x9", "sudoku 9x9"]),
    ("2\n1 0 0 0\n" + "0 0 0 0\n" * 3, ["sudoku 4x4"]),
    ("+--+--+\n" + "|..|..|\n" * 4, ["sudoku 4x4"]),
    # a size line by its looks
    ("12 34\n" + ".. ..\n" * 3, ["sudoku 4x4"]),
    ("12 34\n" + ("." * 34 + "\n") * 12, ["slitherlink 12x34"]),
])  # fmt: skip
def test_a_text_tells_its_genre(text, genres):
    assert found(text) == genres


@pytest.mark.parametrize("text, message", [
    ("2 2\n..\n.x\n", Says("f:3:2: 'x'")),
    ("2 2\n..\n", Says("f:1:", "2 rows", "found 1")),
    (SUDOKU[1:] + "z", Says("f:1:81: 'z'", "1 to 9")),
    (f"# a\n{SUDOKU[:9]}\n", Says("f:2:", "9 rows", "found 1")),
])  # fmt: skip
def test_a_bad_puzzle_is_one_of_its_genre(text, message):
    assert found(text) == [message]


def test_what_begins_badly_is_of_the_genre_that_finds_a_puzzle_in_it():
    assert found(f"nonsense\n{SUDOKU}\n")[1:] == ["sudoku 9x9"]
    assert found("nonsense\n# a\n1 1\n.\n")[1:] == ["slitherlink 1x1"]


@pytest.mark.parametrize("text, message", [
    ("", Says("no puzzle in f", "empty")),
    ("\n# a\n", Says("no puzzle in f", "comments")),
    ("# a\nnonsense\n", Says("f:2:", "size line", "81 characters", "URL", "game id", "JSON", "'nonsense'")),
    ("10x10\n", Says("f:1:", "10 rows", "found 0")),
])  # fmt: skip
def test_what_is_neither(text, message):
    assert found(text) == [message]


def test_the_genre_can_be_told():
    text = "4 4\n....\n....\n....\n....\n"
    assert found(text, "slitherlink") == ["slitherlink 4x4"]
    assert found(text, "sudoku") == ["sudoku 4x4"]
    assert found(text.replace("4", "5"), "sudoku") == [
        Says("f:1:", "slitherlink puzzles, not sudoku", "lines 2 to 5 are skipped"),
    ]  # fmt: skip
    assert found(f"{SUDOKU}\n4 4\n", "sudoku")[0] == "sudoku 9x9"
    assert found("", "sudoku") == [Says("no puzzle in f")]
    assert found("", "slitherlink") == [Says("no puzzle in f")]
    with pytest.raises(ValueError, match=r"'golf'.*slitherlink, sudoku, slink, smullyan, canal"):
        formats.read(text, "f", "golf")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_the_examples_are_written_as_they_are_read(path):
    for puzzle in formats.read(path.read_text(), path.name):
        genre = puzzles.genre(puzzle.genre)
        assert path.name.startswith(f"{puzzle.genre}-")
        (again,) = genre.read(genre.write(puzzle), "f")
        assert replace(again, line=puzzle.line) == puzzle
