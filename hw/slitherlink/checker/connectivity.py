"""The paper's flood: are all cells of one colour connected? (Miyauchi and Tanaka 2020, section 3.3.1)."""

from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.popcount import column_counts, grid_count
from rowloom.hw.primitives.rows import spread
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Connectivity"]


class Connectivity(GridUnit):
    """Floods from a seed, one step a clock, until no further cell gets wet; then checks whether all targets are wet.

    In the paper, the inside cells are target and room. With more room than targets the flood says whether the targets
    *can* still be connected.

    One adder tree counts the targets when the flood starts, the wet cells at each step, and the wet targets at the end.
    It has a register halfway and one at its end.

    Latency: ``busy`` is high for w + 6 clocks, where w is the number of steps in which some cell gets wet, the seed's
    own included (0 if the seed has no room).

    Members
    -------
    start : In(1)
        Start a flood; ignored while one runs.
    seed : In(cols), ``rows`` of them
        Cells where the flood starts; sampled when ``start`` is high.
    target, room : In(cols), ``rows`` of them
        The cells that must get wet, and those that may; must not change from ``start`` until ``busy`` is low.
    busy : Out(1)
        A flood is running.
    joined : Out(1)
        All targets got wet; valid when ``busy`` is low. 1 if there are no targets.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "start": In(1), **{name: In(cols).array(rows) for name in ("seed", "target", "room")},
            "busy": Out(1), "joined": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows = range(self._rows)
        p = [Signal(self._cols, name=f"p{row}") for row in rows]
        counted = [Signal(self._cols, name=f"counted{row}") for row in rows]
        sums = column_counts(m, counted)
        planes = [Signal(self._cols, name=f"plane{digit}") for digit in range(len(sums))]
        count, before, targets = (
            Signal(range(self._rows * self._cols + 1), name=name) for name in ("count", "before", "targets")
        )
        m.d.comb += [vector.eq(here) for vector, here in zip(counted, p)]
        m.d.sync += [
            *(plane.eq(digit) for plane, digit in zip(planes, sums)), count.eq(grid_count(planes)), before.eq(count),
            *(here.eq(step) for here, step in zip(p, spread(p, self.room))),
        ]

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.comb += [vector.eq(target) for vector, target in zip(counted, self.target)]
                with m.If(self.start):
                    m.d.sync += [here.eq(seed & room) for here, seed, room in zip(p, self.seed, self.room)]
                    m.next = "SEED"
            with m.State("SEED"):  # The targets are halfway through the tree.
                m.next = "TARGETS"
            with m.State("TARGETS"):
                m.d.sync += [targets.eq(count), before.eq(0)]
                m.next = "FLOOD"
            with m.State("FLOOD"), m.If(count == before):
                m.next = "WET"
            with m.State("WET"):
                m.d.comb += [vector.eq(here & target) for vector, here, target in zip(counted, p, self.target)]
                m.next = "DRAIN"
            with m.State("DRAIN"):  # The wet targets are halfway through the tree.
                m.next = "COMPARE"
            with m.State("COMPARE"):
                m.d.sync += self.joined.eq(count == targets)
                m.next = "IDLE"
        return m
