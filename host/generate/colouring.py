"""Random edge colourings of regular bipartite graphs, for full Sudoku grids."""

import random
from collections.abc import Hashable, Sequence
from typing import TypeVar

__all__ = ["random_colouring"]

Right = TypeVar("Right", bound=Hashable)


def random_colouring(edges: Sequence[Sequence[Right]], rng: random.Random) -> list[dict[Right, int]]:
    """Colour the edges so that no two of a colour share an end.

    One perfect matching after the other is taken out; there is one as long as the graph is regular (König).
    Each is found by random walks along edges that lead to the right and matched ones that lead back, as in
    Goel, Kapralov and Khanna, "Perfect matchings in O(n log n) time in regular bipartite graphs" (2010).

    Parameters
    ----------
    edges : for each left vertex the right ones at its edges
        Each vertex, left or right, has the same number of them.

    Returns
    -------
    for each left vertex the colours of its edges, 0, 1 and so on, by their right ends
    """
    left = [list(ends) for ends in edges]
    colours: list[dict[Right, int]] = [{} for _ in left]
    for colour in range(len(edges[0])):
        for right, vertex in _random_matching(left, rng).items():
            left[vertex].remove(right)
            colours[vertex][right] = colour
    return colours


def _random_matching(edges: Sequence[Sequence[Right]], rng: random.Random) -> dict[Right, int]:
    """Return a perfect matching: the left vertex for each right one."""
    partner: dict[Right, int] = {}
    leaving = [ends[0] for ends in edges]  # where the walk last left each left vertex
    for start in rng.sample(range(len(edges)), len(edges)):
        walker = start
        while True:
            right = leaving[walker] = rng.choice(edges[walker])
            if right not in partner:
                break
            walker = partner[right]
        # The last ways out, followed from the start, are the walk without its loops.
        last: int | None = start
        while last is not None:
            right = leaving[last]
            partner[right], last = last, partner.get(right)
    return partner
