"""A fake deducer of Smullyanic Dynasties."""

from rowloom.engines.shading import SMULLYAN_BITS
from rowloom.host.puzzles.smullyan import Smullyan
from support.native.deducer import Deducer

__all__ = ["Dynasty"]


class Dynasty(Deducer):
    """As :class:`Deducer`."""

    CLUE_BITS, SIZE, KIND, FRAME, VALUE_OF_ONE = SMULLYAN_BITS, "4x4", Smullyan, 0, 1
