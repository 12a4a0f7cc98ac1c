"""Read files that mix genres and forms. No line is lost: each is part of a puzzle, or a message names it."""

from itertools import product

import pytest

from rowloom.host.formats import read
from rowloom.host.puzzles import PuzzleError
from support.readings import PUZZLES, READINGS
from support.says import Says

LOOP = "2 2\n3.\n..\n"
CANAL = "canal 1 3\n. 1 .\n"
SMULLYAN = "smullyan 1 3\n. 1 .\n"
SUDOKU = "1" + "." * 80 + "\n"
URL = "https://puzz.link/p?slither/1/1/g\n"
GAME_ID = "1x1t0:2\n"
JSON = '{"genre": "canal", "rows": 1, "cols": 1, "clues": [[null]]}\n'


def shown(show, text, genre=None, source="f"):
    """Return the result of ``show`` for each puzzle of a text, and the messages about bad puzzles."""
    return [str(one) if isinstance(one, PuzzleError) else show(one) for one in read(text, source, genre)]


def found(text, genre=None):
    """Return the genres and lines of the puzzles in a text, and the messages about bad puzzles."""
    return shown(lambda puzzle: (puzzle.genre, puzzle.line), text, genre)


def sizes(*text):
    """Return the genres and sizes of the puzzles in a text, and the messages about bad puzzles."""
    return shown(lambda puzzle: f"{puzzle.genre} {puzzle.rows}x{puzzle.cols}", *text)


def record(puzzle):
    """Return a puzzle as a dictionary like those in ``READINGS``."""
    rows = [" ".join({None: ".", -1: "?"}.get(clue, str(clue)) for clue in row) for row in puzzle.clues]
    return {"genre": puzzle.genre, "rows": puzzle.rows, "cols": puzzle.cols, "clues": rows}


def agrees(one, expected):
    if isinstance(expected, str):
        return one == PUZZLES[expected]
    return isinstance(one, str) and all(word.lower() in one.lower() for word in expected["refused"])


@pytest.mark.parametrize("reading", READINGS, ids=lambda row: f"{row['kind']}: {row['text'][:40]!a}")
def test_readings(reading):
    """The host and the web page read each of these texts in the same way."""
    got = shown(record, reading["text"], reading.get("genre"))
    assert len(got) == len(reading["found"]) and all(map(agrees, got, reading["found"])), got


