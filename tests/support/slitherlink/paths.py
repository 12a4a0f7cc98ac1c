"""Paths of lines in plain Python. Lines are joined one by one; a dictionary maps each end of a path to the path's other
end.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from support.slitherlink.rows import GridRow

__all__ = ["Line", "PathsModel", "Verdict", "certain_lines", "lines_around", "random_inside"]

Line = tuple[tuple[int, int], tuple[int, int]]
"""A line or another edge: two neighbouring vertices as (row, column), the left or upper vertex first."""


@dataclass(frozen=True)
class Verdict:
    """The result of a sweep. If ``contradiction`` is true, no other attribute is valid."""

    state: list[GridRow]
    contradiction: bool
    """True if there is a loop as well as other lines, or if an edge that must be removed is a line."""
    closed: bool
    """True if the lines are a single loop."""
    changed: list[int]
    """The rows in which some shape has become impossible."""
    edges: list[Line]
    """The removed edges, in order."""
    clocks: int
    """The clocks in which the unit joins the new lines."""


class PathsModel:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.paths.Paths`, without limits of memory."""

    def __init__(self):
        self.lines: set[Line] = set()
        # For each end of a path, its other end; the values for vertices inside paths are out of date.
        self.other_end: dict[tuple[int, int], tuple[int, int]] = {}
        self.count = 0  # the paths that are not loops
        self.loop = self.contradiction = False

    def copy(self) -> "PathsModel":
        other = PathsModel()
        vars(other).update(vars(self), lines=set(self.lines), other_end=dict(self.other_end))
        return other

    def join(self, line: Line) -> tuple[Line | None, int]:
        """Join a line to the paths that it touches.

        Return the edge that would close the path into a loop, or None if the path's ends are not neighbours. Also
        return the clocks that the unit needs: two if both ends are in the same bank of the unit's memory, otherwise
        one.
        """
        u, v = line
        a, b = self.other_end.get(u, u), self.other_end.get(v, v)
        self.lines.add(line)
        self.other_end |= {a: b, b: a}
        closed = a == v
        self.contradiction |= self.loop or (closed and self.count != 1)
        self.loop |= closed
        self.count += -1 if closed else (a == u) + (b == v) - 1
        edge = min(a, b), max(a, b)
        adjacent = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        return edge if adjacent and edge != line and not closed else None, 2 - sum(a + b) % 2

    def sweep(self, state: Sequence[GridRow], rows: Iterable[int]) -> Verdict:
        """Join the new lines of these rows, in this order. If there are several paths, remove all edges that would
        close one of the paths into a loop. The state consists of the rows of a grid and the frame below it.
        """
        self.contradiction = False
        new = [line for row in rows for line in certain_lines(state[row], row) if line not in self.lines]
        joined = [self.join(line) for line in new]
        found = [edge for edge, _ in joined if edge]
        edges = found if self.count > 1 and not self.contradiction else []
        left = list(state)
        for (row, col), end in edges:
            self.contradiction |= ((row, col), end) in certain_lines(left[row], row)
            side = "south" if end[0] > row else "east"
            left[row] = left[row].with_vertex(
                col, (shape for shape in left[row].vertices[col] if not getattr(shape, side)))
        changed = [row for row, (was, now) in enumerate(zip(state, left)) if was != now]
        return Verdict(left, self.contradiction, self.loop and self.count == 0, changed, edges,
                       clocks=sum(clocks for _, clocks in joined))


_AROUND = (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)


def random_inside(rng: random.Random, rows: int, cols: int, *, single: bool) -> set[tuple[int, int]]:
    """Return a random set of cells. If these cells are inside and all others outside, no lines cross. If ``single`` is
    set, the lines form one loop."""
    inside = {(rng.randrange(rows), rng.randrange(cols))}
    for _ in range(20 * rows * cols):
        row, col = rng.randrange(rows), rng.randrange(cols)
        after = inside ^ {(row, col)}
        ring = [(row + down, col + right) in inside for down, right in _AROUND]
        changes = sum(ring[number] != ring[number - 1] for number in range(8))
        one_piece = changes == 2 and 0 < sum(ring[1::2]) < 4
        crossing = any(
            (corner in after) == ((row, col) in after) != ((row, corner[1]) in after) == ((corner[0], col) in after)
            for corner in ((row + down, col + right) for down, right in _AROUND[::2])
        )
        if after and (one_piece if single else not crossing):
            inside = after
    return inside


def lines_around(inside: set[tuple[int, int]]) -> set[Line]:
    """Return the lines between the inside cells and the other cells."""
    found = Counter(
        line for row, col in inside for line in (
            ((row, col), (row, col + 1)), ((row + 1, col), (row + 1, col + 1)),
            ((row, col), (row + 1, col)), ((row, col + 1), (row + 1, col + 1)))
    )
    return {line for line, count in found.items() if count == 1}


def certain_lines(line: GridRow, row: int) -> list[Line]:
    """Return the edges of this row that are lines in all possible shapes of a vertex: first the edges to the east, then
    the edges to the south."""
    return [
        ((row, col), (row + down, col + right))
        for side, down, right in (("east", 0, 1), ("south", 1, 0))
        for col, possible in enumerate(line.vertices) if all(getattr(shape, side) for shape in possible)
    ]
