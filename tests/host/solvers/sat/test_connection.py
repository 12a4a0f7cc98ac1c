"""Cuts: the colouring breaks them, no connected one does."""

import random
from itertools import product

from rowloom.host.solvers.sat.connection import cuts


def grid_graph(rows: int, cols: int) -> list[list[int]]:
    return [
        [
            i * cols + j
            for i, j in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
            if 0 <= i < rows and 0 <= j < cols
        ]
        for row in range(rows)
        for col in range(cols)
    ]


def is_connected(neighbours, colours, colour) -> bool:
    nodes = [node for node, its in enumerate(colours) if its == colour]
    reached = set(nodes[:1])
    while more := {other for node in reached for other in neighbours[node] if colours[other] == colour} - reached:
        reached |= more
    return len(reached) == len(nodes)


def breaks(colours, cut) -> bool:
    return all(colours[end] == cut.colour for end in cut.ends) and all(
        colours[node] != cut.colour for node in cut.between
    )


def test_every_3x3_colouring():
    neighbours = grid_graph(3, 3)
    colourings = list(product((False, True), repeat=9))
    for connected in ((True,), (False,), (False, True)):
        good = [
            colours
            for colours in colourings
            if all(is_connected(neighbours, colours, colour) for colour in connected)
        ]
        for colours in colourings:
            found = list(cuts(neighbours, colours, connected))
            assert (found == []) == (colours in good)
            for cut in found:
                assert cut.colour in connected
                assert breaks(colours, cut)
                assert not any(breaks(other, cut) for other in good)


def test_only_the_side_of_the_rim_where_the_other_region_lies():
    """A ring round a hole, and a cell outside: the hole does not matter."""
    colours = [character == "#" for character in "###..###..###.#"]  # 3 x 5
    colours[6] = False
    (cut,) = cuts(grid_graph(3, 5), colours, (True,))
    assert cut.colour is True
    assert cut.ends == (14, 0)
    assert sorted(cut.between) == [9, 13]
    colours[14] = False
    assert list(cuts(grid_graph(3, 5), colours, (True,))) == []
    (cut,) = cuts(grid_graph(3, 5), colours, (False,))
    assert cut.ends == (6, 3) and sorted(cut.between) == [1, 5, 7, 11]


def test_random_graphs():
    rng = random.Random(0)
    for _ in range(200):
        size = rng.randrange(1, 8)
        edges = {(one, other) for one in range(size) for other in range(one) if rng.random() < 0.4}
        neighbours = [
            [other for other in range(size) if (max(node, other), min(node, other)) in edges] for node in range(size)
        ]
        colours = [rng.random() < 0.5 for _ in range(size)]
        for cut in cuts(neighbours, colours, (False, True)):
            assert breaks(colours, cut)
            for other in product((False, True), repeat=size):
                if breaks(other, cut):
                    assert not is_connected(neighbours, other, cut.colour)
