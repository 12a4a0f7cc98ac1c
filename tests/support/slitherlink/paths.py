"""Paths of lines in plain Python: a dictionary of ends, and lines that are joined one by one."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from support.slitherlink.rows import GridRow

__all__ = ["JoinEffect", "Line", "PathsModel", "Verdict", "certain_lines", "lines_around", "random_inside"]

Line = tuple[tuple[int, int], tuple[int, int]]
"""Two neighbouring vertices as (row, column), the left or the upper one first; any other edge is written in the same
way."""


@dataclass(frozen=True)
class JoinEffect:
    """The effect of a line."""

    closed: bool
    """It closed a loop."""
    closing: Line | None
    """The edge that would close the path, if the path's ends are neighbours."""


@dataclass(frozen=True)
class Verdict:
    """The result of a sweep. After a contradiction, nothing else is valid."""

    state: list[GridRow]
    contradiction: bool
    """There is a loop beside other lines, or an edge that would close one is a line."""
    closed: bool
    """The lines are one loop."""
    changed: list[int]
    """The rows that lost some shape."""
    lines: list[Line]
    """The joined lines, in order."""
    edges: list[Line]
    """The removed edges, in order."""


class PathsModel:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.paths.Paths`, without limits of memory.

    Attributes
    ----------
    lines : set of Line
        All joined lines.
    other_end : dict of vertices
        The other end of each path's end; for vertices inside paths, an old value.
    count : int
        The number of paths that are not loops.
    loop : bool
        Some lines are a loop.
    contradiction : bool
        There is a loop beside other lines.
    """

    def __init__(self):
        self.lines: set[Line] = set()
        self.other_end: dict[tuple[int, int], tuple[int, int]] = {}
        self.count = 0
        self.loop = self.contradiction = False

    def copy(self) -> "PathsModel":
        other = PathsModel()
        vars(other).update(vars(self), lines=set(self.lines), other_end=dict(self.other_end))
        return other

    def join(self, line: Line) -> JoinEffect:
        """Join a line with the paths that it touches."""
        u, v = line
        a, b = self.other_end.get(u, u), self.other_end.get(v, v)
        self.lines.add(line)
        self.other_end |= {a: b, b: a}
        closed = a == v
        self.contradiction |= self.loop or (closed and self.count != 1)
        self.loop |= closed
        self.count += -1 if closed else (a == u) + (b == v) - 1
        edge = min(a, b), max(a, b)
        return JoinEffect(closed, None if closed or edge == line or not _neighbours(*edge) else edge)

    def sweep(self, state: Sequence[GridRow], rows: Iterable[int]) -> Verdict:
        """Join the new lines of some rows, in this order; then remove all edges that would have closed one of the
        paths, if there are other paths. The state is a grid's rows and the frame below it.
        """
        self.contradiction = False
        new = [line for row in rows for line in certain_lines(state[row], row) if line not in self.lines]
        found = [edge for line in new if (edge := self.join(line).closing)]
        edges = found if self.count > 1 and not self.contradiction else []
        left = list(state)
        for (row, col), end in edges:
            self.contradiction |= ((row, col), end) in certain_lines(left[row], row)
            side = "south" if end[0] > row else "east"
            left[row] = left[row].with_vertex(
                col, (shape for shape in left[row].vertices[col] if not getattr(shape, side)))
        changed = [row for row, (was, now) in enumerate(zip(state, left)) if was != now]
        return Verdict(left, self.contradiction, self.loop and self.count == 0, changed, new, edges)


_AROUND = (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)


def random_inside(rng: random.Random, rows: int, cols: int, *, single: bool) -> set[tuple[int, int]]:
    """Return inside cells such that no lines cross; with ``single``, the lines around them are one loop."""
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
    """Return the lines between those cells and the others."""
    found = Counter(
        line for row, col in inside for line in (
            ((row, col), (row, col + 1)), ((row + 1, col), (row + 1, col + 1)),
            ((row, col), (row + 1, col)), ((row, col + 1), (row + 1, col + 1)))
    )
    return {line for line, count in found.items() if count == 1}


def certain_lines(line: GridRow, row: int) -> list[Line]:
    """Return the edges to the east, then those to the south, that are lines in all possible shapes of a row."""
    return [
        ((row, col), (row + down, col + right))
        for side, down, right in (("east", 0, 1), ("south", 1, 0))
        for col, possible in enumerate(line.vertices) if all(getattr(shape, side) for shape in possible)
    ]


def _neighbours(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
