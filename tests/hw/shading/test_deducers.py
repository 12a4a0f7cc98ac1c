"""The deducers of the two shading genres are compared with brute force: all conclusions are true, and no solution is
lost."""

import random
from collections import Counter
from functools import cache, partial
from itertools import combinations, product

import pytest

from rowloom.engines.shading import CANAL_BITS
from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.hw.shading.canal.clue_rule import UNKNOWN
from rowloom.hw.shading.canal.deducer import CanalDeducer
from rowloom.hw.shading.deducer import WORKS
from rowloom.hw.shading.smullyan import CLUE_BITS, SmullyanDeducer
from support import brute
from support.deduction.compiled import Compiled

CANAL_VALUES, SMULLYAN_VALUES = (None, 0, 1, 2, 3, UNKNOWN), (None, 0, 1, 2, 6)


@pytest.fixture(scope="module")
def canal(compiled):
    return Compiled(compiled(CanalDeducer(4, 5, 100)), (4, 5), CANAL_BITS, 0, 1, WORKS, columns=True)


@pytest.fixture(scope="module")
def smullyan(compiled):
    return Compiled(compiled(SmullyanDeducer(4, 4, 96)), (4, 4), CLUE_BITS, 0, 1, WORKS)


@cache
def fillings(genre, rows, cols):
    """Return all solutions of a grid without clues. Each solution is paired with a number for each cell: the number
    that a clue in this cell would need to have."""
    def counts(solution):
        if genre is Canal:
            return views(solution)
        return [[sum(solution[r][c] == "1" for r, c in domain(blank, (row, col))) for col in range(cols)]
                for row in range(rows)]

    blank = genre("blank", rows, cols, ((None,) * cols,) * rows)
    return [(solution, counts(solution)) for solution in brute.solutions(blank)]


def solutions_of(genre, grid, unlike=None):
    """Return all solutions of a puzzle. In a Canal View, the clue in the cell ``unlike`` must not be met."""
    clues = {(row, col): clue for row, line in enumerate(grid) for col, clue in enumerate(line) if clue is not None}

    def fits(cell, count, shade):
        if genre is Smullyan:
            return (clues[cell] == count) != (shade == "1")
        return shade == "0" and (clues[cell] == UNKNOWN or (clues[cell] == count) != (cell == unlike))

    return {solution for solution, counts in fillings(genre, len(grid), len(grid[0]))
            if all(fits((row, col), counts[row][col], solution[row][col]) for row, col in clues)}


GENRES = {"canal": Canal, "smullyan": Smullyan}
canal_solutions = partial(solutions_of, Canal)


def check(request, genre, grids):
    """Check the deducer with all grids; return the number of grids that have solutions."""
    deducer, solvable = request.getfixturevalue(genre), 0
    for grid in grids:
        truth = solutions_of(GENRES[genre], grid)
        deducer.check(grid, truth)
        solvable += bool(truth)
    return solvable


def grid_of(clues, cols):
    return [list(clues[at:at + cols]) for at in range(0, len(clues), cols)]


@pytest.mark.parametrize("genre, rows, cols, values", [
    *(("canal", *size, CANAL_VALUES) for size in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))),
    *(("smullyan", *size, SMULLYAN_VALUES) for size in ((1, 1), (1, 2), (2, 1), (1, 3))),
    ("canal", 2, 2, (None, 0, 1, 2, UNKNOWN)), ("smullyan", 2, 2, (None, 0, 1, 2, 3)),
])
def test_every_tiny_puzzle(request, genre, rows, cols, values):
    check(request, genre, (grid_of(clues, cols) for clues in product(values, repeat=rows * cols)))


@pytest.mark.slow  # minutes
@pytest.mark.parametrize("genre, values", [("canal", (*range(6), UNKNOWN)), ("smullyan", range(7))])
@pytest.mark.parametrize("number", range(4))
def test_every_3x3_puzzle_with_few_clues(request, genre, values, number):
    check(request, genre, (
        grid_of([clues.get(cell) for cell in range(9)], 3) for cells in combinations(range(9), number)
        for clues in (dict(zip(cells, chosen)) for chosen in product(values, repeat=number))))


def random_canal(rng, rows, cols):
    """Return clues, most of which agree with a random solution."""
    density, noise = rng.choice((0, 0.2, 0.5, 0.8)), rng.choice((0, 0, 0.1))
    solution, seen = rng.choice(fillings(Canal, rows, cols))

    def clue(row, col):
        if rng.random() > density or (solution[row][col] == "1" and rng.random() > noise):
            return None
        return rng.choice((UNKNOWN, rng.randrange(8))) if rng.random() < noise else seen[row][col]

    return [[clue(row, col) for col in range(cols)] for row in range(rows)]


def random_smullyan(rng, rows, cols):
    density = rng.choice((0, 0.2, 0.5, 0.8))
    return [[rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6)) if rng.random() < density else None for _ in range(cols)]
            for _ in range(rows)]


RANDOM = {"smullyan": random_smullyan, "canal": random_canal}


