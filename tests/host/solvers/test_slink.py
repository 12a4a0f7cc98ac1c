"""The rules for Slinks: each rule on its own example, turned and mirrored in all ways, and all rules on small grids."""

import random
import re
from itertools import product

import pytest

from rowloom.host.drawing.drawing import Edge
from rowloom.host.puzzles import slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import Stuck
from rowloom.host.solvers.slink import RULES, SlinkSearch
from rowloom.host.solvers.slitherlink.marks import Places
from rowloom.host.solvers.slitherlink.tables import CROSSED, LINE, OPEN
from support.loops import loops_with, random_clues
from support.puzzles import blank, made, solutions
from support.says import Says

CASES = [
    ("a 0", "+ + + +/ . . . /+ +X+ +/ .X0X. /+ +X+ +/ . . . /+ + + +"),
    ("the clue needs all remaining edges", "+ + + +/ . . . /+ +x+ +/ .x2!. /+ +=+ +/ . . . /+ + + +"),
    ("the clue has all its lines", "+ + + +/ . . . /+ +-+ +/ .X1X. /+ +X+ +/ . . . /+ + + +"),
    ("two 3s side by side", "+ + + + + +/ .!3!3!. 1 /+ + + + + +"),
    ("two 3s corner to corner", "+=+ +/!3 . /+ + +/ . 3!/+ +=+"),
    ("a line has one continuation", "+ + +/ .x. /+-+=+/ .x. /+ + +"),
    ("a line passes a vertex", "+ + +/ .|. /+-+X+/ .X. /+ + +"),
    ("a dead end", "+ + +/ .x. /+x+x+/ .X. /+ + +"),
    ("a 3 with a blocked corner", "+ + + +/ .x. . /+x+=+ +/ .!3 . /+ + + +/ . . . /+ + + +"),
    ("a 2 with a blocked corner", "+ + + +/ .x.x. /+x+ +=+/ . 2 . /+ + + +/ . . . /+ + + +"),
    ("a 1 with a blocked corner", "+ + + +/ .x. . /+x+X+ +/ .X1 . /+ + + +/ . . . /+ + + +"),
    ("a line enters the corner of a 3", "+ + + +/ .x. . /+-+ + +/ . 3!. /+ +=+ +/ . . . /+ + + +"),
    ("a 3 and a 1 corner to corner", "+ + + +/ .x. . /+x+ + +/ . 3 . /+ + + +/ . . 1X/+ + +X+"),
    ("a line enters the corner of a 2", "+ + + +/ .x. . /+-+ + +/ . 2 . /+ + +x+/ . .!. /+ + + +"),
    ("a line enters the corner of a 1", "+ + + +/ .x. . /+-+ + +/ . 1X. /+ +X+ +/ . . . /+ + + +"),
]
"""For each rule, a picture with the edges that the rule finds: capital X for a crossed edge, = and ! for lines. The
other marks were there before: x, - and |."""

FURTHER = [
    # The rule finds nothing, because the loop around the two 3s is a solution.
    ("two 3s side by side", "+ + + + + +/ . 3 3 1 . /+ + + + + +"),
    ("a 3 with a blocked corner", "+=+ +/!3 . /+ + +/ . . /+ + +"),  # the corner of the grid blocks it
    ("a 2 with a blocked corner", "+ +=+/ 2 . /+ + +/!. . /+ + +"),
    ("a 1 with a blocked corner", "+X+ +/X1 . /+ + +/ . . /+ + +"),
    ("a 3 and a 1 corner to corner", "+ + + +/ .X. . /+X+ + +/ . 3 . /+ + + +/ . . 1x/+ + +x+"),
]


def turned(picture):
    """Return the picture, turned clockwise by 90 degrees."""
    swapped = str.maketrans("-|", "|-")
    return ["".join(column).translate(swapped) for column in zip(*reversed(picture))]


def directions(picture):
    """Yield the picture, turned and mirrored in all eight ways."""
    for mirrored in (picture, [line[::-1] for line in picture]):
        for _ in range(4):
            yield mirrored
            mirrored = turned(mirrored)


