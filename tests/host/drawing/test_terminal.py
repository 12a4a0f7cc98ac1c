"""Pictures in the terminal, compared character by character."""

import re
from dataclasses import replace

import pytest

from rowloom.host.drawing.drawing import Edge
from rowloom.host.drawing.terminal import ASCII, render
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import full_grid

PUZZLE = Slitherlink("small", 2, 3, ((None, 1, 3), (2, None, 0)))
SOLUTION = ("110", "100")
SMALL = Sudoku("small", 4, 4, ((0, 2, 0, 0), (0, 0, 0, 0), (0, 0, 4, 0), (0, 0, 0, 0)))
SMALL_SOLUTION = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))

PICTURES = {
    "puzzle": (PUZZLE, None, """
·   ·   ·   ·
      1   3
·   ·   ·   ·
  2       0
·   ·   ·   ·"""),
    "solution": (PUZZLE, SOLUTION, """
╭───────╮   ·
│     1 │ 3
│   ╭───╯   ·
│ 2 │     0
╰───╯   ·   ·"""),
    "lines that cross": (PUZZLE, ("100", "010"), """
╭───╮   ·   ·
│   │ 1   3
╰───┼───╮   ·
  2 │   │ 0
·   ╰───╯   ·"""),
    "narrow cells": (Slitherlink("row", 1, 20, ((2, 3, *(None,) * 18),)), ("11" + "0" * 18,), f"""
╭───╮{" ·" * 18}
│2 3│
╰───╯{" ·" * 18}"""),
    "slink": (Slink("s", 1, 2, ((3, 3),)), ("11",), """
╭───────╮
│ 3   3 │
╰───────╯"""),
    "sudoku": (SMALL, None, """
╭─────┬─────╮
│ · 2 │ · · │
│ · · │ · · │
├─────┼─────┤
│ · · │ 4 · │
│ · · │ · · │
╰─────┴─────╯"""),
    "dynasty": (Smullyan("s", 3, 3, ((None,) * 3, (2, 2, None), (1, 10, None))), ("001", "100", "000"), """
╭─────────────╮
│ ·   ·  ████ │
│█2██ 2   ·   │
│ 1   10  ·   │
╰─────────────╯"""),
    "canal": (Canal("c", 2, 6, ((4, *(None,) * 4, 4), (None,) * 6)), ("011110", "001010"), """
╭───────────────────╮
│ 4 ████████████ 4  │
│ ·  · ███ · ███ ·  │
╰───────────────────╯"""),
}  # fmt: skip


@pytest.mark.parametrize("puzzle, solution, picture", PICTURES.values(), ids=PICTURES)
def test_pictures(puzzle, solution, picture):
    assert render(puzzle.drawing(solution)) == picture.removeprefix("\n")
    # The characters are the same with and without colours.
    coloured = render(puzzle.drawing(solution), colour=True)
    plain, codes = re.subn("\x1b\\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()] == picture.splitlines()[1:] and codes
    replaced = picture.translate(ASCII)
    assert replaced.isascii() and {*replaced} - {*picture} <= {*".|-+#"}


def test_a_partly_solved_puzzle():
    """In a partly solved puzzle, lines may end anywhere, and edges may be crossed out."""
    line, crossed, none = Edge.FOUND, Edge.CROSSED, Edge.NONE
    picture = replace(
        Slitherlink("small", 2, 2, ((None, 1), (2, None))).drawing(),
        horizontal=((line, none), (crossed, none), (none, line)),
        vertical=((crossed, line, none), (none, none, line)),
    )
    assert render(picture).splitlines() == [
        "╶───╮   ·", "x   │ 1", "· x ╵   ╷", "  2     │", "·   ╶───╯",
    ]  # fmt: skip
    assert render(picture).translate(ASCII).splitlines() == [
        "----+   .", "x   | 1", ". x |   |", "  2     |", ".   ----+",
    ]  # fmt: skip


@pytest.mark.parametrize("cols, width", [(1, 5), (10, 41), (19, 77), (20, 41), (36, 73)])
def test_cells_become_narrow_beyond_80_columns(cols, width):
    lines = render(Slitherlink("row", 1, cols, ((3,) * cols,)).drawing(("1" * cols,))).splitlines()
    assert [len(line) for line in lines] == [width] * 3


def test_colours():
    """Only cells inside the loop are tinted, and found digits have another colour than givens."""
    top, first, *_ = render(Slitherlink("two", 1, 2, ((None, 2),)).drawing(("10",)), colour=True).splitlines()
    line, tint = "\x1b[1;33m", "\x1b[48;5;24m"
    assert top == f"{line}╭───╮\x1b[0m   \x1b[2m·\x1b[0m"
    assert first == f"{line}│\x1b[0m{tint}   \x1b[0m{line}│\x1b[0m \x1b[1m2\x1b[0m  "
    _, first, *_ = render(SMALL.drawing(SMALL_SOLUTION), colour=True).splitlines()
    found, given, end = "\x1b[36m", "\x1b[1m", "\x1b[0m"
    assert first == f"│ {found}1{end} {given}2{end} │ {found}3{end} {found}4{end} │"
    _, bare, *_ = render(SMALL.drawing(), colour=True).splitlines()
    assert bare == f"│ \x1b[2m·{end} {given}2{end} │ \x1b[2m·{end} \x1b[2m·{end} │"


@pytest.mark.parametrize("order, width", [(2, 13), (3, 25), (4, 57), (5, 86)])
def test_all_columns_are_as_wide_as_the_longest_digit(order, width):
    size = order * order
    digits = full_grid(order)
    for shown in (None, digits):
        lines = render(Sudoku("wide", size, size, digits).drawing(shown)).splitlines()
        assert {len(line) for line in lines} == {width}
        assert len(lines) == size + order + 1
