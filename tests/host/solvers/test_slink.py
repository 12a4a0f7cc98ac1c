"""The Slink rules, each on its own case in all directions, and all of them against every loop on small grids."""

import random
from itertools import product

import pytest

from rowloom.host.drawing.drawing import Line
from rowloom.host.puzzles import slink, slitherlink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime, Stuck
from rowloom.host.solvers.slink import SlinkSearch
from rowloom.host.solvers.slink_grid import CROSSED, LINE, OPEN, Lattice
from rowloom.host.solvers.slink_rules import RULES
from support.puzzles import made
from support.says import Says

CASES = {
    "a 0": (
        ["+ + + +", " . . . ", "+ + + +", " . 0 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " . . . ", "+ +x+ +", " .x0x. ", "+ +x+ +", " . . . ", "+ + + +"],
    ),
    "as many edges are left as the clue says": (
        ["+ + + +", " . . . ", "+ +x+ +", " .x2 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " . . . ", "+ +x+ +", " .x2|. ", "+ +-+ +", " . . . ", "+ + + +"],
    ),
    "the clue has all its lines": (
        ["+ + + +", " . . . ", "+ +-+ +", " . 1 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " . . . ", "+ +-+ +", " .x1x. ", "+ +x+ +", " . . . ", "+ + + +"],
    ),
    "two 3s side by side": (
        ["+ + + + + +", " . 3 3 . 1 ", "+ + + + + +"],
        ["+ + + + + +", " .|3|3|. 1 ", "+ + + + + +"],
    ),
    "two 3s corner to corner": (
        ["+ + +", " 3 . ", "+ + +", " . 3 ", "+ + +"],
        ["+-+ +", "|3 . ", "+ + +", " . 3|", "+ +-+"],
    ),
    "a line has one way on": (
        ["+ + +", " .x. ", "+-+ +", " .x. ", "+ + +"],
        ["+ + +", " .x. ", "+-+-+", " .x. ", "+ + +"],
    ),
    "a line has passed": (
        ["+ + +", " .|. ", "+-+ +", " . . ", "+ + +"],
        ["+ + +", " .|. ", "+-+x+", " .x. ", "+ + +"],
    ),
    "a dead end": (
        ["+ + +", " .x. ", "+x+x+", " . . ", "+ + +"],
        ["+ + +", " .x. ", "+x+x+", " .x. ", "+ + +"],
    ),
    "a 3 with a blocked corner": (
        ["+ + + +", " .x. . ", "+x+ + +", " . 3 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " .x. . ", "+x+-+ +", " .|3 . ", "+ + + +", " . . . ", "+ + + +"],
    ),
    "a 2 with a blocked corner": (
        ["+ + + +", " .x.x. ", "+x+ + +", " . 2 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " .x.x. ", "+x+ +-+", " . 2 . ", "+ + + +", " . . . ", "+ + + +"],
    ),
    "a 1 with a blocked corner": (
        ["+ + + +", " .x. . ", "+x+ + +", " . 1 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " .x. . ", "+x+x+ +", " .x1 . ", "+ + + +", " . . . ", "+ + + +"],
    ),
    "a line enters the corner of a 3": (
        ["+ + + +", " .x. . ", "+-+ + +", " . 3 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " .x. . ", "+-+ + +", " . 3|. ", "+ +-+ +", " . . . ", "+ + + +"],
    ),
    "a 3 and a 1 corner to corner": (
        ["+ + + +", " .x. . ", "+x+ + +", " . 3 . ", "+ + + +", " . . 1 ", "+ + + +"],
        ["+ + + +", " .x. . ", "+x+ + +", " . 3 . ", "+ + + +", " . . 1x", "+ + +x+"],
    ),
    "a line enters the corner of a 2": (
        ["+ + + +", " .x. . ", "+-+ + +", " . 2 . ", "+ + +x+", " . . . ", "+ + + +"],
        ["+ + + +", " .x. . ", "+-+ + +", " . 2 . ", "+ + +x+", " . .|. ", "+ + + +"],
    ),
    "a line enters the corner of a 1": (
        ["+ + + +", " .x. . ", "+-+ + +", " . 1 . ", "+ + + +", " . . . ", "+ + + +"],
        ["+ + + +", " .x. . ", "+-+ + +", " . 1x. ", "+ +x+ +", " . . . ", "+ + + +"],
    ),
}
"""For each rule what it is given, and what it makes of it: lines, and x for edges that are crossed."""

FURTHER = {
    "two 3s side by side": [  # the loop round the two is one solution
        (["+ + + + + +", " . 3 3 1 . ", "+ + + + + +"], ["+ + + + + +", " . 3 3 1 . ", "+ + + + + +"]),
    ],
    "a 3 with a blocked corner": [  # by the grid's corner
        (["+ + +", " 3 . ", "+ + +", " . . ", "+ + +"], ["+-+ +", "|3 . ", "+ + +", " . . ", "+ + +"]),
    ],
    "a 2 with a blocked corner": [
        (["+ + +", " 2 . ", "+ + +", " . . ", "+ + +"], ["+ +-+", " 2 . ", "+ + +", "|. . ", "+ + +"]),
    ],
    "a 1 with a blocked corner": [
        (["+ + +", " 1 . ", "+ + +", " . . ", "+ + +"], ["+x+ +", "x1 . ", "+ + +", " . . ", "+ + +"]),
    ],
    "a 3 and a 1 corner to corner": [
        (
            ["+ + + +", " . . . ", "+ + + +", " . 3 . ", "+ + + +", " . . 1x", "+ + +x+"],
            ["+ + + +", " .x. . ", "+x+ + +", " . 3 . ", "+ + + +", " . . 1x", "+ + +x+"],
        ),
    ],
}


def turned(picture):
    """The picture turned by 90 degrees, clockwise."""
    swapped = str.maketrans("-|", "|-")
    return ["".join(column).translate(swapped) for column in zip(*reversed(picture))]


def directions(picture):
    """The picture in its eight directions."""
    for mirrored in (picture, [line[::-1] for line in picture]):
        for _ in range(4):
            yield mirrored
            mirrored = turned(mirrored)


def edges_of(rows, cols):
    """Where each edge stands in a picture, in the order of their numbers."""
    level = [(2 * row, 2 * col + 1) for row in range(rows + 1) for col in range(cols)]
    return level + [(2 * row + 1, 2 * col) for row in range(rows) for col in range(cols + 1)]


def puzzle_in(picture):
    rows, cols = len(picture) // 2, len(picture[0]) // 2
    clues = tuple(tuple(None if clue == "." else int(clue) for clue in line[1::2]) for line in picture[1::2])
    return Slitherlink("q", rows, cols, clues)


def applied(rule, picture):
    """What the rule makes of a picture if it looks once at each of its places."""
    puzzle = puzzle_in(picture)
    lattice, places = Lattice(puzzle), edges_of(puzzle.rows, puzzle.cols)
    meanings = {" ": OPEN, "-": LINE, "|": LINE, "x": CROSSED}
    marks = [meanings[picture[row][col]] for row, col in places] + [CROSSED]
    found = [list(line) for line in picture]
    looked_at = [cell for cell in lattice.cells if cell.clue in rule.clues] if rule.clues else lattice.vertices
    for place in looked_at:
        for edge in rule.find(place, marks):
            if edge < lattice.beyond:
                row, col = places[edge]
                found[row][col] = "x" if rule.mark == CROSSED else "|" if row % 2 else "-"
    return ["".join(line) for line in found]


def test_the_fifteen_rules_in_the_statement_s_order():
    assert [rule.name for rule in RULES] == list(CASES)
    assert [rule.number for rule in RULES] == list(range(1, 16))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.find.__name__)
def test_a_rule_in_every_direction(rule):
    for before, after in (CASES[rule.name], *FURTHER.get(rule.name, ())):
        for given, expected in zip(directions(before), directions(after), strict=True):
            assert applied(rule, given) == expected
            assert applied(rule, expected) == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.find.__name__)
def test_a_rule_finds_nothing_on_an_empty_grid(rule):
    empty = ["+ + + +", " . . . ", "+ + + +", " . . . ", "+ + + +", " . . . ", "+ + + +"]
    assert applied(rule, empty) == empty


def loops_of(rows, cols):
    """Every loop on a grid: its colours, its cells' clues, and the numbers of its lines' edges."""
    blank = Slitherlink("blank", rows, cols, ((None,) * cols,) * rows)
    for cells in product("01", repeat=rows * cols):
        colours = tuple("".join(cells[row * cols : (row + 1) * cols]) for row in range(rows))
        if not slitherlink.verify(blank, colours):
            yield colours, clues_of(colours), lines_of(colours)


def clues_of(colours):
    rows, cols = len(colours), len(colours[0])
    framed = ["0" * (cols + 2), *(f"0{row}0" for row in colours), "0" * (cols + 2)]
    return tuple(
        tuple(
            sum(framed[row][col] != framed[row + i][col + j] for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1)))
            for col in range(1, cols + 1)
        )
        for row in range(1, rows + 1)
    )


def lines_of(colours):
    """By the numbers of the edges."""
    rows, cols = len(colours), len(colours[0])
    framed = ["0" * (cols + 2), *(f"0{row}0" for row in colours), "0" * (cols + 2)]
    level = [framed[row][col + 1] != framed[row + 1][col + 1] for row in range(rows + 1) for col in range(cols)]
    upright = [framed[row + 1][col] != framed[row + 1][col + 1] for row in range(rows) for col in range(cols + 1)]
    return {edge for edge, is_line in enumerate(level + upright) if is_line}


def fits(puzzle, clues):
    return all(asked in (None, clue) for row, real in zip(puzzle.clues, clues) for asked, clue in zip(row, real))


def check(puzzle, loops):
    """Whatever the rules find is so in every solution; the end says whether they found it."""
    solutions = [(colours, lines) for colours, clues, lines in loops if fits(puzzle, clues)]
    search = SlinkSearch(puzzle)
    try:
        found, stuck = list(search.solutions()), False
    except Stuck:
        found, stuck = [], True
    if not stuck:
        assert found == [colours for colours, _ in solutions], puzzle.clues
    for _, lines in solutions:
        for edge, mark in enumerate(search.marks):
            assert mark == OPEN or (mark == LINE) == (edge in lines), (puzzle.clues, edge)
    return stuck


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (2, 2)])
def test_every_small_puzzle(rows, cols):
    loops = list(loops_of(rows, cols))
    for cells in product((None, 0, 1, 2, 3), repeat=rows * cols):
        clues = tuple(cells[row * cols : (row + 1) * cols] for row in range(rows))
        check(Slitherlink("q", rows, cols, clues), loops)


def thinned(rng, clues, share):
    return tuple(tuple(clue if clue < 4 and rng.random() < share else None for clue in row) for row in clues)


@pytest.mark.parametrize("rows, cols, count", [
    (3, 3, 400),
    (2, 4, 400),
    pytest.param(3, 3, 20_000, marks=pytest.mark.slow),
    pytest.param(4, 4, 4_000, marks=pytest.mark.slow),
])  # fmt: skip
def test_random_puzzles_with_and_without_a_solution(rows, cols, count):
    rng = random.Random(rows * cols)
    loops = list(loops_of(rows, cols))
    stuck = 0
    for number in range(count):
        clues = thinned(rng, rng.choice(loops)[1], rng.choice((0.5, 0.8, 1)))
        if number % 4 == 0:
            clues = tuple(tuple(rng.choice((None, 0, 1, 2, 3)) for _ in row) for row in clues)
        stuck += check(Slitherlink("q", rows, cols, clues), loops)
    assert 0 < stuck < count


def test_the_loop_round_two_3s():
    """Rule 4 as the statement has it would draw a line between them."""
    puzzle = slink.Slink("q", 2, 2, ((3, 3), (1, 1)))
    assert list(SlinkSearch(puzzle).solutions()) == [("11", "00")]


@pytest.mark.parametrize("clues", [
    ((0, 0), (0, 0)),  # no loop at all
    ((3, 0), (0, 0)),
    ((1, 1), (1, 1)),
    ((2, 2), (2, 3)),
])  # fmt: skip
def test_no_solution(clues):
    assert list(SlinkSearch(slink.Slink("q", 2, 2, clues)).solutions()) == []


def test_two_loops_are_no_solution():
    clues = ((2, 2, 1, 2, 2), (2, 2, 1, 2, 2))
    search = SlinkSearch(slink.Slink("q", 2, 5, clues))
    assert list(search.solutions()) == []


def test_every_step_is_told():
    search = SlinkSearch(slink.Slink("q", 2, 2, ((2, 2), (2, 2))))
    assert list(search.solutions()) == [("11", "11")]
    assert list(map(str, search.steps))[:2] == [
        Says("rule 10", ", r1c1: line left of r2c1", "above r1c2"),
        Says("rule 10", ", r1c2: line above r1c1", "right of r2c2"),
    ]
    assert search.counters["steps"] == len(search.steps)


def known_edges(drawing):
    """The edges of which something is known, by direction, row and column."""
    return {
        (level, row, col): line for level, edges in enumerate((drawing.horizontal, drawing.vertical))
        for row, lines in enumerate(edges) for col, line in enumerate(lines) if line != Line.NONE}


def test_every_step_is_drawn():
    """Each with all that was found until then, and with the cells that the rule is about."""
    puzzle = made("slink", 6, 6, "easy", 3)
    search = SlinkSearch(puzzle)
    (solution,) = search.solutions()
    before = {}
    for step in search.steps:
        known = known_edges(step.drawing())
        fresh = known.keys() - before.keys()
        assert fresh and before.items() <= known.items()
        assert len(fresh) == step.found.count(" and ") + 1
        assert {known[edge] for edge in fresh} == {Line.FOUND if step.found.startswith("line") else Line.CROSSED}
        assert 1 <= len(step.cells) <= 9
        before = known
    assert len(before) == search.lattice.beyond
    solved = known_edges(slitherlink.drawing(puzzle, solution))
    assert {edge: line for edge, line in before.items() if line == Line.FOUND} == solved


def test_where_a_vertex_is():
    search = SlinkSearch(slink.Slink("q", 1, 1, ((3,),)))
    assert list(search.solutions()) == []
    assert [str(vertex) for vertex in search.lattice.vertices] == [
        f"the {side} corner of r1c1" for side in ("upper left", "upper right", "lower left", "lower right")
    ]


def test_what_is_known_is_drawn_where_the_rules_do_not_suffice():
    puzzle = Slitherlink("q", 2, 3, ((3, None, None), (None, None, 0)))
    with pytest.raises(Stuck, match="no rule") as caught:
        list(SlinkSearch(puzzle).solutions())
    assert caught.value.partial.splitlines() == [
        "╭───╴   · x ·",
        "│ 3         x",
        "╵   ·   · x ·",
        "        x 0 x",
        "·   · x · x ·",
    ]


def test_the_time_is_over():
    puzzle = slink.Slink("q", 2, 2, ((2, 2), (2, 2)))
    with pytest.raises(OutOfTime):
        list(SlinkSearch(puzzle).solutions(0))

