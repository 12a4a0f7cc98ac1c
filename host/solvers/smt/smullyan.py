"""Smullyanic Dynasty as a formula for Z3: Somenzi (2025), section 5."""

import z3

from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.host.solvers.smt.shading import CONNECTIONS, ShadingSearch, unshaded

__all__ = ["search"]


def search(puzzle: Smullyan, connection: str | None = "parity") -> ShadingSearch:
    """Begin to solve a puzzle.

    Knights are connected by "parity" or "distance"; for *weak* solutions, in which they need not be, it is None.
    """
    x = unshaded(puzzle)
    rules = [
        z3.Or(x[row, col], x[other])
        for row, col in puzzle.cells
        for other in ((row, col + 1), (row + 1, col))
        if other in x
    ]
    for cell, clue in puzzle.numbers.items():
        knaves = [(z3.Not(x[other]), 1) for other in domain(puzzle, cell)]
        rules.append(x[cell] == z3.PbEq(knaves, clue))
    # Of two neighbours at least one is a knight. If both are, they are connected and may both be roots.
    roots = {cell: x[cell] for cell in puzzle.cells[:2]}
    tree = CONNECTIONS[connection](x, roots) if connection else None
    return ShadingSearch(puzzle.cols, z3.SolverFor("QF_FD"), rules, x, tree)
