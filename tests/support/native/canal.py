"""A fake deducer of Canal Views."""

from rowloom.engines.shading import CANAL_BITS
from rowloom.host.puzzles.canal import UNKNOWN
from rowloom.host.puzzles.canal import Canal as Puzzle
from rowloom.hw.shading.canal import clue_memory as clues
from support.native.deducer import Deducer

__all__ = ["Canal"]


class Canal(Deducer):
    """As :class:`Deducer`."""

    CLUE_BITS, SIZE, KIND, FRAME, COLUMNS, VALUE_OF_ONE = CANAL_BITS, "4x4", Puzzle, 0, True, 1
    CLUED_CELLS_ARE_ZERO = True

    @property
    def _clues(self) -> dict[tuple[int, int], int]:
        return {cell: UNKNOWN if clue == clues.UNKNOWN else clue for cell, clue in super()._clues.items()}
