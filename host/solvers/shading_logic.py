"""Local deduction for the shading genres: what follows from each of their rules by itself.

A *state* is a list with the shade of every cell, row by row: 0 (unshaded), 1 (shaded) or :data:`OPEN`.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from rowloom.host.puzzles.canal import Canal, ways
from rowloom.host.puzzles.clued import Cell, beside, within
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.smullyan import Smullyan, domain

__all__ = ["OPEN", "Table", "View", "connected", "deduced"]

OPEN = 2
"""The shade of a cell that nothing is known of."""

State = list[int]
Findings = list[tuple[int, int]]
"""Cells, by their place in a state, and their shades."""


@dataclass(frozen=True)
class Table:
    """A rule about some cells, given by what it allows."""

    cells: Sequence[int]
    """The cells, by their places in a state."""
    allowed: tuple[int, ...]
    """Masks: bit ``i`` is the shade of the ``i``-th cell."""

    def findings(self, state: State) -> Findings | None:
        """Return the cells with only one shade in all that the rule allows; None if it allows nothing."""
        shaded = unshaded = 0
        for index, cell in enumerate(self.cells):
            if state[cell] == 1:
                shaded |= 1 << index
            elif state[cell] == 0:
                unshaded |= 1 << index
        common = _common(self.allowed, shaded, unshaded)
        if common is None:
            return None
        always, never = common
        return [
            (cell, always >> index & 1)
            for index, cell in enumerate(self.cells)
            if state[cell] == OPEN and (always | never) >> index & 1
        ]


@dataclass(frozen=True)
class View:
    """A clue of Canal View: how many shaded cells are seen in four directions, each its cells, the nearest first."""

    ways: Sequence[Sequence[int]]
    clue: int

    @property
    def cells(self) -> list[int]:
        """The cells that it is about."""
        return [cell for way in self.ways for cell in way]

    def findings(self, state: State) -> Findings | None:
        """See :meth:`Table.findings`."""
        lengths = [_lengths(way, state) for way in self.ways]
        found: Findings = []
        for at, way in enumerate(self.ways):
            others = {0}
            for one in (*lengths[:at], *lengths[at + 1 :]):
                others = {seen + length for seen in others for length in one if seen + length <= self.clue}
            possible = [length for length in lengths[at] if self.clue - length in others]
            if not possible:
                return None
            found += [(cell, 1) for cell in way[: possible[0]] if state[cell] == OPEN]
            if len(possible) == 1 and possible[0] < len(way) and state[way[possible[0]]] == OPEN:
                found.append((way[possible[0]], 0))
        return found


Rule = Table | View


def deduced(puzzle: Shading) -> State | None:
    """Return the state in which no rule by itself says more; None if the rules contradict each other."""
    state = [OPEN] * len(puzzle.cells)
    genre = _GENRES[puzzle.genre]
    grid = _grid(puzzle.genre, puzzle.rows, puzzle.cols)
    rules = [*grid.rules, *genre.clue_rules(puzzle)]
    rules_of = list(map(list, grid.rules_of))
    waiting = deque(range(len(grid.rules), len(rules)))
    for number in waiting:
        for cell in rules[number].cells:
            rules_of[cell].append(number)
    waits = [False] * len(grid.rules) + [True] * len(waiting)
    while True:
        # Connection is looked at when no other rule knows further: it takes the whole grid.
        last = not waiting
        if last:
            found = connected(state, grid.neighbours, genre.connected)
        else:
            number = waiting.popleft()
            waits[number] = False
            found = rules[number].findings(state)
        if found is None:
            return None
        if last and not found:
            return state
        for cell, shade in found:
            state[cell] = shade
            for number in rules_of[cell]:
                if not waits[number]:
                    waits[number] = True
                    waiting.append(number)


def connected(state: State, neighbours: Sequence[Sequence[int]], shade: int) -> Findings | None:
    """Return what follows from the connection of all cells of a shade; None if those known cannot be connected.

    A cell that cannot be reached from them has the other shade, and one without which they would be parted has theirs.
    Neighbours are, for each cell, those that share an edge with it.
    """
    members = state.count(shade)
    if not members:
        return []
    start = state.index(shade)
    order, low, within, parent = _walked(state, neighbours, shade, start)
    if within[start] < members:
        return None
    found = [(cell, 1 - shade) for cell, known in enumerate(state) if known == OPEN and cell not in order]
    parting = {
        parent[cell]
        for cell in order
        if cell != start and low[cell] >= order[parent[cell]] and 0 < within[cell] < members
    }
    return found + [(cell, shade) for cell in parting if state[cell] == OPEN]


def _walked(
    state: State, neighbours: Sequence[Sequence[int]], shade: int, start: int
) -> tuple[dict[int, int], dict[int, int], dict[int, int], dict[int, int]]:
    """Walk depth-first from a cell through all cells that may have the shade.

    Return for each, in the order of meeting, when it was met first; the earliest of the cells that are beside it or
    beside those reached through it; how many cells of the shade are reached through it, itself included; and from where
    it was reached.
    """
    order, low = {start: 0}, {start: 0}
    within, parent = {start: 1}, {start: start}
    path = [(start, iter(neighbours[start]))]
    while path:
        cell, others = path[-1]
        for other in others:
            if other in order:
                low[cell] = min(low[cell], order[other])
            elif state[other] != 1 - shade:
                order[other] = low[other] = len(order)
                within[other], parent[other] = int(state[other] == shade), cell
                path.append((other, iter(neighbours[other])))
                break
        else:
            path.pop()
            if path:
                back = path[-1][0]
                low[back] = min(low[back], low[cell])
                within[back] += within[cell]
    return order, low, within, parent


@cache
def _common(allowed: tuple[int, ...], shaded: int, unshaded: int) -> tuple[int, int] | None:
    """Return the cells that are shaded, and unshaded, in all allowed masks given those known; None if none is left."""
    left = [mask for mask in allowed if not (mask & unshaded or shaded & ~mask)]
    if not left:
        return None
    return reduce(and_, left), ~reduce(or_, left)


def _lengths(way: Sequence[int], state: State) -> list[int]:
    """Return the possible lengths of the run of shaded cells at the beginning of a way, in rising order."""
    lengths = []
    for length, cell in enumerate(way):
        if state[cell] != 1:
            lengths.append(length)
        if state[cell] == 0:
            return lengths
    return [*lengths, len(way)]


def _smullyan_grid_rules(rows: int, cols: int) -> Iterator[Rule]:
    """Yield the rules without clues: no two knaves share an edge."""
    for row, col in product(range(rows), range(cols)):
        for i, j in within([(row, col + 1), (row + 1, col)], rows, cols):
            yield Table((row * cols + col, i * cols + j), (0, 1, 2))


def _smullyan_clue_rules(puzzle: Shading) -> Iterator[Rule]:
    """Yield the clues' rules: each is true exactly if its cell is unshaded."""
    cols = puzzle.cols
    for cell, clue in puzzle.numbers.items():
        around = domain(puzzle, cell)
        shape = tuple((row - cell[0], col - cell[1]) for row, col in around)
        yield Table([row * cols + col for row, col in around], _true_or_knave(shape, clue))


