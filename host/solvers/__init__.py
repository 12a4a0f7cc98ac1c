"""Software engines, which solve puzzles on the laptop itself.

An engine is a name and, for each genre that it takes, a module with a function ``search`` that returns a
:class:`Search` for a puzzle. The modules are imported when needed, because their own requirements (z3, a SAT solver)
are an extra of the package.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf
from types import ModuleType
from typing import Any, Protocol

from rowloom.host.puzzles import Puzzle, Solution
from rowloom.hw.engines import engines_for

__all__ = [
    "ENGINES", "NotInstalled", "OutOfTime", "Search", "SoftwareEngine", "Stuck", "deadline", "imported",
    "software_engine",
]  # fmt: skip


class OutOfTime(Exception):
    """The search has used up its time."""


class Stuck(Exception):
    """An engine that never guesses can get no further; ``partial`` is a picture for the terminal, or empty."""

    def __init__(self, partial: str = ""):
        super().__init__("no rule leads any further")
        self.partial = partial


class NotInstalled(Exception):
    """A package that an engine needs is missing; the message names it, and how to install it."""


class Search(Protocol):
    """A search for the solutions of one puzzle.

    An engine that can explain itself also has ``steps``, a sequence whose items say (``str``) what followed from
    what, in order.
    """

    counters: Mapping[str, int]
    """What the engine has counted so far, by name."""

    def solutions(self, seconds: float | None = None) -> Iterator[Solution]:
        """Yield the puzzle's solutions, all different; it ends when there is no other.

        Raises
        ------
        OutOfTime
            After this many seconds from the first request for a solution.
        Stuck
            If the engine does not guess and no rule leads any further.
        """


@dataclass(frozen=True)
class SoftwareEngine:
    """A way to solve puzzles on the laptop itself."""

    name: str
    """Its name on the command line."""
    summary: str
    """What it does, for the command line's help."""
    modules: Mapping[str, str]
    """The module with ``search``, for each genre that it takes."""
    explains: bool = False
    """Its searches have ``steps``."""

    @property
    def genres(self) -> tuple[str, ...]:
        """What it solves."""
        return tuple(self.modules)

    def search(self, puzzle: Puzzle, **options: Any) -> Search:
        """Begin to solve a puzzle; ``options`` are what else the engine's own ``search`` takes.

        Raises
        ------
        ValueError
            If it does not take the puzzle's genre.
        NotInstalled
            If a package that it needs is missing.
        """
        return self.module(puzzle.genre).search(puzzle, **options)

    def module(self, genre: str) -> ModuleType:
        """Return the module that solves a genre; raise what :meth:`search` does."""
        if genre not in self.modules:
            raise ValueError(f"the engine '{self.name}' does not solve {genre}, only {', '.join(self.genres)}")
        return imported(self.modules[genre], f"the engine '{self.name}'")


ENGINES: dict[str, SoftwareEngine] = {
    engine.name: engine
    for engine in (
        SoftwareEngine(
            "sat", "the fast one, for all genres: clauses for a SAT solver",
            {
                "slitherlink": "rowloom.host.solvers.sat.slitherlink",
                "slink": "rowloom.host.solvers.sat.slitherlink",
                "sudoku": "rowloom.host.solvers.sat.sudoku",
                "smullyan": "rowloom.host.solvers.sat.smullyan",
                "canal": "rowloom.host.solvers.sat.canal",
            },
        ),
        SoftwareEngine(
            "z3", "as in the papers: every rule as a formula for Z3",
            {
                "slitherlink": "rowloom.host.solvers.smt.slitherlink",
                "slink": "rowloom.host.solvers.smt.slitherlink",
                "smullyan": "rowloom.host.solvers.smt.smullyan",
                "canal": "rowloom.host.solvers.smt.canal",
            },
        ),
        SoftwareEngine(
            "slink", "Slinks, and Slitherlinks as far as it gets, by fifteen rules",
            {"slink": "rowloom.host.solvers.slink", "slitherlink": "rowloom.host.solvers.slink"}, explains=True,
        ),
        SoftwareEngine(
            "sudoku-logic", "Sudokus by human techniques, and which were needed",
            {"sudoku": "rowloom.host.solvers.sudoku_logic"}, explains=True,
        ),
        SoftwareEngine(
            "shading-logic", "the shading genres by single rules, lookahead and branching",
            {genre: "rowloom.host.solvers.shading_logic" for genre in ("smullyan", "canal")}, explains=True,
        ),
    )
}
"""By name; the first that takes a genre is the one for puzzles that no board solves."""


def software_engine(puzzle: Puzzle, asked: str | None) -> SoftwareEngine | None:
    """Return the engine on this computer that solves a puzzle; None if a board does.

    Unless an engine is asked for, a board solves the puzzle if any can.
    """
    if asked is not None:
        return ENGINES.get(asked)
    if engines_for(puzzle.genre):
        return None
    return next(engine for engine in ENGINES.values() if puzzle.genre in engine.genres)


def deadline(seconds: float | None) -> float:
    """Return when so much time is over from now on, by ``time.monotonic``; for None that is never."""
    return inf if seconds is None else time.monotonic() + seconds


def imported(module: str, who: str) -> ModuleType:
    """Import a module that needs what an extra installs; where that is missing, :class:`NotInstalled` names ``who``."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rowloom":
            raise
        raise NotInstalled(f"{who} needs {missing}: pip install 'rowloom[solvers]'") from error
