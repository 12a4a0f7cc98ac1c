"""Read solutions from the output of ``rowloom solve --json``, or from text."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from rowloom.errors import CommandError
from rowloom.host.cli.common import log
from rowloom.host.cli.files import read_text
from rowloom.host.puzzles import Puzzle, Solution, genre
from rowloom.host.puzzles.text import quoted

__all__ = ["read_solutions"]

_Key = TypeVar("_Key")

_Records = Mapping[str, list[tuple[int, str, dict[str, Any]]]]
"""Lines of JSON by the name of their puzzle, which several puzzles may have. Each line has its number, its text and its
contents."""


def read_solutions(wanted: Mapping[_Key, Puzzle], name: str) -> dict[_Key, Solution]:
    """Return the first valid solution in a file for each puzzle; report puzzles for which the file has no solution.

    Raises CommandError if the file cannot be read.
    """
    text, solved = read_text(name), {}
    lines = [line.strip() for line in text.splitlines()]
    records = _records(name, lines) if any(line.startswith("{") for line in lines) else None
    in_text = cache(lambda genre_name: list(genre(genre_name).read_solutions(text)))
    for key, puzzle in wanted.items():
        wrong = ""
        for solution in in_text(puzzle.genre) if records is None else _solutions(name, records, puzzle):
            if not (faults := genre(puzzle.genre).verify(puzzle, solution)):
                solved[key] = solution
                break
            wrong = wrong or f"no solution of {puzzle.name}: {faults[0]}"
        else:
            log(f"{name}: {wrong or f'there is no solution of {puzzle.name} in it'}")
    return solved


def _records(name: str, lines: Sequence[str]) -> _Records:
    records = defaultdict(list)
    for number, line in enumerate(lines, 1):
        if line:
            try:
                values = json.loads(line)
                records[values["name"]].append((number, line, dict(values)))
            except (ValueError, LookupError, TypeError) as error:
                raise _fault(name, number, line, getattr(error, "pos", 0)) from error
    return records


def _solutions(name: str, records: _Records, puzzle: Puzzle) -> Iterator[Solution]:
    for number, line, values in records.get(puzzle.name, ()):
        if values.get("genre", puzzle.genre) == puzzle.genre:
            try:
                solutions = [genre(puzzle.genre).parse_solution(value) for value in values["solutions"]]
            except (ValueError, LookupError, TypeError) as error:
                raise _fault(name, number, line) from error
            yield from solutions


def _fault(name: str, number: int, line: str, column: int = 0) -> CommandError:
    return CommandError(f"{name}:{number}: not what `rowloom solve --json` prints: {quoted(line, column)}")
