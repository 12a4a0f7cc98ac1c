"""One port for several users, of which one at a time is busy."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Module, Value
from amaranth.lib.wiring import In, PureInterface

__all__ = ["share"]


def share(m: Module, owner: PureInterface, users: Sequence[PureInterface]) -> None:
    """Connect a port to its users: what they drive is ORed, what the port answers goes to all of them.

    No grant is needed where the users take turns. A user that is idle must drive zeros.

    Parameters
    ----------
    m : Module
        Gets the connections.
    owner : interface
        The port, with its signature flipped.
    users : sequence of interface
        At least one, all of the port's signature.
    """
    members = zip(owner.signature.flatten(owner), *(user.signature.flatten(user) for user in users))
    for (_, member, value), *theirs in members:
        theirs = [Value.cast(their) for _, _, their in theirs]
        if member.flow == In:
            m.d.comb += Value.cast(value).eq(reduce(or_, theirs))
        else:
            m.d.comb += [their.eq(value) for their in theirs]
