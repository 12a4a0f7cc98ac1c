"""The ports of units that propagate a page, and a unit that plans the passes of a window over the page."""

from collections.abc import Mapping

from amaranth.hdl import Module, Mux, ShapeLike, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Fixpoint", "Passes"]


class Fixpoint(GridUnit):
    """The ports of a unit that propagates a page to the fixpoint of a genre's rules. Each genre has a subclass.

    Parameters
    ----------
    page_rows : int
        The number of rows of a page.
    state : ShapeLike
        The contents of a row of a page.
    clues : ClueRow
        The clues of a row.
    ports : mapping of str to Member
        The genre's other ports: the assumption about a cell, outputs that are high during one kind of work, and
        interfaces to further pages. These pages have the same addresses and parents as the pages of ``port``, but a
        :class:`.PageFiller` does not copy them.
    """

    def __init__(self, rows: int, cols: int, *, page_rows: int, state: ShapeLike, clues: ClueRow,
                 ports: Mapping[str, Member]):
        row = range(rows)
        super().__init__(rows, cols, {
            # The puzzle's size; must not change while busy.
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),
            "start": In(1),  # start; ignored while busy
            "first": In(row), "last": In(row),  # the first and the last changed row; sampled with ``start``
            # The cell of row ``first`` that was given a value, one-hot, or 0 for no cell; must not change while busy.
            "column": In(cols),
            "whole": In(1),  # visit all rows; sampled with ``start``
            "flood": In(1),  # begin with a flood, because lookahead found nothing more; sampled with ``start``
            "lookahead": In(1),  # the page is for lookahead; sampled with ``start``
            # A trial is over: undo the changes that it made outside the page. Must be high once after each trial.
            "undo": In(1),
            "forget": In(1),  # Forget the previous state. Must not be high while busy.
            "clue_row": Out(row),  # the row of clues to read; 0 while the unit reads none
            "clues": In(clues),  # the clues of this row, one clock later
            "busy": Out(1),  # High while the unit works. The next three outputs are valid while idle.
            "contradiction": Out(1),  # no solution agrees with the state; the page is invalid
            "decided": Out(1),  # the page is a solution
            "flooded": Out(1),  # the flood of this ``start`` has changed something
            "visiting": Out(1),  # a row is visited in this clock
            "port": Out(PagePort(page_rows, state)),
            **ports,
        })


class Passes(wiring.Component):
    """Plan the passes of a window that moves over a page, alternately down and up. A pass ends at its *goal*, the
    farthest position at which a visit was requested. The unit stores the goal of the current pass and the goal of the
    next pass.

    The window has ``visits`` positions.
    """

    def __init__(self, visits: int):
        request = data.StructLayout({"valid": 1, "at": range(visits)})
        super().__init__({
            "begin": In(1),  # begin with a pass down to position ``first_goal``; with ``returns``, a pass up follows
            # A visit is requested at a position, for this pass (``ahead``) or for the next pass (``behind``).
            "ahead": In(request), "behind": In(request),
            # The window is visited in this clock. Store the requests, and whether the goal still lies ahead
            # (``stays``).
            "visit": In(1),
            "turn": In(1),  # with ``visit``: the next pass begins
            "down": Out(1),  # this pass moves down
            # The window has not reached its goal yet; requests of this clock are not considered.
            "on": Out(1),
            # The farthest position of this pass: ``goal`` without the requests of this clock, ``goal_now`` with them.
            "goal": Out(range(visits)), "goal_now": Out(range(visits)),
            "again_now": Out(1),  # another pass follows; requests of this clock are considered
            "first_goal": In(range(visits)), "returns": In(1), "stays": In(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        down, goal, ahead, behind = self.down, self.goal, self.ahead, self.behind
        again, back, back_now = Signal(), Signal.like(goal), Signal.like(goal)

        def farther(one: Value, other: Value, down: Value) -> Value:
            return Mux(down, one > other, one < other)

        m.d.comb += [
            self.goal_now.eq(Mux(ahead.valid & (~self.on | farther(ahead.at, goal, down)), ahead.at, goal)),
            self.again_now.eq(again | behind.valid),
            back_now.eq(Mux(behind.valid & (~again | farther(behind.at, back, ~down)), behind.at, back)),
        ]
        with m.If(self.visit):
            m.d.sync += [self.on.eq(self.stays), goal.eq(self.goal_now), again.eq(self.again_now), back.eq(back_now)]
        with m.If(self.turn):
            m.d.sync += [down.eq(~down), goal.eq(back_now), again.eq(0)]
        with m.If(self.begin):
            m.d.sync += [down.eq(1), self.on.eq(1), goal.eq(self.first_goal), again.eq(self.returns), back.eq(0)]
        return m
