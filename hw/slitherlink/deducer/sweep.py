"""Visits of rows, down and up, until nothing more follows."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.engines.genres.slitherlink import CLUE_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import check_size
from rowloom.hw.slitherlink.deducer.row_rules import RowRules, RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["Sweep"]


class Sweep(wiring.Component):
    """Takes a page to the fixpoint of :class:`RowRules`, one visit a clock.

    Visit k works on rows k - 1 and k with the clues of row k - 1; there is one for every row and one for the frame
    below. A window of two rows moves over the page, down and up in turn, over the changed rows and those between them.
    A row is read when it enters the window, and written when it leaves. A change of row w requests the visits w and
    w + 1. As it is known one clock after the visit, each pass ends with a visit that was not requested, and the next
    pass begins with the same one.

    Latency: 3 clocks before the first visit, 1 for each visit, 1 to write back the window; 1 from the visit that finds
    a contradiction.

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
    first, last : In(range(rows + 1))
        The requested visits; sampled with ``start``.
    whole : In(1)
        Visit all rows, not only the requested ones; sampled with ``start``.
    column : In(cols)
        The cell of row ``first`` that loses a colour, one-hot, or 0; must not change in the two clocks after ``start``.
    colour : In(1)
        The colour that it keeps, 0 inside or 1 outside; likewise.
    edge : In(1)
        Instead, the edge to the right of the cell is a line (``colour`` 0) or none (1); likewise.
    stop : In(1)
        End with the next clock; the page is invalid.
    port : Out(PagePort)
        To the page.
    clue_row : Out(range(rows))
        The row of clues to read; 0 while it reads none.
    clues : In(ClueRow)
        Its clues, one clock later.
    busy : Out(1)
        High while it works.
    visiting : Out(1)
        A row is visited in this clock.
    contradiction : Out(1)
        The last sweep found a contradiction; the page is invalid.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("Sweep", rows, cols)
        self._rows, self._cols = rows, cols
        visit = range(rows + 1)
        super().__init__({
            "height": In(visit), "start": In(1), "first": In(visit), "last": In(visit),
            "whole": In(1), "column": In(cols), "colour": In(1), "edge": In(1), "stop": In(1),
            "port": Out(PagePort(rows + 1, RowState(cols))),
            "clue_row": Out(range(rows)), "clues": In(ClueRow(cols, CLUE_BITS)),
            "busy": Out(1), "visiting": Out(1), "contradiction": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rules = rules = RowRules(self._cols)
        port = self.port

        at = Signal(range(self._rows + 1))
        down = Signal()
        upper, lower = Signal(RowState(self._cols)), Signal(RowState(self._cols))
        clues = Signal(ClueRow(self._cols, CLUE_BITS))
        m.d.comb += [rules.upper.eq(upper), rules.lower.eq(lower), rules.clues.eq(clues)]

        # Results of the visit before: which rows changed, and which visits that requests.
        before, changed_upper, changed_lower, below = Signal.like(at), Signal(), Signal(), Signal()
        contradiction = Signal()
        changed_ahead, changed_behind = Signal(), Signal()
        m.d.comb += [
            # The pass up begins with a second visit of the frame below. If the first one changed the frame's row, it
            # requested the second one, whose changes show with the visit after it.
            changed_ahead.eq(Mux(down, below, changed_upper | changed_lower & ~below)),
            changed_behind.eq(Mux(down, changed_upper, below)),
        ]

        # The requested visits of this pass end at `goal`; it is `on` until that is passed. Those of the next end at
        # `back`, if there are any (`again`).
        on, goal, again, back = Signal(), Signal.like(at), Signal(), Signal.like(at)
        goal_now, again_now, back_now = Signal.like(at), Signal(), Signal.like(at)
        asked, end, goes_on, onward = Signal(), Signal(), Signal(), Signal.like(at)
        ahead = Mux(down, before + 1, before - 1)
        behind = Mux(changed_behind, Mux(down, before - 1, before + 1), before)
        # Right after a turn the visit before was this very one.
        returns = changed_behind | (changed_upper | changed_lower) & (at != before)
        m.d.comb += [
            asked.eq(on | changed_ahead),
            goal_now.eq(Mux(changed_ahead & (~on | Mux(down, ahead > goal, ahead < goal)), ahead, goal)),
            again_now.eq(again | returns),
            back_now.eq(Mux(returns & (~again | Mux(down, behind < back, behind > back)), behind, back)),
            end.eq(at == Mux(down, self.height, 0)),
            goes_on.eq(asked & ~end),
            onward.eq(Mux(down, at + 1, at - 1)),
        ]

        frame = RowState(self._cols).const({"shapes": [-1] * len(upper.shapes), "inside": 0, "outside": -1})
        no_clues = ClueRow(self._cols, CLUE_BITS).without_clues()

        writes_upper, writes_lower = Signal(), Signal()
        m.d.comb += port.write_state.eq(
            Mux(writes_upper, rules.upper_next.as_value(), 0) | Mux(writes_lower, rules.lower_next.as_value(), 0))
        with m.FSM() as fsm:
            # The row that leaves the window; the last visit, which was not requested, has changed neither row.
            m.d.comb += [
                writes_upper.eq(Mux(down, fsm.ongoing("VISIT"), fsm.ongoing("WRITE BACK"))),
                writes_lower.eq(Mux(down, fsm.ongoing("WRITE BACK"), fsm.ongoing("VISIT"))),
                self.busy.eq(~fsm.ongoing("IDLE")), self.visiting.eq(fsm.ongoing("VISIT")),
            ]

            with m.State("IDLE"):
                m.d.sync += [at.eq(self.first), goal.eq(Mux(self.whole, self.height, self.last)), again.eq(self.whole)]
                with m.If(self.start):
                    m.d.comb += port.row.eq(self.first - 1)
                    m.d.sync += self.contradiction.eq(0)
                    m.next = "LOAD UPPER"

            with m.State("LOAD UPPER"):
                m.d.comb += [port.row.eq(at), self.clue_row.eq(at - 1)]
                m.d.sync += upper.eq(Mux(at == 0, frame, port.state))
                m.next = "LOAD LOWER"

            with m.State("LOAD LOWER"):
                m.d.comb += [port.row.eq(at + 1), self.clue_row.eq(at)]
                m.d.sync += [
                    lower.eq(port.state), clues.eq(Mux(at == 0, no_clues, self.clues)),
                    down.eq(1), on.eq(1), back.eq(0), before.eq(at),
                    changed_upper.eq(0), changed_lower.eq(0), below.eq(0), contradiction.eq(0),
                ]
                with m.If(self.edge):
                    vertex = Cat(0, self.column)
                    for number, shape in enumerate(Shape):
                        loses = self.colour if shape.south else ~self.colour
                        m.d.sync += lower.shapes[number].eq(port.state.shapes[number] & ~Mux(loses, vertex, 0))
                with m.Elif(self.colour):
                    m.d.sync += lower.inside.eq(port.state.inside & ~self.column)
                with m.Else():
                    m.d.sync += lower.outside.eq(port.state.outside & ~self.column)
                m.next = "VISIT"

            with m.State("VISIT"):
                m.d.sync += [
                    upper.eq(rules.upper_next), lower.eq(rules.lower_next), before.eq(at),
                    changed_upper.eq((rules.upper_next.as_value() != upper.as_value()) & (at != 0)),
                    changed_lower.eq(rules.lower_next.as_value() != lower.as_value()),
                    below.eq((rules.lower_next.as_value() != lower.as_value()) & (at != self.height)),
                    contradiction.eq(rules.contradiction),
                    on.eq(asked & Mux(down, onward <= goal_now, onward >= goal_now)),
                    goal.eq(goal_now), again.eq(again_now), back.eq(back_now),
                ]
                m.d.comb += [
                    port.write.eq(~down | (at != 0)), port.write_row.eq(Mux(down, at - 1, at)),
                    # The row that enters the window after the next visit, if there is one.
                    port.row.eq(Mux(goes_on, Mux(down, at + 2, at - 3), Mux(down, at - 2, at + 1))),
                    self.clue_row.eq(Mux(goes_on, Mux(down, at + 1, at - 3), Mux(down, at - 2, at))),
                ]
                with m.If(contradiction | self.stop):
                    m.d.comb += port.write.eq(0)
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"
                with m.Elif(goes_on):
                    m.d.sync += [at.eq(onward), clues.eq(self.clues)]
                    with m.If(down):
                        m.d.sync += [upper.eq(rules.lower_next), lower.eq(port.state)]
                    with m.Else():
                        m.d.sync += [lower.eq(rules.upper_next), upper.eq(port.state)]
                        with m.If(at == 1):
                            m.d.sync += [upper.eq(frame), clues.eq(no_clues)]
                with m.Elif(asked | again_now):
                    m.d.sync += [down.eq(~down), on.eq(again_now), goal.eq(back_now), again.eq(0)]
                with m.Else():
                    m.next = "WRITE BACK"

            with m.State("WRITE BACK"):
                m.d.comb += [port.write.eq(down | (at != 0)), port.write_row.eq(Mux(down, at, at - 1))]
                m.d.sync += self.contradiction.eq(contradiction)
                m.next = "IDLE"
        return m
