"""A visit of a row against the model, and the model against colourings that are solutions."""

import random
from functools import cache
from itertools import combinations, pairwise, product

import pytest

from rowloom.engines.genres import SLITHERLINK_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.slitherlink.deducer.row_rules import RowRules, RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.simulation import simulate
from support.slitherlink import rows as row_model
from support.slitherlink.colours import Colour
from support.slitherlink.rows import COLOURS, Row, begin, clue_vectors, fixpoint, frame, visit

CLUES = 0, 1, 2, 3, None
ANY_SHAPE, ANY_COLOUR = frozenset(Shape), frozenset(COLOURS)


@cache
def state_word(row):
    return RowState(len(row.cells)).const(row.vectors()).as_bits()


@cache
def clue_word(clues):
    return ClueRow(len(clues), SLITHERLINK_BITS).const(clue_vectors(clues)).as_bits()


def run(cols, cases):
    """Visits every (upper, lower, clues) and compares with the model."""
    dut = RowRules(cols)
    # As words, each made once: to make a structure's value takes longer than to simulate the visit.
    inputs = [port.as_value() for port in (dut.upper, dut.lower, dut.clues)]
    outputs = [port.as_value() for port in (dut.upper_next, dut.lower_next)]

    async def testbench(ctx):
        for upper, lower, clues in cases:
            for port, word in zip(inputs, (state_word(upper), state_word(lower), clue_word(tuple(clues)))):
                ctx.set(port, word)
            *after, contradiction = visit(upper, lower, clues)
            assert [ctx.get(port) for port in outputs] == [state_word(row) for row in after], (upper, lower, clues)
            assert ctx.get(dut.contradiction) == contradiction, (upper, lower, clues)

    simulate(dut, testbench)


def subsets(possible):
    return [frozenset(kept) for size in range(len(possible) + 1) for kept in combinations(possible, size)]


def within(smaller, larger):
    """Nothing is possible in the rows ``smaller`` that is not in ``larger``."""
    return all(
        few <= many for one, other in zip(smaller, larger, strict=True)
        for few, many in zip(one.vertices + one.cells, other.vertices + other.cells, strict=True)
    )


def undecided(cols):
    return Row((ANY_SHAPE,) * (cols + 1), (ANY_COLOUR,) * cols)


def random_part(row, share, rng):
    """The row with about that share of its possibilities."""
    def part(possible):
        return frozenset(value for value in possible if rng.random() < share)

    return Row(tuple(map(part, row.vertices)), tuple(map(part, row.cells)))


def joined(one, other):
    """What is possible in either row."""
    return Row(tuple(a | b for a, b in zip(one.vertices, other.vertices)),
               tuple(a | b for a, b in zip(one.cells, other.cells)))


def framed(colouring):
    """A coloured grid with the frame round it."""
    outside = [Colour.OUTSIDE]
    side = outside * (len(colouring[0]) + 2)
    return [side, *([*outside, *line, *outside] for line in colouring), side]


def crosses(north_west, north_east, south_west, south_east):
    """Lines cross at the vertex between four cells."""
    return north_west == south_east != north_east == south_west


def random_colouring(rows, cols, rng):
    """The colours of a grid in which no lines cross."""
    grid = framed([[Colour.OUTSIDE] * cols for _ in range(rows)])
    for (above, here), col in product(pairwise(grid[:-1]), range(1, cols + 1)):
        here[col] = rng.choice(COLOURS)
        if crosses(*above[col - 1:col + 1], *here[col - 1:col + 1]):
            here[col] = above[col]
    return [line[1:-1] for line in grid[1:-1]]


