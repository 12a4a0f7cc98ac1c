"""The techniques against their definitions: by looking at every way to fill a house, and at whole small grids."""

import random
from functools import partial
from itertools import combinations, permutations, product

import pytest

from rowloom.host.generate.full_grids import random_grid
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.sudoku.grid import (
    Band,
    House,
    bands,
    candidates,
    houses,
    is_solved,
    numbers_of,
    place,
    solution,
    transposed,
)
from rowloom.host.solvers.sudoku.propagation import propagate
from rowloom.host.solvers.sudoku.techniques import (
    LOCKED,
    PAPER,
    SINGLES,
    hidden_singles,
    hidden_subsets,
    lines,
    locked_candidates,
    naked_singles,
    naked_subsets,
)
from support import brute
from support.puzzles import made_whole

SUBSETS = (*LOCKED, *(one for one in PAPER if one.name.endswith(("pairs", "triplets", "quartets"))))

ONE_UNIT = [
    naked_singles,
    hidden_singles,
    *(partial(kind, size) for kind in (naked_subsets, hidden_subsets) for size in (2, 3)),
]


def sudoku(rows) -> Sudoku:
    return Sudoku("some givens", len(rows), len(rows), tuple(map(tuple, rows)))


def house_of(size: int) -> House:
    return House(tuple(range(size)), ())


def masks(*cells: str) -> list[int]:
    """Candidates told as digits, such as "124"."""
    return [sum(1 << int(digit) - 1 for digit in cell) for cell in cells]


def told(removed: dict[int, int]) -> dict[int, str]:
    return {
        cell: "".join(str(digit) for digit in range(1, 10) if mask >> digit - 1 & 1) for cell, mask in removed.items()
    }


def fillings(grid: list[int]) -> list[tuple[int, ...]]:
    """Every way to give each cell of a house another of its candidates."""
    return [
        digits
        for digits in permutations(1 << digit for digit in range(len(grid)))
        if all(mask & digit for mask, digit in zip(grid, digits))
    ]


