"""Cuts: clauses for a solver whose colouring leaves the cells of a colour unconnected."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

__all__ = ["Cut", "Neighbours", "cuts"]

Neighbours = Sequence[Sequence[int]]
"""For each node of a graph, those that it shares an edge with."""

_Rims = list[dict[int, set[int]]]
"""For each region and each region beside it, the latter's nodes that touch the former."""


class Cut(NamedTuple):
    """Two nodes and others that separate them: where both have the colour, one of the others must have it."""

    colour: bool
    ends: tuple[int, int]
    """They have that colour."""
    between: list[int]
    """They have the other one. Every path from one end to the other passes one of them."""


def cuts(neighbours: Neighbours, colours: Sequence[bool], connected: Collection[bool]) -> Iterator[Cut]:
    """Yield what the colouring breaks if the nodes of these colours must be connected; nothing if they are.

    For each region beyond the largest one of its colour there is a cut between the two, which holds for all
    colourings. Of the region's rim, it has only those nodes that touch what lies beyond the rim, on the side of the
    largest one: every path from there comes to one of them first.
    """
    numbers, regions = _regions(neighbours, colours)
    split = {}
    for colour in connected:
        of_colour = [number for number, nodes in enumerate(regions) if colours[nodes[0]] == colour]
        if len(of_colour) > 1:
            split[colour] = sorted(of_colour, key=lambda number: -len(regions[number]))
    if not split:
        return
    rims = _rims(neighbours, numbers, len(regions))
    for colour, (largest, *others) in split.items():
        for number in others:
            beyond = _reached(rims, largest, number)
            rim = set().union(*rims[number].values())
            between = [
                node for node in rim if any(numbers[other] in beyond and other not in rim for other in neighbours[node])
            ]
            yield Cut(colour, (regions[number][0], regions[largest][0]), between)


def _regions(neighbours: Neighbours, colours: Sequence[bool]) -> tuple[list[int], list[list[int]]]:
    """Return for each node the number of its region, for each region its nodes, connected and of one colour."""
    numbers = [-1] * len(colours)
    regions: list[list[int]] = []
    for seed, colour in enumerate(colours):
        if numbers[seed] >= 0:
            continue
        number = numbers[seed] = len(regions)
        nodes = [seed]
        for node in nodes:  # which grows meanwhile
            for other in neighbours[node]:
                if numbers[other] < 0 and colours[other] == colour:
                    numbers[other] = number
                    nodes.append(other)
        regions.append(nodes)
    return numbers, regions


def _rims(neighbours: Neighbours, numbers: Sequence[int], count: int) -> _Rims:
    rims: _Rims = [{} for _ in range(count)]
    for node, number in enumerate(numbers):
        for other in neighbours[node]:
            if numbers[other] != number:
                rims[number].setdefault(numbers[other], set()).add(other)
    return rims


def _reached(rims: _Rims, start: int, without: int) -> set[int]:
    """Return the regions that can be reached from one without passing another."""
    reached = {without, start}
    fresh = [start]
    for number in fresh:  # which grows meanwhile
        for other in rims[number]:
            if other not in reached:
                reached.add(other)
                fresh.append(other)
    return reached - {without}
