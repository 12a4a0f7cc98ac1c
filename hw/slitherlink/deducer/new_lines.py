"""Find the new lines of rows, and send them one by one."""

from amaranth.hdl import Cat, Module, Mux, ResetInserter, Signal
from amaranth.lib import data, stream
from amaranth.lib.fifo import SyncFIFO
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import GridUnit, add_memory
from rowloom.hw.slitherlink.deducer.path_ends import GridEdge
from rowloom.hw.slitherlink.deducer.row_rules import certain
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["NewLines", "SweptRow"]

_QUEUE = 16
"""The number of rows in the queue, including a row that is still on its way; it is the depth of LUT RAM."""


class SweptRow(data.StructLayout):
    """A row that leaves a sweep's window, if ``valid``: its number, and its shapes as in :class:`RowState`."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "row": range(rows + 1), "shapes": data.ArrayLayout(cols + 1, len(Shape))})


class NewLines(GridUnit):
    """Find the lines of each row that the unit has not seen before, and send them one by one.

    A row's lines are the edges to the east and to the south of its vertices that are lines in all possible shapes.
    Rows with new lines are queued. If the queue is full, the row is dropped: its lines count as not seen.

    Latency: with an empty queue, 3 clocks from a row to its first line; then one line per clock.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "forget": In(1),  # no line has been seen, no row is queued, and no lookahead begun, from the next clock on
            "lookahead": In(1),  # Begin a lookahead. Not while ``busy``.
            "undo": In(1),  # end the lookahead: the lines since then have not been seen, and no row is queued
            "swept": In(SweptRow(rows, cols)),  # a row; the same row must not come in two consecutive clocks
            # The new lines, row by row. Of a row, the lines to the east come first, then those to the south, each from
            # left to right.
            "lines": Out(stream.Signature(GridEdge(rows, cols))),
            "busy": Out(1),  # some lines are still to come
            "dropped": Out(1), "dropped_row": Out(range(rows + 1)),  # this row is dropped, 2 clocks after it came
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        vertices, count = self._cols + 1, self._rows + 1
        sides = data.ArrayLayout(vertices, 2)

        # The memory holds the lines seen in each row before the lookahead, and those seen since it began. `seen` and
        # `seen_since` say which of its words are valid.
        in_lookahead, seen, seen_since = Signal(), Signal(count), Signal(count)
        row_bits = range(count)
        read_seen, write_seen = add_memory(m, "seen", sides, 2 << (count - 1).bit_length())
        row, shapes, arrived, known = Signal(row_bits), Signal.like(self.swept.shapes), Signal(), Signal()
        since = in_lookahead & seen_since.bit_select(self.swept.row, 1)
        m.d.comb += read_seen.addr.eq(Cat(self.swept.row, since))
        m.d.sync += [
            arrived.eq(self.swept.valid), row.eq(self.swept.row), shapes.eq(self.swept.shapes),
            known.eq(since | seen.bit_select(self.swept.row, 1)),
        ]

        lines, accepted = Signal(sides), Signal()
        queued = data.StructLayout({"lines": sides, "row": row_bits})
        stops = self.undo | self.forget
        m.submodules.queue = queue = ResetInserter(stops)(SyncFIFO(width=queued.size, depth=_QUEUE))
        m.d.comb += [
            *(lines[number].eq(certain(shapes, side)) for number, side in enumerate(("east", "south"))),
            # The previous row may be on its way and also needs room.
            accepted.eq(arrived & (queue.level < _QUEUE - 1)),
            # Lines that were seen before are still lines.
            write_seen.en.eq(accepted), write_seen.addr.eq(Cat(row, in_lookahead)), write_seen.data.eq(lines),
        ]
        with m.If(accepted & in_lookahead):
            m.d.sync += seen_since.bit_select(row, 1).eq(1)
        with m.Elif(accepted):
            m.d.sync += seen.bit_select(row, 1).eq(1)

        # The new lines come a clock later, because the memory is slow.
        new, compared, was_accepted, is_new = Signal(queued), Signal(), Signal(), Signal()
        m.d.sync += [
            new.lines.eq(lines.as_value() & ~Mux(known, read_seen.data.as_value(), 0)), new.row.eq(row),
            compared.eq(arrived), was_accepted.eq(accepted),
        ]
        m.d.comb += [
            is_new.eq(compared & new.lines.as_value().any()),
            queue.w_data.eq(new), queue.w_en.eq(is_new & was_accepted),
            self.dropped.eq(is_new & ~was_accepted), self.dropped_row.eq(new.row),
        ]

        # The lines of the first row in the queue, one by one.
        first, done = data.View(queued, queue.r_data), Signal(sides)
        left, next_line, others = Signal(2 * vertices), Signal(2 * vertices), Signal(2 * vertices)
        line = self.lines.payload
        m.d.comb += [
            left.eq(first.lines.as_value() & ~done.as_value()), next_line.eq(lowest(left)),
            others.eq(left & ~next_line),
            self.lines.valid.eq(queue.r_rdy), line.south.eq(next_line[vertices:].any()), line.vertex.row.eq(first.row),
            line.vertex.col.eq(one_hot_number(next_line[:vertices] | next_line[vertices:])),
            queue.r_en.eq(self.lines.ready & ~others.any()),
            self.busy.eq(arrived | compared | queue.r_rdy),
        ]
        with m.If(queue.r_rdy & self.lines.ready):
            m.d.sync += done.eq(Mux(others.any(), done.as_value() | next_line, 0))

        with m.If(self.lookahead):
            m.d.sync += [in_lookahead.eq(1), seen_since.eq(0)]
        with m.If(stops):
            m.d.sync += [in_lookahead.eq(0), arrived.eq(0), compared.eq(0), done.eq(0)]
        with m.If(self.forget):
            m.d.sync += seen.eq(0)
        return m
