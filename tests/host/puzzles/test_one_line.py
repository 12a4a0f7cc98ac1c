"""Puzzles in one line: URLs, game ids and JSON objects."""

import json
import random
import re

import pytest

from rowloom.host import puzzles
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.canal import UNKNOWN, Canal
from rowloom.host.puzzles.forms import FORMS, Unwritable
from rowloom.host.puzzles.one_line import EXPECTED
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku

JSON = 'a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)'


def found(text, genre=None):
    return [str(one) if isinstance(one, PuzzleError) else one for one in puzzles.read(text, "f", genre)]


def loop(*rows):
    return tuple(tuple(None if clue == "." else int(clue) for clue in row) for row in rows)


SLITHERLINK = Slitherlink("f-1", 3, 4, loop("3..2", ".1..", "...0"), 1)
SUDOKU = Sudoku("f-1", 4, 4, ((0, 1, 0, 0), (0, 0, 0, 2), (3, 0, 0, 0), (0, 0, 4, 0)), 1)
CANAL = Canal("f-1", 2, 3, ((0, None, UNKNOWN), (None, 17, 300)), 1)
SMULLYAN = Smullyan("f-1", 2, 3, ((1, None, 2), (10, None, None)), 1)


@pytest.mark.parametrize("line, puzzle", [
    ("https://puzz.link/p?slither/4/3/d7bi0", Slitherlink("f-1", 3, 4, loop("3..2", ".1..", "...0"), 1)),
    ("http://pzv.jp/p.html?slither/4/3/d2gbh0", "expected 12 cells for 3 rows and 4 columns, found 11"),
    ("https://puzz.link/p?slither/1/3/3a", Slitherlink("f-1", 3, 1, loop("3", "0", "."), 1)),
    ("https://puzz.link/p?slither/1/2/3a", Slitherlink("f-1", 2, 1, loop("3", "0"), 1)),
    ("https://puzz.link/p?slither/2/1/.g", Slitherlink("f-1", 1, 2, loop(".."), 1)),
    ("?slither/2/1/h", Slitherlink("f-1", 1, 2, loop(".."), 1)),
    ("https://example.org/x/p?slitherlink_edit/2/1/h/", Slitherlink("f-1", 1, 2, loop(".."), 1)),
    ("https://puzz.link/p?sudoku/4/4/g1k23k4g", SUDOKU),
    ("http://pzv.jp/p.html?canal/3/2/0g.g-11+12c", CANAL),
    ("https://puzz.link/p?canalview/3/2/0g.g-11+12c", CANAL),
    ("https://puzz.link/p?smullyan/3/2/1g2ah", SMULLYAN),
    ("https://puzz.link/p?smullyan/3/2/1.2ah", SMULLYAN),
    ("4x3t0:3b2a1e0", SLITHERLINK),
    ("4x3t0dn:3b2a1e0", SLITHERLINK),
    ("Loopy: 4x3t0:3b2a1e0", SLITHERLINK),
    ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#4x3t0:3b2a1e0", SLITHERLINK),
    ("2t0:zb", "expected 4 cells for 2 rows and 2 columns, found 28"),
    ("2x2:a1e2_3e4a", SUDOKU),
    ("2x2dbm4:a1e2_3e4a", SUDOKU),
    ("2x2r4du: a1e2_3e4a", SUDOKU),
])  # fmt: skip
def test_a_line(line, puzzle):
    assert found(line) == [f"f:1: {puzzle}" if isinstance(puzzle, str) else puzzle]


