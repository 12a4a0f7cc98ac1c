"""Tables on the terminal."""

import shutil
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowloom.host.cli.common import show

__all__ = ["print_table"]

_WIDTH = 160
"""Columns where the output is no terminal."""


def print_table(caption: str, headings: Sequence[str], lines: Sequence[Sequence[str]], words: int = 0) -> None:
    """Print a table below its caption, as wide as the terminal.

    A line has a text for each heading; the first ``words`` columns hold words, not numbers. If the table is too wide,
    each line becomes a table.
    """
    console = Console(width=shutil.get_terminal_size((_WIDTH, 0)).columns)
    show(console, Text(caption, style="italic"), *_tables(headings, lines, words, console))


def _tables(headings: Sequence[str], lines: Sequence[Sequence[str]], words: int, console: Console) -> Iterator[Table]:
    """Yield one table, or, if that is too wide, a table for each line with one figure per row."""
    table = _table(headings, lines, words)
    if console.measure(table, options=console.options.update(width=_WIDTH)).maximum <= console.width:
        yield table
    else:
        for first, *figures in lines:
            yield _table((headings[0], first), zip(headings[1:], figures))


def _table(headings: Sequence[str], lines: Iterable[Sequence[str]], words: int = 0) -> Table:
    table = Table()
    for column, heading in enumerate(headings):
        table.add_column(heading, justify="left" if column < words else "right", no_wrap=True)
    for line in lines:
        table.add_row(*line)
    return table
