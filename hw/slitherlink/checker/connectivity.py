"""The paper's checks of a region: is it connected, and does it have holes? (Miyauchi and Tanaka 2020, section 3.3)."""

from amaranth.hdl import Array, Cat, Const, Module, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import column_counts, grid_count, popcount, spread
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Connectivity", "Holes"]


class Connectivity(GridUnit):
    """Flood from a seed, one step per clock, until the flood reaches no further cell; then check whether it has reached
    all targets. The cells that the flood has reached are *wet*.

    The flood stays within the cells of ``room``. In the paper (3.3.1), the inside cells are both ``target`` and
    ``room``. If ``room`` has further cells, the unit checks whether the targets *can* still be connected.

    One adder tree counts the targets when the flood starts, the wet cells at each step, and the wet targets at the end.
    The tree has a register halfway, and another at its end.

    Latency: ``busy`` is high for w + 6 clocks, where w is the number of steps in which some cell gets wet, including
    the seed's own step (0 if the seed is not in ``room``).
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "start": In(1),  # start a flood; ignored while busy
            "seed": In(cols).array(rows),  # cells where the flood starts; sampled with ``start``
            # The cells that must get wet, and the cells that can get wet; constant from ``start`` until not busy.
            "target": In(cols).array(rows), "room": In(cols).array(rows),
            "busy": Out(1),  # a flood is running
            "joined": Out(1),  # All targets got wet; valid while idle. 1 if there are no targets.
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows = range(self._rows)
        wet = [Signal(self._cols, name=f"wet{row}") for row in rows]
        counted = [Signal(self._cols, name=f"counted{row}") for row in rows]
        sums = column_counts(m, counted)
        planes = [Signal(self._cols, name=f"plane{digit}") for digit in range(len(sums))]
        count, before, targets = (
            Signal(range(self._rows * self._cols + 1), name=name) for name in ("count", "before", "targets"))
        m.d.comb += [vector.eq(here) for vector, here in zip(counted, wet)]
        m.d.sync += [
            *(plane.eq(digit) for plane, digit in zip(planes, sums)), count.eq(grid_count(planes)), before.eq(count),
            *(here.eq(step) for here, step in zip(wet, spread(wet, self.room))),
        ]

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.comb += [vector.eq(target) for vector, target in zip(counted, self.target)]
                with m.If(self.start):
                    m.d.sync += [here.eq(seed & room) for here, seed, room in zip(wet, self.seed, self.room)]
                    m.next = "SEED"
            with m.State("SEED"):  # The targets are halfway through the tree.
                m.next = "TARGETS"
            with m.State("TARGETS"):
                m.d.sync += [targets.eq(count), before.eq(0)]
                m.next = "FLOOD"
            with m.State("FLOOD"), m.If(count == before):
                m.next = "WET"
            with m.State("WET"):
                m.d.comb += [vector.eq(here & target) for vector, here, target in zip(counted, wet, self.target)]
                m.next = "DRAIN"
            with m.State("DRAIN"):  # The wet targets are halfway through the tree.
                m.next = "COMPARE"
            with m.State("COMPARE"):
                m.d.sync += self.joined.eq(count == targets)
                m.next = "IDLE"
        return m


class Holes(GridUnit):
    """Test a set of cells with Pick's theorem (3.3.2): S = i + b/2 - 1.

    S is the number of cells, i the number of vertices inside, and b the number of lines; the unit counts one row per
    clock. Equality holds exactly if the number of regions (cells connected through edges) exceeds the number of holes
    (outside cells cut off from the frame, even across corners) by one. So a single region has no hole if equality
    holds. Equality also holds for two regions with one hole, so connectivity must be checked, too. For the empty set,
    equality does not hold. A hole that touches the outside at a corner is not detected here, but the corner is a
    checker pattern.

    Latency: ``busy`` is high for ``rows`` + 1 clocks.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "start": In(1),  # start a count; ignored while busy
            "inside": In(cols).array(rows),  # the cells; must not change while busy, from ``start`` on
            "busy": Out(1),  # a count is running
            "pick": Out(1),  # Equality holds; valid while idle. 0 before the first count.
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cells = Signal(range(self._rows * self._cols + 1))
        vertices = Signal.like(cells)
        borders = Signal(range(2 * self._rows * self._cols + self._rows + self._cols + 1))
        above, here = Signal(self._cols), Signal(self._cols)
        following = Signal(range(1, self._rows + 2), init=1)  # the row that is loaded next
        # The frame follows the last row.
        frame = Const(0, self._cols)
        rows = Array([*self.inside, frame, frame])
        both = above & here
        m.d.comb += self.pick.eq(2 * cells + 2 == 2 * vertices + borders)

        with m.If(self.busy):
            m.d.sync += [
                cells.eq(cells + popcount(here)), vertices.eq(vertices + popcount(both[1:] & both[:-1])),
                borders.eq(borders + popcount(above ^ here) + popcount(Cat(here, 0) ^ Cat(0, here))),
                above.eq(here), here.eq(rows[following]), following.eq(following + 1),
                self.busy.eq(following != self._rows + 1),
            ]
        with m.Elif(self.start):
            m.d.sync += [
                cells.eq(0), vertices.eq(0), borders.eq(0),
                above.eq(frame), here.eq(self.inside[0]), following.eq(1), self.busy.eq(1),
            ]
        return m
