"""The techniques, compared with their definitions, with all ways to fill a house, and with solutions of small grids."""

import random
from functools import partial
from itertools import combinations, permutations, product

import pytest

from rowloom.host.generate.sudoku import random_grid
from rowloom.host.solvers.sudoku import techniques as known
from rowloom.host.solvers.sudoku.techniques import LOCKED, PAPER, House, bands, candidates, houses, propagate
from support import brute
from support.puzzles import made_whole, sudoku

SUBSETS = (*LOCKED, *(one for one in PAPER if one.name.endswith(("pairs", "triplets", "quartets"))))
NAKED, HIDDEN = ([partial(kind, size) for size in range(5)] for kind in (known.naked_subsets, known.hidden_subsets))
IN_A_HOUSE = [known.naked_singles, known.hidden_singles, *NAKED[2:4], *HIDDEN[2:4]]


def house_of(size: int) -> House:
    return House(tuple(range(size)), ())


def masks(cells: str) -> list[int]:
    """Return the masks of cells from a text with the candidates of each cell, such as "12 124"."""
    return [sum(1 << int(digit) - 1 for digit in cell) for cell in cells.split()]


def fillings(grid: list[int]) -> list[tuple[int, ...]]:
    """Return all ways to fill a house with different digits."""
    return [digits for digits in permutations(1 << digit for digit in range(len(grid)))
            if all(mask & digit for mask, digit in zip(grid, digits))]


def test_regions():
    assert [house.name for house in houses(2)] == [f"{kind} {at}" for kind in ("row", "column", "box") for at in "1234"]
    assert [band.name for band in bands(3)] == [
        "boxes 1 to 3", "boxes 4 to 6", "boxes 7 to 9", "boxes 1 to 7", "boxes 2 to 8", "boxes 3 to 9",
    ]  # fmt: skip
    assert [known.place(cell, 3) for cell in (0, 8, 9, 80)] == ["r1c1", "r1c9", "r2c1", "r9c9"]


@pytest.mark.parametrize("order", [2, 3, 4])
def test_bands_are_lines_of_boxes(order):
    side = order**2
    rows, columns, boxes = ([{*house.cells} for house in houses(order)[side * at :][:side]] for at in range(3))
    assert len(bands(order)) == 2 * order
    for number, band in enumerate(bands(order)):
        assert len(band.boxes) == order
        assert all({cell for line in box for cell in line} in boxes for box in band.boxes)
        lines = ({cell for box in band.boxes for cell in box[at]} for at in range(order))
        assert all(line in (rows if number < order else columns) for line in lines)
    for cell, numbers in enumerate(known.numbers_of(bands, order)):
        assert [number for number, band in enumerate(bands(order)) if cell in band.cells] == list(numbers)


@pytest.mark.parametrize("technique, cells, removed", [
    (known.naked_singles, "1 123 23 1234", {1: "1", 3: "1"}),
    (known.naked_singles, "1 1 23 1234", {0: "1", 1: "1", 3: "1"}),
    (known.naked_singles, "12 12 34 34", {}),
    (known.hidden_singles, "12 12 123 124", {2: "12", 3: "12"}),
    (known.hidden_singles, "12 12 12 34", {3: "34"}),
    (known.hidden_singles, "1 2 34 34", {}),
    (HIDDEN[2], "1234 1235 345 345 345", {0: "34", 1: "35"}),
    (HIDDEN[3], "124 235 135 45 45", {0: "4", 1: "5", 2: "5"}),
])  # fmt: skip
def test_examples(technique, cells, removed):
    grid = masks(cells)
    assert technique(grid, house_of(len(grid))) == {cell: masks(digits)[0] for cell, digits in removed.items()}


def test_naked_subsets_of_every_size_by_definition():
    rng = random.Random(6)
    for _ in range(300):
        grid = [rng.getrandbits(6) & rng.getrandbits(6) or 0b11 for _ in range(6)]
        open_cells = [cell for cell, mask in enumerate(grid) if mask.bit_count() > 1]
        for size in (2, 3, 4):
            expected: dict[int, int] = {}
            for members in combinations(open_cells, size):
                union = 0
                for cell in members:
                    union |= grid[cell]
                for cell in set(range(6)) - set(members):
                    if union.bit_count() <= size and grid[cell] & union:
                        expected[cell] = expected.get(cell, 0) | grid[cell] & union
            assert known.naked_subsets(size, grid, house_of(6)) == expected


