"""The page reads the forms of puzzles that the host does, and writes URLs as the host does."""

import random

from rowloom.host import formats
from rowloom.host.formats import FORMS, Unwritable
from rowloom.host.puzzles import GENRES, PuzzleError
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from support.page import as_page
from support.puzzles import full_grid

RNG = random.Random("forms")

WRITTEN = ("text", "puzz.link", "pzv", "tatham", "line81", "json")

ROWS_OF_16 = "\n".join(symbol + 15 * "." for symbol in "159D26AE37BF48CG")

DRAWN = """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""

ONE_LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

TEXTS = [
    DRAWN,
    DRAWN.replace("-------", "---"),
    DRAWN.replace(" .", " -").replace("+-------+-------+-------+\n", "\n"),
    DRAWN.replace("-", "─").replace("|", "│").replace("+", "┼"),
    DRAWN.replace("|", "").replace("+-------+-------+-------+\n", "").replace(" ", ""),
    f"{ONE_LINE}  from a newspaper",
    f"# name\r\n{ONE_LINE}\r\n{ONE_LINE}\r\n",
    "\ufeff2\n1 0 0 4\n0 0 1 0\n0 3 0 0\n2 0 0 0\n",
    "2\n1004\n0010\n0300\n2000\n\n# next\n1004001003002000\n",
    "Grid 07\n1004\n0010\n0300\n2000",
    "[[1, 0, 0, 4], [0, 0, 1, 0], [0, 3, 0, 0], [2, 0, 0, 0]]".replace("], ", "],\n"),
    "1" + "." * 254 + "A", "0" + "." * 254 + "A", "A" + "." * 254 + "P", "1" + "0" * 254 + "g", "1" + "." * 623 + "P",
    "1" + "." * 200 + "0" * 54 + "G", "y" + "-" * 624, "1" + "." * 622 + "0A",
    ROWS_OF_16,
    "4\n" + "\n".join(" ".join(map(str, row)) for row in full_grid(4)),
    "# my first one\n5 5\n122..\n3.1.3\n..2..\n33..2\n...13\n\n# my second one\n3 3\n2..\n.3.\n.13\n",
    "  3 3 \n2..\n .3.\n.13  \n", "1 1\n.\n", "2 1\n3\n.\n",
    "3 5\n3 3 3 2 3\n1 2 1 3 2\n3 3 2 2 2\n2 2\n2 2\n2 2\n0 0\n",
    "2 2\n2 2\n2 2\n",
    "smullyan 4 3\n. . .\n2 2 .\n1 2 .\n. . 2\n", "canal 1 3\n?   12  .\n", "canal 2 2\n1 1\n2 ?\n",
    "https://puzz.link/p?slither/5/5/g1bh28286122682d", "?slitherlink/5/5/g1bh28286122682d/",
    "http://pzv.jp/p.html?slither_edit/2/2/.i", "https://puzz.link/p?smullyan/3/4/i22g12i2",
    "https://puzz.link/p?canalview/6/6/4j4p6h4p6j6", "?canal/3/1/-ff+3e7.", "?sudoku/4/4/1k2k.i",
    "5x5t0:1a3a3b2a21a2a12a32b22a3", "Loopy: 3x3t0de:a1b2c0", "7t0:" + "z" + "w",
    "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9", "2x2db:1o",
    "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:1o",
    '{"genre": "canal", "name": "mine", "rows": 2, "cols": 2, "clues": [[1, null], ["?", 1]]}',
    '{"genre": "sudoku", "rows": 4, "cols": 4, "cells": [[0,null,1,2],[0,0,0,0],[0,0,0,0],[0,0,4,0]]}',
]  # fmt: skip

BAD = [
    "", "# only a name\n", "hello", "1", "99\n", "3 3\n1..\n", "3 3\n1..\n4..\n...\n", "2 2\n1.\n1.\n1.\n", "0 3\n",
    "256 1\n1\n", "smullyan 1 2\n1 x\n", "smullyan 1 2\n1 1000\n", "canal 1 2\n1\n", "loop 1 2\n1 2\n",
    "3 3\n1 2 3\n1 2\n", "12345", "1" * 81, "11" + "." * 14, "1" + "." * 79 + "z", "5" + "." * 15,
    "9\n" + "1 2\n" * 81, "2\n1 2 3 4\n", "2\n1 2 3 4\n" * 2,
    "https://puzz.link/", "https://puzz.link/p?nurikabe/5/5/1", "?slither/5/5/g1", "?slither/5/5/zz", "?slither/1/1/4",
    "?slither/0/1/", "?slither/1/300/g", "?slither/1/g", "?slither/2/1/!1", "?sudoku/9/4/" + "z" * 2, "?canal/1/1/-f",
    "?canal/1/1/-xx", "?sudoku/4/4/1" + "1" + "t", "?sudoku/4/4/9u",
    "10x10t0#123", "3x3t1:a", "3x3t0:4h", "3x3t0:a", "3x3t0:a!", "2x3:z", "3x3x:z", "3x3j:z", "3x3k:z", "2x2:5o",
    "16x16:a",
    "{", "{}", '{"genre": "canal"}', '{"genre": "x", "rows": 1, "cols": 1, "clues": [[1]]}',
    '{"genre": "canal", "rows": 1, "cols": 2, "clues": [[1]]}',
    '{"genre": "canal", "rows": 1, "cols": 1, "clues": [[-1]]}',
    '{"genre": "slitherlink", "rows": 1, "cols": 1, "clues": [["?"]]}',
    '{"genre": "slink", "rows": 1, "cols": 1, "clues": [[null]]}',
    '{"genre": "canal", "rows": "1", "cols": 1, "clues": [[1]]}',
    '{"genre": "sudoku", "rows": 4, "cols": 4, "cells": [[1, 1, 0, 0], [0,0,0,0], [0,0,0,0], [0,0,0,0]]}',
]  # fmt: skip


def some_puzzles():
    values = {
        Slitherlink: (None, 0, 1, 2, 3), Slink: (0, 1, 2, 3),
        Smullyan: (None, None, UNKNOWN, 0, 3, 15, 16, 255, 256, 999),
        Canal: (None, UNKNOWN, 4, 17, 300),
    }  # fmt: skip
    for _ in range(60):
        for kind, clues in values.items():
            rows, cols = RNG.randrange(1, 13), RNG.randrange(1, 13)
            empty = RNG.choice((0, 0.5, 0.97)) * (kind is not Slink)
            grid = tuple(
                tuple(None if RNG.random() < empty else RNG.choice(clues) for _ in range(cols)) for _ in range(rows)
            )
            yield kind(RNG.choice(("one", "two words", "ä=&#%")), rows, cols, grid)
    for order in (2, 3, 3, 4, 5, 6, 15):
        for share in (0, 0.3, 1):
            grid = [[digit if RNG.random() < share else 0 for digit in row] for row in full_grid(order)]
            yield Sudoku("one", order**2, order**2, tuple(map(tuple, grid)))


def forms(puzzle):
    """The puzzle in each form, and the genre that is read there; no text if there is none."""
    for name in WRITTEN:
        try:
            text = FORMS[name].compose(puzzle)
        except Unwritable:
            text = None
        except ValueError:
            text = None
        if puzzle.genre not in FORMS[name].genres:
            text = None
        if name == "text":
            text = text.rstrip("\n") + "\n"
        # The page writes smaller Sudokus on one line, too.
        if not (name == "line81" and text is None and puzzle.genre == "sudoku" and puzzle.rows < 9):
            other = "slitherlink" if puzzle.genre == "slink" and name not in ("text", "json") else puzzle.genre
            yield name, {"text": text, "genre": other}


def first(text):
    """The first puzzle of a text, by the host, and whether something follows it."""
    found = list(formats.read(text, "one"))
    return found[0], len(found) > 1


def test_the_page_reads_and_writes_what_the_host_does(in_node):
    texts = []
    for text in TEXTS:
        puzzle, more = first(text)
        assert not isinstance(puzzle, PuzzleError), puzzle
        # The judge's end of a Slink is no puzzle, and follows it for the page.
        texts.append({"text": text, "puzzle": as_page(puzzle), "more": more})
    assert {one["puzzle"]["genre"] for one in texts} == set(GENRES)
    for text in BAD:
        assert isinstance(first(text)[0], PuzzleError), text
    written = [{"puzzle": as_page(one), "forms": dict(forms(one))} for one in some_puzzles()]
    in_node("forms.test.js", {"puzzles": written, "texts": texts, "bad": BAD})
