"""The patterns of a clue, and the demands of cells on their neighbours, are compared with geometry."""

from itertools import combinations, product

import pytest

from rowloom.hw.slitherlink.checker.checker import EDGES, PATTERNS
from support.slitherlink.checker import Colour, demands, lines

DECIDED = Colour.OUTSIDE, Colour.INSIDE


def test_patterns_are_all_choices_of_edges():
    """The patterns are numbered as in the paper. An unknown pattern has no lines."""
    assert [[sorted(edges) for edges in patterns] for patterns in PATTERNS] == [
        [[]], [[4], [2], [5], [7]], [[4, 7], [5, 7], [2, 5], [2, 4], [4, 5], [2, 7]],
        [[2, 4, 7], [2, 4, 5], [2, 5, 7], [4, 5, 7]]]
    assert [set(patterns) for patterns in PATTERNS] == [
        {frozenset(edges) for edges in combinations(EDGES, clue)} for clue in range(4)]
    assert lines(3, 4) == lines(0, 1) == lines(2, 7) == frozenset()


@pytest.mark.parametrize("clue", range(4))
@pytest.mark.parametrize("colour", DECIDED)
def test_demands_hold_in_every_legal_colouring_and_nothing_else_does(clue, colour):
    """A colouring of the eight neighbours is legal if it produces the cell's pattern, and no vertex has four lines. In
    every legal colouring, a demanded neighbour has its demanded colour. Any other neighbour has each of the two colours
    in some legal colouring."""
    for pattern, drawn in enumerate(PATTERNS[clue]):
        seen = [set() for _ in range(8)]
        for colours in product(DECIDED, repeat=8):
            neighbour = dict(enumerate(colours, start=1))
            crossing = any(
                colour == neighbour[diagonal] != neighbour[one] == neighbour[other]
                for diagonal, one, other in ((1, 2, 4), (3, 2, 5), (6, 4, 7), (8, 5, 7)))
            if {edge for edge in EDGES if neighbour[edge] != colour} == drawn and not crossing:
                for k in range(1, 9):
                    seen[k - 1].add(neighbour[k])
        assert demands(clue, pattern, colour) == tuple(
            next(iter(colours)) if len(colours) == 1 else Colour.UNDECIDED for colours in seen)


@pytest.mark.parametrize("clue", [None, 0, 1, 2, 3])
def test_undecided_cells_demand_nothing(clue):
    assert set(demands(clue, 0, Colour.UNDECIDED)) == {Colour.UNDECIDED}
