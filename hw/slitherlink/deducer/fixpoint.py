"""Propagation of a state to its fixpoint."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.propagation import Fixpoint
from rowloom.hw.primitives.units import share_port
from rowloom.hw.slitherlink.deducer.paths import Paths
from rowloom.hw.slitherlink.deducer.row_flood import RowFlood
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.sweep import SlitherlinkSweep

__all__ = ["SlitherlinkFixpoint"]


class SlitherlinkFixpoint(Fixpoint):
    """Sweep a page, and at the same time join its lines into paths, until nothing more follows.

    The unit floods only on request, or if the lines have become a loop: a flood takes many clocks and seldom finds more
    than the paths do. So a page can be ``decided`` only if it was flooded. If some lines of a page may not have been
    joined yet, all rows of the page must count as changed.

    The other ports are those of :class:`.Fixpoint`. ``forget`` removes all joined lines, with the latency of
    :class:`.PathEnds`; ``undo`` removes the lines that were joined during the lookahead.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, page_rows=rows + 1, state=RowState(cols), clues=ClueRow(cols, SLITHERLINK_BITS),
            ports={
                "colour": In(1), "edge": In(1),  # as in :class:`SlitherlinkSweep`
                # The work that is done in this clock: sweeping, joining lines after a sweep, or flooding.
                "sweeping": Out(1), "joining": Out(1), "flooding": Out(1),
            })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.sweep = sweep = SlitherlinkSweep(self._rows, self._cols)
        m.submodules.paths = paths = Paths(self._rows, self._cols)
        m.submodules.row_flood = flood = RowFlood(self._rows, self._cols)
        again = Signal()
        units = (sweep, paths, flood)
        m.d.comb += [*(unit.height.eq(self.height) for unit in units), paths.width.eq(self.width)]
        share_port(m, self.port, [unit.port for unit in units])
        # The rows to sweep next, after the first sweep.
        first, last = Signal(range(self._rows + 1)), Signal(range(self._rows + 1))
        m.d.comb += [
            self.clue_row.eq(sweep.clue_row), sweep.clues.eq(self.clues), sweep.colour.eq(self.colour),
            sweep.column.eq(Mux(again, 0, self.column)), sweep.edge.eq(self.edge),
            sweep.stop.eq(paths.contradiction),
            paths.lookahead.eq(self.start & self.lookahead), paths.undo.eq(self.undo), paths.forget.eq(self.forget),
            paths.begin.eq(sweep.start), paths.swept.valid.eq(sweep.port.write),
            paths.swept.row.eq(sweep.port.write_row), paths.swept.shapes.eq(sweep.port.write_state.shapes),
            self.sweeping.eq(sweep.busy), self.visiting.eq(sweep.visiting),
        ]
        with m.FSM() as fsm:
            m.d.comb += [
                self.busy.eq(~fsm.ongoing("IDLE")),
                self.joining.eq(fsm.ongoing("REMOVE") | fsm.ongoing("SWEEP") & ~sweep.busy),
                self.flooding.eq(fsm.ongoing("FLOOD")),
                sweep.first.eq(Mux(fsm.ongoing("AGAIN"), first, self.first)),
                sweep.last.eq(Mux(fsm.ongoing("AGAIN"), last, self.last + 1)),
                sweep.whole.eq(fsm.ongoing("IDLE") & self.whole),
            ]

            with m.State("IDLE"):
                m.d.sync += again.eq(0)
                with m.If(self.start):
                    m.d.comb += [sweep.start.eq(~self.flood), flood.start.eq(self.flood)]
                    m.d.sync += [self.decided.eq(0), self.flooded.eq(0)]
                    m.next = "SWEEP"
                    with m.If(self.flood):
                        m.next = "FLOOD"

            with m.State("SWEEP"):
                with m.If(~sweep.busy):
                    m.d.sync += self.contradiction.eq(sweep.contradiction | paths.contradiction)
                    with m.If(sweep.contradiction | paths.contradiction):
                        m.next = "IDLE"
                    with m.Elif(paths.settled):
                        m.next = "IDLE"
                        with m.If(paths.closing):
                            m.d.comb += paths.remove.eq(1)
                            m.next = "REMOVE"
                        with m.Elif(paths.changed):
                            m.next = "AGAIN"
                        with m.Elif(paths.closed):
                            m.d.comb += flood.start.eq(1)
                            m.next = "FLOOD"

            with m.State("REMOVE"):
                with m.If(~paths.busy):
                    m.d.sync += self.contradiction.eq(paths.contradiction)
                    m.next = "IDLE"
                    with m.If(~paths.contradiction & paths.changed):
                        m.next = "AGAIN"

            with m.State("FLOOD"):
                m.d.sync += [first.eq(flood.first), last.eq(flood.last + 1)]
                with m.If(~flood.busy):
                    m.d.sync += [
                        self.contradiction.eq(flood.contradiction),
                        self.decided.eq(flood.decided & ~flood.contradiction & ~flood.changed),
                        self.flooded.eq(self.flooded | flood.changed),
                    ]
                    m.next = "IDLE"
                    with m.If(flood.changed & ~flood.contradiction):
                        m.next = "AGAIN"

            with m.State("AGAIN"):
                m.d.comb += sweep.start.eq(1)
                m.d.sync += again.eq(1)
                m.next = "SWEEP"

        with m.If(fsm.ongoing("REMOVE") | fsm.ongoing("SWEEP")):
            m.d.sync += [
                first.eq(paths.changed_first),
                last.eq(Mux(paths.changed_last == self.height, self.height, paths.changed_last + 1)),
            ]
        return m
