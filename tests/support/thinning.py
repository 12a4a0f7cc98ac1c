"""Remove clues in plain Python, for comparison with the firmware."""

from collections.abc import Callable, Collection

from rowloom.host.generate.orbits import orbits

__all__ = ["thinned"]

Cell = tuple[int, int]


def thinned(rows: int, cols: int, symmetry: int, seed: int, clues: Collection[Cell],
            suffice: Callable[[set[Cell]], bool], least: int = 0, fixed: Collection[Cell] = ()) -> set[Cell]:
    """Return the cells that keep their clues."""
    kept = set(clues)
    for orbit in orbits(rows, cols, symmetry, seed):
        there = kept & set(orbit)
        if not there or set(orbit) & set(fixed):
            continue
        if len(kept) - len(there) < least:
            break
        if suffice(kept - there):
            kept -= there
    return kept
