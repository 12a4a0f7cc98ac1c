"""Slitherlinks step by step, as a person may solve them: one rule at one place after the other, the simplest first.

The rules are the deducer's, each cut into what a person sees at once: which edges are lines or crossed out, and which
cells are inside or outside. Sets of shapes are not remembered from step to step; where several cells say something only
together, a step looks at all of them, and at no others.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple, overload

from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slink_grid import CROSSED, LINE, OPEN
from rowloom.host.solvers.slitherlink_known import Finding, Known
from rowloom.host.solvers.slitherlink_lookahead import Branching, Candidate, Candidates, Lookahead
from rowloom.host.solvers.slitherlink_planes import reached
from rowloom.host.solvers.slitherlink_state import State
from rowloom.host.solvers.slitherlink_tables import (
    INSIDE,
    OUTSIDE,
    UNKNOWN_COLOUR,
    by_clue,
    by_colours,
    by_neighbours,
    edges_of,
)
from rowloom.host.solvers.steps import Step

__all__ = ["Explanation"]

_PATTERNS = "corner patterns"


class _Contradiction(Exception):
    """A rule leaves nothing at a place."""

    def __init__(self, rule: str, place: str, cells: tuple[int, ...]):
        self.finding = Finding(rule, place, cells)


class Explanation(Sequence[Step]):
    """The steps that solve a puzzle, made when asked for.

    They end when the puzzle is solved, with a step that says that there is no solution, or where several remain.
    """

    def __init__(self, puzzle: Slitherlink):
        self._steps: list[Step] = []
        self._rest = _steps(puzzle)

    def __bool__(self) -> bool:
        return self._has(0)

    def __len__(self) -> int:
        while self._has(len(self._steps)):
            pass
        return len(self._steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice) or index < 0:
            len(self)
        else:
            self._has(index)
        return self._steps[index]

    def _has(self, index: int) -> bool:
        """Make steps up to this one; return whether there are so many."""
        while len(self._steps) <= index:
            step = next(self._rest, None)
            if step is None:
                return False
            self._steps.append(step)
        return True


def _steps(puzzle: Slitherlink) -> Iterator[Step]:
    """Yield the steps; nothing is done before the first one."""
    yield from _Solver(puzzle).steps()


Rule = Callable[[int], Finding | None]


class _Path(NamedTuple):
    """Lines that touch each other, from one end to the other; a loop's ends are the same vertex."""

    first: int
    last: int
    edges: list[int]


