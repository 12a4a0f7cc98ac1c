"""The search for subsets: rows of a matrix that have ones in only as many columns as they are."""

from itertools import pairwise

from amaranth.hdl import Module, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.scan.evaluator import count_in_two
from rowloom.hw.sudoku.scan.house_words import one_hot

__all__ = ["LEFT_BY_HIDDEN", "LEFT_BY_NAKED", "MOST", "Subsets"]

MOST = 4
"""Rows of the largest subset: pairs, triplets and quartets."""

LEFT_BY_NAKED = 2
"""Cells that a naked subset leaves at least: if it left one, that would be the only place of a digit."""

LEFT_BY_HIDDEN = MOST + 1
"""Digits that a hidden subset leaves at least: the cells of fewer are a naked subset, and both exclude the same."""


class Subsets(wiring.Component):
    """Find digits that occur in only as many cells of a house as they are, or cells that can hold only as many digits.

    A row is a digit and its ones are the cells in which it can be: then a subset is a hidden one. Or a row is a cell
    and its ones are its candidates: then it is a naked one. Either way, no other row can have its one in the subset's
    columns, because every row gets a column of its own.

    A backtracking search goes through the rows. It joins each with up to three of those before it, as long as all
    together have ones in no more than four columns and are no subset yet. That finds all subsets of two to four rows
    that contain no smaller one, and some of the others. Comparing rows two by two would find only those of which one
    row has ones in all columns.

    Latency: five clocks for each set of rows that is looked at, and one for each step back.

    Parameters
    ----------
    size : int
        Rows, and columns.

    Members
    -------
    clear : In(1)
        Forget all rows.
    give : In(enable, number, word)
        With ``enable``, add the row of that number, which was not given since ``clear``.
    many : Out(1)
        There are so many rows that some can be a hidden pair.
    leave : In(range(LEFT_BY_HIDDEN + 1))
        How many rows a subset leaves at least.
    search : In(1)
        Start, or go on behind the subset that was found. Not while busy.
    busy : Out(1)
        A search runs. The outputs below are valid when it is low again.
    found : Out(1)
        There is a subset; 0 if there is no other one.
    rows, columns : Out(size)
        The subset's.
    """

    def __init__(self, size: int):
        self._size = size
        super().__init__({
            "clear": In(1),
            "give": In(data.StructLayout({"enable": 1, "number": range(size), "word": size})),
            "many": Out(1), "leave": In(range(LEFT_BY_HIDDEN + 1)), "search": In(1),
            "busy": Out(1), "found": Out(1), "rows": Out(size), "columns": Out(size),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._size
        read, write = add_memory(m, "words", size, size)
        # All rows; and those that the search has gone through, of which some may be in a subset with later ones.
        given = Signal(size)
        passed = Signal(size)
        # How many were given, if not more than matters; how many a subset may have.
        number = Signal(range(LEFT_BY_HIDDEN + MOST + 1))
        most = Signal(range(MOST + 1))
        m.d.comb += [write.en.eq(self.give.enable), write.addr.eq(self.give.number), write.data.eq(self.give.word)]
        with m.If(self.clear):
            m.d.sync += [given.eq(0), number.eq(0)]
        with m.If(self.give.enable):
            m.d.sync += [
                given.eq(given | one_hot(self.give.number, size)),
                number.eq(number + (number < LEFT_BY_HIDDEN + MOST)),
            ]
        m.d.comb += self.many.eq(number >= LEFT_BY_HIDDEN + 2)
        with m.If(number > self.leave + MOST):
            m.d.sync += most.eq(MOST)
        with m.Elif(number > self.leave):
            m.d.sync += most.eq(number - self.leave)
        with m.Else():
            m.d.sync += most.eq(0)

        # A stack, its top in front: the rows that are left to be joined with the chosen ones; these; their columns.
        left, chosen, covered = ([Signal(size, name=f"{name}_{level}") for level in range(MOST)]
                                 for name in ("left", "chosen", "covered"))
        level = Signal(range(MOST))
        row = Signal(size)
        count = count_in_two(m, self.columns)
        m.d.comb += [read.addr.eq(one_hot_number(row)), self.rows.eq(chosen[0] | row)]

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                with m.If(self.search):
                    m.d.sync += self.found.eq(0)
                    m.next = "ROW"
                    with m.If(~self.found):
                        m.d.sync += [level.eq(0), passed.eq(0), left[0].eq(given), chosen[0].eq(0), covered[0].eq(0)]
                with m.If(self.clear):
                    m.d.sync += self.found.eq(0)
            with m.State("ROW"):
                m.d.sync += [row.eq(lowest(left[0])), left[0].eq(left[0] & ~lowest(left[0]))]
                m.next = "ADDRESS"
                with m.If(~left[0].any() | (most < 2)):
                    m.d.sync += [
                        level.eq(level - 1),
                        *(upper.eq(lower) for stack in (left, chosen, covered) for upper, lower in pairwise(stack)),
                    ]
                    m.next = "ROW"
                    with m.If(level == 0):
                        m.next = "IDLE"
            with m.State("ADDRESS"):
                m.next = "JOIN"
            with m.State("JOIN"):
                m.d.sync += self.columns.eq(covered[0] | read.data)
                m.next = "COUNT"
            with m.State("COUNT"):
                m.next = "JUDGE"
            with m.State("JUDGE"):
                m.next = "ROW"
                with m.If(count <= level + 1):
                    m.d.sync += self.found.eq(1)
                    m.next = "IDLE"
                with m.Elif(count <= most):
                    m.d.sync += [
                        level.eq(level + 1),
                        *(lower.eq(upper) for stack in (left, chosen, covered) for upper, lower in pairwise(stack)),
                        chosen[0].eq(self.rows), covered[0].eq(self.columns),
                    ]
                    with m.If(level == 0):
                        m.d.sync += [left[0].eq(passed), passed.eq(passed | row)]
        return m
