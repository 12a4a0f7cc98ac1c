"""The flood rule in plain Python, with sets of cells and breadth-first search."""

from collections.abc import Sequence
from dataclasses import dataclass

from support.shading.rows import Row, cells_that_may
from support.slitherlink.checker import waves

__all__ = ["Flood", "flood"]

Cells = set[tuple[int, int]]


@dataclass(frozen=True)
class Flood:
    """The state after a flood. The cells of the joined shade must be connected. There is a contradiction if a cell that
    certainly has this shade is cut off."""

    state: list[Row]
    contradiction: bool
    passes: list[int]
    """The number of rows that each pass visits. Passes alternate between down and up."""


def flood(state: Sequence[Row], joined: str) -> Flood:
    """The model of :class:`rowloom.hw.shading.shade_flood.ShadeFlood`."""
    may = cells_that_may(state, joined)
    certain = may - cells_that_may(state, "10"[int(joined)])
    seeds = set(sorted(certain)[:1])
    wet = set().union(*waves(seeds, may)) if seeds else may
    left = [
        tuple("".join(shade for shade in shades if shade != joined or (row, col) in wet)
              for col, shades in enumerate(line))
        for row, line in enumerate(state)
    ]
    return Flood(left, not certain <= wet, _passes(seeds, may, len(state)))


def _passes(seeds: Cells, may: Cells, height: int) -> list[int]:
    def of(cells: Cells, row: int | None) -> set[int]:
        return {col for at, col in cells if at == row}

    wet: Cells = set()
    passes: list[int] = []
    way, least, leaks = list(range(height)), height - 1, True
    while leaks:
        leaks, last, visited = [], None, 0
        for row in way:
            visited += 1
            arriving = {(row, col) for col in of(wet, row) | of(wet, last)}
            flooded = set().union(*waves(arriving | (set() if passes else seeds), {(row, col) for col in of(may, row)}))
            dry = flooded <= wet
            wet |= flooded
            if of(flooded, row) & of(may, last) - of(wet, last):
                leaks.append((last, row))
            if passes and last is not None and dry and (row - least) * (row - last) >= 0:
                break
            last = row
        passes.append(visited)
        if leaks:
            least, begin = leaks[0][0], leaks[-1][1]
            way = list(range(begin, -1, -1)) if len(passes) % 2 else list(range(begin, height))
    return passes
