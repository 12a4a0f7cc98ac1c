"""Deduction: techniques applied to a grid until nothing follows."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence

from rowloom.host.solvers.sudoku_grid import House, Region, union
from rowloom.host.solvers.sudoku_techniques import Removals, Scope, Technique

__all__ = ["Watch", "propagate"]

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
    waiting = [_Waiting(technique.scope, order) for technique in techniques]
    for queue in waiting:
        queue.add_all(cells or range(len(grid)))
    while True:
        level = next((level for level, queue in enumerate(waiting) if queue), None)
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
            for queue in waiting:
                queue.add_all(removed)


class _Waiting:
    """Regions that wait for a technique, each once."""

    def __init__(self, scope: Scope, order: int):
        self._regions, self._numbers = scope.regions(order), scope.numbers(order)
        self._queue: deque[int] = deque()
        self._waits = bytearray(len(self._regions))

    def __bool__(self) -> bool:
        return bool(self._queue)

    def add_all(self, cells: Iterable[int]) -> None:
        """Add those that hold any of the cells."""
        for number in {number for cell in cells for number in self._numbers[cell]}:
            if not self._waits[number]:
                self._waits[number] = 1
                self._queue.append(number)

    def take(self) -> Region:
        number = self._queue.popleft()
        self._waits[number] = 0
        return self._regions[number]
