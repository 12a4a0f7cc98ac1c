"""Tables that show how fast puzzles were solved, and measurements of the lines to the boards."""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Any

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Size
from rowloom.host.cli.common import echo, print_table
from rowloom.host.cli.report import duration
from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import CANCELLED, LIMIT, NO_SOLUTION, SOLVED
from rowloom.host.link.session import Session

__all__ = ["Measurement", "print_comparison", "print_figures"]

# Miyauchi and Tanaka (2020), Table 8: the mean time for nine 10x10 puzzles, on hardware at 50 MHz.
_PAPER_SIZE, _PAPER_SECONDS, _PAPER_CLOCK = Size(10, 10), 0.1578, 50e6

# From González, Olivito and Resano (2009): Table II for puzzles of type (a), and section IV for the contest's time
# limit.
_PAPER_SECONDS_BY_ORDER = {
    3: 0.0086, 4: 0.024761, 5: 0.060281, 6: 0.117894, 7: 0.224523, 8: 0.058375, 9: 0.300835, 10: 0.322603, 11: 0.381182,
}  # fmt: skip
_CONTEST_ORDERS = range(3, 16)
_CONTEST_SECONDS = 3e-4
"""In the contest for which the paper's solver was built, the time limit is this number of seconds times the sixth power
of the order."""


class Measurement:
    """Measures the time since the creation of this object, and how much the lines to the boards are used."""

    def __init__(self, sessions: Sequence[Session]):
        self._sessions, self._start = sessions, time.monotonic()
        self._before = self._bytes()
        for one in sessions:
            one.link.line_use()  # the first call starts the measurement, if the line is simulated

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    def line_use(self) -> tuple[float, dict[str, int], dict[str, float]]:
        """Return the seconds, the bytes in each direction, and the share of the time in which each direction was busy.

        For simulated boards, the seconds are the simulated seconds of the slowest board. Otherwise, the seconds are
        elapsed real time, and there are no shares.
        """
        passed = {direction: number - self._before[direction] for direction, number in self._bytes().items()}
        uses = [(one, use) for one in self._sessions if (use := one.link.line_use()) and use.clocks]
        if not uses:
            return self.seconds, passed, {}
        busy = {name: statistics.mean(getattr(use, name) / use.clocks for _, use in uses) for name in passed}
        return max(use.clocks / one.board.clock for one, use in uses), passed, busy

    def _bytes(self) -> dict[str, int]:
        links = [one.link for one in self._sessions]
        return {"to_board": sum(link.sent for link in links), "from_board": sum(link.received for link in links)}


def print_figures(outcomes: Sequence[Outcome], count: int) -> None:
    """Print a table for each genre and engine, with one row per size; then list the puzzles that have no figures.

    ``count`` is the number of solutions that were requested. If ``count`` is 2, a second table shows how many puzzles
    have a unique solution.
    """
    until = "the first solution" if count == 1 else "the end of the search for a second solution"
    groups = list(_by_engine(outcomes))
    several = len({genre for genre, _, _ in groups}) > 1
    for genre, engine, group in groups:
        columns = {**_TIMES, **_columns(engine)}
        lines = []
        for size, some in _by_size(group):
            solved = [outcome for outcome in some if outcome.verified]
            figures = [figure(solved) for figure in columns.values()] if solved else []
            lines.append((str(size), str(len(some)), str(len(solved)), *figures))
        what = f"{genre.capitalize()}, engine {engine}" if several else f"Engine {engine}"
        clocks = " and ".join(f"{clock / 1e6:g}" for clock in sorted({one.clock for one in outcomes if one.clock}))
        caption = f"{what}: cycles until {until}, time at {clocks} MHz"
        print_table(caption, ("size", "puzzles", "solved", *columns), lines)
        if count == 1 and genre in _PAPERS:
            _PAPERS[genre](group)
    if count == 2:
        _print_uniqueness(outcomes)
    for status, what in ((NO_SOLUTION, "No solution"), (LIMIT, "Hit the limit")):
        if names := [outcome.puzzle.name for outcome in outcomes if outcome.status == status]:
            echo(f"{what}: {', '.join(names)}")
    if left := sum(outcome.status == CANCELLED for outcome in outcomes):
        echo(f"Interrupted: {left} of {len(outcomes)} not measured")


