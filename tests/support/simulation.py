"""Units in Amaranth's simulator."""

from collections.abc import Awaitable, Callable
from typing import Any

from amaranth.hdl import Elaboratable, Value
from amaranth.sim import Simulator

__all__ = ["CLOCK", "pulse", "simulate", "until_idle"]

CLOCK = 1e-6
"""The duration of a clock cycle in the simulator."""


def simulate(unit: Elaboratable, *testbenches: Callable[[Any], Awaitable[None]],
             background: tuple[Callable[[Any], Awaitable[None]], ...] = ()) -> None:
    """Simulate a unit with or without registers, and run testbenches. Each testbench gets the simulator's context."""
    sim = Simulator(unit)
    sim.add_clock(CLOCK, if_exists=True)
    for testbench in testbenches:
        sim.add_testbench(testbench)
    for testbench in background:
        sim.add_testbench(testbench, background=True)
    sim.run()


async def pulse(ctx: Any, port: Any, value: Any = 1) -> None:
    """Set a port to a value for one clock, and then to 0. If the port has fields, all fields are set to 0."""
    ctx.set(port, value)
    await ctx.tick()
    ctx.set(Value.cast(port), 0)


async def until_idle(ctx: Any, busy: Value) -> int:
    """Wait until the signal ``busy`` is 0; return the number of clocks."""
    clocks = 0
    while ctx.get(busy):
        await ctx.tick()
        clocks += 1
    return clocks
