"""Canal View as it passes over the wire."""

from rowloom.engines.deduction import clued_genre

__all__ = ["CANAL", "CLUE_BITS"]

CLUE_BITS = 8
"""Of a clue, on the wire and in the engine: a number of shaded cells, or :data:`.clues.UNKNOWN`."""

CANAL = clued_genre("canal", 4, CLUE_BITS)