@cache
def _true_or_knave(shape: tuple[Cell, ...], clue: int) -> tuple[int, ...]:
    """Return the masks of a domain, given by its cells' offsets, that fit a clue and keep knaves apart."""
    masks = list(range(1 << len(shape)))
    own = shape.index((0, 0))
    apart = (
        1 << one | 1 << other
        for one, (row, col) in enumerate(shape)
        for other, place in enumerate(shape)
        if place in ((row, col + 1), (row + 1, col))
    )
    for pair in apart:
        masks = [mask for mask in masks if mask & pair != pair]
    return tuple(mask for mask in masks if (mask.bit_count() == clue) != bool(mask >> own & 1))


def _canal_grid_rules(rows: int, cols: int) -> Iterator[Rule]:
    """Yield the rules without clues: no 2x2 block is shaded."""
    for row, col in product(range(rows - 1), range(cols - 1)):
        here = row * cols + col
        yield Table((here, here + 1, here + cols, here + cols + 1), tuple(range(15)))


def _canal_clue_rules(puzzle: Shading) -> Iterator[Rule]:
    """Yield the clues' rules: their cells are unshaded; they count what is seen."""
    cols = puzzle.cols
    for row, col in puzzle.clue_cells:
        yield Table((row * cols + col,), (0,))
    for (row, col), clue in puzzle.numbers.items():
        yield View(ways(row, col, puzzle.rows, cols), clue)


class _Genre(NamedTuple):
    connected: int
    """The shade whose cells are connected."""
    grid_rules: Callable[[int, int], Iterator[Rule]]
    """The rules of a grid without clues; while all cells are open, nothing follows from them."""
    clue_rules: Callable[[Shading], Iterator[Rule]]


_GENRES = {
    Smullyan.genre: _Genre(0, _smullyan_grid_rules, _smullyan_clue_rules),
    Canal.genre: _Genre(1, _canal_grid_rules, _canal_clue_rules),
}


class _Grid(NamedTuple):
    """What all puzzles of a genre and a size have in common."""

    rules: Sequence[Rule]
    rules_of: Sequence[Sequence[int]]
    """For each cell the numbers of the rules that it is in."""
    neighbours: Sequence[Sequence[int]]


@lru_cache(8)
def _grid(genre: str, rows: int, cols: int) -> _Grid:
    rules = list(_GENRES[genre].grid_rules(rows, cols))
    rules_of: list[list[int]] = [[] for _ in range(rows * cols)]
    for number, rule in enumerate(rules):
        for cell in rule.cells:
            rules_of[cell].append(number)
    cells = product(range(rows), range(cols))
    neighbours = [[row * cols + col for row, col in within(beside(*cell), rows, cols)] for cell in cells]
    return _Grid(rules, rules_of, neighbours)
