"""Edges that would close a loop, removed from a page."""

from collections.abc import Callable

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data, stream
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.slitherlink.deducer.path_ends import Edge
from rowloom.hw.slitherlink.deducer.row_rules import RowState, certain, possible
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["EdgeRemoval"]


class EdgeRemoval(GridUnit):
    """Removes edges from a page: no shape with a line there remains.

    Only the vertex that an edge is named after loses shapes; the row rules do the same for the other one.

    Latency: 2 clocks, and 2 for each edge.

    Members
    -------
    start : In(1)
        Remove all edges that come; ignored while busy.
    edges : In(stream of Edge)
        The edges, without a pause between them.
    port : Out(PagePort)
        To the page.
    busy : Out(1)
        High while it works.
    lost : Out(1)
        The row ``lost_row`` has lost a shape. In the clock after the removal, as the next two.
    lost_row : Out(range(rows + 1))
        That row.
    contradiction : Out(1)
        The edge's vertex has no shape left.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "start": In(1), "edges": In(stream.Signature(Edge(rows, cols))),
            "port": Out(PagePort(rows + 1, RowState(cols))),
            "busy": Out(1), "lost": Out(1), "lost_row": Out(range(rows + 1)), "contradiction": Out(1),
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
