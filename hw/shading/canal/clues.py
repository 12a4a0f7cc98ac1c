"""Clues of a Canal View."""

from functools import reduce
from operator import and_

from amaranth.hdl import Value

__all__ = ["CLUE_BITS", "UNKNOWN", "numbered"]

CLUE_BITS = 8
"""Of a clue: a number of shaded cells, or :data:`UNKNOWN`."""

UNKNOWN = 255
"""The clue of a cell that is unshaded, and of which no more is known."""


def numbered(clues: Value) -> Value:
    """Return the cells of a :class:`.ClueRow` whose clue is a number."""
    return ~clues.free & ~reduce(and_, clues.bits)
