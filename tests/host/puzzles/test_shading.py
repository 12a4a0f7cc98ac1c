"""What the shading genres share: their text format, how they are told apart, and how solutions are read."""

import random

import pytest

from rowloom.host import formats
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN, connection_faults
from rowloom.host.puzzles.smullyan import Smullyan
from support.says import Says

GENRES = pytest.mark.parametrize("genre", [Smullyan, Canal])


def found(text, source="f", genre=None):
    """The genres of a text's puzzles, or what is said of them."""
    return [
        str(puzzle) if isinstance(puzzle, PuzzleError) else f"{puzzle.genre} {puzzle.rows}x{puzzle.cols}"
        for puzzle in formats.read(text, source, genre)
    ]


def test_a_smullyanic_dynasty():
    (puzzle,) = Smullyan.read("# first\nsmullyan 2 3\n.  2 10\n3 ? 0\n", "f")
    assert puzzle == Smullyan("first", 2, 3, ((None, 2, 10), (3, UNKNOWN, 0)), 2)
    assert puzzle.numbers == {(0, 1): 2, (0, 2): 10, (1, 0): 3, (1, 2): 0}
    assert puzzle.clue_cells == puzzle.numbers | {(1, 1): UNKNOWN}


def test_a_canal_view():
    (puzzle,) = Canal.read("canal 2 2\n? .\n. 508\n", "folder/some.txt")
    assert puzzle == Canal("some-1", 2, 2, ((UNKNOWN, None), (None, 508)), 1)


@GENRES
def test_the_word_may_be_missing(genre):
    assert [puzzle.clues for puzzle in genre.read("2 2\n1 .\n. .\n", "f")] == [((1, None), (None, None))]


@GENRES
def test_a_row_of_two_numbers_is_no_size_line(genre):
    word = genre.genre
    text = f"# a\n2 2\n1 0\n. 3\n\n2 2\n3 3\n1 2\n\n{word} 1 2\n1 2\n{word} 1 2\n2 1\n"
    assert [(puzzle.name, puzzle.line, puzzle.clues) for puzzle in genre.read(text, "f")] == [
        ("a", 2, ((1, 0), (None, 3))),
        ("f-2", 6, ((3, 3), (1, 2))),
        ("f-3", 10, ((1, 2),)),
        ("f-4", 12, ((2, 1),)),
    ]


@pytest.mark.parametrize("text, message", [
    ("smullyan 1 3\n. ! 1\n", Says("f:2:3: '!'", "'.', '?' or a number")),
    ("smullyan 1 2\n. 1000\n", Says("f:2:3: '1000'")),
    ("smullyan 1 2\n-1 .\n", Says("f:2:1: '-1'")),
    ("smullyan 1 2\n\u0661 .\n", Says("f:2:1: '\\u0661'")),
    ("smullyan 1 2\n  .  1  2\n", Says("f:2:9:", "2 cells", "found 3")),
    ("smullyan 1 3\n..1\n", Says("f:2:1: '..1'")),
    ("smullyan 1 3\n. 1\n", Says("f:2:4:", "3 cells", "found 2")),
    ("smullyan 2 2\n. 1\n", Says("f:1:", "2 rows", "found 1")),
    ("smullyan 2 2\n1 1\n1 1\n1 1\n", Says("f:4:", "'1 1'")),
    ("smullyan 256 2\n. 1\n", Says("f:1: 256 rows")),
    ("canal 1 2\n. 1\n", Says("f:1:", "size line", "'canal 1 2'")),
    ("nonsense\n", Says("f:1:", "size line", "'nonsense'")),
    ("", Says("no puzzle in f")),
])  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text, message):
    (error,) = (str(error) for error in Smullyan.read(text, "f"))
    assert error == message


@GENRES
def test_reading_goes_on_behind_a_bad_puzzle(genre):
    bad, good = genre.read("2 2\n1 0\n\n2 2\n1 0\n0 1\n", "f")
    assert str(bad) == Says("f:1:", "2 rows", "found 1")
    assert good.clues == ((1, 0), (0, 1))


