"""Count ones in a vector, or in a grid of row vectors.

The paper counts ones in a 32-bit row by adding neighbouring bits, then pairs, then fours, and so on (Miyauchi
and Tanaka 2020, section 3.3.1). :func:`popcount` builds this tree for any width. A grid would need such a tree for each
row. Instead, :func:`column_counts` adds the rows column by column, with full adders as wide as a row. The result is a
vector for each binary digit of the column sums; :func:`grid_count` counts these. A register may separate the two.
"""

from collections.abc import Sequence

from amaranth.hdl import Const, Module, Signal, Value
from amaranth.utils import bits_for

__all__ = ["adder_tree", "column_counts", "grid_count", "popcount"]


def popcount(vector: Value) -> Value:
    """Return the number of ones in a vector of any width. The result is just wide enough to hold that width."""
    return adder_tree(list(vector))[:bits_for(len(vector))] if len(vector) else Const(0, 1)


def adder_tree(numbers: Sequence[Value]) -> Value:
    """Return the sum of at least one number: add neighbours, then their sums, and so on."""
    while len(numbers) > 1:
        odd_one = numbers[len(numbers) & ~1:]
        numbers = [*(low + high for low, high in zip(numbers[::2], numbers[1::2])), *odd_one]
    return numbers[0]


def column_counts(m: Module, rows: Sequence[Value]) -> list[Value]:
    """Return the number of ones in each column of a grid, as binary digits: bit j of plane k is worth 2**k in column j.

    All rows have the same width. The planes are as wide as a row, and there are just enough planes for the number of
    rows.
    """
    width = len(rows[0])
    planes, digit = [], list(rows)
    for _ in range(bits_for(len(rows))):
        carries = []
        while len(digit) > 1:
            # Without a third vector, the full adder is a half adder.
            a, b, c = (*digit[:3], Const(0, width))[:3]
            total, carry = Signal(width, name="total"), Signal(width, name="carry")
            m.d.comb += [total.eq(a ^ b ^ c), carry.eq(a & b | (a ^ b) & c)]
            digit = [*digit[3:], total]
            carries.append(carry)
        planes += digit
        digit = carries or [Const(0, width)]
    return planes


def grid_count(planes: Sequence[Value]) -> Value:
    """Return the number of ones in the grid whose :func:`column_counts` are ``planes``."""
    return sum(popcount(plane) << digit for digit, plane in enumerate(planes))
