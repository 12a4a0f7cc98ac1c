"""Canal View: what is a solution, and how it is drawn."""

import random

import pytest

from rowloom.host.puzzles.canal import UNKNOWN, Canal, drawing, render, verify, views

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


def blank(rows, cols, **clues):
    """A puzzle with clues at places such as ``r1c2``."""
    grid = [[clues.get(f"r{row + 1}c{col + 1}") for col in range(cols)] for row in range(rows)]
    return Canal("blank", rows, cols, tuple(map(tuple, grid)))


def test_the_course_s_example():
    assert verify(PUZZLE, SOLUTION) == []


@pytest.mark.parametrize("puzzle, solution, faults", [
    (blank(2, 3), ("110", "110"), ["all four cells of rows 1 and 2, columns 1 and 2 are shaded"]),
    (blank(1, 3), ("101",), [
        "the shaded cells are in 2 regions instead of one, which begin at row 1, column 1 and row 1, column 3"
    ]),
    (blank(1, 2, r1c1=0), ("10",), ["row 1, column 1: a cell with a clue is shaded"]),
    (blank(1, 2, r1c1=UNKNOWN), ("10",), ["row 1, column 1: a cell with a clue is shaded"]),
    (blank(1, 2, r1c1=UNKNOWN), ("01",), []),
    (blank(1, 3, r1c1=2), ("010",), ["row 1, column 1: the clue is 2, but 1 shaded cell is in view"]),
    (blank(1, 3, r1c1=0), ("011",), ["row 1, column 1: the clue is 0, but 2 shaded cells are in view"]),
    # an unshaded cell blocks the view
    (blank(1, 4, r1c1=1), ("0101",), [
        "the shaded cells are in 2 regions instead of one, which begin at row 1, column 2 and row 1, column 4"
    ]),
    (blank(2, 2), ("00", "00"), []),
    (blank(2, 2), ("10",), ["expected a solution of 2 rows, found 1"]),
    (blank(1, 2), ("1",), ["row 1: expected 2 cells, found 1"]),
    (blank(1, 2), ("1\u0661",), ["row 1, column 2: '\u0661' is neither '1' (shaded) nor '0' (unshaded)"]),
])  # fmt: skip
def test_faults(puzzle, solution, faults):
    assert verify(puzzle, solution) == faults


def test_cells_of_a_weak_solution_need_not_be_joined():
    assert verify(blank(1, 3), ("101",), weak=True) == []
    assert verify(blank(1, 2, r1c1=0), ("10",), weak=True) != []


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
    shown = drawing(blank(1, 3, r1c1=UNKNOWN, r1c3=0), ("010",))
    assert shown.texts == (("?", "", "0"),)
    assert shown.shaded == ((False, True, False),)


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
