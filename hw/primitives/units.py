"""The base class of units for grids, memories, and ports that several units share."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Module, ShapeLike, Value
from amaranth.lib import wiring
from amaranth.lib.memory import Memory, ReadPort, WritePort
from amaranth.lib.wiring import In, Member, Out, PureInterface, connect, flipped

__all__ = ["GridUnit", "add_memory", "forward_ports", "share_port"]

_NO_READ_CHECK = {"no_rw_check": 1}
"""Attributes of a memory in which a read may return an undefined word if the same word is written in the same clock.

Without the attribute, such a read must return the old word. A block RAM does not do that, so Yosys would add a
multiplexer and two flip-flops for each bit. The name is Yosys' own; ``boards/synthesis.py`` makes Yosys apply it."""


class GridUnit(wiring.Component):
    """A unit for all grids up to a size.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid. A unit for a single row of cells passes 1 for ``rows``.
    ports : mapping of str to Member
        The unit's ports.

    Raises
    ------
    ValueError
        If a size is less than 1; the message names the unit.
    """

    def __init__(self, rows: int, cols: int, ports: Mapping[str, Member]):
        for name, size in (("rows", rows), ("cols", cols)):
            if size < 1:
                raise ValueError(f"{type(self).__name__} needs at least 1 {name}, not {size}")
        self._rows, self._cols = rows, cols
        super().__init__(ports)


def add_memory(m: Module, name: str, shape: ShapeLike, depth: int) -> tuple[ReadPort, WritePort]:
    """Add a memory to a module as a submodule; return its two ports.

    The latency of a read is one clock. The result of a read is undefined if the same word is written in the same clock.
    """
    m.submodules[name] = memory = Memory(shape=shape, depth=depth, init=[], attrs=_NO_READ_CHECK)
    return memory.read_port(), memory.write_port()


def forward_ports(m: Module, part: wiring.Component, whole: wiring.Component, names: Iterable[str]) -> None:
    """Connect ports and interfaces of a component with those of its submodule ``part`` that have the same names."""
    members = part.signature.members
    for name in names:
        inner, outer = getattr(part, name), getattr(whole, name)
        if members[name].is_signature:
            connect(m, inner, flipped(outer))
        else:
            m.d.comb += inner.eq(outer) if members[name].flow is In else outer.eq(inner)


def share_port(m: Module, port: PureInterface, users: Sequence[PureInterface]) -> None:
    """Connect a port to several users of the same signature: OR the users' outputs, and send the port's answers to all
    users.

    Users that take turns need no arbiter, but an idle user must drive zeros. An *or* is faster than a multiplexer.
    """
    owned = [Value.cast(value) for _, _, value in port.signature.flatten(port)]
    for one, *theirs in zip(owned, *(user.signature.flatten(user) for user in users), strict=True):
        values = [Value.cast(value) for _, _, value in theirs]
        if theirs[0][1].flow is Out:
            m.d.comb += one.eq(reduce(or_, values))
        else:
            m.d.comb += [value.eq(one) for value in values]
