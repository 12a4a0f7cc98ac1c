"""How the tests of the helpers look at what these make."""

from collections.abc import Callable

import pytest
from amaranth.hdl import Signal

from support.simulation import simulate


@pytest.fixture
def check() -> Callable[..., None]:
    """Compares outputs of a module with what is expected so many clocks later, for cases of (values, expected values).
    """
    def check_(m, inputs, outputs, cases, clocks: int = 0) -> None:
        # The simulator compiles an expression anew each time that it is asked for its value, but not a signal.
        ports = [Signal(len(output)) for output in outputs]
        m.d.comb += [port.eq(output) for port, output in zip(ports, outputs)]

        async def testbench(ctx):
            for values, expected in cases:
                for signal, value in zip(inputs, values, strict=True):
                    ctx.set(signal, value)
                for _ in range(clocks):
                    await ctx.tick()
                assert [ctx.get(port) for port in ports] == list(expected), values

        simulate(m, testbench)

    return check_