class _Solver:
    """Finds the steps.

    Rules that look at one cell or one vertex have a list of places at which something has changed since they looked
    there; what changed last goes first, so that steps follow each other through the grid. The other rules look at the
    whole grid when no simpler one finds anything.
    """

    def __init__(self, puzzle: Slitherlink):
        self._known = known = Known(puzzle)
        self._local: list[tuple[Rule, dict[int, None]]] = [
            (rule, dict.fromkeys(reversed(places)))
            for rule, places in (
                (self._clue, [*known.clues]), (self._vertex, known.vertices), (self._corners, [*known.clues]),
                (self._colours, known.cells), (self._sides, known.cells),
                (self._clue_and_colours, [*known.clues]), (self._colours_around, known.vertices),
            )
        ]  # fmt: skip
        self._wide = self._early_loops, self._patterns, self._connection, self._lookahead, self._branch

    def steps(self) -> Iterator[Step]:
        """Yield the steps."""
        known = self._known
        try:
            while OPEN in known.edges and (finding := self._next()) is not None:
                known.apply(finding)
                self._changed(finding)
                if OPEN not in known.edges:
                    self._colour_all()
                yield self._step(finding, known.found_words(finding))
        except _Contradiction as contradiction:
            yield self._step(contradiction.finding, "there is no solution")

    def _colour_all(self) -> None:
        """Give every cell its colour, where all edges are known."""
        for cell in self._known.cells:
            if finding := self._colours(cell):
                self._known.apply(finding)

    def _step(self, finding: Finding, found: str) -> Step:
        known = self._known
        cells = frozenset(known.grid.place(1 << cell) for cell in finding.cells if known.is_cell(cell))
        picture = partial(known.picture, bytes(known.edges), bytes(known.colours))
        return Step(finding.rule, finding.place, found, cells, picture)

    def _next(self) -> Finding | None:
        """Return what the simplest rule finds."""
        for rule, places in self._local:
            while places:
                place, _ = places.popitem()
                finding = rule(place)
                if finding is not None:
                    return finding
        for wide in self._wide:
            finding = wide()
            if finding is not None:
                return finding
        return None

    def _changed(self, finding: Finding) -> None:
        """Note where rules may find something now."""
        known = self._known
        vertices = {vertex for edge in finding.edges for vertex in known.ends(edge)}
        vertices |= {vertex for cell in finding.colours for vertex in known.corners(cell)}
        cells = {cell for vertex in vertices for cell in known.quarters(vertex)}
        cells |= {other for cell in finding.colours for other in known.beside(cell)}
        around = sorted(filter(known.is_cell, cells), reverse=True)
        clued = [cell for cell in around if cell in known.clues]
        at = sorted(vertices, reverse=True)
        for (_, waiting), places in zip(self._local, (clued, at, clued, around, around, clued, at)):
            for place in places:
                waiting.pop(place, None)
                waiting[place] = None

    # Rules for one place.

    def _clue(self, cell: int) -> Finding | None:
        """As many lines as the clue says."""
        known, clue = self._known, self._known.clues[cell]
        edges = known.around(cell)
        seen = [known.edges[edge] for edge in edges]
        lines, open_edges = seen.count(LINE), seen.count(OPEN)
        rule, place = f"clue {clue}", known.cell_words(cell)
        if not lines <= clue <= lines + open_edges:
            raise _Contradiction(rule, place, (cell,))
        if open_edges and lines == clue:
            return Finding(rule, place, (cell,), known.fresh((edge, CROSSED) for edge in edges))
        if open_edges and lines + open_edges == clue:
            return Finding(rule, place, (cell,), known.fresh((edge, LINE) for edge in edges))
        return None

    def _vertex(self, vertex: int) -> Finding | None:
        """Two lines or none."""
        known = self._known
        edges, shapes = known.at(vertex), known.shapes(vertex)
        place, cells = known.vertex_words(vertex), known.quarters(vertex)
        if not shapes:
            raise _Contradiction("vertex", place, cells)
        found = known.fresh(zip(edges, edges_of(shapes)))
        return Finding("vertex", place, cells, found) if found else None

    def _corners(self, cell: int) -> Finding | None:
        """A clue, and the edges that lead to its cell's corners."""
        known, clue = self._known, self._known.clues[cell]
        corners = known.corners(cell)
        left = by_clue(clue, tuple(map(known.shapes, corners)))
        rule, place = f"clue {clue} with its corners", known.cell_words(cell)
        if not all(left):
            raise _Contradiction(rule, place, (cell,))
        found: dict[int, int] = {}
        for vertex, shapes in zip(corners, left):
            found |= known.fresh(zip(known.at(vertex), edges_of(shapes)))
        return Finding(rule, place, (cell,), found) if found else None

    def _colours(self, cell: int) -> Finding | None:
        """A line has two colours at its sides, any other edge one: of all cells that this leads to from one cell."""
        known = self._known
        if known.colours[cell] != UNKNOWN_COLOUR or (colour := self._told(cell)) is None:
            return None
        found, seen, waiting = {cell: colour}, [cell], deque([cell])
        while waiting:
            here = waiting.popleft()
            for edge, other in zip(known.around(here), known.beside(here)):
                if known.edges[edge] == OPEN:
                    continue
                colour = found[here] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
                if not known.colours[other] & found.get(other, UNKNOWN_COLOUR) & colour:
                    raise _Contradiction("colours", known.edge_words(edge, (here,)), (here, other))
                if other not in seen:
                    seen.append(other)
                    if known.colours[other] == UNKNOWN_COLOUR:
                        found[other] = colour
                        waiting.append(other)
        return Finding("colours", known.cell_words(cell), tuple(seen), {}, found)

    def _told(self, cell: int) -> int | None:
        """Return the colour that a known edge to a known cell gives this cell."""
        known = self._known
        for edge, other in zip(known.around(cell), known.beside(cell)):
            if known.colours[other] != UNKNOWN_COLOUR and known.edges[edge] != OPEN:
                return known.colours[other] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
        return None

    def _sides(self, cell: int) -> Finding | None:
        """Cells of two colours have a line between them, cells of one colour none."""
        known, own = self._known, self._known.colours[cell]
        sides = [(edge, other) for edge, other in zip(known.around(cell), known.beside(cell))
                 if known.colours[other] != UNKNOWN_COLOUR and known.edges[edge] == OPEN]
        if own == UNKNOWN_COLOUR or not sides:
            return None
        found = {edge: CROSSED if known.colours[other] == own else LINE for edge, other in sides}
        return Finding("colours", known.cell_words(cell), (cell, *(other for _, other in sides)), found)

    def _clue_and_colours(self, cell: int) -> Finding | None:
        """A clue, and the colours of the cells around."""
        known, clue = self._known, self._known.clues[cell]
        edges, others = known.around(cell), known.beside(cell)
        told = by_neighbours(
            clue, known.colours[cell], tuple(known.colours[other] for other in others),
            tuple(known.edges[edge] for edge in edges),
        )  # fmt: skip
        rule, place, cells = f"clue {clue} with colours", known.cell_words(cell), (cell, *others)
        if told is None:
            raise _Contradiction(rule, place, cells)
        own, around, marks = told
        found = known.fresh(zip(edges, marks))
        colours = known.fresh_colours([(cell, own), *zip(others, around)])
        return Finding(rule, place, cells, found, colours) if found or colours else None

    def _colours_around(self, vertex: int) -> Finding | None:
        """The colours around a vertex, which change where lines leave it."""
        known = self._known
        edges, cells = known.at(vertex), known.quarters(vertex)
        shapes, colours = by_colours(known.shapes(vertex), tuple(known.colours[cell] for cell in cells))
        place = known.vertex_words(vertex)
        if not shapes:
            raise _Contradiction("colours", place, cells)
        found, coloured = known.fresh(zip(edges, edges_of(shapes))), known.fresh_colours(zip(cells, colours))
        return Finding("colours", place, cells, found, coloured) if found or coloured else None

    # Rules for the whole grid.

    def _early_loops(self) -> Finding | None:
        """No edge closes a loop beside other lines; the only loop is all."""
        known = self._known
        paths = self._paths()
        for path in paths:
            beside = tuple(dict.fromkeys(cell for edge in path.edges for cell in known.sides(edge)))
            if path.first == path.last:
                if len(paths) > 1:
                    raise _Contradiction("early loop", known.edge_words(path.edges[0]), beside)
                rest = known.fresh((edge, CROSSED) for cell in known.cells for edge in known.around(cell))
                if rest:
                    return Finding("the loop is closed", known.edge_words(path.edges[0]), beside, rest)
            elif len(paths) > 1 and (closing := known.edge_between(path.first, path.last)) is not None:
                found = known.fresh([(closing, CROSSED)])
                if found:
                    return Finding("early loop", known.edge_words(closing), beside, found)
        return None

    def _paths(self) -> list[_Path]:
        """Return the paths of known lines, and the loops."""
        known = self._known
        left = {edge for edge, mark in enumerate(known.edges) if mark == LINE}

        def walk(first: int) -> _Path:
            edges: list[int] = []
            vertex = first
            while (edge := next((edge for edge in known.at(vertex) if edge in left), None)) is not None:
                left.discard(edge)
                edges.append(edge)
                vertex = sum(known.ends(edge)) - vertex
            return _Path(first, vertex, edges)

        ends = [vertex for vertex in known.vertices if sum(edge in left for edge in known.at(vertex)) == 1]
        paths = [path for end in ends if (path := walk(end)).edges]
        while left:
            paths.append(walk(known.ends(min(left))[0]))
        return paths

    def _patterns(self) -> Finding | None:
        """Cells and vertices that say something only together: as few as possible."""
        known = self._known
        sets = _Sets(known)
        because: dict[int, frozenset[int]] = {}
        waiting = [*(~cell for cell in known.cells), *known.vertices]
        while waiting:
            after: dict[int, None] = {}
            reasons: dict[frozenset[int], None] = {}
            for place in waiting:
                changed = sets.look(place)
                if changed:
                    reason = frozenset({place}).union(*(because.get(item, ()) for item in sets.items(place)))
                    for item in changed:
                        because[item] = reason
                        after.update(dict.fromkeys(sets.readers(item)))
                    if not sets.is_possible or any(map(any, sets.fresh(changed))):
                        reasons[reason] = None
                        if not sets.is_possible:
                            break
            if reasons:
                return self._pattern(min(map(self._needed, reasons), key=len))
            waiting = [*after]
        return None

    def _needed(self, places: frozenset[int]) -> frozenset[int]:
        """Return fewer of the places that still say something together, none of which can be spared."""
        for place in sorted(places):
            fewer = places - {place}
            sets = _Sets(self._known)
            sets.settle(fewer)
            if not sets.is_possible or any(map(any, sets.fresh(sets.now))):
                places = fewer
        return places

    def _pattern(self, places: frozenset[int]) -> Finding:
        """Return what these places say together."""
        known = self._known
        cells = sorted(~place for place in places if place < 0)
        clued = [f"the {known.clues[cell]} at {known.cell_words(cell)}" for cell in cells if cell in known.clues]
        vertices = [place for place in places if place >= 0]
        looked_at = tuple(dict.fromkeys([*cells, *(cell for vertex in vertices for cell in known.quarters(vertex))]))
        words = " and ".join(clued or map(known.cell_words, cells) or map(known.vertex_words, vertices))
        sets = _Sets(known)
        sets.settle(places)
        if not sets.is_possible:
            raise _Contradiction(_PATTERNS, words, looked_at)
        return Finding(_PATTERNS, words, looked_at, *sets.fresh(sets.now))

    def _connection(self) -> Finding | None:
        """The inside is connected, and the outside with the frame."""
        known, grid = self._known, self._known.grid
        *_, inside, outside = known.planes()
        certain = inside & ~outside
        if not inside:
            raise _Contradiction("connection", "the whole grid", tuple(known.cells))
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
                    raise _Contradiction("connection", place, looked_at)
                return Finding("connection", place, looked_at, {}, dict.fromkeys(members, colour))
        return None

    def _lookahead(self) -> Finding | None:
        """One of two assumptions leads to a contradiction."""
        state = self._state()
        candidates = Candidates(state)
        while (candidate := candidates.next()) is not None:
            for first in (True, False):
                tried = state.copy()
                candidate.assume(tried, first)
                tried.propagate()
                if tried.is_contradictory:
                    return self._excluded("lookahead", candidate, first, "leads to a contradiction")
        return None

    def _branch(self) -> Finding | None:
        """One of two assumptions has no solution, as a search finds; nothing if the puzzle has several."""
        state = self._state()
        if not state.undecided:
            return None
        solutions = list(islice(Branching(state.copy()).solutions(), 2))
        if not solutions:
            raise _Contradiction("branching", "the whole grid", tuple(self._known.cells))
        if len(solutions) > 1:
            return None
        lookahead = Lookahead(state.copy())
        deque(lookahead.solutions(), maxlen=0)
        cell = lookahead.branch or state.undecided & -state.undecided
        is_inside = bool(solutions[0].planes[7] & cell)
        return self._excluded("branching", Candidate(cell, edge=False), is_inside, "leads to no solution")

    def _state(self) -> State:
        """Return all that is known, and what follows from it."""
        state = State.of(self._known.puzzle)
        state.planes = self._known.planes()
        state.propagate()
        return state

    def _excluded(self, rule: str, candidate: Candidate, first: bool, why: str) -> Finding:
        """Return the opposite of an assumption."""
        known = self._known
        cell = candidate.cell.bit_length() - 1
        name = known.cell_words(cell)
        if candidate.edge:
            edge = known.around(cell)[1]
            assumed = f"{'a' if first else 'no'} line {known.edge_words(edge, (cell,))}"
            return Finding(f"{rule}: {assumed} {why}", name, (cell, cell + 1), {edge: CROSSED if first else LINE})
        assumed = f"{name} {'outside' if first else 'inside'}"
        return Finding(f"{rule}: {assumed} {why}", name, (cell,), {}, {cell: INSIDE if first else OUTSIDE})


