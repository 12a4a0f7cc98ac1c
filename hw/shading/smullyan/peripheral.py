"""The registers of the deducer of Smullyanic Dynasties, and what shows its work."""

from rowloom.engines.shading import SMULLYAN_BITS
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral
from rowloom.hw.shading.deducer import watched_shading
from rowloom.hw.shading.smullyan.deducer import KINDS, SmullyanDeducer
from rowloom.hw.shading.sweep import Held
from rowloom.hw.soc.peripheral import Watched

__all__ = ["DynastyPeripheral"]


class DynastyPeripheral(DeductionPeripheral):
    """The deducer of Smullyanic Dynasties on the register bus.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`SmullyanDeducer`.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            SmullyanDeducer(rows, cols, words), rows, cols, clue_bits=SMULLYAN_BITS, watched=watched(rows, cols))


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, of a deducer for the largest grid of that size."""
    sweep, held = f"{FIXPOINT}.propagation", Held(cols)
    return (
        *watched_shading(rows, cols, KINDS),
        Watched("sweep", f"{sweep}.fsm_state", "what the sweep does"),
        Watched("wrong", f"{sweep}.contradiction", "whether it has found a contradiction; valid when it is IDLE"),
        Watched("top", f"{sweep}.is_first", "whether it begins at the grid's first row; valid before the first visit"),
        Watched("visit", f"{sweep}.at", "the row in the middle of the window, which is `here`"),
        Watched("down", f"{sweep}.passes.down", "whether the window moves down"),
        Watched("above", f"{sweep}.above", "the window's upper row", held),
        Watched("here", f"{sweep}.here", "the row in its middle", held),
        Watched("below", f"{sweep}.below", "its lower row", held),
        Watched("left", f"{sweep}.left", "the row behind the window, which has left it if the window `moved`", held),
        Watched("moved", f"{sweep}.moved", "whether the window has moved since the last visit"),
    )
