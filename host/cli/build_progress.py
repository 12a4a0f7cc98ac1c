"""The progress of downloads, and of programs that Rowloom runs: the tools of a build, and openFPGALoader."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from rowloom.host.cli.common import log

__all__ = ["download_progress", "killing_children", "loader_progress", "progress"]

_PHASES = {
    "gateware": "compiling the firmware, generating the gateware",
    "synthesis": "synthesis",
    "placement": "place and route",
    "bitstream": "packing the bitstream",
}
_PASS = re.compile(r"^[\d.]+ Executing (.*?)(?: pass)?\.?$")
_ROUTER = re.compile(r"^Info: +\d+ \|.*\| *(\d+)\|[^|]*\|$")
"""A line of the table that nextpnr prints while it routes; the second to last column is the number of connections that
are not routed yet."""


@contextmanager
def progress(name: str) -> Iterator[Callable[[str, str], None]]:
    """Show a line for each phase of a build, with the output of the tools; without a terminal, log the phases."""
    console = Console(stderr=True)
    shown: dict[str, TaskID] = {}
    spinner = SpinnerColumn(finished_text="✓" if console.encoding.startswith("utf") else "+")
    columns = spinner, TextColumn("{task.description}"), TimeElapsedColumn(), TextColumn("{task.fields[detail]}")
    with _bars(console, *columns) as progress:

        def on_output(phase: str, line: str) -> None:
            if phase not in shown:
                for task in shown.values():
                    progress.update(task, total=1, completed=1, detail="")
                shown[phase] = progress.add_task(_PHASES[phase], total=None, detail="")
                if not console.is_terminal:
                    log(f"{name}: {list(_PHASES).index(phase) + 1}/{len(_PHASES)} {_PHASES[phase]}")
            if detail := _detail(line):
                room = max(0, console.width - len(_PHASES[phase]) - 16)
                progress.update(shown[phase], detail=escape(detail[:room]))

        yield on_output


@contextmanager
def loader_progress() -> Iterator[Callable[[str, float | None], None]]:
    """Show a bar for each step of openFPGALoader; without a terminal, log the steps."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    with _bars(console, *columns) as progress:
        shown = {"": progress.add_task("starting openFPGALoader", total=None)}

        def on_progress(step: str, percent: float | None) -> None:
            if step not in shown:
                if not console.is_terminal:
                    log(f"openFPGALoader: {step}")
                for task in shown.values():
                    progress.update(task, visible=False)
                shown[step] = progress.add_task(escape(step), total=None)
            if percent is not None:
                progress.update(shown[step], total=100, completed=percent)

        yield on_progress


@contextmanager
def download_progress() -> Iterator[Callable[[str, int, int | None], None]]:
    """Show a bar for each file that is downloaded; without a terminal, log the files."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeElapsedColumn()
    with _bars(console, *columns) as progress:
        shown: dict[str, TaskID] = {}

        def on_bytes(address: str, done: int, size: int | None) -> None:
            if address not in shown:
                shown[address] = progress.add_task(escape(address.rpartition("/")[2]), total=size)
                if not console.is_terminal:
                    log(f"downloading {address}")
            progress.update(shown[address], completed=done)

        yield on_bytes


def _bars(console: Console, *columns: ProgressColumn) -> Progress:
    """Return a display that disappears at its end, and shows nothing without a terminal."""
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


def _detail(line: str) -> str:
    """Return the part of an output line, from Yosys or nextpnr, that is shown to the user."""
    if match := _PASS.match(line):
        return match[1]
    if match := _ROUTER.match(line):
        return f"{int(match[1]):,} connections left"
    # Lines with a vertical bar, except those of the router, are parts of tables and histograms, and not shown.
    return line.removeprefix("Info:").strip() if line.startswith("Info:") and "|" not in line else ""


@contextmanager
def killing_children() -> Iterator[None]:
    """If a signal ends the command, end the programs that the command has started."""
    import psutil

    others = psutil.Process().children()
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        # The code that starts a program cannot end it if the signal arrives while the program is starting.
        left = [child for child in psutil.Process().children() if child not in others]
        for child in left:
            child.kill()
        psutil.wait_procs(left)
        raise
