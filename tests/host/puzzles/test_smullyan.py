"""Smullyanic Dynasty: what is a solution, and how it is drawn."""

import re

import pytest

from rowloom.host.puzzles.smullyan import Smullyan, domain, drawing, render, verify
from rowloom.host.puzzles.terminal import ASCII

# Somenzi (2025), Example 1
PUZZLE = Smullyan("Example 1", 4, 3, ((None,) * 3, (2, 2, None), (1, 2, None), (None, None, 2)))
SOLUTION = ("001", "100", "000", "001")


def blank(rows, cols, **clues):
    """A puzzle with clues at places such as ``r1c2``."""
    grid = [[clues.get(f"r{row + 1}c{col + 1}") for col in range(cols)] for row in range(rows)]
    return Smullyan("blank", rows, cols, tuple(map(tuple, grid)))


def test_the_course_s_example():
    assert verify(PUZZLE, SOLUTION) == []


def test_domains():
    assert domain(PUZZLE, (1, 1)) == [(row, col) for row in range(3) for col in range(3)]
    assert domain(PUZZLE, (0, 0)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert domain(PUZZLE, (3, 1)) == [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)]


@pytest.mark.parametrize("puzzle, solution, faults", [
    (blank(1, 3), ("110",), ["row 1, column 1 and row 1, column 2 are both shaded, and share an edge"]),
    (blank(3, 1), ("0", "1", "1"), ["row 2, column 1 and row 3, column 1 are both shaded, and share an edge"]),
    (blank(1, 3, r1c1=0), ("010",), [
        "row 1, column 1: the clue is 0, but 1 cell of its domain is shaded",
        "the unshaded cells are in 2 regions instead of one, which begin at row 1, column 1 and row 1, column 3",
    ]),
    (blank(2, 2, r1c1=3), ("00", "00"), ["row 1, column 1: the clue is 3, but 0 cells of its domain are shaded"]),
    # a shaded cell is one of its own domain
    (blank(1, 2, r1c1=1), ("10",), [
        "row 1, column 1: the cell is shaded, so its clue must not be true, but 1 cell of its domain is shaded"
    ]),
    (blank(1, 2, r1c1=0), ("10",), []),
    (blank(1, 2, r1c1=9), ("10",), []),
    # no knight needs to be joined to none
    (blank(1, 1), ("1",), []),
    (blank(2, 2), ("10",), ["expected a solution of 2 rows, found 1"]),
    (blank(1, 2), ("1",), ["row 1: expected 2 cells, found 1"]),
    (blank(1, 2), ("1x",), ["row 1, column 2: 'x' is neither '1' (shaded) nor '0' (unshaded)"]),
])  # fmt: skip
def test_faults(puzzle, solution, faults):
    assert verify(puzzle, solution) == faults


def test_knights_of_a_weak_solution_need_not_be_joined():
    assert verify(blank(1, 3), ("010",), weak=True) == []
    assert verify(blank(1, 3), ("110",), weak=True) != []


def test_drawing():
    shown = drawing(PUZZLE, SOLUTION)
    assert shown.shaded == ((False, False, True), (True, False, False), (False,) * 3, (False, False, True))
    assert not any(any(row) for row in drawing(PUZZLE).shaded)
    assert shown.texts[1] == ("2", "2", "")


def test_terminal():
    assert render(PUZZLE, SOLUTION).splitlines() == [
        "╭──────────╮",
        "│ ·  · ███ │",
        "│█2█ 2  ·  │",
        "│ 1  2  ·  │",
        "│ ·  · █2█ │",
        "╰──────────╯",
    ]
    assert "█" not in render(PUZZLE)
    assert render(PUZZLE, SOLUTION).translate(ASCII).splitlines()[1:3] == ["| .  . ### |", "|#2# 2  .  |"]
    plain = re.sub("\x1b\\[[0-9;]*m", "", render(PUZZLE, SOLUTION, colour=True))
    assert plain == render(PUZZLE, SOLUTION)
    assert render(blank(1, 2, r1c1=10)).splitlines()[1] == "│ 10  ·   │"
