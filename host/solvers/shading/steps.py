"""What followed from what in a puzzle of a shading genre, in words and pictures."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.clued import Cell
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.shading.deduction import CONNECTION, Trial
from rowloom.host.solvers.shading.rules import OPEN, Findings, Rule, Rules, View
from rowloom.host.solvers.steps import STATED, Step

__all__ = ["Explanation"]

_UNSHADED = "·"
"""What stands in the empty cells that are known to be unshaded."""


class Explanation:
    """The steps of a deduction; :meth:`note` and :meth:`tried` are for it to call.

    Members
    -------
    steps : list of Step
        In order.
    """

    def __init__(self, puzzle: Shading, rules: Rules):
        self._puzzle, self._rules = puzzle, rules
        self._state = [OPEN] * len(rules.of_cell)
        self._found: Findings = []
        """All that was found, in order."""
        self.steps: list[Step] = []

    def stated(self, found: Findings) -> None:
        """Record what is known of the clues' cells before anything follows."""
        self._learn(found)
        self._record(STATED, "the whole grid", self._in_words(found), [cell for cell, _ in found])

    def note(self, number: int, found: Findings | None) -> None:
        """See :data:`rowloom.host.solvers.shading.deduction.Note`."""
        rule = None if number == CONNECTION else self._rules.rules[number]
        looked_at = [cell for cell, _ in found or ()] if rule is None else self._looked_at(rule)
        self._learn(found or [])
        words = "that is a contradiction" if found is None else self._in_words(found)
        if rule is None:
            self._record("connection", "the whole grid", words, looked_at)
        else:
            self._record(rule.name, self._place(rule.place), words, [rule.place, *looked_at])

    def tried(self, trial: Trial) -> None:
        """Record what follows from a trial."""
        if trial.wrong is not None:
            shade, other = ("shaded", "not shaded") if trial.wrong else ("not shaded", "shaded")
            here = self._place(trial.cell)
            self._learn([(trial.cell, 1 - trial.wrong)])
            words = f"{here} is {other}: if {shade}, it contradicts {self._named(trial.broken)}"
            self._record("lookahead", here, words, [trial.cell])

    def branching(self, cell: int) -> None:
        """Record that there is no way but to branch on a cell."""
        left = self._state.count(OPEN)
        self._record("branching", self._place(cell), f"both shades are tried, with {left} cells left", [cell])

    def _record(self, rule: str, place: str, found: str, cells: Iterable[int]) -> None:
        looked_at = frozenset(divmod(cell, self._puzzle.cols) for cell in cells)
        known = partial(_known, self._puzzle, self._found, len(self._found))
        self.steps.append(Step(rule, place, found, looked_at, known))

    def _learn(self, found: Findings) -> None:
        self._found += found
        for cell, shade in found:
            self._state[cell] = shade

    def _looked_at(self, rule: Rule) -> Sequence[int]:
        """Return a rule's cells, of a view those that may be in sight and the cells that end it."""
        if not isinstance(rule, View):
            return rule.cells
        shades = ([self._state[cell] for cell in way] for way in rule.ways)
        return [cell for way, known in zip(rule.ways, shades) for cell in way[: [*known, 0].index(0) + 1]]

    def _in_words(self, found: Findings) -> str:
        shaded, unshaded = ([self._place(cell) for cell, one in sorted(found) if one == shade] for shade in (1, 0))
        words = [f"{', '.join(shaded)} {'are' if shaded[1:] else 'is'} shaded"] if shaded else []
        if unshaded:
            words.append(f"{', '.join(unshaded)} {'are' if unshaded[1:] else 'is'} not{'' if shaded else ' shaded'}")
        return "; ".join(words)

    def _named(self, number: int | None) -> str:
        if number is None or number == CONNECTION:
            return "connection"
        rule = self._rules.rules[number]
        return f"'{rule.name}' at {self._place(rule.place)}"

    def _place(self, cell: int) -> str:
        row, col = divmod(cell, self._puzzle.cols)
        return f"r{row + 1}c{col + 1}"


def _known(puzzle: Shading, found: Findings, count: int) -> Drawing:
    """Return a picture of what the first findings say: shaded cells are filled, unshaded ones say so in the colour of a
    solution, by their clue or by a dot."""
    known: dict[Cell, int] = {divmod(cell, puzzle.cols): shade for cell, shade in islice(found, count)}
    shaded, unshaded = (frozenset(cell for cell, one in known.items() if one == shade) for shade in (1, 0))
    plain = Shading.drawing(puzzle)
    texts = tuple(
        tuple(text or (_UNSHADED if (row, col) in unshaded else "") for col, text in enumerate(line))
        for row, line in enumerate(plain.texts)
    )
    return replace(plain, texts=texts, found=unshaded, shaded=shaded)
