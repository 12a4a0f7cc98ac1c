"""The deducer of Canal Views, and its candidates for lookahead."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import data

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral
from rowloom.hw.deduction.propagation import Fixpoint
from rowloom.hw.primitives.rows import fill
from rowloom.hw.shading.canal.clue_rule import PLANES, UNKNOWN, CanalClueMemory, ClueCell, numbered
from rowloom.hw.shading.canal.propagation import CanalPropagation
from rowloom.hw.shading.canal.row_pass import JOINED, PassRow
from rowloom.hw.shading.canal.strikes import ColumnWork, RowWork
from rowloom.hw.shading.deducer import ShadingDeducer, watched_shading
from rowloom.hw.shading.rules import Cells
from rowloom.hw.soc.peripheral import Watched

__all__ = ["CanalCandidates", "CanalDeducer", "CanalPeripheral"]

_KINDS = "likely", "other"
"""The kinds of candidates."""


class CanalCandidates(Candidates):
    """Select undecided cells that have a decided neighbour or lie at the frame.

    The first kind consists of the cells that may continue a horizontal arm (the next cell after the shaded cells beside
    a clue, or after the clue itself), and of the cells above or below an unshaded cell. The second kind consists of the
    other cells. In each row, the unit sees the undecided cells, the cells that are certainly unshaded, and the cells
    that are certainly shaded.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, clue_bits=PLANES, first_values=(0, 0),
            seen=data.StructLayout(dict.fromkeys(("undecided", "unshaded", "shaded"), cols)), beyond=0, skips=True)

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        decided = ~here.undecided
        beside = Cat(1, decided[:-1]) | Cat(decided[1:], 1) | ~above.undecided | ~below.undecided
        cells, numbers = here.undecided & beside, numbered(clues)
        arms = fill(m, here.shaded | numbers, numbers)
        likely = Cat(0, arms[:-1]) | arms[1:] | above.unshaded | below.unshaded
        return cells & likely, cells & ~likely


class CanalDeducer(ShadingDeducer):
    """Deduce all that follows from a state of a Canal View; see :class:`ShadingDeducer`.

    A clue is the number of shaded cells in view, or :data:`.UNKNOWN`. The memory of columns has as many
    words as the memory of rows.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=CANAL_BITS, propagation=CanalPropagation, candidates=CanalCandidates,
            clue_memory=CanalClueMemory, joined=JOINED, columns=True)

    def connect_clues(self, m: Module, clues: CanalClueMemory, fixpoint: Fixpoint) -> None:
        super().connect_clues(m, clues, fixpoint)
        m.d.comb += [clues.col.eq(fixpoint.clue_col), fixpoint.number.eq(clues.number)]

    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        # If a clue is greater than 1, every solution has several shaded cells. After a clue was changed, this is no
        # longer certain.
        several = Signal()
        with m.If(self.clue.enable & (self.clue.value > 1) & (self.clue.value != UNKNOWN)):
            m.d.sync += several.eq(1)
        with m.If(self.change.enable | self.begin & ~self.same_clues):
            m.d.sync += several.eq(0)
        return several

    def see(self, m: Module, seen: Value, state: Value) -> None:
        m.d.comb += [
            seen.undecided.eq(state.unshaded & state.shaded), seen.unshaded.eq(state.unshaded & ~state.shaded),
            seen.shaded.eq(state.shaded & ~state.unshaded),
        ]


class CanalPeripheral(DeductionPeripheral):
    """The deducer of Canal Views on the register bus; the parameters are those of :class:`CanalDeducer`."""

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            CanalDeducer(rows, cols, words), rows, cols, clue_bits=CANAL_BITS, watched=watched(rows, cols))


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch in a deducer whose largest grid has that size."""
    propagation = f"{FIXPOINT}.propagation"
    row_pass, clue_rule, strikes = (f"{propagation}.{unit}" for unit in ("row_pass", "clue_rule", "strikes"))
    held, place, row, column = PassRow(cols), ClueCell(rows, cols), RowWork(rows, cols), ColumnWork(rows, cols)
    return (
        *watched_shading(rows, cols, _KINDS),
        Watched("propagation", f"{propagation}.fsm_state", "whether rows or clues are visited"),
        Watched("wrong", f"{propagation}.contradiction",
                "whether the visits have found a contradiction; valid when `propagation` is IDLE"),
        Watched("sweep", f"{row_pass}.fsm_state",
                "the state of the pass over rows, which may begin during the final visits to clues"),
        Watched("row_wrong", f"{row_pass}.contradiction",
                "a row has a cell without a shade; valid when `propagation` is ROWS and `sweep` is IDLE"),
        Watched("visit", f"{row_pass}.at", "the row in the middle of the window, which is `here`"),
        Watched("above", f"{row_pass}.above", "the window's upper row", held),
        Watched("here", f"{row_pass}.here", "the window's middle row", held),
        Watched("left", f"{row_pass}.left", "the row that has left the window, two rows above `visit`", held),
        Watched("running", f"{propagation}.running", "true while clues are visited and no strike is left"),
        Watched("first_clue", f"{propagation}.at_hand", "the clue in the first stage of a visit", place),
        Watched("second_clue", f"{clue_rule}.found", "the clue in the second stage", place),
        Watched("third_clue", f"{clue_rule}.struck_place", "the clue in the third stage, which strikes cells", place),
        Watched("clue_wrong", f"{propagation}.wrong",
                "whether the third clue cannot be met, or a cell without a shade was written"),
        Watched("struck_row", f"{strikes}.row", "the row of the strikes that must still be made"),
        Watched("across", f"{strikes}.across", "the shades that cells of this row must still lose", Cells(cols)),
        Watched("struck_col", f"{strikes}.col", "the column of the strikes that must still be made"),
        Watched("down", f"{strikes}.down", "the shades that cells of this column must still lose", Cells(rows)),
        Watched("read_row", f"{strikes}.read_row",
                "a row that is read to be written, with the shades that its cells lose", row),
        Watched("write_row", f"{strikes}.write_row", "a row that is written", row),
        Watched("read_col", f"{strikes}.read_col", "a column that is read to be written", column),
        Watched("write_col", f"{strikes}.write_col", "a column that is written", column),
    )
