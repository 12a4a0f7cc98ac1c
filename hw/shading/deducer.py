"""The deducer of the shading genres, and the registers and memories that show its work."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from amaranth.hdl import Const, Module, Signal, Value

from rowloom.hw.deduction.deducer import Deducer
from rowloom.hw.deduction.peripheral import FIXPOINT, watched_deducer
from rowloom.hw.deduction.propagation import Fixpoint
from rowloom.hw.shading.fixpoint import LocalPropagation, ShadingFixpoint
from rowloom.hw.shading.rules import Shades
from rowloom.hw.soc.peripheral import Watched

__all__ = ["WORKS", "ShadingDeducer", "watched_shading"]

WORKS = "sweeping", "flooding"
"""The kinds of a fixpoint's work for which clocks are counted."""


class ShadingDeducer(Deducer):
    """Deduce all that follows from a state of a puzzle whose cells are shaded or not; see :class:`Deducer`.

    The value of a cell is 1 if it is shaded. The first trial of a cell leaves it unshaded.

    ``propagation`` is called with the numbers of rows and columns of the largest grid, and returns the genre's
    :class:`.LocalPropagation`. ``joined`` is the shade whose cells are connected, 0 or 1. The other parameters are
    those of :class:`Deducer`.
    """

    def __init__(self, rows: int, cols: int, words: int, *, propagation: Callable[[int, int], LocalPropagation],
                 joined: int, **others: Any):
        super().__init__(
            rows, cols, words, works=WORKS,
            fixpoint=lambda rows, cols: ShadingFixpoint(rows, cols, propagation(rows, cols), joined), **others)

    @abstractmethod
    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        """Return a signal for the port ``lonely`` of :class:`.LocalPropagation`: whether every solution of this puzzle
        is known to have several cells of the joined shade."""

    def empty(self, m: Module, row: Value, height: Value, width: Value) -> Value:
        state, in_puzzle = Signal(Shades(self._cols)), Signal(self._cols)
        m.d.comb += [
            in_puzzle.eq((1 << width) - 1), *(state[name].eq(in_puzzle) for name in ("unshaded", "shaded", "linked"))]
        return state

    def solution(self, state: Value) -> Value:
        return state.shaded

    def note(self, m: Module, noted: Value, state: Value) -> None:
        m.d.comb += [noted.zero.eq(state.unshaded & ~state.shaded), noted.one.eq(state.shaded & ~state.unshaded)]

    def assume_candidate(self, m: Module, fixpoint: Fixpoint, assumed: Value, value: Value) -> None:
        m.d.comb += [
            fixpoint.value.eq(value), fixpoint.lonely.eq(self.lonely(m, fixpoint.height, fixpoint.width)),
        ]

    def is_cell(self, candidate: Value) -> Value:
        return Const(1)


def watched_shading(rows: int, cols: int, kinds: Sequence[str]) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, except those of the genre's propagation.

    ``rows`` and ``cols`` are the size of the largest grid; ``kinds`` are the names of the kinds of candidates.
    """
    return (
        *watched_deducer(
            rows, cols, state=Shades(cols), kinds=kinds, works=WORKS, candidate="a cell",
            values="0 unshaded, 1 shaded"),
        Watched("flood", f"{FIXPOINT}.flood.fsm_state", "the state of the flood"),
        Watched("flooded", f"{FIXPOINT}.flood.row", "the row that is being flooded"),
        Watched("wet", f"{FIXPOINT}.flood.wet", "the cells that the flood has reached, row by row"),
    )
