"""What proofs by induction share."""

from amaranth.hdl import Cat, Elaboratable, Module, Signal
from amaranth_soc import wishbone

__all__ = ["REQUEST", "Induction", "keeps_requests"]

REQUEST = ("adr", "dat_w", "sel", "we")
"""What a Wishbone bus says of an access."""


class Induction(Elaboratable):
    """A proof for the fixture ``prove_by_induction``; its submodule is ``unit``.

    Attributes
    ----------
    inside : list
        The signals that stand for the unit's own.
    """

    def __init__(self):
        self.inside: list[tuple[Signal, str]] = []

    def within(self, name, shape=1):
        """Return a signal that stands for one of the unit."""
        signal = Signal(shape, name=f"within_{len(self.inside)}")
        self.inside.append((signal, f"unit.{name}"))
        return signal


def keeps_requests(m: Module, bus: wishbone.Interface, claim: type) -> None:
    """Assert, or assume: until a request is acknowledged, it stays as it is."""
    request = Cat(getattr(bus, name) for name in REQUEST)
    asks, before = Signal(), Signal(len(request))
    m.d.sync += [asks.eq(bus.cyc & bus.stb & ~bus.ack), before.eq(request)]
    m.d.comb += claim(~asks | bus.cyc & bus.stb & (request == before))
