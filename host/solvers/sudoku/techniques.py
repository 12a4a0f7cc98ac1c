"""The techniques that people use on Sudokus, as rules that remove candidates.

Each is a function of a grid (see :mod:`rowloom.host.solvers.sudoku.grid`) and one region of it, and returns what to
remove, cell by cell. Nothing is ever placed: placing a digit is removing the cell's other candidates.

Names and letters are those of González, Olivito and Resano (2009), sections II and V and Table III.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rowloom.host.solvers.sudoku.grid import Band, House, Region, bands, bits, houses, transposed, union

__all__ = [
    "LOCKED", "PAPER", "SINGLES", "Removals", "Technique",
    "hidden_singles", "hidden_subsets", "lines", "locked_candidates", "naked_singles", "naked_subsets",
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
