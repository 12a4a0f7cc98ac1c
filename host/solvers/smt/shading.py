"""Smullyanic Dynasty and Canal View as formulas for Z3, as in Somenzi (2025), *Solving ... Puzzles with Z3*.

A spanning tree ensures that the cells of a region are connected. Every cell of the region, except the roots, has a link
to its parent, which is one of its neighbours in the region. Turn parities or distances prevent cycles of links. So the
links from every cell lead to a root.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

import z3

from rowloom.host.drawing.drawing import Arrow
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.clued import Cell, Colours, colours_of, within
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.host.solvers.smt.models import Models, is_true

__all__ = ["CONNECTIONS", "DistanceTree", "ParityTree", "ShadingSearch", "canal", "smullyan"]

_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_DIRECTIONS = (_UP, _DOWN, _LEFT, _RIGHT)
_NOTABLE = {(_UP, _RIGHT), (_RIGHT, _UP)}
"""The turns at which the parity changes. Each is a pair: the direction before the turn, and the direction after it."""


class ParityTree:
    """A spanning tree with turn parity (sections 3 to 5).

    Along every cycle, the number of turns from up to right and from right to up is odd. Each cell has a Boolean
    variable, its turn parity. Along a path of links, the parity changes at these turns and nowhere else. So no path is
    a cycle.

    For each cell, ``region`` contains the condition that the cell is in the region, and ``roots`` contains the
    condition that the cell is a root. A cell that is missing from ``roots`` is not a root. Roots have no link.
    """

    def __init__(self, region: Mapping[Cell, z3.BoolRef], roots: Mapping[Cell, z3.BoolRef]):
        self._region, self._roots = region, roots
        self._links: dict[Cell, dict[tuple[int, int], z3.BoolRef]] = {}
        self._parity: dict[Cell, z3.BoolRef] = {}
        for cell in region:
            h1, h0, v1, v0, p = (z3.Bool(f"{name}_{cell[0]}_{cell[1]}") for name in ("h1", "h0", "v1", "v0", "p"))
            # Each variable represents one direction. The constraints forbid that h0 and h1 are both true, and that v0
            # and v1 are both true.
            self._links[cell] = {_LEFT: h1, _RIGHT: h0, _DOWN: v1, _UP: v0}
            self._parity[cell] = p

    def constraints(self) -> Iterator[z3.BoolRef]:
        """Yield the formulas for the tree. The formulas that define the region and the roots are not included."""
        for cell, inside in self._region.items():
            links = self._links[cell]
            yield z3.Not(z3.And(links[_LEFT], links[_RIGHT]))
            yield z3.Not(z3.And(links[_UP], links[_DOWN]))
            horizontal, vertical = z3.Or(links[_LEFT], links[_RIGHT]), z3.Or(links[_UP], links[_DOWN])
            root = self._roots.get(cell, z3.BoolVal(False))
            yield z3.Implies(z3.And(inside, z3.Not(root)), horizontal != vertical)
            yield z3.Implies(root, z3.Not(z3.Or(horizontal, vertical)))
            for direction, link in links.items():
                parent = _beside(cell, direction)
                if parent not in self._region:
                    yield z3.Not(link)
                    continue
                yield z3.Implies(z3.And(inside, link), self._region[parent])
                yield z3.Not(z3.And(link, self._links[parent][_back(direction)]))
                yield from self._turns(cell, direction)

    def links(self, model: z3.ModelRef) -> list[Arrow]:
        """Return the links between the cells of the region, as arrows; an arrow is marked if the turn parity of its
        first cell is true."""
        return [
            Arrow(*cell, *direction, marked=is_true(model, self._parity[cell]))
            for cell, inside in self._region.items()
            for direction, link in self._links[cell].items()
            if is_true(model, inside) and is_true(model, link)
        ]

    def _turns(self, cell: Cell, direction: tuple[int, int]) -> Iterator[z3.BoolRef]:
        """Yield formulas that state whether the parity changes between this link and each possible link of the
        parent."""
        parent = _beside(cell, direction)
        here, there = self._parity[cell], self._parity[parent]
        for onward, link in self._links[parent].items():
            if onward != _back(direction) and _beside(parent, onward) in self._region:
                parity = here != there if (direction, onward) in _NOTABLE else here == there
                yield z3.Implies(z3.And(self._links[cell][direction], link), parity)


class DistanceTree:
    """A spanning tree with distances from the root (section 4.1); see :class:`ParityTree`."""

    def __init__(self, region: Mapping[Cell, z3.BoolRef], roots: Mapping[Cell, z3.BoolRef]):
        self._region, self._roots = region, roots
        self._distance = {cell: z3.Int(f"d_{cell[0]}_{cell[1]}") for cell in region}

    def constraints(self) -> Iterator[z3.BoolRef]:
        for cell, inside in self._region.items():
            distance = self._distance[cell]
            yield z3.And(distance >= 0, distance < len(self._region))
            parents = [at for direction in _DIRECTIONS if (at := _beside(cell, direction)) in self._region]
            nearer = [z3.And(self._region[at], self._distance[at] == distance - 1) for at in parents]
            root = self._roots.get(cell, z3.BoolVal(False))
            yield z3.Implies(root, distance == 0)
            yield z3.Implies(z3.And(inside, z3.Not(root)), z3.Or(nearer))


def _beside(cell: Cell, direction: tuple[int, int]) -> Cell:
    return cell[0] + direction[0], cell[1] + direction[1]


def _back(direction: tuple[int, int]) -> tuple[int, int]:
    return -direction[0], -direction[1]


Tree = ParityTree | DistanceTree

CONNECTIONS: dict[str, type[Tree]] = {"parity": ParityTree, "distance": DistanceTree}
"""The kinds of formulas that ensure that cells are connected, by name."""


class ShadingSearch:
    """A :class:`rowloom.host.solvers.Search` that uses Z3, for a puzzle of a shading genre.

    For each cell, row by row, ``x`` contains a variable that is true if the cell is unshaded. ``rules`` contains the
    genre's rules except connection, which the ``tree`` ensures. Without a tree, solutions are *weak*: cells need not be
    connected.
    """

    def __init__(
        self, cols: int, solver: z3.Solver, rules: Sequence[z3.BoolRef], x: Mapping[Cell, z3.BoolRef], tree: Tree | None
    ):
        connection = tree.constraints() if tree is not None else ()
        self._cols, self._x, self._tree = cols, x, tree
        self.models = Models(solver, [*rules, *connection], list(x.values()))
        self.counters = self.models.counters
        self.links: list[Arrow] = []
        """The spanning tree of the latest solution. Without turn parity, the list is empty."""

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        for model in self.models.found(seconds):
            self.links = self._tree.links(model) if isinstance(self._tree, ParityTree) else []
            yield colours_of((not is_true(model, x) for x in self._x.values()), self._cols)


def _unshaded(puzzle: Shading) -> dict[Cell, z3.BoolRef]:
    """Return, row by row, a variable for every cell. The variable is true if the cell is unshaded."""
    return {(row, col): z3.Bool(f"x_{row}_{col}") for row, col in puzzle.cells}


def smullyan(puzzle: Smullyan, connection: str | None = "parity") -> ShadingSearch:
    """Return a search for the solutions of a Smullyanic Dynasty (section 5).

    ``connection`` is one of ``CONNECTIONS``, or None for *weak* solutions.
    """
    x = _unshaded(puzzle)
    rules = [
        z3.Or(x[row, col], x[other])
        for row, col in puzzle.cells
        for other in ((row, col + 1), (row + 1, col))
        if other in x
    ]
    for cell, clue in puzzle.numbers.items():
        knaves = [(z3.Not(x[other]), 1) for other in domain(puzzle, cell)]
        rules.append(x[cell] == z3.PbEq(knaves, clue))
    # At least one of the first two cells, which are neighbours, is a knight. If both are knights, they are connected,
    # so both may be roots.
    roots = {cell: x[cell] for cell in puzzle.cells[:2]}
    tree = CONNECTIONS[connection](x, roots) if connection else None
    return ShadingSearch(puzzle.cols, z3.SolverFor("QF_FD"), rules, x, tree)


def canal(puzzle: Canal, connection: str | None = "parity") -> ShadingSearch:
    """Return a search for the solutions of a Canal View (section 7).

    ``connection`` is one of ``CONNECTIONS``, or None for *weak* solutions.
    """
    x = _unshaded(puzzle)
    rules = [x[cell] for cell in puzzle.clue_cells]
    for row, col in product(range(puzzle.rows - 1), range(puzzle.cols - 1)):
        rules.append(z3.Or([x[row + i, col + j] for i in (0, 1) for j in (0, 1)]))

    @cache
    def seen(cell: Cell, direction: tuple[int, int]) -> z3.ArithRef:
        """Return the number of shaded cells that are seen from a cell in a direction."""
        ahead = _beside(cell, direction)
        if ahead not in x:
            return z3.IntVal(0)
        return z3.If(x[ahead], z3.IntVal(0), z3.IntVal(1) + seen(ahead, direction))

    for cell, clue in puzzle.numbers.items():
        rules.append(z3.Sum([seen(cell, direction) for direction in _DIRECTIONS]) == clue)

    tree = None
    if connection:
        roots = {cell: z3.Bool(f"r_{cell[0]}_{cell[1]}") for cell in _possible_roots(puzzle)}
        # There is always exactly one root. If no cell is shaded, the root is an unshaded cell.
        rules.append(z3.PbEq([(root, 1) for root in roots.values()], 1))
        tree = CONNECTIONS[connection]({cell: z3.Not(x[cell]) for cell in x}, roots)
    return ShadingSearch(puzzle.cols, z3.Solver(), rules, x, tree)


def _possible_roots(puzzle: Canal) -> Sequence[Cell]:
    """Return the possible roots of the tree. A cell with a positive clue has a shaded neighbour, so the neighbours of
    the first such cell suffice. If no cell has a positive clue, return all cells."""
    first = next((cell for cell, clue in puzzle.numbers.items() if clue), None)
    if first is None:
        return puzzle.cells
    return within((_beside(first, direction) for direction in _DIRECTIONS), puzzle.rows, puzzle.cols)
