"""Software engines, which solve puzzles on the laptop itself.

An engine is a name and, for each genre that it takes, a module with a function ``search`` that returns a
:class:`Search` for a puzzle. The modules are imported when needed, because their own requirements (z3, a SAT solver)
are an extra of the package.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, Protocol

from rowloom.engines.catalogue import ENGINES as BOARD_ENGINES
from rowloom.errors import NotInstalled
from rowloom.host.drawing.drawing import Cell
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.solvers.steps import Step

__all__ = [
    "ENGINES", "Explaining", "OutOfTime", "Place", "Search", "SoftwareEngine", "Stuck",
    "Surveying", "deadline", "explaining", "imported", "surveying",
]  # fmt: skip


class OutOfTime(Exception):
    """The search has used up its time."""


class Stuck(Exception):
    """An engine that never guesses can get no further; ``partial`` is a picture for the terminal, or empty."""

    def __init__(self, partial: str = ""):
        super().__init__("no rule leads any further")
        self.partial = partial


class Search(Protocol):
    """A search for the solutions of one puzzle.

    That of an engine that explains itself is :class:`Explaining`, that of one that finds what is certain
    :class:`Surveying`.
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


class Explaining(Search, Protocol):
    """A search that also tells what followed from what, up to where it has to branch."""

    @property
    def steps(self) -> Sequence[Step]:
        """What has followed so far, in order."""


Place = tuple[Cell] | tuple[Cell, Cell]
"""A cell; or two, where the engine colours cells: solutions differ in these if just one of the two has another colour,
as they do in the edge between them."""


class Surveying(Search, Protocol):
    """A search that also tells where solutions differ."""

    def differing(
        self, solution: Solution, places: Collection[Place], seconds: float | None = None
    ) -> Iterator[Solution]:
        """Yield solutions that differ from this one in some of these places.

        None of them was yielded before, and each differs in a place in which no earlier one of them did; when it ends,
        no solution differs in the others, and the search finds nothing more. It raises what :meth:`solutions` does.
        """


@dataclass(frozen=True)
class SoftwareEngine:
    """A way to solve puzzles on the laptop itself."""

    name: str
    """Its name on the command line."""
    summary: str
    """What it does, for the command line's help."""
    modules: Mapping[str, str]
    """The module with ``search``, for each genre that it takes; the one that it is made for comes first."""
    explains: bool = False
    """Its searches are :class:`Explaining`."""
    surveys: bool = False
    """Its searches are :class:`Surveying`."""

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
            surveys=True,
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
            {genre: "rowloom.host.solvers.slink.logic" for genre in ("slink", "slitherlink")}, explains=True,
        ),
        SoftwareEngine(
            "slitherlink-logic", "Slitherlinks as the deducer does, and what follows from what",
            {genre: "rowloom.host.solvers.slitherlink.logic" for genre in ("slitherlink", "slink")}, explains=True,
        ),
        SoftwareEngine(
            "sudoku-logic", "Sudokus by human techniques, and which were needed",
            {"sudoku": "rowloom.host.solvers.sudoku.logic"}, explains=True,
        ),
        SoftwareEngine(
            "shading-logic", "the shading genres by single rules, lookahead and branching",
            {genre: "rowloom.host.solvers.shading.logic" for genre in ("smullyan", "canal")}, explains=True,
        ),
    )
}
"""By name; the first that takes a genre is the one for puzzles that no board solves."""


def explaining() -> list[SoftwareEngine]:
    """Return the engines that explain themselves."""
    return [engine for engine in ENGINES.values() if engine.explains]


def surveying() -> list[str]:
    """Return the names of the engines that find what is certain, those of boards first."""
    on_boards = [engine.name for engine in BOARD_ENGINES.values() if _CERTAIN in engine.tasks]
    return [*on_boards, *(engine.name for engine in ENGINES.values() if engine.surveys)]


_CERTAIN = "certain"
"""What the firmware of an engine is named that finds what is certain."""


def deadline(seconds: float | None) -> float:
    """Return when so much time is over from now on, by ``time.monotonic``; for None that is never."""
    return inf if seconds is None else time.monotonic() + seconds


def imported(name: str, who: str) -> Any:
    """Import a module, or ``module:name`` in it, that needs what an extra installs.

    Where that is missing, :class:`NotInstalled` names ``who``.
    """
    try:
        return resolve_name(name if ":" in name else f"{name}:")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rowloom":
            raise
        raise NotInstalled(f"{who} needs {missing}: pip install 'rowloom[solvers]'") from error
