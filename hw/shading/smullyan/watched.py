"""What shows the work of the deducer of Smullyanic Dynasties."""

from rowloom.hw.deduction.watched import FIXPOINT
from rowloom.hw.shading.smullyan.candidates import KINDS
from rowloom.hw.shading.sweep import Held
from rowloom.hw.shading.watched import watched_shading
from rowloom.hw.soc.peripheral import Watched

__all__ = ["watched"]


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, of a deducer for the largest grid of that size."""
    sweep, held = f"{FIXPOINT}.propagation", Held(cols)
    return (
        *watched_shading(rows, cols, KINDS),
        Watched("sweep", f"{sweep}.fsm_state", "what the sweep does"),
        Watched("wrong", f"{sweep}.contradiction", "whether it has found a contradiction; valid when it is IDLE"),
        Watched("top", f"{sweep}.is_first", "whether it begins at the grid's first row; valid before the first visit"),
        Watched("visit", f"{sweep}.at", "the row in the middle of the window, which is `here`"),
        Watched("down", f"{sweep}.down", "whether the window moves down"),
        Watched("above", f"{sweep}.above", "the window's upper row", held),
        Watched("here", f"{sweep}.here", "the row in its middle", held),
        Watched("below", f"{sweep}.below", "its lower row", held),
        Watched("left", f"{sweep}.left", "the row behind the window, which has left it if the window `moved`", held),
        Watched("moved", f"{sweep}.moved", "whether the window has moved since the last visit"),
    )
