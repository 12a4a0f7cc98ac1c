"""The paths of a page: find new lines while rows are swept, join them, and remove edges that would close a path into a
loop."""

from collections.abc import Callable

from amaranth.hdl import Cat, Module, Mux, ResetInserter, Signal, Value
from amaranth.lib import data, stream, wiring
from amaranth.lib.fifo import SyncFIFO, SyncFIFOBuffered
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import lowest, one_hot_number, widen
from rowloom.hw.primitives.units import GridUnit, add_memory
from rowloom.hw.slitherlink.deducer.path_ends import GridEdge, PathEnds
from rowloom.hw.slitherlink.deducer.row_rules import RowState, certain, possible
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["EdgeRemoval", "NewLines", "Paths", "SweptRow"]

_QUEUE = 16
"""The number of rows for which the queue has room, including a row that is still on its way to the queue. This is the
depth of a LUT RAM."""


class SweptRow(data.StructLayout):
    """A row that leaves a sweep's window, if ``valid``: its number, and its shapes as in :class:`RowState`."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "row": range(rows + 1), "shapes": data.ArrayLayout(cols + 1, len(Shape))})


class NewLines(GridUnit):
    """Find those lines of each row that the unit has not seen before, and send these lines one by one.

    The unit considers the edges to the east and to the south of a row's vertices. An edge counts as a line if it is a
    line in all possible shapes. Rows with new lines are queued. If the queue is full, the next row is dropped: its
    lines count as not seen.

    Latency: with an empty queue, 3 clocks from a row to its first line; then one line per clock.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "forget": In(1),  # from the next clock on: no line counts as seen, no row is queued, no lookahead runs
            "lookahead": In(1),  # Begin a lookahead. Not while ``busy``.
            "undo": In(1),  # end the lookahead: the lines seen since it began count as not seen; no row is queued
            "swept": In(SweptRow(rows, cols)),  # a row; the same row must not come twice in consecutive clocks
            # The new lines, row by row. In a row, the lines to the east come first, then the lines to the south, both
            # from left to right.
            "lines": Out(stream.Signature(GridEdge(rows, cols))),
            "busy": Out(1),  # some lines have not been sent yet
            "dropped": Out(1), "dropped_row": Out(range(rows + 1)),  # this row, which came 2 clocks before, is dropped
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        vertices, count = self._cols + 1, self._rows + 1
        sides = data.ArrayLayout(vertices, 2)

        # For each row, the memory has the lines seen before the lookahead, and the lines seen since the lookahead
        # began. `seen` and `seen_since` say which words of the memory are valid.
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
            # The lines that were seen before are among the row's lines, so their word can be overwritten.
            write_seen.en.eq(accepted), write_seen.addr.eq(Cat(row, in_lookahead)), write_seen.data.eq(lines),
        ]
        with m.If(accepted & in_lookahead):
            m.d.sync += seen_since.bit_select(row, 1).eq(1)
        with m.Elif(accepted):
            m.d.sync += seen.bit_select(row, 1).eq(1)

        # The new lines are valid one clock after `lines`, because the memory is slow.
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


_EDGES = 512
"""The largest number of edges that are removed at once. Further edges stay; then less is deduced, but no deduction is
wrong."""


