"""The passes of a window over a page, down and up in turn."""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Passes"]


class Passes(wiring.Component):
    """Store the range of requested visits: the visits of this pass reach up to its goal, and the visits of the next
    pass lie farther back.

    The window has ``visits`` places.
    """

    def __init__(self, visits: int):
        request = data.StructLayout({"valid": 1, "at": range(visits)})
        super().__init__({
            "begin": In(1),  # begin with a pass down to the place ``first_goal``; with ``returns``, a pass up follows
            # A visit is requested at a place, for this pass (``ahead``) or for the next pass (``behind``).
            "ahead": In(request), "behind": In(request),
            "visit": In(1),  # the window has been visited: store the requests, and whether it ``stays`` before its goal
            "turn": In(1),  # with ``visit``: the next pass begins
            "down": Out(1),  # this pass moves down
            # The window has not reached its goal yet, apart from requests of this clock.
            "on": Out(1),
            # The last place of this pass, without and with the requests of this clock.
            "goal": Out(range(visits)), "goal_now": Out(range(visits)),
            "again_now": Out(1),  # another pass follows, with the requests of this clock
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
