"""The propagation of a Canal View: apply its local rules until nothing more follows."""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib.wiring import In, Out, connect, flipped

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import lowest, one_hot_number, widen
from rowloom.hw.primitives.units import add_memory, share_port
from rowloom.hw.shading.canal.clue_rule import PLANES, ClueCell, ClueRule, numbered
from rowloom.hw.shading.canal.row_pass import RowPass
from rowloom.hw.shading.canal.strikes import Column, Strikes
from rowloom.hw.shading.canal.worklist import ClueWorklist
from rowloom.hw.shading.fixpoint import LocalPropagation
from rowloom.hw.shading.rules import SHADES, Cells

__all__ = ["CanalPropagation"]


class CanalPropagation(LocalPropagation):
    """Visit clues, one per clock, until nothing more follows from them; then visit rows; then visit clues again.

    The state consists of the shades that are still possible for each cell. A clue sees a row and a column, so the state
    is kept both by rows and by columns. A shade that is found to be impossible is *struck*: it is removed in both
    copies, and the clues that see the cell are visited again; see :class:`.strikes.Strikes`. This also applies to the
    cell to which the caller assigns a value, and to the caller's changes in the rows from ``first`` to ``last``. After
    the clues, a pass visits the rows from the first changed row to the last changed row. For a whole page, all rows are
    visited first, and then all clues.

    ``column`` and ``value`` are sampled one clock after ``start``, unless the page is ``whole``.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, ClueRow(cols, PLANES), {
            # Ports to a page with the rows as they were most recently reported (see :class:`.strikes.Strikes`), and to
            # a page of columns. Both pages have the same parent as the page of ``port``; with ``whole``, the contents
            # of the parent do not matter. Not all outputs of these ports are 0 while the unit is idle.
            "reported": Out(PagePort(rows, Cells(cols))), "columns": Out(PagePort(cols, Column(rows))),
            # a column; the clue in this column and the row ``clue_row`` comes one clock later
            "clue_col": Out(range(cols)), "number": In(CANAL_BITS),
        })
        self._row_pass, self._worklist = RowPass(rows, cols), ClueWorklist(rows, cols)
        self._clue_rule, self._strikes = ClueRule(rows, cols), Strikes(rows, cols)

    def elaborate(self, platform) -> Module:
        m = Module()
        row_pass, strikes = self._row_pass, self._strikes
        m.submodules.row_pass, m.submodules.worklist = row_pass, self._worklist
        m.submodules.clue_rule, m.submodules.strikes = self._clue_rule, strikes
        share_port(m, self.port, [row_pass.port, strikes.port])
        connect(m, strikes.reported, flipped(self.reported))
        connect(m, strikes.columns, flipped(self.columns))
        clear, fresh = Signal(), Signal()
        m.d.comb += [
            row_pass.height.eq(self.height), row_pass.lonely.eq(self.lonely), row_pass.clues.eq(self.clues),
            strikes.height.eq(self.height), strikes.width.eq(self.width), strikes.fresh.eq(fresh),
            *(unit.clear.eq(clear) for unit in (self._worklist, self._clue_rule, strikes)),
        ]
        self._number_rows(m, fresh)
        unreported, visits_clues = Signal(self._rows), Signal()
        running, at_hand, advances = self._visit_clues(m, visits_clues, unreported)
        wrong = Signal()
        m.d.sync += wrong.eq(strikes.contradiction | advances & self._clue_rule.contradiction)
        m.d.comb += self.visiting.eq(row_pass.visiting | advances & at_hand.valid)
        # The cell to which the caller assigns a shade loses its other shade in the clock after its row is reported
        # (`given_now`). If the page is whole, the row is reported later; `given_pending` is high until then.
        given_now, given, given_pending = Signal(), Signal.like(self.first), Signal()
        rows = self._collect_rows(m, running, given_now, given)
        changed, settled = rows.changed, rows.settled
        next_unreported, ahead = Signal(self._rows), Signal()
        m.d.comb += [
            next_unreported.eq(lowest(unreported)), row_pass.may_start.eq(running & ~self._worklist.place.valid)]
        with m.If(running):
            m.d.sync += fresh.eq(0)
        m.d.sync += given_now.eq(0)
        with m.If(given_now):
            m.d.comb += [
                strikes.lost.unshaded.eq(Mux(self.value, self.column, 0)),
                strikes.lost.shaded.eq(Mux(self.value, 0, self.column)),
            ]

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                m.d.sync += [
                    given.eq(self.first), given_pending.eq(self.whole),
                    rows.first.eq(self.first), rows.last.eq(self.last), changed.eq(1), settled.eq(0),
                ]
                with m.If(self.start):
                    m.d.sync += [self.contradiction.eq(0), self.cut.eq(0)]
                    with m.If(self.whole):
                        m.d.comb += [
                            row_pass.start.eq(1), row_pass.first.eq(0), row_pass.last.eq(self.height - 1),
                            strikes.begin.eq(1),
                        ]
                        m.d.sync += [fresh.eq(1), changed.eq(0), unreported.eq((1 << self.height) - 1)]
                        m.next = "ROWS"
                    with m.Else():
                        m.d.comb += [strikes.report.enable.eq(1), strikes.report.row.eq(self.first)]
                        m.d.sync += [given_now.eq(1), unreported.eq((2 << self.last) - (2 << self.first))]
                        m.next = "CLUES"

            with m.State("ROWS"):
                m.d.sync += settled.eq(0)
                with m.If(row_pass.port.write & row_pass.struck):
                    m.d.sync += unreported.bit_select(row_pass.port.write_row, 1).eq(1)
                with m.If(~row_pass.busy):
                    m.d.sync += [self.contradiction.eq(row_pass.contradiction), self.cut.eq(self.cut | row_pass.cut)]
                    m.next = "IDLE"
                    with m.If(row_pass.contradiction):
                        m.d.comb += clear.eq(1)
                    with m.Elif(unreported.any()):
                        m.next = "CLUES"

            with m.State("CLUES"):
                m.d.comb += [
                    visits_clues.eq(1), strikes.report.enable.eq(strikes.ready & unreported.any()),
                    strikes.report.row.eq(one_hot_number(next_unreported)),
                ]
                with m.If(strikes.report.enable):
                    m.d.sync += unreported.eq(unreported & ~next_unreported)
                    with m.If(given_pending & (strikes.report.row == given)):
                        m.d.sync += [given_now.eq(1), given_pending.eq(0)]
                # The pass over rows starts during the last visits to clues, and stops if these strike something.
                with m.If(advances & self._worklist.empty & changed & ~ahead & ~wrong):
                    m.d.comb += row_pass.start.eq(1)
                    m.d.sync += ahead.eq(1)
                with m.If(strikes.pending):
                    m.d.comb += row_pass.stop.eq(1)
                    m.d.sync += ahead.eq(0)
                with m.If(wrong):
                    m.d.comb += clear.eq(1)
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"
                with m.Elif(advances & self._worklist.empty & ~at_hand.valid & ~self._clue_rule.busy):
                    m.d.sync += [running.eq(0), changed.eq(0), ahead.eq(0)]
                    m.next = "IDLE"
                    with m.If(changed):
                        m.next = "ROWS"
        with m.If(clear):
            m.d.comb += row_pass.stop.eq(1)
            m.d.sync += [ahead.eq(0), unreported.eq(0), running.eq(0), at_hand.eq(0), fresh.eq(0), wrong.eq(0)]
        return m

    def _number_rows(self, m: Module, fresh: Value) -> None:
        """While the first pass over a whole page reads all clues, store which cells have numbers."""
        row_pass, strikes = self._row_pass, self._strikes
        read, write = add_memory(m, "numbered", self._cols, self._rows)
        m.d.sync += [write.addr.eq(row_pass.clue_row), write.en.eq(row_pass.busy & fresh)]
        m.d.comb += [
            write.data.eq(numbered(self.clues)), read.addr.eq(strikes.port.row), strikes.numbered.eq(read.data)]

    def _visit_clues(self, m: Module, visits_clues: Signal, unreported: Signal) -> tuple[Signal, Signal, Signal]:
        """Visit clues while ``visits_clues`` is high and all rows have been reported.

        A clue's row and column are read when the worklist outputs the clue. After strikes, they are read again.

        Returns
        -------
        running, at_hand, advances : Signal
            ``running``: clues are visited. ``at_hand``: the clue in the first stage. ``advances``: a clue leaves the
            first stage in this clock.
        """
        worklist, clue_rule, strikes = self._worklist, self._clue_rule, self._strikes
        place = ClueCell(self._rows, self._cols)
        at_hand = Signal(place)
        running = Signal()
        resumes, overtaken, advances, look = Signal(), Signal(), Signal(), Signal(place)
        m.d.comb += [
            overtaken.eq(at_hand.valid & (
                strikes.port.write & (strikes.port.write_row == at_hand.row)
                | strikes.columns.write & (strikes.columns.write_row == at_hand.col))),
            resumes.eq(visits_clues & ~running & strikes.quiet & ~overtaken & ~unreported.any()),
            advances.eq(running & ~strikes.pending),
            look.eq(Mux(running, worklist.place.as_value(), at_hand.as_value())),
            worklist.go.eq(visits_clues & ~resumes & (advances | ~at_hand.valid)),
            worklist.by_row.eq(strikes.by_row), worklist.by_col.eq(strikes.by_col),
            clue_rule.go.eq(advances), clue_rule.place.eq(at_hand),
            clue_rule.clues.eq(self.clues), clue_rule.number.eq(self.number),
            *(clue_rule.row[shade].eq(self.port.state[shade]) for shade in SHADES),
            *(clue_rule.column[shade].eq(self.columns.state[shade]) for shade in SHADES),
            strikes.strike.enable.eq(advances & clue_rule.struck_place.valid),
            strikes.strike.row.eq(clue_rule.struck_place.row), strikes.strike.col.eq(clue_rule.struck_place.col),
            strikes.strike.across.eq(clue_rule.across), strikes.strike.down.eq(clue_rule.down),
            self.clue_row.eq(self._row_pass.clue_row | strikes.look.row), self.clue_col.eq(strikes.look.col),
        ]
        with m.If(visits_clues & look.valid):
            m.d.comb += [strikes.look.row.eq(look.row), strikes.look.col.eq(look.col)]
        with m.If(worklist.go):
            m.d.sync += at_hand.eq(worklist.place)
        m.d.sync += running.eq(Mux(running, ~strikes.pending, resumes))
        return running, at_hand, advances

    def _collect_rows(self, m: Module, running: Value, given_now: Value, given: Value) -> "_Changed":
        """Collect the rows that the next pass will visit, and return them."""
        row_pass, strikes, rows = self._row_pass, self._strikes, _Changed(self.first)
        at = Signal.like(self.first)
        m.d.comb += [
            row_pass.first.eq(rows.first), row_pass.last.eq(rows.last),
            at.eq(Mux(given_now, given, self.port.write_row))]
        with m.If(running):
            m.d.sync += rows.settled.eq(1)
        with m.If(row_pass.port.write & row_pass.struck | rows.settled & strikes.port.write
                  | given_now & self.column.any()):
            m.d.sync += rows.changed.eq(1)
            widen(m, rows.first, rows.last, at, rows.changed)
        return rows


class _Changed:
    """The first and the last row that have changed since the previous pass over rows, if any row has ``changed``.
    ``settled`` is high once all changes of that pass have been reported."""

    def __init__(self, row: Signal):
        self.first, self.last = Signal.like(row, name="first_changed"), Signal.like(row, name="last_changed")
        self.changed, self.settled = Signal(name="changed"), Signal(name="settled")
