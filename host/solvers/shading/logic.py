"""The engine ``shading-logic`` for the shading genres: it applies single rules, then looks ahead, then branches.

It finds all solutions, because the results of rules and lookahead hold in every solution, and branching tries both
shades of a cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from math import inf

from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.clued import Cell, Colours, colours_of
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers import BRANCHING, STATED, Step, check_time, deadline, named
from rowloom.host.solvers.shading.deduction import CONNECTION, Deduction, Trial, deduction_for
from rowloom.host.solvers.shading.rules import OPEN, Findings, Rule, View

__all__ = ["ShadingLogic"]

_UNSHADED = "·"
"""The text for a cell that is known to be unshaded and has no clue."""


class ShadingLogic:
    """A :class:`rowloom.host.solvers.Explaining` search, whose steps end at the first branch.

    The counter ``probes`` is the number of cells that lookahead tried. The counter ``nodes`` is the number of guesses.
    """

    def __init__(self, puzzle: Shading):
        self._cols = puzzle.cols
        self._deduction = deduction_for(puzzle)
        self._explanation = _ShadingSteps(puzzle, self._deduction)
        self._until = inf
        self.counters = {"probes": 0, "nodes": 0}
        self.steps = self._explanation.steps

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        self._until = deadline(seconds)
        root = self._deduction
        if stated := root.rules.stated:
            self._explanation.stated(stated)
            for cell, shade in stated:
                root.assign(cell, shade)
        if not root.run(self._note) or not root.look_ahead(self._note, self._explain):
            return
        pages = [root]
        while pages:
            page = pages.pop()
            if page.solved:
                yield colours_of(map(bool, page.state), self._cols)
                continue
            cell, trials = self._branched(page)
            if page is root:
                self._explanation.branching(cell)
            for trial in trials:
                self.counters["nodes"] += 1
                if trial.look_ahead(tried=self._count):
                    pages.append(trial)

    def _branched(self, page: Deduction) -> tuple[int, list[Deduction]]:
        """Return the branch cell, and the consequences of each of its two possible shades.

        Each open cell is tried with both shades. For each of its two trials, the decided cells are counted; the smaller
        count is the open cell's rating. The branch cell is the cell with the highest rating.
        """
        best: tuple[int, list[Deduction]] = (0, [])
        fewest = len(page.state)
        for cell in (cell for cell, shade in enumerate(page.state) if shade == OPEN):
            check_time(self._until)
            trials = [page.copy(), page.copy()]
            for shade, trial in enumerate(trials):
                trial.assign(cell, shade)
                trial.run()  # cannot fail: lookahead has already found all contradictions
            left = max(trial.open_cells for trial in trials)
            if left < fewest:
                best, fewest = (cell, trials), left
        return best

    def _note(self, number: int, found: Findings | None) -> None:
        check_time(self._until)
        self._explanation.note(number, found)

    def _explain(self, trial: Trial) -> None:
        self._count(trial)
        self._explanation.tried(trial)

    def _count(self, _: Trial) -> None:
        check_time(self._until)
        self.counters["probes"] += 1


class _ShadingSteps:
    """The steps of a deduction, in words and pictures. Each step is recorded before its findings are applied."""

    def __init__(self, puzzle: Shading, deduction: Deduction):
        self._puzzle, self._deduction = puzzle, deduction
        self._found: Findings = []
        """All findings, in order."""
        self.steps: list[Step] = []

    def stated(self, found: Findings) -> None:
        """Record the shades that the rules state for cells with clues."""
        self._found += found
        self._record(STATED, "the whole grid", self._in_words(found), [cell for cell, _ in found])

    def note(self, number: int, found: Findings | None) -> None:
        """Record the findings of a rule; see :data:`rowloom.host.solvers.shading.deduction.Note`."""
        rule = None if number == CONNECTION else self._deduction.rules.rules[number]
        looked_at = [cell for cell, _ in found or ()] if rule is None else self._looked_at(rule)
        self._found += found or []
        words = "that is a contradiction" if found is None else self._in_words(found)
        if rule is None:
            self._record("connection", "the whole grid", words, looked_at)
        else:
            self._record(rule.name, self._place(rule.place), words, [rule.place, *looked_at])

    def tried(self, trial: Trial) -> None:
        """Record the result of a trial."""
        if trial.wrong is not None:
            shade, other = ("shaded", "not shaded") if trial.wrong else ("not shaded", "shaded")
            here = self._place(trial.cell)
            self._found.append((trial.cell, 1 - trial.wrong))
            words = f"{here} is {other}: if {shade}, it contradicts {self._named(trial.broken)}"
            self._record("lookahead", here, words, [trial.cell])

    def branching(self, cell: int) -> None:
        """Record that the search has to branch on this cell."""
        words = f"both shades are tried, with {self._deduction.open_cells} cells left"
        self._record(BRANCHING, self._place(cell), words, [cell])

    def _record(self, rule: str, place: str, found: str, cells: Iterable[int]) -> None:
        looked_at = frozenset(divmod(cell, self._puzzle.cols) for cell in cells)
        known = partial(_known, self._puzzle, self._found, len(self._found))
        self.steps.append(Step(rule, place, found, looked_at, known))

    def _looked_at(self, rule: Rule) -> Sequence[int]:
        """Return a rule's cells. For a view, return the cells that may be in view and, in each direction, the unshaded
        cell that ends the view."""
        if not isinstance(rule, View):
            return rule.cells
        shades = ([self._deduction.state[cell] for cell in way] for way in rule.ways)
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
        rule = self._deduction.rules.rules[number]
        return f"'{rule.name}' at {self._place(rule.place)}"

    def _place(self, cell: int) -> str:
        return named(*divmod(cell, self._puzzle.cols))


def _known(puzzle: Shading, found: Findings, count: int) -> Drawing:
    """Return a picture of the first ``count`` findings.

    Shaded cells are filled. An unshaded cell shows its clue or, if it has none, a dot in the colour that pictures use
    for solutions.
    """
    known: dict[Cell, int] = {divmod(cell, puzzle.cols): shade for cell, shade in islice(found, count)}
    shaded, unshaded = (frozenset(cell for cell, one in known.items() if one == shade) for shade in (1, 0))
    plain = Shading.drawing(puzzle)
    texts = tuple(
        tuple(text or (_UNSHADED if (row, col) in unshaded else "") for col, text in enumerate(line))
        for row, line in enumerate(plain.texts)
    )
    return replace(plain, texts=texts, found=unshaded, shaded=shaded)
