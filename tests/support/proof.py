"""The base class of all proofs. A proof makes claims about a unit with free inputs."""

from contextlib import AbstractContextManager

import pytest
from amaranth.hdl import Cat, Elaboratable, Module, Signal, Value
from amaranth_soc import wishbone

from rowloom.tools import ToolError

__all__ = ["REQUEST", "Proof", "keeps_requests", "refuted"]

REQUEST = ("adr", "dat_w", "sel", "we")
"""The signals of a Wishbone bus that describe an access."""


class Proof(Elaboratable):
    """A unit with claims about it. In ``claims(m)``, a subclass adds assumptions and assertions about the unit.

    ``ports`` are the free inputs. ``internal`` contains (input, name) pairs: each input represents the signal with this
    name inside the unit.
    """

    def __init__(self, unit, ports=()):
        self.unit, self.ports, self.internal = unit, [Value.cast(port) for port in ports], []

    def within(self, name, shape=1):
        """Return an input that represents the signal ``name`` inside the unit."""
        signal = Signal(shape, name=f"within_{len(self.internal)}")
        self.internal.append((signal, f"unit.{name}"))
        return signal

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = self.unit
        self.claims(m)
        return m


def refuted() -> AbstractContextManager:
    """Expect that a proof fails because an assertion does not hold."""
    return pytest.raises(ToolError, match="proof did fail")


def keeps_requests(m: Module, bus: wishbone.Interface, claim: type) -> None:
    """Assert or assume that a request does not change until it is acknowledged."""
    request = Cat(getattr(bus, name) for name in REQUEST)
    asks, before = Signal(), Signal(len(request))
    m.d.sync += [asks.eq(bus.cyc & bus.stb & ~bus.ack), before.eq(request)]
    m.d.comb += claim(~asks | bus.cyc & bus.stb & (request == before))
