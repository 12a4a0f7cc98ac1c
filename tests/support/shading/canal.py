"""The rules of a Canal View in plain Python: visits of rows and visits of clues."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random

from rowloom.host.generate.canal import random_solution
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.canal import views
from rowloom.hw.shading.canal.clue_rule import UNKNOWN
from support.deduction.closure import closure
from support.shading import rows as shading
from support.shading.rows import Clue, Row, after_visit, cuts, joined_in, visit_at

__all__ = ["UNKNOWN", "clue_vectors", "fixpoint", "random_clues", "row_pass", "visit", "visit_clue"]

clue_vectors = partial(shading.clue_vectors, digits=[UNKNOWN.__eq__])
"""Return a row of clues as the gateware stores the row. The numbers are not included, because the gateware has another
memory for them."""


def random_clues(rng: Random, rows: int, cols: int) -> list[list[Clue]]:
    """Return some of the clues that fit a random canal. Some of these clues are replaced: by a wrong number, by an
    unknown number, or by a number that the cell must not see (``unlike``)."""
    grid = random_solution(Specification("canal", rows, cols), rng)
    seen = views(grid)
    share, noise = rng.choice((0.2, 0.5, 0.9)), rng.choice((0, 0, 0.05))

    def clue(row: int, col: int) -> Clue:
        if grid[row][col] == "1" or rng.random() > share:
            return None
        number, unlike = seen[row][col], rng.random() < 0.1
        if unlike or rng.random() < noise:
            number = rng.choice([other for other in range(7) if other != number])
        return (UNKNOWN, False) if rng.random() < 0.1 else (number, unlike)

    return [[clue(row, col) for col in range(cols)] for row in range(rows)]


def visit(above: Row, here: Row, below: Row, clues: Sequence[Clue], lonely: bool) -> tuple[Row, Row, Row, bool]:
    """The model of :class:`rowloom.hw.shading.canal.row_pass.CanalRules`.

    Returns the three rows after the visit, and whether some cell has lost both shades.
    """
    rows = above, here, below
    after = [[set(shades) for shades in row] for row in rows]
    for col, clue in enumerate(clues):
        if clue is not None:
            after[1][col].discard("1")
    for side, left in product((0, 2), range(len(here) - 1)):
        block = [(row, col) for row in (side, 1) for col in (left, left + 1)]
        for row, col in block:
            if row == 1 and all(rows[r][c] == "1" for r, c in block if (r, c) != (row, col)):
                after[row][col].discard("1")
    return after_visit(rows, after, "1", lonely)


def lengths(cells: Sequence[str]) -> list[int]:
    """Return the possible lengths of an arm along these cells. An arm ends before the first unshaded cell or at the
    frame."""
    result = []
    for length, shades in enumerate([*cells, "0"]):
        if "1" not in shades or "0" in shades:
            result.append(length)
        if "1" not in shades:
            break
    return result


def visit_clue(row: Row, column: Row, across: int, down: int, clue: Clue) -> tuple[Row, Row, bool]:
    """The model of :class:`rowloom.hw.shading.canal.clue_rule.ClueRule` for a clue that is a number.

    Returns the row and the column after the visit, and whether the clue cannot be met.
    """
    number, unlike = clue
    lines = {True: list(row), False: list(column)}
    # For each arm: whether the arm lies in the row, the places of its cells (nearest cell first), and its possible
    # lengths.
    ends = [(in_row, places, lengths([lines[in_row][place] for place in places]))
            for in_row, at in ((True, across), (False, down))
            for places in (range(at + 1, len(lines[in_row])), range(at - 1, -1, -1))]
    least, most = sum(end[0] for *_, end in ends), sum(end[-1] for *_, end in ends)
    if unlike:
        return row, column, least == most == number
    if not least <= number <= most:
        return row, column, True
    left = [[length for length in end if end[-1] - (most - number) <= length <= end[0] + (number - least)]
            for *_, end in ends]
    if not all(left):
        return row, column, True
    for (in_row, places, _), allowed in zip(ends, left, strict=True):
        line = lines[in_row]
        for place in places[:allowed[0]]:
            line[place] = line[place].replace("0", "")
        if len(allowed) == 1 and allowed[0] < len(places):
            end = places[allowed[0]]
            line[end] = line[end].replace("1", "")
    return tuple(lines[True]), tuple(lines[False]), False


def fixpoint(state: Sequence[Row], clues: Sequence[Sequence[Clue]], lonely: bool) -> tuple[list[Row], bool]:
    """Visit all rows and clues until nothing changes; return the rows, and whether there was a contradiction."""
    def visit_clue_at(grid: list[Row], at: int, across: int) -> tuple[list[Row], bool]:
        column = tuple(row[across] for row in grid)
        row, column, wrong = visit_clue(grid[at], column, across, at, clues[at][across])
        grid = [*grid[:at], row, *grid[at + 1:]]
        grid = [(*row[:across], shades, *row[across + 1:]) for row, shades in zip(grid, column, strict=True)]
        return grid, wrong or not all(map(all, grid))

    visits = [partial(visit, clues=line, lonely=lonely) for line in clues]
    numbered = [(at, across) for at, line in enumerate(clues) for across, clue in enumerate(line)
                if clue and clue[0] != UNKNOWN]
    return closure(
        list(state), *(partial(visit_at, at=at, visit=one) for at, one in enumerate(visits)),
        *(partial(visit_clue_at, at=at, across=across) for at, across in numbered))


def row_pass(
    state: Sequence[Row], linked: Sequence[set[int]], clues: Sequence[Sequence[Clue]], first: int, last: int,
    lonely: bool,
) -> tuple[list[Row], list[set[int]], bool, int | None]:
    """The model of :class:`rowloom.hw.shading.canal.row_pass.RowPass`.

    Returns the rows after the visits, their linked cells, and whether the shaded cells may have been cut into pieces. A
    contradiction ends the pass. The last item is the row whose visit found a contradiction, or None.
    """
    rows, links, cut = list(state), list(linked), False
    for at in range(max(first - 1, 0), min(last + 2, len(rows))):
        around, shaded = [set(), *links, set()], joined_in(rows[at], "1")
        cut |= cuts(around[at], around[at + 2], links[at], shaded)
        links[at] = shaded
        rows, wrong = visit_at(rows, at, partial(visit, clues=clues[at], lonely=lonely))
        if wrong:
            return rows, links, cut, at
    return rows, links, cut, None
