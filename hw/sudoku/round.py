"""One round of deduction on a whole Sudoku at once."""

from collections.abc import Callable, Sequence

from amaranth.hdl import Cat, Module, Signal, Value, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from .grid import (
    Tally,
    across_bands,
    across_stacks,
    at_least,
    by_place,
    check_order,
    other_bands,
    other_stacks,
    over_bands,
    over_stacks,
    union,
)

__all__ = ["Round", "planes"]


def planes(order: int) -> data.ArrayLayout:
    """The layout of a grid's candidates: ``order ** 2`` planes, one a digit, with a bit a cell (see :mod:`.grid`)."""
    return data.ArrayLayout(unsigned(order ** 4), order ** 2)


class Round(wiring.Component):
    """What follows at once from the candidates in a Sudoku's cells.

    For all cells, units and digits together, and side by side: none waits for another, all begin with the candidates as
    they are. Which cells have only one, the round before has found out.

    - Naked singles: a settled cell's only candidate is none of the other cells' in its units (González, Olivito and
      Resano 2009, section II.A).
    - Hidden singles: a candidate that a unit has in one cell only is that cell's digit (section II.B).
    - Locked candidates ("candidate lines", section V.B): a digit that a box can have in one line only is not elsewhere
      in the line; here also the other way round: one that a line can have in one box only is not elsewhere in the box.

    A settled cell keeps its candidate: so nothing that follows from a wrong guess harms what was certain before it, and
    a grid of settled cells is right if no bit of ``bad`` is set.

    Latency: none, all of it is combinational.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    candidates : In, as :func:`planes`
        What each cell can be.
    open : In, a bit a cell
        Cells that may have several candidates; the others are settled.
    frozen : In, a bit a cell
        Cells of which nothing is removed.
    left : Out, as :func:`planes`
        What of it is left.
    left_open : Out, a bit a cell
        Cells that are not settled after this round: those of ``open`` that had several candidates and no hidden
        single.
    pairs, triples : Out, a bit a cell
        Cells with exactly two and exactly three candidates.
    bad : Out
        The candidates hold no solution if any bit is set: a cell has none, a unit has no place for a digit, or two
        digits have one cell as their only place in a unit.
    new : Out
        If any bit is set and no cell frozen, candidates are removed or cells settled, or else a bit of ``bad`` is set.

    Raises
    ------
    ValueError
        If ``order`` is another one.
    """

    def __init__(self, order: int):
        check_order("Round", order)
        self._order = order
        cells, digits = order ** 4, order ** 2
        super().__init__({
            "candidates": In(planes(order)), "open": In(cells), "frozen": In(cells),
            "left": Out(planes(order)), "left_open": Out(cells),
            "pairs": Out(cells), "triples": Out(cells),
            "bad": Out(digits * (order + digits) + 2 * cells),  # of lines and boxes, digit by digit, and of cells
            "new": Out((order + 1) * cells),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        n, side = self._order, range(self._order)
        places = [(x, y) for x in side for y in side]

        # Vectors with a bit a box are at home here: one for each place in a box, for each row or column of it, or one.

        def named(name: str, value: Value) -> Signal:
            signal = Signal(value.shape(), name=name)
            m.d.comb += signal.eq(value)
            return signal

        def placed(cells: Value) -> dict[tuple[int, int], Value]:
            return dict(zip(places, by_place(n, cells)))

        def counted(tally: Tally) -> Tally:
            return Tally(named("some", tally.some), named("many", tally.many))

        def locked(segments: Sequence[Value], others: Callable[[int, Value], Value]) -> list[Value]:
            """In which cells of each line a digit cannot be, from where the segments of the lines can have it."""
            beside = [segments[:line] + segments[line + 1:] for line in side]
            pointing = [named("pointing", segments[line] & ~union(beside[line])) for line in side]
            claiming = [named("claiming", segment & ~others(n, segment)) for segment in segments]
            return [named("excluded", others(n, pointing[line]) | union(claiming[:line] + claiming[line + 1:]))
                    for line in side]

        can_be = [placed(plane) for plane in self.candidates]
        bad_cells, several, pairs, triples = [], {}, [], []
        for place in places:
            of_digits = [can[place] for can in can_be]
            parts = [[named("part", level) for level in at_least([[digit] for digit in of_digits[first:first + n]], n)]
                     for first in range(0, n ** 2, n)]
            some, two, three, four = (named("at_least", level) for level in at_least(parts, 4))
            bad_cells.append(~some)
            several[place] = two
            pairs.append(two & ~three)
            triples.append(three & ~four)

        open_, frozen = placed(self.open), placed(self.frozen)
        hidden, gone = [], []
        bad_lines, bad_boxes = [], []
        for can in can_be:
            # What locked candidates and hidden singles look at: how often each segment, and each unit, can have the
            # digit. A row has a bit a band, a column a bit a stack.
            row_segments = [counted(Tally.of([can[x, y] for x in side])) for y in side]
            col_segments = [counted(Tally.of([can[x, y] for y in side])) for x in side]
            rows = [counted(Tally.sum([Tally(*(bits[stack::n] for bits in segment)) for stack in side]))
                    for segment in row_segments]
            cols = [counted(Tally.sum([Tally(*(bits[band * n:][:n] for bits in segment)) for band in side]))
                    for segment in col_segments]
            box = counted(Tally.sum(row_segments))
            bad_lines.append(named("bad_lines", union(~line.some for line in [*rows, *cols])))
            bad_boxes.append(named("bad_boxes", ~box.some))
            not_in_row = locked([segment.some for segment in row_segments], other_stacks)
            not_in_col = locked([segment.some for segment in col_segments], other_bands)

            # Where it is a settled cell's candidate.
            naked = {place: named("naked", can[place] & ~open_[place]) for place in places}
            by_row = [named("by_row", union(naked[x, y] for x in side)) for y in side]
            in_row = [named("in_row", across_stacks(n, over_stacks(n, by_row[y]))) for y in side]
            in_col = [named("in_col", across_bands(n, over_bands(n, union(naked[x, y] for y in side)))) for x in side]
            in_box = named("in_box", union(by_row))

            in_one_row = [named("in_one_row", across_stacks(n, row.one)) for row in rows]
            in_one_col = [named("in_one_col", across_bands(n, col.one)) for col in cols]
            in_one_box = named("in_one_box", box.one)
            hidden.append({(x, y): named("hidden", can[x, y] & (in_one_row[y] | in_one_col[x] | in_one_box))
                           for x, y in places})
            gone.append({
                (x, y): named("gone", in_row[y] | in_col[x] | in_box | not_in_row[y] | not_in_col[x])
                for x, y in places})

        left, left_open = [placed(plane) for plane in self.left], placed(self.left_open)
        bad_hidden, new = [], []
        for place in places:
            of_digits = [digit[place] for digit in hidden]
            count = counted(Tally.sum([Tally.of(of_digits[digit:digit + n]) for digit in range(0, n ** 2, n)]))
            bad_hidden.append(count.many)
            stays = named("stays", ~open_[place] | frozen[place])
            for digit in range(n ** 2):
                can_stay = ~gone[digit][place] & (hidden[digit][place] | ~count.some)
                m.d.comb += left[digit][place].eq(can_be[digit][place] & (can_stay | stays))
            m.d.comb += left_open[place].eq(open_[place] & several[place] & ~(count.some & ~frozen[place]))
            removed = [can_be[digit][place] & gone[digit][place] for digit in range(n ** 2)]
            new += [open_[place] & ~(several[place] & ~count.some)]
            new += [open_[place] & union(removed[digit:digit + n]) for digit in range(0, n ** 2, n)]
        m.d.comb += [
            self.pairs.eq(Cat(pairs)),
            self.triples.eq(Cat(triples)),
            self.bad.eq(Cat(bad_lines, bad_boxes, bad_cells, bad_hidden)),
            self.new.eq(Cat(new)),
        ]
        return m
