"""The deducer of Slitherlinks."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Signal, Value

from rowloom.engines.genres.slitherlink import CLUE_BITS
from rowloom.hw.deduction.deducer import Deducer
from rowloom.hw.deduction.paged_fixpoint import PagedFixpoint
from rowloom.hw.slitherlink.deducer.candidates import KINDS, SlitherlinkCandidates
from rowloom.hw.slitherlink.deducer.fixpoint import Fixpoint
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["WORKS", "SlitherlinkDeducer"]

WORKS = "sweeping", "joining", "flooding"
"""What a fixpoint does that is counted."""


class SlitherlinkDeducer(Deducer):
    """Deduces all that it can from a state of a Slitherlink puzzle; see :class:`Deducer`.

    A cell's value is whether it is outside; that of an edge, whether it is no line. A cell is outside first, an edge a
    line. In a solution, cells inside are ones. With ``shallow``, a page is decided if its lines have become a loop.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory; a page has one more than the puzzle has rows.

    Raises
    ------
    ValueError
        If a size is less than 1, or four pages of the largest grid do not fit.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=CLUE_BITS, frame=True, columns=False, state=RowState(cols), works=WORKS)

    def make_fixpoint(self) -> Fixpoint:
        return Fixpoint(self._rows, self._cols)

    def make_candidates(self) -> SlitherlinkCandidates:
        return SlitherlinkCandidates(self._rows, self._cols)

    def empty(self, m: Module, row: Value, height: Value, width: Value) -> Value:
        # Cells beyond the puzzle are outside.
        cells, vertices = self._cols, self._cols + 1
        state, in_puzzle, right = Signal(RowState(cells)), Signal(cells), Signal(vertices)
        m.d.comb += [
            in_puzzle.eq((1 << width) - 1), right.eq(1 << width),
            state.inside.eq(in_puzzle & (row != height).replicate(cells)), state.outside.eq(-1),
        ]
        for number, shape in enumerate(Shape):
            possible = Cat(in_puzzle, 0) | right
            if shape is Shape.EMPTY:
                possible = Const(-1, vertices)
            if shape.west:
                possible &= ~Const(1, vertices)
            if shape.east:
                possible &= ~right
            if shape.north:
                possible &= (row != 0).replicate(vertices)
            if shape.south:
                possible &= (row != height).replicate(vertices)
            m.d.comb += state.shapes[number].eq(possible)
        return state

    def solution(self, state: Value) -> Value:
        return state.inside

    def see(self, m: Module, seen: Value, state: Value) -> None:
        line_below, none_below = (
            reduce(or_, (state.shapes[number] for number, shape in enumerate(Shape) if shape.south == south))
            for south in (1, 0)
        )
        m.d.comb += [seen.known.eq(~(state.inside & state.outside)), seen.open.eq((line_below & none_below)[1:])]

    def assume_candidate(self, m: Module, fixpoint: PagedFixpoint, assumed: Value, value: Value) -> None:
        m.d.comb += [
            fixpoint.column.eq(assumed.column), fixpoint.edge.eq(~self.is_cell(assumed)), fixpoint.colour.eq(value)]

    def is_cell(self, candidate: Value) -> Value:
        return ~candidate.kind[KINDS.index("edge")]
