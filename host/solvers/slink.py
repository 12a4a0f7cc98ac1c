"""The engine ``slink``: the fifteen rules of the Slink statement, applied until nothing follows; it never guesses.

A worklist holds the cells and vertices at which a rule may find something new, so that no rule looks at a part of the
grid in which nothing has changed.
"""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, islice
from operator import xor

from rowloom.host.drawing import terminal
from rowloom.host.drawing.drawing import Cell as Place
from rowloom.host.drawing.drawing import Drawing, Line
from rowloom.host.puzzles import slitherlink
from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime, Stuck, deadline
from rowloom.host.solvers.slink_grid import CROSSED, LINE, OPEN, Cell, Lattice, Vertex
from rowloom.host.solvers.slink_rules import AT_CELLS, AT_VERTICES, RULES, Rule
from rowloom.host.solvers.steps import Step

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
    lattice : Lattice
        The puzzle's edges, cells and vertices.
    marks : list of int
        What is known so far of every edge.
    steps : list of Step
        What was found so far, in order; ``counters`` has their number, and how often they looked at a cell or a vertex
        (``visits``).
    """

    def __init__(self, puzzle: Slitherlink, last: int = len(RULES)):
        self._puzzle, self._last = puzzle, last
        self.lattice = Lattice(puzzle)
        self.marks = [OPEN] * self.lattice.beyond + [CROSSED]
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
                raise Stuck(terminal.render(self._drawing(len(self._marked))))
            return
        solution = self._colours()
        if not slitherlink.verify(self._puzzle, solution):
            yield solution

    def _propagate(self, until: float) -> None:
        """Apply the rules until nothing follows, or the time is over."""
        waiting: deque[Cell | Vertex] = deque([*self.lattice.cells, *self.lattice.vertices])
        queued = set(waiting)
        while waiting:
            if self._visits % _VISITS_BETWEEN_TIME_CHECKS == 0 and time.monotonic() >= until:
                raise OutOfTime
            place = waiting.popleft()
            queued.discard(place)
            self._visits += 1
            for edge in self._look_at(place):
                for concerned in self.lattice.concerned[edge]:
                    if concerned not in queued:
                        queued.add(concerned)
                        waiting.append(concerned)

    def _look_at(self, place: Cell | Vertex) -> list[int]:
        """Apply the rules for a cell or a vertex; return the edges that they marked."""
        marked = []
        for rule in AT_VERTICES if isinstance(place, Vertex) else AT_CELLS[place.clue]:
            if rule.number > self._last:
                continue
            fresh = [edge for edge in rule.find(place, self.marks) if self.marks[edge] != rule.mark]
            if fresh:
                fresh = list(dict.fromkeys(fresh))
                for edge in fresh:
                    if self.marks[edge] != OPEN:
                        raise _Contradiction
                    self.marks[edge] = rule.mark
                self._record(rule, place, fresh)
                marked += fresh
        return marked

    def _record(self, rule: Rule, place: Cell | Vertex, edges: list[int]) -> None:
        """Append a step that has marked these edges."""
        self._marked.append((rule.mark, edges))
        what = "line" if rule.mark == LINE else "no line"
        found = f"{what} {' and '.join(map(self.lattice.words, edges))}"
        known = partial(self._drawing, len(self._marked))
        self.steps.append(Step(str(rule), str(place), found, _looked_at(rule, place, edges), known))

    def _impossible(self) -> bool:
        """Return whether a clue can no longer be satisfied, or a line not continue, which no rule says."""
        marks = self.marks
        for cell in self.lattice.cells:
            seen = [marks[edge] for edge in cell.edges]
            if cell.clue is not None and not seen.count(LINE) <= cell.clue <= 4 - seen.count(CROSSED):
                return True
        ends = ([marks[edge] for edge in vertex.edges] for vertex in self.lattice.vertices)
        return any(seen.count(LINE) > 2 or (seen.count(LINE) == 1 and OPEN not in seen) for seen in ends)

    def _colours(self) -> Colours:
        """Return the cells' colours once every edge is settled: each line to the left of a cell changes them."""
        _, upright = self.lattice.rows(self.marks)
        lines = ((int(mark == LINE) for mark in marks[:-1]) for marks in upright)
        return tuple("".join(map(str, accumulate(row, xor))) for row in lines)

    def _drawing(self, steps: int) -> Drawing:
        """Return a drawing of what is known of the edges after so many steps."""
        marks = [OPEN] * self.lattice.beyond
        for mark, edges in islice(self._marked, steps):
            for edge in edges:
                marks[edge] = mark
        level, upright = self.lattice.rows(marks)
        return replace(slitherlink.drawing(self._puzzle), horizontal=_drawn(level), vertical=_drawn(upright))


search = SlinkSearch

_DRAWN = {OPEN: Line.NONE, LINE: Line.FOUND, CROSSED: Line.CROSSED}


def _drawn(marks: Sequence[Sequence[int]]) -> tuple[tuple[Line, ...], ...]:
    return tuple(tuple(_DRAWN[mark] for mark in row) for row in marks)


def _looked_at(rule: Rule, place: Cell | Vertex, edges: Sequence[int]) -> frozenset[Place]:
    if isinstance(place, Vertex):
        return frozenset(place.around)
    pairs = [one for one in (*place.beside, *place.diagonal) if one and one.clue in rule.clues] if rule.pair else []
    others = [one for one in pairs if not {*edges}.isdisjoint(chain(one.edges, *one.exits))]
    return frozenset((one.row, one.col) for one in (place, *others))
