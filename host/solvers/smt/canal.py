"""Canal View as a formula for Z3: Somenzi (2025), section 7."""

from functools import cache
from itertools import product

import z3

from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.clued import Cell, within
from rowloom.host.solvers.smt.shading import CONNECTIONS, ShadingSearch, unshaded

__all__ = ["search"]

_DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def search(puzzle: Canal, connection: str | None = "parity") -> ShadingSearch:
    """Begin to solve a puzzle.

    Shaded cells are connected by "parity" or "distance"; for *weak* solutions, in which they need not be, it is None.
    """
    x = unshaded(puzzle)
    rules = [x[cell] for cell in puzzle.clue_cells]
    for row, col in product(range(puzzle.rows - 1), range(puzzle.cols - 1)):
        rules.append(z3.Or([x[row + i, col + j] for i in (0, 1) for j in (0, 1)]))

    @cache
    def seen(cell: Cell, direction: tuple[int, int]) -> z3.ArithRef:
        """Return how many consecutive cells from this one in a direction are shaded."""
        ahead = cell[0] + direction[0], cell[1] + direction[1]
        if ahead not in x:
            return z3.IntVal(0)
        return z3.If(x[ahead], z3.IntVal(0), z3.IntVal(1) + seen(ahead, direction))

    for cell, clue in puzzle.numbers.items():
        rules.append(z3.Sum([seen(cell, direction) for direction in _DIRECTIONS]) == clue)

    tree = None
    if connection:
        roots = {cell: z3.Bool(f"r_{cell[0]}_{cell[1]}") for cell in _possible_roots(puzzle)}
        # The root of an empty canal is somewhere, too, and unshaded.
        rules.append(z3.PbEq([(root, 1) for root in roots.values()], 1))
        tree = CONNECTIONS[connection]({cell: z3.Not(x[cell]) for cell in x}, roots)
    return ShadingSearch(puzzle.cols, z3.Solver(), rules, x, tree)


def _possible_roots(puzzle: Canal) -> list[Cell]:
    """Return where the tree's root may be: beside a cell with a positive clue there is a shaded one."""
    first = next((cell for cell, clue in puzzle.numbers.items() if clue), None)
    if first is None:
        return puzzle.cells
    beside = ((first[0] + down, first[1] + right) for down, right in _DIRECTIONS)
    return within(beside, puzzle.rows, puzzle.cols)
