"""What shows the deducer's work."""

from amaranth.lib import data

from rowloom.hw.deduction.deducer import Counters
from rowloom.hw.slitherlink.deducer.candidates import KINDS
from rowloom.hw.slitherlink.deducer.deducer import WORKS
from rowloom.hw.slitherlink.deducer.path_ends import Joined
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.soc.peripheral import Watched

__all__ = ["watched"]


def watched(rows: int, cols: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, of a deducer for the largest grid of that size."""
    paged, fixpoint = "deducer.fixpoint", "deducer.fixpoint.fixpoint"
    state = RowState(cols)
    flags = dict.fromkeys((*KINDS, "single", "value"), 1)
    assumed = data.StructLayout({"row": range(rows), "column": cols, **flags})
    return (
        Watched("rows", f"{paged}.pages.memory", "the states: rows of pages", state),
        Watched("base", "deducer.base_page", "the first word of the page that the CPU works on"),
        Watched("page", "deducer.current_page", "that of the current page; another one in lookahead"),
        Watched("parent", "deducer.parent_page", "that of the page which rows that are not in `written` are read from"),
        Watched("written", f"{paged}.pages.written", "rows that the current page has, bit i for row i"),
        Watched("clues", "deducer.clue_memory.clue_rows", "the rows of clues: two bits of each; cells without one",
                data.StructLayout({"low": cols, "high": cols, "free": cols})),
        Watched("height", "deducer.height", "the puzzle's rows"),
        Watched("width", "deducer.width", "the puzzle's columns"),
        Watched("search", "deducer.fsm_state", "what the deducer does"),
        Watched("lookahead", "deducer.lookahead", "whether an assumption is tried"),
        Watched("second", "deducer.second", "whether it is the candidate's second one"),
        Watched("assumed", "deducer.assumed", "the candidate: a cell, or the edge to the right of it; the column "
                "as a bit", assumed),
        Watched("colour", "deducer.value", "what is assumed: 0 inside, 1 outside; of an edge 0 a line, 1 none"),
        Watched("contradiction", "deducer.contradiction", "the page has no solution"),
        Watched("decided", "deducer.decided", "the page is a solution"),
        Watched("branch", "deducer.branch", "the branch cell",
                data.StructLayout({"row": range(rows), "col": range(cols)})),
        Watched("counters", "deducer.counters", "the counters", Counters(WORKS)),
        Watched("fixpoint", f"{fixpoint}.fsm_state", "what is done to the current page"),
        Watched("no_solution", f"{fixpoint}.contradiction", "the current page has no solution; valid when "
                "`fixpoint` is IDLE"),
        Watched("sweep", f"{fixpoint}.sweep.fsm_state", "what the sweep does"),
        Watched("visit", f"{fixpoint}.sweep.at", "the row below the window, which is `lower`"),
        Watched("down", f"{fixpoint}.sweep.down", "whether the window moves down"),
        Watched("upper", f"{fixpoint}.sweep.upper", "the window's upper row, which is written when it leaves", state),
        Watched("lower", f"{fixpoint}.sweep.lower", "its lower row", state),
        Watched("flood", f"{fixpoint}.row_flood.fsm_state", "what the flood does"),
        Watched("flooded", f"{fixpoint}.row_flood.row", "the row that is being flooded"),
        Watched("wet", f"{fixpoint}.row_flood.wet", "the rows' cells that the flood has reached",
                data.StructLayout({"inside": cols, "outside": cols})),
        Watched("joined", f"{fixpoint}.paths.ends.joined", "the last line, from u to v, and the other ends of the "
                "paths that it joins", Joined(rows, cols)),
    )
