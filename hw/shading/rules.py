"""Rows of cells that are shaded or not, and the rules that all shading genres apply when a row is visited."""

from abc import abstractmethod
from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.units import GridUnit

__all__ = ["SHADES", "Cells", "Cuts", "Neighbours", "Shades", "ShadingRules", "connect_visit"]

SHADES = "unshaded", "shaded"
"""The two shades, indexed by their numbers in puzzles and solutions."""

_PLACES = "above", "here", "below"


class Cells(data.StructLayout):
    """The cells of a row that may be ``unshaded``, and those that may be ``shaded``, one bit for each column.

    A cell of the frame or beyond the puzzle can have neither shade.
    """

    def __init__(self, cols: int):
        super().__init__(dict.fromkeys(SHADES, cols))


class Shades(data.StructLayout):
    """A row of a page: its :class:`Cells`, and the field ``linked``. The cells in ``linked`` could have the joined
    shade when this row was most recently searched for :class:`Cuts`.

    In every solution, the cells of one shade are connected. This *joined* shade is unshaded in a Smullyanic Dynasty,
    and shaded in a Canal View.
    """

    def __init__(self, cols: int):
        super().__init__(dict.fromkeys((*SHADES, "linked"), cols))


class Neighbours(GridUnit):
    """Find the neighbours that must have the joined shade so that the cells of a row are connected; combinational.

    If none of a cell's neighbours may have the joined shade, the cell does not have this shade. If a cell has the
    joined shade and only one of its neighbours may have this shade, this neighbour has it.
    """

    def __init__(self, cols: int):
        super().__init__(1, cols, {
            # In each of three rows, the cells that may have the joined shade; 0 for the frame.
            **{name: In(cols) for name in _PLACES},
            "certain": In(cols),  # the cells of ``here`` that cannot have the other shade
            # The cells that must have the joined shade: each is the only neighbour of a cell of ``certain`` that may
            # have this shade.
            **{f"needed_{name}": Out(cols) for name in _PLACES},
            "lonely": Out(cols),  # the cells of ``here`` without a neighbour that may have the joined shade
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


class Cuts(GridUnit):
    """Find out whether cells of a row that have lost the joined shade may have cut the remaining cells apart. For each
    of these cells, only the eight cells around it are considered. Combinational.

    Imagine that cells lose the joined shade one after another: row by row in the order of the visits, and from left to
    right in a row. Such a cell leaves its neighbours connected if there is only one neighbour, or if the neighbours are
    connected around the cell, through the corners between them. If every such cell has a neighbour and leaves its
    neighbours connected, cells that were connected are still connected, and no flood is needed.
    """

    def __init__(self, cols: int):
        super().__init__(1, cols, {
            "above": In(cols), "below": In(cols),  # cells of the two rows that have not lost the shade; 0 for the frame
            "linked": In(cols),  # cells of the row that could have the shade at the latest search
            "joined": In(cols),  # the cells of ``linked`` that may still have the joined shade; the others have lost it
            "cut": Out(1),  # some cell may have cut its neighbours apart; a cell without a neighbour counts as a cut
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        row = self._cols
        # The cells of `linked` that are not in `joined` lose the shade from left to right. When a cell loses it, the
        # cell to its left is in its final state, `joined`, and the cell to its right in the initial state, `linked`.
        sides = north, east, south, west = [Signal(row, name=name) for name in ("north", "east", "south", "west")]
        m.d.comb += [
            north.eq(self.above), east.eq(self.linked >> 1), south.eq(self.below), west.eq(self.joined << 1),
        ]
        corners = self.above >> 1, self.below >> 1, (self.below << 1)[:row], (self.above << 1)[:row]
        # Around the cell, a joint connects a neighbour with the next neighbour, through the corner between them.
        joints = [Signal(row, name=f"joint_{number}") for number in range(4)]
        ends = [Signal(row, name=f"end_{number}") for number in range(4)]
        m.d.comb += [joint.eq(side & corner & following)
                     for joint, side, corner, following in zip(joints, sides, corners, (*sides[1:], north))]
        m.d.comb += [end.eq(side & ~joint) for end, side, joint in zip(ends, sides, joints)]
        none, several = Signal(row), Signal(row)
        m.d.comb += [
            none.eq(~(north | east | south | west)),
            several.eq(ends[0] & ends[1] | ends[2] & ends[3] | (ends[0] | ends[1]) & (ends[2] | ends[3])),
            self.cut.eq((self.linked & ~self.joined & (none | several)).any()),
        ]
        return m


class ShadingRules(GridUnit):
    """Apply a genre's rules to a row of cells, with the rows above and below it; combinational.

    The rule that all genres share: each cell of the joined shade has a neighbour of that shade; see
    :class:`Neighbours`. A subclass for each genre adds the genre's own rules. The parameter ``joined`` is the number of
    the joined shade, 0 or 1; the attribute ``joined`` is the name of this shade.
    """

    def __init__(self, cols: int, clue_bits: int, joined: int):
        self.joined, self._other = SHADES[joined], SHADES[1 - joined]
        super().__init__(1, cols, {
            **{name: In(Cells(cols)) for name in _PLACES},  # a row, and the rows above and below it
            "clues": In(ClueRow(cols, clue_bits)),  # the clues of the row in the middle
            "lonely": In(1),  # 1 if a cell of the joined shade needs a neighbour of that shade
            **{f"{name}_next": Out(Cells(cols)) for name in _PLACES},  # the rows after the visit
            "contradiction": Out(1),  # some cell has lost both shades
        })

    @property
    def rows(self) -> list[data.View]:
        """The three rows before the visit."""
        return [self.above, self.here, self.below]

    @property
    def rows_next(self) -> list[data.View]:
        """The three rows after the visit."""
        return [self.above_next, self.here_next, self.below_next]

    @abstractmethod
    def left(self, m: Module) -> Sequence[Sequence[Value]]:
        """Return, for each of the three rows, the cells that the genre's own rules allow to be unshaded, and those that
        the rules allow to be shaded."""

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.neighbours = neighbours = Neighbours(self._cols)
        joined, other = self.joined, self._other
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


def connect_visit(m: Module, rules: ShadingRules, cuts: Cuts, window: Sequence[data.View],
                  after: Sequence[data.View]) -> None:
    """Connect the rules and the search for cuts with the three rows of a visit, before and after the visit; the
    ``state`` of each row is a :class:`Shades`."""
    above, here, below = (row.state for row in window)
    for row, before, next_row, left in zip(window, rules.rows, after, rules.rows_next, strict=True):
        m.d.comb += [
            *(before[shade].eq(row.state[shade]) for shade in SHADES),
            *(next_row.state[shade].eq(left[shade]) for shade in SHADES),
            next_row.state.linked.eq(here[rules.joined] if row is window[1] else row.state.linked),
        ]
    m.d.comb += [
        cuts.above.eq(above.linked), cuts.below.eq(below.linked), cuts.linked.eq(here.linked),
        cuts.joined.eq(here[rules.joined]),
    ]
