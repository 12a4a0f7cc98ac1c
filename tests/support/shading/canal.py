"""The rules of a Canal View in plain Python: visits of rows, and of clues."""

from collections.abc import Sequence
from itertools import product

from support.shading.rows import Row, bits, neighbours

__all__ = ["UNKNOWN", "Clue", "arms", "clue_vectors", "fits", "frame", "visit", "visit_clue"]

UNKNOWN = 255

Clue = tuple[int, bool] | None
"""A number of shaded cells or :data:`UNKNOWN`, and whether it is that (False) or any other one (True); or no clue."""


def clue_vectors(clues: Sequence[Clue]) -> dict[str, object]:
    """Return a row of clues as :class:`rowloom.hw.deduction.clues.ClueRow` holds it, without the numbers."""
    values = [clue or (0, False) for clue in clues]
    return {
        "bits": [bits(col for col, (number, _) in enumerate(values) if number == UNKNOWN)],
        "free": bits(col for col, clue in enumerate(clues) if clue is None),
        "unlike": bits(col for col, (_, unlike) in enumerate(values) if unlike),
    }


def frame(cols: int) -> Row:
    """Return the row above the grid, or the one below."""
    return ("",) * cols


def visit(above: Row, here: Row, below: Row, clues: Sequence[Clue], lonely: bool) -> tuple[Row, Row, Row, bool]:
    """The model of :class:`rowloom.hw.shading.canal.row_rules.RowRules`.

    Returns the three rows after the visit, and whether some cell has lost both shades.
    """
    rows = above, here, below
    after = [[set(shades) for shades in row] for row in rows]
    for col, clue in enumerate(clues):
        if clue is not None:
            after[1][col].discard("1")
    for side, left in product((0, 2), range(len(here) - 1)):
        block = [(row, col) for row in (side, 1) for col in (left, left + 1)]
        for row, col in block:
            if row == 1 and all(rows[r][c] == "1" for r, c in block if (r, c) != (row, col)):
                after[row][col].discard("1")
    if lonely:
        needed, alone = neighbours(rows, "1")
        for row, col in needed:
            after[row][col].discard("0")
        for row, col in alone:
            after[row][col].discard("1")
    result = [tuple("".join(sorted(shades)) for shades in row) for row in after]
    lost = any(shades and not left for row, end in zip(rows, result) for shades, left in zip(row, end))
    return *result, lost


def arms(row: Row, column: Row, across: int, down: int) -> list[tuple[bool, list[int]]]:
    """Return the four arms of a clue's cell: whether it lies in the row, and its cells' places, the nearest first."""
    return [
        (True, list(range(across + 1, len(row)))), (True, list(range(across - 1, -1, -1))),
        (False, list(range(down + 1, len(column)))), (False, list(range(down - 1, -1, -1))),
    ]


def lengths(cells: Sequence[str]) -> list[int]:
    """Return how long an arm over these cells may be: it ends at the first unshaded cell, or at the frame."""
    result = []
    for length, shades in enumerate([*cells, "0"]):
        if "1" not in shades or "0" in shades:
            result.append(length)
        if "1" not in shades:
            break
    return result


def fits(clue: Clue, total: int) -> bool:
    """Whether a clue allows a number of shaded cells in view."""
    if clue is None or clue[0] == UNKNOWN:
        return True
    return (total == clue[0]) != clue[1]


def visit_clue(row: Row, column: Row, across: int, down: int, clue: Clue) -> tuple[Row, Row, bool]:
    """The model of :class:`rowloom.hw.shading.canal.clue_rule.ClueRule`, for a clue that is a number.

    Returns the row and the column after the visit, and whether the clue cannot be met.
    """
    number, unlike = clue
    lines = {True: list(row), False: list(column)}
    ends = [(in_row, places, lengths([lines[in_row][place] for place in places]))
            for in_row, places in arms(row, column, across, down)]
    least, most = sum(end[0] for *_, end in ends), sum(end[-1] for *_, end in ends)
    if unlike:
        return row, column, least == most == number
    if not least <= number <= most:
        return row, column, True
    left = [[length for length in end if end[-1] - (most - number) <= length <= end[0] + (number - least)]
            for *_, end in ends]
    if not all(left):
        return row, column, True
    for (in_row, places, _), allowed in zip(ends, left, strict=True):
        line = lines[in_row]
        for place in places[:allowed[0]]:
            line[place] = line[place].replace("0", "")
        if len(allowed) == 1 and allowed[0] < len(places):
            end = places[allowed[0]]
            line[end] = line[end].replace("1", "")
    return tuple(lines[True]), tuple(lines[False]), False


def fixpoint(state: Sequence[Row], clues: Sequence[Sequence[Clue]], lonely: bool) -> tuple[list[Row], bool]:
    """Return what visits of all rows and clues leave of a grid, and whether there was a contradiction."""
    grid = list(state)
    frame_row = frame(len(grid[0]))
    before = None
    while grid != before:
        before = list(grid)
        for at, line in enumerate(clues):
            rows = [frame_row, *grid, frame_row]
            *rows[at:at + 3], wrong = visit(*rows[at:at + 3], line, lonely)
            grid = rows[1:-1]
            if wrong:
                return grid, True
        for at, line in enumerate(clues):
            for across, clue in enumerate(line):
                if clue is None or clue[0] == UNKNOWN:
                    continue
                column = tuple(row[across] for row in grid)
                grid[at], column, wrong = visit_clue(grid[at], column, across, at, clue)
                grid = [(*row[:across], shades, *row[across + 1:]) for row, shades in zip(grid, column, strict=True)]
                if wrong or not all(map(all, grid)):
                    return grid, True
    return grid, False