def solution(colouring):
    """What a coloured grid is as a state, the frame below it included, and all clues that it has."""
    grid = framed(colouring)
    rows, cols = range(len(colouring)), range(len(colouring[0]))

    def shape(row, col):
        north_west, north_east, south_west, south_east = *grid[row][col:col + 2], *grid[row + 1][col:col + 2]
        return Shape((north_west != north_east, north_east != south_east,
                      south_west != south_east, north_west != south_west))

    def clue(row, col):
        beside = [grid[row + 1 + down][col + 1 + right] for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        lines = sum(colour != colouring[row][col] for colour in beside)
        return lines if lines < 4 else None

    state = [
        Row(tuple(frozenset({shape(row, col)}) for col in (*cols, len(cols))),
            tuple(frozenset({grid[row + 1][col + 1]}) for col in cols))
        for row in (*rows, len(rows))
    ]
    return state, [[clue(row, col) for col in cols] for row in rows]


def visits(state, clues):
    """All pairs of rows that are visited, with their clues, from the frame above to the one below."""
    cols = len(state[0].cells)
    return list(zip([frame(cols), *state], state, [[None] * cols, *clues], strict=False))


def test_every_choice_of_shapes_round_a_cell():
    """Every clue, and one shape at each corner."""
    either = (ANY_COLOUR,)
    run(1, [
        (Row(corners[:2], either), Row(corners[2:], either), [clue])
        for corners in product((frozenset({shape}) for shape in Shape), repeat=4) for clue in CLUES
    ])


@pytest.mark.parametrize("place", range(4))
def test_every_set_of_shapes_of_one_vertex(place):
    """With every clue, and with every set of colours that a cell may have."""
    colours = [*((above, below, None) for above, below in product(subsets(COLOURS)[1:], repeat=2)),
               *((ANY_COLOUR, ANY_COLOUR, clue) for clue in CLUES)]
    cases = []
    for shapes in subsets(Shape):
        vertices = [ANY_SHAPE] * 4
        vertices[place] = shapes
        upper, lower = tuple(vertices[:2]), tuple(vertices[2:])
        cases += [(Row(upper, (above,)), Row(lower, (below,)), [clue]) for above, below, clue in colours]
    run(1, cases)


@pytest.mark.parametrize("cols, count", [(1, 300), (2, 200), (3, 100), (5, 50), (17, 20), (36, 20)])
def test_random_rows(cols, count):
    """And the more is possible before a visit the more is after it, so that the order of the visits does not matter."""
    rng = random.Random(cols)
    cases = []
    for _ in range(count):
        clues = rng.choices(CLUES, k=cols)
        share = rng.uniform(0.5, 1)
        larger = [random_part(undecided(cols), share, rng) for _ in range(2)]
        smaller = [random_part(row, 0.9, rng) for row in larger]
        *after_larger, _ = visit(*larger, clues)
        *after_smaller, _ = visit(*smaller, clues)
        assert within(after_larger, larger)
        assert within(after_smaller, after_larger)
        cases += [(*larger, clues), (*smaller, clues)]
    run(cols, cases)


@pytest.mark.parametrize("rows, cols", [(4, 1), (20, 2), (20, 3), (10, 7), (3, 36)])
def test_no_visit_loses_a_solution(rows, cols):
    """Rows of random colourings, among other possibilities; the clues are some of the colouring's."""
    rng = random.Random(cols)
    for _ in range(5):
        solved, clues = solution(random_colouring(rows, cols, rng))
        clues = [[clue if rng.random() < 0.6 else None for clue in line] for line in clues]
        share = rng.uniform(0, 0.8)
        state = [joined(row, random_part(undecided(cols), share, rng)) for row in solved]
        for (upper, lower, line), row, above in zip(visits(state, clues), solved, [frame(cols), *solved]):
            upper_next, lower_next, contradiction = visit(upper, lower, line)
            assert not contradiction
            assert within([row], [lower_next])
            assert above == frame(cols) or within([above], [upper_next])
        run(cols, visits(state, clues))


@pytest.mark.parametrize("rows, cols, difficulty", [(5, 5, "hard"), (10, 10, "easy"), (4, 36, "easy")])
def test_every_visit_on_the_way_to_the_fixpoint(monkeypatch, rows, cols, difficulty):
    """Of puzzles with one solution."""
    pytest.importorskip("pysat", reason="python-sat is not installed")
    from support.puzzles import made, solutions

    seen = []
    monkeypatch.setattr(row_model, "visit", lambda *rows: seen.append(rows) or visit(*rows))
    puzzle = made("slitherlink", rows, cols, difficulty, 1)
    (answer,) = solutions(puzzle)
    solved, _ = solution([[COLOURS[cell == "0"] for cell in line] for line in answer])
    state, contradiction = fixpoint(begin(rows, cols), puzzle.clues)
    assert not contradiction
    assert within(solved, state)
    assert state != begin(rows, cols)
    for upper, lower, line in visits(state, puzzle.clues)[1:]:
        assert visit(upper, lower, line) == (upper, lower, False)
    run(cols, seen)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)])
def test_the_models_fixpoint_of_every_puzzle(rows, cols):
    """It keeps all colourings that obey the clues and have no crossing lines; where all is decided, it is one of them.

    Their lines may make several loops, or none: that is beyond these rules.
    """
    colourings = [
        solution(colouring) for colouring in product(product(COLOURS, repeat=cols), repeat=rows)
        if not any(crosses(*above[col:col + 2], *here[col:col + 2])
                   for above, here in pairwise(framed(colouring)) for col in range(cols + 1))
    ]
    for cells in product(CLUES, repeat=rows * cols):
        clues = [cells[row * cols:(row + 1) * cols] for row in range(rows)]
        obeying = [
            state for state, counts in colourings
            if all(clue in (None, count) for clue, count in zip(cells, (count for line in counts for count in line)))
        ]
        state, contradiction = fixpoint(begin(rows, cols), clues)
        assert all(within(solved, state) for solved in obeying)
        assert not (contradiction and obeying)
        if not contradiction and all(len(possible) == 1 for row in state for possible in (*row.vertices, *row.cells)):
            assert state in obeying
