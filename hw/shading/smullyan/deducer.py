"""The deducer of Smullyanic Dynasties."""

from collections.abc import Sequence

from amaranth.hdl import Module, Value
from amaranth.lib import data

from rowloom.engines.shading import SMULLYAN_BITS
from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral
from rowloom.hw.shading.deducer import ShadingDeducer, watched_shading
from rowloom.hw.shading.smullyan.row_rules import CLUE_BITS, JOINED, DynastyRules
from rowloom.hw.shading.sweep import Sweep, SweepRow
from rowloom.hw.soc.peripheral import Watched

__all__ = ["DynastyPeripheral", "DynastySweep", "SmullyanCandidates", "SmullyanDeducer"]

_KINDS = "clue", "blank"
"""The kinds of candidates."""


class DynastySweep(Sweep):
    """A :class:`.sweep.Sweep` with :class:`.row_rules.DynastyRules`."""

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, DynastyRules(cols), JOINED)


class SmullyanCandidates(Candidates):
    """Select undecided cells, cells with a clue first."""

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, clue_bits=CLUE_BITS, first_values=(0, 0), seen=data.StructLayout({"undecided": cols}), beyond=0,
            skips=True)

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        return here.undecided & ~clues.free, here.undecided & clues.free


class SmullyanDeducer(ShadingDeducer):
    """Deduce all that follows from a state of a Smullyanic Dynasty; see :class:`ShadingDeducer`.

    A clue is the number of knaves, or 6 for any impossible number.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=CLUE_BITS, propagation=DynastySweep, candidates=SmullyanCandidates,
            joined=JOINED)

    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        # Knaves do not touch, so at least two cells of a 2x2 block are knights.
        return (height != 1) & (width != 1)

    def see(self, m: Module, seen: Value, state: Value) -> None:
        m.d.comb += seen.undecided.eq(state.unshaded & state.shaded)


class DynastyPeripheral(DeductionPeripheral):
    """The deducer of Smullyanic Dynasties on the register bus; the parameters are those of :class:`SmullyanDeducer`."""

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            SmullyanDeducer(rows, cols, words), rows, cols, clue_bits=SMULLYAN_BITS, watched=watched(rows, cols))


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch in a deducer whose largest grid has that size."""
    sweep, held = f"{FIXPOINT}.propagation", SweepRow(cols)
    return (
        *watched_shading(rows, cols, _KINDS),
        Watched("sweep", f"{sweep}.fsm_state", "what the sweep does"),
        Watched("wrong", f"{sweep}.contradiction", "whether it has found a contradiction; valid when it is IDLE"),
        Watched("top", f"{sweep}.is_first", "whether it begins at the grid's first row; valid before the first visit"),
        Watched("visit", f"{sweep}.at", "the row in the middle of the window, which is `here`"),
        Watched("down", f"{sweep}.passes.down", "whether the window moves down"),
        Watched("above", f"{sweep}.above", "the window's upper row", held),
        Watched("here", f"{sweep}.here", "the row in its middle", held),
        Watched("below", f"{sweep}.below", "its lower row", held),
        Watched("left", f"{sweep}.left", "the row that has left the window, if the window `moved`", held),
        Watched("moved", f"{sweep}.moved", "whether the window has moved since the last visit"),
    )
