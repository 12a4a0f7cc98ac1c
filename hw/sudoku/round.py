"""One round of deduction on a whole Sudoku at once."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from amaranth.hdl import Cat, Module, Signal, Value, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from .grid import (
    Tally,
    across_bands,
    across_stacks,
    check_order,
    other_bands,
    other_stacks,
    over_bands,
    over_stacks,
    union,
)

__all__ = ["Round", "pairs", "part_counts", "planes"]


def planes(order: int) -> data.ArrayLayout:
    """The layout of a grid's digits: ``order ** 2`` planes, one a digit, with a bit a cell (see :mod:`.grid`)."""
    return data.ArrayLayout(unsigned(order ** 4), order ** 2)


def part_counts(order: int) -> data.StructLayout:
    """The layout of what is known of the number of candidates in each cell: for every ``order`` digits in turn, the
    cells that can have one (``some``), and two (``many``), of these; and the cells that can have three of some."""
    cells = unsigned(order ** 4)
    return data.StructLayout({
        "some": data.ArrayLayout(cells, order), "many": data.ArrayLayout(cells, order), "three": cells})


def pairs(order: int, counts: data.View) -> Value:
    """The cells with exactly two candidates, from their :func:`part_counts`."""
    parts = [Tally(counts.some[part], counts.many[part]) for part in range(order)]
    more = union([
        counts.three, *(one.many & other.some for one, other in permutations(parts, 2)),
        *(one.some & two.some & three.some for one, two, three in combinations(parts, 3)),
    ])
    return Tally.sum(parts).many & ~more


