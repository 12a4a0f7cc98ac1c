"""What is certain about a puzzle, and how many solutions it has: what came of a search for that, by any engine.

A board is asked three questions a puzzle: for two solutions, for what all have in common, and for their number.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rowloom.host.job import CANCELLED, ERROR, SOLVED, Job, Outcome, cancelled, in_words, is_unique, lost
from rowloom.host.link import LinkError
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.drawing import Cell
from rowloom.host.tasks import Certain, Count

__all__ = ["MOST", "Rows", "closest", "in_common", "on_boards", "open_cells", "told"]

MOST = 100
"""Solutions that are counted unless a person asks for another number: more say only that much is missing."""

Rows = tuple[tuple[str, ...], ...]
"""As :attr:`.Outcome.certain`."""


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


def told(outcome: Outcome, counted: int, most: int, all_counted: bool, rows: Rows, rows_complete: bool) -> Outcome:
    """Return an outcome with what is certain, and how many solutions there are.

    Parameters
    ----------
    outcome : Outcome
        What else is known. Its status and message say why no solution was found, if none was.
    counted, most : int
        The solutions counted, and up to how many they were to be, 0 for all.
    all_counted : bool
        There are no others.
    rows : Rows
        What is certain; empty if nothing is known of that.
    rows_complete : bool
        The cells that are not certain in these do differ.
    """
    number = len(open_cells(rows))
    if rows_complete:
        counted, all_counted = max(counted, 2 if number else 1), all_counted or not number
    complete = rows_complete and (all_counted or counted == most)
    if not counted:
        return outcome._replace(counted=0, unique=is_unique(0, 0, all_counted))
    status, message = in_words(counted, 0, all_counted)
    if not complete and counted > 1:
        message += "; the search was ended"
    if number:
        cells = len(rows) * len(rows[0])
        share, what = (number, "cells differ") if rows_complete else (cells - number, "cells are certain, perhaps more")
        message += f"; {share:,} of {cells:,} {what}"
    return outcome._replace(
        status=status, message=message, complete=complete, counted=counted, certain=rows,
        unique=is_unique(counted, 0, all_counted),
    )  # fmt: skip


def on_boards(
    solve: Callable[[Iterable[Job]], Iterator[Outcome]],
    puzzles: Iterable[Puzzle],
    most: int,
    limit: int,
    engine: str | None,
) -> Iterator[Outcome]:
    """Ask boards about puzzles.

    Parameters
    ----------
    solve : callable
        Yield the outcomes of jobs, in order, at least of those that it has read.
    puzzles : iterable of Puzzle
    most : int
        Solutions to count; 0 for all.
    limit : int
        Clock cycles after which to give up on a question; 0 for no limit.
    engine : str, optional
        One that answers all questions.

    Yields
    ------
    Outcome
        One for each puzzle that ``solve`` has read.

    Raises
    ------
    LinkError
        As ``solve`` does, after the outcomes of these puzzles.
    """
    outcomes = solve(job for puzzle in puzzles for job in _questions(puzzle, most, limit, engine))
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


def _questions(puzzle: Puzzle, most: int, limit: int, engine: str | None) -> list[Job]:
    return [
        Job(puzzle, 2, limit, engine, counters=True),
        Job(puzzle, limit=limit, engine=engine, task=Certain()),
        Job(puzzle, limit=limit, engine=engine, task=Count(most)),
    ]


def _merged(answers: Sequence[Outcome], most: int) -> Outcome:
    """Return one outcome for a puzzle's answers; the first error if there is one."""
    if failed := next((one for one in answers if one.status == ERROR), None):
        return failed
    search, common, count = answers
    cycles = [one.cycles for one in answers if one.cycles is not None]
    outcome = search._replace(
        solutions=search.solutions or common.solutions, cycles=sum(cycles) if cycles else None,
        interrupted=any(one.status == CANCELLED for one in answers),
    )  # fmt: skip
    found = len(outcome.solutions)
    if search.complete and found < 2:
        return told(outcome, found, most, True, in_common(outcome.solutions), bool(found))
    counted = max(count.counted or 0, found)
    all_counted = count.status == SOLVED and count.complete and (most == 0 or counted < most)
    return told(outcome, counted, most, all_counted, common.certain, common.status == SOLVED and common.complete)
