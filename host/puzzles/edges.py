"""The edges of a grid, and what is known of each: whether it is a line of the loop between inside and outside."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from rowloom.host.puzzles.text import in_rows

__all__ = ["Edges", "edges_between", "edges_in_common"]

_OUTSIDE, _OPEN = "0", "?"


class Edges(NamedTuple):
    """A character for each edge, row by row: "1" a line, "0" none, "?" not known.

    Attributes
    ----------
    horizontal : tuple of str
        The edges above the cells of each row, then the edges below the last row.
    vertical : tuple of str
        In each row the edges to the left of its cells, then the edge to the right of its last cell.
    """

    horizontal: tuple[str, ...]
    vertical: tuple[str, ...]

    @property
    def number(self) -> int:
        """The number of all edges."""
        return sum(map(len, chain(*self)))

    @property
    def open(self) -> int:
        """The number of edges that are not known."""
        return sum(row.count(_OPEN) for row in chain(*self))

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


def edges_in_common(solutions: Sequence[Sequence[str]]) -> Edges:
    """Return the edges that are the same in solutions, at least one, and "?" for the others."""
    first, *others = map(_lines, solutions)
    differ = [0, 0]
    for other in others:
        differ = [known | mine ^ its for known, mine, its in zip(differ, first, other)]
    rows, cols = len(solutions[0]), len(solutions[0][0])
    widths = cols, cols + 1
    return Edges(*map(_in_rows, first, differ, ((rows + 1) * cols, rows * (cols + 1)), widths))


def _lines(solution: Sequence[str]) -> tuple[int, int]:
    """Return which edges are lines, horizontal and vertical ones, a bit each, the first one in the highest bit."""
    cells, framed = int("".join(solution), 2), int("".join(f"{_OUTSIDE}{row}" for row in solution), 2)
    return cells ^ cells << len(solution[0]), framed ^ framed << 1


def _in_rows(lines: int, differ: int, number: int, cols: int) -> tuple[str, ...]:
    bits = zip(f"{lines:0{number}b}", f"{differ:0{number}b}")
    return tuple(in_rows("".join(_OPEN if differs == "1" else line for line, differs in bits), cols))


def _edge(one: str, other: str) -> str:
    return _OPEN if _OPEN in (one, other) else str(int(one != other))
