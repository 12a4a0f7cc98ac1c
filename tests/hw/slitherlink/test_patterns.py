"""Tables 1 to 6 of Miyauchi and Tanaka (2020), as printed, are compared with geometry."""

from itertools import combinations, product

import pytest

from rowloom.hw.slitherlink.checker.checker import CLOCKWISE, EDGES, PATTERNS
from support.slitherlink.checker import Colour, demands, lines

# For each table: (clue, rows of "x a1a0 b_1 ... b_8"). X stands for any value. The frame (Table 1) has no clue.
PRINTED = {
    1: (None, """
        X X 00 00 00 00 00 00 00 00
    """),
    2: (None, """
        X X 00 00 00 00 00 00 00 00
    """),
    3: (0, """
        X 00 00 00 00 00 00 00 00 00
        X 01 00 01 00 01 01 00 01 00
        X 10 00 10 00 10 10 00 10 00
    """),
    4: (1, """
        0 00 00 00 00 00 00 00 00 00
        0 01 00 01 00 10 01 00 01 00
        0 10 00 10 00 10 10 00 10 00
        1 00 00 00 00 00 00 00 00 00
        1 01 00 10 00 01 01 00 01 00
        1 10 00 01 00 10 10 00 10 00
        2 00 00 00 00 00 00 00 00 00
        2 01 00 01 00 01 00 10 01 00
        2 10 00 10 00 10 00 01 10 00
        3 00 00 00 00 00 00 00 00 00
        3 01 00 01 00 01 01 00 10 00
        3 10 00 10 00 10 10 00 01 00
    """),
    5: (2, """
        0 00 00 00 00 00 00 00 00 00
        0 01 00 01 00 10 01 10 10 00
        0 10 00 10 00 01 10 01 01 00
        1 00 00 00 00 00 00 00 00 00
        1 01 00 01 00 01 10 00 10 10
        1 10 00 10 00 10 01 00 01 01
        2 00 00 00 00 00 00 00 00 00
        2 01 00 10 10 01 10 00 01 00
        2 10 00 10 10 10 10 00 10 00
        3 00 00 00 00 00 00 00 00 00
        3 01 10 10 00 10 01 00 01 00
        3 10 01 01 00 01 10 00 10 00
        4 00 00 00 00 00 00 00 00 00
        4 01 00 01 00 10 10 00 01 00
        4 10 00 10 00 01 01 00 10 00
        5 00 00 00 00 00 00 00 00 00
        5 01 00 10 00 01 01 00 10 00
        5 10 00 01 00 10 10 00 01 00
    """),
    6: (3, """
        0 00 00 00 00 00 00 00 00 00
        0 01 10 10 00 10 01 10 10 00
        0 10 01 01 00 01 10 01 01 00
        1 00 00 00 00 00 00 00 00 00
        1 01 10 10 10 10 10 00 01 00
        1 10 01 01 01 01 01 00 10 00
        2 00 00 00 00 00 00 00 00 00
        2 01 00 10 10 01 10 00 10 10
        2 10 00 01 01 10 01 00 01 01
        3 00 00 00 00 00 00 00 00 00
        3 01 00 01 00 10 10 10 10 10
        3 10 00 10 00 01 01 01 01 01
    """),
}

# Printed values that are wrong, by (table, x, a1a0, k). The reasons are in docs/lab/paper-slitherlink.md.
MISPRINTS = {
    (4, 0, 0b10, 4): 0b10,
    (4, 2, 0b01, 5): 0b00,
    (4, 2, 0b01, 6): 0b10,
    (4, 2, 0b10, 5): 0b00,
    (4, 2, 0b10, 6): 0b01,
    (5, 2, 0b10, 2): 0b10,
    (5, 2, 0b10, 3): 0b10,
    (5, 2, 0b10, 5): 0b10,
}

DECIDED = Colour.OUTSIDE, Colour.INSIDE


def printed_entries():
    """Yield (table, clue, x, colour, k, printed b_k) for each printed value. An entry with X is repeated with all
    values of X."""
    for table, (clue, text) in PRINTED.items():
        for line in text.strip().splitlines():
            x, attribute, *b = line.split()
            patterns = [int(x)] if x != "X" else range(16)
            colours = [Colour(int(attribute, 2))] if attribute != "X" else Colour
            assert len(b) == 8
            for pattern in patterns:
                for colour in colours:
                    for k, b_k in enumerate(b, start=1):
                        yield table, clue, pattern, colour, k, int(b_k, 2)


def test_tables_are_complete():
    for table, clue, patterns in ((3, 0, 16), (4, 1, 4), (5, 2, 6), (6, 3, 4)):
        entries = [entry for entry in printed_entries() if entry[0] == table]
        assert {(x, colour, k) for _, _, x, colour, k, _ in entries} == {*product(range(patterns), Colour, range(1, 9))}
        assert {entry[1] for entry in entries} == {clue}
        assert len(PATTERNS[clue]) == (1 if clue == 0 else patterns)


def test_demands_are_the_printed_ones_except_for_misprints():
    differing = {
        (table, x, colour, k): printed
        for table, clue, x, colour, k, printed in printed_entries() if demands(clue, x, colour)[k - 1] != printed}
    assert differing == MISPRINTS


def test_patterns_are_all_choices_of_edges():
    assert [set(patterns) for patterns in PATTERNS] == [
        {frozenset(edges) for edges in combinations(EDGES, clue)} for clue in range(4)]
    assert [len(patterns) for patterns in PATTERNS] == [1, 4, 6, 4]
    # A pattern of three lines has the same number as the pattern whose only line is the middle line of the three.
    for (middle,), three in zip(PATTERNS[1], PATTERNS[3]):
        assert three == set(EDGES) - {CLOCKWISE[(CLOCKWISE.index(middle) + 2) % 4]}
    # An unknown pattern has no lines.
    assert lines(3, 4) == lines(0, 1) == lines(2, 7) == frozenset()


@pytest.mark.parametrize("clue", range(4))
@pytest.mark.parametrize("colour", DECIDED)
def test_demands_hold_in_every_legal_colouring_and_nothing_else_does(clue, colour):
    """A colouring of the eight neighbours is legal if it produces the cell's pattern, and no vertex has four lines. If
    a colour is demanded for a neighbour, the neighbour has this colour in every legal colouring. If no colour is
    demanded, the neighbour has one colour in some legal colourings, and the other colour in others."""
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
