"""Solutions read from what ``rowloom solve --json`` printed, or from text."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rowloom.errors import CommandError
from rowloom.host import puzzles
from rowloom.host.cli.common import tell
from rowloom.host.cli.files import read_text
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.text import quoted

__all__ = ["read_solutions"]

_Key = TypeVar("_Key")


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
