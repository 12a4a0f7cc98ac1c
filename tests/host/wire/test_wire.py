"""Puzzles and solutions as they pass over the line have the sizes that the engines' descriptions say."""

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Size
from rowloom.host.jobs.tasks import Thin
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Deframer, Solve, Task, decode, pack

GENRES = {engine.genre.name: engine.genre for engine in ENGINES.values()}
GRIDS = [Size(rows, cols) for rows in range(1, 19) for cols in range(1, 19)]
SIZES = {
    "slitherlink": GRIDS,
    "smullyan": GRIDS,
    "canal": GRIDS,
    "sudoku": [Size.of_order(order) for order in range(2, 5)],
}


def puzzle(genre, size, full):
    """A puzzle with a clue in every cell, or in none."""
    kinds = {kind.genre: kind for kind in (Slitherlink, Smullyan, Canal, Sudoku)}
    make, none = kinds[genre], 0 if genre == "sudoku" else None
    return make("puzzle", *size, ((1 if full else none,) * size.cols,) * size.rows)


@pytest.mark.parametrize("name, genre", GENRES.items(), ids=GENRES)
def test_bytes_of_puzzles(name, genre):
    """The firmware's queue is for so many. Without clues, only the bits are left that say so."""
    for size in SIZES[name]:
        assert len(BOARD_GENRES[name].encode(puzzle(name, size, full=True))) == genre.puzzle_bytes(size)
        mask = (size.rows * size.cols + 7) // 8
        assert len(BOARD_GENRES[name].encode(puzzle(name, size, full=False))) == mask


@pytest.mark.parametrize("name, genre", GENRES.items(), ids=GENRES)
def test_bytes_of_solutions(name, genre):
    for size in SIZES[name]:
        one, length = puzzle(name, size, full=False), genre.solution_bytes(size)
        assert BOARD_GENRES[name].solution_bytes(one) == length
        decoded = BOARD_GENRES[name].decode_solution(one, bytes(length))
        assert (len(decoded), {len(row) for row in decoded}) == (size.rows, {size.cols})
        for wrong in (length - 1, length + 1):
            with pytest.raises(ValueError):
                BOARD_GENRES[name].decode_solution(one, bytes(wrong))


@pytest.mark.parametrize("engine", [engine for engine in ENGINES.values() if "thin" in engine.tasks])
def test_the_largest_puzzle_to_be_thinned_fits_into_a_frame(engine):
    """With both masks, and its clues if these do not follow from the solution."""
    size, genre = engine.sizes.largest, BOARD_GENRES[engine.genre.name]
    one = puzzle(engine.genre.name, size, full=True)
    solution = one.cells if engine.genre.name == "sudoku" else ("1" * size.cols,) * size.rows
    task = Thin(solution, 1, fixed=[(0, 0)])
    terms = task.head(genre, one) + task.encode(genre, one)
    request = Solve(0, engine.genre.number, engine.number, 1, *size, 1, 1 << 63, terms, task=Task.THIN)
    assert decode(next(Deframer().feed(pack(request, 1, 0)))) == request
