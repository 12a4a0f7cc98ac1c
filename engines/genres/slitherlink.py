"""Slitherlink as it passes over the wire."""

from rowloom.engines.deduction import clued_genre

__all__ = ["CLUE_BITS", "SLITHERLINK"]

CLUE_BITS = 2

SLITHERLINK = clued_genre("slitherlink", 1, CLUE_BITS)
