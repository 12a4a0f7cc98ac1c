"""The rows of the plain models as the planes of the software deducer."""

from collections.abc import Sequence

from rowloom.host.solvers.slitherlink.planes import Allowed, Planes, lattice
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.slitherlink.rows import COLOURS, Row

__all__ = ["allowed_of", "planes_of"]


def planes_of(state: Sequence[Row]) -> Planes:
    """The planes of a grid's rows and the frame below it, as of :func:`.rows.begin`."""
    grid = lattice(len(state) - 1, len(state[0].cells))
    *shapes, inside, outside = (
        grid.plane((row, col) for row, line in enumerate(rows) for col, possible in enumerate(places(line))
                   if one in possible)
        for kinds, rows, places in ((Shape, state, lambda line: line.vertices),
                                    (COLOURS, state[:-1], lambda line: line.cells))
        for one in kinds
    )
    return shapes[0] | grid.beyond, *shapes[1:], inside, outside | grid.frame


def allowed_of(clues: Sequence[Sequence[int | None]]) -> Allowed:
    """What a grid's clues, row by row, say of how many lines its cells may have."""
    grid = lattice(len(clues), len(clues[0]))
    return tuple(
        whole & ~grid.plane((row, col) for row, line in enumerate(clues) for col, clue in enumerate(line)
                            if clue not in (None, number))
        for number, whole in enumerate(grid.free)
    )
