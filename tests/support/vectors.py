"""Sets of small numbers, such as columns, as vectors with a bit for each number."""

from collections.abc import Iterable

__all__ = ["bits", "members"]


def bits(numbers: Iterable[int]) -> int:
    """Return the vector of a set."""
    return sum(1 << number for number in set(numbers))


def members(vector: int) -> set[int]:
    """Return the set of a vector."""
    return {bit for bit in range(vector.bit_length()) if vector >> bit & 1}
