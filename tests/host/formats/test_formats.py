"""Puzzles on a single line: URLs, game ids and JSON objects."""

import json
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowloom.host.formats import FORMS, read
from rowloom.host.puzzles import GENRES, PuzzleError
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import full_grid
from support.says import Says, failing


def found(text):
    return [str(one) if isinstance(one, PuzzleError) else one for one in read(text, "f")]


def loop(*rows):
    return tuple(tuple(None if clue == "." else int(clue) for clue in row) for row in rows)


SLITHERLINK = Slitherlink("f-1", 3, 4, loop("3..2", ".1..", "...0"), 1)
SUDOKU = Sudoku("f-1", 4, 4, ((0, 1, 0, 0), (0, 0, 0, 2), (3, 0, 0, 0), (0, 0, 4, 0)), 1)
CANAL = Canal("f-1", 2, 3, ((0, None, UNKNOWN), (None, 17, 300)), 1)
SMULLYAN = Smullyan("f-1", 2, 3, ((1, UNKNOWN, 2), (10, None, None)), 1)


@pytest.mark.parametrize("line, puzzle", [
    ("https://puzz.link/p?slither/1/3/3a", Slitherlink("f-1", 3, 1, loop("3", "0", "."), 1)),
    ("https://puzz.link/p?slither/2/1/.g", Slitherlink("f-1", 1, 2, loop(".."), 1)),
    ("https://example.org/x/p?slitherlink_edit/2/1/h/", Slitherlink("f-1", 1, 2, loop(".."), 1)),
    ("4x3t0dn:3b2a1e0", SLITHERLINK),
    ("2t0:zb", Says("4 cells", "found 28")),
    ("2x2dbm4:a1e2_3e4a", SUDOKU),
    ("2x2r4du: a1e2_3e4a", SUDOKU),
    # The name in the JSON object replaces the name above the object.
    ('# other\n{"genre":"canal","name":"mine\\u0007","rows":1,"cols":2,"clues":[["?",null]]}',
     Canal("mine", 1, 2, ((UNKNOWN, None),), 2)),
    # The 1 is a given; the 2 is a digit of the player.
    ('<opensudoku><game data="1|0|0|2|0|1|' + "0|0|1|" * 79 + '" /></opensudoku>',
     Sudoku("f-1", 9, 9, ((1, *(0,) * 8), *((0,) * 9,) * 8), 1)),
])  # fmt: skip
def test_a_puzzle(line, puzzle):
    assert found(line) == [puzzle]


@pytest.mark.parametrize("line, message", [
    ("https://puzz.link/p?slither/4/4/dgd h2c7b", Says("16 cells", "found 7")),
    ("?slither/0/4/0", Says("0 columns")), ("?slither/1/1/4", Says("row 1, column 1: 4")),
    ("?slither/1/1/f", Says("'f'")), ("?slither/1/1/00", Says("1 cells", "found more")),
    ("?canal/1/1/-1", Says("2 hexadecimal", "found '1'")),
    ("?canal/1/1/+12x", Says("3 hexadecimal", "found '12x'")),
    ("?canal/1/1/=001", Says("'='")),
    ("?canal/99/99/" + "z" * 99 + "!" + "z" * 99, Says("'!'", "'...zzz", "z!z", "zzz...'")),
    ("7x7t0q:a", Says("Loopy", "'7x7t0q'")), ("1x1t0:4", Says("'4'")), ("256x1t0:a", Says("256 columns")),
    ("99x99t0:" + "z" * 99 + "!" + "z" * 99, Says("'!'", "'...zzz", "z!z", "zzz...'")),
    ("2x2:5o", Says("row 1, column 1: 5")),
    ("2x2:1_1n", Says("1 appears twice in the same row", "row 1, column 1", "row 1, column 2")),
    ('{"genre": "canal", "name": "of some length", rows: 1}', Says("JSON", "found '...", ", rows: 1}'")),
    ('{"genre": ["canal"]}', Says('"genre"', 'found ["canal"]')),
    ('{"genre":"canal","rows":1,"cols":1.0,"clues":[[1]]}', Says('"cols"', "whole number", "found 1.0")),
    ('{"genre":"canal","rows":1,"cols":1,"clues":null}', Says('"clues"', "list of rows", "found null")),
    ('{"genre":"canal","rows":1,"cols":1,"clues":[null]}', Says('"clues"', "list of rows", "found [null]")),
    ('{"genre":"sudoku","rows":4,"cols":4,"clues":[[1]]}', Says('no "cells"')),
    ('{"genre":"canal","rows":1,"cols":2,"clues":[[null,-1]]}', Says("row 1, column 2", 'null or "?"', "found -1")),
    ('{"genre":"canal","rows":1,"cols":2,"clues":[[null,true]]}', Says("row 1, column 2", "found true")),
    ('{"genre":"slitherlink","rows":1,"cols":1,"clues":[["?"]]}', Says("row 1, column 1", "or null", 'found "?"')),
    ('{"genre":"slink","rows":1,"cols":1,"clues":[[null]]}', Says("row 1, column 1", "a clue in every cell")),
    ('{"genre":"canal","rows":1,"cols":1,"clues":[["' + "b" * 99 + '"]]}', Says("column 1", 'found "bbb', "b...")),
])  # fmt: skip
def test_messages(line, message):
    """See also the refused texts in ``READINGS``, which ``test_reader.py`` reads."""
    (said,) = found(line)
    assert said == Says("f:1: ") and said == message


