"""Pictures in the terminal, to the character."""

import re
from dataclasses import replace

import pytest

from rowloom.host.drawing import terminal
from rowloom.host.drawing.drawing import Line
from rowloom.host.drawing.terminal import ASCII
from rowloom.host.puzzles import render
from rowloom.host.puzzles.slitherlink import Slitherlink, drawing
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import full_grid

PUZZLE = Slitherlink("small", 2, 3, ((None, 1, 3), (2, None, 0)))
SOLUTION = ("110", "100")


def plain(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def test_a_puzzle():
    assert render(PUZZLE) == "\n".join([
        "·   ·   ·   ·",
        "      1   3",
        "·   ·   ·   ·",
        "  2       0",
        "·   ·   ·   ·",
    ])  # fmt: skip


def test_a_solution():
    assert render(PUZZLE, SOLUTION) == "\n".join([
        "╭───────╮   ·",
        "│     1 │ 3",
        "│   ╭───╯   ·",
        "│ 2 │     0",
        "╰───╯   ·   ·",
    ])  # fmt: skip


def test_ascii():
    assert render(PUZZLE, ("100", "010")).translate(ASCII) == "\n".join([
        "+---+   .   .",
        "|   | 1   3",
        "+---+---+   .",
        "  2 |   | 0",
        ".   +---+   .",
    ])  # fmt: skip


def test_lines_that_cross():
    assert render(PUZZLE, ("100", "010")) == "\n".join([
        "╭───╮   ·   ·",
        "│   │ 1   3",
        "╰───┼───╮   ·",
        "  2 │   │ 0",
        "·   ╰───╯   ·",
    ])  # fmt: skip


def test_a_puzzle_that_is_not_all_solved():
    """Lines may end anywhere, and edges may be crossed out."""
    line, crossed, none = Line.FOUND, Line.CROSSED, Line.NONE
    picture = replace(
        drawing(Slitherlink("small", 2, 2, ((None, 1), (2, None)))),
        horizontal=((line, none), (crossed, none), (none, line)),
        vertical=((crossed, line, none), (none, none, line)),
    )
    assert terminal.render(picture) == "\n".join([
        "╶───╮   ·",
        "x   │ 1",
        "· x ╵   ╷",
        "  2     │",
        "·   ╶───╯",
    ])  # fmt: skip
    assert terminal.render(picture).translate(ASCII) == "\n".join([
        "----+   .",
        "x   | 1",
        ". x |   |",
        "  2     |",
        ".   ----+",
    ])  # fmt: skip


@pytest.mark.parametrize("cols, width", [(1, 5), (10, 41), (19, 77), (20, 41), (36, 73)])
def test_cells_become_narrow_where_80_columns_would_not_do(cols, width):
    lines = render(Slitherlink("row", 1, cols, ((3,) * cols,)), ("1" * cols,)).splitlines()
    assert [len(line) for line in lines] == [width] * 3


def test_narrow_cells():
    puzzle = Slitherlink("row", 1, 20, ((2, 3, *(None,) * 18),))
    assert render(puzzle, ("11" + "0" * 18,)) == "\n".join([
        "╭───╮" + " ·" * 18,
        "│2 3│",
        "╰───╯" + " ·" * 18,
    ])  # fmt: skip


def test_colour_changes_nothing_but_the_colours():
    picture = render(PUZZLE, SOLUTION, colour=True)
    assert [line.rstrip() for line in plain(picture).splitlines()] == render(PUZZLE, SOLUTION).splitlines()
    assert "\x1b" not in render(PUZZLE, SOLUTION)


def test_tint_only_inside():
    top, first, *_ = render(Slitherlink("two", 1, 2, ((None, 2),)), ("10",), colour=True).splitlines()
    line, tint = "\x1b[1;33m", "\x1b[48;5;24m"
    assert top == f"{line}╭───╮\x1b[0m   \x1b[2m·\x1b[0m"
    assert first == f"{line}│\x1b[0m{tint}   \x1b[0m{line}│\x1b[0m \x1b[1m2\x1b[0m  "


# Grids without dots


SMALL = Sudoku("small", 4, 4, ((0, 2, 0, 0), (0, 0, 0, 0), (0, 0, 4, 0), (0, 0, 0, 0)))
SMALL_SOLUTION = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))


def test_a_sudoku():
    assert render(SMALL) == "\n".join([
        "╭─────┬─────╮",
        "│ · 2 │ · · │",
        "│ · · │ · · │",
        "├─────┼─────┤",
        "│ · · │ 4 · │",
        "│ · · │ · · │",
        "╰─────┴─────╯",
    ])  # fmt: skip


def test_a_solved_sudoku_in_ascii():
    assert render(SMALL, SMALL_SOLUTION).translate(ASCII) == "\n".join([
        "+-----+-----+",
        "| 1 2 | 3 4 |",
        "| 3 4 | 1 2 |",
        "+-----+-----+",
        "| 2 1 | 4 3 |",
        "| 4 3 | 2 1 |",
        "+-----+-----+",
    ])  # fmt: skip


@pytest.mark.parametrize("order, width", [(2, 13), (3, 25), (4, 57), (5, 86)])
def test_all_columns_are_as_wide_as_the_longest_digit(order, width):
    size = order * order
    digits = full_grid(order)
    for shown in (None, digits):
        lines = render(Sudoku("wide", size, size, digits), shown).splitlines()
        assert {len(line) for line in lines} == {width}
        assert len(lines) == size + order + 1


def test_an_empty_sudoku():
    lines = render(Sudoku("empty", 4, 4, ((0,) * 4,) * 4)).splitlines()
    assert lines[1] == "│ · · │ · · │"


def test_found_digits_are_set_off_from_givens_by_colour():
    _, first, *_ = render(SMALL, SMALL_SOLUTION, colour=True).splitlines()
    found, given, end = "\x1b[36m", "\x1b[1m", "\x1b[0m"
    assert first == f"│ {found}1{end} {given}2{end} │ {found}3{end} {found}4{end} │"
    _, bare, *_ = render(SMALL, colour=True).splitlines()
    assert bare == f"│ \x1b[2m·{end} {given}2{end} │ \x1b[2m·{end} \x1b[2m·{end} │"
    assert plain(render(SMALL, SMALL_SOLUTION, colour=True)) == render(SMALL, SMALL_SOLUTION)
