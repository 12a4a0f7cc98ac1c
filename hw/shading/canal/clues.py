"""Clues of a Canal View."""

from amaranth.hdl import Value

__all__ = ["PLANES", "UNKNOWN", "numbered"]

UNKNOWN = 255
"""The clue of a cell that is unshaded, and of which no more is known."""

PLANES = 1
"""Of a :class:`.ClueRow`: whether a clue is :data:`UNKNOWN`. Numbers are kept cell by cell."""


def numbered(clues: Value) -> Value:
    """Return the cells of a :class:`.ClueRow` whose clue is a number."""
    return ~clues.free & ~clues.bits[0]
