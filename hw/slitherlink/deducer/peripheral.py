"""The deducer's registers."""

from rowloom.engines.genres.slitherlink import CLUE_BITS
from rowloom.hw.deduction.deducer import Counters
from rowloom.hw.deduction.peripheral import DeductionPeripheral
from rowloom.hw.slitherlink.deducer.deducer import WORKS, SlitherlinkDeducer
from rowloom.hw.slitherlink.deducer.watched import watched

__all__ = ["DeducerPeripheral"]


class DeducerPeripheral(DeductionPeripheral):
    """The deducer of Slitherlinks on the register bus.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`SlitherlinkDeducer`.

    Attributes
    ----------
    counters : Counters
        What its registers count.

    Raises
    ------
    ValueError
        As :class:`SlitherlinkDeducer`.
    """

    counters = Counters(WORKS)

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            SlitherlinkDeducer(rows, cols, words), rows, cols, clue_bits=CLUE_BITS, watched=watched(rows, cols))
