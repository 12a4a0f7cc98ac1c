"""Compute what all solutions of a puzzle share (its certain values), and the number of its solutions.

The results may come from any engine. A board solves three jobs for each puzzle: find two solutions, find what all
solutions share, and count the solutions.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self, cast

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Outcome, cancelled, lost
from rowloom.host.jobs.status import CANCELLED, ERROR, SOLVED, is_unique, status_and_message
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Cell, Colours, cells_of
from rowloom.host.puzzles.edges import Edges, edges_in_common
from rowloom.host.puzzles.slitherlink import Slitherlink

__all__ = ["MOST", "Common", "Rows", "closest", "in_common", "merge_outcomes", "open_cells", "with_survey"]

MOST = 100
"""The default for the maximum number of solutions to count. If a puzzle has more solutions, many clues are missing, and
the exact number hardly matters."""

Rows = tuple[tuple[str, ...], ...]
"""The type of :attr:`.Outcome.certain`."""

_JOBS = 3
"""The number of jobs for each puzzle."""


class Common(NamedTuple):
    """The values and lines that all solutions of a puzzle share, as in :class:`.Outcome`."""

    certain: Rows
    certain_edges: Edges | None

    @classmethod
    def of(cls, puzzle: Puzzle, solutions: Sequence[Solution]) -> Self:
        """Return what these solutions share; there must be at least one solution."""
        edges = edges_in_common(cast(Sequence[Colours], solutions)) if isinstance(puzzle, Slitherlink) else None
        return cls(in_common(solutions), edges)

    def describe(self, complete: bool) -> str:
        """Return a message that says how many cells and edges differ between solutions. If the values are not
        ``complete``, the message says instead how many cells and edges are certain."""
        cells = len(self.certain) * len(self.certain[0])
        counts = [(len(open_cells(self.certain)), cells, "cells")]
        if self.certain_edges:
            counts.append((self.certain_edges.open, self.certain_edges.number, "edges"))
        if complete:
            return f"{_shares(counts)} differ"
        return f"{_shares((number - left, number, what) for left, number, what in counts)} are certain, perhaps more"


def in_common(solutions: Sequence[Solution]) -> Rows:
    """Return the values that the solutions share, row by row, with "?" in the cells in which the solutions differ."""
    return tuple(
        tuple(str(values[0]) if len(set(values)) == 1 else "?" for values in zip(*lines)) for lines in zip(*solutions)
    )


def open_cells(rows: Rows) -> set[Cell]:
    """Return the cells in which the solutions differ."""
    return cells_of(rows, "?")


def closest(solutions: Sequence[Solution]) -> tuple[Solution, ...]:
    """Return the first solution, and the solution that differs from the first in the fewest cells. If there are fewer
    than two solutions, return all of them."""
    first = solutions[:1]
    return *first, *sorted(solutions[1:], key=lambda other: len(open_cells(in_common([*first, other]))))[:1]


def with_survey(
    outcome: Outcome, counted: int, most: int, all_counted: bool, common: Common | None, common_complete: bool
) -> Outcome:
    """Return an outcome with the number of solutions, and with the values that all solutions share.

    ``counted`` is the number of solutions that were counted; at most ``most`` were requested (0 for all).
    ``all_counted`` is true if there are no further solutions. ``common`` contains values that all solutions share, if
    known; ``common_complete`` is true if it contains all these values. If there is a solution, the new status and the
    new message describe the solutions; otherwise the status and the message do not change.
    """
    differs = common is not None and bool(open_cells(common.certain))
    if common_complete:
        counted, all_counted = max(counted, 2 if differs else 1), all_counted or not differs
    complete = common_complete and (all_counted or counted == most)
    if not counted:
        return outcome._replace(counted=0, unique=is_unique(0, 0, all_counted))
    status, message = status_and_message(counted, 0, all_counted)
    if not complete and counted > 1:
        message += "; the search was ended"
    if common and differs:
        message += f"; {common.describe(common_complete)}"
    known = common._asdict() if common else {}
    return outcome._replace(status=status, message=message, complete=complete, counted=counted,
                            unique=is_unique(counted, 0, all_counted), **known)


def merge_outcomes(outcomes: Iterable[Outcome], most: int) -> Iterator[Outcome]:
    """Merge the outcomes of the three jobs for each puzzle. The last outcomes may be missing, if their jobs were never
    started.

    ``most`` is the maximum number of solutions to count; 0 for all. If ``outcomes`` raises a LinkError, first yield the
    merged outcomes of the current puzzle's finished jobs, if any. Then raise the error again.
    """
    answers: list[Outcome] = []
    try:
        for outcome in outcomes:
            answers.append(outcome)
            if len(answers) == _JOBS:
                yield _merged(answers, most)
                answers = []
    except LinkError as error:
        if answers:
            yield _merged([*answers, lost(answers[0].puzzle, error)], most)
        raise
    if answers:
        yield _merged([*answers, *[cancelled(answers[0].puzzle)] * (_JOBS - len(answers))], most)


def _merged(answers: Sequence[Outcome], most: int) -> Outcome:
    """Merge the outcomes of the three jobs for a puzzle; if there are errors, return the first error instead."""
    if failed := next((one for one in answers if one.status == ERROR), None):
        return failed
    search, survey, count = answers
    cycles = [one.cycles for one in answers if one.cycles is not None]
    outcome = search._replace(solutions=search.solutions or survey.solutions, cycles=sum(cycles) if cycles else None,
                              counters={**search.counters, **survey.counters},
                              interrupted=any(one.status == CANCELLED for one in answers))
    found = len(outcome.solutions)
    if search.complete and found < 2:
        only = Common.of(outcome.puzzle, outcome.solutions) if found else None
        return with_survey(outcome, found, most, True, only, bool(found))
    counted = max(count.counted or 0, found)
    all_counted = count.status == SOLVED and count.complete and (most == 0 or counted < most)
    common = Common(survey.certain, survey.certain_edges) if survey.certain else None
    return with_survey(outcome, counted, most, all_counted, common, survey.status == SOLVED and survey.complete)


def _shares(counts: Iterable[tuple[int, int, str]]) -> str:
    return " and ".join(f"{number:,} of {everything:,} {what}" for number, everything, what in counts)
