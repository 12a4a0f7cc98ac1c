"""The flood rules in plain Python, with sets of cells and breadth-first search."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from support.slitherlink.checker import Cell, Colour, waves
from support.slitherlink.rows import COLOURS, GridRow

__all__ = ["FloodResult", "flood", "passes"]

_ALONG_A_ROW = (0, -1), (0, 1)


@dataclass(frozen=True)
class FloodResult:
    """The result of a flood."""

    state: list[GridRow]
    contradiction: bool
    """True if a decided cell is cut off, or if no cell can be inside."""
    decided: bool
    """True if every cell was decided before the flood."""


def flood(state: Sequence[GridRow]) -> FloodResult:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.row_flood.RowFlood`."""
    may, seeds = _floods(state)
    only = {colour: may[colour] - may[colour.opposite] for colour in COLOURS}
    wet = {colour: set().union(*waves(seeds[colour], may[colour])) for colour in COLOURS}
    if not seeds[Colour.INSIDE]:
        wet[Colour.INSIDE] = may[Colour.INSIDE]
    return FloodResult(
        [
            *(replace(line, cells=tuple(
                frozenset(colour for colour in possible if (row, col) in wet[colour])
                for col, possible in enumerate(line.cells)
            )) for row, line in enumerate(state[:-1])),
            state[-1],
        ],
        contradiction=not may[Colour.INSIDE] or not all(only[colour] <= wet[colour] for colour in COLOURS),
        decided=may[Colour.INSIDE].isdisjoint(may[Colour.OUTSIDE]),
    )


def passes(state: Sequence[GridRow]) -> int:
    """Return the number of passes that a flood takes. Passes alternate between down and up. The flood ends when no row
    would flood cells of the row that was visited just before it.

    Within a row, a flood moves in both directions at the same time. Rows above the first inside cell are flooded after
    this cell has been found.
    """
    may, seeds = _floods(state)
    (seed_row, _), = seeds[Colour.INSIDE] or [(0, 0)]
    return max(1 + (seed_row > 0), *(_passes(seeds[colour], may[colour], len(state) - 1) for colour in COLOURS))


def _floods(state: Sequence[GridRow]) -> tuple[dict[Colour, set[Cell]], dict[Colour, set[Cell]]]:
    """Return, for each colour, the cells in which the colour is possible, and the cells in which its flood starts."""
    rows, cols = len(state) - 1, len(state[0].cells)
    may = {
        colour: {(row, col) for row, line in enumerate(state[:-1]) for col, possible in enumerate(line.cells)
                 if colour in possible}
        for colour in COLOURS
    }
    rim = {(row, col) for row in range(rows) for col in range(cols) if row in (0, rows - 1) or col in (0, cols - 1)}
    first = sorted(may[Colour.INSIDE] - may[Colour.OUTSIDE])[:1]
    return may, {Colour.INSIDE: set(first), Colour.OUTSIDE: rim}


def _passes(seeds: set[Cell], room: set[Cell], rows: int) -> int:
    wet: set[Cell] = set()
    order = list(range(rows))
    count, against = 0, True
    while against:
        count, against = count + 1, False
        for before, row in zip([None, *order], order):
            line = {cell for cell in room if cell[0] == row}
            arriving = {(row, col) for last, col in wet if last == before}
            flooded = set().union(*waves(wet | seeds | arriving, line, _ALONG_A_ROW))
            against = against or not {(before, col) for _, col in flooded} & room <= wet
            wet |= flooded
        order.reverse()
    return count