@pytest.mark.parametrize("line, message", [
    ("https://puzz.link/p?masyu/4/4/0", "no genre here is called 'masyu' in URLs; there are: slither, sudoku, smullyan,"
     " canal"),
    ("https://puzz.link/", "expected a URL that ends in '?kind/columns/rows/cells', found 'https://puzz.link/'"),
    ("https://puzz.link/p?slither/4/4", "expected 'slither/columns/rows/cells' behind the question mark, found"
     " 'https://puzz.link/p?s...'"),
    ("?slither/v:/4/4/0", "expected 'slither/columns/rows/cells' behind the question mark, found '?slither/v:/4/4/0'"),
    ("?slither/4/256/0", "256 rows: expected 1 to 255"),
    ("?slither/0/4/0", "0 columns: expected 1 to 255"),
    ("?slither/1/1/4", "row 1, column 1: 4 is no clue; expected 0, 1, 2 or 3"),
    ("?slither/1/1/f", "'f' stands for no cells in such a URL"),
    ("?slither/1/1/00", "expected 1 cells for 1 rows and 1 columns, found more"),
    ("?canal/1/1/-1", "expected 2 hexadecimal digits behind '-', found '1'"),
    ("?canal/1/1/+12x", "expected 3 hexadecimal digits behind '+', found '12x'"),
    ("?canal/1/1/=001", "'=' stands for no cells in such a URL"),
    ("?sudoku/6/6/z", "expected 36 cells for 6 rows and 6 columns, found 20"),
    ("?sudoku/6/6/zv", "a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not 6x6"),
    ("?sudoku/4/4/1g1s", "1 stands twice in a row: in row 1, column 1 and in row 1, column 3"),
    ("7x7t1:a", "this Loopy is not on squares (t1); expected t0"),
    ("7x7t0q:a", "expected parameters of Loopy such as '7x7t0', found '7x7t0q'"),
    ("7x7t0#123", "'7x7t0#123' is a random seed, which holds no puzzle; expected a game id with a ':'"),
    ("1x1t0:4", "'4' stands for no cells in such a game id; expected a letter, 0, 1, 2 or 3"),
    ("256x1t0:a", "256 columns: expected 1 to 255"),
    ("9j:a", "this Solo is a Jigsaw Sudoku; only plain ones are known here"),
    ("3x3x:a", "this Solo is a X Sudoku; only plain ones are known here"),
    ("3x3k:a", "this Solo is a Killer Sudoku; only plain ones are known here"),
    ("3x2:a", "this Solo has boxes of 3 columns and 2 rows; only square ones are known here"),
    ("3x3q:a", "expected parameters of Solo such as '3x3', found '3x3q'"),
    ("2x2:a-", "'-' stands for no cells in such a game id; expected a letter, a number or '_'"),
    ("2x2:p17", "expected 16 cells for 4 rows and 4 columns, found 17"),
    ("2x2:5o", "row 1, column 1: 5 is no digit; expected 0 to 4"),
    ("2x2:1_1n", "1 stands twice in a row: in row 1, column 1 and in row 1, column 2"),
    ("1x1:1", "a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not 1x1"),
    ("{", f"expected {JSON}, found '{{'"),
    ('{"genre": "golf"}', f"expected {JSON}, found '{{\"genre\": \"golf\"}}'"),
    ('{"genre":"canal","rows":1,"cols":1.0,"clues":[[1]]}', f"expected {JSON}, found '{{\"genre\":\"canal\",\"row...'"),
    ('{"genre":"slitherlink","rows":1,"cols":1,"clues":[[5]]}', "row 1, column 1: 5 is no clue; expected None or 0 to"
     " 3"),
])  # fmt: skip
def test_what_is_wrong_is_said(line, message):
    assert found(line) == [f"f:1: {message}"]


def test_a_collection():
    text = "# a\n# remark\n?slither/1/1/3\n\n# no name of the next\n\n# b\n1x1t0:2\n2x2:p\nnonsense\n?canal/1/1/g\n"
    assert [one if isinstance(one, str) else (one.genre, one.name, one.line) for one in found(text)] == [
        ("slitherlink", "a", 3),
        ("slitherlink", "b", 8),
        ("sudoku", "f-3", 9),
        f"f:10: expected {EXPECTED}, found 'nonsense'",
        ("canal", "f-5", 11),
    ]


def test_only_one_genre():
    assert found("?slither/1/1/3\n?canal/1/1/g\n", "canal") == [
        "f:1: expected a puzzle of the genre canal, found one of slitherlink",
        Canal("f-2", 1, 1, ((None,),), 2),
    ]


def test_json_names_its_puzzle():
    text = '# other\n{"genre":"canal","name":"mine\\u0007","rows":1,"cols":2,"clues":[["?",null]]}'
    assert found(text) == [Canal("mine", 1, 2, ((UNKNOWN, None),), 2)]


