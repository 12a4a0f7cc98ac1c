"""The rules of Slitherlink, turned puzzles, and the answers to Slinks for the judge of a contest."""

import random
from itertools import product

import pytest

from rowloom.host.generate.slitherlink import line_counts
from rowloom.host.puzzles import slitherlink
from rowloom.host.puzzles.edges import turned_back
from rowloom.host.puzzles.slink import Slink, answer
from rowloom.host.puzzles.slitherlink import Slitherlink
from support.puzzles import blank, is_connected
from support.says import Says


def colourings(rows: int, cols: int):
    return product(["".join(row) for row in product("01", repeat=cols)], repeat=rows)


def is_one_loop(solution) -> bool:
    """Check the rules independently of the library: both colours are connected, and no two cells of a colour touch only
    at a corner."""
    rows, cols = len(solution), len(solution[0])
    padded = ["0" * (cols + 2), *(f"0{row}0" for row in solution), "0" * (cols + 2)]
    for row, col in product(range(rows + 1), range(cols + 1)):
        block = padded[row][col : col + 2] + padded[row + 1][col : col + 2]
        if block in ("0110", "1001"):
            return False
    cells = [{cell for cell in product(range(rows + 2), range(cols + 2)) if padded[cell[0]][cell[1]] == colour}
             for colour in "01"]
    return len(cells[1]) > 0 and all(map(is_connected, cells))


def test_turned_clockwise_and_back():
    one = Slitherlink("name", 2, 3, ((0, 1, 2), (3, None, None)), line=7)
    assert one.turned() == Slitherlink("name", 3, 2, ((3, 0), (None, 1), (None, 2)), line=7)
    assert turned_back(["01", "00", "11"]) == ("101", "001")


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (3, 4), (4, 3)])
def test_one_loop(rows, cols):
    puzzle = blank(Slitherlink, rows, cols)
    for solution in colourings(rows, cols):
        assert (Slitherlink.verify(puzzle, solution) == []) == is_one_loop(solution), solution


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (4, 1), (2, 3), (3, 3)])
def test_the_fast_check(monkeypatch, rows, cols):
    """The fast check agrees with the list of faults, with and without wrong clues."""
    rng = random.Random(rows * 10 + cols)
    for solution in colourings(rows, cols):
        clues = {cell: lines if rng.random() < 0.97 else rng.randrange(4)
                 for cell, lines in line_counts(solution).items() if rng.random() < 0.5 and lines < 4}
        puzzle = blank(Slitherlink, rows, cols).with_clues(clues)
        at_once = Slitherlink.verify(puzzle, solution)
        with monkeypatch.context() as patch:
            patch.setattr(slitherlink, "_is_right", lambda puzzle, solution: False)
            assert Slitherlink.verify(puzzle, solution) == at_once
        assert slitherlink._is_right(puzzle, solution) == (not at_once)


@pytest.mark.parametrize("solution, faults", [
    (("000", "000", "000"), [Says("no loop")]),
    (("100", "010", "000"), [Says("cross", "rows 1 and 2, columns 1 and 2")]),
    (("101", "000", "000"), [Says("2 loops", "row 1, column 1", "row 1, column 3")]),
    (("111", "101", "111"), [Says("2 loops", "row 1, column 1", "row 2, column 2")]),
])  # fmt: skip
def test_faults(solution, faults):
    assert Slitherlink.verify(blank(Slitherlink, 3, 3), solution) == faults


STATEMENT_4 = Slink("s-1", 3, 5, ((3, 3, 3, 2, 3), (1, 2, 1, 3, 2), (3, 3, 2, 2, 2)), 1)
"""The last puzzle of the judge's example; ``ANSWER_4`` is its answer."""

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


def test_slink_answer():
    solution = ("10101", "11101", "10111")
    assert STATEMENT_4.verify(solution) == []
    assert answer(STATEMENT_4, solution, 4) == ANSWER_4
    wrong = [Says("row 1, column 1:", "is 3", "4"), Says("row 1, column 2:", "is 3", "1")]
    assert Slink("s", 1, 2, ((3, 3),)).verify(("10",)) == wrong
