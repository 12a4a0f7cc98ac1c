"""Helpers for grids held as row vectors: one vector a row, bit j = column j.

Each helper works on whole rows, so that the gateware consists of few wide operations instead of many on single bits:
the same logic after synthesis, and an order of magnitude more clocks a second in a CXXRTL simulation.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Signal, Value

__all__ = ["fill", "first_cell", "lowest", "one_hot_number", "spread", "widen", "written"]


def lowest(vector: Value) -> Value:
    """Return ``vector`` with only its lowest one left; 0 if it has none."""
    return (vector & -vector)[:len(vector)]


def one_hot_number(vector: Value) -> Value:
    """Return which bit of ``vector`` is one, if only one is."""
    width = len(vector)
    digits = (width - 1).bit_length()
    return Cat((vector & sum(1 << bit for bit in range(width) if bit >> digit & 1)).any() for digit in range(digits))


def first_cell(m: Module, rows: Sequence[Value]) -> list[Value]:
    """Return the grid with only one cell left: the lowest bit of the first row that is not empty.

    The row is chosen a clock earlier than the cell, because both at once would be the critical path of a large grid:
    the result is valid one clock after the rows.

    Parameters
    ----------
    m : Module
        Gets what the rows share.
    rows : sequence of Value, at least one, all of one width

    Returns
    -------
    list of Value
        One a row; all 0 if the grid is empty.
    """
    first_row, first_col = Signal(len(rows)), Signal(len(rows[0]))
    m.d.sync += first_row.eq(lowest(Cat(row.any() for row in rows)))
    picked = Signal.like(first_col)
    m.d.comb += [
        picked.eq(reduce(or_, (row & chosen.replicate(len(row)) for row, chosen in zip(rows, first_row)))),
        first_col.eq(lowest(picked)),
    ]
    return [first_col & chosen.replicate(len(first_col)) for chosen in first_row]


def spread(wet: Sequence[Value], room: Sequence[Value]) -> list[Value]:
    """Return one step of a flood: the wet cells and their neighbours across an edge, as far as there is room."""
    dry = Const(0, len(wet[0]))
    above, below = [dry, *wet[:-1]], [*wet[1:], dry]
    return [
        ((here | here << 1 | here >> 1 | north | south) & open_)[:len(open_)]
        for here, north, south, open_ in zip(wet, above, below, room, strict=True)
    ]


def fill(m: Module, open_cells: Value, seeds: Value) -> Signal:
    """Return the runs of ones in ``open_cells`` that hold a seed.

    An adder's carry runs from a seed up through its run of ones; a second adder does the same with the bits reversed.

    Parameters
    ----------
    m : Module
        Gets the adders.
    open_cells, seeds : Value, both of one width
        Seeds outside ``open_cells`` have no effect.
    """
    width = len(open_cells)
    result = Signal(width, name="filled")
    cells, begin, sum_up, sum_down = (Signal(width, name=name) for name in ("cells", "begin", "sum_up", "sum_down"))
    m.d.comb += [
        cells.eq(open_cells), begin.eq(seeds & open_cells),
        sum_up.eq(cells + begin), sum_down.eq(cells[::-1] + begin[::-1]),
        result.eq(cells & (begin | sum_up ^ cells | sum_down[::-1] ^ cells)),
    ]
    return result


def written(row: Value, at: Value, bit: Value) -> Value:
    """Return ``row`` with ``bit`` in the columns that are set in ``at``."""
    return row & ~at | at & bit.replicate(len(at))


def widen(m: Module, first: Value, last: Value, row: Value, begun: Value) -> None:
    """Extend a range of rows, from ``first`` to ``last``, by a row; the range is empty unless ``begun``."""
    with m.If(~begun | (row < first)):
        m.d.sync += first.eq(row)
    with m.If(~begun | (row > last)):
        m.d.sync += last.eq(row)