READ_AS = {
    ("puzz.link", "slink"): "slitherlink",
    ("pzv", "slink"): "slitherlink",
    ("tatham", "slink"): "slitherlink",
    ("slink", "slitherlink"): "slink",
}
"""What other genre comes back from a form, where it is the same puzzle."""


def random_puzzle(genre, rng):
    rows, cols = rng.randrange(1, 12), rng.randrange(1, 12)
    share = rng.choice((0, 0.1, 0.5, 0.9, 1))

    def grid(least, most, empty=None, extra=()):
        full = [*range(least, most + 1), *extra]
        return tuple(
            tuple(rng.choice(full) if rng.random() < share else empty for _ in range(cols)) for _ in range(rows)
        )

    if genre == "sudoku":
        order = rng.choice((2, 3, 4, 5))
        size = order * order
        digits = rng.sample(range(1, size + 1), size)
        cells = tuple(
            tuple(
                digits[(row * order + row // order + col) % size] if rng.random() < share else 0 for col in range(size)
            )
            for row in range(size)
        )
        return Sudoku("p", size, size, cells)
    if genre == "slitherlink":
        return Slitherlink("p", rows, cols, grid(0, 3))
    if genre == "slink":
        share = 1
        return Slink("p", rows, cols, grid(0, 3))
    if genre == "smullyan":
        return Smullyan("p", rows, cols, grid(0, rng.choice((10, 999))))
    return Canal("p", rows, cols, grid(0, rng.choice((20, 999)), extra=[UNKNOWN] * 5))


def same(one, other, genre, named):
    """Whether two puzzles are the same, but for where they stood, and the name if it is not told."""
    assert other.genre == genre
    fields = ("rows", "cols", "cells" if genre == "sudoku" else "clues", *(["name"] if named else []))
    return all(getattr(one, field) == getattr(other, field) for field in fields)


@pytest.mark.parametrize("genre", puzzles.GENRES)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_is_written_is_read(form, genre):
    rng = random.Random(f"{form.name} {genre}")
    if genre not in form.genres:
        puzzle = random_puzzle(genre, rng)
        names = ", ".join(form.genres)
        with pytest.raises(Unwritable, match=f"^{re.escape(form.name)} is for {names}, not for {genre}$"):
            form.write(puzzle)
        return
    written = 0
    for _ in range(60):
        puzzle = random_puzzle(genre, rng)
        try:
            text = form.write(puzzle) + "\n" + form.end
        except Unwritable:
            continue
        # a text of few cells may be of several genres
        one, *none = puzzles.read(text, "f", genre if form.name == "text" else None)
        read_as = READ_AS.get((form.name, genre), genre)
        assert not none
        assert same(puzzle, one, read_as, form.named or form.name in ("text", "json")), text
        written += 1
    assert written >= 10


@pytest.mark.parametrize("form, puzzle, message", [
    ("tatham", Slitherlink("p", 2, 3, loop("...", "...")), "Loopy has no grid smaller than 3x3, and this one is 2x3"),
    ("tatham", Sudoku("p", 36, 36, ((0,) * 36,) * 36), "Solo has no grid of more than 31 rows, and this one has 36"),
    ("line81", Sudoku("p", 4, 4, ((0,) * 4,) * 4), "81 characters are a Sudoku of 9x9, and this one is 4x4"),
    ("slink", Slitherlink("p", 1, 2, loop("1.")), "row 1, column 2: a Slink has a clue in every cell"),
])  # fmt: skip
def test_what_has_no_such_form(form, puzzle, message):
    with pytest.raises(Unwritable, match=f"^{re.escape(message)}$"):
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
def test_how_it_is_written(form, puzzle, text):
    assert FORMS[form].write(puzzle) == text


def test_the_largest_grid_goes_through_every_form():
    puzzle = Slitherlink("p", 255, 255, ((None, 1, 2, 3, 0) * 51,) * 255)
    for name in ("text", "puzz.link", "tatham", "json"):
        (one,) = puzzles.read(FORMS[name].write(puzzle), "f")
        assert one.clues == puzzle.clues
