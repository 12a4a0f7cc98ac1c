"""Count a cell's candidates: none, one or more; how many."""

from amaranth.hdl import Cat, Const, Module, Signal, Value
from amaranth.lib import data
from amaranth.utils import ceil_log2

from rowloom.hw.primitives.popcount import column_counts, grid_count

__all__ = ["Amount", "amount", "count_in_two"]


class Amount(data.StructLayout):
    """How many bits of a vector are ones: ``some`` for at least one, ``many`` for at least two."""

    def __init__(self):
        super().__init__({"some": 1, "many": 1})


def amount(m: Module, vector: Value) -> data.View:
    """Return whether there are no ones, one or more.

    The vector is folded in the middle until one bit is left: a tree of pairs, in few wide operations.

    Parameters
    ----------
    m : Module
        Gets the tree.
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
    """Return the number of ones, one clock after ``vector``: adding them up at once would be the critical path.

    Parameters
    ----------
    m : Module
        Gets the registers, and the adders before them.
    vector : Value, any width of at least 1

    Returns
    -------
    Value, unsigned
    """
    # Adding up the rows takes about as long as counting along them if there are rather more rows than columns.
    width = 1 << ceil_log2(len(vector)) // 2
    rows = [Cat(vector[start:start + width], Const(0, width))[:width] for start in range(0, len(vector), width)]
    held = []
    for number, plane in enumerate(column_counts(m, rows)):
        held.append(Signal(width, name=f"plane_{number}"))
        m.d.sync += held[-1].eq(plane)
    return grid_count(held)
