"""The edges of a grid, and what is known of each: whether it is a line of the loop between inside and outside."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, Self

from rowloom.host.puzzles.drawing import Cell

__all__ = ["Edges", "edges_between", "neighbours"]

_OUTSIDE, _OPEN = "0", "?"


class Edges(NamedTuple):
    """A character for each edge, row by row: "1" a line, "0" none, "?" not known.

    Attributes
    ----------
    horizontal : tuple of str
        Those above the cells of each row, then those below the last one.
    vertical : tuple of str
        Those to the left of each row's cells, and the one to the right of the last one.
    """

    horizontal: tuple[str, ...]
    vertical: tuple[str, ...]

    @property
    def number(self) -> int:
        """How many there are."""
        return sum(map(len, chain(*self)))

    @property
    def open(self) -> int:
        """How many are not known."""
        return sum(row.count(_OPEN) for row in chain(*self))

    def agreeing(self, other: Self) -> "Edges":
        """Return what both know alike, and "?" of the other edges."""
        return Edges(*(
            tuple("".join(a if a == b else _OPEN for a, b in zip(*rows)) for rows in zip(mine, its))
            for mine, its in zip(self, other)
        ))  # fmt: skip

    def turned_back(self, back: Callable[[Sequence[str]], Sequence[str]]) -> "Edges":
        """Return those of a turned grid as those of the grid itself; ``back`` turns rows back."""
        return Edges(tuple(back(self.vertical)), tuple(back(self.horizontal)))


def edges_between(rows: Sequence[Sequence[str]]) -> Edges:
    """Return the edges of cells that are inside ("1"), outside ("0") or either ("?"); around the grid it is outside."""
    frame = _OUTSIDE * len(rows[0])
    return Edges(
        tuple("".join(map(_edge, above, below)) for above, below in zip([frame, *rows], [*rows, frame])),
        tuple("".join(map(_edge, [_OUTSIDE, *row], [*row, _OUTSIDE])) for row in rows),
    )


def neighbours(rows: int, cols: int) -> Iterator[tuple[Cell, Cell]]:
    """Yield all pairs of cells with an edge between them."""
    for row in range(rows):
        for col in range(cols):
            if col + 1 < cols:
                yield (row, col), (row, col + 1)
            if row + 1 < rows:
                yield (row, col), (row + 1, col)


def _edge(one: str, other: str) -> str:
    return _OPEN if _OPEN in (one, other) else str(int(one != other))
