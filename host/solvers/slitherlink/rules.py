"""The simple rules for Slitherlink: what a person sees at one place, at a glance.

Each is a function of what is known and of a place: the number of a cell, of a vertex, or of an edge. It returns a
:class:`Finding`, or None; where it leaves nothing at all, it raises :class:`Contradiction`.
"""

from collections import deque
from collections.abc import Callable

from rowloom.host.solvers.slitherlink.marks import Finding, Known
from rowloom.host.solvers.slitherlink.places import CROSSED, LINE, OPEN
from rowloom.host.solvers.slitherlink.tables import UNKNOWN_COLOUR, by_clue, by_colours, by_neighbours, edges_of

__all__ = ["AT_CELLS", "AT_CLUES", "AT_LINES", "AT_VERTICES", "RULES", "Contradiction", "Rule", "spread"]

Rule = Callable[[Known, int], Finding | None]


class Contradiction(Exception):
    """A rule leaves nothing at a place."""

    def __init__(self, rule: str, place: str, cells: tuple[int, ...]):
        self.finding = Finding(rule, place, cells)


def clue_alone(known: Known, cell: int) -> Finding | None:
    """As many lines as the clue says."""
    clue = known.clues[cell]
    edges = known.around(cell)
    seen = [known.edges[edge] for edge in edges]
    lines, open_edges = seen.count(LINE), seen.count(OPEN)
    if not lines <= clue <= lines + open_edges:
        raise Contradiction(f"clue {clue}", known.cell_words(cell), (cell,))
    if not open_edges or lines < clue < lines + open_edges:
        return None
    mark = CROSSED if lines == clue else LINE
    return Finding(f"clue {clue}", known.cell_words(cell), (cell,), known.fresh((edge, mark) for edge in edges))


def vertex_alone(known: Known, vertex: int) -> Finding | None:
    """Two lines or none."""
    shapes, cells = known.shapes(vertex), known.quarters(vertex)
    if not shapes:
        raise Contradiction("vertex", known.vertex_words(vertex), cells)
    found = known.fresh(zip(known.at(vertex), edges_of(shapes)))
    return Finding("vertex", known.vertex_words(vertex), cells, found) if found else None


def clue_and_corners(known: Known, cell: int) -> Finding | None:
    """A clue, and the edges that lead to its cell's corners."""
    clue = known.clues[cell]
    vertices = known.corners(cell)
    left = by_clue(clue, tuple(map(known.shapes, vertices)))
    rule, place = f"clue {clue} with its corners", known.cell_words(cell)
    if not all(left):
        raise Contradiction(rule, place, (cell,))
    found: dict[int, int] = {}
    for vertex, shapes in zip(vertices, left):
        found |= known.fresh(zip(known.at(vertex), edges_of(shapes)))
    return Finding(rule, place, (cell,), found) if found else None


def spread(known: Known, cell: int) -> Finding | None:
    """A line has two colours at its sides, any other edge one: of all cells that this leads to from one cell."""
    if known.colours[cell] != UNKNOWN_COLOUR or (colour := _told(known, cell)) is None:
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


def _told(known: Known, cell: int) -> int | None:
    """Return the colour that a known edge to a known cell gives this cell."""
    for edge, other in zip(known.around(cell), known.beside(cell)):
        if known.colours[other] != UNKNOWN_COLOUR and known.edges[edge] != OPEN:
            return known.colours[other] ^ (UNKNOWN_COLOUR if known.edges[edge] == LINE else 0)
    return None


def between(known: Known, cell: int) -> Finding | None:
    """Cells of two colours have a line between them, cells of one colour none."""
    own = known.colours[cell]
    sides = [(edge, other) for edge, other in zip(known.around(cell), known.beside(cell))
             if known.colours[other] != UNKNOWN_COLOUR and known.edges[edge] == OPEN]
    if own == UNKNOWN_COLOUR or not sides:
        return None
    found = {edge: CROSSED if known.colours[other] == own else LINE for edge, other in sides}
    return Finding("colours", known.cell_words(cell), (cell, *(other for _, other in sides)), found)


def clue_and_colours(known: Known, cell: int) -> Finding | None:
    """A clue, and the colours of the cells around."""
    clue = known.clues[cell]
    edges, others = known.around(cell), known.beside(cell)
    told = by_neighbours(
        clue, known.colours[cell], tuple(known.colours[other] for other in others),
        tuple(known.edges[edge] for edge in edges),
    )  # fmt: skip
    rule, place, cells = f"clue {clue} with colours", known.cell_words(cell), (cell, *others)
    if told is None:
        raise Contradiction(rule, place, cells)
    own, around, marks = told
    found = known.fresh(zip(edges, marks))
    colours = known.fresh_colours([(cell, own), *zip(others, around)])
    return Finding(rule, place, cells, found, colours) if found or colours else None


def colours_around(known: Known, vertex: int) -> Finding | None:
    """The colours around a vertex, which change where lines leave it."""
    edges, cells = known.at(vertex), known.quarters(vertex)
    shapes, colours = by_colours(known.shapes(vertex), tuple(known.colours[cell] for cell in cells))
    if not shapes:
        raise Contradiction("colours", known.vertex_words(vertex), cells)
    found, coloured = known.fresh(zip(edges, edges_of(shapes))), known.fresh_colours(zip(cells, colours))
    return Finding("colours", known.vertex_words(vertex), cells, found, coloured) if found or coloured else None


def early_loop(known: Known, line: int) -> Finding | None:
    """A path's ends are not joined beside other lines; a loop is all."""
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
    rest = known.fresh((edge, CROSSED) for cell in known.cells for edge in known.around(cell))
    return Finding("the loop is closed", place, beside, rest) if rest else None


AT_CLUES, AT_CELLS, AT_VERTICES, AT_LINES = range(4)
"""Where a rule looks: cells with a clue, all cells, vertices, known lines."""

RULES: list[tuple[Rule, int]] = [
    (clue_alone, AT_CLUES), (vertex_alone, AT_VERTICES), (clue_and_corners, AT_CLUES), (spread, AT_CELLS),
    (between, AT_CELLS), (clue_and_colours, AT_CLUES), (colours_around, AT_VERTICES), (early_loop, AT_LINES),
]  # fmt: skip
"""The simplest first."""
