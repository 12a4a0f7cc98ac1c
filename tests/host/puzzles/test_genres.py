"""Which genre a text is of."""

import pytest

from rowloom.host import puzzles
from rowloom.host.puzzles import PuzzleError

SUDOKU = "1" + "." * 80
NOTHING = (
    "no puzzle in f: expected a size line 'rows cols' and the rows under it; for a Sudoku 81 characters in a line, or a"
    " grid of digits; or a puzz.link URL, a game id such as '7x7t0:...' or '3x3:...', or a JSON object, one a line"
)


def found(text, genre=None):
    """The genres of a text's puzzles, or what is said of them."""
    return [
        str(puzzle) if isinstance(puzzle, PuzzleError) else f"{puzzle.genre} {puzzle.rows}x{puzzle.cols}"
        for puzzle in puzzles.read(text, "f", genre)
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
    ("2 2\n..\n.x\n", "f:3:2: 'x' is no clue; expected '.', '0', '1', '2' or '3'"),
    ("2 2\n..\n", "f:1: expected 2 rows under the size line, found 1"),
    (SUDOKU[1:] + "x", "f:1:81: 'x' is no digit; expected 1 to 9, or one of 0 . * - _ · for an empty cell"),
    (f"# a\n{SUDOKU[:9]}\n", "f:2: expected 9 rows, found 1"),
])  # fmt: skip
def test_a_bad_puzzle_is_one_of_its_genre(text, message):
    assert found(text) == [message]


def test_what_begins_badly_is_of_the_genre_that_finds_a_puzzle_in_it():
    assert found(f"nonsense\n{SUDOKU}\n")[1:] == ["sudoku 9x9"]
    assert found("nonsense\n# a\n1 1\n.\n")[1:] == ["slitherlink 1x1"]


@pytest.mark.parametrize("text, message", [
    ("", NOTHING),
    ("\n# a\n", NOTHING),
    ("# a\nnonsense\n", f"{NOTHING}, found 'nonsense'"),
    ("10x10\n", f"{NOTHING}, found '10x10'"),
])  # fmt: skip
def test_what_is_neither(text, message):
    assert found(text) == [message]


def test_the_genre_can_be_told():
    text = "4 4\n....\n....\n....\n....\n"
    assert found(text, "slitherlink") == ["slitherlink 4x4"]
    assert found(text, "sudoku") == [
        "f:1: expected a row of 4, 9, 16 ... or 225 cells, or 16, 81, 256 or 625 characters for all cells, found 2"
        " characters: '4 4'"
    ]
    assert found("", "sudoku") == ["no puzzle in f: expected 81 characters in a line, or a grid of digits"]
    assert found("", "slitherlink") == ["no puzzle in f: expected a size line 'rows cols' and the rows under it"]
    names = "slitherlink, sudoku, slink, smullyan, canal"
    with pytest.raises(ValueError, match=rf"^there is no genre 'golf'; there are: {names}$"):
        puzzles.read(text, "f", "golf")
