"""Forced chains: what follows whichever candidate of a cell is the right one."""

from collections.abc import Sequence

from rowloom.host.solvers.sudoku_grid import bits
from rowloom.host.solvers.sudoku_propagation import Watch, propagate
from rowloom.host.solvers.sudoku_techniques import Removals, Technique

__all__ = ["forced_chain"]


def forced_chain(
    grid: Sequence[int], order: int, cell: int, techniques: Sequence[Technique], watch: Watch | None = None
) -> Removals:
    """Assume each of the cell's candidates in turn, and return the candidates that disappear every time.

    González, Olivito and Resano (2009), section V-D. An assumption that ends in a contradiction is ruled out, and
    what follows from it does not count; if all do, nothing is left of the grid.

    Parameters
    ----------
    grid : list of masks
        The techniques are through with it; the cell has two candidates or more.
    techniques : techniques
        What follows from an assumption; ``watch`` sees every step of it.
    """
    possible = [0] * len(grid)
    for digit in bits(grid[cell]):
        assumed = list(grid)
        assumed[cell] = digit
        if propagate(assumed, order, techniques, [cell], watch):
            possible = [one | other for one, other in zip(possible, assumed)]
    return {at: mask & ~left for at, (mask, left) in enumerate(zip(grid, possible)) if mask & ~left}
