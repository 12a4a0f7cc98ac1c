"""Puzzles and solutions as they pass over the line have the sizes that the engines' descriptions say."""

import random

import pytest

from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.hw.engine import Size
from rowloom.hw.engines import ENGINES

GENRES = {engine.genre.name: engine.genre for engine in ENGINES.values()}
SIZES = {
    "slitherlink": [Size(rows, cols) for rows in range(1, 19) for cols in range(1, 19)],
    "sudoku": [Size.of_order(order) for order in range(2, 5)],
}


def puzzle(genre, size):
    make, cell = {"slitherlink": (Slitherlink, None), "sudoku": (Sudoku, 0)}[genre]
    return make("blank", *size, ((cell,) * size.cols,) * size.rows)


def solution(genre, size, length, rng):
    """Bytes that a board could send."""
    if genre == "sudoku":
        return bytes([0x11 if size.rows < 16 else 1] * length)
    row_bytes = length // size.rows
    rows = (rng.getrandbits(size.cols).to_bytes(row_bytes, "little") for _ in range(size.rows))
    return b"".join(rows)


@pytest.mark.parametrize("name, genre", GENRES.items(), ids=GENRES)
def test_bytes_of_puzzles(name, genre):
    """The firmware's buffers are for so many."""
    for size in SIZES[name]:
        assert len(BOARD_GENRES[name].encode(puzzle(name, size))) == 2 + genre.puzzle_bytes(size)


@pytest.mark.parametrize("name, genre", GENRES.items(), ids=GENRES)
def test_bytes_of_solutions(name, genre):
    rng = random.Random(0)
    for size in SIZES[name]:
        length = genre.solution_bytes(size)
        decoded = BOARD_GENRES[name].decode_solution(*size, solution(name, size, length, rng))
        assert (len(decoded), {len(row) for row in decoded}) == (size.rows, {size.cols})
        for wrong in (length - 1, length + 1):
            with pytest.raises(ValueError):
                BOARD_GENRES[name].decode_solution(*size, bytes(wrong))
