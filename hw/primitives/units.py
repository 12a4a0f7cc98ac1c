"""What units are made of: sizes that are checked, memories, ports that are passed on or shared."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Module, ShapeLike, Value
from amaranth.lib import wiring
from amaranth.lib.memory import Memory, ReadPort, WritePort
from amaranth.lib.wiring import In, Member, Out, PureInterface, connect, flipped

__all__ = ["GridUnit", "add_memory", "pass_on", "share"]

_APART = {"no_rw_check": 1}
"""For a memory with one read port and one write port, of which no word is read in the clock in which it is written, or
whose user ignores what such a read returns.

Without it, such a read must return the old word. A block RAM does not, so that Yosys would add a multiplexer and two
flip-flops for each bit. The attribute's name is Yosys' own; ``boards/synthesis.py`` makes Yosys apply it."""


class GridUnit(wiring.Component):
    """A unit for all grids up to a size.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid. A unit that works on rows of any grid has the columns only.
    ports : mapping of str to Member
        Its ports.

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

    A block RAM makes it without more logic. A read takes a clock. Its result is undefined if the same word is written
    in that clock.
    """
    m.submodules[name] = memory = Memory(shape=shape, depth=depth, init=[], attrs=_APART)
    read = memory.read_port()
    write = memory.write_port()
    return read, write


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


def share(m: Module, port: PureInterface, users: Sequence[PureInterface]) -> None:
    """Connect a port to its users: what they drive is ORed, what the port answers goes to all of them.

    No grant is needed where the users take turns: a user that is idle must drive zeros. To combine by *or* is faster
    than a selection.

    Parameters
    ----------
    m : Module
        Gets the connections.
    port : interface
    users : sequence of interface
        At least one, all of the port's signature, as the users see it.
    """
    owned = [Value.cast(value) for _, _, value in port.signature.flatten(port)]
    for one, *theirs in zip(owned, *(user.signature.flatten(user) for user in users), strict=True):
        values = [Value.cast(value) for _, _, value in theirs]
        if theirs[0][1].flow is Out:
            m.d.comb += one.eq(reduce(or_, values))
        else:
            m.d.comb += [value.eq(one) for value in values]