def drawn_at(places, edge):
    """Return the row and the column of an edge in a picture."""
    row, col = places.grid.place(1 << edge // 2)
    return (2 * row + 1, 2 * col) if edge % 2 else (2 * row, 2 * col + 1)


def puzzle_in(picture):
    rows, cols = len(picture) // 2, len(picture[0]) // 2
    clues = tuple(tuple(None if clue == "." else int(clue) for clue in line[1::2]) for line in picture[1::2])
    return Slitherlink("q", rows, cols, clues)


def applied(rule, picture):
    """Apply a rule once at each of its places; return the resulting picture."""
    places = Places(puzzle_in(picture))
    meanings = {" ": OPEN, "-": LINE, "|": LINE, "x": CROSSED}
    marks = places.blank()
    there = {edge: drawn_at(places, edge) for edge, mark in enumerate(marks) if mark == OPEN}
    for edge, (row, col) in there.items():
        marks[edge] = meanings[picture[row][col]]
    found = [list(line) for line in picture]
    clued = [cell for cell in places.cells if places.clues.get(cell) in rule.clues]
    for place in clued if rule.clues else places.vertices:
        for edge in rule.find(places, place, marks):
            if edge in there:
                row, col = there[edge]
                found[row][col] = "x" if rule.mark == CROSSED else "|" if row % 2 else "-"
    return ["".join(line) for line in found]


def test_order_of_rules():
    assert [(rule.number, rule.name) for rule in RULES] == [(at, name) for at, (name, _) in enumerate(CASES, 1)]


EMPTY = "/".join(["+ + + +", *[" . . . ", "+ + + +"] * 3])
FOUND = str.maketrans("X=!", "x-|")


@pytest.mark.parametrize("name, picture", [*CASES, *FURTHER, *((name, EMPTY) for name, _ in CASES)])
def test_a_rule_in_every_direction(name, picture):
    (rule,) = (rule for rule in RULES if rule.name == name)
    before, after = (picture.translate(marks).split("/") for marks in (dict.fromkeys(FOUND, " "), FOUND))
    for given, expected in zip(directions(before), directions(after), strict=True):
        assert applied(rule, given) == expected
        assert applied(rule, expected) == expected


def check(rows, cols, clues):
    """Check that all findings are true in every solution; return whether the rules got stuck."""
    puzzle, solutions = blank(Slitherlink, rows, cols).with_clues(clues), loops_with(rows, cols, clues)
    search = SlinkSearch(puzzle)
    try:
        found, stuck = list(search.solutions()), False
    except Stuck:
        found, stuck = [], True
    if not stuck:
        assert found == solutions, clues
    known = known_edges(search.drawing())
    for solution in solutions:
        lines = known_edges(Slitherlink.drawing(puzzle, solution))
        assert {edge: line for edge, line in known.items() if line == Edge.FOUND}.items() <= lines.items(), clues
        assert not {edge for edge, line in known.items() if line == Edge.CROSSED} & lines.keys(), clues
    return stuck


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (2, 2)])
def test_every_small_puzzle(rows, cols):
    cells = [*product(range(rows), range(cols))]
    for clues in product((None, 0, 1, 2, 3), repeat=rows * cols):
        check(rows, cols, {cell: clue for cell, clue in zip(cells, clues) if clue is not None})


@pytest.mark.parametrize("rows, cols, count", [
    (3, 3, 200),
    (2, 4, 200),
    pytest.param(3, 3, 20_000, marks=pytest.mark.slow),
    pytest.param(4, 4, 4_000, marks=pytest.mark.slow),
])  # fmt: skip
def test_random_puzzles_with_and_without_a_solution(rows, cols, count):
    rng = random.Random(rows * cols)
    stuck = sum(check(rows, cols, random_clues(rng, rows, cols, (0.5, 0.8, 1))) for _ in range(count))
    assert 0 < stuck < count


def test_two_loops_are_no_solution():
    assert list(SlinkSearch(slink.Slink("q", 2, 5, ((2, 2, 1, 2, 2),) * 2)).solutions()) == []


def test_words_of_steps():
    search = SlinkSearch(slink.Slink("q", 2, 2, ((2, 2), (2, 2))))
    assert list(search.solutions()) == [("11", "11")]
    assert list(map(str, search.steps))[:2] == [
        Says("rule 10", ", r1c1: line left of r2c1", "above r1c2"),
        Says("rule 10", ", r1c2: line above r1c1", "right of r2c2"),
    ]
    assert search.counters["steps"] == len(search.steps)


def known_edges(drawing):
    """Return the mark of each marked edge, by direction, row and column."""
    return {
        (level, row, col): line for level, edges in enumerate((drawing.horizontal, drawing.vertical))
        for row, lines in enumerate(edges) for col, line in enumerate(lines) if line != Edge.NONE}


def test_drawings_of_steps():
    """A step's picture shows the findings of this step and of all earlier steps. The step's cells are those that the
    rule examined."""
    puzzle = made("slink", 6, 6, "easy", 3)
    search = SlinkSearch(puzzle)
    (solution,) = search.solutions()
    before = {}
    for step in search.steps:
        known = known_edges(step.drawing())
        fresh = known.keys() - before.keys()
        assert fresh and before.items() <= known.items()
        assert len(fresh) == step.found.count(" and ") + 1
        assert {known[edge] for edge in fresh} == {Edge.FOUND if step.found.startswith("line") else Edge.CROSSED}
        assert 1 <= len(step.cells) <= 9
        if vertex := re.fullmatch(r"the (top|bottom)-(left|right) corner of r(\d)c(\d)", step.place):
            row, col = int(vertex[3]), int(vertex[4])
            assert (row - 1, col - 1) in step.cells
            assert (vertex[1] == "bottom" or row == 1) and (vertex[2] == "right" or col == 1)
        before = known
    assert len(before) == 2 * 6 * 7
    solved = known_edges(Slitherlink.drawing(puzzle, solution))
    assert {edge: line for edge, line in before.items() if line == Edge.FOUND} == solved


def test_drawing_if_stuck():
    with pytest.raises(Stuck, match="no rule") as caught:
        list(SlinkSearch(blank(Slitherlink, 2, 3, r1c1=3, r2c3=0)).solutions())
    assert caught.value.partial.splitlines() == [
        "╭───╴   · x ·", "│ 3         x", "╵   ·   · x ·", "        x 0 x", "·   · x · x ·"]


@pytest.mark.parametrize("difficulty, last", [("easy", 6), ("normal", 7)])
def test_last_rule_needed(difficulty, last):
    puzzle = made("slink", 8, 8, difficulty, 3)
    assert list(SlinkSearch(puzzle, last).solutions()) == solutions(puzzle)
    if difficulty == "normal":
        with pytest.raises(Stuck):
            list(SlinkSearch(puzzle, last - 1).solutions())


def test_unsolved_puzzles():
    rng = random.Random(0)
    clues = [tuple(tuple(rng.randrange(4) for _ in range(3)) for _ in range(3)) for _ in range(20)]
    assert {SlinkSearch(slink.Slink("any", 3, 3, some)).solves() for some in clues} == {False}
