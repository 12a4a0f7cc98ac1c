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
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.table import Table
from rich.text import Text

from rowloom.host.cli.common import counted, tell
from rowloom.host.jobs.job import Job, Progress
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


class _Bars(RichProgress):
    """The lines of a :class:`Meter`, drawn from its state as often as they are shown, not once a puzzle."""

    def __init__(self, meter: "Meter", puzzles: int):
        self._meter = meter
        several = (BarColumn(), MofNCompleteColumn(), _RateColumn(), _TimeLeftColumn()) if puzzles > 1 else ()
        # Not redirected by rich: standard output may be a file, and messages print between the bars.
        super().__init__(
            *several, TextColumn("{task.description}", markup=False), TimeElapsedColumn(), console=Console(stderr=True),
            transient=True, redirect_stdout=False, redirect_stderr=False, disable=not sys.stderr.isatty(),
        )
        self.add_task(meter.doing, total=puzzles)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Return what is shown."""
        for task in self.task_ids:
            self.update(task, completed=self._meter.count, description=self._meter.doing)
        yield from super().get_renderables()
        if self._meter.boards:
            table = Table.grid(padding=(0, 2))
            for name, board in self._meter.boards.items():
                table.add_row(Text(f"  {name}"), Text(f"{board.done:,} done"), Text(board.doing))
            yield table


class Meter(Progress):
    """Lines on standard error: a bar when there are several puzzles, and how far the running one is.

    Shows only messages before :meth:`shown`, and where standard error is no terminal.

    Attributes
    ----------
    count : int
        How many puzzles are done.
    doing : str
        What is being done.
    boards : dict
        What the line of each board shows, by the names of their links, if there are several.
    """

    def __init__(self) -> None:
        self.count, self.doing = 0, _SEARCHING
        self.boards: dict[str, _Board] = {}
        self._began: tuple[str, int, float] = "", 0, 0.0
        self._bars: _Bars | None = None

    @contextmanager
    def shown(self, puzzles: int, boards: Sequence[str] = ()) -> Iterator[None]:
        """Show how many of some puzzles are done, with a line for each board if there are several."""
        self.count, self.doing = 0, _SEARCHING
        self.boards = {name: _Board() for name in boards} if len(boards) > 1 else {}
        with _Bars(self, puzzles) as self._bars:
            yield
        self._bars = None

    def message(self, text: str) -> None:
        """Print a message."""
        tell(text)

    def running(self, board: str, job: Job, state: State) -> None:
        """Show how far the running job of a board is."""
        doing = f"{job.puzzle.name}: {state.cycles:,} cycles"
        if board in self.boards:
            self.boards[board].doing = doing
        else:
            self.doing = f"{doing}{self._speed(job.puzzle.name, state.cycles)}"

    def searching(self, name: str, found: int = 0) -> None:
        """Show what a software engine is working on: the puzzle, and the solutions found so far."""
        so_far = f": {counted(found, 'solution')}" if found else ""
        self.doing = f"{name}{so_far}"

    def done(self, board: str = "") -> None:
        """Count one puzzle as done, by a board."""
        if board in self.boards:
            self.boards[board] = _Board(self.boards[board].done + 1)
        self.count, self.doing = self.count + 1, _SEARCHING

    def at_work(self, done: int, workers: int) -> None:
        """Show how many puzzles are done, and how many workers are at it."""
        self.count, self.doing = done, f"{_SEARCHING} with {counted(workers, 'worker')}"

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the bar while something else is printed."""
        if self._bars:
            self._bars.stop()
        try:
            yield
        finally:
            if self._bars:
                self._bars.start()

    def _speed(self, name: str, cycles: int) -> str:
        """Return how many cycles of a puzzle pass in a second, as far as that is known."""
        begun, before, then = self._began
        if begun != name:
            self._began = name, cycles, time.monotonic()
        elif (seconds := time.monotonic() - then) > 1:
            return f", {(cycles - before) / seconds:,.0f} a second"
        return ""
