"""Canal View as it passes over the wire."""

from rowloom.hw.deduction.description import clued_genre
from rowloom.hw.shading.canal.clues import CLUE_BITS

__all__ = ["CANAL"]

CANAL = clued_genre("canal", 4, CLUE_BITS)
