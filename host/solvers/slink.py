"""The fifteen rules of the Slink statement (ACM ICPC Mid-Central USA 2007; "SLINK" at the Sphere Online Judge).

An edge is marked as a line or, if it cannot be a line, as crossed. The function of a rule examines the marks around one
cell or one vertex. It returns the edges that can now be marked with the rule's ``mark``. Some of these edges may have
this mark already. An *exit* of a cell's corner is an edge that meets the corner but is not an edge of the cell. An exit
is *blocked* if it is crossed or outside the grid.

Rule 4 of the statement is wrong in one case. In this case, the rule is not applied; see :func:`adjacent_threes`. In
all other cases, the rules are sound.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, islice
from operator import xor
from typing import NamedTuple

from rowloom.host.drawing import terminal
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import Step, Stuck, check_time, deadline
from rowloom.host.solvers.slitherlink.marks import Places, picture
from rowloom.host.solvers.slitherlink.tables import CROSSED, LINE, OPEN

__all__ = ["AT_CELLS", "AT_VERTICES", "RULES", "Rule", "SlinkSearch"]

EdgeMarks = Sequence[int]
"""The mark of every edge."""

EdgeNumbers = Sequence[int]

_CORNERS = range(4)
_NOTHING: EdgeNumbers = ()


class Rule(NamedTuple):
    """A rule for cells with particular clues, or for vertices."""

    number: int
    """The rule's number in the problem statement, counted from 1."""
    name: str
    mark: int
    """The new mark of the edges that the rule finds: ``LINE`` or ``CROSSED``."""
    clues: tuple[int, ...]
    """The rule applies to cells with these clues; empty for a rule for vertices."""
    find: Callable[..., EdgeNumbers]
    """The function; its arguments are the :class:`Places`, the number of a cell or a vertex, and the marks."""
    pair: bool = False
    """True if the rule examines two cells that are side by side or corner to corner."""

    def __str__(self) -> str:
        return f"rule {self.number} ({self.name})"


