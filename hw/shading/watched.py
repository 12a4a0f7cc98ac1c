"""What shows the work of a deducer of a shading genre."""

from collections.abc import Sequence

from rowloom.hw.deduction.watched import FIXPOINT, watched_deducer
from rowloom.hw.shading.deducer import WORKS
from rowloom.hw.shading.shades import Shades
from rowloom.hw.soc.peripheral import Watched

__all__ = ["watched_shading"]


def watched_shading(rows: int, cols: int, kinds: Sequence[str]) -> tuple[Watched, ...]:
    """Return the registers and memories to watch that do not belong to a genre's propagation.

    Parameters
    ----------
    rows, cols : int
        The largest grid.
    kinds : sequence of str
        Names for the kinds of candidates.
    """
    return (
        *watched_deducer(
            rows, cols, state=Shades(cols), kinds=kinds, works=WORKS, candidate="a cell",
            values="0 unshaded, 1 shaded"),
        Watched("flood", f"{FIXPOINT}.flood.fsm_state", "what the flood does"),
        Watched("flooded", f"{FIXPOINT}.flood.row", "the row that is being flooded"),
        Watched("wet", f"{FIXPOINT}.flood.wet", "the rows' cells that the flood has reached, a bit each"),
    )
