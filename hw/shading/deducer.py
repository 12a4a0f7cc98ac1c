"""What lookahead in pages needs to know of the shading genres."""

from abc import abstractmethod

from amaranth.hdl import Const, Module, Signal, Value
from amaranth.lib import wiring

from rowloom.hw.deduction.deducer import Deducer
from rowloom.hw.deduction.paged_fixpoint import PagedFixpoint
from rowloom.hw.shading.fixpoint import Fixpoint
from rowloom.hw.shading.shades import Shades

__all__ = ["WORKS", "ShadingDeducer"]

WORKS = "sweeping", "flooding"
"""What a fixpoint does that is counted."""


class ShadingDeducer(Deducer):
    """Deduces all that it can from a state of a puzzle whose cells are shaded or not; see :class:`Deducer`.

    A cell's value is 1 if it is shaded; it is unshaded first.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory.
    clue_bits : int
        Of a clue.
    joined : 0 or 1
        The shade whose cells are connected.
    columns : bool, optional
        Whether the propagation has pages of columns.

    Raises
    ------
    ValueError
        If a size is less than 1, or four pages of the largest grid do not fit.
    """

    def __init__(self, rows: int, cols: int, words: int, *, clue_bits: int, joined: int, columns: bool = False):
        self._joined = joined
        super().__init__(
            rows, cols, words, clue_bits=clue_bits, frame=False, columns=columns, state=Shades(cols), works=WORKS)

    @abstractmethod
    def make_propagation(self) -> wiring.Component:
        """Return the unit that takes a page to the fixpoint of the genre's local rules."""

    @abstractmethod
    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        """Return whether there is known to be more than one cell of the joined shade in any solution of a puzzle of
        that size."""

    def make_fixpoint(self) -> Fixpoint:
        return Fixpoint(self._rows, self._cols, self.make_propagation(), self._joined)

    def empty(self, m: Module, row: Value, height: Value, width: Value) -> Value:
        state, in_puzzle = Signal(self._state), Signal(self._cols)
        m.d.comb += [
            in_puzzle.eq((1 << width) - 1), *(state[name].eq(in_puzzle) for name in ("unshaded", "shaded", "linked"))]
        return state

    def solution(self, state: Value) -> Value:
        return state.shaded

    def note(self, m: Module, noted: Value, state: Value) -> None:
        m.d.comb += [noted.zero.eq(state.unshaded & ~state.shaded), noted.one.eq(state.shaded & ~state.unshaded)]

    def assume_candidate(self, m: Module, fixpoint: PagedFixpoint, assumed: Value, value: Value) -> None:
        m.d.comb += [
            fixpoint.column.eq(assumed.column), fixpoint.value.eq(value),
            fixpoint.lonely.eq(self.lonely(m, fixpoint.height, fixpoint.width)),
        ]

    def is_cell(self, candidate: Value) -> Value:
        return Const(1)
