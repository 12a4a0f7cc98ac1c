"""Texts that hold several genres and forms: every piece is read or reported."""

import pytest

from rowloom.host import formats
from rowloom.host.puzzles import PuzzleError
from support.says import Says

LOOP = "2 2\n3.\n..\n"
CANAL = "canal 1 3\n. 1 .\n"
SMULLYAN = "smullyan 1 3\n. 1 .\n"
SUDOKU = "1" + "." * 80 + "\n"
URL = "https://puzz.link/p?slither/1/1/g\n"
GAME_ID = "1x1t0:2\n"
JSON = '{"genre": "canal", "rows": 1, "cols": 1, "clues": [[null]]}\n'


def found(text, genre=None):
    """The genres of a text's puzzles and their lines, or what is said of them."""
    return [
        str(puzzle) if isinstance(puzzle, PuzzleError) else (puzzle.genre, puzzle.line)
        for puzzle in formats.read(text, "f", genre)
    ]


@pytest.mark.parametrize("text, expected", [
    (LOOP + URL + LOOP, [("slitherlink", 1), ("slitherlink", 4), ("slitherlink", 5)]),
    (URL + LOOP + GAME_ID + SUDOKU + JSON, [
        ("slitherlink", 1), ("slitherlink", 2), ("slitherlink", 5), ("sudoku", 6), ("canal", 7),
    ]),
    (SUDOKU + URL + SUDOKU + JSON, [("sudoku", 1), ("slitherlink", 2), ("sudoku", 3), ("canal", 4)]),
    (f"{SUDOKU}\n{CANAL}{SMULLYAN}{SUDOKU}", [
        ("sudoku", 1), ("canal", 3), ("smullyan", 5), ("sudoku", 7),
    ]),
    (LOOP + CANAL + "\n" + LOOP, [("slitherlink", 1), ("canal", 4), ("slitherlink", 7)]),
    (CANAL + SMULLYAN + "1 3\n1 . .\n", [("canal", 1), ("smullyan", 3), ("canal", 5)]),
    (".........\n" * 9 + CANAL, [("sudoku", 1), ("canal", 10)]),
])  # fmt: skip
def test_puzzles_that_tell_their_genre_may_stand_anywhere(text, expected):
    assert found(text)[: len(expected)] == expected


def test_names_and_numbers_go_on_from_one_form_to_the_next():
    text = f"{LOOP}# a url\n{URL}{LOOP}\n# last\n\n{CANAL}"
    assert [puzzle.name for puzzle in formats.read(text, "f.txt")] == ["f-1", "a url", "f-3", "last"]


@pytest.mark.parametrize("text, messages", [
    (f"nonsense\nand more\n{URL}", [Says("f:1:", "'nonsense'", "line 2 is skipped"), ("slitherlink", 3)]),
    (f"{URL}nonsense\n{URL}", [("slitherlink", 1), Says("f:2:", "'nonsense'"), ("slitherlink", 3)]),
    (f"{LOOP}\n{SUDOKU}\n{LOOP}", [("slitherlink", 1), ("sudoku", 5), ("slitherlink", 7)]),
    (f"{SUDOKU}\n{LOOP}# a\n{SUDOKU}", [("sudoku", 1), Says("f:3:", "not 2x2", "lines 4 to 5"), ("sudoku", 7)]),
    (f"3\n{LOOP}", [Says("f:1:", "9 rows")]),
    (f"{SUDOKU}\n17\n1 2 3\n1 2 3\n# a\n{SUDOKU}", [
        ("sudoku", 1), Says("f:3:", "2 to 15", "lines 4 to 5 are skipped"), ("sudoku", 7),
    ]),
    ("2 2\n3.\n..\n..\n..\n", [Says("f:4:", "'..'", "line 5 is skipped")]),
    ("0 2\n3.\n..\n", [Says("f:1: 0 rows", "lines 2 to 3 are skipped")]),
    ("1 2\n3 3\n0 0\n1 1\n2\n" + URL, [("slink", 1), Says("f:4:", "'0 0'", "line 5"), ("slitherlink", 6)]),
    ("1 3\n1 ? .\n1 3\n1 ? .\n" + URL, [Says("f:1:", "'smullyan' or 'canal'", "lines 2 to 4"), ("slitherlink", 5)]),
])  # fmt: skip
def test_what_is_not_read_is_reported(text, messages):
    assert found(text)[: len(messages)] == messages


def test_only_the_wanted_genre():
    assert found(URL + CANAL + JSON + LOOP, "canal") == [
        Says("f:1:", "canal", "slitherlink"), ("canal", 2), ("canal", 4), Says("f:6:1: '3.'"),
    ]  # fmt: skip
    assert found(JSON + LOOP, "canal") == [("canal", 1), Says("f:2:", "slitherlink puzzles, not canal", "lines 3 to 4")]
    assert found(CANAL + SMULLYAN, "smullyan") == [Says("f:1:", "smullyan", "canal"), ("smullyan", 3)]


def test_a_long_text_without_puzzles_is_reported_piece_by_piece():
    errors = found("nonsense\n" * 2_500)
    assert errors == [Says("f:1:", "lines 2 to 1000"), Says("f:1001:", "2000"), Says("f:2001:", "2500")]


def test_the_genre_is_that_of_the_beginning():
    text = "1 1\n.\n\n" * 400
    assert [genre for genre, _ in found(text)] == ["slitherlink"] * 400


def test_every_line_is_in_a_puzzle_or_in_an_error():
    """Whatever order the pieces come in, no puzzle that tells its genre is lost."""
    pieces = {URL: 1, GAME_ID: 1, JSON: 1, CANAL: 2, SMULLYAN: 2}
    for first in (LOOP, SUDOKU, "nonsense\n"):
        for one in pieces:
            for other in pieces:
                text = f"{first}{one}{other}\n{first}{one}"
                good = [line for line in found(text) if not isinstance(line, str)]
                start = first.count("\n") + 1
                lines = [start, start + pieces[one], start + pieces[one] + pieces[other] + first.count("\n") + 1]
                assert {*lines} <= {line for _, line in good}, text
