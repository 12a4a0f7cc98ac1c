"""Sweeps: visit rows, alternately downwards and upwards, until nothing more follows."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.deduction.propagation import Passes
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.slitherlink.deducer.row_rules import RowRules, RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["SlitherlinkSweep"]


class SlitherlinkSweep(GridUnit):
    """Propagate a page to the fixpoint of :class:`RowRules`, one visit per clock.

    Visit k works on rows k - 1 and k with the clues of row k - 1; there is a visit for every row, and a visit for the
    frame below. A window of two rows moves over the changed rows and the rows between them, alternately downwards and
    upwards. A row is read when it enters the window, and written when it leaves the window. A change of row w requests
    the visits w and w + 1. The change is known one clock after the visit, so each pass ends with a visit that was not
    requested, and the next pass begins with the same visit.

    Latency: 3 clocks before the first visit, 1 for each visit, and 1 to write back the window. If a visit finds a
    contradiction, the sweep ends in the clock after this visit.
    """

    def __init__(self, rows: int, cols: int):
        visit = range(rows + 1)
        super().__init__(rows, cols, {
            "height": In(visit),  # the puzzle's rows; must not change while busy
            "start": In(1),  # start; ignored while busy
            "first": In(visit), "last": In(visit),  # the requested visits; sampled with ``start``
            "whole": In(1),  # visit all rows, not only the requested rows; sampled with ``start``
            # The cell of row ``first`` that loses a colour, one-hot, or 0 for no cell. ``column``, ``colour`` and
            # ``edge`` must not change in the two clocks after ``start``.
            "column": In(cols),
            "colour": In(1),  # the colour that the cell keeps, 0 inside or 1 outside
            # The assumption is not about the cell, but about the edge to its right: ``colour`` is 0 for a line, 1 for
            # no line.
            "edge": In(1),
            "stop": In(1),  # end with the next clock; the page is invalid
            "clue_row": Out(range(rows)),  # the row of clues to read; 0 while the unit reads none
            "clues": In(ClueRow(cols, SLITHERLINK_BITS)),  # the clues of this row, one clock later
            "visiting": Out(1),  # a row is visited in this clock
            "contradiction": Out(1),  # the sweep found a contradiction; the page is invalid
            "port": Out(PagePort(rows + 1, RowState(cols))), "busy": Out(1),
        })
        self._rules, self._passes = RowRules(cols), Passes(rows + 1)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rules, m.submodules.passes = self._rules, self._passes
        rules, passes, port = self._rules, self._passes, self.port
        at = Signal(range(self._rows + 1))
        upper, lower = (Signal(RowState(self._cols), name=name) for name in ("upper", "lower"))
        clues = Signal(ClueRow(self._cols, SLITHERLINK_BITS))
        contradiction = Signal()
        m.d.comb += [rules.upper.eq(upper), rules.lower.eq(lower), rules.clues.eq(clues)]
        begins, requested, continues, next_at = self._request(m, at, upper, lower)
        down = passes.down

        frame = RowState(self._cols).const({"shapes": [-1] * len(upper.shapes), "inside": 0, "outside": -1})
        no_clues = ClueRow(self._cols, SLITHERLINK_BITS).without_clues()
        writes_upper, writes_lower = Signal(), Signal()
        m.d.comb += port.write_state.eq(
            Mux(writes_upper, rules.upper_next.as_value(), 0) | Mux(writes_lower, rules.lower_next.as_value(), 0))
        with m.FSM() as fsm:
            # The row that leaves the window is written. The last visit of a sweep changes neither row, because no
            # change requested it.
            m.d.comb += [
                writes_upper.eq(Mux(down, fsm.ongoing("VISIT"), fsm.ongoing("WRITE BACK"))),
                writes_lower.eq(Mux(down, fsm.ongoing("WRITE BACK"), fsm.ongoing("VISIT"))),
                self.busy.eq(~fsm.ongoing("IDLE")), self.visiting.eq(fsm.ongoing("VISIT")),
            ]

            with m.State("IDLE"):
                m.d.comb += [
                    passes.begin.eq(1), passes.first_goal.eq(Mux(self.whole, self.height, self.last)),
                    passes.returns.eq(self.whole),
                ]
                m.d.sync += at.eq(self.first)
                with m.If(self.start):
                    m.d.comb += port.row.eq(self.first - 1)
                    m.d.sync += self.contradiction.eq(0)
                    m.next = "LOAD UPPER"

            with m.State("LOAD UPPER"):
                m.d.comb += [port.row.eq(at), self.clue_row.eq(at - 1)]
                m.d.sync += upper.eq(Mux(at == 0, frame, port.state))
                m.next = "LOAD LOWER"

            with m.State("LOAD LOWER"):
                m.d.comb += [port.row.eq(at + 1), self.clue_row.eq(at), begins.eq(1)]
                m.d.sync += [clues.eq(Mux(at == 0, no_clues, self.clues)), contradiction.eq(0)]
                self._load_assumed(m, lower)
                m.next = "VISIT"

            with m.State("VISIT"):
                m.d.sync += [
                    upper.eq(rules.upper_next), lower.eq(rules.lower_next), contradiction.eq(rules.contradiction)]
                m.d.comb += [
                    passes.visit.eq(1),
                    port.write.eq(~down | (at != 0)), port.write_row.eq(Mux(down, at - 1, at)),
                    # The row that enters the window after the next visit, if any.
                    port.row.eq(Mux(continues, Mux(down, at + 2, at - 3), Mux(down, at - 2, at + 1))),
                    self.clue_row.eq(Mux(continues, Mux(down, at + 1, at - 3), Mux(down, at - 2, at))),
                ]
                with m.If(contradiction | self.stop):
                    m.d.comb += port.write.eq(0)
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"
                with m.Elif(continues):
                    m.d.sync += [at.eq(next_at), clues.eq(self.clues)]
                    with m.If(down):
                        m.d.sync += [upper.eq(rules.lower_next), lower.eq(port.state)]
                    with m.Else():
                        m.d.sync += [lower.eq(rules.upper_next), upper.eq(port.state)]
                        with m.If(at == 1):
                            m.d.sync += [upper.eq(frame), clues.eq(no_clues)]
                with m.Elif(requested | passes.again_now):
                    m.d.comb += [passes.turn.eq(1), passes.stays.eq(passes.again_now)]
                with m.Else():
                    m.next = "WRITE BACK"

            with m.State("WRITE BACK"):
                m.d.comb += [port.write.eq(down | (at != 0)), port.write_row.eq(Mux(down, at, at - 1))]
                m.d.sync += self.contradiction.eq(contradiction)
                m.next = "IDLE"
        return m

    def _request(self, m: Module, at: Signal, upper: data.View, lower: data.View) -> list[Signal]:
        """Request the visits that follow from changed rows.

        Return four signals. ``begins`` is an input: the next visit is the first visit. The others are outputs.
        ``requested``: a further visit of this pass is requested. ``continues``: this further visit lies within the
        puzzle. ``next_at``: the number of this further visit.
        """
        rules, passes, down = self._rules, self._passes, self._passes.down
        before, begins, requested, continues, next_at = Signal.like(at), Signal(), Signal(), Signal(), Signal.like(at)
        changed_upper, changed_lower, below, lower_changes = Signal(), Signal(), Signal(), Signal()
        changed_behind = Signal()
        m.d.comb += [
            # A pass upwards begins with a second visit of the frame below. If the first visit has changed the frame's
            # row, the second visit may find more. Its changes are known one clock later, so a further visit is
            # requested.
            passes.ahead.valid.eq(Mux(down, below, changed_upper | changed_lower & ~below)),
            passes.ahead.at.eq(Mux(down, before + 1, before - 1)),
            changed_behind.eq(Mux(down, changed_upper, below)),
            # Just after a turn, `before` equals `at`, so the previous visit is not requested again.
            passes.behind.valid.eq(changed_behind | (changed_upper | changed_lower) & (at != before)),
            passes.behind.at.eq(Mux(changed_behind, Mux(down, before - 1, before + 1), before)),
            requested.eq(passes.on | passes.ahead.valid), continues.eq(requested & (at != Mux(down, self.height, 0))),
            next_at.eq(Mux(down, at + 1, at - 1)),
            passes.stays.eq(requested & Mux(down, next_at <= passes.goal_now, next_at >= passes.goal_now)),
            lower_changes.eq(rules.lower_next.as_value() != lower.as_value()),
        ]
        with m.If(passes.visit):
            m.d.sync += [
                before.eq(at), changed_lower.eq(lower_changes), below.eq(lower_changes & (at != self.height)),
                changed_upper.eq((rules.upper_next.as_value() != upper.as_value()) & (at != 0)),
            ]
        with m.If(begins):
            m.d.sync += [before.eq(at), changed_upper.eq(0), changed_lower.eq(0), below.eq(0)]
        return [begins, requested, continues, next_at]

    def _load_assumed(self, m: Module, lower: data.View) -> None:
        """Load the row with the assumed cell or edge, and apply the assumption."""
        state = self.port.state
        m.d.sync += lower.eq(state)
        with m.If(self.edge):
            vertex = Cat(0, self.column)
            for number, shape in enumerate(Shape):
                loses = self.colour if shape.south else ~self.colour
                m.d.sync += lower.shapes[number].eq(state.shapes[number] & ~Mux(loses, vertex, 0))
        with m.Elif(self.colour):
            m.d.sync += lower.inside.eq(state.inside & ~self.column)
        with m.Else():
            m.d.sync += lower.outside.eq(state.outside & ~self.column)
