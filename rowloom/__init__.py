"""Rowloom as a library: it reads, solves and generates pencil puzzles, on a real or simulated board or in software.

>>> import rowloom
>>> puzzle, = rowloom.read("# mine\\n3 3\\n2..\\n.3.\\n.13\\n")
>>> outcome = rowloom.solve(puzzle, engine="sat", count=2)
>>> outcome.status, outcome.message
('solved', 'unique: there is no other solution')
>>> outcome.solutions[0]
('111', '101', '001')

Notebooks show puzzles and outcomes as pictures. To start quickly, this package imports the module of a name, such as
``solve``, only when the name is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from rowloom.errors import LinkError, NotInstalled, RowloomError, SimulationError, Unsuitable

if TYPE_CHECKING:
    from rowloom.host.drawing.canvas import PictureError
    from rowloom.host.jobs.job import Outcome
    from rowloom.host.jobs.status import Grade
    from rowloom.host.jobs.tasks import Symmetry, Thin
    from rowloom.host.library import Board, certain, convert, draw, explain, generate, grade, hint, read, solve
    from rowloom.host.puzzles import Puzzle, PuzzleError
    from rowloom.host.solvers import Step

__all__ = [
    "Board", "Grade", "LinkError", "NotInstalled", "Outcome", "PictureError", "Puzzle", "PuzzleError", "RowloomError",
    "SimulationError", "Step", "Symmetry", "Thin", "Unsuitable", "certain", "convert", "draw", "explain", "generate",
    "grade", "hint", "read", "solve",
]  # fmt: skip

_MODULES = {
    "Grade": "jobs.status", "Outcome": "jobs.job", "PictureError": "drawing.canvas", "Puzzle": "puzzles",
    "PuzzleError": "puzzles", "Step": "solvers", "Symmetry": "jobs.tasks", "Thin": "jobs.tasks",
}  # fmt: skip
"""The module of each name, within :mod:`rowloom.host`. Names that are not listed are in :mod:`rowloom.host.library`."""


def __getattr__(name: str) -> object:
    # Importing everything would delay commands by half a second.
    if name == "__version__":
        return import_module("importlib.metadata").version("rowloom")
    if name in __all__:
        return getattr(import_module(f"rowloom.host.{_MODULES.get(name, 'library')}"), name)
    raise AttributeError(f"module 'rowloom' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
