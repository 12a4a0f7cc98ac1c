"""A port for several users: what they drive is ORed, what it answers goes to all."""

import pytest
from amaranth.hdl import Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import share
from support.simulation import simulate

PORT = wiring.Signature({"request": Out(data.StructLayout({"start": 1, "number": 4})), "answer": In(4)})


@pytest.mark.parametrize("users", [1, 3])
def test_sharing(users):
    owner, ports = PORT.flip().create(), [PORT.create(path=(f"user_{user}",)) for user in range(users)]
    m = Module()
    share(m, owner, ports)

    async def testbench(ctx):
        for number, port in enumerate(ports):
            ctx.set(port.request, {"start": 1, "number": 5 + number})
            ctx.set(owner.answer, 9 - number)
            assert (ctx.get(owner.request.start), ctx.get(owner.request.number)) == (1, 5 + number)
            assert [ctx.get(port.answer) for port in ports] == [9 - number] * users
            ctx.set(port.request, {"start": 0, "number": 0})
        assert ctx.get(owner.request.as_value()) == 0

    simulate(m, testbench)
