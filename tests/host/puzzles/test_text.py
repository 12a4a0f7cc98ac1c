"""Grids in a text: where they are found, what they are called, and what is said when something is wrong."""

import random
from functools import partial

import pytest

from rowloom.host.puzzles.text import Grid, PuzzleError, puzzles_in, quoted, take_grid
from rowloom.host.puzzles.text.lines import Lines
from support.says import Says


def grids(text: str, source: str) -> list[Grid | PuzzleError]:
    take = partial(take_grid, make=lambda grid: grid)
    return list(puzzles_in(Lines(text), source, take, "a grid"))


def errors(text: str, source: str = "some/file.txt") -> list[str]:
    return [str(grid) for grid in grids(text, source) if isinstance(grid, PuzzleError)]


def names(text: str) -> list[str]:
    return [grid.name for grid in grids(text, "some/file.txt")]


def test_one_grid():
    (grid,) = grids("# small one\n2 3\n.1.\n2.3\n", "file.txt")
    assert grid == Grid("small one", 2, 3, 2, (".1.", "2.3"))


def test_many_grids_with_and_without_blank_lines_and_names():
    text = "1 1\n.\n1 1\n1\n\n\n# third\n# a comment\n1 1\n2\n#\n1 1\n3"
    assert [(grid.name, grid.line, grid.text) for grid in grids(text, "some/file.txt")] == [
        ("file-1", 1, (".",)),
        ("file-2", 3, ("1",)),
        ("third", 9, ("2",)),
        ("file-4", 12, ("3",)),
    ]


def test_comments_set_apart_by_a_blank_line_are_no_name():
    assert names("# about this file\n\n# first\n\n1 1\n.\n# the end\n") == ["first"]


@pytest.mark.parametrize("text", [
    "\ufeff# a\n1 2\n.1\n",
    "# a\r\n1 2\r\n.1\r\n",
    "# a\r1 2\r.1\r",
    "  # a \n\t1 \t 2  \n.1 \t\n",
    "\n \n# a\n1 2\n.1",
])  # fmt: skip
def test_what_editors_do_is_tolerated(text):
    (grid,) = grids(text, "file.txt")
    assert (grid.name, grid.rows, grid.cols, grid.text) == ("a", 1, 2, (".1",))


@pytest.mark.parametrize("comments, name", [
    ("#ARuud\n#DA random one\n#CJust start\n#LEasy\n", "A random one"),
    ("#ARuud\n#LEasy\n", "file-1"),
    ("#Ahem\n", "Ahem"),
    ("#Ahem\n# a remark\n", "Ahem"),
])  # fmt: skip
def test_the_name_among_the_fields_of_sudocue(comments, name):
    assert names(f"{comments}1 1\n.\n") == [name]


def test_names_are_printable():
    assert names("# \x1b[31mred\x07\u202e\n1 1\n.\n") == ["[31mred"]
    (grid,) = grids("1 1\n.\n", "a\x1b.txt")
    assert grid.name == "a-1"


def test_duplicate_names_are_kept():
    assert names("# a\n1 1\n.\n# a\n1 1\n.\n") == ["a", "a"]


@pytest.mark.parametrize("text, message", [
    ("", Says("no puzzle in f")),
    ("\n \n", Says("no puzzle in f")),
    ("# only a name\n", Says("no puzzle in f")),
    (".1.\n...\n", Says("f:1:", "size line", "'.1.'")),
    ("# a\n10\n..\n", Says("f:2:", "size line", "'10'")),
    ("10x10\n", Says("f:1:", "10 rows", "found 0")),
    ("10/10\n", Says("f:1:", "size line", "'10/10'")),
    ("\n\n\x01\ufffd", Says("f:3:", "size line", "'\\x01\\ufffd'")),
    ("x" * 99, Says("f:1:", f"'{'x' * 21}...'")),
    ("9" * 5000 + " 1\n.", Says("f:1:", f"'{'9' * 21}...'")),
    ("0 5\n", Says("f:1: 0 rows")),
    ("5 0\n", Says("f:1: 0 columns")),
    ("-3 5\n...\n", Says("f:1: -3 rows")),
    ("5 256\n", Says("f:1: 256 columns")),
    ("999999999 1\n.\n", Says("f:1: 999999999 rows")),
    ("\n3 2\n..\n..\n", Says("f:2:", "3 rows", "found 2")),
    ("1 2\n", Says("f:1:", "1 row", "found 0")),
    ("3 2\n..\n\n..\n..\n", Says("f:1:", "3 rows", "found 1", "4 to 5")),
    ("2 2\n..\n\n..\n", Says("f:1:", "2 rows", "found 1", "4")),
    ("3 3\n...\n\n...\n...\n\n2 x\n..\n\n", Says("f:1:", "3 rows", "found 1", "4 to 8")),
    ("1 2\n..\n.1\n..\n", Says("f:3:", "'.1'")),
])  # fmt: skip
def test_what_is_wrong_is_said_once(text, message):
    assert errors(text, "f") == [message]


@pytest.mark.parametrize(
    "bad, line", [("2 2\n..\n", 1), ("..\n..\n", 1), ("0 2\n..\n", 1), ("1 2\n..\n..\n", 3)]
)
@pytest.mark.parametrize("good", ["# next\n1 1\n.\n", "1 1\n.\n", "\n1 1\n.\n"])
def test_reading_goes_on_behind_a_bad_puzzle(bad, line, good):
    error, grid = grids(f"{bad}{good}", "file.txt")
    assert (error.source, error.line, error.name) == ("file.txt", line, "file-1")
    assert grid.text == (".",)


def test_an_error_tells_the_puzzles_name():
    (error,) = grids("# odd one\n0 0\n", "file.txt")
    assert (error.name, error.line, error.column) == ("odd one", 2, None)
    (error,) = grids("", "file.txt")
    assert (error.name, error.line, error.column) == (None, None, None)


def test_noise_ends_in_errors_or_grids_and_never_in_nothing():
    rng = random.Random(1)
    for _ in range(2000):
        text = "".join(rng.choices("12 .#\n\r\t-x\0", k=rng.randrange(60)))
        found = list(grids(text, "file.txt"))
        assert found
        for grid in found:
            assert isinstance(grid, PuzzleError) or len(grid.text) == grid.rows


@pytest.mark.parametrize("text, at, excerpt", [
    ("short", 0, "'short'"), ("  short \n", 3, "'short'"), ("a\tb", 0, "'a\\tb'"),
    ("a" * 40, 0, f"'{'a' * 21}...'"), ("a" * 24, 20, f"'{'a' * 24}'"),
    (f"{'a' * 40}x{'b' * 40}", 40, f"'...{'a' * 10}x{'b' * 10}...'"),
    (f"{'a' * 40}x", 40, f"'...{'a' * 20}x'"), (f"{'a' * 40}", 40, f"'...{'a' * 21}'"),
    (f"  {'a' * 40}x{'b' * 40} ", 42, f"'...{'a' * 10}x{'b' * 10}...'"),
])  # fmt: skip
def test_an_excerpt_shows_what_stands_at_an_index(text, at, excerpt):
    assert quoted(text, at) == excerpt
