"""Members that a component has because a part of it has them."""

from collections.abc import Iterable

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, connect, flipped

__all__ = ["pass_on"]


def pass_on(m: Module, part: wiring.Component, whole: wiring.Component, names: Iterable[str]) -> None:
    """Connect members of a component with those of the same names of a part of it.

    Parameters
    ----------
    m : Module
        Gets the connections.
    part, whole : Component
        Both have the members, with the same directions.
    names : iterable of str
        Ports and interfaces.
    """
    members = part.signature.members
    for name in names:
        inner, outer = getattr(part, name), getattr(whole, name)
        if members[name].is_signature:
            connect(m, inner, flipped(outer))
        else:
            m.d.comb += inner.eq(outer) if members[name].flow is In else outer.eq(inner)