class Round(wiring.Component):
    """What follows at once from the digits in a Sudoku's cells.

    In this order, for all cells, units and digits together: what the digits leave possible; locked candidates, one
    pass ("candidate lines" in González, Olivito and Resano 2009, section V.B: a digit that a box can have in one line
    only is not elsewhere in the line; here also the other way round: one that a line can have in one box only is not
    elsewhere in the box); naked singles and hidden singles (sections II.A and II.B).

    Latency: none, all of it is combinational.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    values : In, as :func:`planes`
        The digits: at most one in a cell.
    hidden : In, a bit a cell
        Open cells that are looked at as if they could have no digit at all.
    barred : In, a bit a digit
        Digits that no open cell shall have.
    plain : In(1)
        Leave locked candidates out.
    candidates : Out, as :func:`planes`
        What each cell can be; a filled cell is its digit.
    certain : Out, as :func:`planes`
        The same where it is certain: the filled cells' digits, and the singles. Two different ones in a cell, or the
        same one twice in a unit, are contradictory: as values they are ``bad``.
    solitary : Out, as :func:`planes`
        Where a digit has one place in the row, one in the column and one in the box: what has it there shares it with
        no other cell.
    open : Out, a bit a cell
        Cells without a digit.
    counts : Out, as :func:`part_counts`
        How many candidates the cells have, as far as it is counted.
    bad : Out
        No solution has these values if any bit is set: a cell that is not hidden has no candidate, a unit has no place
        for a digit, or has one twice, or a cell has two.
    new : Out
        There are singles if any bit is set.

    Raises
    ------
    ValueError
        If ``order`` is another one.
    """

    def __init__(self, order: int):
        check_order("Round", order)
        self._order = order
        cells, digits = order ** 4, order ** 2
        judgement = digits * (order + digits) + cells  # of lines and boxes, digit by digit, and of cells
        super().__init__({
            "values": In(planes(order)), "hidden": In(cells), "barred": In(digits), "plain": In(1),
            "candidates": Out(planes(order)), "certain": Out(planes(order)), "solitary": Out(planes(order)),
            "open": Out(cells), "counts": Out(part_counts(order)), "bad": Out(judgement), "new": Out(judgement),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        n, side = self._order, range(self._order)
        boxes, places = n ** 2, [(x, y) for x in side for y in side]

        # Vectors with a bit a box are at home here: one for each place in a box, for each row or column of it, or one.

        def named(name: str, value: Value) -> Signal:
            signal = Signal(value.shape(), name=name)
            m.d.comb += signal.eq(value)
            return signal

        def by_place(cells: Value) -> dict[tuple[int, int], Value]:
            return {place: cells[number * boxes:][:boxes] for number, place in enumerate(places)}

        def counted(tally: Tally) -> Tally:
            return Tally(named("some", tally.some), named("many", tally.many))

        def locked(free: Sequence[Sequence[Value]], others: Callable[[int, Value], Value]) -> list[Value]:
            """In which cells of each line a digit cannot be, from the cells of its segments that are ``free``."""
            segments = [named("segment", union(cells) & ~self.plain.replicate(boxes)) for cells in free]
            beside = [segments[:line] + segments[line + 1:] for line in side]
            pointing = [named("pointing", segments[line] & ~union(beside[line])) for line in side]
            claiming = [named("claiming", segment & ~others(n, segment)) for segment in segments]
            return [named("excluded", others(n, pointing[line]) | union(claiming[:line] + claiming[line + 1:]))
                    for line in side]

        values = [by_place(plane) for plane in self.values]
        filled = {place: named("filled", union(value[place] for value in values)) for place in places}
        hidden = by_place(self.hidden)
        closed = {place: named("closed", filled[place] | hidden[place]) for place in places}

        candidates = []
        bad_lines, bad_boxes, bad_cells = [], [], []
        new_lines, new_boxes, new_cells = [], [], []
        single_row, single_col, single_box = [], [], []
        for value, barred, plane in zip(values, self.barred, self.candidates):
            # Where the digit is already.
            by_row = [named("by_row", union(value[x, y] for x in side)) for y in side]
            in_row = [named("in_row", over_stacks(n, by_row[y])) for y in side]
            in_col = [named("in_col", over_bands(n, union(value[x, y] for y in side))) for x in side]
            in_box = named("in_box", union(by_row))
            used = [named("used", across_stacks(n, in_row[y]) | in_box | barred.replicate(boxes)) for y in side]
            free = {(x, y): named("free", ~(closed[x, y] | used[y] | across_bands(n, in_col[x]))) for x, y in places}

            not_in_row = locked([[free[x, y] for x in side] for y in side], other_stacks)
            not_in_col = locked([[free[x, y] for y in side] for x in side], other_bands)
            can_be = {(x, y): named("candidate", free[x, y] & ~not_in_row[y] & ~not_in_col[x] | value[x, y])
                      for x, y in places}
            candidates.append(can_be)
            m.d.comb += plane.eq(Cat(can_be.values()))

            # How often each unit can have it: a bit a band for rows, a bit a stack for columns.
            row_segments = [counted(Tally.of([can_be[x, y] for x in side])) for y in side]
            col_segments = [counted(Tally.of([can_be[x, y] for y in side])) for x in side]
            rows = [counted(Tally.sum([Tally(*(bits[stack::n] for bits in segment)) for stack in side]))
                    for segment in row_segments]
            cols = [counted(Tally.sum([Tally(*(bits[band * n:][:n] for bits in segment)) for band in side]))
                    for segment in col_segments]
            box = counted(Tally.sum(row_segments))
            single_row.append([named("single_row", across_stacks(n, row.one)) for row in rows])
            single_col.append([named("single_col", across_bands(n, col.one)) for col in cols])
            single_box.append(named("single_box", box.one))
            lines = list(zip([*rows, *cols], [*in_row, *in_col]))
            bad_lines.append(named("bad_lines", union(~line.some | line.many & has for line, has in lines)))
            new_lines.append(named("new_in_lines", union(line.one & ~has for line, has in lines)))
            bad_boxes.append(named("bad_boxes", ~box.some | box.many & in_box))
            new_boxes.append(named("new_in_boxes", box.one & ~in_box))

        certain, solitary = ([by_place(plane) for plane in out] for out in (self.certain, self.solitary))
        some, many = ([by_place(cells) for cells in parts] for parts in (self.counts.some, self.counts.many))
        three = by_place(self.counts.three)
        for x, y in places:
            of_digits = [can_be[x, y] for can_be in candidates]
            parts = [of_digits[digit:digit + n] for digit in range(0, n ** 2, n)]
            counts = [counted(Tally.of(part)) for part in parts]
            count = counted(Tally.sum(counts))
            naked = named("naked", count.one)
            bad_cells.append(named("bad_cell", ~(count.some | hidden[x, y]) | count.many & filled[x, y]))
            new_cells.append(named("new_in_cell", naked & ~filled[x, y]))
            for number, tally in enumerate(counts):
                m.d.comb += [some[number][x, y].eq(tally.some), many[number][x, y].eq(tally.many)]
            m.d.comb += three[x, y].eq(union(
                one & two & three for part in parts for one, two, three in combinations(part, 3)) if n == 3 else 0)
            for digit, can_be in enumerate(of_digits):
                row, col, box = single_row[digit][y], single_col[digit][x], single_box[digit]
                m.d.comb += [
                    certain[digit][x, y].eq(can_be & (naked | row | col | box)),
                    solitary[digit][x, y].eq(row & col & box),
                ]
        m.d.comb += [
            self.open.eq(~Cat(filled.values())),
            self.bad.eq(Cat(bad_lines, bad_boxes, bad_cells)),
            self.new.eq(Cat(new_lines, new_boxes, new_cells)),
        ]
        return m