@pytest.mark.parametrize("genre, rows, cols, count", [
    ("smullyan", 1, 4, 30), ("canal", 1, 5, 30),
    *((genre, *size) for genre in RANDOM for size in ((4, 1, 20), (3, 3, 40), (4, 3, 20))),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in (
        ("smullyan", 4, 4, 300), ("canal", 4, 4, 300), ("canal", 3, 5, 200), ("canal", 4, 5, 200)))])
def test_random_puzzles(request, genre, rows, cols, count):
    rng = random.Random(0)
    solvable = check(request, genre, (RANDOM[genre](rng, rows, cols) for _ in range(count)))
    assert genre == "smullyan" or solvable > count // 2


@pytest.mark.parametrize("rows, cols", [(3, 3), (3, 4), (4, 4)])
def test_the_branch_cell_is_not_just_the_first_one(smullyan, rows, cols):
    """Each cell has two trials. A cell counts with the trial that took fewer visits, and the branch cell is the cell
    with the greatest count. In an empty grid, this is not a corner cell."""
    smullyan.begin([[None] * cols] * rows)
    state = smullyan.solve(wanted=0)
    assert not (state.decided or state.contradiction)
    assert state.branch not in product((0, rows - 1), (0, cols - 1))


@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("clues", [
    [[None] * 3] * 3, [[None, 2, None], [None] * 3, [1, None, None]], [[0]],
    pytest.param([[None] * 4] * 4, marks=pytest.mark.slow), [[None] * 4] * 2])
def test_all_are_counted(request, genre, clues):
    """A search counts all solutions, even if lookahead finds them."""
    deducer = request.getfixturevalue(genre)
    deducer.begin(clues)
    assert deducer.count() == len(solutions_of(GENRES[genre], clues))


def test_a_single_shaded_cell(canal):
    """A solution may have a single shaded cell unless a clue needs more. This is also true after clues have changed."""
    canal.begin([[1, None]])
    assert canal.solve().decided and canal.cells() == ("01",)
    canal.begin([[None, 2, None]])
    assert canal.solve().contradiction
    canal.change((0, 1), 1)
    canal.begin_again(shallow=True)
    assert set(canal.solutions()) == {("001",), ("100",)}


def finds(canal, truth):
    """Assert that a search finds two of the given solutions, or all of them if there are fewer than two. Return the
    number of solutions found."""
    found = canal.solutions()
    assert set(found) <= truth and len(found) == len(set(found)) == min(2, len(truth))
    return len(found)


def test_clues_that_change(canal):
    """Clues are changed one after the other. Each clue is first marked as a clue that the solution must not satisfy,
    and is then either removed or restored."""
    rng = random.Random(0)
    for _ in range(40):
        grid = random_canal(rng, *rng.choice(((2, 3), (3, 3), (2, 5), (4, 3))))
        numbers = [(row, col) for row, line in enumerate(grid) for col, clue in enumerate(line)
                   if clue not in (None, UNKNOWN)]
        canal.begin(grid)
        for cell in rng.sample(numbers, min(3, len(numbers))):
            canal.change(cell, unlike=True)
            canal.begin_again(shallow=True)
            finds(canal, canal_solutions(grid, unlike=cell))
            free = rng.random() < 0.5
            canal.change(cell, free=free)
            if free:
                grid[cell[0]][cell[1]] = None
            canal.begin_again(shallow=True)
            finds(canal, canal_solutions(grid))


def test_other_solutions_near_a_clue(canal):
    """Search for solutions that differ from a known solution only in rows near a clue. For the search, the clue is
    either marked as a clue that must not be satisfied, or removed; if it is removed, its cell must be shaded."""
    rng, asked = random.Random(0), Counter()
    while min(asked[one, found] for one in (False, True) for found in (0, 1, 2)) < 5:
        rows, cols = rng.choice(((3, 3), (4, 3), (2, 5), (3, 4)))
        solution, seen = rng.choice(fillings(Canal, rows, cols))
        clues = {(row, col): seen[row][col] for row, col in product(range(rows), range(cols))
                 if solution[row][col] == "0" and rng.random() < 0.7}
        canal.begin([[clues.get((row, col)) for col in range(cols)] for row in range(rows)])
        if not canal.solve().decided or canal.cells() != solution:
            continue
        canal.solve(3, 0)
        for cell in rng.sample(sorted(clues), min(3, len(clues))):
            window = rng.choice([(max(0, cell[0] - reach), min(rows, cell[0] + reach)) for reach in (0, 1, 2)])
            others = canal_solutions([[None if (row, col) == cell else clues.get((row, col)) for col in range(cols)]
                                      for row in range(rows)])
            near = {other for other in others if all(
                window[0] <= row <= window[1] or other[row] == solution[row] for row in range(rows))}
            for one in (False, True):
                canal.change(cell, free=one, unlike=not one)
                state = canal.begin_again(3, window, shallow=True, cell=cell if one else None)
                truth = {other for other in near if (other[cell[0]][cell[1]] == "1") == one
                         and (one or views(other)[cell[0]][cell[1]] != clues[cell])}
                assert not (state.contradiction and truth)
                asked[one, 0 if state.contradiction else finds(canal, truth)] += 1
            canal.change(cell)
