"""Propagate a page by local rules and by floods, until nothing more follows."""

from collections.abc import Mapping

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.deduction.propagation import Fixpoint
from rowloom.hw.primitives.rows import written
from rowloom.hw.primitives.units import GridUnit, forward_ports, share_port
from rowloom.hw.shading.rules import SHADES, Shades
from rowloom.hw.shading.shade_flood import ShadeFlood

__all__ = ["LocalPropagation", "ShadingFixpoint"]


class LocalPropagation(GridUnit):
    """Propagate a page to the fixpoint of a genre's local rules. Each genre has a subclass.

    ``clues`` is the layout of a row of clues, and ``ports`` are the genre's own ports.
    """

    def __init__(self, rows: int, cols: int, clues: ClueRow, ports: Mapping[str, Member] | None = None):
        self.ports = dict(ports or {})
        row = range(rows)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),  # the puzzle's size; constant while busy
            "start": In(1),  # ignored while busy
            "first": In(row), "last": In(row),  # the first and the last changed row; sampled with ``start``
            "whole": In(1),  # the state or clues are new, so all rows may have changed; sampled with ``start``
            # Assign ``value`` to a cell of row ``first``; ``column`` is one-hot, or 0 for no cell. Both must be stable
            # in the four clocks after ``start`` or, if ``whole`` was high, while busy.
            "column": In(cols), "value": In(1),
            # 1 if a cell of the joined shade needs a neighbour of that shade; 0 if the puzzle may have only one such
            # cell. Constant while busy.
            "lonely": In(1),
            "port": Out(PagePort(rows, Shades(cols))),
            "clue_row": Out(row),  # the row of clues to read; 0 while idle
            "clues": In(clues),  # the clues of this row, one clock later
            "busy": Out(1),
            "visiting": Out(1),  # a row, or a clue, is visited in this clock
            "contradiction": Out(1),  # no solution agrees with the state; the page is invalid
            # Cells that have lost the joined shade may have cut the remaining cells apart (see :class:`.rules.Cuts`).
            # Valid while idle, if there is no contradiction. In each row, ``linked`` then equals the field of the
            # joined shade.
            "cut": Out(1),
            **self.ports,
        })


class ShadingFixpoint(Fixpoint):
    """Propagate and flood a page until nothing more follows.

    A flood takes many clocks and seldom finds anything. The first flood starts when some cell certainly has the joined
    shade. Later floods start only if cells that have lost this shade may have cut the remaining cells apart. The input
    ``flood`` is ignored.

    The unit observes each row that is written. So it knows which rows have undecided cells, and which rows have cells
    that certainly have the joined shade. During a trial, it also stores which rows these were before the trial. After
    ``forget``, the next start visits all rows.

    Latency: the clocks of all propagations and floods, one more clock for each propagation and each flood, and a
    further clock for each propagation after a flood.

    The unit also has the ports that the genre adds to ``propagation``. ``joined`` is the shade whose cells are
    connected.
    """

    def __init__(self, rows: int, cols: int, propagation: LocalPropagation, joined: int):
        self._propagation, self._joined = propagation, joined
        super().__init__(
            rows, cols, page_rows=rows, state=Shades(cols), clues=propagation.signature.members["clues"].shape,
            ports={
                "value": In(1), "lonely": In(1),  # as in :class:`LocalPropagation`; constant while busy
                "sweeping": Out(1), "flooding": Out(1),  # a propagation, or a flood, is running in this clock
                **propagation.ports})

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.propagation = propagation = self._propagation
        m.submodules.flood = flood = ShadeFlood(self._rows, self._cols, self._joined)
        again = Signal()
        share_port(m, self.port, [propagation.port, flood.port])
        forward_ports(m, propagation, self, propagation.ports)
        m.d.comb += [
            propagation.height.eq(self.height), propagation.width.eq(self.width), flood.height.eq(self.height),
            propagation.column.eq(Mux(again, 0, self.column)), propagation.value.eq(self.value),
            propagation.lonely.eq(self.lonely), propagation.clues.eq(self.clues),
            self.clue_row.eq(propagation.clue_row),
            self.sweeping.eq(propagation.busy), self.flooding.eq(flood.busy), self.visiting.eq(propagation.visiting),
        ]

        # `now` describes the current page, and `base` describes the page before the trial: the rows with undecided
        # cells, the rows with cells that certainly have the joined shade, and whether the page has been flooded.
        known = data.StructLayout({"undecided": self._rows, "certain": self._rows, "flooded": 1})
        now, base, lookahead, whole = Signal(known), Signal(known), Signal(), Signal()
        row = Signal(Shades(self._cols))
        joined, other = row[SHADES[self._joined]], row[SHADES[1 - self._joined]]
        m.d.comb += row.eq(
            self.port.write_state.as_value() | self.port.keep.as_value() & self.port.state.as_value())
        # A written row is taken into account one clock after it was written: doing both in the same clock would be the
        # critical path.
        at, undecided, certain, flooded = Signal(self._rows), Signal(), Signal(), Signal()
        current, certain_rows = Signal(known), Signal(self._rows)
        m.d.sync += [
            at.eq(Mux(self.port.write, 1 << self.port.write_row, 0)),
            undecided.eq((joined & other).any()), certain.eq((joined & ~other).any()), now.eq(current),
        ]
        m.d.comb += [
            current.undecided.eq(written(now.undecided, at, undecided)),
            certain_rows.eq(written(now.certain, at, certain)),
            current.certain.eq(certain_rows), current.flooded.eq(now.flooded | flooded),
        ]
        ends = Signal()
        with m.If(ends):
            m.d.sync += self.decided.eq(~current.undecided.any())
            with m.If(~lookahead):
                m.d.sync += base.eq(current)

        with m.FSM() as fsm:
            m.d.comb += [
                self.busy.eq(~fsm.ongoing("IDLE")),
                propagation.first.eq(Mux(fsm.ongoing("AGAIN"), flood.first, self.first)),
                propagation.last.eq(Mux(fsm.ongoing("AGAIN"), flood.last, self.last)),
                propagation.whole.eq(fsm.ongoing("IDLE") & whole),
            ]

            with m.State("IDLE"):
                m.d.sync += [again.eq(0), lookahead.eq(self.lookahead)]
                with m.If(self.start):
                    m.d.comb += propagation.start.eq(1)
                    m.d.sync += [
                        self.contradiction.eq(0), self.decided.eq(0),
                        now.eq(Mux(whole, 0, base.as_value())), whole.eq(0),
                    ]
                    m.next = "PROPAGATION"

            with m.State("PROPAGATION"):
                with m.If(~propagation.busy):
                    m.d.sync += self.contradiction.eq(propagation.contradiction)
                    m.next = "IDLE"
                    with m.If(~propagation.contradiction):
                        with m.If(certain_rows.any() & (~now.flooded | propagation.cut)):
                            m.d.comb += [flood.start.eq(1), flooded.eq(1)]
                            m.next = "FLOOD"
                        with m.Else():
                            m.d.comb += ends.eq(1)

            with m.State("FLOOD"):
                with m.If(~flood.busy):
                    m.d.sync += self.contradiction.eq(flood.contradiction)
                    m.next = "IDLE"
                    with m.If(~flood.contradiction):
                        with m.If(flood.changed):
                            m.next = "AGAIN"
                        with m.Else():
                            m.d.comb += ends.eq(1)

            with m.State("AGAIN"):
                m.d.comb += propagation.start.eq(1)
                m.d.sync += again.eq(1)
                m.next = "PROPAGATION"
        with m.If(self.forget):
            m.d.sync += whole.eq(1)
        return m
