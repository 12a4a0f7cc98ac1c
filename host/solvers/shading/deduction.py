"""Deduction for the shading genres: what follows from their rules one at a time, and from lookahead."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Self

from rowloom.host.puzzles.clued import Cell
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.shading.rules import OPEN, Findings, Rules, rules_for

__all__ = ["CONNECTION", "Deduction", "Note", "Trial", "connected", "deduction_for", "reached"]

CONNECTION = -1
"""The number of the rule about the whole grid: all cells of one shade are connected."""

Note = Callable[[int, Findings | None], None]
"""Called with the number of a rule and its findings before they are applied; None at a contradiction."""

Connection = Callable[[Sequence[int], Sequence[Sequence[int]], int], Findings | None]
"""Return what follows from a state, the neighbours of each cell, and the shade whose cells are connected; None if those
that are known cannot be."""


def connected(state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int) -> Findings | None:
    """Return what follows from the connection of all cells of a shade; None if those known cannot be connected.

    A cell that cannot be reached from them has the other shade, and one without which they would be parted has theirs.
    """
    members = state.count(shade)
    if not members:
        return []
    start = state.index(shade)
    met, within, parting = _walked(state, neighbours, shade, start)
    if within[start] < members:
        return None
    found = [(cell, 1 - shade) for cell, known in enumerate(state) if known == OPEN and not met[cell]]
    parted = {parent for parent, count in parting if 0 < count < members}
    return found + [(cell, shade) for cell in parted if state[cell] == OPEN]


def reached(
    state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int, alone: bool = False
) -> Findings | None:
    """Return the part of :func:`connected` that a board's deducer finds.

    A cell that cannot be reached from those of the shade has the other one. The only neighbour that one of them may
    have is of their shade, unless one may be ``alone`` in the grid.
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

    Return for each cell when it was met first, from 1, or 0 if it was not; how many cells of the shade were reached
    through it, itself included; and the cells without which others cannot be reached, each with how many of these are
    of the shade.
    """
    met, within = [0] * len(state), [0] * len(state)
    parting: list[tuple[int, int]] = []
    met[start] = within[start] = count = 1
    blocked = 1 - shade
    cell, earliest, others = start, 1, iter(neighbours[start])
    path = []
    while True:
        # ``earliest`` is the first met of the cells that are beside this one or beside those reached through it.
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
                return met, within, parting
            reached, (cell, before, others) = cell, path.pop()
            within[cell] += within[reached]
            if earliest >= met[cell]:
                parting.append((cell, within[reached]))
            earliest = min(earliest, before)


class Trial(NamedTuple):
    """A cell that lookahead tried with both shades, except those tried before."""

    cell: int
    wrong: int | None
    """The shade that leads to a contradiction; None if none does."""
    broken: int | None
    """The number of the rule that is contradicted then."""


class Deduction:
    """What is known of a puzzle's cells, and the rules that may add to it.

    The order in which rules are applied and clues are added makes no difference.

    Attributes
    ----------
    state : list of int
        The shade of each cell, row by row: 0, 1 or OPEN.
    rules : Rules
        All rules; those of clues count when they are added.
    broken : int or None
        The number of the rule that was contradicted.
    """

    def __init__(self, rules: Rules, connection: Connection = connected):
        self.rules, self._connection = rules, connection
        self.state = [OPEN] * len(rules.of_cell)
        self.broken: int | None = None
        self._shaded = [0] * len(rules.rules)
        self._unshaded = [rule.ends for rule in rules.rules]
        clues = sum(map(len, rules.of_clue.values()))
        self._counts = bytearray([1] * (len(rules.rules) - clues) + [0] * clues)
        self._waits = bytearray(len(rules.rules))
        self._waiting: deque[int] = deque()

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.rules, other._connection, other.broken = self.rules, self._connection, self.broken
        other.state = self.state[:]
        other._shaded, other._unshaded = self._shaded[:], self._unshaded[:]
        other._counts, other._waits = self._counts[:], self._waits[:]
        other._waiting = self._waiting.copy()
        return other

    @property
    def open_cells(self) -> int:
        """The number of cells whose shade is unknown."""
        return self.state.count(OPEN)

    @property
    def solved(self) -> bool:
        """Whether every cell has its shade."""
        return OPEN not in self.state

    def add(self, clue_cells: Iterable[Cell]) -> None:
        """Make the clues of these cells count."""
        for cell in clue_cells:
            for number in self.rules.of_clue[cell]:
                self._counts[number] = self._waits[number] = 1
                self._waiting.append(number)

    def given(self, clue_cells: Iterable[Cell]) -> Self:
        """Return what follows by rules if these clues count, too; they must not contradict each other."""
        more = self.copy()
        more.add(clue_cells)
        if not more.run():
            raise ValueError("a puzzle that has a solution contradicts itself")
        return more

    def know(self, cell: int, shade: int) -> None:
        """Give an open cell a shade; :meth:`run` finds what follows."""
        self.state[cell] = shade
        masks, counts, waits = self._shaded if shade else self._unshaded, self._counts, self._waits
        for number, bit in self.rules.of_cell[cell]:
            masks[number] |= bit
            if counts[number] and not waits[number]:
                waits[number] = 1
                self._waiting.append(number)

    def run(self, note: Note | None = None) -> bool:
        """Apply rules until none finds anything; return False at a contradiction, after which the state is invalid."""
        rules, waiting, waits = self.rules, self._waiting, self._waits
        while True:
            number = CONNECTION  # last, since it takes the whole grid
            if waiting:
                number = waiting.popleft()
                waits[number] = 0
                found = rules.rules[number].findings(self._shaded[number], self._unshaded[number])
            else:
                found = self._connection(self.state, rules.neighbours, rules.connected)
            if note and found != []:
                note(number, found)
            if found is None:
                self.broken = number
                return False
            for cell, shade in found:
                self.know(cell, shade)
            if number == CONNECTION and not found:
                return True

    def trials(self) -> Iterator[Trial]:
        """Try both shades of open cells in turn, row by row, until a whole round brings nothing; yield each cell tried.

        If a shade is wrong, the caller must apply the other one, and what follows, before the next trial.
        """
        harmless: tuple[set[int], set[int]] = (set(), set())
        """The unshaded and the shaded cells that followed from a trial without a contradiction: they need no trial."""
        cells = range(len(self.state))
        last = cells[-1]
        while not self.solved:
            for cell in (*cells[last + 1 :], *cells[: last + 1]):
                shades = [shade for shade in (1, 0) if cell not in harmless[shade]] if self.state[cell] == OPEN else []
                wrong = broken = None
                for shade in shades:
                    trial = self.copy()
                    trial.know(cell, shade)
                    if not trial.run():
                        wrong, broken = shade, trial.broken
                        break
                    for other, known in enumerate(trial.state):
                        if known != OPEN:
                            harmless[known].add(other)
                if shades:
                    yield Trial(cell, wrong, broken)
                if wrong is not None:
                    last = cell
                    harmless = (set(), set())
                    break
            else:
                return

    def look_ahead(
        self, note: Note | None = None, tried: Callable[[Trial], None] | None = None, most: int | None = None
    ) -> bool:
        """Apply what follows from trials of single cells, at most this many; return False at a contradiction.

        ``tried`` is called with each trial before its result is applied.
        """
        for trial in islice(self.trials(), most):
            if tried:
                tried(trial)
            if trial.wrong is not None:
                self.know(trial.cell, 1 - trial.wrong)
                if not self.run(note):
                    return False
        return True


def deduction_for(puzzle: Shading) -> Deduction:
    """Return a deduction for which all clues of a puzzle count; nothing is known yet."""
    rules = rules_for(puzzle)
    deduction = Deduction(rules)
    deduction.add(rules.of_clue)
    return deduction
