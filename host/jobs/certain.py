"""What is certain about a puzzle, and how many solutions it has: what came of a search for that, by any engine.

A board is asked three questions a puzzle: for two solutions, for what all have in common, and for their number.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self, cast

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Outcome, cancelled, lost
from rowloom.host.jobs.status import CANCELLED, ERROR, SOLVED, in_words, is_unique
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.edges import Edges, edges_in_common
from rowloom.host.puzzles.slitherlink import Slitherlink

__all__ = ["MOST", "Common", "Rows", "closest", "in_common", "merged", "open_cells", "told"]

MOST = 100
"""Solutions that are counted unless a person asks for another number: more say only that much is missing."""

Rows = tuple[tuple[str, ...], ...]
"""As :attr:`.Outcome.certain`."""


class Common(NamedTuple):
    """The values and lines that all solutions of a puzzle share, as in :class:`.Outcome`."""

    certain: Rows
    certain_edges: Edges | None

    @classmethod
    def of(cls, puzzle: Puzzle, solutions: Sequence[Solution]) -> Self:
        """Return that of these solutions, at least one."""
        edges = edges_in_common(cast(Sequence[Colours], solutions)) if isinstance(puzzle, Slitherlink) else None
        return cls(in_common(solutions), edges)

    def in_words(self, complete: bool) -> str:
        """Return how much is not certain; if it is not ``complete``, how much is, as far as that is known."""
        cells = len(self.certain) * len(self.certain[0])
        counts = [(len(open_cells(self.certain)), cells, "cells")]
        if self.certain_edges:
            counts.append((self.certain_edges.open, self.certain_edges.number, "edges"))
        if complete:
            return f"{_shares(counts)} differ"
        return f"{_shares((number - left, number, what) for left, number, what in counts)} are certain, perhaps more"


def in_common(solutions: Sequence[Solution]) -> Rows:
    """Return what solutions of a puzzle have in common, row by row, "?" in cells where they differ."""
    return tuple(
        tuple(str(values[0]) if len(set(values)) == 1 else "?" for values in zip(*lines)) for lines in zip(*solutions)
    )


def open_cells(rows: Rows) -> set[Cell]:
    """Return the cells that are not certain."""
    return {(row, col) for row, line in enumerate(rows) for col, value in enumerate(line) if value == "?"}


def closest(solutions: Sequence[Solution]) -> tuple[Solution, ...]:
    """Return the first of the solutions, if there are any, and the one that differs from it in the fewest cells."""
    first = solutions[:1]
    return *first, *sorted(solutions[1:], key=lambda other: len(open_cells(in_common([*first, other]))))[:1]


def told(
    outcome: Outcome, counted: int, most: int, all_counted: bool, common: Common | None, common_complete: bool
) -> Outcome:
    """Return an outcome with what is certain, and how many solutions there are.

    Parameters
    ----------
    outcome : Outcome
        What else is known. Its status and message say why no solution was found, if none was.
    counted, most : int
        The solutions counted, and up to how many they were to be, 0 for all.
    all_counted : bool
        There are no others.
    common : Common, optional
        What is certain; None if nothing is known of that.
    common_complete : bool
        What is not certain there does differ.
    """
    differs = common is not None and bool(open_cells(common.certain))
    if common_complete:
        counted, all_counted = max(counted, 2 if differs else 1), all_counted or not differs
    complete = common_complete and (all_counted or counted == most)
    if not counted:
        return outcome._replace(counted=0, unique=is_unique(0, 0, all_counted))
    status, message = in_words(counted, 0, all_counted)
    if not complete and counted > 1:
        message += "; the search was ended"
    if common and differs:
        message += f"; {common.in_words(common_complete)}"
    known = common._asdict() if common else {}
    return outcome._replace(
        status=status, message=message, complete=complete, counted=counted, unique=is_unique(counted, 0, all_counted),
        **known,
    )  # fmt: skip


def merged(outcomes: Iterable[Outcome], most: int) -> Iterator[Outcome]:
    """Yield one outcome a puzzle for what boards have answered to the three questions about each.

    Parameters
    ----------
    outcomes : iterable of Outcome
        The answers to :meth:`.Question.jobs`, at least to those that were begun.
    most : int
        Solutions that were counted at most; 0 for all.

    Raises
    ------
    LinkError
        As ``outcomes`` does, after the outcomes of these puzzles.
    """
    answers: list[Outcome] = []
    try:
        for outcome in outcomes:
            answers.append(outcome)
            if len(answers) == _QUESTIONS:
                yield _merged(answers, most)
                answers = []
    except LinkError as error:
        if answers:
            yield _merged([*answers, lost(answers[0].puzzle, error)], most)
        raise
    if answers:
        yield _merged([*answers, *[cancelled(answers[0].puzzle)] * (_QUESTIONS - len(answers))], most)


_QUESTIONS = 3


def _merged(answers: Sequence[Outcome], most: int) -> Outcome:
    """Return one outcome for a puzzle's answers; the first error if there is one."""
    if failed := next((one for one in answers if one.status == ERROR), None):
        return failed
    search, survey, count = answers
    cycles = [one.cycles for one in answers if one.cycles is not None]
    outcome = search._replace(
        solutions=search.solutions or survey.solutions, cycles=sum(cycles) if cycles else None,
        counters={**search.counters, **survey.counters},
        interrupted=any(one.status == CANCELLED for one in answers),
    )  # fmt: skip
    found = len(outcome.solutions)
    if search.complete and found < 2:
        only = Common.of(outcome.puzzle, outcome.solutions) if found else None
        return told(outcome, found, most, True, only, bool(found))
    counted = max(count.counted or 0, found)
    all_counted = count.status == SOLVED and count.complete and (most == 0 or counted < most)
    common = Common(survey.certain, survey.certain_edges) if survey.certain else None
    return told(outcome, counted, most, all_counted, common, survey.status == SOLVED and survey.complete)


def _shares(counts: Iterable[tuple[int, int, str]]) -> str:
    return " and ".join(f"{number:,} of {everything:,} {what}" for number, everything, what in counts)
