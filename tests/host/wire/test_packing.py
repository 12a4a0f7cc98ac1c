"""The encoding of numbers, puzzles and solutions as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Size
from rowloom.host import puzzles
from rowloom.host.jobs.tasks import Thin
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.canal import UNKNOWN, Canal
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Deframer, Solve, Task, decode, pack_bits, unpack_bits
from rowloom.host.wire.protocol import pack as pack_message
from support.puzzles import blank, full_grid

GENRES = {engine.genre.name: engine.genre for engine in ENGINES.values()}


def packed(numbers, width):
    """Combine numbers into one long number, the first number in the lowest bits; return the bytes of the result."""
    bits = sum(number << width * place for place, number in enumerate(numbers))
    return bits.to_bytes((width * len(numbers) + 7) // 8, "little")


def uniform(genre, rows, cols, clue):
    return genre("uniform", rows, cols, ((clue,) * cols,) * rows)


@given(st.sampled_from([1, 2, 4, 8]), st.binary(max_size=300))
def test_numbers(bits, data):
    numbers = bytes(byte % (1 << bits) for byte in data)
    assert pack_bits(numbers, bits) == packed(numbers, bits)
    if bits in (1, 4):
        assert unpack_bits(packed(numbers, bits), len(numbers), bits) == numbers


@pytest.mark.parametrize("bits, number", [(1, 11), (4, 3)])
def test_padding_of_the_last_byte_is_ignored(bits, number):
    assert unpack_bits(b"\xff\xff", number, bits) == bytes([(1 << bits) - 1] * number)


@pytest.mark.parametrize("puzzle, data", [
    # The puzzle has unknown clues, and clues that are larger than the grid of any engine.
    (Canal("wire", 3, 3, ((None, 0, UNKNOWN), (253, 254, 255), (None, 999, None))), "be 00  00 ff fd fe fe fe"),
    (Slitherlink("wire", 3, 3, ((0, 3, None), (1, 1, 1), (None, None, 0))), "3b 01  5c 01"),
    (Sudoku("wire", 4, 4, ((1, 0, 0, 4), (0,) * 4, (0, 2, 0, 0), (0,) * 4)), "09 02  30 01"),
    (Smullyan("wire", 2, 2, ((UNKNOWN, 5), (6, 999))), "0e  65 06"),
])  # fmt: skip
def test_a_puzzle_by_hand(puzzle, data):
    """A puzzle is encoded as a mask, which has a bit for each cell, followed by the clues."""
    assert BOARD_GENRES[puzzle.genre].encode(puzzle) == bytes.fromhex(data)


@pytest.mark.parametrize("puzzle, data, solution", [
    (blank(Slitherlink, 2, 9), "00 ff 01", ("000000001", "111111110")),
    # The last row and the last column are left out, because they follow from the rest.
    (uniform(Sudoku, 4, 4, 0), "10 22 03 21 03", full_grid(2)),
])  # fmt: skip
def test_a_solution_by_hand(puzzle, data, solution):
    genre = BOARD_GENRES[puzzle.genre]
    assert genre.decode_solution(puzzle, bytes.fromhex(data)) == solution
    assert genre.encode_solution(solution) == bytes.fromhex(data)


@pytest.mark.parametrize("name", GENRES)
def test_sizes_are_those_of_the_engines(name):
    """The firmware reserves ``puzzle_bytes``, the size of a puzzle with a clue in every cell."""
    genre, encoding, kind = GENRES[name], BOARD_GENRES[name], puzzles.GENRES[name]
    grids = [Size(rows, cols) for rows in range(1, 19) for cols in range(1, 19)]
    for size in [Size.of_order(order) for order in (2, 3, 4)] if name == "sudoku" else grids:
        one, length = uniform(kind, *size, 0 if name == "sudoku" else None), genre.solution_bytes(size)
        assert len(encoding.encode(uniform(kind, *size, 1))) == genre.puzzle_bytes(size)
        assert len(encoding.encode(one)) == (size.rows * size.cols + 7) // 8
        assert encoding.solution_bytes(one) == length
        decoded = encoding.decode_solution(one, bytes(length))
        assert (len(decoded), {len(row) for row in decoded}) == (size.rows, {size.cols})
        for wrong in (length - 1, length + 1):
            with pytest.raises(ValueError, match=rf"^\d+ cells are {length} bytes long, not {wrong}$"):
                encoding.decode_solution(one, bytes(wrong))


@pytest.mark.parametrize("engine", [engine for engine in ENGINES.values() if "thin" in engine.tasks])
def test_the_largest_puzzle_to_be_thinned_fits_into_a_frame(engine):
    """The request contains masks of the clues and of the fixed cells. If the clues do not follow from the solution, the
    request also contains the clues."""
    size, genre = engine.sizes.largest, BOARD_GENRES[engine.genre.name]
    one = uniform(puzzles.GENRES[genre.genre], *size, 1)
    solution = one.cells if engine.genre.name == "sudoku" else ("1" * size.cols,) * size.rows
    task = Thin(solution, 1, fixed=[(0, 0)])
    terms = task.head(genre, one) + task.encode(genre, one)
    request = Solve(0, engine.genre.number, engine.number, 1, *size, 1, 1 << 63, terms, task=Task.THIN)
    assert decode(next(Deframer().feed(pack_message(request, 1, 0)))) == request
