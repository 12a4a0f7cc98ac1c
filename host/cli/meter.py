"""Progress shown while a board searches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rowloom.host.cli.common import counted
from rowloom.host.job import Job
from rowloom.host.protocol import State

__all__ = ["Meter"]

_SEARCHING = "searching"


class Meter(Progress):
    """A line on standard error: a bar when there are several puzzles, and how far the running one is.

    Shows nothing where standard error is no terminal.
    """

    def __init__(self, puzzles: int):
        bar = (BarColumn(), MofNCompleteColumn()) if puzzles > 1 else ()
        # Not redirected by rich: standard output may be a file, and messages print between the bars.
        super().__init__(
            *bar, TextColumn("{task.description}", markup=False), TimeElapsedColumn(), console=Console(stderr=True),
            transient=True, redirect_stdout=False, redirect_stderr=False, disable=not sys.stderr.isatty(),
        )
        self._task = self.add_task(_SEARCHING, total=puzzles)

    def running(self, job: Job, state: State) -> None:
        """Show how far the running job is."""
        self.update(self._task, description=f"{job.puzzle.name}: {state.cycles:,} cycles")

    def searching(self, name: str, found: int = 0) -> None:
        """Show what a software engine is working on: the puzzle, and the solutions found so far."""
        so_far = f": {counted(found, 'solution')}" if found else ""
        self.update(self._task, description=f"{name}{so_far}")

    def done(self) -> None:
        """Count one puzzle as done."""
        self.update(self._task, advance=1, description=_SEARCHING)

    def at_work(self, done: int, workers: int) -> None:
        """Show how many puzzles are done, and how many workers are at it."""
        self.update(self._task, completed=done, description=f"{_SEARCHING} with {counted(workers, 'worker')}")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the bar while something else is printed."""
        self.stop()
        try:
            yield
        finally:
            self.start()