def _by_engine(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, str, list[Outcome]]]:
    """Yield ``(genre, engine, outcomes)`` for each genre and each engine that was used for it.

    Outcomes of puzzles that no engine accepted are listed under the genre's first engine.
    """
    for genre in sorted({outcome.puzzle.genre for outcome in outcomes}):
        some = [outcome for outcome in outcomes if outcome.puzzle.genre == genre]
        first, *others = sorted({outcome.engine for outcome in some} - {""}) or ["none"]
        for engine in (first, *others):
            yield genre, engine, [outcome for outcome in some if (outcome.engine or first) == engine]


def print_comparison(one: Sequence[Outcome], other: Sequence[Outcome]) -> None:
    """Compare two engines on the puzzles that both engines solved.

    Both arguments contain the outcomes of the same puzzles, in the same order.
    """
    pairs = [pair for pair in zip(one, other, strict=True) if all(outcome.verified for outcome in pair)]
    if not pairs:
        return
    engines = [outcome.engine for outcome in pairs[0]]
    lines = []
    for size, some in _by_size(pairs, lambda pair: pair[0].puzzle):
        line = [str(size), str(len(some))]
        for average in (statistics.median, statistics.mean):
            cycles = [average(outcome.cycles for outcome in outcomes) for outcomes in zip(*some)]
            line += [*(f"{figure:,.0f}" for figure in cycles), f"{cycles[0] / cycles[1]:,.1f}"]
        lines.append(line)
    headings = [f"{average} {what}" for average in ("median", "mean") for what in (*engines, "ratio")]
    print_table("Cycles of the puzzles that both engines solved", ("size", "puzzles", *headings), lines)


_Figure = Callable[[Sequence[Outcome]], str]
"""A function that returns the text of a table cell, given the outcomes of one or more solved puzzles."""


def _seconds(solved: Sequence[Outcome]) -> list[float]:
    """Return the times that a board took to solve puzzles."""
    return [outcome.cycles / outcome.clock for outcome in solved if outcome.cycles is not None and outcome.clock]


def _cycles(figure: Callable[[Sequence[int]], float]) -> _Figure:
    return lambda solved: f"{figure(sorted(one.cycles for one in solved if one.cycles is not None)):,.0f}"


