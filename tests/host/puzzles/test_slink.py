"""Slink: its text, its judge's drawings, and how it is told from other genres."""

import random

import pytest

from rowloom.host import formats, puzzles
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.shown import render
from rowloom.host.puzzles.slink import Slink, answer
from rowloom.host.puzzles.slitherlink import Slitherlink
from support.says import Says

STATEMENT_4 = Slink("s-1", 3, 5, ((3, 3, 3, 2, 3), (1, 2, 1, 3, 2), (3, 3, 2, 2, 2)), 1)
"""The last set of the statement's example, and its answer."""

ANSWER_4 = """\
4
#########################
#                       #
# +---+   +---+   +---+ #
# | 3 | 3 | 3 | 2 | 3 | #
# |   +---+   |   |   | #
# | 1   2   1 | 3 | 2 | #
# |   +---+   +---+   | #
# | 3 | 3 | 2   2   2 | #
# +---+   +-----------+ #
#                       #
#########################"""


def found(text):
    return [str(puzzle) if isinstance(puzzle, PuzzleError) else puzzle for puzzle in Slink.read(text, "s")]


def random_puzzle(rng, rows, cols):
    return Slink("s-1", rows, cols, tuple(tuple(rng.randrange(4) for _ in range(cols)) for _ in range(rows)), 2)


def test_the_judge_s_input():
    text = "3 5\n3 3 3 2 3\n1 2 1 3 2\n3 3 2 2 2\n2 2\n2 2\n2 2\n0 0\n"
    assert found(text) == [STATEMENT_4, Slink("s-2", 2, 2, ((2, 2), (2, 2)), 5)]


def test_names_blank_lines_and_a_missing_end_are_all_right():
    text = "\ufeff\r\n# first\r\n# remark\r\n1 2 \r\n 3  3\r\n\r\n2 1\r\n3\r\n3\r\n"
    assert found(text) == [Slink("first", 1, 2, ((3, 3),), 4), Slink("s-2", 2, 1, ((3,), (3,)), 7)]


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), (5, 1), (2, 2), (20, 20), (255, 3)])
def test_what_is_written_is_read(rows, cols):
    puzzle = random_puzzle(random.Random(rows), rows, cols)
    assert list(Slink.read(Slink.write(puzzle), "s")) == [puzzle]


@pytest.mark.parametrize("text, messages", [
    ("", [Says("no puzzle in s")]),
    ("0 0\n", [Says("no puzzle in s")]),
    ("2 2\n2 2\n", [Says("s:1:", "2 rows", "found 1")]),
    ("1 2\n", [Says("s:1:", "1 row", "found 0")]),
    ("2 2\n2 2\n2 2 2\n", [Says("s:3:", "2 numbers", "3: '2 2 2'")]),
    ("2 1\n2 1\n2\n", [Says("s:2:", "1 number", "2: '2 1'")]),
    ("1 2\n2 4\n", [Says("s:2:3: '4'")]),
    ("1 2\n2 .\n", [Says("s:2:3: '.'")]),
    ("256 2\n2 2\n", [Says("s:1: 256 rows", "line 2 is skipped")]),
    ("3 0\n2 2\n2 2\n", [Says("s:1: 0 columns", "lines 2 to 3 are skipped")]),
    ("2/2\n2 2\n2 2\n", [Says("s:1:", "size line", "'2/2'", "lines 2 to 3")]),
    ("0 0\n1 1\n2\n", [Says("s:2:", "'0 0'", "'1 1'", "line 3")]),
])  # fmt: skip
def test_what_is_wrong_is_said(text, messages):
    assert found(text) == messages


def test_reading_goes_on_behind_a_bad_set():
    assert found("1 2\n2 9\n1 1\n3\n0 0\n") == [
        Says("s:2:", "'9'"), Slink("s-2", 1, 1, ((3,),), 3),
    ]  # fmt: skip


def test_nothing_behind_the_end_but_remarks():
    assert found("1 1\n3\n0 0\n\n# done\n") == [Slink("s-1", 1, 1, ((3,),), 1)]


@pytest.mark.parametrize("clues, message", [
    (((1, None),), Says("row 1, column 2:", "every cell")),
    (((1, 4),), Says("row 1, column 2: 4")),
])  # fmt: skip
def test_every_cell_has_a_clue(clues, message):
    with pytest.raises(ValueError) as error:
        Slink("s", 1, 2, clues)
    assert str(error.value) == message


def test_the_statement_s_drawing():
    solution = ("10101", "11101", "10111")
    assert Slink.verify(STATEMENT_4, solution) == []
    assert answer(STATEMENT_4, solution, 4) == ANSWER_4


def test_rules_and_pictures_are_slitherlink_s():
    puzzle = Slink("s", 1, 2, ((3, 3),))
    assert Slink.verify(puzzle, ("11",)) == []
    assert Slink.verify(puzzle, ("10",)) == [Says("row 1, column 1:", "is 3", "4"),
                                       Says("row 1, column 2:", "is 3", "1")]
    assert render(puzzle, ("11",)) == "╭───────╮\n│ 3   3 │\n╰───────╯"


def test_boards_take_it_for_the_slitherlink_that_it_is():
    on_boards = puzzles.BOARD_GENRES["slink"]
    assert on_boards is puzzles.GENRES["slitherlink"]
    twin = Slitherlink(STATEMENT_4.name, 3, 5, STATEMENT_4.clues, STATEMENT_4.line)
    assert on_boards.encode(STATEMENT_4) == on_boards.encode(twin)
    assert on_boards.turned(STATEMENT_4).clues == on_boards.turned(twin).clues
    # less a clue, it is no Slink
    assert on_boards.with_clues_at(STATEMENT_4, {(0, 4)}) == twin.with_clues({(0, 4): 3})


@pytest.mark.parametrize("text, likely", [
    ("1 2\n3 3\n", True),
    ("# a\n\n2 2\n2 2\n2 2\n0 0\n", True),
    ("1 2\n33\n", False),
    ("1 2\n3 4\n", False),
    ("1 2\n3 .\n", False),
    ("1 2\n3 3 3\n", False),
    ("3 3\n", True),
    ("2 1\n3\n3\n", False),
    ("2 1\n3\n3\n0 0\n", True),
    ("1 1\n3\n1 3\n3 2 3\n", True),
    ("x\n", False),
    ("", False),
])  # fmt: skip
def test_how_it_is_known(text, likely):
    assert Slink.looks_like_one(text) is likely


def test_it_is_found_from_its_text():
    assert [puzzle.genre for puzzle in formats.read("2 2\n2 2\n2 2\n1 1\n3\n0 0\n", "s")] == ["slink", "slink"]
    # one column, where there is no space: it is a Slitherlink, too, and the same puzzle
    assert [puzzle.genre for puzzle in formats.read("2 1\n3\n3\n", "s")] == ["slitherlink"]
    assert [puzzle.genre for puzzle in formats.read("2 1\n3\n3\n", "s", "slink")] == ["slink"]
    assert [puzzle.genre for puzzle in formats.read("2 1\n3\n3\n0 0\n", "s")] == ["slink"]
