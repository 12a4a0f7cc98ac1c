"""The checker in plain Python: sets of cells and breadth-first search, no row vectors but to compare."""

from collections.abc import Iterable

from rowloom.hw.slitherlink.checker.patterns import EDGES, EDGES_TO, OFFSETS, PATTERNS
from support.slitherlink.colours import Colour

__all__ = ["Cell", "CheckerModel", "cells_of", "demands", "hole_count", "lines", "pieces", "rows_of", "waves"]

Cell = tuple[int, int]
"""Row and column, from 0; -1 and the size lie in the frame."""


def cells_of(rows: Iterable[int]) -> set[Cell]:
    """The cells that are set in row vectors."""
    return {
        (row, col) for row, bits in enumerate(rows) for col in range(bits.bit_length()) if bits >> col & 1
    }


def rows_of(cells: Iterable[Cell], rows: int) -> list[int]:
    """The row vectors in which the cells are set."""
    vectors = [0] * rows
    for row, col in cells:
        vectors[row] |= 1 << col
    return vectors


def waves(seed: Iterable[Cell], room: Iterable[Cell], steps: Iterable[Cell] | None = None) -> list[set[Cell]]:
    """A flood, wave by wave.

    Parameters
    ----------
    seed, room : iterable of cells
        Where it starts, and where it may go.
    steps : iterable of (down, right), optional
        The neighbours it reaches from a cell; those across an edge if not given.

    Returns
    -------
    list of set of cells
        What gets wet at each step, the seed as far as it has room first; no empty set.
    """
    steps = [OFFSETS[edge] for edge in EDGES] if steps is None else list(steps)
    dry = set(room)
    found, wave = [], dry & set(seed)
    while wave:
        found.append(wave)
        dry -= wave
        wave = dry & {(row + down, col + right) for row, col in wave for down, right in steps}
    return found


def pieces(cells: Iterable[Cell], steps: Iterable[Cell] | None = None) -> list[set[Cell]]:
    """The pieces that a set of cells falls into; ``steps`` as for :func:`waves`."""
    left, found = set(cells), []
    while left:
        found.append(set().union(*waves([next(iter(left))], left, steps)))
        left -= found[-1]
    return found


def hole_count(inside: Iterable[Cell]) -> int:
    """How many holes a region has: pieces of the outside that not even corners join to the frame."""
    inside = set(inside)
    if not inside:
        return 0
    row_span, col_span = (range(min(span) - 1, max(span) + 2) for span in zip(*inside))
    outside = {(row, col) for row in row_span for col in col_span} - inside
    return len(pieces(outside, OFFSETS.values())) - 1


def lines(clue: int, pattern: int) -> frozenset[int]:
    """Return the edges that are lines; none at all if the clue has no such pattern.

    Parameters
    ----------
    clue : int, 0 to 3
    pattern : int, at least 0

    Returns
    -------
    frozenset of int
    """
    known = PATTERNS[clue]
    return known[pattern] if pattern < len(known) else frozenset()


def demands(clue: int | None, pattern: int, colour: Colour) -> tuple[Colour, ...]:
    """The paper's b_1 ... b_8: the colours that a cell's clue, pattern and colour demand of its neighbours.

    Parameters
    ----------
    clue : int, 0 to 3, or None for a cell without a clue
    pattern : int, at least 0
    colour : Colour

    Returns
    -------
    tuple of 8 Colour
        UNDECIDED where nothing is demanded.
    """
    if clue is None:
        return (Colour.UNDECIDED,) * len(OFFSETS)
    drawn = lines(clue, pattern)

    def demand(k: int) -> Colour:
        if drawn.issuperset(EDGES_TO[k]):
            return colour.opposite
        return colour if k in EDGES else Colour.UNDECIDED

    return tuple(demand(k) for k in OFFSETS)


class CheckerModel:
    """The reference model of :class:`rowloom.hw.slitherlink.checker.checker.Checker`, without its clock.

    Parameters
    ----------
    rows, cols : int
        The largest puzzle.
    """

    def __init__(self, rows: int, cols: int):
        self.rows, self.cols = rows, cols
        self.cells = {(row, col) for row in range(rows) for col in range(cols)}
        self.frame = {
            (row, col) for row in range(-1, rows + 1) for col in range(-1, cols + 1)
        } - self.cells
        self.clear(rows, cols)

    def clear(self, rows: int, cols: int) -> None:
        """Forgets all clues and assignments; cells beyond the puzzle's size are outside."""
        self._clues: dict[Cell, int] = {}
        self._assigned = {
            (row, col): (Colour.OUTSIDE, 0) for row, col in self.cells if row >= rows or col >= cols
        }

    def clue(self, cell: Cell, value: int) -> None:
        """Sets a clue."""
        self._clues[cell] = value

    def assign(self, cell: Cell, colour: Colour, pattern: int = 0) -> None:
        """Gives a cell a colour and a pattern; an undecided one takes them back."""
        self._assigned[cell] = colour, pattern

    def _known(self, wanted: Colour) -> set[Cell]:
        known = {cell for cell, (colour, _) in self._assigned.items() if colour == wanted}
        for (row, col), (colour, pattern) in self._assigned.items():
            b = demands(self._clues.get((row, col)), pattern, colour)
            known |= {
                (row + down, col + right)
                for (down, right), b_k in zip(OFFSETS.values(), b) if b_k == wanted
            }
        return known

    @property
    def inside(self) -> set[Cell]:
        """The cells that are assigned or demanded inside."""
        return self._known(Colour.INSIDE) & self.cells

    @property
    def outside(self) -> set[Cell]:
        """The cells that are assigned or demanded outside."""
        return self._known(Colour.OUTSIDE) & self.cells

    @property
    def conflict(self) -> bool:
        """Some cell is both inside and outside, or four known cells make a checker pattern."""
        inside, outside = self._known(Colour.INSIDE), self._known(Colour.OUTSIDE) | self.frame

        def chequered(row: int, col: int) -> bool:
            falling, rising = {(row, col), (row + 1, col + 1)}, {(row, col + 1), (row + 1, col)}
            return (falling <= inside and rising <= outside) or (falling <= outside and rising <= inside)

        return not inside.isdisjoint(outside) or any(chequered(*cell) for cell in self.cells)

    def flood(self, outside: bool, undecided: bool) -> list[set[Cell]]:
        """The waves of a flood of one colour, from the first inside cell or from the rim of the grid."""
        own, other = (self.outside, self.inside) if outside else (self.inside, self.outside)
        last_row, last_col = self.rows - 1, self.cols - 1
        rim = {(row, col) for row, col in self.cells if row in (0, last_row) or col in (0, last_col)}
        return waves(rim if outside else sorted(own)[:1], self.cells - other if undecided else own)

    def joined(self, outside: bool, undecided: bool) -> bool:
        """All known cells of one colour are joined, the outside ones through the frame."""
        return (self.outside if outside else self.inside) <= set().union(*self.flood(outside, undecided))

    @property
    def pick(self) -> bool:
        """The inside cells have one more piece than holes, which is when Pick's theorem holds."""
        return len(pieces(self.inside)) - hole_count(self.inside) == 1
