"""What the sub-commands share: their errors, their messages, and the values of their options."""

import argparse
import sys
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

__all__ = ["CommandError", "UsageError", "cycles", "integer", "tell"]


class UsageError(Exception):
    """The options do not fit together."""


class CommandError(Exception):
    """The command cannot do what it was asked; the message says why."""


def tell(message: str) -> None:
    """Says something to the person, beside the command's output."""
    print(f"rowloom: {message}", file=sys.stderr, flush=True)


def integer(least: int, most: int | None = None) -> Callable[[str], int]:
    """An argparse type: a whole number in a range."""
    wanted = f"a whole number from {least} to {most}" if most else f"a whole number, at least {least}"

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
        return number

    return parse


def cycles(text: str) -> int:
    """An argparse type: a number of cycles such as ``50000000``, ``50_000_000``, ``50M`` or ``5e7``."""
    scale = {"k": 1_000, "M": 1_000_000, "G": 1_000_000_000}.get(text[-1:], 1)
    try:
        number = Decimal(text[:-1] if scale > 1 else text) * scale
        if number == number.to_integral_value() and 1 <= number < 1 << 64:
            return int(number)
    except InvalidOperation:
        pass
    raise argparse.ArgumentTypeError(
        f"{text!r} is not a number of cycles such as 50000000, 50_000_000, 50M or 5e7"
    )
