"""Solutions to draw: found by an engine, or read from what ``rowloom solve --json`` printed, or from text."""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rowloom.host import puzzles
from rowloom.host.cli.common import CommandError, tell
from rowloom.host.cli.files import read_text
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.solving import open_solvers
from rowloom.host.jobs.job import CANCELLED, Outcome
from rowloom.host.link.stream import LinkError
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.text import quoted

__all__ = ["read_solutions", "solve"]

_Key = TypeVar("_Key")


def solve(wanted: Mapping[_Key, Puzzle], args: argparse.Namespace) -> dict[_Key, Solution]:
    """Solve puzzles with any engine; tell of those that were not solved, and if the last board was lost.

    Other errors are those of :meth:`Solvers.solve`.
    """
    outcomes: list[Outcome] = []
    with open_solvers([*wanted.values()], args) as solvers, Meter(len(wanted), solvers.boards) as meter:
        try:
            outcomes.extend(solvers.solve(wanted.values(), 1, meter))
        except LinkError as error:
            tell(str(error))
    solved = {key: outcome.solutions[0] for key, outcome in zip(wanted, outcomes) if outcome.verified}
    for outcome in outcomes:
        if not (outcome.verified or outcome.lost or outcome.status == CANCELLED):
            tell(f"{outcome.puzzle.name}: {outcome.message}")
    if any(outcome.status == CANCELLED for outcome in outcomes):
        tell(f"interrupted: {len(solved):,} of {len(wanted):,} puzzles solved")
    return solved


def read_solutions(wanted: Mapping[_Key, Puzzle], name: str) -> dict[_Key, Solution]:
    """Return the first solution of each puzzle in a file; tell of those that have none there.

    Raises :class:`CommandError` if the file cannot be read.
    """
    file, solved = _SolutionFile(name), {}
    for key, puzzle in wanted.items():
        try:
            solved[key] = file.solution(puzzle)
        except _Missing as error:
            tell(str(error))
    return solved


class _Missing(Exception):
    """There is no solution of a puzzle in a file; the message says why."""


@dataclass(frozen=True)
class _Record:
    """A line of JSON, and what it holds."""

    number: int
    line: str
    values: dict[str, Any]


class _SolutionFile:
    """A file of solutions; :class:`CommandError` if it cannot be read."""

    def __init__(self, name: str):
        self._name = name
        self._text = read_text(name)
        lines = [line.strip() for line in self._text.splitlines()]
        is_json = any(line.startswith("{") for line in lines)
        self._records = self._by_name(lines) if is_json else None
        self._in_text: dict[str, list[Solution]] = {}

    def solution(self, puzzle: Puzzle) -> Solution:
        """Return the first solution in the file that solves the puzzle, or raise :class:`_Missing`."""
        genre, wrong = puzzles.genre(puzzle.genre), ""
        for solution in self._solutions(puzzle):
            faults = genre.verify(puzzle, solution)
            if not faults:
                return solution
            wrong = wrong or f"no solution of {puzzle.name}: {faults[0]}"
        raise _Missing(f"{self._name}: {wrong or f'there is no solution of {puzzle.name} in it'}")

    def _solutions(self, puzzle: Puzzle) -> Iterator[Solution]:
        """Yield what may be solutions of a puzzle: JSON tells by its name, which may not be unique."""
        genre = puzzles.genre(puzzle.genre)
        if self._records is None:
            if puzzle.genre not in self._in_text:
                self._in_text[puzzle.genre] = list(genre.read_solutions(self._text))
            yield from self._in_text[puzzle.genre]
            return
        for record in self._records.get(puzzle.name, ()):
            if record.values.get("genre", puzzle.genre) == puzzle.genre:
                try:
                    solutions = [genre.parse_solution(value) for value in record.values["solutions"]]
                except (ValueError, LookupError, TypeError) as error:
                    raise self._fault(record.number, record.line) from error
                yield from solutions

    def _by_name(self, lines: Sequence[str]) -> dict[str, list[_Record]]:
        records = defaultdict(list)
        for number, line in enumerate(lines, 1):
            if line:
                try:
                    values = json.loads(line)
                    records[values["name"]].append(_Record(number, line, dict(values)))
                except (ValueError, LookupError, TypeError) as error:
                    raise self._fault(number, line, getattr(error, "pos", 0)) from error
        return records

    def _fault(self, number: int, line: str, column: int = 0) -> CommandError:
        return CommandError(f"{self._name}:{number}: not what `rowloom solve --json` prints: {quoted(line, column)}")
