"""The search for subsets of a house, and the exclusion of candidates by these subsets."""

from itertools import pairwise

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.scan.house_reader import CellsToRead, Sequencer, read
from rowloom.hw.sudoku.scan.judge import count_in_two
from rowloom.hw.sudoku.scan.memories import HouseKind, one_hot

__all__ = ["LEFT_BY_HIDDEN", "LEFT_BY_NAKED", "MOST", "SubsetExclusion", "Subsets"]


MOST = 4
"""The number of rows of the largest subset: the subsets are pairs, triplets and quartets."""

LEFT_BY_NAKED = 2
"""The least number of cells outside a naked subset: a single cell there would be the only place of a digit."""

LEFT_BY_HIDDEN = MOST + 1
"""The least number of digits outside a hidden subset: if there are fewer, the cells that can hold these digits are a
naked subset with the same effect."""


class Subsets(wiring.Component):
    """Find *n* digits of a house that occur in only *n* cells, or *n* cells that have only *n* candidates.

    A matrix describes the house. For hidden subsets, a row stands for a digit, and the row's ones stand for the cells
    that can hold the digit. For naked subsets, a row stands for a cell, and the row's ones stand for the cell's
    candidates. A subset is *n* rows with ones in only *n* columns. A solution assigns a different column to each row,
    so the rows outside the subset cannot have the subset's columns.

    A backtracking search goes through the rows. It joins each row with up to three earlier rows, as long as the joined
    rows have ones in no more than four columns and are not a subset yet. This finds all subsets of two to four rows
    that contain no smaller subset, and also some further subsets. If the search only compared pairs of rows, it would
    miss subsets in which no row has ones in all columns.

    Latency: five clocks for each set of rows that is examined, and one for each step back.
    """

    def __init__(self, size: int):
        self._size = size
        super().__init__({
            "clear": In(1),  # forget all rows
            # Add the row ``number``, whose bits are ``word``; each row at most once after ``clear``.
            "give": In(data.StructLayout({"enable": 1, "number": range(size), "word": size})),
            "many": Out(1),  # there are enough rows for a hidden pair
            "leave": In(range(LEFT_BY_HIDDEN + 1)),  # the least number of rows outside a subset
            "search": In(1),  # start, or continue after the subset that was found; not while busy
            "busy": Out(1),  # the outputs below are valid when it is low again
            "found": Out(1),  # a subset was found
            "rows": Out(size), "columns": Out(size),  # the rows and the columns of the subset
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._size
        read, write = add_memory(m, "words", size, size)
        # All rows (`given`), and the rows that the search has passed, which may form a subset with later rows.
        given = Signal(size)
        passed = Signal(size)
        # `number`: the rows that were added, counted up to the largest number that makes a difference. `most`: the
        # largest size of a subset.
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

        # Three stacks, each a list with the top first. `left`: the rows that must still be joined with the chosen rows.
        # `chosen`: the chosen rows. `covered`: the columns of the chosen rows.
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


class SubsetExclusion(Sequencer):
    """Exclude candidates by the naked subsets of a house, then by its hidden subsets, if there can be any.

    To find naked subsets, the search gets the open cells and their candidates. To find hidden subsets, it gets the
    digits and the cells that can hold each digit; the house is read once for each digit. For each subset found, the
    cells that may lose candidates are read: the cells outside a naked subset lose the digits of the subset, and the
    cells of a hidden subset lose all other digits.

    ``subsets`` is the largest order of puzzles in which the unit looks for subsets.
    """

    def __init__(self, order: int, subsets: int):
        self._subsets, size = subsets, order * order
        super().__init__(order, {
            # The number of the puzzle's digits, and a vector with as many ones.
            "side": In(range(size + 1)), "digits": In(size),
            "kind": In(HouseKind), "house": In(range(size)),  # sampled by ``start``
            "lost": Out(1),  # the cell that is judged loses all candidates except those sought
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size, reader, judged = self._size, self.reader, self.reader.judged
        m.submodules.search = search = Subsets(self._subsets ** 2)
        kind, hidden = Signal(HouseKind), Signal()
        # The digit whose cells are read, as a number and as a vector, and these cells.
        number, digit, cells = Signal(range(size)), Signal(size), Signal(size)
        place = judged.place
        position = Array((place.col, place.row, place.inside))[kind]
        m.d.comb += [
            digit.eq(one_hot(number, size)),
            search.leave.eq(Mux(hidden, LEFT_BY_HIDDEN, LEFT_BY_NAKED)),
            search.give.number.eq(Mux(hidden, number, position)),
            search.give.word.eq(Mux(hidden, cells, judged.candidates)),
        ]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [kind.eq(self.kind), hidden.eq(0)]
                with m.If(self.start):
                    m.d.comb += search.clear.eq(1)
                    read(m, reader, kind=self.kind, house=self.house, target=self.digits)
                    m.next = "CANDIDATES"
            with m.State("CANDIDATES"):
                m.d.comb += search.give.enable.eq(judged.valid)
                with m.If(reader.done):
                    m.d.comb += search.search.eq(1)
                    m.next = "SEARCH"
            with m.State("SEARCH"):
                with m.If(~search.busy & search.found):
                    read(m, reader, again=1)
                    with m.If(hidden):
                        m.d.comb += [reader.target.eq(search.rows), reader.new.eq(reader.need & ~search.rows)]
                    with m.Else():
                        m.d.comb += [reader.target.eq(self.digits & ~search.columns), reader.new.eq(search.columns)]
                    m.next = "LOSERS"
                with m.Elif(~search.busy):
                    m.d.comb += search.clear.eq(1)
                    m.d.sync += [hidden.eq(1), number.eq(0), cells.eq(0)]
                    m.next = "DIGIT"
                    with m.If(hidden | ~search.many):
                        m.next = "IDLE"
            with m.State("LOSERS"):
                m.d.comb += [
                    reader.cells.eq(CellsToRead.AMONG),
                    reader.among.eq(Mux(hidden, search.columns, ~search.rows)),
                    self.lost.eq(judged.valid & judged.lost),
                ]
                with m.If(reader.done):
                    m.d.comb += search.search.eq(1)
                    m.next = "SEARCH"
            with m.State("DIGIT"):
                m.next = "NEXT DIGIT"
                with m.If((digit & reader.need).any()):
                    read(m, reader, again=1, target=digit)
                    m.next = "CELLS"
            with m.State("CELLS"):
                with m.If(judged.valid & judged.amount.some):
                    m.d.sync += cells.eq(cells | one_hot(position, size))
                with m.If(reader.done):
                    m.next = "GIVE DIGIT"
            with m.State("GIVE DIGIT"):
                m.d.comb += search.give.enable.eq(1)
                m.next = "NEXT DIGIT"
            with m.State("NEXT DIGIT"):
                m.d.sync += [number.eq(number + 1), cells.eq(0)]
                m.next = "DIGIT"
                with m.If(number + 1 == self.side):
                    m.d.comb += search.search.eq(1)
                    m.next = "SEARCH"
        return m
