"""The statements in docs/lab/paper-slitherlink.md about the paper. Each statement is proved by an example, or by
checking all cases."""

from itertools import product

from rowloom.hw.slitherlink.checker.checker import EDGES, OFFSETS, PATTERNS
from support.slitherlink.checker import CheckerModel, Colour, demands, hole_count, pieces

DECIDED = Colour.INSIDE, Colour.OUTSIDE


def model_of(puzzle):
    """Return a checker with the clues of a drawing, and its clue cells in order."""
    lines = puzzle.split()
    model = CheckerModel(len(lines), len(lines[0]))
    clues = [((row, col), int(mark)) for row, line in enumerate(lines) for col, mark in enumerate(line) if mark != "."]
    for cell, value in clues:
        model.clue(cell, value)
    return model, clues


def candidates(model, clues):
    """Yield every assignment of all clue cells that satisfies the partial condition, as in the paper's Fig. 8."""
    if not clues:
        yield model
        return
    (cell, value), *rest = clues
    for colour, pattern in product(DECIDED, range(len(PATTERNS[value]))):
        model.assign(cell, colour, pattern)
        if not model.conflict:
            yield from candidates(model, rest)
    model.assign(cell, Colour.UNDECIDED)


def solves(inside, model, clues):
    """Return whether a colouring of all cells is a solution, by definition."""
    def sides(cell):
        beside = ((cell[0] + OFFSETS[edge][0], cell[1] + OFFSETS[edge][1]) for edge in EDGES)
        return sum((other in inside) != (cell in inside) for other in beside)

    full = CheckerModel(model.rows, model.cols)
    for cell in full.cells:
        full.assign(cell, Colour.INSIDE if cell in inside else Colour.OUTSIDE)
    return (
        len(pieces(inside)) == 1 and hole_count(inside) == 0 and not full.conflict
        and all(sides(cell) == value for cell, value in clues)
    )


def test_a_solution_need_not_reach_the_first_row():
    """The paper's flood starts at an inside cell in the first row (section 3.3.1). This puzzle has none: in its only
    solution, only the lower right cell is inside."""
    model, clues = model_of("0. ..")
    cells = sorted(model.cells)
    regions = [{cell for cell, chosen in zip(cells, choice) if chosen} for choice in product((0, 1), repeat=4)]
    assert [inside for inside in regions if solves(inside, model, clues)] == [{(1, 1)}]


def test_a_candidate_with_a_hole_may_still_lead_to_a_solution():
    """Section 3.1.3 rejects a connected candidate with a hole. Here, all candidates have a hole, because no clue
    decides the cell in the middle. But the puzzle has a solution, in which all cells are inside."""
    model, clues = model_of("2.1.2 ..... 1...1 ..... 2.1.2")
    found = 0
    for candidate in candidates(model, clues):
        found += 1
        assert len(pieces(candidate.inside)) == 1 and hole_count(candidate.inside) > 0
        assert (2, 2) not in candidate.inside | candidate.outside
    assert found == 16
    assert solves(model.cells, model, clues)


def test_demands_alone_do_not_show_a_conflict_with_an_assigned_cell():
    """Section 3.3 looks for cells that different neighbours demand to be inside and outside. In this example, the left
    cell demands that the right cell be outside, but the right cell is already assigned inside. The two cells contradict
    each other, although no cell has two different demands."""
    model, _ = model_of(".... .11. ....")
    line_right = PATTERNS[1].index({5})
    demanded = {colour: set() for colour in Colour}
    for row, col in (1, 1), (1, 2):
        model.assign((row, col), Colour.INSIDE, line_right)
        for (down, right), b_k in zip(OFFSETS.values(), demands(1, line_right, Colour.INSIDE)):
            demanded[b_k].add((row + down, col + right))
    assert demanded[Colour.INSIDE].isdisjoint(demanded[Colour.OUTSIDE])
    assert model.conflict


def test_the_printed_checker_pattern_formula_is_right():
    """The formula of section 3.3 is 0 if and only if four cells, each with one known colour, are coloured like a chess
    board."""
    for s in product(range(4), repeat=4):
        (a1, b1, c1, d1), (a0, b0, c0, d0) = ([value >> bit & 1 for value in s] for bit in (1, 0))
        printed = ((a1 ^ d1) or (b1 ^ c1) or not (a1 ^ b1) or (a0 ^ d0) or (b0 ^ c0) or not (a0 ^ b0) or not (a1 ^ a0))
        assert (not printed) == (s in {(2, 1, 1, 2), (1, 2, 2, 1)})


def test_picks_theorem_needs_connectivity():
    """Two pieces, one of them with a hole, satisfy the equation of section 3.3.2."""
    model = CheckerModel(3, 5)
    ring = {(row, col) for row in range(3) for col in range(3)} - {(1, 1)}
    for cell in ring | {(0, 4)}:
        model.assign(cell, Colour.INSIDE)
    assert model.pick
    assert not model.joined(outside=False, undecided=False)
    assert hole_count(model.inside) == 1
