"""The model of the unit that removes givens, in plain Python."""

from collections.abc import Collection, Sequence

from support.sudoku.parallel import Solver

__all__ = ["random_order", "random_state", "remove"]

_WORD = 0xFFFF_FFFF

Cell = tuple[int, int]


def random_state(seed: int) -> int:
    """Return the state of the random number generator at the start: Robert Jenkins' hash of the seed."""
    seed = (seed + 0x7ED55D16 + (seed << 12)) & _WORD
    seed = seed ^ 0xC761C23C ^ seed >> 19
    seed = (seed + 0x165667B1 + (seed << 5)) & _WORD
    seed = ((seed + 0xD3A2646C & _WORD) ^ seed << 9) & _WORD
    seed = (seed + 0xFD7046C5 + (seed << 3)) & _WORD
    return seed ^ 0xB55A4F09 ^ seed >> 16 or 1


def random_order(order: int, state: int) -> list[Cell]:
    """Return all cells of a grid in the order that follows from a state of the generator."""
    side = order ** 2
    rest, drawn = [divmod(number, side) for number in range(side ** 2)], []
    while rest:
        number = len(rest)
        while number >= len(rest):
            state ^= state << 13 & _WORD
            state ^= state >> 17
            state ^= state << 5 & _WORD
            number = state >> 8 & (1 << (len(rest) - 1).bit_length()) - 1
        drawn.append(rest[number])
        rest[number] = rest[-1]
        rest.pop()
    return drawn


def remove(solver: Solver, digits: Sequence[Sequence[int]], givens: Collection[Cell], state: int, spare: int,
           fixed: Collection[Cell] = ()) -> set[Cell]:
    """Remove givens by the commands that the unit would send to the solver; return the cells that keep their givens.

    ``digits`` is the solution, as the candidates of each cell. The solver must already have the ``givens``.
    """
    left = set(givens)
    for cell in random_order(solver.order, state):
        if spare and cell in left and cell not in fixed:
            digit = digits[cell[0]][cell[1]].bit_length() - 1
            if solver.unlike(cell, digit):
                solver.given(cell, digit)
            else:
                left.discard(cell)
                spare -= 1
    return left
