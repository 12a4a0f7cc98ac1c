"""Registers lie one a word in the order given, arrays among them."""

import pytest
from amaranth.lib.wiring import Out
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Peripheral


class Byte(csr.Register, access="rw"):
    """Eight bits."""

    value: csr.Field(csr.action.RW, 8)


def resources(unit):
    return {
        tuple(name for part in info.path for name in part): (info.start, info.end)
        for info in unit.bus.memory_map.all_resources()
    }


def test_order_and_arrays(elaborated):
    unit = elaborated(Peripheral({"z": Byte(), "many": [Byte() for _ in range(3)], "a": Byte(), "one": [Byte()]}))
    assert resources(unit) == {
        ("z",): (0, 1), ("many", "0"): (1, 2), ("many", "1"): (2, 3), ("many", "2"): (3, 4), ("a",): (4, 5),
        ("one", "0"): (5, 6),
    }


@pytest.mark.parametrize("words, addr_width", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (64, 6), (70, 7)])
def test_the_bus_is_as_wide_as_needed(elaborated, words, addr_width):
    bus = elaborated(Peripheral({"array": [Byte() for _ in range(words)]})).bus
    assert (bus.addr_width, bus.data_width) == (addr_width, 32)


def test_every_register_is_its_own(simulate):
    unit = Peripheral({"first": Byte(), "array": [Byte() for _ in range(4)], "last": Byte()})
    names = ["first", "array.0", "array.1", "array.2", "array.3", "last"]

    async def testbench(ctx, registers):
        for number, name in enumerate(names):
            await registers.write(name, 0xABC0 + number)
        await ctx.tick()
        assert [await registers.read(name) for name in names] == [0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5]

    simulate(unit, testbench)


def test_other_members(elaborated):
    unit = elaborated(Peripheral({"only": Byte()}, {"lamp": Out(3)}))
    assert len(unit.lamp) == 3
