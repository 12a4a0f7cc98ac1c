"""A pass over rows of a Canal View in plain Python."""

from collections.abc import Sequence

from support.shading.canal import Clue, frame, visit
from support.shading.rows import Row, cuts

__all__ = ["row_pass"]


def row_pass(
    state: Sequence[Row], linked: Sequence[set[int]], clues: Sequence[Sequence[Clue]], first: int, last: int,
    lonely: bool,
) -> tuple[list[Row], list[set[int]], bool, int | None]:
    """The model of :class:`rowloom.hw.shading.canal.row_pass.RowPass`.

    Returns the rows and what is linked in them after the visits; whether something may have been cut; and the row whose
    visit found a contradiction, if one did, with which the pass ends.
    """
    rows, links, cut = list(state), list(linked), False
    beyond = frame(len(rows[0]))
    for at in range(max(first - 1, 0), min(last + 2, len(rows))):
        around, shaded = [set(), *links, set()], {col for col, shades in enumerate(rows[at]) if "1" in shades}
        cut |= cuts(around[at], around[at + 2], links[at], shaded)
        links[at] = shaded
        window = [beyond, *rows, beyond]
        *window[at:at + 3], wrong = visit(*window[at:at + 3], clues[at], lonely)
        rows = window[1:-1]
        if wrong:
            return rows, links, cut, at
    return rows, links, cut, None
