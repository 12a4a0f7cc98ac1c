"""The deducer of Slitherlinks, its candidates for lookahead, and its registers."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Signal, Value
from amaranth.lib import data

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.deducer import Deducer
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral, watched_deducer
from rowloom.hw.deduction.propagation import Fixpoint
from rowloom.hw.slitherlink.deducer.fixpoint import SlitherlinkFixpoint
from rowloom.hw.slitherlink.deducer.path_ends import Joined
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape
from rowloom.hw.soc.peripheral import Watched

__all__ = ["KINDS", "WORKS", "DeducerPeripheral", "SlitherlinkCandidates", "SlitherlinkDeducer"]

WORKS = "sweeping", "joining", "flooding"
"""The kinds of a fixpoint's work for which clocks are counted."""

KINDS = "clue", "blank", "edge"
"""The kinds of candidates."""


class SlitherlinkCandidates(Candidates):
    """Select undecided cells that have a decided neighbour or lie at the frame, and edges between undecided cells.

    There are three kinds: cells with a clue; cells without a clue; and open edges between two undecided cells that have
    clues. An edge is *open* if it is undecided whether it is a line. An edge is named after the cell on its left. Of
    each row, the unit sees the ``known`` cells, which are decided or lie beyond the puzzle, and the cells whose right
    edge is ``open``. The right edge of the last column does not count.
    """

    def __init__(self, rows: int, cols: int):
        seen = data.StructLayout({"known": cols, "open": cols})
        super().__init__(
            rows, cols, clue_bits=SLITHERLINK_BITS, first_values=(1, 1, 0), seen=seen,
            beyond=seen.const({"known": -1, "open": 0}).as_bits())

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        undecided, free = ~here.known, clues.free
        beside = Cat(1, here.known[:-1]) | Cat(here.known[1:], 1)
        cells = undecided & (above.known | below.known | beside)
        with_clue = undecided & ~free
        return cells & ~free, cells & free, with_clue & with_clue[1:] & here.open


class SlitherlinkDeducer(Deducer):
    """Deduce all that follows from a state of a Slitherlink puzzle; see :class:`Deducer`.

    The value of a cell is 1 if it is outside, and the value of an edge is 1 if it is not a line. The first trial of a
    cell colours it outside, and the first trial of an edge makes it a line. In a solution, inside cells are ones. With
    ``shallow``, a page is decided if its lines form a loop.

    The parameters are those of :class:`Deducer`; a page has one row more than the puzzle.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=SLITHERLINK_BITS, fixpoint=SlitherlinkFixpoint,
            candidates=SlitherlinkCandidates, works=WORKS, frame=True, floods=True)

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

    def assume_candidate(self, m: Module, fixpoint: Fixpoint, assumed: Value, value: Value) -> None:
        m.d.comb += [fixpoint.edge.eq(~self.is_cell(assumed)), fixpoint.colour.eq(value)]

    def is_cell(self, candidate: Value) -> Value:
        return ~candidate.kind[KINDS.index("edge")]


class DeducerPeripheral(DeductionPeripheral):
    """The deducer of Slitherlinks on the register bus; the parameters are those of :class:`SlitherlinkDeducer`."""

    def __init__(self, rows: int, cols: int, words: int = 512):
        state = RowState(cols)
        deducer = watched_deducer(
            rows, cols, state=state, kinds=KINDS, works=WORKS, candidate="a cell, or the edge to the right of it",
            values="0 inside, 1 outside; for an edge, 0 a line, 1 no line")
        clues = data.StructLayout({"low": cols, "high": cols, "free": cols})
        wet = data.StructLayout({"inside": cols, "outside": cols})
        super().__init__(SlitherlinkDeducer(rows, cols, words), rows, cols, clue_bits=SLITHERLINK_BITS, watched=(
            *deducer,
            Watched("clues", "deducer.clue_memory.clue_rows",
                    "the rows of clues: the two bits of each clue; the cells without a clue", clues),
            Watched("sweep", f"{FIXPOINT}.sweep.fsm_state", "the state of the sweep"),
            Watched("visit", f"{FIXPOINT}.sweep.at", "the number of the window's lower row"),
            Watched("down", f"{FIXPOINT}.sweep.passes.down", "whether the window moves down"),
            Watched("upper", f"{FIXPOINT}.sweep.upper", "the window's upper row, which is written when it leaves",
                    state),
            Watched("lower", f"{FIXPOINT}.sweep.lower", "the window's lower row", state),
            Watched("flood", f"{FIXPOINT}.row_flood.fsm_state", "the state of the flood"),
            Watched("flooded", f"{FIXPOINT}.row_flood.row", "the row that is being flooded"),
            Watched("wet", f"{FIXPOINT}.row_flood.wet", "the cells that the flood has reached, row by row", wet),
            Watched("joined", f"{FIXPOINT}.paths.ends.joined", "the line joined most recently, from u to v, and the "
                    "other ends of the paths that it joins", Joined(rows, cols)),
        ))
