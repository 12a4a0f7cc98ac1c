"""Sudokus of up to 9x9 with exactly one solution."""

import random
from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import isqrt
from operator import itemgetter
from typing import TypeVar

from rowloom.host.generate.recipe import Phase, SharedSolution
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.sudoku import Digits, Sudoku

__all__ = [
    "ORDERS", "SHARED_SOLUTION", "phases", "random_colouring", "random_grid", "random_solution",
    "with_all_clues",
]  # fmt: skip

ORDERS = 1

_OF_EASY = (0.38, 0.44)
"""The smallest and the largest share of givens in an easy puzzle. With fewer givens, singles seldom suffice."""


def phases(specification: Specification, rng: random.Random) -> list[Phase]:
    """Return the phases. In an easy or normal puzzle, givens are removed as long as singles and locked candidates
    suffice. In any other puzzle, givens are removed as long as there is only one solution."""
    if specification.difficulty == "easy":
        return [Phase(ease=1, least=round(rng.uniform(*_OF_EASY) * specification.rows * specification.cols))]
    return [Phase(ease=int(specification.difficulty == "normal"))]


def random_solution(specification: Specification, rng: random.Random) -> Digits:
    """Return a random full grid."""
    return random_grid(isqrt(specification.rows), rng)


def with_all_clues(name: str, solution: Digits, rng: random.Random) -> Sudoku:
    """Return the puzzle in which the digit of every cell is given."""
    return Sudoku(name, len(solution), len(solution), solution)


def varied(name: str, puzzle: Sudoku, solution: Digits, rng: random.Random) -> tuple[Sudoku, Digits]:
    """Randomly permute the digits, the bands, the rows within each band, the stacks, and the columns within each stack.
    With probability 1/2, also exchange rows and columns."""
    order = isqrt(puzzle.rows)
    digits = [0, *(digit + 1 for digit in _permutation(puzzle.rows, rng))]
    rows, cols = _shuffled(order, rng), _shuffled(order, rng)
    if turned := rng.random() < 0.5:
        rows, cols = cols, rows

    in_order = itemgetter(*cols)

    def changed(cells: Digits) -> Digits:
        if turned:
            cells = tuple(zip(*cells, strict=True))
        return tuple(tuple(map(digits.__getitem__, in_order(cells[row]))) for row in rows)

    return replace(puzzle, name=name, cells=changed(puzzle.cells)), changed(solution)


def _shuffled(order: int, rng: random.Random) -> list[int]:
    """Return the numbers of all rows, or of all columns, in a random order that keeps the rows or columns of each box
    together."""
    return [order * box + line for box in _permutation(order, rng) for line in _permutation(order, rng)]


def _permutation(count: int, rng: random.Random) -> list[int]:
    """Return the numbers from 0 to ``count`` - 1 in a random order (Fisher and Yates). For such short lists, this is
    faster than ``rng.sample``."""
    left, order = [*range(count)], []
    for remaining in range(count, 0, -1):
        bits = remaining.bit_length()
        while (at := rng.getrandbits(bits)) >= remaining:
            pass
        order.append(left[at])
        left[at] = left[remaining - 1]
    return order


SHARED_SOLUTION = SharedSolution(32, varied)
"""A board makes 32 puzzles from one full grid in about the time that it takes to send a message."""


Right = TypeVar("Right", bound=Hashable)


def random_grid(order: int, rng: random.Random) -> Digits:
    """Return a random full grid; every grid is possible.

    First, band by band, each digit is assigned a row within each box. Then, stack by stack, each digit is assigned a
    column within each box. Both steps colour the edges of a bipartite graph, whose left vertices are the digits. Both
    graphs are regular, so a colouring exists.

    - For a band, the colours are the rows. In each box, the digits are divided at random into ``order`` groups, which
      are the right vertices. The digits of a group are assigned different rows, so each row of a box gets one digit of
      each group.
    - For a stack, the colours are the columns, and the right vertices are the rows of the boxes.
    """
    side = order**2
    places = range(order)
    row_in_box: list[dict[tuple[int, int], int]] = [{} for _ in range(side)]  # by digit, then by band and stack
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
    """Colour the edges of a regular bipartite graph so that no two edges of the same colour share an end.

    ``edges`` contains, for each left vertex, the right ends of its edges. The result contains, for each left vertex,
    the colours of its edges by right end; colours are numbers from 0. A regular bipartite graph always has a perfect
    matching (König). So one perfect matching after another is removed, and its edges get one colour. Random walks find
    the matchings; see Goel, Kapralov and Khanna, "Perfect matchings in O(n log n) time in regular bipartite graphs"
    (2010).
    """
    left = [list(ends) for ends in edges]
    colours: list[dict[Right, int]] = [{} for _ in left]
    for colour in range(len(edges[0])):
        for right, vertex in _random_matching(left, rng).items():
            left[vertex].remove(right)
            colours[vertex][right] = colour
    return colours


def _random_matching(edges: Sequence[Sequence[Right]], rng: random.Random) -> dict[Right, int]:
    """Return a random perfect matching: for each right vertex, the left vertex that it is matched with."""
    partner: dict[Right, int] = {}
    leaving = [ends[0] for ends in edges]  # for each left vertex, the edge on which the walk last left it
    for start in rng.sample(range(len(edges)), len(edges)):
        walker = start
        while True:
            right = leaving[walker] = rng.choice(edges[walker])
            if right not in partner:
                break
            walker = partner[right]
        # To omit the loops of the walk, begin at the start, and leave each vertex by the edge on which the walk last
        # left it.
        last: int | None = start
        while last is not None:
            right = leaving[last]
            partner[right], last = last, partner.get(right)
    return partner
