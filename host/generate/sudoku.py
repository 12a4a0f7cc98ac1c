"""Sudokus of up to 9x9 with exactly one solution."""

import random
from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import isqrt
from typing import TypeVar

from rowloom.host.generate.recipe import Phase, SharedSolution
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.sudoku import Digits, Sudoku

__all__ = [
    "KIND", "ORDERS", "SHARED_SOLUTION", "phases", "random_colouring", "random_grid", "random_solution",
    "with_all_clues",
]  # fmt: skip

KIND, ORDERS = Sudoku, 1

_OF_EASY = (0.38, 0.44)
"""The share of givens in an easy puzzle; with fewer, singles seldom suffice."""


def phases(specification: Specification, rng: random.Random) -> list[Phase]:
    """Return the phases: remove givens while locked candidates suffice, or while there is one solution."""
    if specification.difficulty == "easy":
        return [Phase(ease=1, least=round(rng.uniform(*_OF_EASY) * specification.rows * specification.cols))]
    return [Phase(ease=int(specification.difficulty == "normal"))]


def random_solution(specification: Specification, rng: random.Random) -> Digits:
    """Draw a full grid."""
    return random_grid(isqrt(specification.rows), rng)


def with_all_clues(name: str, solution: Digits, rng: random.Random) -> Sudoku:
    """Return the puzzle in which every cell is given."""
    return Sudoku(name, len(solution), len(solution), solution)


def varied(puzzle: Sudoku, solution: Digits, rng: random.Random) -> tuple[Sudoku, Digits]:
    """Exchange digits, bands, rows within bands, stacks, columns within stacks, and perhaps rows and columns."""
    order = isqrt(puzzle.rows)
    digits = [0, *rng.sample(range(1, puzzle.rows + 1), puzzle.rows)]
    rows, cols = _shuffled(order, rng), _shuffled(order, rng)
    if turned := rng.random() < 0.5:
        rows, cols = cols, rows

    def changed(cells: Digits) -> Digits:
        if turned:
            cells = tuple(zip(*cells, strict=True))
        return tuple(tuple(digits[cells[row][col]] for col in cols) for row in rows)

    return replace(puzzle, cells=changed(puzzle.cells)), changed(solution)


def _shuffled(order: int, rng: random.Random) -> list[int]:
    """Return lines in random order, the lines of a box together."""
    return [order * box + line for box in rng.sample(range(order), order) for line in rng.sample(range(order), order)]


SHARED_SOLUTION = SharedSolution(32, varied)
"""A board removes the givens of this many puzzles from one full grid in about the time of one message."""


Right = TypeVar("Right", bound=Hashable)


def random_grid(order: int, rng: random.Random) -> Digits:
    """Return a random full grid; every grid is possible.

    First each digit gets its row within each box, band by band, then its column, stack by stack. Both steps are edge
    colourings of a bipartite graph, with the digits as left vertices. In a band, the rows of a digit must differ
    between boxes, and a box's row holds ``order`` digits: a box is ``order`` right vertices, each with a random share
    of the digits, and the colours are rows. In a stack, the right vertices are the rows of boxes, and the colours are
    columns. Both graphs are regular, so a colouring exists.
    """
    side = order**2
    places = range(order)
    row_in_box: list[dict[tuple[int, int], int]] = [{} for _ in range(side)]  # by digit, then band and stack
    for band in places:
        shares = [[turn // order for turn in rng.sample(range(side), side)] for _ in places]
        edges = [[(stack, shares[stack][digit]) for stack in places] for digit in range(side)]
        for digit, colours in enumerate(random_colouring(edges, rng)):
            row_in_box[digit] |= {(band, stack): row for (stack, _), row in colours.items()}
    grid = [[0] * side for _ in range(side)]
    for stack in places:
        edges = [[(band, row_in_box[digit][band, stack]) for band in places] for digit in range(side)]
        for digit, colours in enumerate(random_colouring(edges, rng)):
            for (band, row), col in colours.items():
                grid[band * order + row][stack * order + col] = digit + 1
    return tuple(map(tuple, grid))


def random_colouring(edges: Sequence[Sequence[Right]], rng: random.Random) -> list[dict[Right, int]]:
    """Colour the edges of a regular bipartite graph, from 0, so that no two of a colour share an end.

    ``edges`` are the right ends of each left vertex; the result is each left vertex' colours, by right end. Perfect
    matchings, which exist because the graph is regular (König), are removed one by one. Random walks find them: Goel,
    Kapralov and Khanna, "Perfect matchings in O(n log n) time in regular bipartite graphs" (2010).
    """
    left = [list(ends) for ends in edges]
    colours: list[dict[Right, int]] = [{} for _ in left]
    for colour in range(len(edges[0])):
        for right, vertex in _random_matching(left, rng).items():
            left[vertex].remove(right)
            colours[vertex][right] = colour
    return colours


def _random_matching(edges: Sequence[Sequence[Right]], rng: random.Random) -> dict[Right, int]:
    """Return a perfect matching: the left vertex for each right one."""
    partner: dict[Right, int] = {}
    leaving = [ends[0] for ends in edges]  # where the walk last left each left vertex
    for start in rng.sample(range(len(edges)), len(edges)):
        walker = start
        while True:
            right = leaving[walker] = rng.choice(edges[walker])
            if right not in partner:
                break
            walker = partner[right]
        # The last exits, followed from the start, are the walk without its loops.
        last: int | None = start
        while last is not None:
            right = leaving[last]
            partner[right], last = last, partner.get(right)
    return partner
