"""Sudokus in texts of many forms."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowloom.host.drawing.terminal import render
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text.sudoku import Givens, givens
from support.puzzles import full_grid
from support.says import Says

NINE = (
    "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79",
)  # fmt: skip
CELLS = tuple(tuple(int(sign) if sign.isdecimal() else 0 for sign in row) for row in NINE)


def read(text):
    return list(givens(text, "some/file.txt"))


def one(text):
    (grid,) = read(text)
    assert isinstance(grid, Givens), grid
    return grid


def bands(rows, between):
    """Return nine rows with separators between groups of three rows."""
    return between.join("".join(f"{row}\n" for row in rows[start : start + 3]) for start in (0, 3, 6))


def boxes(row, between, edge=""):
    """Return a row with separators between groups of three cells."""
    return edge + between.join(row[start : start + 3] for start in (0, 3, 6)) + edge


SPACED = [boxes(row, "|").replace("|", " | ") for row in NINE]
FRAME, STARS, BARS = "+-------+-------+-------+\n", " *-----------*\n", " |---+---+---|\n"

WRITTEN = {
    "in a line": "".join(NINE),
    "zeros": "".join(NINE).replace(".", "0"),
    "rows": "\n".join(NINE),
    "rows with dashes": "\n".join(NINE).replace(".", "-"),
    "rows with white space": "\n".join(f"  {row}\t" for row in NINE),
    "rows in groups": "\n".join(boxes(row, " ") for row in NINE),
    "wide rows": "\n".join(" ".join(row) for row in NINE),
    "order apart": "3\n\n" + "\n".join(NINE),
    "bands": bands(NINE, "\n"),
    "bars": "\n".join(SPACED),
    "crosses": bands(SPACED, "----+-----+----\n"),
    "dashes between bands": bands(SPACED, "---------------\n"),
    "nine dashes between bands": bands(NINE, "---------\n"),
    "framed": f"{FRAME}{bands([boxes(row, '|', '|') for row in NINE], FRAME)}{FRAME}",
    "framed with stars": f"{STARS}{bands([boxes(row, '|', ' |') for row in NINE], BARS)}{STARS}",
    "framed with stars, dashes for empty cells":
        f"{STARS}{bands([boxes(row.replace('.', '-'), '|', ' |') for row in NINE], BARS)}{STARS}",
    "framed with dots": ".-----------.\n" + bands([boxes(row, "|", "|") for row in NINE], ":---+---+---:\n"),
    "double lines": "╔═══╦═══╦═══╗\n" + bands([boxes(row, "║", "║") for row in NINE], "╠═══╬═══╬═══╣\n"),
    "as drawn here": render(Sudoku("drawn", 9, 9, CELLS).drawing()),
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_the_same_puzzle(text):
    assert one(text).cells == one(f"\ufeff{text}").cells == CELLS
    # Grids are separated by a blank line or a name.
    assert [grid.cells for grid in read(f"{text}\n\n{text}\n# a\n{text}")] == [CELLS] * 3


@pytest.mark.parametrize("text, names", [
    (f"{WRITTEN['zeros']}\n" * 3, [("file-1", 1), ("file-2", 2), ("file-3", 3)]),
    (f"# a\n# b\n{WRITTEN['rows']}\n\n# c\n{WRITTEN['zeros']}\n{WRITTEN['zeros']}", [
        ("a", 3), ("c", 14), ("file-3", 15),
    ]),
    (f"# not this\n\n# this\n3\n{WRITTEN['rows']}\n3\n{WRITTEN['rows']}", [("this", 4), ("file-2", 14)]),
    (f"Grid 01\n{WRITTEN['rows']}\nGrid 02\n{WRITTEN['rows']}", [("Grid 01", 2), ("Grid 02", 12)]),
    (f"# \x1b[31mred\n{WRITTEN['zeros']}", [("[31mred", 2)]),
    (f"{WRITTEN['rows']}\n{WRITTEN['rows']}", [("file-1", 1), ("file-2", 10)]),
    (f"{WRITTEN['rows']}\n\n{WRITTEN['bands']}\n\n{WRITTEN['rows']}", [("file-1", 1), ("file-2", 11), ("file-3", 24)]),
])  # fmt: skip
def test_names_and_lines(text, names):
    assert [(puzzle.name, puzzle.line) for puzzle in Sudoku.read(text, "some/file.txt")] == names


def test_lines_of_16_characters():
    """Lines of 16 characters with only the digits 1 to 4 are 4x4 grids, not the rows of a 16x16 grid."""
    small = read("1..4........2...\n" * 16)
    assert [len(grid.cells) for grid in small] == [4] * 16
    assert len(one("1..4........2...\n" * 8 + "1..4........2..G\n" * 8).cells) == 16
    few = read("1..4........2...\n" * 40 + "1..4........2..5\n" * 7 + "1..4........2...\n" * 49)
    assert [isinstance(one, Givens) for one in few] == [True] * 40 + [False] * 7 + [True] * 49
    assert [len(grid.cells) for grid in read("1..4........2..G\n" * 32)] == [16, 16]
    assert len(one("1..4........2..G\n" * 16 + "# sixteen letter\n").cells) == 16
    assert len(read("1..4........2..G\n" * 15)) == 15
    assert len(one("1..4........2...\n" * 4 + "-" * 16 + "\n" + "5..............G\n" * 11).cells) == 16


FROM_ONE, HEXADECIMAL, LETTERS = "123456789ABCDEFG", "123456789ABCDEF0", "ABCDEFGHIJKLMNOP"


@pytest.mark.parametrize("signs, empty", [
    *product((FROM_ONE, FROM_ONE.lower()), ".0-*"), *product((HEXADECIMAL, HEXADECIMAL.lower()), ".-*_"),
    *product((LETTERS, LETTERS.lower()), ".0-*"),
])  # fmt: skip
def test_16x16_in_characters(signs, empty):
    rng = random.Random(3)
    cells = tuple(tuple(digit * (rng.random() < 0.5) for digit in row) for row in full_grid(4))
    rows = ["".join(signs[digit - 1] if digit else empty for digit in row) for row in cells]
    for text in ("".join(rows), "\n".join(rows), "\n".join(" ".join(row) for row in rows)):
        assert one(text).cells == cells
    grouped = [" | ".join(row[start : start + 4] for start in range(0, 16, 4)) for row in rows]
    assert one("\n".join(grouped)).cells == cells
    assert one("\n\n".join("\n".join(grouped[start : start + 4]) for start in range(0, 16, 4))).cells == cells


def test_meaning_of_16_characters():
    """16 is G, or 0 if another character marks empty cells. With letters only, A is 1 and P is 16."""
    def cells(first):
        return one(first.ljust(16, first[-1]) + "." * 240).cells[0]

    assert cells("19AF0.")[:6] == (1, 9, 10, 15, 16, 0)
    assert cells("19AFG0.")[:7] == (1, 9, 10, 15, 16, 0, 0)
    assert cells("ABFP0.")[:6] == (1, 2, 6, 16, 0, 0)
    assert cells("ABF.")[:4] == (1, 2, 6, 0)
    assert one("19AF".ljust(256, "0")).cells[0][:5] == (1, 9, 10, 15, 0)


@pytest.mark.parametrize("signs", ["123456789ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOPQRSTUVWXY"])
def test_25x25_in_characters(signs):
    cells = full_grid(5)
    rows = ["".join(signs[digit - 1] for digit in row) for row in cells]
    assert one("".join(rows)).cells == one("\n".join(rows)).cells == cells


@pytest.mark.parametrize("order, headed", [*product((2, 3, 4, 5), (True, False)), (8, True), (15, False)])
def test_numbers(order, headed):
    size = order * order
    cells = tuple(tuple((row * order + row // order + col) % (size + 1) for col in range(size)) for row in range(size))
    for form in (f"{len(str(size))}", f"0{len(str(size))}")[: 2 if order < 6 else 1]:
        text = f"{order}\n" * headed + "\n".join(" ".join(f"{digit:{form}}" for digit in row) for row in cells)
        assert one(text if form[0] == "0" else text.replace(" 0 ", " . ")).cells == cells


@pytest.mark.parametrize("text, message", [
    ("# only a name\n---+---\n", Says("no puzzle in f")),
    ("." * 80, Says("f:1:", f"80 characters: '{'.' * 24}'")),
    ("1 2 333", Says("f:1:", "3 numbers: '1 2 333'")),
    ("." * 7 + "z" + "." * 73, Says("f:1:8: 'z'", "1 to 9")),
    (".........\n" * 8, Says("f:1:", "9 rows", "found 8")),
    (".........\n" * 3 + "\n" + ".........\n" * 3, Says("f:1:", "9 rows", "found 6")),
    (".........\n" * 8 + "........\n", Says("f:9:8:", "9 cells", "8")),
    (".........\n" * 8 + "..........\n", Says("f:9:10:", "9 cells", "10")),
    ("# a\n3\n" + ". . . . . . . . .\n" * 8 + "1 2 3\n", Says("f:11:5:", "9 cells", "3")),
    ("# a\n3\n", Says("f:2:", "9 rows", "found none")),
    ("1\n.\n", Says("f:1:", "2 to 15", "1")),
    ("16\n" + ". " * 256 + "\n", Says("f:1:", "2 to 15", "16")),
    ("4\n" + "1 2 3 4 5 6 7 8 9\n" * 9, Says("f:1:", "16 rows", "found 9")),
    ("1 2 3 5\n" + "0 0 0 0\n" * 3, Says("f:1:7: '5'", "1 to 4")),
    ("17 . . . . . . . . . . . . . . A\n" + ". . . . . . . . . . . . . . . .\n" * 15, Says("f:1:1: '17'", "1 to 16")),
    ("1AH".ljust(256, "."), Says("f:1:1: '1'", "A to P")),
    ("1A!".ljust(256, "."), Says("f:1:3: '!'", "1 to 9 and A to G")),
    ("A!".ljust(625, "."), Says("f:1:2: '!'", "A to Y")),
])  # fmt: skip
def test_errors(text, message):
    (error,) = givens(text, "f")
    assert isinstance(error, PuzzleError)
    assert str(error) == message


@pytest.mark.parametrize("bad, line", [
    ("." * 80, 1), ("\n".join(NINE[:8]) + "\n", 1), (f"1\n{WRITTEN['rows']}\n", 1), (f"{'z' * 9}\n" * 9 + "\n", 1),
    ("z" * 81, 1), (f"{'.' * 7}\nnonsense\n\n", 1),
])  # fmt: skip
@pytest.mark.parametrize("good", ["# next\n", ""])
def test_reading_continues_after_a_bad_puzzle(bad, line, good):
    error, puzzle = Sudoku.read(f"{bad}\n{good}{WRITTEN['zeros']}\n", "some/file.txt")
    assert (type(error), error.source, error.line, error.name) == (PuzzleError, "some/file.txt", line, "file-1")
    assert (puzzle.cells, puzzle.name) == (CELLS, "next" if good else "file-2")


PIECES = st.lists(st.sampled_from([
    *WRITTEN.values(), *NINE, "3", "2", "12 34", "-" * 9, "-" * 16, "-" * 81, "1" + "." * 15, "A" * 16, "." * 25,
    "# a", "",
]), max_size=11).map("\n".join)  # fmt: skip


@given(PIECES, st.integers(0), st.sampled_from(["", *"#|-+ x0\n"]))
def test_parts_of_grids_with_errors(text, at, noise):
    cut = at % (len(text) + 1)
    found = read(text[:cut] + noise + text[cut:])
    assert found
    assert all({*map(len, one.cells)} == {len(one.cells)} for one in found if isinstance(one, Givens))
