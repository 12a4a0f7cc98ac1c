"""Connection of cells of a grid through edges as formulas for Z3: the cells have a spanning tree.

Both ways are those of Somenzi (2025), *Solving Smullyanic Dynasty and Canal View Puzzles with Z3*: every cell of the
region that is not a root has a link to a parent, a neighbour in the region, and something keeps the links from
running in a circle. Links that lead from cell to cell without a circle end at a root.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import z3

from rowloom.host.puzzles.clued import Cell
from rowloom.host.solvers.smt.models import is_true

__all__ = ["DistanceTree", "Link", "ParityTree"]

_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_DIRECTIONS = (_UP, _DOWN, _LEFT, _RIGHT)
_NOTABLE = {(_UP, _RIGHT), (_RIGHT, _UP)}
"""The turns, as directions before and after, at which the parity changes."""


class Link(NamedTuple):
    """A cell's link to its parent: where it leads, in rows and columns, and the cell's turn parity."""

    cell: Cell
    direction: tuple[int, int]
    parity: bool


class ParityTree:
    """A spanning tree whose links are kept from running in a circle by turn parity (its sections 3 to 5).

    Along every circle the turns from up to right and from right to up are odd in number. A variable of each cell
    changes its value where a path turns like that, and keeps it elsewhere: so no path can come back to its beginning.

    Parameters
    ----------
    region : mapping of cell to formula
        For every cell of the grid, whether it is in the region.
    roots : mapping of cell to formula
        Whether a cell is a root; those that are missing are none. Roots have no link.
    """

    def __init__(self, region: Mapping[Cell, z3.BoolRef], roots: Mapping[Cell, z3.BoolRef]):
        self._region, self._roots = region, roots
        self._links: dict[Cell, dict[tuple[int, int], z3.BoolRef]] = {}
        self._parity: dict[Cell, z3.BoolRef] = {}
        for cell in region:
            h1, h0, v1, v0, p = (z3.Bool(f"{name}_{cell[0]}_{cell[1]}") for name in ("h1", "h0", "v1", "v0", "p"))
            # Both of h or both of v are forbidden below, in every cell: so one variable is one direction.
            self._links[cell] = {_LEFT: h1, _RIGHT: h0, _DOWN: v1, _UP: v0}
            self._parity[cell] = p

    def constraints(self) -> Iterator[z3.BoolRef]:
        """Yield the formulas for the tree, but none about region and roots themselves."""
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

    def links(self, model: z3.ModelRef) -> list[Link]:
        """Return the links between the region's cells."""
        return [
            Link(cell, direction, is_true(model, self._parity[cell]))
            for cell, inside in self._region.items()
            for direction, link in self._links[cell].items()
            if is_true(model, inside) and is_true(model, link)
        ]

    def _turns(self, cell: Cell, direction: tuple[int, int]) -> Iterator[z3.BoolRef]:
        """Yield the parity's changes on the ways over this link, which turn or continue in the parent."""
        parent = _beside(cell, direction)
        here, there = self._parity[cell], self._parity[parent]
        for onward, link in self._links[parent].items():
            if onward != _back(direction) and _beside(parent, onward) in self._region:
                parity = here != there if (direction, onward) in _NOTABLE else here == there
                yield z3.Implies(z3.And(self._links[cell][direction], link), parity)


class DistanceTree:
    """A spanning tree whose links are kept from running in a circle by distances from the root (its section 4.1).

    Region and roots are as :class:`ParityTree` has them.
    """

    def __init__(self, region: Mapping[Cell, z3.BoolRef], roots: Mapping[Cell, z3.BoolRef]):
        self._region, self._roots = region, roots
        self._distance = {cell: z3.Int(f"d_{cell[0]}_{cell[1]}") for cell in region}

    def constraints(self) -> Iterator[z3.BoolRef]:
        """Yield the formulas for the tree, but none about region and roots themselves."""
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
