"""Propagation of a state to its fixpoint."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import check_size
from rowloom.hw.slitherlink.deducer.pages import PagePort
from rowloom.hw.slitherlink.deducer.paths import Paths
from rowloom.hw.slitherlink.deducer.row_flood import RowFlood
from rowloom.hw.slitherlink.deducer.row_rules import ClueRow
from rowloom.hw.slitherlink.deducer.sweep import Sweep

__all__ = ["Fixpoint"]


class Fixpoint(wiring.Component):
    """Sweeps a page, joins its lines and floods it, in turn, until nothing more follows.

    During lookahead, it floods only if the lines have become a loop: a flood would take most of the time and seldom
    find more than the paths do.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows; must not change while busy.
    start : In(1)
        Start; ignored while busy.
    first, last, column, colour : In
        As in :class:`Sweep`.
    coloured : In(1)
        Colours have changed since the last flood; sampled with ``start``. If 0, the page is flooded only if the sweep
        changes some.
    lookahead : In(1)
        The page is for lookahead; must not change while busy.
    undo : In(1)
        Take back all lines that the lookahead joined. Once after each lookahead.
    forget : In(1)
        Remove all joined lines, for another state. Not while busy or ``forgetting``.
    mark : In(1)
        The caller has changed the shapes of the row ``marked``. Not while busy.
    marked : In(range(rows + 1))
        That row.
    port : Out(PagePort)
        To the page.
    clue_row : Out(range(rows))
        The row of clues to read.
    clues : In(ClueRow)
        Its clues, one clock later.
    busy : Out(1)
        High while it works. The next two outputs are valid when it is low again.
    contradiction : Out(1)
        No solution agrees with the state.
    decided : Out(1)
        The page is a solution; 0 if the page was not flooded.
    forgetting : Out(1)
        ``undo`` or ``forget`` is in progress; ``start`` and ``undo`` are allowed.
    sweeping, joining, flooding, visiting : Out(1)
        What happens in this clock: a sweep, joining lines, a flood; a row visit.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("Fixpoint", rows, cols)
        self._rows, self._cols = rows, cols
        visit = range(rows + 1)
        super().__init__({
            "height": In(visit), "start": In(1), "first": In(visit), "last": In(visit),
            "column": In(cols), "colour": In(1), "coloured": In(1),
            "lookahead": In(1), "undo": In(1), "forget": In(1),
            "mark": In(1), "marked": In(visit), "forgetting": Out(1),
            "port": Out(PagePort(rows, cols)),
            "clue_row": Out(range(rows)), "clues": In(ClueRow(cols)),
            "busy": Out(1), "contradiction": Out(1), "decided": Out(1),
            "sweeping": Out(1), "joining": Out(1), "flooding": Out(1), "visiting": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.sweep = sweep = Sweep(self._rows, self._cols)
        m.submodules.paths = paths = Paths(self._rows, self._cols)
        m.submodules.flood = flood = RowFlood(self._rows, self._cols)
        m.d.comb += [
            self.clue_row.eq(sweep.clue_row), sweep.clues.eq(self.clues),
            paths.lined.eq(sweep.lined), paths.mark.eq(self.mark), paths.marked.eq(self.marked),
            paths.lookahead.eq(self.start & self.lookahead), paths.undo.eq(self.undo), paths.forget.eq(self.forget),
            self.forgetting.eq(paths.busy & ~self.busy),
        ]
        for unit in (sweep, paths, flood):
            m.d.comb += [unit.height.eq(self.height), unit.port.state.eq(self.port.state)]
        joining, flooding, again = Signal(), Signal(), Signal()
        for name in ("row", "write", "write_row"):
            of_sweep, of_paths, of_flood = (getattr(unit.port, name) for unit in (sweep, paths, flood))
            m.d.comb += getattr(self.port, name).eq(Mux(flooding, of_flood, Mux(joining, of_paths, of_sweep)))
        m.d.comb += [
            self.port.write_state.eq(sweep.port.write_state),
            self.port.keep.eq(paths.port.keep.as_value() | flood.port.keep.as_value()),
        ]

        # The rows to sweep next, after the first sweep.
        first, last = Signal.like(self.first), Signal.like(self.last)
        m.d.comb += [sweep.column.eq(Mux(again, 0, self.column)), sweep.colour.eq(self.colour)]
        coloured = Signal()
        with m.FSM() as fsm:
            m.d.comb += [
                self.busy.eq(~fsm.ongoing("IDLE")), joining.eq(fsm.ongoing("JOIN")), flooding.eq(fsm.ongoing("FLOOD")),
                self.sweeping.eq(sweep.busy), self.joining.eq(joining), self.flooding.eq(flooding),
                self.visiting.eq(sweep.visiting),
                sweep.first.eq(Mux(fsm.ongoing("AGAIN"), first, self.first)),
                sweep.last.eq(Mux(fsm.ongoing("AGAIN"), last, self.last)),
            ]

            with m.State("IDLE"):
                m.d.sync += again.eq(0)
                with m.If(self.start):
                    m.d.comb += sweep.start.eq(1)
                    m.d.sync += [coloured.eq(self.coloured), self.decided.eq(0)]
                    m.next = "SWEEP"

            with m.State("SWEEP"):
                with m.If(~sweep.busy):
                    m.d.sync += [
                        self.contradiction.eq(sweep.contradiction), coloured.eq(coloured | sweep.coloured), again.eq(1)]
                    with m.If(sweep.contradiction):
                        m.next = "IDLE"
                    with m.Elif(~paths.busy):
                        m.d.comb += paths.start.eq(1)
                        m.next = "JOIN"

            with m.State("JOIN"):
                m.d.sync += [
                    first.eq(paths.changed_first),
                    last.eq(Mux(paths.changed_last == self.height, self.height, paths.changed_last + 1)),
                ]
                with m.If(~paths.busy):
                    m.d.sync += self.contradiction.eq(paths.contradiction)
                    m.next = "IDLE"
                    with m.If(~paths.contradiction):
                        with m.If(paths.changed):
                            m.next = "AGAIN"
                        with m.Elif(paths.closed | coloured & ~self.lookahead):
                            m.d.comb += flood.start.eq(1)
                            m.next = "FLOOD"

            with m.State("FLOOD"):
                m.d.sync += [first.eq(flood.first), last.eq(flood.last + 1)]
                with m.If(~flood.busy):
                    m.d.sync += [
                        self.contradiction.eq(flood.contradiction),
                        self.decided.eq(flood.decided & ~flood.contradiction), coloured.eq(0),
                    ]
                    m.next = "IDLE"
                    with m.If(flood.changed & ~flood.contradiction):
                        m.d.sync += self.decided.eq(0)
                        m.next = "AGAIN"

            with m.State("AGAIN"):
                m.d.comb += sweep.start.eq(1)
                m.next = "SWEEP"
        return m
