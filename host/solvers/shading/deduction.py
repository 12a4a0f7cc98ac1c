"""Deduction for the shading genres: what follows from their rules one at a time, and from lookahead."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple, Self

from rowloom.host.puzzles.clued import Cell
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.shading.connection import Connection, connected
from rowloom.host.solvers.shading.rules import OPEN, Findings, Rules, rules_for

__all__ = ["CONNECTION", "Deduction", "Note", "Trial", "deduction_for"]

CONNECTION = -1
"""In place of a rule's number: it is about the whole grid."""

Note = Callable[[int, Findings | None], None]
"""Told what is found before it is known: the number of the rule that says so; the findings, None at a contradiction."""


class Trial(NamedTuple):
    """A cell that was tried with both shades, as far as these were not tried before."""

    cell: int
    wrong: int | None
    """The shade that leads to a contradiction; None if none does."""
    broken: int | None
    """The number of the rule that is contradicted then."""


class Deduction:
    """What is known of a puzzle's cells, and the rules that may say more.

    Parameters
    ----------
    rules : Rules
    connection : Connection
        The rule about the whole grid.

    No finding hides another one: in which order rules are applied and clues are added makes no difference.

    Members
    -------
    state : list of int
        The shade of each cell, row by row: 0, 1 or OPEN.
    rules : Rules
        All that there are; those of clues count when they are added.
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
        """Return another one that knows the same; both are changed without the other."""
        other = object.__new__(type(self))
        other.rules, other._connection, other.broken = self.rules, self._connection, self.broken
        other.state = self.state[:]
        other._shaded, other._unshaded = self._shaded[:], self._unshaded[:]
        other._counts, other._waits = self._counts[:], self._waits[:]
        other._waiting = self._waiting.copy()
        return other

    @property
    def open_cells(self) -> int:
        """How many cells nothing is known of."""
        return self.state.count(OPEN)

    @property
    def solved(self) -> bool:
        """Nothing is left open."""
        return OPEN not in self.state

    def add(self, clue_cells: Iterable[Cell]) -> None:
        """Make the clues of these cells count."""
        for cell in clue_cells:
            for number in self.rules.of_clue[cell]:
                self._counts[number] = self._waits[number] = 1
                self._waiting.append(number)

    def given(self, clue_cells: Iterable[Cell]) -> Self:
        """Return what follows by rules if these clues count, too; they do not contradict each other."""
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
        """Apply rules until none by itself says more; return False at a contradiction, after which nothing is sure."""
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

        Where a shade is wrong, the other one must be known, and what follows, before the next trial.
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
        """Find what follows from trials of single cells, at most of so many; return False at a contradiction.

        ``tried`` is told of each trial before what follows is known.
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