@pytest.mark.parametrize("kind, rows, cols, clues, message", [
    (Smullyan, 0, 1, (), Says("Smullyanic Dynasty", "rows, not 0")),
    (Canal, 1, 256, ((None,) * 256,), Says("Canal View", "columns, not 256")),
    (Canal, 2, 1, ((None,),), Says("2 rows", "found 1")),
    (Canal, 1, 2, ((None,),), Says("row 1:", "2 clues", "1")),
    (Smullyan, 1, 2, ((None, -2),), Says("row 1, column 2: -2", "0 to 999, '?' or an empty cell")),
    (Canal, 1, 2, ((None, -2),), Says("row 1, column 2: -2")),
    (Canal, 1, 2, ((1000, -1),), Says("row 1, column 1: 1000")),
])  # fmt: skip
def test_what_is_no_puzzle(kind, rows, cols, clues, message):
    with pytest.raises(ValueError) as error:
        kind("bad", rows, cols, clues)
    assert str(error.value) == message


@GENRES
def test_what_is_written_is_read_again(genre):
    rng = random.Random(0)
    for number in range(100):
        rows, cols = rng.randint(1, 5), rng.randint(1, 5)
        values = [*[None, UNKNOWN] * 6, *range(4), 10, 999]
        clues = tuple(tuple(rng.choice(values) for _ in range(cols)) for _ in range(rows))
        puzzle = genre(f"number {number}", rows, cols, clues, 2)
        text = genre.write(puzzle)
        assert list(formats.read(text, "f")) == [puzzle]
        assert len({len(line) for line in text.splitlines()[2:]}) == 1


def test_written_columns_stand_below_each_other():
    assert Canal.write(Canal("wide", 2, 2, ((12, None), (UNKNOWN, 0)))) == "# wide\ncanal 2 2\n12  .\n ?  0\n"


@pytest.mark.parametrize("text, genres", [
    ("smullyan 1 1\n.\n", ["smullyan 1x1"]),
    ("# a\n\n# b\ncanal 2 2\n. .\n. .\n\n1 1\n.\n", ["canal 2x2", "canal 1x1"]),
    # what could be numbers only in one of the other genres
    ("1 1\n.\n", ["slitherlink 1x1"]),
    ("1 2\n1 1\n", ["slink 1x2"]),
    ("12 34\n" + ".. ..\n" * 3, ["sudoku 4x4"]),
])  # fmt: skip
def test_a_text_tells_its_genre(text, genres):
    assert found(text) == genres


def test_the_name_of_the_file_or_of_its_folder_tells_the_genre_if_the_text_does_not():
    text = "1 2\n1 ?\n"
    assert found(text, "some/canalview/unique.txt") == ["canal 1x2"]
    assert found(text, "Smullyan.txt") == ["smullyan 1x2"]
    assert found(text, "canal/some/f.txt") == [
        Says("canal/some/f.txt", "'smullyan' or 'canal'", "--genre")
    ]
    assert found(text, "f", "canal") == ["canal 1x2"]


def test_regions():
    assert connection_faults(["000", "000"], "1", "shaded") == []
    assert connection_faults(["110", "011"], "1", "shaded") == []
    assert connection_faults(["101", "010"], "1", "shaded") == [
        Says("shaded", "3 regions", "row 1, column 1", "row 1, column 3", "row 2, column 2")
    ]
    assert connection_faults(["10", "01"], "0", "unshaded") == [
        Says("unshaded", "2 regions", "row 1, column 2", "row 2, column 1")
    ]


def test_solutions_from_json_and_text():
    assert Canal.parse_solution(["10", "01"]) == ("10", "01")
    for value in ("10", [1], None):
        with pytest.raises(ValueError, match="list of rows"):
            Canal.parse_solution(value)
    assert list(Canal.read_solutions("# a\n2 2\n10\n 01 \n")) == [("10", "01")]

