"""Deduction: techniques applied to a grid until nothing follows, and forced chains of that."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence

from rowloom.host.solvers.sudoku.grid import House, Region, bits, numbers_of, union
from rowloom.host.solvers.sudoku.techniques import Removals, Technique

__all__ = ["Watch", "forced_chain", "propagate"]

Watch = Callable[[Sequence[int], Technique, Region, Removals], None]
"""Called each time that a technique was tried on a region of a grid, before what it removes, if anything, goes."""


def propagate(
    grid: list[int],
    order: int,
    techniques: Sequence[Technique],
    cells: Collection[int] = (),
    watch: Watch | None = None,
) -> bool:
    """Apply the techniques to the grid, in place, until none removes anything.

    The first technique with something to look at goes first; a region is looked at again only when one of
    its cells has changed. What is left over does not depend on that order.

    Parameters
    ----------
    techniques : techniques
        From the first to be tried to the last; the first is about houses.
    cells : cells, optional
        Those that changed since the techniques were last through with the grid; by default all may have.
    watch : function, optional
        Sees every step.

    Returns
    -------
    bool
        False as soon as the grid contradicts itself, which stays as it was then: a cell without candidates, or a house
        without a place for a digit.
    """
    every = (1 << order**2) - 1
    waiting = [_Waiting(technique.regions, order) for technique in techniques]
    for one in waiting:
        one.add_all(cells or range(len(grid)))
    queues = [one.queue for one in waiting]
    while True:
        level = next((level for level, queue in enumerate(queues) if queue), None)
        if level is None:
            return True
        region = waiting[level].take()
        if isinstance(region, House) and level == 0 and union(grid[cell] for cell in region.cells) != every:
            return False
        removed = techniques[level](grid, region)
        if watch is not None:
            watch(grid, techniques[level], region, removed)
        for cell, gone in removed.items():
            grid[cell] ^= gone
            if not grid[cell]:
                return False
        if removed:
            for one in waiting:
                one.add_all(removed)


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


class _Waiting:
    """Regions that wait for a technique, each once; ``queue`` has their numbers."""

    def __init__(self, regions: Callable[[int], Sequence[Region]], order: int):
        self._regions, self._numbers = regions(order), numbers_of(regions, order)
        self.queue: deque[int] = deque()
        self._waits = bytearray(len(self._regions))

    def add_all(self, cells: Iterable[int]) -> None:
        """Add those that hold any of the cells."""
        waits, numbers = self._waits, self._numbers
        for number in {number for cell in cells for number in numbers[cell]}:
            if not waits[number]:
                waits[number] = 1
                self.queue.append(number)

    def take(self) -> Region:
        number = self.queue.popleft()
        self._waits[number] = 0
        return self._regions[number]
