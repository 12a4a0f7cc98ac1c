"""Find the cell to branch on."""

from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.house_reader import Cells, Sequencer, read
from rowloom.hw.sudoku.scan.house_words import HouseKind

__all__ = ["BranchFinder"]


class BranchFinder(Sequencer):
    """Look for the first open cell with the fewest candidates, row by row from a cell on.

    Latency: for each row of *k* open cells, *k* + 12 clocks, or 6 if there are none.

    Members
    -------
    side : In(range(order**2 + 1)), digits : In(order**2)
        How many digits the puzzle has, and as many ones.
    row, col, enough : In
        The first cell, and the number of candidates that ends the search; sampled by ``start``.
    fewest : In(range(order**2 + 1))
        The number of candidates of the last cell that was ``better``; all ones before there is one.
    better : Out(1)
        The cell at hand has fewer.
    """

    def __init__(self, order: int):
        size = order * order
        number, count = range(size), range(size + 1)
        super().__init__(order, {
            "side": In(count), "digits": In(size), "row": In(number), "col": In(number), "enough": In(count),
            "fewest": In(count), "better": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        reader, cell = self.reader, self.reader.cell
        row, enough, first = Signal(range(self._size)), Signal(range(self._size + 1)), Signal()
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [row.eq(self.row), enough.eq(self.enough), first.eq(1)]
                with m.If(self.start):
                    read(m, reader, kind=HouseKind.ROW, house=self.row, position=self.col, target=self.digits)
                    m.next = "ROW"
            with m.State("ROW"):
                with m.If(first):
                    m.d.comb += reader.cells.eq(Cells.FROM)
                with m.If(reader.done):
                    m.d.sync += [row.eq(row + 1), first.eq(0)]
                    with m.If(row + 1 == self.side):
                        m.next = "IDLE"
                    with m.Else():
                        read(m, reader, kind=HouseKind.ROW, house=row + 1, target=self.digits)
                with m.If(cell.fresh & (cell.count < self.fewest)):
                    m.d.comb += self.better.eq(1)
                    with m.If(cell.count <= enough):
                        m.d.comb += reader.stop.eq(1)
                        m.next = "IDLE"
        return m
