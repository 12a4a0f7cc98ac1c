"""What the formulas of the two shading genres share: the search, and the forms of connection."""

from collections.abc import Iterator, Mapping, Sequence

import z3

from rowloom.host.puzzles.clued import Cell, Colours, colours_of
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.smt.models import Models, is_true
from rowloom.host.solvers.smt.tree import DistanceTree, Link, ParityTree

__all__ = ["CONNECTIONS", "ShadingSearch", "unshaded"]

Tree = ParityTree | DistanceTree

CONNECTIONS: dict[str, type[Tree]] = {"parity": ParityTree, "distance": DistanceTree}
"""Formulas for connected cells, by name."""


class ShadingSearch:
    """Z3 at work on a puzzle of a shading genre: a :class:`rowloom.host.solvers.Search`.

    Parameters
    ----------
    cols : int
        The grid's columns.
    solver : z3.Solver
        An empty one that knows the kinds of formulas.
    rules : sequence of formulas
        The genre's rules apart from connection.
    x : mapping of cell to variable, row by row
        Whether the cell is unshaded.
    tree : ParityTree or DistanceTree, optional
        How the cells are connected that must be. Without one, they need not be connected: the solutions are *weak*.
    """

    def __init__(
        self, cols: int, solver: z3.Solver, rules: Sequence[z3.BoolRef], x: Mapping[Cell, z3.BoolRef], tree: Tree | None
    ):
        connection = tree.constraints() if tree is not None else ()
        self._cols, self._x, self._tree = cols, x, tree
        self.models = Models(solver, [*rules, *connection], list(x.values()))
        """The formulas, and Z3's statistics."""
        self.counters = self.models.counters
        self.links: list[Link] = []
        """The spanning tree of the last solution; empty without turn parity."""

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        """Yield all solutions, each once; see :class:`rowloom.host.solvers.Search`."""
        for model in self.models.found(seconds):
            self.links = self._tree.links(model) if isinstance(self._tree, ParityTree) else []
            yield colours_of((not is_true(model, x) for x in self._x.values()), self._cols)


def unshaded(puzzle: Shading) -> dict[Cell, z3.BoolRef]:
    """Return a variable for every cell, row by row: whether it is unshaded."""
    return {(row, col): z3.Bool(f"x_{row}_{col}") for row, col in puzzle.cells}
