"""The rules of the shading genres that concern only a few cells, and what follows from each rule alone.

The shade of a cell is 0 (unshaded), 1 (shaded) or :data:`OPEN`. The arguments of a rule are two masks of its cells: the
cells that are known to be shaded, and the cells that are known to be unshaded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import accumulate, product
from operator import and_, or_
from typing import NamedTuple

from rowloom.host.puzzles.canal import Canal, ways
from rowloom.host.puzzles.clued import Cell, beside, within
from rowloom.host.puzzles.shading import UNKNOWN, Shading
from rowloom.host.puzzles.smullyan import Smullyan, domain

__all__ = ["OPEN", "Findings", "Rule", "Rules", "Table", "View", "rules_for"]

OPEN = 2
"""An unknown shade."""

Findings = list[tuple[int, int]]
"""(cell, shade) pairs; the cells are numbered row by row."""


class Table:
    """A rule that lists the allowed masks of shaded cells. In a mask, bit ``i`` represents ``cells[i]``. The rule's
    place is the first cell."""

    def __init__(self, name: str, cells: Sequence[int], allowed: tuple[int, ...]):
        self.name, self.cells, self.allowed = name, cells, allowed
        self.place = cells[0]
        self.bits = {cell: 1 << index for index, cell in enumerate(cells)}
        self.ends = 0
        self._known = _findings_of(len(cells), allowed)

    def findings(self, shaded: int, unshaded: int) -> Findings | None:
        """Return the open cells that have the same shade in all allowed masks; None if no mask is allowed."""
        key = shaded, unshaded
        if key not in self._known:
            self._known[key] = _common(len(self.cells), self.allowed, shaded, unshaded)
        found = self._known[key]
        return found and [(self.cells[index], shade) for index, shade in found]


class View:
    """The rule for a clue of Canal View: the clue is the number of shaded cells that are seen in four directions from
    the clue's place.

    ``ways`` lists the cells in each direction, the nearest first. The *length* of a direction is the number of shaded
    cells that are seen in it. With ``bounds``, the rule is only as strong as a board's rule: a conclusion about one
    direction considers only the shortest and the longest possible length of every other direction.
    """

    def __init__(self, name: str, place: int, ways: Sequence[Sequence[int]], clue: int, bounds: bool = False):
        self.name, self.place, self.ways, self.clue = name, place, ways, clue
        self._possible = _within_bounds if bounds else _possible
        self.cells = [cell for way in ways for cell in way]
        # Each direction has one additional bit at its end. This bit is always unshaded, so that the view ends there.
        self._starts = [0, *accumulate(len(way) + 1 for way in ways)][: len(ways)]
        self.bits = {
            cell: 1 << start + index for start, way in zip(self._starts, ways) for index, cell in enumerate(way)
        }
        self.ends = sum(1 << start + len(way) for start, way in zip(self._starts, ways))

    def findings(self, shaded: int, unshaded: int) -> Findings | None:
        """Return the findings for all directions; None if no possible lengths add up to the clue."""
        lengths = []
        for start in self._starts:
            end = unshaded >> start
            # The view may end at the first cell that is known to be unshaded, or at any open cell before that cell.
            lengths.append(~(shaded >> start) & (end & -end) * 2 - 1)
        possible = self._possible(tuple(lengths), self.clue)
        if possible is None:
            return None
        found: Findings = []
        for way, start, before, now in zip(self.ways, self._starts, lengths, possible):
            if now != before:
                shortest = (now & -now).bit_length() - 1
                known = (shaded | unshaded) >> start
                found += [(cell, 1) for index, cell in enumerate(way[:shortest]) if not known >> index & 1]
                if now == 1 << shortest and not known >> shortest & 1:
                    found.append((way[shortest], 0))
        return found


Rule = Table | View


class Rules(NamedTuple):
    """All rules of a puzzle except connection. The rules that do not depend on clues come first."""

    rules: Sequence[Rule]
    of_cell: Sequence[Sequence[tuple[int, int]]]
    """For each cell, the indices of its rules in ``rules``, each with the cell's bit in the rule's masks."""
    of_clue: Mapping[Cell, Sequence[int]]
    """For each cell with a clue, the indices of the clue's rules in ``rules``."""
    neighbours: Sequence[Sequence[int]]
    """For each cell, the cells that share an edge with it."""
    connected: int
    """The shade whose cells are connected."""

    @property
    def stated(self) -> Findings:
        """The shades of clue cells that follow from the rules about a single cell."""
        numbers = (number for numbers in self.of_clue.values() for number in numbers)
        about_one = (rule for rule in map(self.rules.__getitem__, numbers) if [*rule.cells] == [rule.place])
        return [found for rule in about_one for found in rule.findings(0, 0) or ()]


def rules_for(puzzle: Shading, as_boards: bool = False) -> Rules:
    """Return a puzzle's rules. With ``as_boards``, the rules for clues are the weaker rules that boards apply."""
    genre, grid = _GENRES[puzzle.genre], _grid(puzzle.genre, puzzle.rows, puzzle.cols)
    rules, of_cell = list(grid.rules), list(map(list, grid.of_cell))
    of_clue = {}
    for cell, clue in puzzle.clue_cells.items():
        of_clue[cell] = [_add(rule, rules, of_cell) for rule in genre.clue_rules(puzzle, cell, clue, as_boards)]
    return Rules(rules, of_cell, of_clue, grid.neighbours, genre.connected)


