"""A build under way: how far it is, on standard error; and none of its programs outlives it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from rowloom.host.cli.common import tell

__all__ = ["leaving_no_program", "progress"]

_PHASES = {
    "gateware": "compiling the firmware, generating the gateware",
    "synthesis": "synthesis",
    "placement": "place and route",
    "bitstream": "packing the bitstream",
}
_PASS = re.compile(r"^[\d.]+ Executing (.*?)(?: pass)?\.?$")
_ROUTER = re.compile(r"^Info: +\d+ \|.*\| *(\d+)\|[^|]*\|$")
"""A line of nextpnr's table while it routes; the last column but one counts the connections left."""


@contextmanager
def progress(name: str) -> Iterator[Callable[[str, str], None]]:
    """Show a line for each phase of a build, with the running program's progress; without a terminal, only the phases.

    Parameters
    ----------
    name : str
        The board's, for the latter.
    """
    console = Console(stderr=True)
    shown: dict[str, Any] = {}
    spinner = SpinnerColumn(finished_text="✓" if console.encoding.startswith("utf") else "+")
    columns = spinner, TextColumn("{task.description}"), TimeElapsedColumn(), TextColumn("{task.fields[detail]}")
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:

        def hear(phase: str, line: str) -> None:
            if phase not in shown:
                for task in shown.values():
                    progress.update(task, total=1, completed=1, detail="")
                shown[phase] = progress.add_task(_PHASES[phase], total=None, detail="")
                if not console.is_terminal:
                    tell(f"{name}: {list(_PHASES).index(phase) + 1}/{len(_PHASES)} {_PHASES[phase]}")
            if detail := _detail(line):
                room = max(0, console.width - len(_PHASES[phase]) - 16)
                progress.update(shown[phase], detail=detail[:room].replace("[", r"\["))

        yield hear


def _detail(line: str) -> str:
    """Return the part of a line of Yosys' or nextpnr's output to show."""
    if match := _PASS.match(line):
        return match[1]
    if match := _ROUTER.match(line):
        return f"{int(match[1]):,} connections left"
    # Other lines with bars are tables and histograms.
    return line.removeprefix("Info:").strip() if line.startswith("Info:") and "|" not in line else ""


@contextmanager
def leaving_no_program() -> Iterator[None]:
    """End the programs that the command has started where a signal ends it."""
    import psutil

    others = psutil.Process().children()
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        # The callers end their programs, except for one that was still being started when the signal came.
        left = [child for child in psutil.Process().children() if child not in others]
        for child in left:
            child.kill()
        psutil.wait_procs(left)
        raise
