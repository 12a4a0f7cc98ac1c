"""Sweeps of a page in plain Python: the rows in the order of their visits, and the state after the visits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from support.shading.rows import Row, cuts, joined_in, visit_at

__all__ = ["Swept", "Visit", "sweep"]

Visit = Callable[[Row, Row, Row, int], tuple[Row, Row, Row, bool]]
"""A function that visits a row. Its arguments are three rows, and the number of the middle row. It returns the three
rows after the visit, and whether some cell has lost both shades."""


@dataclass
class Swept:
    """The result of a sweep. After a contradiction, ``state`` is invalid. ``linked`` contains, for each row, the linked
    columns; see :class:`rowloom.hw.shading.rules.Shades`."""

    state: list[Row]
    linked: list[set[int]]
    contradiction: bool = False
    cut: bool = False
    visits: list[int] = field(default_factory=list)


def sweep(state: Sequence[Row], linked: Sequence[set[int]], visit: Visit, joined: str, first: int, last: int,
          whole: bool = False) -> Swept:
    """The model of :class:`rowloom.hw.shading.sweep.Sweep`.

    A visit requests visits of other rows, but these requests are known only after the next visit. If no row is known to
    be requested in the direction of the sweep, the next visit is therefore a second visit of the same row.
    """
    swept = Swept(list(state), list(linked))
    height = len(state)
    requested = set(range(height)) if whole else set(range(max(first - 1, 0), min(last + 2, height)))
    at, step, going, wrong = max(first - 1, 0), 1, True, False
    late: set[int] = set()
    while True:
        swept.visits.append(at)
        around = [set(), *swept.linked, set()]
        has_joined = joined_in(swept.state[at], joined)
        swept.cut |= cuts(around[at], around[at + 2], around[at + 1], has_joined)
        swept.linked[at] = has_joined
        after, lost = visit_at(swept.state, at, partial(visit, at=at))
        changed = [row for row, (line, was) in enumerate(zip(after, swept.state)) if line != was]
        swept.state = after

        requested = requested - {at} | late - {at}
        again = at in late
        late = {row for one in changed for row in (one - 1, one, one + 1) if 0 <= row < height}
        if wrong:
            swept.contradiction = True
            return swept
        wrong = lost
        onward = any((row - at) * step > 0 for row in requested)
        if going:
            at, going = at + step * onward, onward
        elif onward:
            going = True
        elif requested:
            step = -step
            at, going = at + step, True
        elif height > 1 or not again:
            return swept
