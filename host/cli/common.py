"""Errors, messages and option types that the sub-commands share."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from decimal import Decimal, InvalidOperation
from pathlib import Path
from shutil import copyfileobj
from typing import IO, TypeVar

from rich.console import Console, RenderableType

from rowloom.errors import CommandError, NotInstalled
from rowloom.host.arguments import CYCLES, SECONDS, Whole, is_time
from rowloom.host.cli.process import drop, tell

__all__ = [
    "counted", "cycles", "failing_as", "folder_name", "integer", "needing", "one_that",
    "pour", "say", "seconds", "show", "tell",
]  # fmt: skip

_T = TypeVar("_T")


@contextmanager
def failing_as(name: object, *errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into the command's, which begin with the name of what they are about, such as a file."""
    try:
        yield
    except errors as error:
        raise CommandError(f"{name}: {(isinstance(error, OSError) and error.strerror) or error}") from error


@contextmanager
def needing(fault: str, extra: str) -> Iterator[None]:
    """Say that something is not installed, and what pip installs it, if an import fails."""
    try:
        yield
    except ImportError as error:
        raise NotInstalled(f"{fault} ({error}): pip install {extra}") from error


def say(output: str) -> None:
    """Print output of the command.

    Raises ``BrokenPipeError`` if the reader has closed it, :class:`CommandError` if it cannot be written otherwise.
    """
    with _writing():
        print(output, flush=True)


def pour(text: IO[str]) -> None:
    """Print all of a text file as output of the command; errors as :func:`say`."""
    with _writing():
        copyfileobj(text, sys.stdout)
        sys.stdout.flush()


def show(console: Console, *what: RenderableType) -> None:
    """Print output of the command as laid out by a console; errors as :func:`say`."""
    with _writing(), console.capture() as capture:
        for item in what:
            console.print(item)
    say("\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n"))


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        drop(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        # A closed stream was replaced by a read-only one; see program.py.
        raise CommandError(f"cannot write the output: {error.strerror or 'it is closed'}") from error


def counted(number: int, noun: str) -> str:
    """Return a number with a noun: ``1 check``, ``2,000 checks``, ``2 guesses``."""
    ending = "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def one_that(parse: Callable[[str], _T], allows: Callable[[_T], bool], wanted: str) -> Callable[[str], _T]:
    """Return an argparse type: what ``parse`` makes of a text, if it is allowed; other texts are not what is wanted."""

    def parsed(text: str) -> _T:
        with suppress(ValueError, ArithmeticError):
            if allows(value := parse(text)):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")

    return parsed


def integer(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type: a whole number in a range."""
    numbers = Whole(least, most)
    return one_that(int, numbers.allows, str(numbers))


seconds = one_that(float, is_time, SECONDS)
"""Parse an option: a positive time in seconds."""


def folder_name(text: str) -> Path:
    """Parse an option: a folder, which need not exist."""
    # An unset variable of a script must not mean the current folder.
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a folder, found nothing")
    return Path(text)


def cycles(text: str) -> int:
    """Parse an option: a number of cycles such as ``50000000``, ``50_000_000``, ``50M`` or ``5e7``."""
    scale = {"k": 1_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}.get(text[-1:], 1)
    with suppress(InvalidOperation):
        number = Decimal(text[:-1] if scale > 1 else text) * scale
        if number == number.to_integral_value() and number >= 1 and CYCLES.allows(number):
            return int(number)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of cycles such as 50000000, 50_000_000, 50M or 5e7")
