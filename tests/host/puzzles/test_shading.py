"""The shading genres: solutions and drawings."""

import pytest

from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan
from support.puzzles import blank
from support.says import Says

DYNASTY = Smullyan("Example 1", 4, 3, ((None,) * 3, (2, 2, None), (1, 2, None), (None, None, 2)))
KNAVES = ("001", "100", "000", "001")
"""The solution of ``DYNASTY``, which is Example 1 of Somenzi (2025)."""

CANAL = blank(Canal, 6, 6, r1c1=4, r1c6=4, r3c5=6, r4c2=4, r6c1=6, r6c6=6)
WATER = ("011110", "001010", "011100", "100111", "110101", "011110")
"""The solution of ``CANAL``, which is Example 2 of Somenzi (2025), a puzzle by Eric Fox."""


@pytest.mark.parametrize("puzzle, solution, faults", [
    (DYNASTY, KNAVES, []),
    (blank(Smullyan, 1, 3), ("110",), [Says("row 1, column 1", "row 1, column 2", "share an edge")]),
    (blank(Smullyan, 3, 1), ("0", "1", "1"), [Says("row 2, column 1", "row 3, column 1", "share an edge")]),
    (blank(Smullyan, 1, 3, r1c1=0), ("010",), [
        Says("row 1, column 1:", "is 0", "1"),
        Says("unshaded", "2 regions", "row 1, column 1", "row 1, column 3"),
    ]),
    (blank(Smullyan, 2, 2, r1c1=3), ("00", "00"), [Says("row 1, column 1:", "is 3", "0")]),
    # A shaded cell counts in its own domain.
    (blank(Smullyan, 1, 2, r1c1=1), ("10",), [Says("row 1, column 1:", "must not be true", "1")]),
    (blank(Smullyan, 1, 2, r1c1=0), ("10",), []), (blank(Smullyan, 1, 2, r1c1=9), ("10",), []),
    # An unknown clue is neither true nor false.
    (blank(Smullyan, 1, 2, r1c1=UNKNOWN), ("10",), []), (blank(Smullyan, 1, 2, r1c1=UNKNOWN), ("00",), []),
    # A grid without any knights satisfies the rule that all knights are connected.
    (blank(Smullyan, 1, 1), ("1",), []), (CANAL, WATER, []),
    (blank(Canal, 2, 3), ("110", "110"), [Says("rows 1 and 2, columns 1 and 2")]),
    (blank(Canal, 1, 3), ("101",), [Says("shaded", "2 regions", "row 1, column 1", "row 1, column 3")]),
    (blank(Canal, 2, 3), ("101", "010"), [
        Says("shaded", "3 regions", "row 1, column 1", "row 1, column 3", "row 2, column 2")]),
    (blank(Canal, 1, 2, r1c1=0), ("10",), [Says("row 1, column 1:", "clue is shaded")]),
    (blank(Canal, 1, 2, r1c1=UNKNOWN), ("10",), [Says("row 1, column 1:", "clue is shaded")]),
    (blank(Canal, 1, 2, r1c1=UNKNOWN), ("01",), []),
    (blank(Canal, 1, 3, r1c1=2), ("010",), [Says("row 1, column 1:", "is 2", "1")]),
    (blank(Canal, 1, 3, r1c1=0), ("011",), [Says("row 1, column 1:", "is 0", "2")]),
    # An unshaded cell blocks the view.
    (blank(Canal, 1, 4, r1c1=1), ("0101",), [Says("shaded", "2 regions", "row 1, column 2", "row 1, column 4")]),
    (blank(Canal, 2, 2), ("00", "00"), []),
])  # fmt: skip
def test_faults(puzzle, solution, faults):
    assert puzzle.verify(solution) == faults


@pytest.mark.parametrize("puzzle, solution, right", [
    (blank(Smullyan, 1, 3), ("010",), True), (blank(Smullyan, 1, 3), ("110",), False),
    (blank(Canal, 1, 3), ("101",), True), (blank(Canal, 1, 2, r1c1=0), ("10",), False),
])  # fmt: skip
def test_weak_solutions(puzzle, solution, right):
    assert (puzzle.verify(solution, weak=True) == []) == right


def test_drawing():
    shown = DYNASTY.drawing(KNAVES)
    assert shown.shaded == {(0, 2), (1, 0), (3, 2)}
    assert DYNASTY.drawing().shaded == set()
    assert shown.texts[1] == ("2", "2", "")
    assert blank(Canal, 1, 3, r1c1=UNKNOWN, r1c3=0).drawing().texts == (("?", "", "0"),)