def test_a_collection():
    text = "# a\n# remark\n?slither/1/1/3\n\n# no name of the next\n\n# b\n1x1t0:2\n2x2:p\nnonsense\n?canal/1/1/g\n"
    assert [one if isinstance(one, str) else (one.genre, one.name, one.line) for one in found(text)] == [
        ("slitherlink", "a", 3), ("slitherlink", "b", 8), ("sudoku", "f-3", 9), Says("f:10:", "'nonsense'"),
        ("canal", "f-5", 11),
    ]  # fmt: skip


READ_AS = {(form, "slink"): "slitherlink" for form in ("puzz.link", "pzv", "tatham")}
READ_AS["slink", "slitherlink"] = "slink"
"""Puzzles of one genre that are read as puzzles of another genre: (form, genre that is written) and the genre that is
read."""

CLUES = {
    "slitherlink": st.sampled_from([0, None, 1, 2, 3]),  # 0 first: Hypothesis begins with a Slink of zeros
    "slink": st.integers(0, 3),
    "smullyan": st.sampled_from([None, None, UNKNOWN]) | st.integers(0, 10) | st.integers(0, 999),
    "canal": st.sampled_from([None, None, UNKNOWN]) | st.integers(0, 20) | st.integers(0, 999),
}


@st.composite
def puzzles_of(draw, genre):
    if genre == "sudoku":
        order = draw(st.sampled_from([2, 3, 4, 5, 10]))
        digits = draw(st.permutations(range(1, order**2 + 1)))
        given = draw(st.lists(st.sampled_from([0, 0, 1]), min_size=7, max_size=7).map(cycle))
        cells = tuple(tuple(digits[digit - 1] * next(given) for digit in row) for row in full_grid(order))
        return Sudoku("p", order**2, order**2, cells)
    rows, cols = draw(st.integers(1, 11)), draw(st.integers(1, 11))
    clues = draw(st.lists(CLUES[genre], min_size=rows * cols, max_size=rows * cols))
    return GENRES[genre].from_clues("p", rows, cols, [clues[row * cols :][:cols] for row in range(rows)])


@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_written_puzzles_are_read(form, genre):
    written = 0

    @settings(max_examples=20)
    @given(puzzles_of(genre))
    def there_and_back(puzzle):
        nonlocal written
        try:
            text = form.write(puzzle) + "\n" + form.end
        except ValueError as error:
            assert genre in form.genres or str(error) == Says(", ".join(form.genres), genre)
            return
        # A text with few cells may be a puzzle of several genres, so the genre is given.
        (one,) = read(text, "f", genre if form.name == "text" else None)
        assert (one.genre, one.rows, one.clues) == (READ_AS.get((form.name, genre), genre), puzzle.rows, puzzle.clues)
        assert one.name == "p" or not (form.named or form.name in ("text", "json"))
        written += 1

    there_and_back()
    assert (written > 0) == (genre in form.genres)


@pytest.mark.parametrize("form, puzzle, message", [
    ("tatham", Slitherlink("p", 2, 3, loop("...", "...")), Says("3x3", "2x3")),
    ("tatham", Sudoku("p", 36, 36, ((0,) * 36,) * 36), Says("31 rows", "36")),
    ("line81", Sudoku("p", 4, 4, ((0,) * 4,) * 4), Says("9x9", "4x4")),
    ("slink", Slitherlink("p", 1, 2, loop("1.")), Says("row 1, column 2:")),
])  # fmt: skip
def test_puzzles_that_a_form_cannot_express(form, puzzle, message):
    with failing(ValueError, message):
        FORMS[form].write(puzzle)


@pytest.mark.parametrize("form, puzzle, text", [
    ("puzz.link", SLITHERLINK, "# f-1\nhttps://puzz.link/p?slither/4/3/d7bia"),
    ("pzv", SUDOKU, "# f-1\nhttp://pzv.jp/p.html?sudoku/4/4/g1k23k4g"),
    ("puzz.link", CANAL, "# f-1\nhttps://puzz.link/p?canal/3/2/0g.g-11+12c"),
    ("puzz.link", Slitherlink("e", 5, 9, loop(*["........."] * 5)), "# e\nhttps://puzz.link/p?slither/9/5/zzk"),
    ("tatham", SLITHERLINK, "# f-1\n4x3t0:3b2a1e0"),
    ("tatham", Slitherlink("e", 6, 9, loop(*["........."] * 6)), "# e\n9x6t0:zzb"),
    ("tatham", SUDOKU, "# f-1\n2x2:a1e2_3e4a"),
    ("slink", Slink("s", 1, 2, ((3, 3),)), "1 2\n3 3"),
    ("json", CANAL, json.dumps({"genre": "canal", "name": "f-1", "rows": 2, "cols": 3,
                                "clues": [[0, None, "?"], [None, 17, 300]]})),
])  # fmt: skip
def test_written_forms(form, puzzle, text):
    assert FORMS[form].write(puzzle) == text


def test_the_largest_grid_goes_through_every_form():
    puzzle = Slitherlink("p", 255, 255, ((None, 1, 2, 3, 0) * 51,) * 255)
    for name in ("text", "puzz.link", "tatham", "json"):
        (one,) = read(FORMS[name].write(puzzle), "f")
        assert one.clues == puzzle.clues