def zero(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """There are no lines around a 0."""
    return grid.around(cell)


def remaining(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """If the number of edges that are not crossed equals the clue, these edges are lines."""
    left = [edge for edge in grid.around(cell) if marks[edge] != CROSSED]
    return left if len(left) == grid.clues[cell] else _NOTHING


def satisfied(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """If the number of lines equals the clue, the other edges are crossed."""
    others = [edge for edge in grid.around(cell) if marks[edge] != LINE]
    return others if len(others) + grid.clues[cell] == 4 else _NOTHING


def adjacent_threes(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """The common edge of two 3s side by side is a line, and so are the two edges opposite this edge.

    The statement omits an exception: the loop around exactly these two cells has three lines at each cell, but no line
    between them. So the rule applies only if another clue contradicts that loop.
    """
    edges, found = grid.around(cell), []
    for side, other in enumerate(grid.beside(cell)):
        if grid.clues.get(other) == 3 and not _suffices(grid, cell, other):
            found += [edges[side - 2], edges[side], grid.around(other)[side]]
    return found


def diagonal_threes(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """If two 3s are corner to corner, each has two lines at the corner that is farthest from the other 3."""
    found = []
    for corner, other in enumerate(grid.diagonal(cell)):
        if grid.clues.get(other) == 3:
            found += [*_corner(grid, cell, corner - 2), *_corner(grid, other, corner)]
    return found


def single_exit(grid: Places, vertex: int, marks: EdgeMarks) -> EdgeNumbers:
    """If a single line enters a vertex that has a single open edge, this edge is a line, too."""
    edges = grid.at(vertex)
    seen = [marks[edge] for edge in edges]
    if seen.count(LINE) == 1 and seen.count(OPEN) == 1:
        return (edges[seen.index(OPEN)],)
    return _NOTHING


def passed(grid: Places, vertex: int, marks: EdgeMarks) -> EdgeNumbers:
    """If two lines meet at a vertex, its other edges are crossed."""
    north, east, south, west = grid.at(vertex)
    others = [edge for edge in (north, south, west, east) if marks[edge] != LINE]
    return others if len(others) == 2 else _NOTHING


def dead_end(grid: Places, vertex: int, marks: EdgeMarks) -> EdgeNumbers:
    """If three edges of a vertex are crossed, the fourth is crossed, too."""
    left = [edge for edge in grid.at(vertex) if marks[edge] != CROSSED]
    return left if len(left) == 1 else _NOTHING


def blocked_two(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """For a 2: if both exits of one corner are blocked, and one exit of an adjacent corner is blocked, the other exit
    of this adjacent corner is a line."""
    exits = grid.exits(cell)
    corners = [beside for at in _CORNERS if _blocked(exits[at], marks) for beside in (at - 1, at - 3)]
    return [edge for corner in corners for edge in _other_exit(exits[corner], marks)]


def blocked(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """At a corner whose exits are blocked, a 3 has two lines, and a 1 has no line."""
    exits = grid.exits(cell)
    return [edge for at in _CORNERS if _blocked(exits[at], marks) for edge in _corner(grid, cell, at)]


def three_and_one(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """For a 3 and a 1 that are corner to corner: the *far corner* of each cell is farthest from the other cell.

    If the exits of the 3's far corner are blocked, the 1's edges at its far corner are crossed. If the 1's edges at its
    far corner are crossed, the exits of the 3's far corner are crossed.
    """
    clue, exits, found = grid.clues[cell], grid.exits(cell), list[int]()
    for corner, other in enumerate(grid.diagonal(cell)):
        if {clue, grid.clues.get(other)} != {1, 3}:
            continue
        if clue == 3 and _blocked(exits[corner - 2], marks):
            found += _corner(grid, other, corner)
        elif clue == 1 and _blocked(_corner(grid, cell, corner - 2), marks):
            found += grid.exits(other)[corner]
    return found


def entered_two(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """For a 2: if a line enters one corner and must continue along the cell, and one exit of the opposite corner is
    blocked, the other exit of this opposite corner is a line."""
    exits = grid.exits(cell)
    corners = [at - 2 for at in _CORNERS if _entered(exits[at], marks)]
    return [edge for corner in corners for edge in _other_exit(exits[corner], marks)]


def entered(grid: Places, cell: int, marks: EdgeMarks) -> EdgeNumbers:
    """If a line enters a corner and must continue along the cell, a 3 has two lines at the opposite corner, and a 1 has
    no line there."""
    exits = grid.exits(cell)
    return [edge for at in _CORNERS if _entered(exits[at], marks) for edge in _corner(grid, cell, at - 2)]


RULES = [
    Rule(1, "a 0", CROSSED, (0,), zero),
    Rule(2, "the clue needs all remaining edges", LINE, (1, 2, 3), remaining),
    Rule(3, "the clue has all its lines", CROSSED, (1, 2, 3), satisfied),
    Rule(4, "two 3s side by side", LINE, (3,), adjacent_threes, pair=True),
    Rule(5, "two 3s corner to corner", LINE, (3,), diagonal_threes, pair=True),
    Rule(6, "a line has one continuation", LINE, (), single_exit),
    Rule(7, "a line passes a vertex", CROSSED, (), passed),
    Rule(8, "a dead end", CROSSED, (), dead_end),
    Rule(9, "a 3 with a blocked corner", LINE, (3,), blocked),
    Rule(10, "a 2 with a blocked corner", LINE, (2,), blocked_two),
    Rule(11, "a 1 with a blocked corner", CROSSED, (1,), blocked),
    Rule(12, "a line enters the corner of a 3", LINE, (3,), entered),
    Rule(13, "a 3 and a 1 corner to corner", CROSSED, (1, 3), three_and_one, pair=True),
    Rule(14, "a line enters the corner of a 2", LINE, (2,), entered_two),
    Rule(15, "a line enters the corner of a 1", CROSSED, (1,), entered),
]
"""The rules, in the order of the problem statement."""

AT_CELLS = {clue: [rule for rule in RULES if clue in rule.clues] for clue in (None, 0, 1, 2, 3)}
"""The rules for a cell, by its clue."""

AT_VERTICES = [rule for rule in RULES if not rule.clues]


def _corner(grid: Places, cell: int, at: int) -> tuple[int, int]:
    """Return a cell's two edges at a corner. Corners are counted clockwise from the upper left."""
    edges = grid.around(cell)
    return edges[at - 1], edges[at]


def _suffices(grid: Places, one: int, other: int) -> bool:
    """Return whether the loop around exactly these two cells satisfies every clue."""
    lines = dict.fromkeys([*grid.beside(one), *grid.beside(other)], 1) | {one: 3, other: 3}
    return all(clue == lines.get(cell, 0) for cell, clue in grid.clues.items())


def _blocked(edges: tuple[int, int], marks: EdgeMarks) -> bool:
    return marks[edges[0]] == marks[edges[1]] == CROSSED


def _entered(exits: tuple[int, int], marks: EdgeMarks) -> bool:
    return {marks[exits[0]], marks[exits[1]]} == {LINE, CROSSED}


def _other_exit(exits: tuple[int, int], marks: EdgeMarks) -> EdgeNumbers:
    """If one of a corner's two exits is crossed, return the other exit."""
    one, other = exits
    return (other,) if marks[one] == CROSSED else (one,) if marks[other] == CROSSED else _NOTHING


_VISITS_BETWEEN_TIME_CHECKS = 256


class _SlinkContradiction(Exception):
    """A rule requires a line at a crossed edge, or crosses an edge that is a line: there is no solution."""


class SlinkSearch:
    """A :class:`rowloom.host.solvers.Explaining` search that applies the rules up to number ``last``.

    A worklist contains the cells and vertices at which something has changed. The counter ``steps`` is the number of
    steps. The counter ``visits`` is the number of times that a cell or a vertex was examined.
    """

    def __init__(self, puzzle: Slitherlink, last: int = len(RULES)):
        self._puzzle, self._last = puzzle, last
        self.grid = Places(puzzle)
        self.marks = self.grid.blank()
        self.steps: list[Step] = []
        self._marked: list[tuple[int, list[int]]] = []  # the mark and the edges of each step
        self._visits = 0

    @property
    def counters(self) -> Mapping[str, int]:
        return {"steps": len(self.steps), "visits": self._visits}

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        """Yield the only solution, if the rules find it, or nothing if they prove that no solution exists.

        Raises :class:`Stuck`, with a picture of the known lines, if the rules find neither a solution nor a proof.
        """
        try:
            self._propagate(deadline(seconds))
        except _SlinkContradiction:
            return
        if OPEN in self.marks:
            if not self._impossible():
                raise Stuck(terminal.render(self.drawing()))
            return
        solution = self._colours()
        if not Slitherlink.verify(self._puzzle, solution):
            yield solution

    def solves(self) -> bool:
        """Return whether the rules find a solution."""
        try:
            return next(self.solutions(), None) is not None
        except Stuck:
            return False

    def _propagate(self, until: float) -> None:
        """Apply the rules until no rule finds anything. In the worklist, ``~number`` is a cell, and other numbers are
        vertices."""
        grid = self.grid
        waiting = dict.fromkeys([*(~cell for cell in grid.cells), *grid.vertices])
        while waiting:
            if self._visits % _VISITS_BETWEEN_TIME_CHECKS == 0:
                check_time(until)
            place = next(iter(waiting))
            del waiting[place]
            self._visits += 1
            for edge in self._look_at(place):
                ends = grid.ends(edge)
                cells = {cell for vertex in ends for cell in grid.quarters(vertex) if grid.is_cell(cell)}
                waiting.update(dict.fromkeys([*ends, *(~cell for cell in sorted(cells))]))

    def _look_at(self, place: int) -> list[int]:
        """Apply the rules for an entry of the worklist; return the edges that they marked."""
        marked = []
        for rule in AT_VERTICES if place >= 0 else AT_CELLS[self.grid.clues.get(~place)]:
            if rule.number > self._last:
                continue
            edges = rule.find(self.grid, place if place >= 0 else ~place, self.marks)
            fresh = [*dict.fromkeys(edge for edge in edges if self.marks[edge] != rule.mark)]
            for edge in fresh:
                if self.marks[edge] != OPEN:
                    raise _SlinkContradiction
                self.marks[edge] = rule.mark
            if fresh:
                self._record(rule, place, fresh)
                marked += fresh
        return marked

    def _record(self, rule: Rule, place: int, edges: list[int]) -> None:
        """Add the step in which a rule marked these edges."""
        grid = self.grid
        self._marked.append((rule.mark, edges))
        found = " and ".join(grid.edge_words(edge).removeprefix("to the ") for edge in edges)
        cells = filter(grid.is_cell, grid.quarters(place)) if place >= 0 else self._looked_at(rule, ~place, edges)
        looked_at = frozenset(grid.grid.place(1 << cell) for cell in cells)
        what, known = "line" if rule.mark == LINE else "no line", partial(self.drawing, len(self._marked))
        self.steps.append(Step(str(rule), grid.words(place), f"{what} {found}", looked_at, known))

    def _looked_at(self, rule: Rule, cell: int, edges: Sequence[int]) -> list[int]:
        """Return a cell and, for a rule about pairs, the other cells that the rule examined to find these edges."""
        grid = self.grid
        near = (*grid.beside(cell), *grid.diagonal(cell)) if rule.pair else ()
        pairs = [one for one in near if grid.clues.get(one) in rule.clues]
        return [cell, *(one for one in pairs if not {*edges}.isdisjoint(chain(grid.around(one), *grid.exits(one))))]

    def _impossible(self) -> bool:
        """Return whether a clue cannot be satisfied or a line cannot continue; no rule covers these cases."""
        marks = self.marks
        for cell, clue in self.grid.clues.items():
            seen = [marks[edge] for edge in self.grid.around(cell)]
            if not seen.count(LINE) <= clue <= 4 - seen.count(CROSSED):
                return True
        ends = ([marks[edge] for edge in self.grid.at(vertex)] for vertex in self.grid.vertices)
        return any(seen.count(LINE) > 2 or (seen.count(LINE) == 1 and OPEN not in seen) for seen in ends)

    def _colours(self) -> Colours:
        """Return the cells' colours. Every edge must be marked; in each row, the colour changes at each line."""
        at, cols = self.grid.grid.at, range(self._puzzle.cols)
        rows = ([int(self.marks[2 * at(row, col) + 1] == LINE) for col in cols] for row in range(self._puzzle.rows))
        return tuple("".join(map(str, accumulate(row, xor))) for row in rows)

    def drawing(self, steps: int | None = None) -> Drawing:
        """Return a drawing of the marks after the first ``steps`` steps; by default, after all steps."""
        marks = self.grid.blank()
        for mark, edges in islice(self._marked, steps):
            for edge in edges:
                marks[edge] = mark
        return picture(self._puzzle, bytes(marks))


