"""The local rules of a Canal View, to their fixpoint."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from rowloom.engines.genres.canal import CLUE_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort, share
from rowloom.hw.primitives.memory import add_memory
from rowloom.hw.primitives.rows import check_size, lowest, one_hot_number
from rowloom.hw.shading.canal.clue_rule import ClueRule, Place
from rowloom.hw.shading.canal.clues import PLANES, numbered
from rowloom.hw.shading.canal.row_pass import RowPass
from rowloom.hw.shading.canal.strikes import Column, Strikes
from rowloom.hw.shading.canal.worklist import Worklist
from rowloom.hw.shading.shades import Cells, Shades

__all__ = ["JOINED", "Propagation"]

JOINED = 1
"""The shade whose cells are connected: the canal is shaded."""


class Propagation(wiring.Component):
    """Visits clues, one a clock, until nothing more follows from them; then rows; then clues again.

    A clue sees a row and a column, so the state is kept in columns, too. A cell that loses a shade is struck in both,
    and the clues that see it are visited again; see :class:`.strikes.Strikes`. So are the cells that the caller strikes
    or has struck; a sweep of the rows between the first and the last one that have changed comes later. Of a whole
    page, all rows are visited first, and then all clues.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    height, width : In(range(rows + 1)), In(range(cols + 1))
        The puzzle's size; must not change while busy.
    start : In(1)
        Start; ignored while busy.
    first, last : In(range(rows))
        Rows that have changed; sampled with ``start``.
    whole : In(1)
        Another state, or other clues: look at all rows and clues; sampled with ``start``.
    column : In(cols)
        The cell of row ``first`` that gets a shade, one-hot, or 0; sampled one clock after ``start``. With ``whole``,
        it must not change while busy.
    value : In(1)
        The shade that it keeps; likewise.
    lonely : In(1)
        A shaded cell needs a neighbour; must not change while busy. Must be 0 where there may be only one.
    port : Out(PagePort)
        To the page.
    told : Out(PagePort)
        To a page of rows, each :class:`Cells`, that begins as the same page as ``port``'s does. Of this port and the
        next one, not all outputs are 0 while idle.
    columns : Out(PagePort)
        To a page of columns, each a :class:`Column`; likewise. Of a whole state, it does not matter what ``told`` and
        ``columns`` begin as.
    clue_row : Out(range(rows))
        The row of clues to read; 0 while it reads none.
    clues : In(ClueRow)
        Its clues, one clock later.
    clue_col : Out(range(cols))
        The column of the clue to read.
    number : In(8)
        That clue, one clock later.
    busy : Out(1)
        High while it works.
    visiting : Out(1)
        A row or a clue is visited in this clock.
    contradiction : Out(1)
        No solution agrees with the state; the page is invalid.
    cut : Out(1)
        Otherwise: cells that were struck may have cut those that may be shaded; see :class:`.cuts.Cuts`.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("Propagation", rows, cols)
        self._rows, self._cols = rows, cols
        row = range(rows)
        super().__init__({
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),
            "start": In(1), "first": In(row), "last": In(row), "whole": In(1),
            "column": In(cols), "value": In(1), "lonely": In(1),
            "port": Out(PagePort(rows, Shades(cols))), "told": Out(PagePort(rows, Cells(cols))),
            "columns": Out(PagePort(cols, Column(rows))),
            "clue_row": Out(row), "clues": In(ClueRow(cols, PLANES)),
            "clue_col": Out(range(cols)), "number": In(CLUE_BITS),
            "busy": Out(1), "visiting": Out(1), "contradiction": Out(1), "cut": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows, cols = self._rows, self._cols
        m.submodules.row_pass = row_pass = RowPass(rows, cols)
        m.submodules.worklist = worklist = Worklist(rows, cols)
        m.submodules.clue_rule = clue_rule = ClueRule(rows, cols)
        m.submodules.strikes = strikes = Strikes(rows, cols)
        share(m, self.port, [row_pass.port, strikes.port])
        connect(m, strikes.told, flipped(self.told))
        connect(m, strikes.columns, flipped(self.columns))
        clear, fresh = Signal(), Signal()
        m.d.comb += [
            row_pass.height.eq(self.height), row_pass.lonely.eq(self.lonely),
            strikes.height.eq(self.height), strikes.width.eq(self.width), strikes.fresh.eq(fresh),
            row_pass.clues.eq(self.clues), clue_rule.clues.eq(self.clues),
            clue_rule.number.eq(self.number),
            *(unit.clear.eq(clear) for unit in (worklist, clue_rule, strikes)),
            worklist.by_row.eq(strikes.by_row), worklist.by_col.eq(strikes.by_col),
        ]

        # Which cells have numbers: the first pass over a whole state reads all clues.
        read, write = add_memory(m, "numbered", cols, rows)
        m.d.sync += [write.addr.eq(row_pass.clue_row), write.en.eq(row_pass.busy & fresh)]
        m.d.comb += [
            write.data.eq(numbered(self.clues)), read.addr.eq(strikes.port.row), strikes.numbered.eq(read.data)]

        # A clue's row and column are read while it is given; then it goes on with what was read. After strikes, they
        # are read once more.
        at_hand = Signal(Place(rows, cols))
        running = Signal()
        resumes, overtaken = Signal(), Signal()
        looks, untold, goes = Signal(), Signal(rows), Signal()
        look = Signal(Place(rows, cols))
        m.d.comb += [
            overtaken.eq(at_hand.valid & (
                strikes.port.write & (strikes.port.write_row == at_hand.row)
                | strikes.columns.write & (strikes.columns.write_row == at_hand.col))),
            resumes.eq(looks & ~running & strikes.quiet & ~overtaken & ~untold.any()),
            goes.eq(running & ~strikes.pending),
            look.eq(Mux(running, worklist.place.as_value(), at_hand.as_value())),
            worklist.go.eq(looks & ~resumes & (goes | ~at_hand.valid)),
            clue_rule.go.eq(goes), clue_rule.place.eq(at_hand),
            clue_rule.row.unshaded.eq(self.port.state.unshaded), clue_rule.row.shaded.eq(self.port.state.shaded),
            clue_rule.column.unshaded.eq(self.columns.state.unshaded),
            clue_rule.column.shaded.eq(self.columns.state.shaded),
            strikes.strike.enable.eq(goes & clue_rule.struck_place.valid),
            strikes.strike.row.eq(clue_rule.struck_place.row), strikes.strike.col.eq(clue_rule.struck_place.col),
            strikes.strike.across.eq(clue_rule.across), strikes.strike.down.eq(clue_rule.down),
        ]
        with m.If(looks & look.valid):
            m.d.comb += [strikes.look.row.eq(look.row), strikes.look.col.eq(look.col)]
        m.d.comb += [self.clue_row.eq(row_pass.clue_row | strikes.look.row), self.clue_col.eq(strikes.look.col)]
        with m.If(worklist.go):
            m.d.sync += at_hand.eq(worklist.place)
        m.d.sync += running.eq(Mux(running, ~strikes.pending, resumes))
        wrong = Signal()
        m.d.sync += wrong.eq(strikes.contradiction | goes & clue_rule.contradiction)

        # The rows to be visited.
        first, last, changed, settled = Signal.like(self.first), Signal.like(self.last), Signal(), Signal()
        next_untold, begun, ahead = Signal(rows), Signal(), Signal()
        m.d.comb += [
            next_untold.eq(lowest(untold)),
            row_pass.first.eq(first), row_pass.last.eq(last), row_pass.may_start.eq(running & ~worklist.place.valid),
            self.visiting.eq(row_pass.visiting | goes & at_hand.valid),
        ]
        with m.If(running):
            m.d.sync += [settled.eq(1), fresh.eq(0)]
        row_struck = row_pass.port.write & row_pass.struck
        # The caller's cell loses its other shade when its row is told (`begun`), which is to come (`owed`) of a whole
        # page.
        given, owed, at = Signal.like(first), Signal(), Signal.like(first)
        m.d.comb += at.eq(Mux(begun, given, self.port.write_row))
        with m.If(row_struck | settled & strikes.port.write | begun & self.column.any()):
            m.d.sync += changed.eq(1)
            with m.If(~changed | (at < first)):
                m.d.sync += first.eq(at)
            with m.If(~changed | (at > last)):
                m.d.sync += last.eq(at)
        m.d.sync += begun.eq(0)
        with m.If(begun):
            m.d.comb += [
                strikes.lost.unshaded.eq(Mux(self.value, self.column, 0)),
                strikes.lost.shaded.eq(Mux(self.value, 0, self.column)),
            ]

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                m.d.sync += [
                    first.eq(self.first), last.eq(self.last), given.eq(self.first), owed.eq(self.whole),
                    changed.eq(1), settled.eq(0),
                ]
                with m.If(self.start):
                    m.d.sync += [self.contradiction.eq(0), self.cut.eq(0)]
                    with m.If(self.whole):
                        m.d.comb += [
                            row_pass.start.eq(1), row_pass.first.eq(0), row_pass.last.eq(self.height - 1),
                            strikes.begin.eq(1),
                        ]
                        m.d.sync += [fresh.eq(1), changed.eq(0), untold.eq((1 << self.height) - 1)]
                        m.next = "ROWS"
                    with m.Else():
                        m.d.comb += [strikes.tell.enable.eq(1), strikes.tell.row.eq(self.first)]
                        m.d.sync += [begun.eq(1), untold.eq((2 << self.last) - (2 << self.first))]
                        m.next = "CLUES"

            with m.State("ROWS"):
                m.d.sync += settled.eq(0)
                with m.If(row_struck):
                    m.d.sync += untold.bit_select(row_pass.port.write_row, 1).eq(1)
                with m.If(~row_pass.busy):
                    m.d.sync += [self.contradiction.eq(row_pass.contradiction), self.cut.eq(self.cut | row_pass.cut)]
                    m.next = "IDLE"
                    with m.If(row_pass.contradiction):
                        m.d.comb += clear.eq(1)
                    with m.Elif(untold.any()):
                        m.next = "CLUES"

            with m.State("CLUES"):
                m.d.comb += [
                    looks.eq(1), strikes.tell.enable.eq(strikes.ready & untold.any()),
                    strikes.tell.row.eq(one_hot_number(next_untold)),
                ]
                with m.If(strikes.tell.enable):
                    m.d.sync += untold.eq(untold & ~next_untold)
                    with m.If(owed & (strikes.tell.row == given)):
                        m.d.sync += [begun.eq(1), owed.eq(0)]
                # The rows' pass starts with the last clues under way. If these strike something, it is stopped.
                with m.If(goes & worklist.empty & changed & ~ahead & ~wrong):
                    m.d.comb += row_pass.start.eq(1)
                    m.d.sync += ahead.eq(1)
                with m.If(strikes.pending):
                    m.d.comb += row_pass.stop.eq(1)
                    m.d.sync += ahead.eq(0)
                with m.If(wrong):
                    m.d.comb += clear.eq(1)
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"
                with m.Elif(goes & worklist.empty & ~at_hand.valid & ~clue_rule.busy):
                    m.d.sync += [running.eq(0), changed.eq(0), ahead.eq(0)]
                    m.next = "IDLE"
                    with m.If(changed):
                        m.next = "ROWS"
        with m.If(clear):
            m.d.comb += row_pass.stop.eq(1)
            m.d.sync += [ahead.eq(0), untold.eq(0), running.eq(0), at_hand.eq(0), fresh.eq(0), wrong.eq(0)]
        return m
