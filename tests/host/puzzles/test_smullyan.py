"""Smullyanic Dynasty: what is a solution, and how it is drawn."""

import re

import pytest

from rowloom.host.drawing.terminal import ASCII
from rowloom.host.puzzles import render
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan, domain, drawing, verify
from support.puzzles import blank
from support.says import Says

# Somenzi (2025), Example 1
PUZZLE = Smullyan("Example 1", 4, 3, ((None,) * 3, (2, 2, None), (1, 2, None), (None, None, 2)))
SOLUTION = ("001", "100", "000", "001")


def test_the_course_s_example():
    assert verify(PUZZLE, SOLUTION) == []


def test_domains():
    assert domain(PUZZLE, (1, 1)) == [(row, col) for row in range(3) for col in range(3)]
    assert domain(PUZZLE, (0, 0)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert domain(PUZZLE, (3, 1)) == [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)]


@pytest.mark.parametrize("puzzle, solution, faults", [
    (blank(Smullyan, 1, 3), ("110",), [Says("row 1, column 1", "row 1, column 2", "share an edge")]),
    (blank(Smullyan, 3, 1), ("0", "1", "1"), [Says("row 2, column 1", "row 3, column 1", "share an edge")]),
    (blank(Smullyan, 1, 3, r1c1=0), ("010",), [
        Says("row 1, column 1:", "is 0", "1"),
        Says("unshaded", "2 regions", "row 1, column 1", "row 1, column 3"),
    ]),
    (blank(Smullyan, 2, 2, r1c1=3), ("00", "00"), [Says("row 1, column 1:", "is 3", "0")]),
    # a shaded cell is one of its own domain
    (blank(Smullyan, 1, 2, r1c1=1), ("10",), [
        Says("row 1, column 1:", "must not be true", "1")
    ]),
    (blank(Smullyan, 1, 2, r1c1=0), ("10",), []),
    (blank(Smullyan, 1, 2, r1c1=9), ("10",), []),
    # an unknown clue is neither true nor false
    (blank(Smullyan, 1, 2, r1c1=UNKNOWN), ("10",), []),
    (blank(Smullyan, 1, 2, r1c1=UNKNOWN), ("00",), []),
    # no knight needs to be joined to none
    (blank(Smullyan, 1, 1), ("1",), []),
    (blank(Smullyan, 2, 2), ("10",), [Says("2 rows", "1")]),
    (blank(Smullyan, 1, 2), ("1",), [Says("row 1:", "2 cells", "1")]),
    (blank(Smullyan, 1, 2), ("1x",), [Says("row 1, column 2: 'x'")]),
])  # fmt: skip
def test_faults(puzzle, solution, faults):
    assert verify(puzzle, solution) == faults


def test_knights_of_a_weak_solution_need_not_be_joined():
    assert verify(blank(Smullyan, 1, 3), ("010",), weak=True) == []
    assert verify(blank(Smullyan, 1, 3), ("110",), weak=True) != []


def test_drawing():
    shown = drawing(PUZZLE, SOLUTION)
    assert shown.shaded == {(0, 2), (1, 0), (3, 2)}
    assert drawing(PUZZLE).shaded == set()
    assert shown.texts[1] == ("2", "2", "")
    assert drawing(blank(Smullyan, 1, 2, r1c1=UNKNOWN)).texts == (("?", ""),)


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
    assert render(blank(Smullyan, 1, 2, r1c1=10)).splitlines()[1] == "│ 10  ·   │"
