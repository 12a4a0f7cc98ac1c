"""The registers of the deducer of Smullyanic Dynasties."""

from rowloom.engines.genres.smullyan import PACKED_BITS
from rowloom.hw.deduction.deducer import Counters
from rowloom.hw.deduction.peripheral import DeductionPeripheral
from rowloom.hw.shading.deducer import WORKS
from rowloom.hw.shading.smullyan.deducer import SmullyanDeducer
from rowloom.hw.shading.smullyan.watched import watched

__all__ = ["DynastyPeripheral"]


class DynastyPeripheral(DeductionPeripheral):
    """The deducer of Smullyanic Dynasties on the register bus.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`SmullyanDeducer`.

    Attributes
    ----------
    counters : Counters
        What its registers count.

    Raises
    ------
    ValueError
        As :class:`SmullyanDeducer`.
    """

    counters = Counters(WORKS)

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            SmullyanDeducer(rows, cols, words), rows, cols, clue_bits=PACKED_BITS, watched=watched(rows, cols))