@lru_cache(8)
def _grid(genre: str, rows: int, cols: int) -> Rules:
    """Return the rules of a genre that do not depend on clues, for a grid of this size."""
    rules: list[Rule] = []
    of_cell: list[list[tuple[int, int]]] = [[] for _ in range(rows * cols)]
    for rule in _GENRES[genre].grid_rules(rows, cols):
        _add(rule, rules, of_cell)
    cells = product(range(rows), range(cols))
    neighbours = [[row * cols + col for row, col in within(beside(*cell), rows, cols)] for cell in cells]
    return Rules(rules, of_cell, {}, neighbours, _GENRES[genre].connected)


def _add(rule: Rule, rules: list[Rule], of_cell: Sequence[list[tuple[int, int]]]) -> int:
    """Add a rule; return its number."""
    number = len(rules)
    rules.append(rule)
    for cell, bit in rule.bits.items():
        of_cell[cell].append((number, bit))
    return number


@cache
def _findings_of(size: int, allowed: tuple[int, ...]) -> dict[tuple[int, int], list[tuple[int, int]] | None]:
    """Return an empty cache of findings. All tables with the same allowed masks share one cache."""
    return {}


def _common(size: int, allowed: tuple[int, ...], shaded: int, unshaded: int) -> list[tuple[int, int]] | None:
    """Return the newly known bits. These bits have the same value in all allowed masks that agree with the known cells.

    Each bit is returned as an (index, value) pair. Return None if no mask agrees.
    """
    left = [mask for mask in allowed if not (mask & unshaded or shaded & ~mask)]
    if not left:
        return None
    always, ever = reduce(and_, left) & ~shaded, reduce(or_, left) | unshaded
    return [(index, always >> index & 1) for index in range(size) if (always | ~ever) >> index & 1]


@lru_cache(1 << 16)
def _possible(lengths: tuple[int, ...], clue: int) -> list[int] | None:
    """Return, for each direction, a mask of its lengths that can be part of the clue's sum; None if no lengths add up
    to the clue."""
    possible = []
    for at, mask in enumerate(lengths):
        others = 1
        for other in (*lengths[:at], *lengths[at + 1 :]):
            others = _sums(others, other) & (2 << clue) - 1
        now = sum(1 << length for length in range(clue + 1) if mask >> length & others >> clue - length & 1)
        if not now:
            return None
        possible.append(now)
    return possible


@lru_cache(1 << 16)
def _within_bounds(lengths: tuple[int, ...], clue: int) -> list[int] | None:
    """Return masks as :func:`_possible` does. But assume that the other directions may have any length between their
    shortest and their longest possible length."""
    shortest = [(mask & -mask).bit_length() - 1 for mask in lengths]
    longest = [mask.bit_length() - 1 for mask in lengths]
    more, less = clue - sum(shortest), sum(longest) - clue
    if more < 0 or less < 0:
        return None
    possible = [
        mask & (2 << least + more) - 1 & -1 << max(0, most - less)
        for mask, least, most in zip(lengths, shortest, longest)
    ]
    return possible if all(possible) else None


@lru_cache(1 << 16)
def _sums(one: int, other: int) -> int:
    """Return the mask of all sums of two numbers, one from each mask."""
    return reduce(or_, (one << length for length in range(other.bit_length()) if other >> length & 1))


def _smullyan_grid_rules(rows: int, cols: int) -> Iterator[Rule]:
    """Yield rules which state that no two knaves share an edge."""
    for row, col in product(range(rows), range(cols)):
        for i, j in within([(row, col + 1), (row + 1, col)], rows, cols):
            yield Table("two knaves side by side", (row * cols + col, i * cols + j), (0, 1, 2))


def _smullyan_clue_rules(puzzle: Shading, cell: Cell, clue: int, as_boards: bool) -> Iterator[Rule]:
    """Yield the rule of a clue: the clue is true if and only if its cell is unshaded. Boards apply the same rule."""
    if clue != UNKNOWN:
        around = sorted(domain(puzzle, cell), key=lambda other: other != cell)
        shape = tuple((row - cell[0], col - cell[1]) for row, col in around)
        cells = [row * puzzle.cols + col for row, col in around]
        yield Table(f"clue {clue}", cells, _true_or_knave(shape, clue))


@cache
def _true_or_knave(shape: tuple[Cell, ...], clue: int) -> tuple[int, ...]:
    """Return the masks of a domain (a cell and its neighbours) that agree with the cell's clue and have no adjacent
    knaves.

    ``shape`` contains the offsets of the domain's cells from the cell with the clue.
    """
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
    """Yield rules which state that no 2x2 block is completely shaded."""
    for row, col in product(range(rows - 1), range(cols - 1)):
        here = row * cols + col
        yield Table("no 2x2 block", (here, here + 1, here + cols, here + cols + 1), tuple(range(15)))


def _canal_clue_rules(puzzle: Shading, cell: Cell, clue: int, as_boards: bool) -> Iterator[Rule]:
    """Yield the rules of a clue: the rule that its cell is unshaded and, unless the clue is unknown, a
    :class:`View`."""
    here = cell[0] * puzzle.cols + cell[1]
    yield Table("a cell with a clue", (here,), (0,))
    if clue != UNKNOWN:
        yield View(f"view of the {clue}", here, ways(*cell, puzzle.rows, puzzle.cols), clue, bounds=as_boards)


class _GenreRules(NamedTuple):
    connected: int
    grid_rules: Callable[[int, int], Iterator[Rule]]
    """A function that yields the rules that do not depend on clues. These rules imply nothing while all cells are open.
    """
    clue_rules: Callable[[Shading, Cell, int, bool], Iterator[Rule]]
    """A function that yields the rules of a clue; its last argument is the same as for :func:`rules_for`."""


_GENRES = {
    Smullyan.genre: _GenreRules(0, _smullyan_grid_rules, _smullyan_clue_rules),
    Canal.genre: _GenreRules(1, _canal_grid_rules, _canal_clue_rules),
}
