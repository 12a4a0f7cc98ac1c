"""The registers of the deducer of Canal Views."""

from rowloom.engines.genres.canal import CLUE_BITS
from rowloom.hw.deduction.deducer import Counters
from rowloom.hw.deduction.peripheral import DeductionPeripheral
from rowloom.hw.shading.canal.deducer import CanalDeducer
from rowloom.hw.shading.canal.watched import watched
from rowloom.hw.shading.deducer import WORKS

__all__ = ["CanalPeripheral"]


class CanalPeripheral(DeductionPeripheral):
    """The deducer of Canal Views on the register bus.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`CanalDeducer`.

    Attributes
    ----------
    counters : Counters
        What its registers count.

    Raises
    ------
    ValueError
        As :class:`CanalDeducer`.
    """

    counters = Counters(WORKS)

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            CanalDeducer(rows, cols, words), rows, cols, clue_bits=CLUE_BITS, watched=watched(rows, cols))
