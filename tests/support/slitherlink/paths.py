"""The path rule in plain Python: a dictionary of ends, and lines joined one by one."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.slitherlink.rows import Row

__all__ = ["Joined", "Line", "Paths", "Verdict", "certain_lines", "lines_around", "random_inside"]

Line = tuple[tuple[int, int], tuple[int, int]]
"""Two neighbouring vertices as (row, column), the left or the upper one first. An edge of which it is not known whether
it is a line is written the same way."""


@dataclass(frozen=True)
class Joined:
    """What a line did when it was joined.

    Parameters
    ----------
    closed : bool
        It closed a loop.
    closing : Line or None
        The edge that would make a loop of the path, if its ends are neighbours.
    """

    closed: bool
    closing: Line | None


@dataclass(frozen=True)
class Verdict:
    """What the path rule says of a state.

    Parameters
    ----------
    state : list of Row
        What is left of it.
    contradiction : bool
        There is a loop beside other lines, or an edge that would close one is a line. The rest is of no use then.
    closed : bool
        The lines are one loop.
    changed : list of int
        The rows that lost some shape.
    lines : list of Line
        Those that were joined, in this order.
    edges : list of Line
        Those that were removed.
    """

    state: list[Row]
    contradiction: bool
    closed: bool
    changed: list[int]
    lines: list[Line]
    edges: list[Line]


class Paths:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.paths.Paths`, without limits of memory.

    Attributes
    ----------
    lines : set of Line
        Those that were joined.
    other_end : dict of vertices
        For each end of a path the other end. Vertices inside paths remain as they were when they were ends.
    count : int
        Paths, loops not among them.
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

    def copy(self) -> "Paths":
        """Another model in the same state."""
        other = Paths()
        vars(other).update(vars(self), lines=set(self.lines), other_end=dict(self.other_end))
        return other

    def join(self, line: Line) -> Joined:
        """Joins a line with the paths that it touches."""
        u, v = line
        a, b = self.other_end.get(u, u), self.other_end.get(v, v)
        self.lines.add(line)
        self.other_end |= {a: b, b: a}
        closed = a == v
        self.contradiction |= self.loop or (closed and self.count != 1)
        self.loop |= closed
        self.count += -1 if closed else (a == u) + (b == v) - 1
        edge = min(a, b), max(a, b)
        return Joined(closed, None if closed or edge == line or not _neighbours(*edge) else edge)

    def sweep(self, state: Sequence[Row], rows: Iterable[int]) -> Verdict:
        """Joins the new lines of some rows, in this order, and removes what the paths forbid then: all edges that would
        have closed one of them meanwhile, if there are others beside it.

        Parameters
        ----------
        state : sequence of Row
            The grid's rows from the top, and the frame below it, as of :func:`.rows.begin`.
        rows : iterable of int
            Those that may have new lines.
        """
        self.contradiction = False
        new = [line for row in rows for line in certain_lines(state[row], row) if line not in self.lines]
        found = [edge for line in new if (edge := self.join(line).closing)]
        edges = found if self.count > 1 and not self.contradiction else []
        left = list(state)
        for edge in edges:
            row = edge[0][0]
            self.contradiction |= edge in certain_lines(left[row], row)
            left[row] = _without(left[row], edge)
        changed = [row for row, (was, now) in enumerate(zip(state, left)) if was != now]
        return Verdict(left, self.contradiction, self.loop and self.count == 0, changed, new, edges)


_AROUND = (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)


def random_inside(rng: random.Random, rows: int, cols: int, *, single: bool) -> set[tuple[int, int]]:
    """Return cells to be inside, such that no lines cross; with ``single``, the lines around them are one loop."""
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


def certain_lines(line: Row, row: int) -> list[Line]:
    """The edges to the east, then those to the south, that are lines whatever shapes the row's vertices have.

    Parameters
    ----------
    line : Row
        What is still possible in it.
    row : int
        Its number.
    """
    return [
        ((row, col), (row + down, col + right))
        for side, down, right in (("east", 0, 1), ("south", 1, 0))
        for col, possible in enumerate(line.vertices) if all(getattr(shape, side) for shape in possible)
    ]


def _neighbours(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _without(line: Row, edge: Line) -> Row:
    """The row without the shapes in which an edge of one of its vertices, to the east or to the south, is a line."""
    (row, col), (end_row, _) = edge

    def left(shape: Shape) -> bool:
        return not (shape.south if end_row > row else shape.east)

    vertices = list(line.vertices)
    vertices[col] = frozenset(filter(left, vertices[col]))
    return replace(line, vertices=tuple(vertices))
