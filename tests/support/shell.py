"""A replacement for the SoC, for tests that only need its pins."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.soc.top import bus_map_of

__all__ = ["Shell"]


class Shell(wiring.Component):
    """The ports of an SoC without the gateware, which would take seconds to generate."""

    def __init__(self, config):
        self.bus_map = bus_map_of(config)
        super().__init__({
            "rx": In(1), "tx": Out(1), "restart": In(1), "alive": Out(1), "solving": Out(1), "error": Out(1)})

    def elaborate(self, platform):
        m = Module()
        m.d.sync += self.tx.eq(self.rx | self.restart)
        return m
