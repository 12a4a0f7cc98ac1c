"""Functions that several commands use: output, error messages, and the types of options."""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal, InvalidOperation
from pathlib import Path
from shutil import copyfileobj
from typing import IO, TypeVar

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from rowloom.errors import CommandError, NotInstalled
from rowloom.host.arguments import CYCLES, SECONDS, IntegerRange, is_time
from rowloom.host.cli.process import bars_hidden, discard_output, log

__all__ = [
    "checked_type", "counted", "cycles", "echo", "echo_file", "folder_name", "integer", "log", "prefix_errors",
    "print_table", "requiring", "seconds", "show",
]  # fmt: skip

_T = TypeVar("_T")

_WIDTH = 160
"""The width of tables, in characters, if the output is not a terminal."""


@contextmanager
def prefix_errors(name: object, *errors: type[Exception]) -> Iterator[None]:
    """Turn ``errors`` into a CommandError whose message begins with ``name``, such as the name of a file."""
    try:
        yield
    except errors as error:
        raise CommandError(f"{name}: {(isinstance(error, OSError) and error.strerror) or error}") from error


_EXTRAS = {
    "build": "the descriptions of the boards and the tools for bitstreams are not installed",
    "cluster": "several processes or machines need Dask's scheduler, which is not installed",
    "sim": "the simulated board is not installed",
}
"""For each extra, the message if its packages are not installed."""


@contextmanager
def requiring(extra: str) -> Iterator[None]:
    """Turn an ImportError into a NotInstalled error that names the pip command for the missing extra."""
    try:
        yield
    except ImportError as error:
        raise NotInstalled(f"{_EXTRAS[extra]} ({error}): pip install 'rowloom[{extra}]'") from error


def echo(output: str) -> None:
    """Print output; BrokenPipeError if the reader has closed the output, CommandError if the output cannot be
    written."""
    with _writing():
        print(output, flush=True)


def echo_file(text: IO[str]) -> None:
    """Print a whole text file; raises the same exceptions as :func:`echo`."""
    with _writing():
        copyfileobj(text, sys.stdout)
        sys.stdout.flush()


def show(console: Console, *what: RenderableType) -> None:
    """Print output with the layout of a console; raises the same exceptions as :func:`echo`."""
    with _writing(), console.capture() as capture:
        for item in what:
            console.print(item)
    echo("\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n"))


def print_table(caption: str, headings: Sequence[str], lines: Sequence[Sequence[str]], words: int = 0,
                compact: bool = False) -> None:
    """Print a caption, and below it a table that is at most as wide as the terminal.

    Each of ``lines`` contains a string for each heading. The first ``words`` columns contain words; the other columns
    contain numbers. If the table is wider than the terminal, a separate table is printed for each line, with one figure
    per row. A ``compact`` table has no frame.
    """
    console = Console(width=shutil.get_terminal_size((_WIDTH, 0)).columns)
    tables = [_table(headings, lines, words, compact)]
    if console.measure(tables[0], options=console.options.update(width=_WIDTH)).maximum > console.width:
        tables = [_table((headings[0], first), filter(all, zip(headings[1:], figures)), 2 * compact, compact)
                  for first, *figures in lines]  # fmt: skip
    show(console, Text(caption, style="italic"), *tables)


def _table(headings: Sequence[str], lines: Iterable[Sequence[str]], words: int, compact: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=0) if compact else Table()
    for column, heading in enumerate(headings):
        table.add_column(heading, justify="left" if column < words else "right", no_wrap=True)
    for line in lines:
        table.add_row(*line)
    return table


@contextmanager
def _writing() -> Iterator[None]:
    try:
        with bars_hidden():
            yield
    except OSError as error:
        discard_output(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        # The error has no message if standard output was closed when the command started, because program.py has then
        # replaced standard output with a read-only stream.
        raise CommandError(f"cannot write the output: {error.strerror or 'it is closed'}") from error


def counted(number: int, noun: str) -> str:
    """Return a number with a noun, such as ``1 check``, ``2,000 checks`` or ``2 guesses``."""
    ending = "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def checked_type(parse: Callable[[str], _T], allows: Callable[[_T], bool], wanted: str) -> Callable[[str], _T]:
    """Return an argparse type that parses a string. ``wanted`` describes valid strings; the message about an invalid
    string ends with "is not", followed by this description."""

    def parsed(text: str) -> _T:
        with suppress(ValueError, ArithmeticError):
            if allows(value := parse(text)):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")

    return parsed


def integer(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from ``least`` to ``most``."""
    numbers = IntegerRange(least, most)
    return checked_type(int, numbers.allows, str(numbers))


seconds = checked_type(float, is_time, SECONDS)
"""The argparse type for time limits in seconds."""


def folder_name(text: str) -> Path:
    """Parse the value of an option: the name of a folder, which need not exist."""
    # An empty string usually comes from an unset variable in a script, and must not select the current folder.
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a folder, found nothing")
    return Path(text)


def cycles(text: str) -> int:
    """Parse the value of an option: a number of cycles such as ``50000000``, ``50_000_000``, ``50M`` or ``5e7``."""
    scale = {"k": 1_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}.get(text[-1:], 1)
    with suppress(InvalidOperation):
        number = Decimal(text[:-1] if scale > 1 else text) * scale
        if number == number.to_integral_value() and number >= 1 and CYCLES.allows(number):
            return int(number)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of cycles such as 50000000, 50_000_000, 50M or 5e7")