@pytest.mark.parametrize("text, expected", [
    # Puzzles whose text shows their genre may be anywhere.
    (URL + LOOP + GAME_ID + SUDOKU + JSON, [
        ("slitherlink", 1), ("slitherlink", 2), ("slitherlink", 5), ("sudoku", 6), ("canal", 7),
    ]),
    (SUDOKU + URL + SUDOKU + JSON, [("sudoku", 1), ("slitherlink", 2), ("sudoku", 3), ("canal", 4)]),
    (f"{SUDOKU}\n{CANAL}{SMULLYAN}{SUDOKU}", [("sudoku", 1), ("canal", 3), ("smullyan", 5), ("sudoku", 7)]),
    # Bad lines are reported.
    (f"nonsense\nand more\n{URL}", [Says("f:1:", "'nonsense'", "line 2 is skipped"), ("slitherlink", 3)]),
    (f"{URL}nonsense\n{URL}", [("slitherlink", 1), Says("f:2:", "'nonsense'"), ("slitherlink", 3)]),
    (f"{LOOP}\n{SUDOKU}\n{LOOP}", [("slitherlink", 1), ("sudoku", 5), ("slitherlink", 7)]),
    (f"{SUDOKU}\n{LOOP}# a\n{SUDOKU}", [("sudoku", 1), Says("f:3:", "not 2x2", "lines 4 to 5"), ("sudoku", 7)]),
    (f"3\n{LOOP}", [Says("f:1:", "9 rows"), Says("f:2:", "not 2x2")]),
    (f"{SUDOKU}\n17\n1 2 3\n1 2 3\n# a\n{SUDOKU}", [
        ("sudoku", 1), Says("f:3:", "2 to 15", "lines 4 to 5 are skipped"), ("sudoku", 7),
    ]),
    ("2 2\n3.\n..\n..\n..\n", [Says("f:4:", "'..'", "line 5 is skipped")]),
    ("0 2\n3.\n..\n", [Says("f:1: 0 rows", "lines 2 to 3 are skipped")]),
    ("1 2\n3 3\n0 0\n1 1\n2\n" + URL, [("slink", 1), Says("f:4:", "'0 0'", "line 5"), ("slitherlink", 6)]),
    ("1 3\n1 ? .\n1 3\n1 ? .\n" + URL, [Says("f:1:", "'smullyan' or 'canal'", "lines 2 to 4"), ("slitherlink", 5)]),
    # A long text without puzzles is reported piece by piece.
    ("nonsense\n" * 2_500, [Says("f:1:", "lines 2 to 1000"), Says("f:1001:", "2000"), Says("f:2001:", "2500")]),
    # The beginning of a text determines the genre of the rest.
    ("1 1\n.\n\n" * 400, [("slitherlink", line) for line in range(1, 1200, 3)]),
])  # fmt: skip
def test_puzzles_and_messages_in_the_order_of_the_text(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize("text, genre, expected", [
    (URL + CANAL + JSON + LOOP, "canal", [
        Says("f:1:", "canal", "slitherlink"), ("canal", 2), ("canal", 4), Says("f:6:1: '3.'"),
    ]),
    (JSON + LOOP, "canal", [("canal", 1), Says("f:2:", "slitherlink puzzles, not canal", "lines 3 to 4")]),
    (CANAL + SMULLYAN, "smullyan", [Says("f:1:", "smullyan", "canal"), ("smullyan", 3)]),
])  # fmt: skip
def test_only_the_requested_genre(text, genre, expected):
    assert found(text, genre) == expected


@pytest.mark.parametrize("text, expected", [
    ("# a\n\n# b\n2 2\n..\n..\n\n2 1\n.\n.\n", ["slitherlink 2x2", "slitherlink 2x1"]),
    ("4 4\n....\n....\n....\n....\n", ["slitherlink 4x4"]),
    (f"# 1 1\n\n{SUDOKU[:-1]} 2 2\n{SUDOKU}", ["sudoku 9x9", "sudoku 9x9"]),
    ("2\n1 0 0 0\n" + "0 0 0 0\n" * 3, ["sudoku 4x4"]),
    ("+--+--+\n" + "|..|..|\n" * 4, ["sudoku 4x4"]),
    # The first line looks like a size line.
    ("12 34\n" + ".. ..\n" * 3, ["sudoku 4x4"]),
    ("12 34\n" + ("." * 34 + "\n") * 12, ["slitherlink 12x34"]),
    ("# a\n\n# b\ncanal 2 2\n. .\n. .\n\n1 1\n.\n", ["canal 2x2", "canal 1x1"]),
    ("1 2\n1 1\n", ["slink 1x2"]),
    ("2 2\n2 2\n2 2\n1 1\n3\n0 0\n", ["slink 2x2", "slink 1x1"]),
    # A single column has no spaces, so this text is read as a Slitherlink. As a Slink, it would be the same puzzle.
    ("2 1\n3\n3\n", ["slitherlink 2x1"]),
    ("2 1\n3\n3\n0 0\n", ["slink 2x1"]),
    # If the beginning of a text is bad, the genre is that of the first valid puzzle.
    (f"nonsense\n{SUDOKU}", [Says("f:1:"), "sudoku 9x9"]),
    ("nonsense\n# a\n1 1\n.\n", [Says("f:1:"), "slitherlink 1x1"]),
    ("# a\nnonsense\n", [Says("f:2:", "size line", "81 characters", "URL", "game id", "JSON", "'nonsense'")]),
])  # fmt: skip
def test_the_genre_of_a_text(text, expected):
    assert sizes(text) == expected


@pytest.mark.parametrize("source, expected", [
    ("some/canalview/unique.txt", "canal 1x2"),
    ("Smullyan.txt", "smullyan 1x2"),
    ("canal/some/f.txt", Says("canal/some/f.txt", "'smullyan' or 'canal'", "--genre")),
])  # fmt: skip
def test_the_name_of_the_file_or_of_its_folder_decides_if_the_text_does_not(source, expected):
    assert sizes("1 2\n1 ?\n", None, source) == [expected]


def test_every_line_is_in_a_puzzle_or_in_an_error():
    """If the text of a puzzle shows the puzzle's genre, the puzzle is found, whatever the lines before it are."""
    pieces = {URL: 1, GAME_ID: 1, JSON: 1, CANAL: 2, SMULLYAN: 2}
    for first, one, other in product((LOOP, SUDOKU, "nonsense\n"), pieces, pieces):
        text = f"{first}{one}{other}\n{first}{one}"
        start = first.count("\n") + 1
        lines = {start, start + pieces[one], 2 * start + pieces[one] + pieces[other]}
        assert lines <= {each[1] for each in found(text) if not isinstance(each, str)}, text
