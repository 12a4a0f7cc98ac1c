"""Progress shown while puzzles are solved."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from rowloom.host.cli.common import counted
from rowloom.host.jobs.job import Job
from rowloom.host.wire.protocol import State

__all__ = ["Meter"]

_SEARCHING = "searching"


class _RateColumn(ProgressColumn):
    """Puzzles a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.{0 if task.speed >= 10 else 1}f}/s" if task.speed else "")


class _TimeLeftColumn(TimeRemainingColumn):
    """The time left, in words: beside it stands the time that has passed."""

    def render(self, task: Task) -> Text:
        return Text(f"{super().render(task)} left")


@dataclass
class _Board:
    """What the line of a board shows."""

    done: int = 0
    doing: str = ""


class Meter(Progress):
    """Lines on standard error: a bar when there are several puzzles, and how far the running one is.

    Shows nothing where standard error is no terminal.

    Parameters
    ----------
    puzzles : int
        How many there are.
    boards : sequence of str
        The names of the boards' links. If there are several, each has a line.
    """

    def __init__(self, puzzles: int, boards: Sequence[str] = ()):
        several = (BarColumn(), MofNCompleteColumn(), _RateColumn(), _TimeLeftColumn()) if puzzles > 1 else ()
        self._boards = {name: _Board() for name in boards} if len(boards) > 1 else {}
        self._began: tuple[str, int, float] = "", 0, 0.0
        # The task is updated as it is drawn, not once a puzzle: there may be thousands of puzzles a second.
        self._done, self._doing = 0, _SEARCHING
        # Not redirected by rich: standard output may be a file, and messages print between the bars.
        super().__init__(
            *several, TextColumn("{task.description}", markup=False), TimeElapsedColumn(), console=Console(stderr=True),
            transient=True, redirect_stdout=False, redirect_stderr=False, disable=not sys.stderr.isatty(),
        )
        self.add_task(self._doing, total=puzzles)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Return what is shown."""
        for task in self.task_ids:
            self.update(task, completed=self._done, description=self._doing)
        yield from super().get_renderables()
        if self._boards:
            table = Table.grid(padding=(0, 2))
            for name, board in self._boards.items():
                table.add_row(Text(f"  {name}"), Text(f"{board.done:,} done"), Text(board.doing))
            yield table

    def running(self, board: str, job: Job, state: State) -> None:
        """Show how far the running job of a board is."""
        doing = f"{job.puzzle.name}: {state.cycles:,} cycles"
        if board in self._boards:
            self._boards[board].doing = doing
        else:
            self._doing = f"{doing}{self._speed(job.puzzle.name, state.cycles)}"

    def searching(self, name: str, found: int = 0) -> None:
        """Show what a software engine is working on: the puzzle, and the solutions found so far."""
        so_far = f": {counted(found, 'solution')}" if found else ""
        self._doing = f"{name}{so_far}"

    def done(self, board: str = "") -> None:
        """Count one puzzle as done, by a board."""
        if board in self._boards:
            self._boards[board] = _Board(self._boards[board].done + 1)
        self._done, self._doing = self._done + 1, _SEARCHING

    def at_work(self, done: int, workers: int) -> None:
        """Show how many puzzles are done, and how many workers are at it."""
        self._done, self._doing = done, f"{_SEARCHING} with {counted(workers, 'worker')}"

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the bar while something else is printed."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def _speed(self, name: str, cycles: int) -> str:
        """Return how many cycles of a puzzle pass in a second, as far as that is known."""
        begun, before, then = self._began
        if begun != name:
            self._began = name, cycles, time.monotonic()
        elif (seconds := time.monotonic() - then) > 1:
            return f", {(cycles - before) / seconds:,.0f} a second"
        return ""
