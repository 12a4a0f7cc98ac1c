"""The simple rules for Slitherlink, which a person applies at a glance.

Each rule is a function of the marks and of a place, which is the number of a cell, a vertex or an edge. It returns a
:class:`Finding` or None, or raises :class:`Contradiction`.
"""

from collections import deque
from collections.abc import Callable

from rowloom.host.solvers.slitherlink.marks import Finding, Marks
from rowloom.host.solvers.slitherlink.tables import (
    CROSSED,
    LINE,
    OPEN,
    UNKNOWN_COLOUR,
    by_clue,
    by_colours,
    by_neighbours,
    edges_of,
)  # fmt: skip

__all__ = ["AT_CELLS", "AT_CLUES", "AT_LINES", "AT_VERTICES", "RULES", "Contradiction", "Rule", "spread"]

Rule = Callable[[Marks, int], Finding | None]


class Contradiction(Exception):
    """A rule leaves no possibility at a place."""

    def __init__(self, rule: str, place: str, cells: tuple[int, ...]):
        self.finding = Finding(rule, place, cells)


def clue_alone(known: Marks, cell: int) -> Finding | None:
    """A clue is the number of lines around its cell."""
    clue = known.clues[cell]
    rule, place, edges = f"clue {clue}", known.cell_words(cell), known.around(cell)
    seen = [known.edges[edge] for edge in edges]
    lines, open_edges = seen.count(LINE), seen.count(OPEN)
    if not lines <= clue <= lines + open_edges:
        raise Contradiction(rule, place, (cell,))
    if lines < clue < lines + open_edges:
        return None
    mark = CROSSED if lines == clue else LINE
    return known.finding(rule, place, (cell,), ((edge, mark) for edge in edges))


def vertex_alone(known: Marks, vertex: int) -> Finding | None:
    """A vertex has two lines or none."""
    shapes, place, cells = known.shapes(vertex), known.vertex_words(vertex), known.quarters(vertex)
    if not shapes:
        raise Contradiction("vertex", place, cells)
    return known.finding("vertex", place, cells, zip(known.at(vertex), edges_of(shapes)))


def clue_and_corners(known: Marks, cell: int) -> Finding | None:
    """A clue agrees with the shapes at the corners of its cell."""
    clue, vertices = known.clues[cell], known.corners(cell)
    left = by_clue(clue, tuple(map(known.shapes, vertices)))
    rule, place = f"clue {clue} with its corners", known.cell_words(cell)
    if not all(left):
        raise Contradiction(rule, place, (cell,))
    edges = (edge for vertex, shapes in zip(vertices, left) for edge in zip(known.at(vertex), edges_of(shapes)))
    return known.finding(rule, place, (cell,), edges)


def spread(known: Marks, cell: int) -> Finding | None:
    """The colour changes at lines, and does not change at crossed edges.

    The rule colours a cell, and all uncoloured cells that can be reached from it through lines and crossed edges.
    """
    if known.colours[cell] != UNKNOWN_COLOUR or (colour := _colour_beside(known, cell)) is None:
        return None
    found, seen, waiting = {cell: colour}, {cell: None}, deque([cell])
    while waiting:
        here = waiting.popleft()
        for edge, other in zip(known.around(here), known.beside(here)):
            if known.edges[edge] == OPEN:
                continue
            colour = found[here] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
            if not known.colours[other] & found.get(other, UNKNOWN_COLOUR) & colour:
                raise Contradiction("colours", f"the edge {known.edge_words(edge, (here,))}", (here, other))
            if other not in seen:
                seen[other] = None
                if known.colours[other] == UNKNOWN_COLOUR:
                    found[other] = colour
                    waiting.append(other)
    return Finding("colours", known.cell_words(cell), tuple(seen), {}, found)


def _colour_beside(known: Marks, cell: int) -> int | None:
    """Return the colour of a cell that follows from a neighbour's colour and the marked edge between them, or None."""
    for edge, other in zip(known.around(cell), known.beside(cell)):
        if known.colours[other] != UNKNOWN_COLOUR and known.edges[edge] != OPEN:
            return known.colours[other] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
    return None


def between(known: Marks, cell: int) -> Finding | None:
    """There is a line between two cells of different colours, and no line between two cells of the same colour."""
    own, colours = known.colours[cell], known.colours
    sides = [(edge, other) for edge, other in zip(known.around(cell), known.beside(cell))
             if colours[other] != UNKNOWN_COLOUR and known.edges[edge] == OPEN]  # fmt: skip
    if own == UNKNOWN_COLOUR:
        return None
    edges = ((edge, CROSSED if colours[other] == own else LINE) for edge, other in sides)
    return known.finding("colours", known.cell_words(cell), (cell, *(other for _, other in sides)), edges)


def clue_and_colours(known: Marks, cell: int) -> Finding | None:
    """A clue agrees with the colours of its cell and the four neighbours."""
    clue, edges, others = known.clues[cell], known.around(cell), known.beside(cell)
    colours, marks = tuple(known.colours[other] for other in others), tuple(known.edges[edge] for edge in edges)
    left = by_neighbours(clue, known.colours[cell], colours, marks)
    rule, place, cells = f"clue {clue} with colours", known.cell_words(cell), (cell, *others)
    if left is None:
        raise Contradiction(rule, place, cells)
    own, around, marks = left
    return known.finding(rule, place, cells, zip(edges, marks), [(cell, own), *zip(others, around)])


def colours_around(known: Marks, vertex: int) -> Finding | None:
    """The colours of the cells around a vertex change exactly at its lines."""
    cells, place = known.quarters(vertex), known.vertex_words(vertex)
    shapes, colours = by_colours(known.shapes(vertex), tuple(known.colours[cell] for cell in cells))
    if not shapes:
        raise Contradiction("colours", place, cells)
    return known.finding("colours", place, cells, zip(known.at(vertex), edges_of(shapes)), zip(cells, colours))


def early_loop(known: Marks, line: int) -> Finding | None:
    """A path must not be closed to a loop while there are other lines; if it is closed, no further edge is a line."""
    if known.edges[line] != LINE:
        return None
    first, last, edges = known.path(line)
    closing = line if first == last else known.edge_between(first, last)
    if closing is None or (first != last and known.edges[closing] != OPEN):
        return None
    lonely = known.edges.count(LINE) == len(edges)
    rule, place = "early loop", f"the edge {known.edge_words(closing)}"
    beside = tuple(dict.fromkeys(cell for edge in edges for cell in known.sides(edge)))
    if first != last:
        return None if lonely else Finding(rule, place, beside, {closing: CROSSED})
    if not lonely:
        raise Contradiction(rule, place, beside)
    rest = ((edge, CROSSED) for cell in known.cells for edge in known.around(cell))
    return known.finding("the loop is closed", place, beside, rest)


AT_CLUES, AT_CELLS, AT_VERTICES, AT_LINES = range(4)
"""The kinds of places where a rule is applied: cells with a clue, all cells, vertices, known lines."""

RULES: list[tuple[Rule, int]] = [
    (clue_alone, AT_CLUES), (vertex_alone, AT_VERTICES), (clue_and_corners, AT_CLUES), (spread, AT_CELLS),
    (between, AT_CELLS), (clue_and_colours, AT_CLUES), (colours_around, AT_VERTICES), (early_loop, AT_LINES),
]  # fmt: skip
"""The rules, each with the kind of its places. The simplest rules come first."""
