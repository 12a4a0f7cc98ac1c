"""Canal View: what is a solution, and how it is drawn."""

import random

import pytest

from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.shown import render
from support.puzzles import blank
from support.says import Says

# Somenzi (2025), Example 2, by Eric Fox
PUZZLE = Canal("Example 2", 6, 6, (
    (4, None, None, None, None, 4),
    (None,) * 6,
    (None, None, None, None, 6, None),
    (None, 4, None, None, None, None),
    (None,) * 6,
    (6, None, None, None, None, 6),
))  # fmt: skip
SOLUTION = ("011110", "001010", "011100", "100111", "110101", "011110")


def test_the_course_s_example():
    assert Canal.verify(PUZZLE, SOLUTION) == []


@pytest.mark.parametrize("puzzle, solution, faults", [
    (blank(Canal, 2, 3), ("110", "110"), [Says("rows 1 and 2, columns 1 and 2")]),
    (blank(Canal, 1, 3), ("101",), [
        Says("shaded", "2 regions", "row 1, column 1", "row 1, column 3")
    ]),
    (blank(Canal, 1, 2, r1c1=0), ("10",), [Says("row 1, column 1:", "clue is shaded")]),
    (blank(Canal, 1, 2, r1c1=UNKNOWN), ("10",), [Says("row 1, column 1:", "clue is shaded")]),
    (blank(Canal, 1, 2, r1c1=UNKNOWN), ("01",), []),
    (blank(Canal, 1, 3, r1c1=2), ("010",), [Says("row 1, column 1:", "is 2", "1")]),
    (blank(Canal, 1, 3, r1c1=0), ("011",), [Says("row 1, column 1:", "is 0", "2")]),
    # an unshaded cell blocks the view
    (blank(Canal, 1, 4, r1c1=1), ("0101",), [
        Says("shaded", "2 regions", "row 1, column 2", "row 1, column 4")
    ]),
    (blank(Canal, 2, 2), ("00", "00"), []),
    (blank(Canal, 2, 2), ("10",), [Says("2 rows", "1")]),
    (blank(Canal, 1, 2), ("1",), [Says("row 1:", "2 cells", "1")]),
    (blank(Canal, 1, 2), ("1\u0661",), [Says("row 1, column 2: '\u0661'")]),
])  # fmt: skip
def test_faults(puzzle, solution, faults):
    assert Canal.verify(puzzle, solution) == faults


def test_cells_of_a_weak_solution_need_not_be_joined():
    assert Canal.verify(blank(Canal, 1, 3), ("101",), weak=True) == []
    assert Canal.verify(blank(Canal, 1, 2, r1c1=0), ("10",), weak=True) != []


def test_views_are_what_one_sees_walking():
    rng = random.Random(0)
    for _ in range(50):
        rows, cols = rng.randint(1, 6), rng.randint(1, 6)
        grid = tuple("".join(rng.choice("0111") for _ in range(cols)) for _ in range(rows))

        def seen(row, col, grid=grid, rows=rows, cols=cols):
            count = 0
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                r, c = row + down, col + right
                while 0 <= r < rows and 0 <= c < cols and grid[r][c] == "1":
                    count, r, c = count + 1, r + down, c + right
            return count

        assert views(grid) == [[seen(row, col) for col in range(cols)] for row in range(rows)]


def test_drawing():
    shown = Canal.drawing(blank(Canal, 1, 3, r1c1=UNKNOWN, r1c3=0), ("010",))
    assert shown.texts == (("?", "", "0"),)
    assert shown.shaded == {(0, 1)}


def test_terminal():
    assert render(PUZZLE, SOLUTION).splitlines() == [
        "╭───────────────────╮",
        "│ 4 ████████████ 4  │",
        "│ ·  · ███ · ███ ·  │",
        "│ · █████████ 6  ·  │",
        "│███ 4  · █████████ │",
        "│██████ · ███ · ███ │",
        "│ 6 ████████████ 6  │",
        "╰───────────────────╯",
    ]
