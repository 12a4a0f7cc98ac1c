"""Smullyanic Dynasty as it passes over the wire."""

from rowloom.engines.deduction import clued_genre

__all__ = ["PACKED_BITS", "SMULLYAN"]

PACKED_BITS = 4
"""Of a clue on the wire."""

SMULLYAN = clued_genre("smullyan", 3, PACKED_BITS)