@pytest.mark.parametrize("order", [2, 3, 4])
def test_houses_are_rows_columns_and_boxes(order):
    side = order**2
    all_houses = houses(order)
    assert len(all_houses) == 3 * side
    for cell, numbers in enumerate(numbers_of(houses, order)):
        row, col = divmod(cell, side)
        assert [number for number, house in enumerate(all_houses) if cell in house.cells] == list(numbers)
        assert numbers == (row, side + col, 2 * side + row // order * order + col // order)
    for house in all_houses:
        assert len(house.cells) == side
        for partition in house.partitions:
            assert sorted(cell for segment, _ in partition for cell in segment) == sorted(house.cells)
            for segment, crossing in partition:
                assert set(segment) == set(house.cells) & set(crossing)
                assert len(segment) == order
                assert crossing in [other.cells for other in all_houses if other is not house]
    assert [len(house.partitions) for house in all_houses] == [1] * 2 * side + [2] * side


def test_naked_singles():
    assert told(naked_singles(masks("1", "123", "23", "1234"), house_of(4))) == {1: "1", 3: "1"}
    assert told(naked_singles(masks("1", "1", "23", "1234"), house_of(4))) == {0: "1", 1: "1", 3: "1"}
    assert naked_singles(masks("12", "12", "34", "34"), house_of(4)) == {}


def test_hidden_singles():
    assert told(hidden_singles(masks("12", "12", "123", "124"), house_of(4))) == {2: "12", 3: "12"}
    assert told(hidden_singles(masks("12", "12", "12", "34"), house_of(4))) == {3: "34"}
    assert hidden_singles(masks("1", "2", "34", "34"), house_of(4)) == {}


def test_naked_subsets():
    grid = masks("12", "12", "123", "1345", "45")
    assert told(naked_subsets(2, grid, house_of(5))) == {2: "12", 3: "1"}
    assert told(naked_subsets(3, masks("12", "23", "13", "1345", "45"), house_of(5))) == {3: "13"}
    assert naked_subsets(2, masks("12", "23", "13", "1345", "45"), house_of(5)) == {}
    assert told(naked_subsets(2, masks("12", "12", "12", "345", "345"), house_of(5))) == {0: "12", 1: "12", 2: "12"}


def test_hidden_subsets():
    grid = masks("1234", "1235", "345", "345", "345")
    assert told(hidden_subsets(2, grid, house_of(5))) == {0: "34", 1: "35"}
    assert told(hidden_subsets(3, masks("124", "235", "135", "45", "45"), house_of(5))) == {0: "4", 1: "5", 2: "5"}


def test_transposed():
    assert transposed(masks("12", "2", "23")) == [0b001, 0b111, 0b100]
    rng = random.Random(0)
    for size in (4, 9, 25):
        grid = [rng.getrandbits(size) for _ in range(size)]
        assert transposed(transposed(grid)) == grid


def test_hidden_is_naked_with_cells_and_digits_exchanged():
    rng = random.Random(1)
    for _ in range(2000):
        size = rng.choice((4, 5, 9))
        grid = [rng.getrandbits(size) & rng.getrandbits(size) or 1 for _ in range(size)]
        exchanged = transposed(grid)
        for cell, mask in naked_singles(exchanged, house_of(size)).items():
            exchanged[cell] ^= mask
        left = transposed(exchanged)
        removed = {cell: grid[cell] ^ left[cell] for cell in range(size) if grid[cell] != left[cell]}
        assert hidden_singles(grid, house_of(size)) == removed


@pytest.mark.parametrize("size", [2, 3])
def test_every_small_unit_keeps_its_fillings(size):
    """Whatever the candidates: a filling that keeps to them is left by every technique."""
    for grid in product(range(1, 1 << size), repeat=size):
        check_fillings_stay(list(grid))


def test_random_units_keep_their_fillings():
    rng = random.Random(2)
    for _ in range(3000):
        size = rng.choice((4, 5))
        check_fillings_stay([rng.getrandbits(size) or rng.randrange(1, 1 << size) for _ in range(size)])


def check_fillings_stay(grid: list[int]) -> None:
    ways = fillings(grid)
    for technique in ONE_UNIT:
        removed = technique(grid, house_of(len(grid)))
        assert all(gone and gone & grid[cell] == gone for cell, gone in removed.items())
        for digits in ways:
            assert not any(digits[cell] & gone for cell, gone in removed.items())


def test_all_techniques_together_leave_only_what_some_filling_needs():
    """Singles and all subsets, over and over, are complete for a house of up to five cells."""
    rng = random.Random(3)
    for _ in range(1500):
        size = rng.choice((3, 4, 5))
        grid = [rng.getrandbits(size) or (1 << size) - 1 for _ in range(size)]
        ways = fillings(grid)
        if not ways:
            continue
        before = None
        while grid != before:
            before = list(grid)
            for technique in (*ONE_UNIT, partial(naked_subsets, 4)):
                for cell, gone in technique(grid, house_of(size)).items():
                    grid[cell] ^= gone
        assert grid == [sum({digits[cell] for digits in ways}) for cell in range(size)]


def test_pointing():
    """1 only in the first row of the first box: not elsewhere in that row."""
    grid = [0b111111111] * 81
    for cell in (9, 10, 11, 18, 19, 20):
        grid[cell] ^= 1
    box = houses(3)[numbers_of(houses, 3)[0][2]]
    assert locked_candidates(grid, box) == {cell: 1 for cell in range(3, 9)}


def test_claiming():
    """1 in the first column only within the last box: not elsewhere in that box."""
    grid = [0b111111111] * 81
    for row in range(6):
        grid[9 * row] ^= 1
    column = houses(3)[9]
    assert locked_candidates(grid, column) == {9 * row + col: 1 for row in (6, 7, 8) for col in (1, 2)}


def test_a_digit_placed_elsewhere_in_the_unit_is_not_locked():
    grid = [0b1111] * 16
    grid[0] = 0b0001
    grid[1] ^= 0b0001
    assert locked_candidates(grid, houses(2)[0]) == {}  # although 1 is open in one box only


def test_what_placed_cells_hold_is_left_to_naked_singles():
    grid = [0b1111] * 16
    grid[0] = 0b0001
    for cell in (1, 2, 3):
        grid[cell] ^= 0b0001
    assert locked_candidates(grid, houses(2)[0]) == {}


def test_locked_candidates_by_definition():
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
            assert locked_candidates(grid, house) == expected


@pytest.mark.parametrize("techniques", [SINGLES, LOCKED, SUBSETS, PAPER])
def test_no_solution_of_a_4x4_is_lost(techniques):
    rng = random.Random(5)
    solved = contradicted = 0
    for _ in range(60):
        rows = [[digit if rng.random() < 0.5 else 0 for digit in row] for row in random_grid(2, rng)]
        if rng.random() < 0.3:
            rows[rng.randrange(4)][rng.randrange(4)] = rng.randrange(1, 5)
        ways = brute.solutions(sudoku(rows))
        grid = candidates(rows)
        if propagate(grid, 2, techniques):
            for way in ways:
                assert all(grid[cell] >> digit - 1 & 1 for cell, digit in enumerate(sum(way, ())))
            if is_solved(grid):
                assert [solution(grid, 2)] == ways
                solved += 1
        else:
            assert ways == []
            contradicted += 1
    assert solved > 0 and contradicted > 0


def test_nothing_follows_any_more():
    """After it, no technique removes anything, and the order of the techniques does not matter."""
    for seed in (1, 5):
        puzzle = made_whole(3, "hard", seed)
        grid, backwards = candidates(puzzle.cells), candidates(puzzle.cells)
        assert propagate(grid, 3, SUBSETS) and propagate(backwards, 3, SUBSETS[::-1])
        assert grid == backwards
        assert all(technique(grid, house) == {} for technique, house in product(SUBSETS, houses(3)))
        assert propagate(grid, 3, PAPER)
        for technique in PAPER:
            assert all(technique(grid, region) == {} for region in technique.regions(3))


def test_going_on_from_some_cells():
    """What is known already need not be looked at again."""
    puzzle = made_whole(4, "hard", 1)
    grid = candidates(puzzle.cells)
    assert propagate(grid, 4, LOCKED)
    cell = min((cell for cell, mask in enumerate(grid) if mask.bit_count() == 2), default=None)
    assert cell is not None
    for digit in (grid[cell] & -grid[cell], grid[cell] & grid[cell] - 1):
        all_again, going_on = list(grid), list(grid)
        all_again[cell] = going_on[cell] = digit
        outcome = propagate(all_again, 4, LOCKED)
        assert propagate(going_on, 4, LOCKED, [cell]) == outcome
        assert going_on == all_again or not outcome


@pytest.mark.parametrize("rows", [
    [[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4],
    [[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4],
    [[0, 2, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]],
])  # fmt: skip
def test_contradictions(rows):
    assert brute.solutions(sudoku(rows)) == []
    assert not propagate(candidates(rows), 2, SINGLES)


def test_subsets_of_every_size_by_definition():
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
            assert naked_subsets(size, grid, house_of(6)) == expected


@pytest.mark.parametrize("order", [2, 3, 4])
def test_bands_are_lines_of_boxes(order):
    side = order**2
    rows, columns = ([{*house.cells} for house in houses(order)[first : first + side]] for first in (0, side))
    boxes = [{*house.cells} for house in houses(order)[2 * side :]]
    assert len(bands(order)) == 2 * order
    for number, band in enumerate(bands(order)):
        assert len(band.boxes) == order
        for box in band.boxes:
            assert {cell for line in box for cell in line} in boxes
        for at in range(order):
            line = {cell for box in band.boxes for cell in box[at]}
            assert line in (rows if number < order else columns)
    for cell, numbers in enumerate(numbers_of(bands, order)):
        holding = [
            number
            for number, band in enumerate(bands(order))
            if any(cell in line for box in band.boxes for line in box)
        ]
        assert holding == list(numbers)


def test_the_names_of_regions_and_cells():
    assert [house.name for house in houses(2)] == [f"{kind} {at}" for kind in ("row", "column", "box") for at in "1234"]
    assert [band.name for band in bands(3)] == [
        "boxes 1 to 3", "boxes 4 to 6", "boxes 7 to 9", "boxes 1 to 7", "boxes 2 to 8", "boxes 3 to 9",
    ]  # fmt: skip
    assert [place(cell, 3) for cell in (0, 8, 9, 80)] == ["r1c1", "r1c9", "r2c1", "r9c9"]


def test_candidate_lines_are_pointing():
    rng = random.Random(7)
    removing = 0
    for _ in range(60):
        grid = [1 << rng.randrange(5) | 1 << rng.randrange(5, 9) for _ in range(81)]
        expected: dict[int, int] = {}
        for box in houses(3)[18:]:
            for cell, gone in locked_candidates(grid, box).items():
                expected[cell] = expected.get(cell, 0) | gone
        found: dict[int, int] = {}
        for band in bands(3):
            for cell, gone in lines(1, grid, band).items():
                found[cell] = found.get(cell, 0) | gone
        assert found == expected
        removing += bool(found)
    assert removing > 30


def band_of(*boxes: str) -> tuple[Band, list[int]]:
    """A band of boxes with one column, and a grid where line by line "1" says that 1 may be there, beside 2 and 3."""
    numbers = iter(range(100))
    band = Band(tuple(tuple((next(numbers),) for _ in box) for box in boxes))
    return band, [0b111 if line == "1" else 0b110 for box in boxes for line in box]


def test_double_lines():
    band, grid = band_of("110", "110", "111")
    assert lines(1, grid, band) == {}
    assert lines(2, grid, band) == {6: 1, 7: 1}
    assert lines(2, *reversed(band_of("110", "011", "111"))) == {}


def test_triple_lines():
    band, grid = band_of("1100", "1010", "0110", "1111")
    assert lines(2, grid, band) == {}
    assert lines(3, grid, band) == {12: 1, 13: 1, 14: 1}


def test_double_lines_of_order_3_are_claiming():
    """What two boxes have only in two rows is, in the third row, in the third box only; and the other way round."""
    rng = random.Random(8)
    removing = 0
    for _ in range(200):
        grid = [rng.choice((0b110, 0b110, 0b111)) for _ in range(81)]
        for row in range(3):
            grid[9 * row + rng.randrange(9)] = 0b111
        claiming: dict[int, int] = {}
        for row in houses(3)[:3]:
            claiming |= locked_candidates(grid, row)
        rooms = [[any(grid[cell] & 1 for cell in line) for line in box] for box in bands(3)[0].boxes]
        if all(sum(box) > 1 for box in rooms):
            assert lines(2, grid, bands(3)[0]) == claiming
            removing += bool(claiming)
    assert removing > 10


def test_where_a_digit_is_placed_lines_leave_it_to_singles():
    band, grid = band_of("100", "111")
    assert lines(1, grid, band) == {3: 1}
    grid[0] = 0b1
    assert lines(1, grid, band) == {}


def test_the_paper_s_techniques():
    assert "".join(technique.letter for technique in PAPER) == "DCABEFGHIJKLM"
    assert [technique.name for technique in PAPER[:4]] == ["singles", "hidden singles", "hidden pairs", "naked pairs"]


def test_a_watch_sees_every_step():
    puzzle = made_whole(3, "easy", 1)
    grid = candidates(puzzle.cells)
    shadow = list(grid)
    seen = []

    def watch(before, technique, region, removed):
        assert before == shadow
        seen.append(technique.name)
        for cell, gone in removed.items():
            assert cell in region.cells and shadow[cell] & gone == gone
            shadow[cell] ^= gone

    assert propagate(grid, 3, SINGLES, watch=watch)
    assert shadow == grid and is_solved(grid)
    assert set(seen) == {"singles", "hidden singles"}
