"""The page reads the same forms of puzzles as the host, and writes the same URLs. This module also runs the tests in
Node.js that need no results of the host."""

import random
from contextlib import suppress
from itertools import product

import pytest

from rowloom.host import formats
from rowloom.host.formats import FORMS
from rowloom.host.puzzles import GENRES, PuzzleError
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from support.page import as_page
from support.puzzles import full_grid
from support.readings import TABLE

RNG = random.Random("forms")

WRITTEN = ("text", "puzz.link", "pzv", "tatham", "line81", "json")

ROWS_OF_16 = "\n".join(symbol + 15 * "." for symbol in "159D26AE37BF48CG")

TEXTS = [
    "1" + "." * 254 + "A", "0" + "." * 254 + "A", "A" + "." * 254 + "P", "1" + "0" * 254 + "g", "1" + "." * 623 + "P",
    "1" + "." * 200 + "0" * 54 + "G", "y" + "-" * 624, "1" + "." * 622 + "0A", ROWS_OF_16,
    "4\n" + "\n".join(" ".join(map(str, row)) for row in full_grid(4)),
    "3 5\n3 3 3 2 3\n1 2 1 3 2\n3 3 2 2 2\n2 2\n2 2\n2 2\n0 0\n", "2 2\n2 2\n2 2\n", "  3 3 \n2..\n .3.\n.13  \n",
    "smullyan 4 3\n. . .\n2 2 .\n1 2 .\n. . 2\n", "canal 1 3\n?   12  .\n", "?canal/3/1/-ff+3e7.", "7t0:zw",
    '{"genre": "canal", "name": "mine", "rows": 2, "cols": 2, "clues": [[1, null], ["?", 1]]}',
]  # fmt: skip
"""Texts that are tested in addition to the texts in ``readings.json``."""

BAD = [
    "smullyan 1 2\n1 x\n", "smullyan 1 2\n1 1000\n", "1" * 81, "5" + "." * 15, "9\n" + "1 2\n" * 81, "2\n1 2 3 4\n",
    "?slither/1/1/4", "?slither/2/1/!1", "?canal/1/1/-f", "?canal/1/1/-xx", "?sudoku/4/4/9u", "3x3t0:a!", "2x2:5o",
    '{"genre": "canal"}', '{"genre": "canal", "rows": 1, "cols": 2, "clues": [[1]]}',
    '{"genre": "canal", "rows": 1, "cols": 1, "clues": [[-1]]}',
    '{"genre": "slitherlink", "rows": 1, "cols": 1, "clues": [["?"]]}',
    '{"genre": "slink", "rows": 1, "cols": 1, "clues": [[null]]}',
    '{"genre": "canal", "rows": "1", "cols": 1, "clues": [[1]]}',
    '{"genre": "sudoku", "rows": 4, "cols": 4, "cells": [[1, 1, 0, 0], [0,0,0,0], [0,0,0,0], [0,0,0,0]]}',
]


def some_puzzles():
    values = {
        Slitherlink: (None, 0, 1, 2, 3), Slink: (0, 1, 2, 3), Canal: (None, UNKNOWN, 4, 17, 300),
        Smullyan: (None, None, UNKNOWN, 0, 3, 15, 16, 255, 256, 999),
    }  # fmt: skip
    for (kind, clues), _ in product(values.items(), range(60)):
        rows, cols, empty = RNG.randrange(1, 13), RNG.randrange(1, 13), RNG.choice((0, 0.5, 0.97)) * (kind is not Slink)
        grid = tuple(
            tuple(None if RNG.random() < empty else RNG.choice(clues) for _ in range(cols)) for _ in range(rows)
        )
        yield kind(RNG.choice(("one", "two words", "ä=&#%")), rows, cols, grid)
    for order, share in product((2, 3, 3, 4, 5, 6, 15), (0, 0.3, 1)):
        grid = [[digit if RNG.random() < share else 0 for digit in row] for row in full_grid(order)]
        yield Sudoku("one", order**2, order**2, tuple(map(tuple, grid)))


def forms(puzzle):
    """Yield each form that can express the puzzle: the form's name, the text, and the genre that the puzzle has in this
    form."""
    for name in WRITTEN:
        if puzzle.genre in FORMS[name].genres:
            with suppress(ValueError):
                text = FORMS[name].compose(puzzle)
                is_slink = puzzle.genre == "slink" and name in ("text", "json")
                genre = "slitherlink" if puzzle.genre == "slink" and not is_slink else puzzle.genre
                yield name, {"text": text.rstrip("\n") + "\n" if name == "text" else text, "genre": genre}


def first(text):
    """Return the first puzzle that the host reads from a text, and whether other puzzles follow it."""
    found = list(formats.read(text, "one"))
    return found[0], len(found) > 1


def test_the_page_reads_and_writes_the_same_texts_as_the_host(in_node):
    texts = []
    for text in TEXTS:
        puzzle, more = first(text)
        assert not isinstance(puzzle, PuzzleError), puzzle
        texts.append({"text": text, "puzzle": as_page(puzzle), "more": more})
    assert {one["puzzle"]["genre"] for one in texts} == set(GENRES)
    for text in BAD:
        assert isinstance(first(text)[0], PuzzleError), text
    written = [{"puzzle": as_page(one), "forms": dict(forms(one))} for one in some_puzzles()]
    in_node("forms.test.js", {"puzzles": written, "texts": texts, "bad": BAD})


@pytest.mark.parametrize("name", ["autosave", "history", "new_puzzle", "readings", "serial", "spoken", "strokes"])
def test_module(in_node, name):
    """Run tests that need no data from Python, except the table of texts that the host and the page share."""
    in_node(f"{name}.test.js", TABLE if name == "readings" else None)
