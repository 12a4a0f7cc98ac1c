"""The paths of a page: join lines while rows are swept, and remove edges that would close a path too early."""

from collections.abc import Callable

from amaranth.hdl import Module, Mux, ResetInserter, Signal, Value
from amaranth.lib import data, stream, wiring
from amaranth.lib.fifo import SyncFIFOBuffered
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import widen
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.slitherlink.deducer.new_lines import NewLines, SweptRow
from rowloom.hw.slitherlink.deducer.path_ends import GridEdge, PathEnds
from rowloom.hw.slitherlink.deducer.row_rules import RowState, certain, possible
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["EdgeRemoval", "Paths"]

_EDGES = 512
"""The largest number of edges that are removed at once. Further edges stay: then less is deduced, but nothing is
wrong."""


class EdgeRemoval(GridUnit):
    """Remove edges from a page: no shape with a line there remains.

    Only the vertex that an edge is named after loses shapes; the row rules do the same at the other vertex.

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

    If the two ends of a path are neighbours, a line between them would close a loop, so the edge is removed if there
    are other paths. A loop beside another path is a contradiction.

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
            "begin": In(1),  # A sweep begins: edges that were found before are not removed any more. Only when settled.
            # A row after its sweep, as in :class:`NewLines`. At the end of a sweep without contradiction, each vertex
            # has a possible shape, and if an edge is a line at one end, it may be a line at the other end.
            "swept": In(SweptRow(rows, cols)),
            "settled": Out(1),  # all lines are joined
            "closing": Out(1),  # valid once settled: there are edges to remove
            "remove": In(1),  # Remove them. Only when settled.
            "busy": Out(1),  # high while it removes edges or forgets
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
            # These edges would still close a loop, whatever lines were joined since they were found.
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
