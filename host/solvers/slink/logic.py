"""The engine ``slink``: the fifteen rules of the Slink statement, applied until nothing follows; it never guesses.

A worklist holds the cells and vertices at which a rule may find something new, so that no rule looks at a part of the
grid in which nothing has changed.
"""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, islice
from operator import xor

from rowloom.host.drawing import terminal
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime, Stuck, deadline
from rowloom.host.solvers.slink.rules import AT_CELLS, AT_VERTICES, RULES, Rule
from rowloom.host.solvers.slitherlink.places import CROSSED, LINE, OPEN, Places, picture
from rowloom.host.solvers.steps import Step, named

__all__ = ["SlinkSearch", "search"]

_VISITS_BETWEEN_TIME_CHECKS = 256


class _Contradiction(Exception):
    """A rule asks for a line where there can be none, or the other way round: there is no solution."""


class SlinkSearch:
    """A search by the rules; see :class:`rowloom.host.solvers.Search`.

    Parameters
    ----------
    puzzle : Slitherlink
        Or a Slink. With cells without clues the rules may not suffice.
    last : int, optional
        The number of the last rule that may be used; by default all may.

    Members
    -------
    grid : Places
        The puzzle's edges, cells and vertices.
    marks : bytearray
        What is known so far of every edge.
    steps : list of Step
        What was found so far, in order; ``counters`` has their number, and how often they looked at a cell or a vertex
        (``visits``).
    """

    def __init__(self, puzzle: Slitherlink, last: int = len(RULES)):
        self._puzzle, self._last = puzzle, last
        self.grid = Places(puzzle)
        self.marks = self.grid.blank()
        self.steps: list[Step] = []
        self._marked: list[tuple[int, list[int]]] = []  # by each step: as what, and which edges
        self._visits = 0

    @property
    def counters(self) -> Mapping[str, int]:
        """See the class."""
        return {"steps": len(self.steps), "visits": self._visits}

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        """Yield the solution, the only one if the rules find it; nothing if they show that there is none.

        It raises what :meth:`rowloom.host.solvers.Search.solutions` does, with a picture of the lines that are known.
        """
        try:
            self._propagate(deadline(seconds))
        except _Contradiction:
            return
        if OPEN in self.marks:
            if not self._impossible():
                raise Stuck(terminal.render(self.drawing()))
            return
        solution = self._colours()
        if not Slitherlink.verify(self._puzzle, solution):
            yield solution

    def falls(self) -> bool:
        """Return whether the rules find a solution."""
        try:
            return next(self.solutions(), None) is not None
        except Stuck:
            return False

    def _propagate(self, until: float) -> None:
        """Apply the rules until nothing follows, or the time is over. In the worklist, ``~cell`` stands for a cell."""
        grid = self.grid
        waiting = deque([*(~cell for cell in grid.cells), *grid.vertices])
        queued = set(waiting)
        while waiting:
            if self._visits % _VISITS_BETWEEN_TIME_CHECKS == 0 and time.monotonic() >= until:
                raise OutOfTime
            place = waiting.popleft()
            queued.discard(place)
            self._visits += 1
            for edge in self._look_at(place):
                ends = grid.ends(edge)
                cells = {cell for vertex in ends for cell in grid.quarters(vertex) if grid.is_cell(cell)}
                for concerned in (*ends, *(~cell for cell in sorted(cells))):
                    if concerned not in queued:
                        queued.add(concerned)
                        waiting.append(concerned)

    def _look_at(self, place: int) -> list[int]:
        """Apply the rules for a place of the worklist; return the edges that they marked."""
        marked = []
        for rule in AT_VERTICES if place >= 0 else AT_CELLS[self.grid.clues.get(~place)]:
            if rule.number > self._last:
                continue
            edges = rule.find(self.grid, place if place >= 0 else ~place, self.marks)
            fresh = [*dict.fromkeys(edge for edge in edges if self.marks[edge] != rule.mark)]
            for edge in fresh:
                if self.marks[edge] != OPEN:
                    raise _Contradiction
                self.marks[edge] = rule.mark
            if fresh:
                self._record(rule, place, fresh)
                marked += fresh
        return marked

    def _record(self, rule: Rule, place: int, edges: list[int]) -> None:
        """Append a step that has marked these edges."""
        grid = self.grid
        self._marked.append((rule.mark, edges))
        found = " and ".join(grid.edge_words(edge).removeprefix("to the ") for edge in edges)
        where = self._vertex_words(place) if place >= 0 else grid.cell_words(~place)
        cells = filter(grid.is_cell, grid.quarters(place)) if place >= 0 else self._looked_at(rule, ~place, edges)
        looked_at = frozenset(grid.grid.place(1 << cell) for cell in cells)
        what, known = "line" if rule.mark == LINE else "no line", partial(self.drawing, len(self._marked))
        self.steps.append(Step(str(rule), where, f"{what} {found}", looked_at, known))

    def _vertex_words(self, vertex: int) -> str:
        """Name a vertex by the cell to its lower right, or by one at the frame."""
        row, col = self.grid.grid.place(1 << vertex)
        last_row, last_col = self._puzzle.rows - 1, self._puzzle.cols - 1
        side = f"{'upper' if row <= last_row else 'lower'} {'left' if col <= last_col else 'right'}"
        return f"the {side} corner of {named(min(row, last_row), min(col, last_col))}"

    def _looked_at(self, rule: Rule, cell: int, edges: Sequence[int]) -> list[int]:
        """Return a cell, and the others that a rule about pairs looked at to find these edges."""
        grid = self.grid
        near = (*grid.beside(cell), *grid.diagonal(cell)) if rule.pair else ()
        pairs = [one for one in near if grid.clues.get(one) in rule.clues]
        return [cell, *(one for one in pairs if not {*edges}.isdisjoint(chain(grid.around(one), *grid.exits(one))))]

    def _impossible(self) -> bool:
        """Return whether a clue can no longer be satisfied, or a line not continue, which no rule says."""
        marks = self.marks
        for cell, clue in self.grid.clues.items():
            seen = [marks[edge] for edge in self.grid.around(cell)]
            if not seen.count(LINE) <= clue <= 4 - seen.count(CROSSED):
                return True
        ends = ([marks[edge] for edge in self.grid.at(vertex)] for vertex in self.grid.vertices)
        return any(seen.count(LINE) > 2 or (seen.count(LINE) == 1 and OPEN not in seen) for seen in ends)

    def _colours(self) -> Colours:
        """Return the cells' colours once every edge is settled: each line to the left of a cell changes them."""
        at, cols = self.grid.grid.at, range(self._puzzle.cols)
        rows = ([int(self.marks[2 * at(row, col) + 1] == LINE) for col in cols] for row in range(self._puzzle.rows))
        return tuple("".join(map(str, accumulate(row, xor))) for row in rows)

    def drawing(self, steps: int | None = None) -> Drawing:
        """Return a drawing of what is known of the edges after some steps, by default all."""
        marks = self.grid.blank()
        for mark, edges in islice(self._marked, steps):
            for edge in edges:
                marks[edge] = mark
        return picture(self._puzzle, bytes(marks))


search = SlinkSearch
