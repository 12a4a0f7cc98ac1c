"""The edges of a grid, and functions for grids that were turned by 90 degrees."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

__all__ = ["Edges", "edges_between", "edges_in_common", "turned_back"]

_OUTSIDE, _OPEN = "0", "?"


class Edges(NamedTuple):
    """A character for each edge, row by row: "1" for a line of the loop, "0" for no line, "?" for an unknown edge."""

    horizontal: tuple[str, ...]
    """The edges above the cells of each row, then the edges below the last row."""
    vertical: tuple[str, ...]
    """For each row, the edges to the left of its cells, then the edge to the right of its last cell."""

    @property
    def number(self) -> int:
        """The total number of edges."""
        return sum(map(len, chain(*self)))

    @property
    def open(self) -> int:
        """The number of unknown edges."""
        return sum(row.count(_OPEN) for row in chain(*self))

    def turned_back(self) -> "Edges":
        """Convert the edges of a turned grid into the edges of the original grid."""
        return Edges(turned_back(self.vertical), turned_back(self.horizontal))


def turned_back(rows: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """Convert the rows of a turned grid, such as a solution, into the rows of the original grid."""
    columns = tuple(zip(*rows))[::-1]
    return tuple(map("".join, columns)) if isinstance(rows[0], str) else columns


def edges_between(rows: Sequence[Sequence[str]]) -> Edges:
    """Return the edges of a grid whose cells are inside ("1"), outside ("0") or unknown ("?"). An edge is a line if one
    of its cells is inside and the other is outside. Everything around the grid is outside."""
    frame = _OUTSIDE * len(rows[0])
    return Edges(
        tuple("".join(map(_edge, above, below)) for above, below in zip([frame, *rows], [*rows, frame])),
        tuple("".join(map(_edge, [_OUTSIDE, *row], [*row, _OUTSIDE])) for row in rows),
    )


def edges_in_common(solutions: Sequence[Sequence[str]]) -> Edges:
    """Return the edges that the solutions have in common, with "?" for each edge in which the solutions differ. There
    must be at least one solution."""
    horizontal, vertical = zip(*map(edges_between, solutions))
    return Edges(_in_common(horizontal), _in_common(vertical))


def _in_common(parts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple("".join(one[0] if len({*one}) == 1 else _OPEN for one in zip(*rows)) for rows in zip(*parts))


def _edge(one: str, other: str) -> str:
    return _OPEN if _OPEN in (one, other) else str(int(one != other))
