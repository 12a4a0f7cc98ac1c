"""Canal Views with exactly one solution."""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product

from rowloom.host.generate.orbits import images
from rowloom.host.generate.recipe import RULES_FIRST, phases_of
from rowloom.host.generate.specification import SYMMETRIES, Specification
from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.clued import Cell, Colours, beside, coloured, within

__all__ = ["ORDERS", "SHARED_SOLUTION", "phases", "random_solution", "with_all_clues"]

ORDERS, SHARED_SOLUTION = 1, None
phases = phases_of(100, RULES_FIRST)

_SHARES = (0.45, 0.62)
"""The smallest and the largest share of shaded cells. A canal that does not meet itself cannot fill a larger share."""

_WINDING = (0.1, 0.8)
"""For each canal, the probability that it grows at its newest end, rather than elsewhere, is drawn from this range. A
canal with a low probability has many branches; a canal with a high probability has many bends."""

_STRAIGHT = (0.0, 0.5)
"""For each canal, the probability that it grows straight ahead where it could also turn is drawn from this range."""

_ROUND_TRIPS = (0.0, 0.0, 0.03)
"""For each canal, one of these values is chosen at random as the probability that the canal is allowed to meet itself
at a cell."""

_KEPT_FREE = 0.4
"""The maximum share of cells that are kept free for clues is this number times 1 - 1/N, where N is the number of images
of the symmetry."""

_DRAWS = 4
"""If cells are kept free, this number of canals are grown, and the longest is used: the free cells can confine a canal
to a corner of the grid."""


def with_all_clues(name: str, solution: Colours, rng: random.Random) -> Canal:
    """Return the puzzle in which every unshaded cell has a clue: the number of canal cells in view."""
    rows, cols, seen = len(solution), len(solution[0]), views(solution)
    bare = Canal(name, rows, cols, ((None,) * cols,) * rows)
    return bare.with_clues({(row, col): seen[row][col] for row, col in bare.cells if solution[row][col] == "0"})


def random_solution(specification: Specification, rng: random.Random) -> Colours:
    """Return a random canal. The canal winds and branches through the whole grid. Its banks, which are the regions of
    unshaded cells, vary in size.

    The canal grows until it fills the grid. Then its dead ends are shortened, which makes the banks larger. The
    probabilities of bends and branches are random, too.

    In a puzzle with a symmetry, a cell can have a clue only if all its images are unshaded, too. So some cells are kept
    free of the canal together with their images. The canal prefers to grow into cells whose images are already in the
    canal. Among the dead ends, those whose last cell has the fewest images in the canal are shortened first. The canal
    itself is not symmetric: if it were, images would have equal clues, and a solver could copy the solution of one part
    to another.
    """
    rows, cols, symmetry = specification.rows, specification.cols, SYMMETRIES[specification.symmetry]
    orbits = {cell: images(cell, rows, cols, symmetry) for cell in product(range(rows), range(cols))}
    share = _KEPT_FREE * (1 - 1 / symmetry.bit_count())
    draws = range(_DRAWS if share else 1)
    canal = max((_grown(rows, cols, rng, orbits, _kept_free(orbits, rng, share)) for _ in draws), key=len)
    most = rng.uniform(*_SHARES) * rows * cols
    ends = [cell for cell in sorted(canal) if _touching(canal, cell) < 2]
    while len(canal) > max(most, 1) and ends:
        end = rng.choice(_by_images(min, ends, orbits, canal))
        ends.remove(end)
        canal.remove(end)
        ends += [cell for cell in beside(*end) if cell in canal and _touching(canal, cell) == 1]
    return coloured(canal, rows, cols)


_Orbits = Mapping[Cell, Sequence[Cell]]
"""The orbit of each cell: the cell itself and its images."""


def _kept_free(orbits: _Orbits, rng: random.Random, share: float) -> set[Cell]:
    """Return the cells of random orbits. These cells make up at most ``share`` of the grid.

    Each returned cell touches at most one other returned cell, at an edge or a corner: larger groups of these cells
    would block parts of the grid.
    """
    kept: set[Cell] = set()
    for cell in rng.sample([*orbits], len(orbits)) if share else ():
        if cell in kept or len(kept) + len(orbits[cell]) > share * len(orbits):
            continue
        more = kept.union(orbits[cell])
        near = {other for image in orbits[cell] for other in _around(image) & more}
        if all(len(_around(other) & more) <= 2 for other in near):
            kept = more
    return kept


def _grown(rows: int, cols: int, rng: random.Random, orbits: _Orbits, kept_free: Collection[Cell]) -> set[Cell]:
    """Return a random canal that has grown until it could not grow any further."""
    winding, straight, round_trips = rng.uniform(*_WINDING), rng.uniform(*_STRAIGHT), rng.choice(_ROUND_TRIPS)
    while (first := (rng.randrange(rows), rng.randrange(cols))) in kept_free:
        pass
    canal = {first}
    growing = [(first, first)]
    while growing:
        at = len(growing) - 1 if rng.random() < winding else rng.randrange(len(growing))
        (row, col), ahead = growing[at]
        free = [
            cell
            for cell in within(beside(row, col), rows, cols)
            if cell not in canal
            and cell not in kept_free
            and (_touching(canal, cell) == 1 or rng.random() < round_trips)
            and not _fills_block(canal, cell)
        ]
        if not free:
            growing.pop(at)
            continue
        free = _by_images(max, free, orbits, canal)
        cell = ahead if ahead in free and rng.random() < straight else rng.choice(free)
        canal.add(cell)
        growing.append((cell, (2 * cell[0] - row, 2 * cell[1] - col)))
    return canal


def _by_images(
    best: Callable[[Iterable[int]], int], cells: Sequence[Cell], orbits: _Orbits, canal: set[Cell]
) -> list[Cell]:
    """Return the cells with the fewest images in the canal if ``best`` is ``min``, with the most if it is ``max``."""
    counts = [sum(image in canal for image in orbits[cell]) for cell in cells]
    wanted = best(counts)
    return [cell for cell, count in zip(cells, counts) if count == wanted]


def _touching(canal: set[Cell], cell: Cell) -> int:
    return sum(other in canal for other in beside(*cell))


def _fills_block(canal: set[Cell], cell: Cell) -> bool:
    row, col = cell
    ways = product((-1, 1), repeat=2)
    return any({(row + down, col), (row, col + right), (row + down, col + right)} <= canal for down, right in ways)


def _around(cell: Cell) -> set[Cell]:
    """Return a cell and its eight neighbours, including neighbours outside the grid."""
    row, col = cell
    return set(product(range(row - 1, row + 2), range(col - 1, col + 2)))
