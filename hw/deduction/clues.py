"""The memory for the clues of a puzzle, row by row."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit, add_memory

__all__ = ["ClueChange", "ClueMemory", "ClueRow"]


class ClueRow(data.StructLayout):
    """The clues of a row of ``cols`` cells, with ``bits`` bits each."""

    def __init__(self, cols: int, bits: int):
        super().__init__({
            # The clues' binary digits, the lowest first: a vector of ``cols`` bits for each digit.
            "bits": data.ArrayLayout(cols, bits),
            "free": cols,  # the cells without a clue
            "unlike": cols,  # the cells whose clue is negated: every number except the clue is allowed
        })

    def without_clues(self) -> data.Const:
        """Return a row in which every cell is free."""
        return self.const({"bits": [0] * self["bits"].shape.length, "free": -1})


class ClueChange(data.StructLayout):
    """A change of the clue of a cell; see :class:`ClueMemory`."""

    def __init__(self, rows: int, cols: int, bits: int):
        super().__init__({
            "enable": 1, "row": range(rows), "col": range(cols), "value": bits, "valued": 1, "free": 1, "unlike": 1})


class ClueMemory(GridUnit):
    """A memory for clues, each of ``bits`` bits. When a clue is set or changed, its whole row is written again.

    Latency: one clock for a read, two for a change.
    """

    def __init__(self, rows: int, cols: int, bits: int):
        self._rows, self._layout = rows, ClueRow(cols, bits)
        row = range(rows)
        super().__init__(rows, cols, {
            "begin": In(1),  # begin a new puzzle, whose first clue is the next ``clue``; clear ``unlike``
            # With ``enable``, remove all clues of a row; not with ``clue`` or ``change``.
            "clear": In(data.StructLayout({"enable": 1, "row": row})),
            # With ``enable``, set the clue of a cell. All clues of a row must be set before those of another row.
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": range(cols), "value": bits})),
            # With ``enable``, change the clue of a cell: remove the clue (``free``) or, until the next change, allow
            # all numbers except the clue (``unlike``). Without ``valued``, the clue's value stays the same. All changes
            # must come after the last ``clue``.
            "change": In(ClueChange(rows, cols, bits)),
            "row": In(row),  # the row to read; with ``change``, the row of the change
            "clues": Out(self._layout),  # the row's clues, one clock later
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        stored = data.StructLayout({name: field.shape for name, field in self._layout if name != "unlike"})
        read, write = add_memory(m, "clue_rows", stored, self._rows)
        cell = Signal(self._layout["free"].shape)
        read_row, unlike_row, unlike = Signal.like(self.row), Signal.like(self.row), Signal.like(cell)
        m.d.sync += read_row.eq(self.row)
        m.d.comb += [
            read.addr.eq(self.row),
            *(self.clues[name].eq(read.data[name]) for name in stored.members),
            self.clues.unlike.eq(Mux(read_row == unlike_row, unlike, 0)),
        ]

        # The row whose clues are being set, with the clues that were already set.
        gathered, gathered_row, gathering = Signal(stored), Signal.like(self.row), Signal()
        changing, changed = Signal(), Signal.like(self.change)
        clue, before = Signal.like(self.change), Signal(stored)
        without = self._layout.without_clues()
        no_clues = stored.const({name: without[name] for name in stored.members})
        m.d.sync += changing.eq(self.change.enable)
        with m.If(self.change.enable):
            m.d.sync += changed.eq(self.change)
        with m.If(changing):
            m.d.comb += [clue.eq(changed), clue.enable.eq(1), before.eq(read.data)]
            m.d.sync += [unlike_row.eq(changed.row), unlike.eq(Mux(changed.unlike, cell, 0))]
        with m.Else():
            m.d.comb += [
                *(clue[name].eq(self.clue[name]) for name in ("enable", "row", "col", "value")), clue.valued.eq(1),
                before.eq(Mux(gathering & (gathered_row == self.clue.row), gathered.as_value(), no_clues.as_value())),
            ]
        m.d.comb += [cell.eq(1 << clue.col), write.en.eq(clue.enable), write.addr.eq(clue.row)]
        for number, bit in enumerate(clue.value):
            was = before.bits[number]
            m.d.comb += write.data.bits[number].eq(Mux(clue.valued, was & ~cell | Mux(bit, cell, 0), was))
        m.d.comb += write.data.free.eq(before.free & ~cell | Mux(clue.free, cell, 0))
        with m.If(self.clue.enable):
            m.d.sync += [gathered.eq(write.data), gathered_row.eq(self.clue.row), gathering.eq(1)]
        with m.If(self.clear.enable):
            m.d.comb += [write.en.eq(1), write.addr.eq(self.clear.row), write.data.eq(no_clues)]
        with m.If(self.begin):
            m.d.sync += [gathering.eq(0), unlike.eq(0)]
        return m
