"""The rules for Slitherlink that a person applies without assumptions.

A simple rule is a function of the marks and of a place, which is the number of a cell, a vertex or an edge. It returns
a :class:`Finding` or None, or raises :class:`Contradiction`. If no simple rule finds anything, :func:`patterns` uses
sets of possible shapes to find what follows only from several places together. The rules about sets of shapes are the
same as in :mod:`rowloom.host.solvers.slitherlink.planes`, applied to one place at a time.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable
from enum import Enum

from rowloom.host.solvers.slitherlink.marks import Finding, Marks
from rowloom.host.solvers.slitherlink.tables import (
    CROSSED,
    LINE,
    OPEN,
    UNKNOWN_COLOUR,
    by_clue,
    by_colours,
    by_neighbours,
    edges_of,
)  # fmt: skip

__all__ = ["RULES", "At", "Contradiction", "Rule", "patterns", "spread"]

Rule = Callable[[Marks, int], Finding | None]


class Contradiction(Exception):
    """A rule has excluded all possibilities at a place."""

    def __init__(self, rule: str, place: str, cells: tuple[int, ...]):
        self.finding = Finding(rule, place, cells)


def clue_alone(known: Marks, cell: int) -> Finding | None:
    """A clue is the number of lines around its cell."""
    clue = known.clues[cell]
    rule, edges = f"clue {clue}", known.around(cell)
    seen = [known.edges[edge] for edge in edges]
    lines, open_edges = seen.count(LINE), seen.count(OPEN)
    if not lines <= clue <= lines + open_edges:
        raise Contradiction(rule, known.cell_words(cell), (cell,))
    if lines < clue < lines + open_edges:
        return None
    mark = CROSSED if lines == clue else LINE
    return known.finding(rule, ~cell, (cell,), ((edge, mark) for edge in edges))


def vertex_alone(known: Marks, vertex: int) -> Finding | None:
    """A vertex has two lines or none."""
    shapes, cells = known.shapes(vertex), known.quarters(vertex)
    if not shapes:
        raise Contradiction("vertex", known.words(vertex), cells)
    return known.finding("vertex", vertex, cells, zip(known.at(vertex), edges_of(shapes)))


def clue_and_corners(known: Marks, cell: int) -> Finding | None:
    """A clue agrees with the shapes at the corners of its cell."""
    rule = f"clue {known.clues[cell]} with its corners"
    return _together(known, [~cell], rule, (cell,))


def spread(known: Marks, cell: int) -> Finding | None:
    """The colour changes at lines, and does not change at crossed edges.

    The rule colours a cell, and all uncoloured cells that can be reached from this cell across marked edges.
    """
    if known.colours[cell] != UNKNOWN_COLOUR or (colour := _colour_beside(known, cell)) is None:
        return None
    found, seen, waiting = {cell: colour}, {cell: None}, deque([cell])
    while waiting:
        here = waiting.popleft()
        for edge, other in zip(known.around(here), known.beside(here)):
            if known.edges[edge] == OPEN:
                continue
            colour = found[here] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
            if not known.colours[other] & found.get(other, UNKNOWN_COLOUR) & colour:
                raise Contradiction("colours", f"the edge {known.edge_words(edge, (here,))}", (here, other))
            if other not in seen:
                seen[other] = None
                if known.colours[other] == UNKNOWN_COLOUR:
                    found[other] = colour
                    waiting.append(other)
    return Finding("colours", known.cell_words(cell), tuple(seen), {}, found)


def _colour_beside(known: Marks, cell: int) -> int | None:
    """Return the colour that a cell must have because of a neighbour's colour and the mark of the edge between the two
    cells; None if nothing follows."""
    for edge, other in zip(known.around(cell), known.beside(cell)):
        if known.colours[other] != UNKNOWN_COLOUR and known.edges[edge] != OPEN:
            return known.colours[other] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
    return None


def between(known: Marks, cell: int) -> Finding | None:
    """There is a line between two cells of different colours, and no line between two cells of the same colour."""
    own, colours = known.colours[cell], known.colours
    sides = [(edge, other) for edge, other in zip(known.around(cell), known.beside(cell))
             if colours[other] != UNKNOWN_COLOUR and known.edges[edge] == OPEN]  # fmt: skip
    if own == UNKNOWN_COLOUR:
        return None
    edges = ((edge, CROSSED if colours[other] == own else LINE) for edge, other in sides)
    return known.finding("colours", ~cell, (cell, *(other for _, other in sides)), edges)


def clue_and_colours(known: Marks, cell: int) -> Finding | None:
    """A clue agrees with the colours of its cell and the four neighbours."""
    clue, edges, others = known.clues[cell], known.around(cell), known.beside(cell)
    colours, marks = tuple(known.colours[other] for other in others), tuple(known.edges[edge] for edge in edges)
    left = by_neighbours(clue, known.colours[cell], colours, marks)
    rule, cells = f"clue {clue} with colours", (cell, *others)
    if left is None:
        raise Contradiction(rule, known.cell_words(cell), cells)
    own, around, marks = left
    return known.finding(rule, ~cell, cells, zip(edges, marks), [(cell, own), *zip(others, around)])


def colours_around(known: Marks, vertex: int) -> Finding | None:
    """The colours of the cells around a vertex change exactly at its lines."""
    return _together(known, [vertex], "colours", known.quarters(vertex))


def early_loop(known: Marks, line: int) -> Finding | None:
    """A path must not be closed into a loop while there are other lines. If a path is closed, no other edge is a
    line."""
    if known.edges[line] != LINE:
        return None
    first, last, edges = known.path(line)
    closing = line if first == last else known.edge_between(first, last)
    if closing is None or (first != last and known.edges[closing] != OPEN):
        return None
    lonely = known.edges.count(LINE) == len(edges)
    rule, place = "early loop", f"the edge {known.edge_words(closing)}"
    beside = tuple(dict.fromkeys(cell for edge in edges for cell in known.sides(edge)))
    if first != last:
        return None if lonely else Finding(rule, place, beside, {closing: CROSSED})
    if not lonely:
        raise Contradiction(rule, place, beside)
    rest = known.fresh((edge, CROSSED) for cell in known.cells for edge in known.around(cell))
    return Finding("the loop is closed", place, beside, rest) if rest else None


At = Enum("At", ["CLUES", "CELLS", "VERTICES", "LINES"])
"""The kinds of places where a rule is applied: cells with a clue, all cells, vertices, known lines."""

RULES: list[tuple[Rule, At]] = [
    (clue_alone, At.CLUES), (vertex_alone, At.VERTICES), (clue_and_corners, At.CLUES), (spread, At.CELLS),
    (between, At.CELLS), (clue_and_colours, At.CLUES), (colours_around, At.VERTICES), (early_loop, At.LINES),
]  # fmt: skip
"""The rules, each with the kind of places where it is applied. The simplest rules come first."""

_COMPARED = 3
"""If a round finds several conclusions, only this number of them are compared, to select the conclusion that needs the
fewest places."""


def patterns(known: Marks) -> Finding | None:
    """Return something that follows from several cells and vertices together, or None.

    To find a conclusion from few places that are near to each other, examine all places in rounds; each round uses only
    the results of the previous rounds.
    """
    sets = _Sets(known)
    because: dict[int, set[int]] = {}  # for each changed item, the places of the rules that led to the change
    waiting = [*(~cell for cell in known.cells), *known.vertices]
    while waiting:
        changes: dict[int, int] = {}
        reasons: dict[int, set[int]] = {}
        for place in waiting:
            if changed := sets.applied(place):
                places = {place}.union(*(because.get(item, ()) for item in sets.items(place)))
                for item, value in changed:
                    changes[item] = changes.get(item, value) & value
                    reasons.setdefault(item, set()).update(places)
        sets.now |= changes
        because |= reasons
        if found := [item for item, value in changes.items() if not value or any(sets.fresh([item]))]:
            together = sorted({frozenset(because[item]) for item in found}, key=len)
            return _pattern(known, min((_needed(known, places) for places in together[:_COMPARED]), key=len))
        waiting = [*dict.fromkeys(place for item in changes for place in sets.readers(item))]
    return None


def _needed(known: Marks, places: frozenset[int]) -> frozenset[int]:
    """Remove places as long as the other places still imply something that is not in ``known``; return the places that
    remain."""
    for place in sorted(places):
        fewer = places - {place}
        sets = _Sets(known)
        sets.settle(fewer)
        if not sets.is_possible or any(map(any, sets.fresh(sets.now))):
            places = fewer
    return places


def _pattern(known: Marks, places: frozenset[int]) -> Finding | None:
    """Return what follows from these places together."""
    cells = sorted(~place for place in places if place < 0)
    clued = [f"the {known.clues[cell]} at {known.cell_words(cell)}" for cell in cells if cell in known.clues]
    vertices = [place for place in places if place >= 0]
    looked_at = tuple(dict.fromkeys([*cells, *(cell for vertex in vertices for cell in known.quarters(vertex))]))
    words = " and ".join(clued or map(known.cell_words, cells) or map(known.words, vertices))
    return _together(known, places, "corner patterns", looked_at, words)


def _together(
    known: Marks, places: Collection[int], rule: str, cells: tuple[int, ...], words: str = ""
) -> Finding | None:
    """Return what follows from the rules about sets of shapes at these places; None if nothing new follows.

    The ``words`` describe the places; they are not needed for a single place.
    """
    sets = _Sets(known)
    sets.settle(places)
    fresh = sets.fresh(sets.now) if sets.is_possible else ({}, {})
    if sets.is_possible and not any(fresh):
        return None
    words = words or " and ".join(map(known.words, places))
    if not sets.is_possible:
        raise Contradiction(rule, words, cells)
    return Finding(rule, words, cells, *fresh)


class _Sets:
    """Sets of shapes and sets of colours, which rules reduce one place at a time.

    An *item* identifies such a set: the set of shapes of a vertex by the vertex's number, and the set of colours of a
    cell by ``~cell``. A *place* identifies a rule in the same way: a vertex's number stands for the rule about the
    colours around this vertex, and ``~cell`` for the rule about the cell's clue.
    """

    def __init__(self, known: Marks):
        self._known = known
        self.now: dict[int, int] = {}
        """The sets, by item. Items that are missing have not changed."""
        self.is_possible = True
        """False as soon as :meth:`settle` has made a set empty."""

    def items(self, place: int) -> tuple[int, ...]:
        """Return the items that the rule for a place reads and may change."""
        known = self._known
        return known.corners(~place) if place < 0 else (place, *(~cell for cell in known.quarters(place)))

    def readers(self, item: int) -> list[int]:
        """Return the places whose rules depend on an item."""
        known = self._known
        if item < 0:
            return list(known.corners(~item))
        return [item, *(~cell for cell in known.quarters(item) if known.is_cell(cell))]

    def applied(self, place: int) -> list[tuple[int, int]]:
        """Apply the rule for a place; return the changed items with their new values."""
        items = self.items(place)
        before = [self._value(item) for item in items]
        if place < 0:
            after = by_clue(self._known.clues.get(~place), tuple(before))
        else:
            shapes, colours = by_colours(before[0], tuple(before[1:]))
            after = shapes, *colours
        return [(item, now) for item, was, now in zip(items, before, after) if was != now]

    def settle(self, places: Iterable[int]) -> None:
        """Apply the rules for these places until nothing changes."""
        among = frozenset(places)
        self.now = {item: self._value(item) for place in among for item in self.items(place)}
        self.is_possible = all(self.now.values())
        waiting = dict.fromkeys(sorted(among))
        while waiting and self.is_possible:
            place, _ = waiting.popitem()
            for item, value in self.applied(place):
                self.now[item] = value
                self.is_possible &= value > 0
                waiting.update(dict.fromkeys(among.intersection(self.readers(item))))

    def fresh(self, items: Iterable[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Return the new edges and colours that follow from these items."""
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