class EdgeRemoval(GridUnit):
    """Remove edges from a page: remove all shapes that have a line at one of these edges.

    Only the vertex in an edge's :class:`.GridEdge` loses shapes; the row rules then remove shapes of the edge's other
    vertex.

    Latency: 2 clocks, and 2 for each edge.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "start": In(1),  # remove all edges of the stream; ignored while busy
            "edges": In(stream.Signature(GridEdge(rows, cols))),  # the edges, without a pause between them
            # This row has lost a shape. Valid in the clock after the removal, like ``contradiction``.
            "lost": Out(1), "lost_row": Out(range(rows + 1)),
            "contradiction": Out(1),  # the edge's vertex has no shape left
            "port": Out(PagePort(rows + 1, RowState(cols))), "busy": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        port, edge = self.port, self.edges.payload
        row, south, column = Signal.like(edge.vertex.row), Signal(), Signal(self._cols + 1)
        with m.If(port.write):
            m.d.comb += port.keep.eq(-1)
            for number, shape in enumerate(Shape):
                removes = (south if shape.south else 0) | (~south if shape.east else 0)
                m.d.comb += port.keep.shapes[number].eq(~Mux(removes, column, 0))

        def here(rule: Callable[[data.View, str], Value]) -> Value:
            return (Mux(south, rule(port.state.shapes, "south"), rule(port.state.shapes, "east")) & column).any()

        m.d.sync += [self.lost.eq(0), self.lost_row.eq(row), self.contradiction.eq(0)]
        with m.FSM() as fsm:
            m.d.comb += [
                self.busy.eq(~fsm.ongoing("IDLE") | self.lost | self.contradiction),
                self.edges.ready.eq(fsm.ongoing("NEXT") | fsm.ongoing("REMOVE")),
            ]

            def next_edge() -> None:
                m.d.sync += [row.eq(edge.vertex.row), south.eq(edge.south), column.eq(1 << edge.vertex.col)]
                with m.If(self.edges.valid):
                    m.next = "READ"
                with m.Else():
                    m.next = "IDLE"

            with m.State("IDLE"):
                with m.If(self.start):
                    m.next = "NEXT"
            with m.State("NEXT"):
                next_edge()
            with m.State("READ"):
                m.d.comb += port.row.eq(row)
                m.next = "REMOVE"
            with m.State("REMOVE"):
                m.d.comb += [port.write.eq(1), port.write_row.eq(row)]
                m.d.sync += [self.lost.eq(here(possible)), self.contradiction.eq(here(certain))]
                next_edge()
        return m


class Paths(GridUnit):
    """Join every new line with the paths that it touches, and remove the edges that would close a loop too early.

    If the two ends of a path are neighbours, a line on the edge between them would close a loop. So this edge is
    removed if there are other paths. A loop beside another path is a contradiction.

    Latency: with an empty queue, 7 clocks from a row until its first line is joined; then as in :class:`PathEnds`.
    """

    def __init__(self, rows: int, cols: int):
        row = range(rows + 1)
        super().__init__(rows, cols, {
            "height": In(row), "width": In(range(cols + 1)),  # the puzzle's size; must not change from ``forget`` on
            # Remove all lines, and end any lookahead; latency as in :class:`PathEnds`. Not while busy.
            "forget": In(1),
            # Begin a lookahead: lines joined from the next clock on can be removed again. Only when settled; not with
            # ``undo``.
            "lookahead": In(1),
            "undo": In(1),  # End the lookahead and remove its lines. Once after each lookahead; not while busy.
            # A sweep begins: edges that were found but not removed are dropped. Only when settled.
            "begin": In(1),
            # A row after its sweep, as in :class:`NewLines`. At the end of a sweep without contradiction, each vertex
            # has a possible shape. If an edge is a line in all possible shapes of one end, it is also a line in a
            # possible shape of the other end.
            "swept": In(SweptRow(rows, cols)),
            "settled": Out(1),  # all lines are joined
            "closing": Out(1),  # valid once settled: there are edges to remove
            "remove": In(1),  # Remove them. Only when settled.
            "busy": Out(1),  # high while the unit removes edges or forgets
            # There is a loop beside other lines, or a removed edge was a line. Only ``undo`` or ``forget`` may follow.
            "contradiction": Out(1),
            "closed": Out(1),  # the joined lines are one loop
            # Since ``begin``, some rows have lost an edge or were dropped. They must be swept again.
            "changed": Out(1),
            "changed_first": Out(row), "changed_last": Out(row),  # the first and the last of these rows
            "port": Out(PagePort(rows + 1, RowState(cols))),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.lines = lines = NewLines(self._rows, self._cols)
        m.submodules.ends = ends = PathEnds(self._rows, self._cols)
        m.submodules.removal = removal = EdgeRemoval(self._rows, self._cols)
        wiring.connect(m, lines.lines, ends.lines)
        wiring.connect(m, removal.port, wiring.flipped(self.port))
        for name in ("forget", "lookahead", "undo"):
            m.d.comb += [getattr(lines, name).eq(getattr(self, name)), getattr(ends, name).eq(getattr(self, name))]
        m.d.comb += [
            ends.height.eq(self.height), ends.width.eq(self.width), lines.swept.eq(self.swept),
            self.settled.eq(~(lines.busy | ends.busy)), self.busy.eq(ends.forgetting | removal.busy),
        ]

        edge = GridEdge(self._rows, self._cols)
        m.submodules.edges = edges = ResetInserter(self.begin)(SyncFIFOBuffered(width=edge.size, depth=_EDGES))

        # The effect of a line that joins the paths from u to a and from v to b, and the number of paths left.
        paths, loop = Signal(range((self._rows + 1) * (self._cols + 1))), Signal()
        paths_before, loop_before = Signal.like(paths), Signal()
        joined = ends.joined
        a, b = joined.a, joined.b
        closes, begins, merges = Signal(), Signal(), Signal()
        m.d.comb += [
            closes.eq(a == joined.v), begins.eq((a == joined.u) & (b == joined.v)),
            merges.eq((a != joined.u) & (b != joined.v)),
        ]
        with m.If(ends.joins):
            m.d.sync += paths.eq(paths + Mux(closes | merges, -1, begins))
            with m.If(loop | closes & (paths != 1)):
                m.d.sync += self.contradiction.eq(1)
            with m.If(closes):
                m.d.sync += loop.eq(1)
        with m.If(removal.contradiction):
            m.d.sync += self.contradiction.eq(1)
        with m.If(self.lookahead):
            m.d.sync += [paths_before.eq(paths), loop_before.eq(loop)]
        with m.If(self.undo):
            m.d.sync += [paths.eq(paths_before), loop.eq(loop_before), self.contradiction.eq(0)]
        with m.If(self.forget):
            m.d.sync += [paths.eq(0), loop.eq(0), self.contradiction.eq(0)]

        same_row, same_col = a.row == b.row, a.col == b.col
        neighbours = Mux(same_row, (a.col + 1 == b.col) | (b.col + 1 == a.col),
                         same_col & ((a.row + 1 == b.row) | (b.row + 1 == a.row)))
        # Neighbours differ either in their row or in their column, not in both.
        a_first = a.as_value() < b.as_value()
        found = Signal(edge)
        m.d.comb += [
            self.closed.eq(loop & (paths == 0)),
            found.vertex.eq(Mux(a_first, a, b)), found.south.eq(same_col),
            edges.w_data.eq(found), edges.w_en.eq(ends.joins & neighbours & ~closes & ~begins),
            # Further lines may have been joined since these edges were found, but each of the edges would still close a
            # loop.
            self.closing.eq((edges.level != 0) & (paths > 1)),
            removal.start.eq(self.remove),
            removal.edges.payload.eq(edges.r_data), removal.edges.valid.eq(edges.r_rdy),
            edges.r_en.eq(removal.edges.ready),
        ]

        again, row = Signal(), Signal.like(removal.lost_row)
        m.d.comb += [
            again.eq(lines.dropped | removal.lost), row.eq(Mux(lines.dropped, lines.dropped_row, removal.lost_row))]
        with m.If(again):
            m.d.sync += self.changed.eq(1)
            widen(m, self.changed_first, self.changed_last, row, self.changed)
        with m.If(self.begin):
            m.d.sync += self.changed.eq(0)
        return m