_TIMES: dict[str, _Figure] = {
    "median": _cycles(statistics.median),
    "mean": _cycles(statistics.mean),
    # The nearest-rank percentile: the smallest value that is at least as large as 95 % of the values.
    "95 %": _cycles(lambda cycles: cycles[-(-len(cycles) * 95 // 100) - 1]),
    "max": _cycles(max),
    "mean time": lambda solved: duration(statistics.mean(_seconds(solved))),
}


def _counted(text: Callable[[int, int, int], str], *counters: str) -> _Figure:
    """Return a function that formats the values of these counters for a table cell.

    It calls ``text`` with the sum of these counters over all puzzles, the sum of the cycles, and the number of puzzles.
    """

    def figure(solved: Sequence[Outcome]) -> str:
        if any(name not in outcome.counters for outcome in solved for name in counters):
            return ""  # the board has not sent all counters
        total = sum(outcome.counters[name] for outcome in solved for name in counters)
        return text(total, sum(outcome.cycles or 0 for outcome in solved), len(solved))

    return figure


def _mean(total: int, cycles: int, puzzles: int) -> str:
    mean = total / puzzles
    return f"{mean:,.{1 if mean < 100 else 0}f}"


def _share(total: int, cycles: int, puzzles: int) -> str:
    return f"{100 * total / cycles:.0f} %" if cycles else ""


def _rest(total: int, cycles: int, puzzles: int) -> str:
    return _share(cycles - total, cycles, puzzles)


def _cost(total: int, cycles: int, puzzles: int) -> str:
    return f"{cycles / total:.1f}" if total else ""


def _columns(engine: str) -> dict[str, _Figure]:
    """Return the columns for an engine's counters, by heading."""
    columns: dict[str, _Figure] = {}
    counters = ENGINES[engine].counters if engine in ENGINES else ()
    for counter in counters:
        if counter.column:
            columns[counter.column] = _counted(_share if counter.share else _mean, counter.name)
        if counter.cost:
            columns[f"cycles/{counter.cost}"] = _counted(_cost, counter.name)
    if shares := [counter.name for counter in counters if counter.share]:
        columns["rest"] = _counted(_rest, *shares)
    return columns


def _print_uniqueness(outcomes: Sequence[Outcome]) -> None:
    lines = []
    for size, some in _by_size(outcomes):
        solutions = [len(outcome.solutions) for outcome in some if outcome.status == SOLVED and outcome.complete]
        none = sum(outcome.status == NO_SOLUTION for outcome in some)
        decided = len(solutions) + none
        counts = (len(some), solutions.count(1), solutions.count(2), none, len(some) - decided)
        lines.append((str(size), *map(str, counts)))
    print_table("How many solutions there are", ("size", "puzzles", "one", "several", "none", "not known"), lines)


def _print_slitherlink_paper(outcomes: Sequence[Outcome]) -> None:
    """Print a comparison with the paper's figure, if there are puzzles of the paper's size."""
    solved = [outcome for outcome in dict(_by_size(outcomes)).get(_PAPER_SIZE, ()) if outcome.verified]
    if not solved:
        return
    mean = statistics.mean(_seconds(solved))
    ratio = _PAPER_SECONDS / mean
    compared = f"{ratio:,.1f} times as fast" if ratio >= 1 else f"{1 / ratio:,.1f} times as slow"
    echo(f"{_PAPER_SIZE} in Miyauchi and Tanaka (2020), Table 8: mean {duration(_PAPER_SECONDS)}"
         f" ({_PAPER_SECONDS * _PAPER_CLOCK / 1e6:.2f} million cycles at {_PAPER_CLOCK / 1e6:g} MHz);"
         f" here, on other puzzles, {duration(mean)}, {compared}.")


def _print_sudoku_paper(outcomes: Sequence[Outcome]) -> None:
    """Print a row per order: the contest's time limit, the puzzles solved in time, the paper's time, and our times."""
    lines = []
    for size, some in _by_size(outcomes):
        order = isqrt(size.rows)
        if order not in _CONTEST_ORDERS:
            continue
        limit, paper = _CONTEST_SECONDS * order**6, _PAPER_SECONDS_BY_ORDER.get(order)
        seconds = _seconds([outcome for outcome in some if outcome.verified])
        in_time = sum(time <= limit for time in seconds)
        line = [str(order), str(len(some)), duration(limit), str(in_time), "" if paper is None else duration(paper)]
        if seconds:
            mean = statistics.mean(seconds)
            line += [duration(mean), "" if paper is None else f"{paper / mean:,.1f}", duration(max(seconds))]
        lines.append(line)
    if lines:
        caption = (
            "González, Olivito and Resano (2009): Table II, type (a), compared with the mean and the longest time here,"
            " and the contest's time limit"
        )
        headings = ("order", "puzzles", "limit", "in time", "paper", "mean", "times as fast", "longest")
        print_table(caption, headings, lines)


_PAPERS = {"slitherlink": _print_slitherlink_paper, "sudoku": _print_sudoku_paper}
"""For each genre for which a paper has figures: the function that compares one engine's outcomes with the paper."""


def _by_size(items: Iterable[Any],
             puzzle: Callable[[Any], Any] = lambda outcome: outcome.puzzle) -> list[tuple[Size, list[Any]]]:
    groups = defaultdict(list)
    for item in items:
        groups[Size(puzzle(item).rows, puzzle(item).cols)].append(item)
    return sorted(groups.items())
