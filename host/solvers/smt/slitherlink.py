"""Slitherlink as a formula for Z3: Miyauchi and Tanaka (2020), section 4.

Every cell of the grid and of a frame around it has an integer *ans*, which is 0 outside the loop and positive inside.
Each clue is a choice of patterns (4.2), checker patterns are excluded (4.3), and the inside is connected (4.4). For the
connection, exactly one cell has the *ans* 1, and every other inside cell has a neighbour whose *ans* is either greater
than the *ans* of the cell or equal to 1. Finally, Pick's theorem excludes holes (4.5). It relates the number of inside
cells, the number of vertices between four inside cells, and the number of lines.

The formula differs from the printed text in two places:

- In section 4.4, the cell with 1 is in the first row, but a loop need not touch this row. Here, Z3 answers one question
  for each row: is there a solution in which the cell with 1 is in this row, and all cells above the row are outside?
  So every solution is an answer to exactly one question.
- Section 4.3 assumes that *ans* is 0 in all outside cells, but no formula prevents a negative *ans* far from clues. So
  in a grid of 3x3 cells, the ring around the middle, without one of its corners, would be a solution. Here, *ans* is
  never negative, as the authors' earlier paper says (*A Solution to the Slitherlink Puzzle Using SMT Solver*, in
  Japanese, 22nd Game Programming Workshop, 2017, section 3.1).
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations, product

import z3

from rowloom.host.puzzles.clued import Cell, Colours, colours_of
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import deadline
from rowloom.host.solvers.smt.models import Models, is_true

__all__ = ["LoopSearch"]

_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The steps to the neighbours above, to the right, below, and to the left."""
_CORNERS = tuple((side, (side + 1) % 4) for side in range(4))
"""The pairs of sides that meet at a corner."""


class LoopSearch:
    """A :class:`rowloom.host.solvers.Search` that uses Z3."""

    def __init__(self, puzzle: Slitherlink):
        self._puzzle = puzzle
        self._questions: list[Models] = []

    @property
    def counters(self) -> Mapping[str, int]:
        """The counters of :class:`rowloom.host.solvers.smt.models.Models`, summed over all questions."""
        total = Counter(checks=0)
        for question in self._questions:
            total.update(question.counters)
        return total

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        until = deadline(seconds)
        formula = _Formula(self._puzzle)
        for row in range(self._puzzle.rows):
            if any(clue for clues in self._puzzle.clues[: max(row - 1, 0)] for clue in clues):
                return  # all cells around this clue would be above the first inside cell
            question = Models(z3.Solver(), formula.with_first_row(row), formula.inside)
            self._questions.append(question)
            for model in question.found(until - time.monotonic()):
                yield formula.colours(model)


