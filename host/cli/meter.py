"""The progress display while puzzles are solved."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich import progress as rich_progress
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from rowloom.host.cli.common import counted, log
from rowloom.host.cli.process import bars
from rowloom.host.jobs.job import Job, Progress
from rowloom.host.wire.protocol import State

__all__ = ["Meter"]

_SEARCHING = "searching"


class _RateColumn(rich_progress.ProgressColumn):
    """The number of puzzles per second."""

    def render(self, task: rich_progress.Task) -> Text:
        return Text(f"{task.speed:,.{0 if task.speed >= 10 else 1}f}/s" if task.speed else "")


class _Bars(rich_progress.Progress):
    """The lines that a :class:`Meter` shows on the terminal. Only a timer redraws them."""

    def __init__(self, meter: "Meter", puzzles: int):
        self._meter = meter
        # The remaining time has a label, because the elapsed time is shown next to it.
        left = rich_progress.TimeRemainingColumn(), rich_progress.TextColumn("left")
        several = rich_progress.BarColumn(), rich_progress.MofNCompleteColumn(), _RateColumn(), *left
        doing = rich_progress.TextColumn("{task.description}", markup=False), rich_progress.TimeElapsedColumn()
        # rich must not redirect the streams: standard output may be a file, and messages appear between the bars.
        super().__init__(*(several if puzzles > 1 else ()), *doing, console=Console(stderr=True), transient=True,
                         redirect_stdout=False, redirect_stderr=False, disable=not sys.stderr.isatty())
        self.add_task(meter.doing, total=puzzles)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yield the bar, and a table of the boards."""
        for task in self.task_ids:
            self.update(task, completed=self._meter.count, description=self._meter.doing)
        yield from super().get_renderables()
        if self._meter.boards:
            table = Table.grid(padding=(0, 2))
            for name, done in self._meter.boards.items():
                table.add_row(Text(f"  {name}"), Text(f"{done:,} done"), Text(self._meter.doing_at[name]))
            yield table


class Meter(Progress):
    """Shows the progress on standard error: a bar if there are several puzzles, and the state of the current puzzle.

    If standard error is not a terminal, only messages are shown.
    """

    def __init__(self) -> None:
        self.count, self.doing = 0, _SEARCHING  # the number of finished puzzles, and the current work
        # The same two values for each board, keyed by the name of its link; empty if there is only one board.
        self.boards: dict[str, int] = {}
        self.doing_at: dict[str, str] = {}
        self._began: tuple[str, int, float] = "", 0, 0.0

    @contextmanager
    def shown(self, puzzles: int, boards: Sequence[str] = ()) -> Iterator[None]:
        """Show how many puzzles are finished, with a line for each board if there are several boards."""
        self.count, self.doing = 0, _SEARCHING
        self.boards = dict.fromkeys(boards if len(boards) > 1 else (), 0)
        self.doing_at = dict.fromkeys(self.boards, "")
        with _Bars(self, puzzles) as shown:
            bars.append(shown)
            try:
                yield
            finally:
                bars.remove(shown)

    def message(self, text: str) -> None:
        log(text)

    def running(self, board: str, job: Job, state: State) -> None:
        doing = f"{job.puzzle.name}: {state.cycles:,} cycles"
        if board in self.boards:
            self.doing_at[board] = doing
        else:
            self.doing = f"{doing}{self._speed(job.puzzle.name, state.cycles)}"

    def searching(self, name: str, found: int = 0) -> None:
        self.doing = f"{name}: {counted(found, 'solution')}" if found else name

    def done(self, board: str = "") -> None:
        if board in self.boards:
            self.boards[board] += 1
            self.doing_at[board] = ""
        self.count, self.doing = self.count + 1, _SEARCHING

    def at_work(self, done: int, workers: int) -> None:
        self.count, self.doing = done, f"{_SEARCHING} with {counted(workers, 'worker')}"

    def _speed(self, name: str, cycles: int) -> str:
        """Describe the speed of a puzzle's search in cycles per second; return an empty string during the first
        second."""
        begun, before, then = self._began
        if begun != name:
            self._began = name, cycles, time.monotonic()
        elif (seconds := time.monotonic() - then) > 1:
            return f", {(cycles - before) / seconds:,.0f} a second"
        return ""
