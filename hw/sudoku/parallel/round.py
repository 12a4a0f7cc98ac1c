"""One round of deduction on a whole Sudoku at once."""

from collections.abc import Iterable

from amaranth.hdl import Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.parallel.grid import (
    Axes,
    Axis,
    Tally,
    at_least,
    by_x,
    by_y,
    check_order,
    for_all_x,
    for_all_y,
    named,
    union,
)

__all__ = ["Round"]


class Round(wiring.Component):
    """Apply all rules to all cells, houses and digits of a Sudoku at once; combinational.

    The rules work in parallel, on the same candidates. The cells with only one candidate are known from the previous
    round.

    - Naked singles: a settled cell's only candidate is removed from the other cells of its houses (González, Olivito
      and Resano 2009, section II.A).
    - Hidden singles: if a digit is a candidate of only one cell of a house, it is that cell's digit (section II.B).
    - Locked candidates ("candidate lines", section V.B): if a box has a digit's candidates in only one line, the digit
      is removed from the rest of the line; if a line has a digit's candidates in only one box, the digit is removed
      from the rest of the box.

    A settled cell always keeps its candidate, even after a wrong guess. If all cells are settled and no bit of ``bad``
    is set, the grid is a solution. ``order`` is 2 or 3.
    """

    def __init__(self, order: int):
        check_order("Round", order)
        self._order = order
        cells, digits = order ** 4, order ** 2
        super().__init__({
            "candidates": In(cells).array(digits),  # for each digit, the cells that can have it
            "open": In(cells),  # cells that may have several candidates; the others are settled
            "frozen": In(cells),  # cells that keep all candidates
            "left": Out(cells).array(digits),  # the candidates after the round
            "left_open": Out(cells),  # open cells that had several candidates and no hidden single
            "pairs": Out(cells), "triples": Out(cells),  # cells with exactly two and exactly three candidates
            # If any bit is set, there is no solution. There is a bit for each segment of a row. The bit is set if a
            # cell of the segment has no candidate, or is the only place in a house for two digits. If a house has no
            # place for a digit, the bit whose number is that of the house's first segment is set; the first segment of
            # a box is its top row.
            "bad": Out(order ** 3),
            # If no cell is frozen and no bit of ``bad`` is set, a set bit means that the cell is settled or loses
            # candidates.
            "new": Out(cells),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        n = self._order
        line, band, stack = Axes.of(n)
        groups = [slice(first, first + n) for first in range(0, n ** 2, n)]  # of digits

        def all_named(name: str, values: Iterable[Value]) -> list[Signal]:
            return [named(m, name, value) for value in values]

        def counted(tally: Tally) -> Tally:
            return Tally(*all_named("counted", tally))

        def sum_along(axis: Axis, segments: Tally) -> Tally:
            some, many = (all_named("along", axis.along(part)) for part in segments)
            return counted(Tally.sum([Tally(*pair) for pair in zip(some, many)]))

        def ruled_out(segments: Value, settled: Value, axis: Axis) -> Value:
            """Return the segments that cannot contain a digit. ``segments`` are the segments that can contain the
            digit, and ``settled`` are the segments with a settled cell that has the digit. The segments of a line are
            peers along ``axis``.
            """
            pointing = named(m, "pointing", segments & ~line.others(segments) | settled)
            claiming = named(m, "claiming", segments & ~axis.others(segments) | settled)
            return axis.others(pointing) | line.others(claiming) | settled

        parts = [all_named("part", at_least([[plane] for plane in self.candidates[group]], n)) for group in groups]
        some, several, three, four = all_named("at_least", at_least(parts, 4))

        settled = named(m, "settled", ~self.open)
        settled_by_x, settled_by_y = all_named("settled", by_x(n, settled)), all_named("settled", by_y(n, settled))
        gone, hidden, homeless = [], [], []
        for can in self.candidates:
            can_by_x, can_by_y = all_named("by_x", by_x(n, can)), all_named("by_y", by_y(n, can))
            # Tallies of the digit's places in each segment and in each house. The tally of a house is at the bit of the
            # house's first segment; the segments of a box are its rows.
            row_segments, col_segments = counted(Tally.of(can_by_x)), counted(Tally.of(can_by_y))
            rows, cols = sum_along(stack, row_segments), sum_along(band, col_segments)
            boxes = sum_along(line, row_segments)
            homeless.append(~rows.some & stack.first | ~cols.some & band.first | ~boxes.some & line.first)

            # The segments with a settled cell that has the digit.
            in_row = named(m, "in_row", union(cells & those for cells, those in zip(can_by_x, settled_by_x)))
            in_col = named(m, "in_col", union(cells & those for cells, those in zip(can_by_y, settled_by_y)))
            not_in_row = ruled_out(row_segments.some, in_row, stack)
            not_in_col = ruled_out(col_segments.some, in_col, band)
            gone.append(named(m, "gone", (
                for_all_x(n, named(m, "not_in_row", not_in_row)) | for_all_y(n, named(m, "not_in_col", not_in_col)))))

            only_in_row = named(m, "only_in_row", stack.spread(rows.one) | line.spread(boxes.one))
            only_in_col = named(m, "only_in_col", band.spread(cols.one))
            hidden.append(named(m, "hidden", can & (for_all_x(n, only_in_row) | for_all_y(n, only_in_col))))

        singles = counted(Tally.sum([counted(Tally.of(hidden[group])) for group in groups]))
        stays = named(m, "stays", settled | self.frozen)
        removed = [can & rules_out for can, rules_out in zip(self.candidates, gone)]
        m.d.comb += [
            *(left.eq(can & (~rules_out & (only | ~singles.some) | stays))
              for left, can, rules_out, only in zip(self.left, self.candidates, gone, hidden)),
            self.left_open.eq(self.open & several & ~(singles.some & ~self.frozen)),
            self.pairs.eq(several & ~three),
            self.triples.eq(three & ~four),
            self.bad.eq(union([*by_x(n, named(m, "bad", ~some | singles.many)), *homeless])),
            self.new.eq(self.open & (~(several & ~singles.some) | union(removed))),
        ]
        return m
