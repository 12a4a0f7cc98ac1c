"""Software engines, which solve puzzles on this computer.

An engine has a name and, for each genre that it solves, a function or class that creates a :class:`Search` for a
puzzle. These functions and classes are imported only when they are needed, because the packages that they require (z3,
a SAT solver) are installed only with the extra ``solvers``.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pkgutil import resolve_name
from typing import Any, Protocol

from rowloom.engines.catalogue import ENGINES as BOARD_ENGINES
from rowloom.errors import NotInstalled
from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.puzzles import Puzzle, Solution

__all__ = [
    "BRANCHING", "ENGINES", "STATED", "Explaining", "OutOfTime", "Place", "Search", "SoftwareEngine", "Step", "Stuck",
    "check_time", "deadline", "explaining", "imported", "named", "surveying",
]  # fmt: skip


class OutOfTime(Exception):
    """The search has reached its time limit."""


class Stuck(Exception):
    """An engine that never guesses cannot continue.

    ``partial`` is a picture of what the engine has found, for the terminal, or an empty string.
    """

    def __init__(self, partial: str):
        super().__init__("no rule finds anything more")
        self.partial = partial


class Search(Protocol):
    """A search for the solutions of one puzzle."""

    counters: Mapping[str, int]
    """The engine's counters, by name."""

    def solutions(self, seconds: float | None = None) -> Iterator[Solution]:
        """Yield all solutions of the puzzle, each once.

        Raises
        ------
        OutOfTime
            If ``seconds`` seconds have passed since the first solution was requested.
        Stuck
            If the engine does not guess, and no rule finds anything more.
        """


BRANCHING = "branching"
"""The ``rule`` of a step in which no rule finds anything, so the engine has to branch."""

STATED = "cells with a clue"
"""The ``rule`` of a step that only states what the genre's rules say about cells with clues. Such a step is not
used as a hint."""


@dataclass(frozen=True)
class Step:
    """One application of a rule."""

    rule: str
    place: str
    """The place in words; r1c2 is row 1, column 2."""
    found: str
    """The result in words."""
    cells: frozenset[Cell]
    """The cells that the rule examined; pictures highlight them."""
    drawing: Callable[[], Drawing]
    """A function that returns a picture of the state after the step."""

    def __str__(self) -> str:
        return f"{self.rule}, {self.place}: {self.found}"

    def picture(self) -> Drawing:
        """Return the drawing with only the step's cells tinted."""
        return replace(self.drawing(), tinted=self.cells)


def named(row: int, col: int) -> str:
    """Return the name of a cell in a step. The arguments are counted from 0, but the name counts from 1."""
    return f"r{row + 1}c{col + 1}"


class Explaining(Search, Protocol):
    """A search that also explains its steps, until it has to branch."""

    @property
    def steps(self) -> Sequence[Step]:
        """The steps, in order."""


Place = tuple[Cell] | tuple[Cell, Cell]
"""A cell, or a pair of neighbours. A pair represents the edge between its two cells: two solutions differ at this edge
if they differ in exactly one of the two cells."""


@dataclass(frozen=True)
class SoftwareEngine:
    """An engine that runs on this computer."""

    name: str
    summary: str
    """A summary for the command line's help."""
    searches: Mapping[str, str]
    """For each genre, the function that creates a search, as ``module:function``. The main genre comes first."""
    explains: bool = False
    """True if the searches are :class:`Explaining`."""
    surveys: bool = False
    """True if the searches are :class:`rowloom.host.solvers.sat.oracle.IncrementalSearch`."""

    @property
    def genres(self) -> tuple[str, ...]:
        """The genres that the engine solves."""
        return tuple(self.searches)

    def search(self, puzzle: Puzzle, **options: Any) -> Search:
        """Create a search; ``options`` are the engine's options. Raises the same exceptions as :meth:`loaded`."""
        return self.loaded(puzzle.genre)(puzzle, **options)

    def loaded(self, genre: str) -> Callable[..., Search]:
        """Return the function that creates searches for puzzles of a genre.

        Raises ValueError if the engine does not solve the genre, and NotInstalled if a required package is missing.
        """
        if genre not in self.searches:
            raise ValueError(f"the engine '{self.name}' does not solve {genre}, only {', '.join(self.genres)}")
        return imported(self.searches[genre], f"the engine '{self.name}'")


_SOLVERS = "rowloom.host.solvers"

ENGINES: dict[str, SoftwareEngine] = {
    engine.name: engine
    for engine in (
        SoftwareEngine(
            "sat", "the fast engine for all genres: clauses for a SAT solver",
            {
                **dict.fromkeys(("slitherlink", "slink"), f"{_SOLVERS}.sat.slitherlink:SlitherlinkSearch"),
                "sudoku": f"{_SOLVERS}.sat.sudoku:search",
                "smullyan": f"{_SOLVERS}.sat.shading:SmullyanSearch",
                "canal": f"{_SOLVERS}.sat.shading:CanalSearch",
            },
            surveys=True,
        ),
        SoftwareEngine(
            "z3", "formulas for Z3, as in the papers",
            {
                **dict.fromkeys(("slitherlink", "slink"), f"{_SOLVERS}.smt.slitherlink:LoopSearch"),
                "smullyan": f"{_SOLVERS}.smt.shading:smullyan",
                "canal": f"{_SOLVERS}.smt.shading:canal",
            },
        ),
        SoftwareEngine(
            "slink", "Slinks and some Slitherlinks by fifteen rules",
            dict.fromkeys(("slink", "slitherlink"), f"{_SOLVERS}.slink:SlinkSearch"), explains=True,
        ),
        SoftwareEngine(
            "slitherlink-logic", "Slitherlinks by the deducer's rules, with explanations",
            dict.fromkeys(("slitherlink", "slink"), f"{_SOLVERS}.slitherlink.logic:SlitherlinkLogic"), explains=True,
        ),
        SoftwareEngine(
            "sudoku-logic", "Sudokus by human techniques; reports the techniques needed",
            {"sudoku": f"{_SOLVERS}.sudoku.logic:SudokuLogic"}, explains=True,
        ),
        SoftwareEngine(
            "shading-logic", "the shading genres by single rules, lookahead and branching",
            dict.fromkeys(("smullyan", "canal"), f"{_SOLVERS}.shading.logic:ShadingLogic"), explains=True,
        ),
    )
}
"""All engines by name. If no board solves a puzzle, the first engine that solves its genre is used."""


def explaining() -> list[SoftwareEngine]:
    """Return the engines that explain their steps."""
    return [engine for engine in ENGINES.values() if engine.explains]


def surveying() -> list[str]:
    """Return the names of the engines that can find what all solutions of a puzzle have in common. The engines of
    boards come first."""
    on_boards = [engine.name for engine in BOARD_ENGINES.values() if "certain" in engine.tasks]
    return [*on_boards, *(engine.name for engine in ENGINES.values() if engine.surveys)]


def deadline(seconds: float | None) -> float:
    """Return the value that ``time.monotonic`` will have in ``seconds`` seconds; infinity for None."""
    return inf if seconds is None else time.monotonic() + seconds


def check_time(until: float) -> None:
    """Raise :class:`OutOfTime` if this :func:`deadline` has passed."""
    if time.monotonic() >= until:
        raise OutOfTime


def imported(name: str, who: str) -> Any:
    """Import and return a module, or the object ``module:name``.

    Raises NotInstalled if a required package is missing; the message says that ``who`` needs the package.
    """
    try:
        return resolve_name(name if ":" in name else f"{name}:")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rowloom":
            raise
        raise NotInstalled(f"{who} needs {missing}: pip install 'rowloom[solvers]'") from error
