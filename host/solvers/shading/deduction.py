"""Deduction for the shading genres by single rules and by lookahead."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from math import inf
from typing import NamedTuple, Self

from rowloom.host.puzzles.clued import Cell
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.shading.rules import OPEN, Findings, Rules, rules_for

__all__ = ["CONNECTION", "Deduction", "Note", "Trial", "connected", "deduction_for", "reached"]

CONNECTION = -1
"""The number that identifies the only rule about the whole grid: all cells of one shade are connected."""

Note = Callable[[int, Findings | None], None]
"""A function that is called with the number of a rule and the rule's findings, before the findings are applied. The
findings are None if the rule contradicts the state."""

Connection = Callable[[Sequence[int], Sequence[Sequence[int]], int], Findings | None]
"""A function that applies the rule that all cells of a shade are connected. It returns the conclusions, or None if the
known cells of this shade cannot be connected. The arguments are the state, the neighbours of each cell, and the
shade."""


def connected(state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int) -> Findings | None:
    """Return all conclusions from the rule that all cells of this shade are connected; see :data:`Connection`.

    A cell that the known cells of this shade cannot reach has the other shade. An open cell has this shade if every
    path between two of the known cells passes through it.
    """
    members = state.count(shade)
    if not members:
        return []
    start = state.index(shade)
    met, within, cuts = _walked(state, neighbours, shade, start)
    if within[start] < members:
        return None
    found = [(cell, 1 - shade) for cell, known in enumerate(state) if known == OPEN and not met[cell]]
    needed = {parent for parent, count in cuts if 0 < count < members}
    return found + [(cell, shade) for cell in needed if state[cell] == OPEN]


def reached(
    state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int, alone: bool = False
) -> Findings | None:
    """Return some of the conclusions of :func:`connected`: those that a board's deducer also finds.

    A cell that the cells of this shade cannot reach has the other shade. If a cell of this shade has only one neighbour
    that may have the same shade, that neighbour has this shade, too. With ``alone``, the grid may contain a single cell
    of this shade, so the second conclusion is not drawn.
    """
    if shade not in state:
        return []
    start, other = state.index(shade), 1 - shade
    met = bytearray(len(state))
    met[start] = 1
    fresh = [start]
    while fresh:
        for cell in neighbours[fresh.pop()]:
            if not met[cell] and state[cell] != other:
                met[cell] = 1
                fresh.append(cell)
    needed = set()
    for cell, known in enumerate(state):
        if known == shade:
            if not met[cell]:
                return None
            beside = [near for near in neighbours[cell] if state[near] != other]
            if not (beside or alone):
                return None
            if len(beside) == 1 and not alone and state[beside[0]] == OPEN:
                needed.add(beside[0])
    unreached = [(cell, other) for cell, known in enumerate(state) if known == OPEN and not met[cell]]
    return unreached + [(cell, shade) for cell in needed]


def _walked(
    state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int, start: int
) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Walk depth-first from a cell through all cells that may have the shade.

    Return three lists:

    - for each cell, its position in the order of the walk, counted from 1; 0 if the walk did not reach the cell
    - for each cell, the number of cells of the shade that were reached through this cell, including the cell itself
    - the cut vertices, each with the number of cells of the shade beyond it
    """
    met, within = [0] * len(state), [0] * len(state)
    cuts: list[tuple[int, int]] = []
    met[start] = within[start] = count = 1
    blocked = 1 - shade
    cell, earliest, others = start, 1, iter(neighbours[start])
    path = []
    while True:
        # ``earliest`` is the smallest position in the walk among the neighbours of this cell and the neighbours of all
        # cells that were reached through this cell.
        for other in others:
            if when := met[other]:
                if when < earliest:
                    earliest = when
            elif (known := state[other]) != blocked:
                path.append((cell, earliest, others))
                count += 1
                met[other] = earliest = count
                within[other] = int(known == shade)
                cell, others = other, iter(neighbours[other])
                break
        else:
            if not path:
                return met, within, cuts
            reached, (cell, before, others) = cell, path.pop()
            within[cell] += within[reached]
            if earliest >= met[cell]:
                cuts.append((cell, within[reached]))
            earliest = min(earliest, before)


class Trial(NamedTuple):
    """The trial of a cell in lookahead. A shade that is known not to contradict the rules is not tried."""

    cell: int
    wrong: int | None
    """The shade that leads to a contradiction, if any."""
    broken: int | None
    """The number of the contradicted rule."""


