"""Visits of rows, down the page."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.canal.row_rules import JOINED, RowRules
from rowloom.hw.shading.cuts import Cuts
from rowloom.hw.shading.rules import connect_visit
from rowloom.hw.shading.shades import SHADES, Shades

__all__ = ["Held", "RowPass"]


class Held(data.StructLayout):
    """A row at hand: its state; whether the page has another one; whether it has lost a shade."""

    def __init__(self, cols: int):
        super().__init__({"state": Shades(cols), "dirty": 1, "struck": 1})


class RowPass(GridUnit):
    """Visits rows that have changed, and the rows beside them, once each, down the page.

    A visit works on a row and on those above and below; see :class:`.RowRules`. It looks for cuts among the cells that
    the row has lost before; see :class:`.cuts.Cuts`. Rows that a visit changes are not visited again: that is for the
    next pass, with what follows for the clues in between. A row that has changed is written one clock after it has left
    the window of three rows.

    Latency: 4 clocks before the first visit, or 3 if that is of the first row; 1 for each visit; then 1, and 1 or 2
    more if the last row visited, or the one below, has changed. One clock after a visit that finds a contradiction.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows; must not change while busy.
    start : In(1)
        Start; ignored while busy.
    may_start : In(1)
        While idle, read the row above the window, if there is one: ``start`` may be high in this clock. Must be high
        with ``start`` unless ``first`` is 0 or 1.
    first, last : In(range(rows))
        Rows that have changed; sampled with ``start``.
    lonely : In(1)
        For the rules; must not change while busy.
    stop : In(1)
        Forget it; only in the three clocks after ``start``, in which nothing is written.
    port : Out(PagePort)
        To the page.
    clue_row : Out(range(rows))
        The row of clues to read; 0 while it reads none.
    clues : In(ClueRow)
        Its clues, one clock later.
    struck : Out(1)
        The row that is written has lost a shade.
    busy : Out(1)
        High while it works.
    visiting : Out(1)
        A row is visited in this clock.
    contradiction : Out(1)
        A visit found a contradiction; the page is invalid.
    cut : Out(1)
        Otherwise: cells that were no longer shaded when their row was visited may have cut those that may be.
    """

    def __init__(self, rows: int, cols: int):
        row = range(rows)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)), "start": In(1), "may_start": In(1), "first": In(row), "last": In(row),
            "lonely": In(1), "stop": In(1), "port": Out(PagePort(rows, Shades(cols))),
            "clue_row": Out(row), "clues": In(ClueRow(cols, PLANES)),
            "struck": Out(1), "busy": Out(1), "visiting": Out(1), "contradiction": Out(1), "cut": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rules = rules = RowRules(self._cols)
        m.submodules.cuts = cuts = Cuts(self._cols)
        port, held = self.port, Held(self._cols)

        # The window around the row `at`, and the row that has left it; the last row to visit.
        window = above, here, below = [Signal(held, name=name) for name in ("above", "here", "below")]
        left = Signal(held)
        at = Signal(range(self._rows + 3))
        goal = Signal(range(self._rows))
        free, wrong = Signal(self._cols), Signal()
        after = [Signal(held, name=f"{name}_after") for name in ("above", "here", "below")]
        connect_visit(
            m, rules, cuts, SHADES[JOINED], [row.state for row in window], [row.state for row in after])
        m.d.comb += [rules.clues.free.eq(free), rules.lonely.eq(self.lonely)]
        for row, next_row, left_by_rules in zip(window, after, rules.rows_next, strict=True):
            changed, joined = Signal(), row.state[SHADES[JOINED]]
            m.d.comb += [
                changed.eq(Cat(row.state[shade] != left_by_rules[shade] for shade in SHADES).any()),
                next_row.dirty.eq(row.dirty | changed | (row.state.linked != joined if row is here else 0)),
                next_row.struck.eq(row.struck | changed),
            ]

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), self.visiting.eq(fsm.ongoing("VISIT"))]

            with m.State("IDLE"):
                m.d.sync += [
                    at.eq(Mux(self.first == 0, 0, self.first - 1)),
                    goal.eq(Mux(self.last + 1 == self.height, self.last, self.last + 1)),
                    above.eq(0), left.eq(0), wrong.eq(0),
                ]
                # `start` settles too late in the clock for an address to depend on it.
                with m.If(self.may_start & (self.first > 1)):
                    m.d.comb += port.row.eq(self.first - 2)
                with m.If(self.start):
                    m.d.sync += [self.contradiction.eq(0), self.cut.eq(0)]
                    m.next = "LOAD HERE"
                    with m.If(self.first > 1):
                        m.next = "LOAD ABOVE"

            with m.State("LOAD ABOVE"):
                m.d.comb += port.row.eq(at)
                m.d.sync += above.state.eq(port.state)
                m.next = "LOAD HERE"
                with m.If(self.stop):
                    m.next = "IDLE"

            with m.State("LOAD HERE"):
                m.d.comb += [port.row.eq(at + 1), self.clue_row.eq(at)]
                m.d.sync += [here.eq(0), here.state.eq(port.state)]
                m.next = "LOAD BELOW"
                with m.If(self.stop):
                    m.next = "IDLE"

            with m.State("LOAD BELOW"):
                m.d.comb += [port.row.eq(at + 2), self.clue_row.eq(at + 1)]
                m.d.sync += [
                    free.eq(self.clues.free), below.eq(0),
                    below.state.eq(Mux(at + 1 == self.height, 0, port.state.as_value())),
                ]
                m.next = "VISIT"
                with m.If(self.stop):
                    m.next = "IDLE"

            with m.State("VISIT"):
                m.d.comb += [port.row.eq(at + 3), self.clue_row.eq(at + 2)]
                m.d.sync += [
                    left.eq(after[0]), above.eq(after[1]), here.eq(after[2]), below.eq(0),
                    below.state.eq(Mux(at + 2 == self.height, 0, port.state.as_value())),
                    at.eq(at + 1), free.eq(self.clues.free), wrong.eq(rules.contradiction),
                    self.cut.eq(self.cut | cuts.cut),
                ]
                with m.If(at == goal):
                    m.next = "WRITE BACK"
                with m.If(wrong):
                    m.d.sync += self.contradiction.eq(1)
                with m.If(wrong | self.stop):
                    m.next = "IDLE"

            with m.State("WRITE BACK"):
                m.d.sync += [left.eq(above), above.eq(here), here.eq(0), at.eq(at + 1)]
                with m.If(wrong):
                    m.d.sync += self.contradiction.eq(1)
                with m.If(wrong | ~above.dirty & ~here.dirty):
                    m.next = "IDLE"

        with m.If((fsm.ongoing("VISIT") | fsm.ongoing("WRITE BACK")) & left.dirty & ~wrong):
            m.d.comb += [
                port.write.eq(1), port.write_row.eq(at - 2), port.write_state.eq(left.state),
                self.struck.eq(left.struck),
            ]
        return m
