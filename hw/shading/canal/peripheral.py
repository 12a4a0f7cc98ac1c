"""The registers of the deducer of Canal Views, and what shows its work."""

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral
from rowloom.hw.shading.canal.clue_rule import Place
from rowloom.hw.shading.canal.deducer import KINDS, CanalDeducer
from rowloom.hw.shading.canal.row_pass import Held
from rowloom.hw.shading.canal.strikes import ColumnWork, RowWork
from rowloom.hw.shading.deducer import watched_shading
from rowloom.hw.shading.shades import Cells
from rowloom.hw.soc.peripheral import Watched

__all__ = ["CanalPeripheral"]


class CanalPeripheral(DeductionPeripheral):
    """The deducer of Canal Views on the register bus.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`CanalDeducer`.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            CanalDeducer(rows, cols, words), rows, cols, clue_bits=CANAL_BITS, watched=watched(rows, cols))


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, of a deducer for the largest grid of that size."""
    propagation = f"{FIXPOINT}.propagation"
    row_pass, clue_rule, strikes = (f"{propagation}.{unit}" for unit in ("row_pass", "clue_rule", "strikes"))
    held, place, row, column = Held(cols), Place(rows, cols), RowWork(rows, cols), ColumnWork(rows, cols)
    return (
        *watched_shading(rows, cols, KINDS),
        Watched("propagation", f"{propagation}.fsm_state", "whether rows or clues are visited"),
        Watched("wrong", f"{propagation}.contradiction", "whether they led to a contradiction; valid in IDLE"),
        Watched("sweep", f"{row_pass}.fsm_state", "what the pass over rows does; it may begin with the last clues"),
        Watched("row_wrong", f"{row_pass}.contradiction", "a row has a cell without a shade; valid in ROWS when "
                "`sweep` is IDLE"),
        Watched("visit", f"{row_pass}.at", "the row in the middle of the window, which is `here`"),
        Watched("above", f"{row_pass}.above", "the window's upper row", held),
        Watched("here", f"{row_pass}.here", "the row in its middle", held),
        Watched("left", f"{row_pass}.left", "the row that has left the window, two above `visit`", held),
        Watched("running", f"{propagation}.running", "whether clues are visited while no strike is left"),
        Watched("first_clue", f"{propagation}.at_hand", "the clue in the first stage of a visit", place),
        Watched("second_clue", f"{clue_rule}.found", "that in the second one", place),
        Watched("third_clue", f"{clue_rule}.struck_place", "that in the third one, which strikes cells", place),
        Watched("clue_wrong", f"{propagation}.wrong", "whether it has failed, or a cell without a shade was written"),
        Watched("struck_row", f"{strikes}.row", "the row of the strikes that are left"),
        Watched("across", f"{strikes}.across", "these strikes: the shades that the row's cells lose", Cells(cols)),
        Watched("struck_col", f"{strikes}.col", "the column of the strikes that are left"),
        Watched("down", f"{strikes}.down", "these strikes: the shades that the column's cells lose", Cells(rows)),
        Watched("read_row", f"{strikes}.read_row", "a row that is read to be written, with what its cells lose", row),
        Watched("write_row", f"{strikes}.write_row", "a row that is written", row),
        Watched("read_col", f"{strikes}.read_col", "a column that is read to be written", column),
        Watched("write_col", f"{strikes}.write_col", "a column that is written", column),
    )
