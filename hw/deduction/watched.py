"""What shows the work of a deducer, for any genre."""

from collections.abc import Sequence

from amaranth.hdl import ShapeLike
from amaranth.lib import data

from rowloom.hw.deduction.deducer import Counters
from rowloom.hw.soc.peripheral import Watched

__all__ = ["FIXPOINT", "watched_deducer"]

FIXPOINT = "deducer.fixpoint.fixpoint"
"""The path of the fixpoint, from the peripheral on."""


def watched_deducer(
    rows: int, cols: int, *, state: ShapeLike, kinds: Sequence[str], candidate: str, values: str, works: Sequence[str],
) -> tuple[Watched, ...]:
    """Return the registers and memories to watch that all deducers have.

    Parameters
    ----------
    rows, cols : int
        The largest grid.
    state : ShapeLike
        What a row of a page holds.
    kinds : sequence of str
        Names for the kinds of candidates.
    candidate, values : str
        What a candidate is, and what its values mean, in words.
    works : sequence of str
        What the fixpoint does that is counted.
    """
    pages, fixpoint = "deducer.fixpoint.pages", FIXPOINT
    assumed = data.StructLayout({"row": range(rows), "column": cols, **dict.fromkeys((*kinds, "single", "value"), 1)})
    return (
        Watched("rows", f"{pages}.memory", "the states: rows of pages", state),
        Watched("base", "deducer.base_page", "the first word of the page that the CPU works on"),
        Watched("page", "deducer.current_page", "that of the current page; another one in lookahead"),
        Watched("parent", "deducer.parent_page", "that of the page which rows that are not in `written` are read from"),
        Watched("written", f"{pages}.written", "rows that the current page has, bit i for row i"),
        Watched("height", "deducer.height", "the puzzle's rows"),
        Watched("width", "deducer.width", "the puzzle's columns"),
        Watched("search", "deducer.fsm_state", "what the deducer does"),
        Watched("lookahead", "deducer.lookahead", "whether an assumption is tried"),
        Watched("second", "deducer.second", "whether it is the candidate's second one"),
        Watched("assumed", "deducer.assumed", f"the candidate: {candidate}; the column as a bit", assumed),
        Watched("colour", "deducer.value", f"what is assumed: {values}"),
        Watched("contradiction", "deducer.contradiction", "the page has no solution"),
        Watched("decided", "deducer.decided", "the page is a solution"),
        Watched("branch", "deducer.branch", "the branch cell",
                data.StructLayout({"row": range(rows), "col": range(cols)})),
        Watched("counters", "deducer.counters", "the counters", Counters(works)),
        Watched("fixpoint", f"{fixpoint}.fsm_state", "what is done to the current page"),
        Watched("no_solution", f"{fixpoint}.contradiction", "the current page has no solution; valid when "
                "`fixpoint` is IDLE"),
    )
