"""A replacement for the SoC, for tests that only need its pins."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.soc.units import ByteLine

__all__ = ["Shell"]


class Shell(wiring.Component):
    """The ports of an SoC without the gateware, which would take seconds to generate."""

    def __init__(self, config):
        self.memory_map = bus_map_of(config).markdown
        self.usb = config.usb
        super().__init__({
            **({"line": Out(ByteLine)} if self.usb else {"rx": In(1), "tx": Out(1)}),
            "restart": In(1), "alive": Out(1), "solving": Out(1), "error": Out(1)})

    def elaborate(self, platform):
        m = Module()
        if self.usb:
            m.d.sync += self.alive.eq(self.line.received.valid | self.restart)
        else:
            m.d.sync += self.tx.eq(self.rx | self.restart)
        return m