class Deduction:
    """The state of a puzzle's cells, and the puzzle's rules. The rules may be applied in any order.

    The rules of a clue are ignored until the clue is added.
    """

    def __init__(self, rules: Rules, connection: Connection = connected):
        self.rules, self._connection = rules, connection
        self.state = [OPEN] * len(rules.of_cell)
        """The shade of each cell, row by row: 0, 1 or OPEN."""
        self.broken: int | None = None
        """The number of the contradicted rule."""
        self._shaded = [0] * len(rules.rules)
        self._unshaded = [rule.ends for rule in rules.rules]
        clues = sum(map(len, rules.of_clue.values()))
        self._counts = bytearray([1] * (len(rules.rules) - clues) + [0] * clues)
        self._waiting: dict[int, None] = {}

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.state = self.state[:]
        other._shaded, other._unshaded = self._shaded[:], self._unshaded[:]
        other._counts, other._waiting = self._counts[:], self._waiting.copy()
        return other

    @property
    def open_cells(self) -> int:
        """The number of cells with an unknown shade."""
        return self.state.count(OPEN)

    @property
    def solved(self) -> bool:
        """True if every cell has a shade."""
        return OPEN not in self.state

    def add(self, clue_cells: Iterable[Cell]) -> None:
        """Add the clues of these cells."""
        for cell in clue_cells:
            for number in self.rules.of_clue[cell]:
                self._counts[number] = 1
                self._waiting[number] = None

    def given(self, clue_cells: Iterable[Cell]) -> Self:
        """Return a copy with these clues added and with all their consequences. The clues must not lead to a
        contradiction."""
        more = self.copy()
        more.add(clue_cells)
        if not more.run():
            raise ValueError("the clues contradict each other, although the puzzle has a solution")
        return more

    def assign(self, cell: int, shade: int) -> None:
        """Set the shade of an open cell; :meth:`run` finds the consequences."""
        self.state[cell] = shade
        masks, counts, waiting = self._shaded if shade else self._unshaded, self._counts, self._waiting
        for number, bit in self.rules.of_cell[cell]:
            masks[number] |= bit
            if counts[number]:
                waiting[number] = None

    def run(self, note: Note | None = None) -> bool:
        """Apply rules until no rule finds anything. Return False at a contradiction; the state is then invalid."""
        rules, waiting = self.rules, self._waiting
        while True:
            number = CONNECTION  # comes last, because it examines the whole grid
            if waiting:
                number = next(iter(waiting))
                del waiting[number]
                found = rules.rules[number].findings(self._shaded[number], self._unshaded[number])
            else:
                found = self._connection(self.state, rules.neighbours, rules.connected)
            if note and found != []:
                note(number, found)
            if found is None:
                self.broken = number
                return False
            for cell, shade in found:
                self.assign(cell, shade)
            if number == CONNECTION and not found:
                return True

    def look_ahead(
        self, note: Note | None = None, tried: Callable[[Trial], None] | None = None, most: float = inf
    ) -> bool:
        """Try both shades of open cells, row by row, and apply the results; return False at a contradiction.

        Lookahead ends when all open cells have been tried without a result, or when ``most`` cells have been tried.
        ``tried`` is called with each :class:`Trial` before its result is applied.
        """
        harmless: tuple[set[int], set[int]] = (set(), set())
        """For each shade, the cells that are not tried with this shade: in an earlier trial without a contradiction,
        they received this shade."""
        cell = without_result = trials = 0
        while without_result < len(self.state) and trials < most:
            shades = [shade for shade in (1, 0) if cell not in harmless[shade]] if self.state[cell] == OPEN else []
            wrong = broken = None
            for shade in shades:
                trial = self.copy()
                trial.assign(cell, shade)
                if not trial.run():
                    wrong, broken = shade, trial.broken
                    break
                for other, known in enumerate(trial.state):
                    if known != OPEN:
                        harmless[known].add(other)
            trials += bool(shades)
            without_result += 1
            if shades and tried:
                tried(Trial(cell, wrong, broken))
            if wrong is not None:
                harmless, without_result = (set(), set()), 0
                self.assign(cell, 1 - wrong)
                if not self.run(note):
                    return False
            cell = (cell + 1) % len(self.state)
        return True


def deduction_for(puzzle: Shading) -> Deduction:
    """Return a deduction that has all clues of a puzzle, but has not yet applied any rule."""
    rules = rules_for(puzzle)
    deduction = Deduction(rules)
    deduction.add(rules.of_clue)
    return deduction
