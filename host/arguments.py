"""Valid values of options and arguments, and the messages for invalid values."""

import math
import operator
from collections.abc import Collection
from decimal import Decimal
from reprlib import repr as shown
from typing import NamedTuple, SupportsFloat, SupportsIndex, cast

__all__ = [
    "BIT_RATES", "CYCLES", "SECONDS", "SEEDS", "SOLUTIONS", "IntegerRange", "a_string", "is_time", "one_of", "seconds",
    "shown",
]  # fmt: skip


class IntegerRange(NamedTuple):
    """The whole numbers from ``least`` to ``most``. If ``most`` is None, there is no upper limit."""

    least: int
    most: int | None = None

    def __str__(self) -> str:
        if self.most is None:
            return f"a whole number, at least {self.least}"
        return f"a whole number from {self.least} to {self.most}"

    def allows(self, number: int | Decimal) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    def checked(self, name: str, value: object) -> int:
        """Return an argument as an int; TypeError if the argument is not a whole number, ValueError if it is out of
        range."""
        try:
            if isinstance(value, bool):
                raise TypeError
            number = operator.index(cast(SupportsIndex, value))
        except TypeError:
            raise TypeError(f"{name}: expected {self}, found {shown(value)}") from None
        if not self.allows(number):
            raise ValueError(f"{name}: {number} is not {self}")
        return number


SOLUTIONS = CYCLES = IntegerRange(0, (1 << 64) - 1)
"""The range of each of these limits: the maximum number of solutions (0 for all) and the maximum number of cycles (0
for no limit). Larger values do not fit into the messages of the link protocol.
"""

BIT_RATES, SEEDS = IntegerRange(1, (1 << 32) - 1), IntegerRange(0)

SECONDS = "a number of seconds, more than 0"


def is_time(seconds: float) -> bool:
    """Return whether a number of seconds is a valid time limit."""
    return 0 < seconds < math.inf


def seconds(name: str, value: object) -> float | None:
    """Return an argument, a time limit in seconds, as a float; None stays None.

    TypeError if the argument is not a number, ValueError if it is out of range.
    """
    if value is None:
        return None
    if isinstance(value, bool | str) or not isinstance(value, SupportsFloat):
        raise TypeError(f"{name}: expected {SECONDS}, found {shown(value)}")
    if not is_time(number := float(value)):
        raise ValueError(f"{name}: {number:g} is not {SECONDS}")
    return number


def one_of(name: str, value: object, known: Collection[str]) -> str:
    """Return the argument ``value`` if it is a known name.

    TypeError if the argument is not a string, ValueError if the name is unknown.
    """
    if value not in known:
        raise (ValueError if isinstance(value, str) else TypeError)(
            f"{name}: expected one of {', '.join(known)}; found {shown(value)}"
        )
    return cast(str, value)


def a_string(name: str, value: object, hint: str = "") -> str:
    """Return an argument if it is a string; otherwise, raise TypeError with a message that ends with ``hint``."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string (str), found {shown(value)}{hint}")
    return value
