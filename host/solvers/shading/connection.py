"""The rule of the shading genres that is about the whole grid: all cells of one shade are connected."""

from collections.abc import Callable, Sequence

from rowloom.host.solvers.shading.rules import OPEN, Findings

__all__ = ["Connection", "connected", "reached"]

Connection = Callable[[Sequence[int], Sequence[Sequence[int]], int], Findings | None]
"""Return what follows from a state, the neighbours of each cell, and the shade whose cells are connected; None if those
that are known cannot be."""


def connected(state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int) -> Findings | None:
    """Return what follows from the connection of all cells of a shade; None if those known cannot be connected.

    A cell that cannot be reached from them has the other shade, and one without which they would be parted has theirs.
    Neighbours are, for each cell, those that share an edge with it.
    """
    members = state.count(shade)
    if not members:
        return []
    start = state.index(shade)
    met, within, parting = _walked(state, neighbours, shade, start)
    if within[start] < members:
        return None
    found = [(cell, 1 - shade) for cell, known in enumerate(state) if known == OPEN and not met[cell]]
    parted = {parent for parent, count in parting if 0 < count < members}
    return found + [(cell, shade) for cell in parted if state[cell] == OPEN]


def reached(
    state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int, alone: bool = False
) -> Findings | None:
    """Return what a board's deducer finds of what :func:`connected` does.

    A cell that cannot be reached from those of the shade has the other one. The only neighbour that one of them may
    have is of their shade, unless one may be ``alone`` in the grid.
    """
    if shade not in state:
        return []
    start, other = state.index(shade), 1 - shade
    met = bytearray(len(state))
    met[start] = 1
    fresh = [start]
    while fresh:
        for cell in neighbours[fresh.pop()]:
            if not met[cell] and state[cell] != other:
                met[cell] = 1
                fresh.append(cell)
    needed = set()
    for cell, known in enumerate(state):
        if known == shade:
            if not met[cell]:
                return None
            beside = [near for near in neighbours[cell] if state[near] != other]
            if not (beside or alone):
                return None
            if len(beside) == 1 and not alone and state[beside[0]] == OPEN:
                needed.add(beside[0])
    return [(cell, other) for cell, known in enumerate(state) if known == OPEN and not met[cell]] + [
        (cell, shade) for cell in needed
    ]


def _walked(
    state: Sequence[int], neighbours: Sequence[Sequence[int]], shade: int, start: int
) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Walk depth-first from a cell through all cells that may have the shade.

    Return for each cell when it was met first, from 1, or 0 if it was not; how many cells of the shade were reached
    through it, itself included; and the cells without which others cannot be reached, each with how many of these are
    of the shade.
    """
    met, within = [0] * len(state), [0] * len(state)
    parting: list[tuple[int, int]] = []
    met[start] = within[start] = count = 1
    blocked = 1 - shade
    cell, earliest, others = start, 1, iter(neighbours[start])
    path = []
    while True:
        # ``earliest`` is the first met of the cells that are beside this one or beside those reached through it.
        for other in others:
            if when := met[other]:
                if when < earliest:
                    earliest = when
            elif (known := state[other]) != blocked:
                path.append((cell, earliest, others))
                count += 1
                met[other] = earliest = count
                within[other] = int(known == shade)
                cell, others = other, iter(neighbours[other])
                break
        else:
            if not path:
                return met, within, parting
            reached, (cell, before, others) = cell, path.pop()
            within[cell] += within[reached]
            if earliest >= met[cell]:
                parting.append((cell, within[reached]))
            earliest = min(earliest, before)
