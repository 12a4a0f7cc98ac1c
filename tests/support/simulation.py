"""Units in Amaranth's simulator."""

from collections.abc import Awaitable, Callable
from typing import Any

from amaranth.hdl import Elaboratable, Value
from amaranth.sim import Simulator

__all__ = ["CLOCK", "drive", "pulse", "set_inputs", "simulate", "until_idle"]

CLOCK = 1e-6
"""The duration of a clock cycle in the simulator."""


def simulate(unit: Elaboratable, testbench: Callable[[Any], Awaitable[None]]) -> None:
    """Simulate a unit with or without registers, and run a testbench with the simulator's context."""
    sim = Simulator(unit)
    sim.add_clock(CLOCK, if_exists=True)
    sim.add_testbench(testbench)
    sim.run()


def drive(unit: Elaboratable, driver: Callable[[Any, Any], Any], testbench: Callable[[Any], Awaitable[None]]) -> None:
    """Simulate a unit, and run ``testbench(driver(ctx, unit))``. A driver is a class whose methods use the unit."""
    async def process(ctx):
        await testbench(driver(ctx, unit))

    simulate(unit, process)


def set_inputs(ctx: Any, unit: Any, **inputs: Any) -> None:
    """Set ports of a unit, or fields of a port, which are given by name."""
    for name, value in inputs.items():
        ctx.set(getattr(unit, name), value)


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
