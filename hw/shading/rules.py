"""One visit of a row of cells that are shaded or not, between two others: what all genres have in common."""

from abc import abstractmethod
from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.cuts import Cuts
from rowloom.hw.shading.shades import SHADES, Cells

__all__ = ["Neighbours", "ShadingRules", "connect_visit"]

_PLACES = "above", "here", "below"


class Neighbours(GridUnit):
    """Looks for the neighbours that the cells of a row need to be connected; combinational.

    A cell that no neighbour could join does not have the joined shade; the only neighbour that could join one that has
    it does so.

    Members
    -------
    above, here, below : In(cols)
        A row between two others: the cells that may have the joined shade; 0 for the frame.
    certain : In(cols)
        The cells of ``here`` that have no other one.
    needed_above, needed_here, needed_below : Out(cols)
        The cells that have the joined shade, because they are the only neighbour of a certain one.
    lonely : Out(cols)
        The cells of ``here`` without a neighbour that could join them.
    """

    def __init__(self, cols: int):
        super().__init__(1, cols, {
            **{name: In(cols) for name in _PLACES}, "certain": In(cols),
            **{f"needed_{name}": Out(cols) for name in _PLACES}, "lonely": Out(cols),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        left, right = Signal(self._cols), Signal(self._cols)
        up_or_down, left_or_right, single = (Signal(self._cols) for _ in range(3))
        m.d.comb += [
            left.eq(self.here << 1), right.eq(self.here >> 1),
            up_or_down.eq(self.above | self.below), left_or_right.eq(left | right),
            single.eq(self.certain & ~(self.above & self.below | left & right | up_or_down & left_or_right)),
            self.needed_above.eq(single & self.above), self.needed_below.eq(single & self.below),
            self.needed_here.eq((single & left) >> 1 | (single & right) << 1),
            self.lonely.eq(self.here & ~(up_or_down | left_or_right)),
        ]
        return m


class ShadingRules(GridUnit):
    """Applies a genre's rules to a row of cells, with the rows above and below it; combinational.

    A cell of the joined shade has one beside it; see :class:`Neighbours`. A genre's own class says what else there is.

    Parameters
    ----------
    cols
        As of :class:`.GridUnit`.
    clue_bits : int
        Of a clue.
    joined : 0 or 1
        The shade whose cells are connected.

    Members
    -------
    above, here, below : In(Cells)
        A row of cells, and the rows above and below.
    clues : In(ClueRow)
        Those of the row in the middle.
    lonely : In(1)
        A cell of the joined shade needs a neighbour. Must be 0 where there may be only one.
    above_next, here_next, below_next : Out(Cells)
        All three after the visit; nothing is added.
    contradiction : Out(1)
        Some cell has lost both shades.
    """

    def __init__(self, cols: int, clue_bits: int, joined: int):
        self._joined, self._other = SHADES[joined], SHADES[1 - joined]
        super().__init__(1, cols, {
            **{name: In(Cells(cols)) for name in _PLACES}, "clues": In(ClueRow(cols, clue_bits)), "lonely": In(1),
            **{f"{name}_next": Out(Cells(cols)) for name in _PLACES}, "contradiction": Out(1),
        })

    @property
    def rows(self) -> list[data.View]:
        """The three rows before the visit."""
        return [self.above, self.here, self.below]

    @property
    def rows_next(self) -> list[data.View]:
        """The three rows after it."""
        return [self.above_next, self.here_next, self.below_next]

    @abstractmethod
    def left(self, m: Module) -> Sequence[Sequence[Value]]:
        """Return for each of the three rows the cells that the genre's rules let be unshaded, and shaded."""

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.neighbours = neighbours = Neighbours(self._cols)
        joined, other = self._joined, self._other
        m.d.comb += neighbours.certain.eq(self.here[joined] & ~self.here[other])
        lonely = self.lonely.replicate(self._cols)
        for name, row, after, left in zip(_PLACES, self.rows, self.rows_next, self.left(m), strict=True):
            m.d.comb += getattr(neighbours, name).eq(row[joined])
            lost = {other: getattr(neighbours, f"needed_{name}") & lonely}
            if row is self.here:
                lost[joined] = neighbours.lonely & lonely
            for shade, cells in zip(SHADES, left, strict=True):
                kept = row[shade] & cells
                m.d.comb += after[shade].eq(kept & ~lost[shade] if shade in lost else kept)
        m.d.comb += self.contradiction.eq(Cat(
            (row.unshaded | row.shaded) & ~(after.unshaded | after.shaded)
            for row, after in zip(self.rows, self.rows_next, strict=True)).any())
        return m


def connect_visit(m: Module, rules: ShadingRules, cuts: Cuts, joined: str, window: Sequence[data.View],
                  after: Sequence[data.View]) -> None:
    """Connect a visit of three rows and the search for cuts with the rows, each :class:`.Shades`.

    Parameters
    ----------
    m : Module
    rules, cuts
        The visit's parts.
    joined : str
        The plane of the shade whose cells are connected.
    window, after : sequences of View
        The rows before and after the visit, from the upper one on.
    """
    for row, before, next_row, left in zip(window, rules.rows, after, rules.rows_next, strict=True):
        m.d.comb += [
            *(before[shade].eq(row[shade]) for shade in SHADES),
            *(next_row[shade].eq(left[shade]) for shade in SHADES),
            next_row.linked.eq(row[joined] if row is window[1] else row.linked),
        ]
    above, here, below = window
    m.d.comb += [
        cuts.above.eq(above.linked), cuts.below.eq(below.linked), cuts.linked.eq(here.linked),
        cuts.joined.eq(here[joined]),
    ]
