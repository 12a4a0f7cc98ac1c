"""Rows of shades in plain Python: the shades that each cell may have, and the rules that need no clues.

A row is a tuple with a string for each cell. A cell ``"01"`` may have either shade, ``"0"`` is unshaded, and ``"1"`` is
shaded. A cell ``""`` lies outside the puzzle, or has lost both shades.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from support.slitherlink.checker import pieces
from support.vectors import bits

__all__ = ["BESIDE", "Clue", "Row", "after_visit", "cells_that_may", "clue_vectors", "cuts", "drawings", "joined_in",
           "planes", "row_of", "visit_at", "with_cell"]

Row = tuple[str, ...]

Clue = tuple[int, bool] | None
"""None if there is no clue; otherwise a number and a flag. The cell's number must be this number or, if the flag is
set, any other number."""

AROUND = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)
"""The offsets of the eight cells around a cell, in the order of a ring."""

BESIDE = AROUND[::2]
"""The offsets of the cells that share an edge with a cell."""


def planes(row: Row) -> dict[str, int]:
    """Return a row as the planes ``unshaded`` and ``shaded``."""
    return {name: bits(col for col, shades in enumerate(row) if shade in shades)
            for name, shade in (("unshaded", "0"), ("shaded", "1"))}


def joined_in(row: Row, joined: str) -> set[int]:
    return {col for col, shades in enumerate(row) if joined in shades}


def with_cell(state: Sequence[Row], row: int, col: int, shades: str) -> list[Row]:
    """Return the state in which a cell has these shades."""
    return [*state[:row], (*state[row][:col], shades, *state[row][col + 1:]), *state[row + 1:]]


def clue_vectors(clues: Sequence[Clue], digits: Sequence[Callable[[int], object]], cols: int = 0) -> dict[str, object]:
    """Return a row of clues as a value of :class:`rowloom.hw.deduction.clues.ClueRow`. For each bit of a clue,
    ``digits`` contains a function that returns whether a number has this bit. If the row has fewer than ``cols`` clues,
    columns without a clue are added."""
    values = [clue or (0, False) for clue in clues]
    return {
        "bits": [bits(col for col, (number, _) in enumerate(values) if digit(number)) for digit in digits],
        "free": bits(col for col in range(max(cols, len(clues))) if col >= len(clues) or clues[col] is None),
        "unlike": bits(col for col, (_, unlike) in enumerate(values) if unlike),
    }


def after_visit(rows: Sequence[Row], after: Sequence[Sequence[set[str]]], joined: str,
                lonely: bool) -> tuple[Row, Row, Row, bool]:
    """Return three rows after a visit, and whether some cell has lost both shades. ``after`` contains the shades that
    remain after the rules for clues.

    With ``lonely``, a cell of the middle row can have the shade ``joined`` only if a neighbour can have it, too. If the
    cell certainly has this shade and only one neighbour can have it, this neighbour has it.
    """
    may = cells_that_may(rows, joined)
    for col, shades in enumerate(rows[1]):
        if lonely and joined in shades:
            beside = {(1 + down, col + right) for down, right in BESIDE} & may
            if not beside:
                after[1][col].discard(joined)
            elif len(beside) == 1 and shades == joined:
                (row, other), = beside
                after[row][other].discard("10"[int(joined)])
    result = [tuple("".join(sorted(shades)) for shades in row) for row in after]
    lost = any(shades and not left for row, end in zip(rows, result) for shades, left in zip(row, end))
    return *result, lost


def visit_at(state: Sequence[Row], at: int, visit: Callable[[Row, Row, Row], tuple[Row, Row, Row, bool]]
             ) -> tuple[list[Row], bool]:
    """Return the state after a visit of the row ``at``, and whether some cell has lost both shades. The rows above and
    below the grid are empty."""
    beyond = ("",) * len(state[0])
    rows = [beyond, *state, beyond]
    *rows[at:at + 3], lost = visit(*rows[at:at + 3])
    return rows[1:-1], lost


def row_of(unshaded: int, shaded: int, cols: int) -> Row:
    return tuple("0" * (unshaded >> col & 1) + "1" * (shaded >> col & 1) for col in range(cols))


def cells_that_may(rows: Sequence[Row], shade: str) -> set[tuple[int, int]]:
    return {(row, col) for row, cells in enumerate(rows) for col, shades in enumerate(cells) if shade in shades}


def cuts(above: set[int], below: set[int], linked: set[int], joined: set[int]) -> bool:
    """The model of :class:`rowloom.hw.shading.rules.Cuts`; all parameters are sets of columns.

    The cells in ``linked`` but not in ``joined`` lose a shade: they are removed from the grid one after the other, from
    left to right. Such a cell is a cut if its remaining neighbours are not connected to each other within the ring
    around the cell.
    """
    grid = {(0, col) for col in above} | {(1, col) for col in linked} | {(2, col) for col in below}
    for col in sorted(linked - joined):
        grid.discard((1, col))
        ring, beside = ({(1 + down, col + right) for down, right in offsets} & grid for offsets in (AROUND, BESIDE))
        if sum(not beside.isdisjoint(piece) for piece in pieces(ring)) != 1:
            return True
    return False


def drawings(rows: int, cols: int, marks: Iterable[str]) -> list[tuple[str, ...]]:
    """Return every grid of these marks, as rows of text."""
    return [tuple("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows))
            for cells in product(marks, repeat=rows * cols)]