class _Sets:
    """Sets of shapes and colours, as far as some rules have removed any: the deducer's own rules, one place at a time.

    The shapes of a vertex are the item with the vertex' number, the colours of a cell the item ``~cell``. Likewise a
    vertex' number is the place at which its colours are looked at, and ``~cell`` the place of a cell's clue.

    Attributes
    ----------
    now : dict of int to int
        The items that were looked at.
    is_possible : bool
        No item has nothing left.
    """

    def __init__(self, known: Known):
        self._known = known
        self.now: dict[int, int] = {}
        self.is_possible = True

    def items(self, place: int) -> tuple[int, ...]:
        """Return what the rule for a place looks at."""
        known = self._known
        return known.corners(~place) if place < 0 else (place, *(~cell for cell in known.quarters(place)))

    def readers(self, item: int) -> list[int]:
        """Return the places at which an item is looked at."""
        known = self._known
        if item < 0:
            return list(known.corners(~item))
        return [item, *(~cell for cell in known.quarters(item) if known.is_cell(cell))]

    def look(self, place: int) -> list[int]:
        """Apply the rule for a place; return the items that changed."""
        items = self.items(place)
        before = [self._value(item) for item in items]
        if place < 0:
            after = by_clue(self._known.clues.get(~place), tuple(before))
        else:
            shapes, colours = by_colours(before[0], tuple(before[1:]))
            after = shapes, *colours
        changed = [item for item, was, now in zip(items, before, after) if was != now]
        if changed:
            self.now.update(zip(items, after))
            self.is_possible &= all(after)
        return changed

    def settle(self, places: Iterable[int]) -> None:
        """Look at these places until nothing changes."""
        among = frozenset(places)
        waiting = dict.fromkeys(sorted(among))
        while waiting and self.is_possible:
            place, _ = waiting.popitem()
            for item in self.look(place):
                waiting.update(dict.fromkeys(among.intersection(self.readers(item))))

    def fresh(self, items: Iterable[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Return the edges and the cells' colours that these items tell, and that were not known."""
        edges: dict[int, int] = {}
        colours: dict[int, int] = {}
        for item in items:
            if item < 0:
                colours |= self._known.fresh_colours([(~item, self.now[item])])
            else:
                edges |= self._known.fresh(zip(self._known.at(item), edges_of(self.now[item])))
        return edges, colours

    def _value(self, item: int) -> int:
        if item in self.now:
            return self.now[item]
        known = self._known
        return known.colours[~item] if item < 0 else known.shapes(item)
