"""The engine ``slitherlink-logic``: a search that deduces as the gateware's deducer does, and an explanation in steps.

The steps are independent of the search. Each step applies one rule at one place; simpler rules come first. The rules
are those of the deducer. But from one step to the next, only the marks that a person would make are kept: lines,
crossed edges, inside cells and outside cells. The sets of possible shapes at the vertices are not kept. So a conclusion
that follows only from several cells together needs a step that examines exactly these cells.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import overload

from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import BRANCHING, Step, check_time, deadline
from rowloom.host.solvers.slitherlink.lookahead import Lookahead, LookaheadCandidate, LookaheadCandidates, solutions_of
from rowloom.host.solvers.slitherlink.marks import Finding, Marks
from rowloom.host.solvers.slitherlink.planes import reached
from rowloom.host.solvers.slitherlink.rules import RULES, At, Contradiction, Rule, patterns, spread
from rowloom.host.solvers.slitherlink.state import SlitherlinkState
from rowloom.host.solvers.slitherlink.tables import CROSSED, INSIDE, LINE, OPEN, OUTSIDE, UNKNOWN_COLOUR

__all__ = ["Explanation", "SlitherlinkLogic"]

_FOLLOWED = 60
"""The largest number of steps from an assumption to a contradiction in an explanation."""


class SlitherlinkLogic:
    """A :class:`rowloom.host.solvers.Explaining` search for all solutions.

    The search has the deducer's counters. The counter ``nodes`` is the number of states of the search, including the
    first state. The counter ``probes`` is the number of candidates that lookahead tried. If the search does not branch,
    the counters have the same values as when the deducer searches for two solutions.
    """

    def __init__(self, puzzle: Slitherlink):
        self._state = SlitherlinkState.of(puzzle)
        self.counters = {"nodes": 0, "probes": 0}
        self.steps = Explanation(puzzle)

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        check = partial(check_time, deadline(seconds))
        return (state.colours for state in solutions_of(self._state, self.counters, check))


class Explanation(Sequence[Step]):
    """The steps that solve a puzzle. Each step is computed when it is first requested.

    If the puzzle has no solution or several solutions, the last step says so.
    """

    def __init__(self, puzzle: Slitherlink):
        self._made: list[Step] = []
        self._further = _further(puzzle)

    def __len__(self) -> int:
        self._made += self._further
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        wanted = index + 1 if isinstance(index, int) and index >= 0 else len(self)
        self._made += islice(self._further, max(0, wanted - len(self._made)))
        return self._made[index]


def _further(puzzle: Slitherlink) -> Iterator[Step]:
    """Yield the steps; the work begins when the first step is requested."""
    known = Marks(puzzle)
    yield from _Explainer(known, known.cells, known.vertices).steps()


_Application = tuple[Rule, int]
"""A rule, and the place where it is applied."""


class _Explainer:
    """The search for the steps of an explanation.

    Each rule has a queue of places that have changed since the rule was applied there. With ``last_first``, the place
    that changed most recently comes first, so that each step is near the previous step. Without ``last_first``, the
    place that changed earliest comes first, so that a contradiction is found in few steps. Rules about the whole grid
    are applied only if no simpler rule finds anything.
    """

    def __init__(self, known: Marks, cells: Iterable[int], vertices: Iterable[int], last_first: bool = True):
        self._known = known
        self._last_first = last_first
        self._waiting: list[dict[int, None]] = [{} for _ in RULES]
        # While all known lines form one path, the rule about early loops does not exclude the edge that would close the
        # path. This list then contains a line of the path. After the next new line, the rule examines the path again.
        self._only: list[int] = []
        self._latest: _Application
        self._queue(cells, vertices, ())

    def steps(self) -> Iterator[Step]:
        known = self._known
        try:
            while finding := self._simple() or self._hard():
                self._apply(finding)
                if OPEN not in known.edges:
                    for cell in known.cells:
                        if coloured := spread(known, cell):
                            known.apply(coloured)
                yield self._step(finding, known.found_words(finding))
        except Contradiction as contradiction:
            yield self._step(contradiction.finding, "there is no solution")
            return
        if OPEN in known.edges:
            open_cells = (cell for cell in known.cells if OPEN in map(known.edges.__getitem__, known.around(cell)))
            yield self._step(Finding(BRANCHING, "the rest", tuple(open_cells)), "there are several solutions")

    def _step(self, finding: Finding, found: str) -> Step:
        known = self._known
        cells = frozenset(known.grid.place(1 << cell) for cell in finding.cells if known.is_cell(cell))
        picture = partial(known.picture, bytes(known.edges), bytes(known.colours))
        return Step(finding.rule, finding.place, found, cells, picture)

    def _simple(self) -> Finding | None:
        """Apply the simple rules one after another until a rule finds something; return the finding, or None."""
        known = self._known
        for (rule, kind), places in zip(RULES, self._waiting):
            while places:
                place = next(reversed(places) if self._last_first else iter(places))
                del places[place]
                self._latest = rule, place
                if finding := rule(known, place):
                    return finding
                if kind is At.LINES and known.edges.count(LINE) == len(known.path(place)[2]):
                    self._only = [place]
        return None

    def _hard(self) -> Finding | None:
        """Apply the other rules, which are not simple, one after another until a rule finds something; return the
        finding.

        Return None if no edge is open, or if only branching is left and there are several solutions.
        """
        if OPEN not in self._known.edges:
            if LINE not in self._known.edges:
                raise Contradiction("no line is left", "the whole grid", tuple(self._known.cells))
            return None
        return patterns(self._known) or self._connection() or self._lookahead() or self._branch()

    def _apply(self, finding: Finding) -> None:
        """Add a finding to the marks, and queue the places at which rules may now find something."""
        known = self._known
        known.apply(finding)
        vertices = {vertex for edge in finding.edges for vertex in known.ends(edge)}
        vertices |= {vertex for cell in finding.colours for vertex in known.corners(cell)}
        cells = {cell for vertex in vertices for cell in known.quarters(vertex)}
        cells |= {other for cell in finding.colours for other in known.beside(cell)}
        if lines := [edge for edge, mark in finding.edges.items() if mark == LINE]:
            lines += self._only
            self._only = []
        self._queue(filter(known.is_cell, cells), vertices, lines)

    def _queue(self, cells: Iterable[int], vertices: Iterable[int], lines: Iterable[int]) -> None:
        """Add these places to the queues of their rules."""
        order = partial(sorted, reverse=self._last_first)
        at = {At.CELLS: order(cells), At.VERTICES: order(vertices), At.LINES: order(lines)}
        at[At.CLUES] = [cell for cell in at[At.CELLS] if cell in self._known.clues]
        for (_, kind), waiting in zip(RULES, self._waiting):
            for place in at[kind]:
                waiting.pop(place, None)
                waiting[place] = None

    def _connection(self) -> Finding | None:
        """Apply the rule for the whole grid: all inside cells are connected with each other, and all outside cells are
        connected with the frame."""
        known, grid = self._known, self._known.grid
        *_, inside, outside = known.planes()
        certain = inside & ~outside
        if not inside:
            raise Contradiction("connection", "the whole grid", tuple(known.cells))
        floods = [(OUTSIDE, inside, inside if not certain else reached(grid, certain & -certain, inside)),
                  (INSIDE, outside, reached(grid, grid.frame, outside))]
        for colour, cells, connected in floods:
            dry = cells & ~connected
            if dry:
                part = reached(grid, dry & -dry, dry)
                members = [grid.at(*cell) for cell in grid.places(part)]
                place = known.cell_words(members[0])
                looked_at = tuple(dict.fromkeys([*members, *(cell for one in members for cell in known.beside(one))]))
                if any(not known.colours[cell] & colour for cell in members):
                    raise Contradiction("connection", place, looked_at)
                return Finding("connection", place, looked_at, {}, dict.fromkeys(members, colour))
        return None

    def _lookahead(self) -> Finding | None:
        """Find an assumption that leads to a contradiction; return the finding that the opposite is true, or None.

        Prefer the assumption for which the fewest simple steps lead to the contradiction.
        """
        state = self._state()
        candidates = LookaheadCandidates(state)
        excluded: tuple[LookaheadCandidate, bool] | None = None
        applied: list[_Application] = []
        most = _FOLLOWED
        while (candidate := candidates.next()) is not None:
            for first in (True, False):
                tried = state.copy()
                candidate.assume(tried, first)
                tried.propagate()
                if tried.is_contradictory:
                    found = self._chain(self._assumption(candidate, first), most)
                    if found or excluded is None:
                        excluded, applied = (candidate, first), found
                        most = len(found) - 1 if found else most
        if excluded is None:
            return None
        if not applied:
            return self._excluded("lookahead: {} leads to a contradiction", *excluded)
        *chain, last = self._shortened(self._assumption(*excluded), applied)
        steps = f" in {len(chain)} step{'s' * (len(chain) > 1)}" if chain else ""
        cells = tuple(cell for finding in (*chain, last) for cell in finding.cells)
        why = f"leads to a contradiction{steps} ({last.rule}, {last.place})"
        return self._excluded(f"lookahead: {{}} {why}", *excluded, cells)

    def _chain(self, assumption: Finding, most: int) -> list[_Application]:
        """Return the applications of rules that lead from an assumption to a contradiction; an empty list if more than
        ``most`` applications are needed."""
        trial = _Explainer(self._known.copy(), (), (), last_first=False)
        trial._only = self._only
        trial._apply(assumption)
        applied: list[_Application] = []
        try:
            while len(applied) < most and (finding := trial._simple()):
                trial._apply(finding)
                applied.append(trial._latest)
        except Contradiction:
            return [*applied, trial._latest]
        return []

    def _shortened(self, assumption: Finding, applied: list[_Application]) -> list[Finding]:
        """Omit the applications that are not needed for the contradiction; return the findings of the remaining
        applications.

        The last finding is the contradiction.
        """
        found = self._followed(assumption, applied)
        for one in reversed(applied[:-1]):
            fewer = [other for other in applied if other is not one]
            if after := self._followed(assumption, fewer):
                applied, found = fewer, after
        return found

    def _followed(self, assumption: Finding, applied: Iterable[_Application]) -> list[Finding]:
        """Make an assumption, and apply these rules; return all findings, of which the last is a contradiction.

        The list is empty if there is no contradiction.
        """
        known = self._known.copy()
        known.apply(assumption)
        found = []
        try:
            for rule, place in applied:
                if finding := rule(known, place):
                    known.apply(finding)
                    found.append(finding)
        except Contradiction as contradiction:
            return [*found, contradiction.finding]
        return []

    def _branch(self) -> Finding | None:
        """Search for the solution, and return the finding that an assumption about the branch cell is wrong; None if
        the puzzle has several solutions."""
        state = self._state()
        counters = {"nodes": 0, "probes": 0}
        solutions = list(islice(solutions_of(state.copy(), counters), 2))
        if not solutions:
            raise Contradiction(BRANCHING, "the whole grid", tuple(self._known.cells))
        if len(solutions) > 1:
            return None
        lookahead = Lookahead(state.copy(), counters)
        deque(lookahead.solutions(), maxlen=0)
        cell = lookahead.branch or 1 << self._known.colours.index(UNKNOWN_COLOUR)
        is_inside = bool(solutions[0].planes[7] & cell)
        candidate = LookaheadCandidate(cell, edge=False)
        return self._excluded(f"{BRANCHING}: {{}} leads to no solution", candidate, is_inside)

    def _state(self) -> SlitherlinkState:
        """Return the state that follows from all marks. The state is at its fixpoint."""
        state = SlitherlinkState.of(self._known.puzzle)
        state.planes = self._known.planes()
        state.propagate()
        return state

    def _assumption(self, candidate: LookaheadCandidate, first: bool) -> Finding:
        """Return an assumption in the form of a finding without a rule."""
        known = self._known
        cell = candidate.cell.bit_length() - 1
        name = known.cell_words(cell)
        if candidate.edge:
            return Finding("", name, (cell, cell + 1), {known.around(cell)[1]: LINE if first else CROSSED})
        return Finding("", name, (cell,), {}, {cell: OUTSIDE if first else INSIDE})

    def _excluded(self, rule: str, candidate: LookaheadCandidate, first: bool, cells: tuple[int, ...] = ()) -> Finding:
        """Return the finding that an assumption is wrong. ``rule`` is a format string, into which the assumption is
        inserted in words."""
        wrong, right = self._assumption(candidate, first), self._assumption(candidate, not first)
        name = self._known.found_words(wrong).replace(" is ", " ")
        return right._replace(rule=rule.format(name), cells=right.cells + cells)
