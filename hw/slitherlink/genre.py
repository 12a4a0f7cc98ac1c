"""Slitherlink as it passes over the wire."""

from rowloom.hw.deduction.description import clued_genre

__all__ = ["CLUE_BITS", "SLITHERLINK"]

CLUE_BITS = 2

SLITHERLINK = clued_genre("slitherlink", 1, CLUE_BITS)
