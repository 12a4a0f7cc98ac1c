"""Judging a cell's candidates: none, one or more; how many."""

from amaranth.hdl import Cat, Const, Module, Signal, Value
from amaranth.lib import data

from ..primitives.popcount import column_counts, grid_count

__all__ = ["Amount", "amount", "count_in_two"]

_GROUP = 16


class Amount(data.StructLayout):
    """How many bits of a vector are ones: ``some`` for at least one, ``many`` for at least two."""

    def __init__(self):
        super().__init__({"some": 1, "many": 1})


def amount(m: Module, vector: Value) -> data.View:
    """Whether there are no ones, one or more.

    The vector is folded in the middle until one bit is left: a tree of pairs, in few wide operations.

    Parameters
    ----------
    m : Module
        Takes the tree.
    vector : Value, any width of at least 1

    Returns
    -------
    View of Amount
    """
    some, many = vector, Const(0, len(vector))
    while len(some) > 1:
        middle = (len(some) + 1) // 2
        low, high = some[:middle], some[middle:]
        next_some, next_many = Signal(middle, name="some"), Signal(middle, name="many")
        m.d.comb += [next_some.eq(low | high), next_many.eq(many[:middle] | many[middle:] | low & high)]
        some, many = next_some, next_many
    return data.View(Amount(), Cat(some[:1], many[:1]))


def count_in_two(m: Module, vector: Value) -> Value:
    """The number of ones, right one clock after ``vector``: adding them all up at once would be the longest path.

    Parameters
    ----------
    m : Module
        Takes the registers, and the adders before them.
    vector : Value, any width of at least 1

    Returns
    -------
    Value, unsigned
    """
    rows = [Cat(vector[start:start + _GROUP], Const(0, _GROUP))[:_GROUP] for start in range(0, len(vector), _GROUP)]
    held = []
    for number, plane in enumerate(column_counts(m, rows)):
        held.append(Signal(_GROUP, name=f"plane_{number}"))
        m.d.sync += held[-1].eq(plane)
    return grid_count(held)
