"""Packed numbers, and puzzles and solutions made of them, against a reference that places them bit by bit."""

import random
from itertools import product

import pytest

from rowloom.host.puzzles.canal import UNKNOWN, Canal
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.packing import pack, unpack
from support.puzzles import blank, full_grid


def packed(numbers, width):
    """Bit by bit, the lowest of a number and of a byte first."""
    bits = [number >> place & 1 for number in numbers for place in range(width)]
    data = bytearray((len(bits) + 7) // 8)
    for place, bit in enumerate(bits):
        data[place // 8] |= bit << place % 8
    return bytes(data)


def with_mask(cells, width, least):
    """Which cells hold a clue, None for no clue, and then the clues, counted from the least."""
    clues = [cell - least for cell in cells if cell is not None]
    return packed([cell is not None for cell in cells], 1) + packed(clues, width)


def in_rows(cells, cols):
    return tuple(tuple(cells[start : start + cols]) for start in range(0, len(cells), cols))


# Numbers


@pytest.mark.parametrize("numbers, bits, data", [
    ((), 1, ""), ((1, 0, 1), 1, "05"), ((0, 0, 0, 0, 0, 0, 0, 0, 1), 1, "00 01"), ((1, 2, 3), 2, "39"),
    ((3, 0, 0, 0, 1), 2, "03 01"), ((1, 2), 4, "21"), ((15, 0, 9), 4, "0f 09"),
])  # fmt: skip
def test_by_hand(numbers, bits, data):
    assert pack(bytes(numbers), bits) == bytes.fromhex(data)


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_numbers(bits):
    rng = random.Random(bits)
    for number in (*range(70), *(rng.randrange(3_000) for _ in range(300))):
        numbers = bytes(rng.randrange(1 << bits) for _ in range(number))
        assert pack(numbers, bits) == packed(numbers, bits)
        if bits in (1, 4):
            assert unpack(packed(numbers, bits), number, bits) == numbers


@pytest.mark.parametrize("bits, number, filled", [(1, 11, "ff ff"), (4, 3, "ff ff")])
def test_what_fills_the_last_byte_is_ignored(bits, number, filled):
    assert unpack(bytes.fromhex(filled), number, bits) == bytes([(1 << bits) - 1] * number)


@pytest.mark.parametrize("bits, number, right", [(1, 8, 1), (1, 9, 2), (4, 1, 1), (4, 64, 32), (4, 65, 33)])
def test_another_length(bits, number, right):
    for wrong in (right - 1, right + 1):
        with pytest.raises(ValueError, match=f"^{number} cells are {right} bytes long, not {wrong}$"):
            unpack(bytes(wrong), number, bits)


# Genres


@pytest.mark.parametrize("puzzle, data", [
    # of unknown clues, and of those that no engine's grid has room for
    (Canal("wire", 3, 3, ((None, 0, UNKNOWN), (253, 254, 255), (None, 999, None))), "be 00  00 ff fd fe fe fe"),
    (Slitherlink("wire", 3, 3, ((0, 3, None), (1, 1, 1), (None, None, 0))), "3b 01  5c 01"),
    (Sudoku("wire", 4, 4, ((1, 0, 0, 4), (0,) * 4, (0, 2, 0, 0), (0,) * 4)), "09 02  30 01"),
])  # fmt: skip
def test_a_puzzle_by_hand(puzzle, data):
    """A bit for each cell, then the clues."""
    assert puzzle.encode() == bytes.fromhex(data)


@pytest.mark.parametrize("puzzle, data, solution", [
    (blank(Slitherlink, 2, 9), "00 ff 01", ("000000001", "111111110")),
    # what is left out follows from the rest
    (Sudoku("wire", 4, 4, ((0,) * 4,) * 4), "10 22 03 21 03", full_grid(2)),
])  # fmt: skip
def test_a_solution_by_hand(puzzle, data, solution):
    assert puzzle.solution_bytes() == len(bytes.fromhex(data))
    assert puzzle.decode_solution(bytes.fromhex(data)) == solution
    assert puzzle.encode_solution(solution) == bytes.fromhex(data)
    with pytest.raises(ValueError, match="bytes"):
        puzzle.decode_solution(bytes.fromhex(data) + b"0")


def test_slitherlinks_of_every_size():
    rng = random.Random(0)
    for rows, cols in product(range(1, 65), range(1, 37)):
        share = rng.choice((0, 0.1, 0.4, 0.9, 1))
        cells = [rng.randrange(4) if rng.random() < share else None for _ in range(rows * cols)]
        puzzle = Slitherlink("random", rows, cols, in_rows(cells, cols))
        assert Slitherlink.encode(puzzle) == with_mask(cells, 2, least=0), puzzle


def test_solutions_of_slitherlinks_of_every_size():
    rng = random.Random(1)
    for rows, cols in product(range(1, 65), range(1, 37)):
        puzzle, cells = blank(Slitherlink, rows, cols), rng.choices((0, 1), k=rows * cols)
        data = packed(cells, 1)
        assert Slitherlink.solution_bytes(puzzle) == len(data)
        solution = tuple("".join(map(str, row)) for row in in_rows(cells, cols))
        assert Slitherlink.decode_solution(puzzle, data) == solution


@pytest.mark.parametrize("order", [2, 3, 4])
def test_sudokus(order):
    rng, size = random.Random(order), order * order
    for _ in range(2_000):
        share = rng.choice((0, 0.1, 0.4, 0.9, 1))
        cells = [rng.randint(1, size) if rng.random() < share else None for _ in range(size * size)]
        puzzle = Sudoku("random", size, size, in_rows([cell or 0 for cell in cells], size))
        assert Sudoku.encode(puzzle) == with_mask(cells, 4, least=1), puzzle


@pytest.mark.parametrize("order", [2, 3, 4])
def test_solutions_of_sudokus(order):
    """Their rows in any order and their digits exchanged: every digit stands once in each row and column."""
    rng, size = random.Random(order), order * order
    puzzle = Sudoku("blank", size, size, ((0,) * size,) * size)
    for _ in range(2_000):
        digits = rng.sample(range(1, size + 1), size)
        rows = rng.sample(full_grid(order), size)
        solution = tuple(tuple(digits[digit - 1] for digit in row) for row in rows)
        data = packed([digit - 1 for row in solution[:-1] for digit in row[:-1]], 4)
        assert Sudoku.solution_bytes(puzzle) == len(data)
        assert Sudoku.decode_solution(puzzle, data) == solution


@pytest.mark.parametrize("order", [2, 3, 4])
def test_what_is_no_solution_of_a_sudoku(order):
    """Whatever a board sends of the right length is judged."""
    rng, size = random.Random(order), order * order
    puzzle = Sudoku("blank", size, size, ((0,) * size,) * size)
    for _ in range(1_000):
        solution = Sudoku.decode_solution(puzzle, rng.randbytes(Sudoku.solution_bytes(puzzle)))
        assert Sudoku.verify(puzzle, solution)