class _Formula:
    """The paper's formula for a puzzle. As in the paper, row 0 and column 0 belong to the frame."""

    def __init__(self, puzzle: Slitherlink):
        self._rows, self._cols = puzzle.rows, puzzle.cols
        rows, cols = range(1, puzzle.rows + 1), range(1, puzzle.cols + 1)
        self._grid = list(product(rows, cols))
        everywhere = product(range(puzzle.rows + 2), range(puzzle.cols + 2))
        self._ans = {cell: z3.Int(f"ans_{cell[0]}_{cell[1]}") for cell in everywhere}
        self._in = {cell: ans > 0 for cell, ans in self._ans.items()}
        self._out = {cell: ans == 0 for cell, ans in self._ans.items()}
        self.inside = [self._in[cell] for cell in self._grid]
        clues = (self._patterns((row + 1, col + 1), clue) for (row, col), clue in puzzle.clue_cells.items())
        parts = (clues, self._no_checker_pattern(), self._connected(), self._without_hole())
        self._always = [ans >= 0 for ans in self._ans.values()] + [formula for part in parts for formula in part]

    def with_first_row(self, row: int) -> list[z3.BoolRef]:
        """Return all formulas for the solutions in which the first row with an inside cell is ``row``, counted from
        0."""
        first = row + 1
        above = [self._out[cell] for cell in self._grid if cell[0] < first]
        ones = [self._ans[first, col] == 1 for col in range(1, self._cols + 1)]
        one = z3.Or([z3.And(this, *(z3.Not(other) for other in ones if other is not this)) for this in ones])
        below = [z3.Not(self._ans[cell] == 1) for cell in self._grid if cell[0] > first]
        return [*self._always, *above, one, *below]

    def colours(self, model: z3.ModelRef) -> Colours:
        """Return the solution that a model describes."""
        return colours_of((is_true(model, inside) for inside in self.inside), self._cols)

    def _patterns(self, cell: Cell, clue: int) -> z3.BoolRef:
        """Return the formula of section 4.2: the cells around a clue have one of the clue's patterns of colours.

        A pattern consists of the colours of the clue's cell and its neighbours, and of the diagonal neighbours at
        corners where two of the clue's lines meet.
        """
        row, col = cell
        beside = [(row + down, col + right) for down, right in _SIDES]
        choices = []
        for lines, (same, other) in product(combinations(range(4), clue), permutations((self._in, self._out))):
            colours = [(other if side in lines else same)[beside[side]] for side in range(4)]
            for one, next_ in _CORNERS:
                if one in lines and next_ in lines:
                    colours.append(other[beside[one][0] + _SIDES[next_][0], beside[one][1] + _SIDES[next_][1]])
            choices.append(z3.And(same[cell], *colours))
        return z3.Or(choices)

    def _no_checker_pattern(self) -> Iterator[z3.BoolRef]:
        """Yield the formulas of section 4.3: no block of 2x2 cells is a checker pattern."""
        for one, other in permutations((self._in, self._out)):
            for a, b, c, d in self._blocks():
                yield z3.Not(z3.And(one[a], other[b], other[c], one[d]))

    def _connected(self) -> Iterator[z3.BoolRef]:
        """Yield the formulas of section 4.4: the frame is outside; and from every inside cell except the cell with 1, a
        path of rising values leads to a neighbour of the cell with 1."""
        yield from (outside for cell, outside in self._out.items() if cell not in {*self._grid})
        for row, col in self._grid:
            here = self._ans[row, col]
            beside = [self._ans[row + down, col + right] for down, right in _SIDES]
            yield z3.Implies(here > 1, z3.Or([*(other > here for other in beside), *(other == 1 for other in beside)]))

    def _without_hole(self) -> Iterator[z3.BoolRef]:
        """Yield the formulas of section 4.5: Pick's theorem, doubled as in the paper: 2 S = 2 i + b - 2.

        S is the number of inside cells, i the number of vertices between four inside cells, and b the number of lines.
        """
        lattice = list(product(range(self._rows + 1), range(self._cols + 1)))
        counted = {
            "inside": self.inside,
            "internal": [z3.And([self._in[cell] for cell in block]) for block in self._blocks()],
            "edgev": [self._line((row, col), (row, col + 1)) for row, col in lattice if row > 0],
            "edgeh": [self._line((row, col), (row + 1, col)) for row, col in lattice if col > 0],
        }
        totals = {name: z3.Int(f"n_{name}") for name in (*counted, "edge")}
        for name, things in counted.items():
            ones = [z3.Int(f"{name}_{at}") for at in range(len(things))]
            yield from (z3.If(thing, one == 1, one == 0) for thing, one in zip(things, ones))
            yield totals[name] == z3.Sum(ones)
        yield totals["edge"] == totals["edgev"] + totals["edgeh"]
        twice_internal = totals["internal"] + totals["internal"]
        yield totals["inside"] + totals["inside"] == twice_internal + totals["edge"] - 2

    def _blocks(self) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
        """Yield the blocks of 2x2 cells. The cells of a block are in order, row by row."""
        for row, col in product(range(1, self._rows), range(1, self._cols)):
            yield (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)

    def _line(self, one: Cell, other: Cell) -> z3.BoolRef:
        """Return the formula which is true if there is a line between two cells."""
        return z3.Or(z3.And(self._out[one], self._in[other]), z3.And(self._in[one], self._out[other]))
