"""Patterns of clues in a Slitherlink: conclusions that need several places at once. They are found with sets of shapes.

The rules are those of :mod:`rowloom.host.solvers.slitherlink.planes`. Here they are applied to one place at a time, and
for each change, the places that led to it are recorded.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rowloom.host.solvers.slitherlink.marks import Finding, Marks
from rowloom.host.solvers.slitherlink.rules import Contradiction
from rowloom.host.solvers.slitherlink.tables import by_clue, by_colours, edges_of

__all__ = ["patterns"]

_NAME = "corner patterns"

_SHRUNK = 3
"""The largest number of patterns from the same round that are minimized and compared."""


def patterns(known: Marks) -> Finding | None:
    """Return something that follows from several cells and vertices together, or None.

    The number of cells and vertices should be small, and they should be near to each other. So all places are examined
    in rounds, and each round uses only the results of the previous rounds.
    """
    sets = _Sets(known)
    because: dict[int, tuple[_Reason, ...]] = {}
    waiting = [*(~cell for cell in known.cells), *known.vertices]
    while waiting:
        changes: dict[int, int] = {}
        reasons: dict[int, list[_Reason]] = {}
        for place in waiting:
            if changed := sets.applied(place):
                reason = _Reason(place, [one for item in sets.items(place) for one in because.get(item, ())])
                for item, value in changed:
                    changes[item] = changes.get(item, value) & value
                    reasons.setdefault(item, []).append(reason)
        sets.now |= changes
        because |= {item: tuple(ones) for item, ones in reasons.items()}
        if found := [item for item, value in changes.items() if not value or any(sets.fresh([item]))]:
            together = sorted({_places(because[item]) for item in found}, key=len)
            return _pattern(known, min((_needed(known, places) for places in together[:_SHRUNK]), key=len))
        waiting = [*dict.fromkeys(place for item in changes for place in sets.readers(item))]
    return None


def _needed(known: Marks, places: frozenset[int]) -> frozenset[int]:
    """Return a minimal subset of the places from which something new still follows."""
    for place in sorted(places):
        fewer = places - {place}
        sets = _Sets(known)
        sets.settle(fewer)
        if not sets.is_possible or any(map(any, sets.fresh(sets.now))):
            places = fewer
    return places


def _pattern(known: Marks, places: frozenset[int]) -> Finding:
    """Return what follows from these places together."""
    cells = sorted(~place for place in places if place < 0)
    clued = [f"the {known.clues[cell]} at {known.cell_words(cell)}" for cell in cells if cell in known.clues]
    vertices = [place for place in places if place >= 0]
    looked_at = tuple(dict.fromkeys([*cells, *(cell for vertex in vertices for cell in known.quarters(vertex))]))
    words = " and ".join(clued or map(known.cell_words, cells) or map(known.vertex_words, vertices))
    sets = _Sets(known)
    sets.settle(places)
    if not sets.is_possible:
        raise Contradiction(_NAME, words, looked_at)
    return Finding(_NAME, words, looked_at, *sets.fresh(sets.now))


class _Reason(NamedTuple):
    """The application of a rule at a place, and the earlier applications on which it depends."""

    place: int
    before: "list[_Reason]"


def _places(reasons: Iterable[_Reason]) -> frozenset[int]:
    """Return all places at which rules were applied, including the earlier applications."""
    seen: dict[int, _Reason] = {}
    waiting = [*reasons]
    while waiting:
        reason = waiting.pop()
        if id(reason) not in seen:
            seen[id(reason)] = reason
            waiting += reason.before
    return frozenset(reason.place for reason in seen.values())


class _Sets:
    """Sets of shapes and of colours, which the deducer's rules have reduced one place at a time.

    An *item* is the number of such a set. For the shapes of a vertex, it is the vertex's number; for the colours of a
    cell, it is ``~cell``. A *place* is the number of a rule. For the rule about the colours around a vertex, it is the
    vertex's number; for the rule about a cell's clue, it is ``~cell``.
    """

    def __init__(self, known: Marks):
        self._known = known
        self.now: dict[int, int] = {}
        """The reduced sets, by item."""
        self.is_possible = True
        """True as long as :meth:`settle` leaves no set empty."""

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
