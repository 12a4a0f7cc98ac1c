"""The software engines: what solves puzzles on the laptop itself, without a board.

An engine is a name and, for each genre that it takes, a module with a function ``search`` that makes a
:class:`Search` of a puzzle. The modules are imported when they are needed: what they need in turn (z3, a SAT solver)
is an extra of the package.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import Any, Protocol

from rowloom.host.puzzles import Solution

__all__ = ["ENGINES", "NotInstalled", "OutOfTime", "Search", "SoftwareEngine", "Stuck", "imported", "solutions"]


class OutOfTime(Exception):
    """The time that a search was given is over."""


class Stuck(Exception):
    """An engine that does not guess can get no further.

    Parameters
    ----------
    partial : str
        A picture, for the terminal, of how far it came; empty if there is none.
    """

    def __init__(self, partial: str = ""):
        super().__init__("no rule leads any further")
        self.partial = partial


class NotInstalled(Exception):
    """A package that an engine needs is missing; the message says which, and how to get it."""


class Search(Protocol):
    """An engine at work on one puzzle.

    An engine that can explain itself also has ``steps``, a sequence whose items tell in words (``str``) what
    followed from what, in order.
    """

    counters: Mapping[str, int]
    """What the engine has counted so far, by name."""

    def solutions(self, seconds: float | None = None) -> Iterator[Solution]:
        """The puzzle's solutions, one after another, each different; it ends when there is no other.

        Raises
        ------
        OutOfTime
            When this many seconds have gone since the first solution was asked for.
        Stuck
            If the engine does not guess and no rule leads any further.
        """


@dataclass(frozen=True)
class SoftwareEngine:
    """A way to solve puzzles on the laptop itself.

    Parameters
    ----------
    name : str
        What the command line calls it.
    summary : str
        What it does, in a few words for the command line's help.
    modules : mapping of genre to str
        For each genre that it takes, the module with its ``search``.
    explains : bool
        Its searches have ``steps``.
    """

    name: str
    summary: str
    modules: Mapping[str, str]
    explains: bool = False

    @property
    def genres(self) -> tuple[str, ...]:
        """What it solves."""
        return tuple(self.modules)

    def search(self, puzzle: Any, **options: Any) -> Search:
        """Begins to solve a puzzle.

        Parameters
        ----------
        puzzle : puzzle of one of the engine's genres
        **options
            What else the engine's own ``search`` takes.

        Raises
        ------
        ValueError
            If it does not take that genre.
        NotInstalled
            If a package that it needs is missing.
        """
        return self.module(puzzle.genre).search(puzzle, **options)

    def module(self, genre: str) -> ModuleType:
        """The module that solves a genre; raises what :meth:`search` does."""
        if genre not in self.modules:
            raise ValueError(f"the engine '{self.name}' does not solve {genre}, only {', '.join(self.genres)}")
        return imported(self.modules[genre], f"the engine '{self.name}'")


ENGINES: dict[str, SoftwareEngine] = {
    engine.name: engine
    for engine in (
        SoftwareEngine(
            "sat",
            "the fast one, for all genres: clauses for a SAT solver",
            {
                "slitherlink": "rowloom.host.solvers.sat.slitherlink",
                "slink": "rowloom.host.solvers.sat.slitherlink",
                "sudoku": "rowloom.host.solvers.sat.sudoku",
                "smullyan": "rowloom.host.solvers.sat.smullyan",
                "canal": "rowloom.host.solvers.sat.canal",
            },
        ),
        SoftwareEngine(
            "z3",
            "as in the papers: every rule as a formula for Z3",
            {
                "slitherlink": "rowloom.host.solvers.smt.slitherlink",
                "slink": "rowloom.host.solvers.smt.slitherlink",
                "smullyan": "rowloom.host.solvers.smt.smullyan",
                "canal": "rowloom.host.solvers.smt.canal",
            },
        ),
        SoftwareEngine(
            "slink",
            "Slinks, and Slitherlinks as far as it comes, by fifteen rules",
            {"slink": "rowloom.host.solvers.slink", "slitherlink": "rowloom.host.solvers.slink"},
            explains=True,
        ),
        SoftwareEngine(
            "sudoku-logic",
            "Sudokus by what people do, and which techniques they took",
            {"sudoku": "rowloom.host.solvers.sudoku_logic"},
            explains=True,
        ),
    )
}
"""By name; the first that takes a genre is the one for puzzles that no board solves."""


def solutions(puzzle: Any, limit: int | None = 2) -> list[Solution]:
    """The puzzle's solutions by the engine ``sat``, up to a limit.

    Parameters
    ----------
    puzzle : puzzle of any genre
    limit : int, optional
        After how many to stop; by default as soon as it is known whether there is exactly one. None for all there are.

    Raises
    ------
    NotInstalled
        If a package that it needs is missing.
    """
    return list(islice(ENGINES["sat"].search(puzzle).solutions(), limit))


def imported(module: str, who: str) -> ModuleType:
    """A module that needs what an extra installs.

    Parameters
    ----------
    module : str
        Its name.
    who : str
        What needs it, for the message.

    Raises
    ------
    NotInstalled
        If a package that it imports is missing.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rowloom":
            raise
        raise NotInstalled(f"{who} needs {missing}: pip install 'rowloom[solvers]'") from error