def test_all_techniques_are_complete():
    """In a house of up to five cells, singles and all subsets together leave exactly the possible candidates."""
    rng = random.Random(3)
    for _ in range(1500):
        size = rng.choice((3, 4, 5))
        grid = [rng.getrandbits(size) or (1 << size) - 1 for _ in range(size)]
        if not (ways := fillings(grid)):
            continue
        before = None
        while grid != before:
            before = list(grid)
            for technique in (*IN_A_HOUSE, NAKED[4]):
                for cell, gone in technique(grid, house_of(size)).items():
                    grid[cell] ^= gone
        assert grid == [sum({digits[cell] for digits in ways}) for cell in range(size)]


def test_locked_candidates_by_definition():
    """Locked candidates agree with their definition. The technique ignores placed digits, which singles handle."""
    rng = random.Random(4)
    sets = [set(house.cells) for house in houses(3)]
    for _ in range(40):
        grid = [rng.getrandbits(9) & rng.getrandbits(9) & rng.getrandbits(9) or 0b11 for _ in range(81)]
        open_cells = {cell for cell, mask in enumerate(grid) if mask.bit_count() > 1}
        for number, house in enumerate(houses(3)):
            expected: dict[int, int] = {}
            for digit in (1 << at for at in range(9)):
                places = {cell for cell in sets[number] if grid[cell] & digit}
                for other in sets:
                    if places & open_cells and len(sets[number] & other) == 3 and places <= other:
                        for cell in other - sets[number]:
                            if grid[cell] & digit:
                                expected[cell] = expected.get(cell, 0) | digit
            assert known.locked_candidates(grid, house) == expected


@pytest.mark.parametrize("size, boxes, removed", [
    (1, "110 110 111", ()), (2, "110 110 111", (6, 7)), (2, "110 011 111", ()),
    (2, "1100 1010 0110 1111", ()), (3, "1100 1010 0110 1111", (12, 13, 14)), (1, "100 111", (3,)), (1, "p00 111", ()),
])  # fmt: skip
def test_double_and_triple_lines(size, boxes, removed):
    """Each line of a box is represented by one cell. In this cell, the digit 1 is possible (1), impossible (0) or
    placed (p)."""
    numbers = iter(range(100))
    band = known.Band(tuple(tuple((next(numbers),) for _ in box) for box in boxes.split()))
    grid = [{"1": 0b111, "0": 0b110, "p": 0b1}[line] for line in boxes.replace(" ", "")]
    assert known.lines(size, grid, band) == dict.fromkeys(removed, 1)


@pytest.mark.parametrize("techniques", [LOCKED, PAPER])
def test_techniques_are_sound(techniques):
    rng = random.Random(5)
    solved = contradicted = 0
    for _ in range(60):
        rows = [[digit if rng.random() < 0.5 else 0 for digit in row] for row in random_grid(2, rng)]
        if rng.random() < 0.3:
            rows[rng.randrange(4)][rng.randrange(4)] = rng.randrange(1, 5)
        ways = brute.solutions(sudoku(rows))
        grid = candidates(rows)
        if propagate(grid, 2, techniques):
            assert all(grid[cell] >> digit - 1 & 1 for way in ways for cell, digit in enumerate(sum(way, ())))
            if known.is_solved(grid):
                assert [known.solution(grid, 2)] == ways
                solved += 1
        else:
            assert ways == []
            contradicted += 1
    assert solved > 0 and contradicted > 0


def test_fixpoint():
    """After :func:`propagate`, no technique removes anything, and the order of the techniques does not matter."""
    puzzle = made_whole(3, "hard", 1)
    grid, backwards = candidates(puzzle.cells), candidates(puzzle.cells)
    assert propagate(grid, 3, SUBSETS) and propagate(backwards, 3, SUBSETS[::-1])
    assert grid == backwards
    assert all(technique.removals(grid, house) == {} for technique, house in product(SUBSETS, houses(3)))
    assert propagate(grid, 3, PAPER)
    assert all(technique.removals(grid, region) == {} for technique in PAPER for region in technique.regions(3))


def test_changed_cells():
    """If only the changed cells are examined again, the result is the same as if all cells were examined again."""
    puzzle = made_whole(4, "hard", 1)
    grid = candidates(puzzle.cells)
    assert propagate(grid, 4, LOCKED)
    cell = next(cell for cell, mask in enumerate(grid) if mask.bit_count() == 2)
    for digit in (grid[cell] & -grid[cell], grid[cell] & grid[cell] - 1):
        all_again, continued = list(grid), list(grid)
        all_again[cell] = continued[cell] = digit
        outcome = propagate(all_again, 4, LOCKED)
        assert propagate(continued, 4, LOCKED, [cell]) == outcome
        assert continued == all_again or not outcome
