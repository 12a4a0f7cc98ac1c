"""The base class of all proofs. A proof makes claims about a unit with free inputs."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

import pytest
from amaranth.hdl import Cat, Elaboratable, Module, Signal, Value, ValueCastable
from amaranth.lib.memory import ReadPort, WritePort
from amaranth.lib.wiring import Signature
from amaranth_soc import wishbone

from rowloom.tools import ToolError

__all__ = ["REQUEST", "Proof", "keeps_requests", "named_like_variables", "refuted"]

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


@contextmanager
def named_like_variables() -> Iterator[None]:
    """Name the signals of units like the variables that they are assigned to.

    If a statement creates several signals, or a memory's port, Amaranth cannot infer all of these names. If the unit
    also has a port of that name, ``_inside`` is appended.
    """
    profile = sys.getprofile()
    sys.setprofile(_name_signals)
    try:
        yield
    finally:
        sys.setprofile(profile)


def _name_signals(frame: FrameType, event: str, _: object) -> None:
    if event != "return" or frame.f_code.co_name != "elaborate":
        return
    ports = getattr(frame.f_locals["self"], "signature", Signature({})).members
    for name, value in frame.f_locals.items():
        name += "_inside" if name in ports else ""
        if isinstance(value, ReadPort | WritePort):
            parts = [("__".join((name, *map(str, path))), part) for path, _, part in value.signature.flatten(value)]
        else:
            parts = [(name, value)]
        for new_name, part in parts:
            signal = Value.cast(part) if isinstance(part, ValueCastable) else part
            if isinstance(signal, Signal) and signal.name.startswith(("$signal", "$like", "$signature")):
                signal.name = new_name


def refuted() -> AbstractContextManager:
    """Expect that a proof fails because an assertion does not hold."""
    return pytest.raises(ToolError, match="proof did fail")


def keeps_requests(m: Module, bus: wishbone.Interface, claim: type) -> None:
    """Assert or assume that a request does not change until it is acknowledged."""
    request = Cat(getattr(bus, name) for name in REQUEST)
    asks, before = Signal(), Signal(len(request))
    m.d.sync += [asks.eq(bus.cyc & bus.stb & ~bus.ack), before.eq(request)]
    m.d.comb += claim(~asks | bus.cyc & bus.stb & (request == before))
