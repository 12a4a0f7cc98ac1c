"""Cuts: the colouring breaks them, no connected one does."""

from itertools import product

import pytest

from rowloom.host.puzzles.clued import beside, within
from rowloom.host.solvers.sat.colouring import Connection, Cut

Cell = tuple[int, int]


def is_connected(cells: set[Cell]) -> bool:
    reached = {min(cells)} if cells else set()
    while more := {other for cell in reached for other in beside(*cell) if other in cells} - reached:
        reached |= more
    return reached == cells


def of_colour(colours: str, rows: int, cols: int, colour: bool, framed: bool) -> set[Cell]:
    """The cells of a colour, and the places of the frame, which has that of "0"."""
    places = product(range(-framed, rows + framed), range(-framed, cols + framed))
    return {(row, col) for row, col in places
            if ((0 <= row < rows and 0 <= col < cols and colours[row * cols + col] == "1") == colour)}


def breaks(ones: set[Cell], cut: Cut) -> bool:
    return all((end in ones) == cut.colour for end in cut.ends) and all(
        (place in ones) != cut.colour for place in cut.between
    )


@pytest.mark.parametrize("rows, cols, framed", [(3, 3, False), (2, 5, False), (3, 3, True)])
def test_every_colouring(rows, cols, framed):
    connection = Connection(rows, cols, framed)
    colourings = list(map("".join, product("01", repeat=rows * cols)))
    ones = {colours: of_colour(colours, rows, cols, True, False) for colours in colourings}
    connected = {
        (colours, colour): is_connected(of_colour(colours, rows, cols, colour, framed and not colour))
        for colours in colourings for colour in (False, True)
    }
    for wanted in ((True,), (False,), (False, True)):
        good = [colours for colours in colourings if all(connected[colours, colour] for colour in wanted)]
        for colours in colourings:
            found = list(connection.cuts(colours, wanted))
            assert (found == []) == (colours in good)
            for cut in found:
                assert cut.colour in wanted
                assert framed or set(within([*cut.ends, *cut.between], rows, cols)) == {*cut.ends, *cut.between}
                assert breaks(ones[colours], cut)
                assert not any(breaks(ones[other], cut) for other in good)


def test_only_the_side_of_the_rim_where_the_other_region_lies():
    """A ring round a hole, and a cell outside: the hole does not matter."""
    connection = Connection(3, 5, False)
    (cut,) = connection.cuts("111001010011101", (True,))
    assert cut.colour is True
    assert set(cut.ends) == {(2, 4), (0, 0)}
    assert sorted(cut.between) == [(1, 4), (2, 3)]
    ring = "111001010011100"
    assert list(connection.cuts(ring, (True,))) == []
    (cut,) = connection.cuts(ring, (False,))
    assert set(cut.ends) == {(1, 1), (0, 3)} and sorted(cut.between) == [(0, 1), (1, 0), (1, 2), (2, 1)]
