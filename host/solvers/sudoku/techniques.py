"""The techniques that people use on Sudokus, as rules that remove candidates.

Each is a function of a grid (see :mod:`rowloom.host.solvers.sudoku.grid`) and one region of it, and returns what to
remove, cell by cell. Nothing is ever placed: placing a digit is removing the cell's other candidates.

Names and letters are those of González, Olivito and Resano (2009), sections II and V and Table III.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rowloom.host.solvers.sudoku.grid import Band, House, Region, bands, bits, houses, numbers_of, transposed, union

__all__ = [
    "LOCKED", "PAPER", "SINGLES", "Removals", "Technique", "Watch", "forced_chain", "hidden_singles", "hidden_subsets",
    "lines", "locked_candidates", "naked_singles", "naked_subsets", "propagate",
]  # fmt: skip

Removals = dict[int, int]
"""The candidates that cells lose, as masks; cells that lose none are not in it."""


@dataclass(frozen=True)
class Technique:
    """A rule with its name."""

    name: str
    removals: Callable[[Sequence[int], Any], Removals]
    """What follows from a grid's candidates in a region."""
    letter: str = ""
    """What the paper calls it in Table III; empty if it does not have it."""
    regions: Callable[[int], Sequence[Region]] = houses
    """All of a grid's regions that it looks at, by the grid's order."""

    def __call__(self, grid: Sequence[int], region: Region) -> Removals:
        """See ``removals``."""
        return self.removals(grid, region)


def naked_singles(grid: Sequence[int], house: House) -> Removals:
    """Remove a placed digit from the house's other cells; from both where two cells hold the same."""
    placed = twice = 0
    for cell in house.cells:
        mask = grid[cell]
        if not mask & mask - 1:
            twice |= placed & mask
            placed |= mask
    removed = {}
    for cell in house.cells:
        mask = grid[cell]
        if gone := mask & (placed if mask & mask - 1 else twice):
            removed[cell] = gone
    return removed


def hidden_singles(grid: Sequence[int], house: House) -> Removals:
    """Place a digit that has one place left in the house: remove the cell's other candidates."""
    once = twice = 0
    for cell in house.cells:
        twice |= once & grid[cell]
        once |= grid[cell]
    lone = once & ~twice
    removed = {}
    for cell in house.cells:
        mask = grid[cell]
        if (here := mask & lone) and (gone := mask if here & here - 1 else mask ^ here):
            removed[cell] = gone
    return removed


def locked_candidates(grid: Sequence[int], house: House) -> Removals:
    """Remove a digit that has room only where another house crosses from the rest of that house.

    Pointing where the house is a box, claiming where it is a line. Digits that only placed cells hold are left
    to :func:`naked_singles`.
    """
    removed: Removals = {}
    for partition in house.partitions:
        once = twice = 0
        for segment, _ in partition:
            room = union(grid[cell] for cell in segment)
            twice |= once & room
            once |= room
        for segment, crossing in partition:
            in_open_cells = union(grid[cell] for cell in segment if grid[cell] & grid[cell] - 1)
            if not (locked := in_open_cells & ~twice):
                continue
            for cell in crossing:
                if (gone := grid[cell] & locked) and cell not in segment:
                    removed[cell] = removed.get(cell, 0) | gone
    return removed


def naked_subsets(size: int, grid: Sequence[int], house: House) -> Removals:
    """Where ``size`` cells have ``size`` candidates between them, remove these from the house's other cells.

    Only open cells, those with at least two candidates, are looked at as members.
    """
    return _named(house, _subset_removals(size, [grid[cell] for cell in house.cells]))


def hidden_subsets(size: int, grid: Sequence[int], house: House) -> Removals:
    """Where ``size`` digits have ``size`` places between them, remove all other digits from these.

    It is :func:`naked_subsets` with the parts of cells and digits exchanged.
    """
    places = transposed([grid[cell] for cell in house.cells])
    return _named(house, transposed(_subset_removals(size, places)))


def lines(size: int, grid: Sequence[int], band: Band) -> Removals:
    """Where ``size`` boxes have room for a digit in only ``size`` lines, remove it from these in the other boxes.

    With one box and one line that is candidate lines, with two double lines, with three triple lines. Boxes where the
    digit is placed are left to :func:`naked_singles`.
    """
    rooms = [[union(grid[cell] for cell in line) for line in box] for box in band.boxes]
    placed = [
        union(grid[cell] for line in box for cell in line if not grid[cell] & grid[cell] - 1) for box in band.boxes
    ]
    removed: Removals = {}
    for digit in bits(union(room for box in rooms for room in box)):
        masks = [  # for each box, the lines that have room
            0 if there & digit else sum(1 << at for at, room in enumerate(box) if room & digit)
            for box, there in zip(rooms, placed)
        ]
        for box, gone in zip(band.boxes, _subset_removals(size, masks, min(size, 2))):
            for cell in (cell for at, line in enumerate(box) if gone >> at & 1 for cell in line if grid[cell] & digit):
                removed[cell] = removed.get(cell, 0) | digit
    return removed


def _subset_removals(size: int, masks: Sequence[int], least: int = 2) -> list[int]:
    """Return what the naked subsets of this size remove from each mask; members have ``least`` bits or more."""
    removed = [0] * len(masks)
    small = [place for place, mask in enumerate(masks) if least <= mask.bit_count() <= size]
    for members, held in _subsets(size, masks, small):
        for place, mask in enumerate(masks):
            if mask & held and place not in members:
                removed[place] |= mask & held
    return removed


def _subsets(
    size: int, masks: Sequence[int], places: Sequence[int], members: tuple[int, ...] = (), held: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the choices of ``size`` places whose masks have at most ``size`` bits between them, and these bits."""
    if len(members) == size:
        yield members, held
        return
    for index, place in enumerate(places):
        wider = held | masks[place]
        if wider.bit_count() <= size:
            yield from _subsets(size, masks, places[index + 1 :], (*members, place), wider)


def _named(house: House, removed: Sequence[int]) -> Removals:
    return {cell: gone for cell, gone in zip(house.cells, removed) if gone}


_NAMES = {2: "pairs", 3: "triplets", 4: "quartets", 5: "quintets"}


def _subsets_of(size: int, hidden: str, naked: str) -> tuple[Technique, Technique]:
    return (
        Technique(f"hidden {_NAMES[size]}", partial(hidden_subsets, size), hidden),
        Technique(f"naked {_NAMES[size]}", partial(naked_subsets, size), naked),
    )


SINGLES: tuple[Technique, ...] = (
    Technique("singles", naked_singles, "D"), Technique("hidden singles", hidden_singles, "C"),
)
LOCKED: tuple[Technique, ...] = (*SINGLES, Technique("locked candidates", locked_candidates))
"""Techniques from the cheapest on: singles, and with locked candidates."""

PAPER: tuple[Technique, ...] = (
    *SINGLES, *_subsets_of(2, "A", "B"), *_subsets_of(3, "E", "F"),
    Technique("candidate lines", partial(lines, 1), "G", bands),
    Technique("double lines", partial(lines, 2), "H", bands),
    Technique("triple lines", partial(lines, 3), "I", bands), *_subsets_of(4, "J", "K"),
    *_subsets_of(5, "L", "M"),
)
"""The paper's, in the order of section II and of Table III's letters: singles, hidden singles, then from A to M."""


Watch = Callable[[Sequence[int], Technique, Region, Removals], None]
"""Called each time that a technique was tried on a region of a grid, before what it removes, if anything, goes."""


def propagate(
    grid: list[int], order: int, techniques: Sequence[Technique], cells: Collection[int] = (),
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
