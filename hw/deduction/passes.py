"""How far a window moves over a page, down and up in turn."""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Passes"]


class Passes(wiring.Component):
    """Keeps in mind which visits are requested: those of this pass end at a goal, those of the next one farther back.

    Parameters
    ----------
    visits : int
        Places of the window.

    Members
    -------
    begin : In(1)
        Begin with a pass down to the place ``first_goal``; with ``returns``, there is another one.
    ahead, behind : In(valid, at)
        A visit is requested at a place, on the way of this pass, or on that of the next one.
    visit : In(1)
        The window has been visited: keep the requests, and whether it ``stays`` on its way.
    turn : In(1)
        Besides, it goes back: the next pass begins.
    down : Out(1)
        This pass goes down.
    on : Out(1)
        The window is on its way; otherwise its goal has been reached, as far as is known.
    goal, goal_now : Out(range(visits))
        The last place of this pass, without and with the requests of this clock.
    again_now : Out(1)
        There is another pass, with the requests of this clock.
    """

    def __init__(self, visits: int):
        request = data.StructLayout({"valid": 1, "at": range(visits)})
        super().__init__({
            "begin": In(1), "first_goal": In(range(visits)), "returns": In(1),
            "ahead": In(request), "behind": In(request), "visit": In(1), "stays": In(1), "turn": In(1),
            "down": Out(1), "on": Out(1), "goal": Out(range(visits)), "goal_now": Out(range(visits)),
            "again_now": Out(1),
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
            m.d.sync += [
                self.on.eq(self.stays), goal.eq(self.goal_now), again.eq(self.again_now), back.eq(back_now)]
        with m.If(self.turn):
            m.d.sync += [down.eq(~down), goal.eq(back_now), again.eq(0)]
        with m.If(self.begin):
            m.d.sync += [down.eq(1), self.on.eq(1), goal.eq(self.first_goal), again.eq(self.returns), back.eq(0)]
        return m
