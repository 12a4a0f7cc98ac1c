"""Early loops prevented: the lines of a page are joined into paths, and each end of a path knows the other one."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Module, Mux, ResetInserter, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.fifo import SyncFIFO, SyncFIFOBuffered
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.memory import add_memory
from rowloom.hw.primitives.rows import check_size, lowest, one_hot_number
from rowloom.hw.slitherlink.deducer.pages import PagePort
from rowloom.hw.slitherlink.deducer.row_rules import certain
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["Paths"]

# Limits. Beyond them the unit deduces less, but nothing wrong.

_LOG = 512
"""Table entries that a lookahead may overwrite. A row is not joined if its lines might not fit."""

_EDGES = 512
"""Edges that can be removed at once; more than that stay."""

_LOOKAHEAD_BITS = 16
"""Bits of a lookahead's number, counted from ``forget``. Lookaheads beyond the last number but one join nothing."""

_JOINING = 4
"""Log entries still to come for lines in the pipeline when the next row is taken from the queue."""

_QUEUE = 16
"""Rows that wait for their lines to be joined: the depth of LUT RAM."""


class Paths(wiring.Component):
    """Joins every new line with the paths that it touches.

    A table holds the other end for each end of a path (a vertex that no line touches is both ends of its own). A line
    between the vertices u and v joins two paths into one, whose ends are the other ends of u and v. If these are
    neighbours, a line between them would close a loop, so the edge is removed if there are other paths. A loop beside
    another path is a contradiction.

    A row's lines are those to the east and to the south of its vertices. First all new lines are joined while the next
    rows are read; then the edges that the paths exclude are removed. A row that lost one may have new lines, which wait
    for the next ``start``.

    Latency: at most 10 clocks, 1 for each row, and 2 for each line joined and each edge removed. Rows read while lines
    are being joined take no extra time. Taking back a lookahead: 2 for each line that it joined, and 2; or 1, if it
    joined none.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows; must not change from ``forget`` on.
    forget : In(1)
        Clear the table, end any lookahead, and mark all rows, in ``(height + 1) * (cols + 1)`` clocks. Not while busy.
    lookahead : In(1)
        Begin a lookahead: lines joined from the next clock on can be taken back. No row may be marked. Allowed while an
        earlier lookahead is being taken back; not with ``undo``.
    undo : In(1)
        Take back and end the lookahead, and unmark all rows. Once after each lookahead, also while an earlier one is
        being taken back; not while lines are being joined.
    start : In(1)
        Join the new lines of the rows that are marked or ``lined``, and unmark them. Not while busy. The page must be
        as a sweep leaves it: each vertex has a possible shape, and a line at one end of an edge is possible at the
        other.
    lined : In(rows + 1)
        Rows that may have got lines in a sweep, bit i for row i; sampled with ``start``.
    mark : In(1)
        Mark the row ``marked``: it may have got lines otherwise. Not with ``start`` or while lines are being joined.
    marked : In(range(rows + 1))
        That row.
    port : Out(PagePort)
        To the page.
    busy : Out(1)
        High while it works. The outputs below are valid when it is low again.
    contradiction : Out(1)
        There is a loop beside other lines. Only ``undo`` or ``forget`` may follow.
    closed : Out(1)
        The joined lines are one loop.
    changed : Out(1)
        Some edge was removed.
    changed_first, changed_last : Out(range(rows + 1))
        The first and the last row of vertices that lost an edge.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("Paths", rows, cols)
        self._rows, self._cols = rows, cols
        row = range(rows + 1)
        super().__init__({
            "height": In(row), "forget": In(1), "lookahead": In(1), "undo": In(1),
            "start": In(1), "lined": In(rows + 1), "mark": In(1), "marked": In(row),
            "port": Out(PagePort(rows, cols)), "busy": Out(1), "contradiction": Out(1), "closed": Out(1),
            "changed": Out(1), "changed_first": Out(row), "changed_last": Out(row),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows, cols, port = self._rows, self._cols, self.port
        vertices = cols + 1
        vertex = data.StructLayout({"row": range(rows + 1), "col": range(vertices)})
        sides = data.ArrayLayout(vertices, 2)

        # The other end of each path's end; and the entries that the lookahead has overwritten.
        ends_depth = (rows + 1) * vertices
        m.submodules.ends = ends = Memory(shape=vertex, depth=ends_depth, init=[])
        write_end = ends.write_port()
        read_end = ends.read_port(transparent_for=[write_end])
        entry = data.StructLayout({"address": range(ends_depth), "end": vertex})
        read_log, write_log = add_memory(m, "log", entry, _LOG)
        logged = Signal(range(_LOG + 1))

        def address(of: data.View) -> Value:
            return sum(((of.row << bit) for bit in range(vertices.bit_length()) if vertices >> bit & 1), of.col)

        # A row's lines (to the east, to the south) joined before the lookahead; and all of them joined since, which are
        # valid only for the lookahead with that number.
        tentative_lines = data.StructLayout({"lines": sides, "lookahead": _LOOKAHEAD_BITS})
        read_joined, write_joined = add_memory(m, "joined", sides, rows + 1)
        read_tried, write_tried = add_memory(m, "tentative", tentative_lines, rows + 1)

        # Rows that may have lines not yet joined: all of them after `forget`.
        waiting = Signal(rows + 1)

        in_lookahead, lookaheads = Signal(), Signal(_LOOKAHEAD_BITS)
        paths, paths_before = Signal(range(ends_depth)), Signal(range(ends_depth))
        loop, loop_before = Signal(), Signal()
        room = Signal()
        m.d.comb += [
            self.closed.eq(loop & (paths == 0)),
            room.eq(~in_lookahead | (logged <= _LOG - 4 * vertices - _JOINING)),
        ]
        with m.If(self.lookahead):
            m.d.sync += [in_lookahead.eq(1), paths_before.eq(paths), loop_before.eq(loop)]
            with m.If(~lookaheads.all()):
                m.d.sync += lookaheads.eq(lookaheads + 1)
        with m.If(self.undo):
            m.d.sync += [in_lookahead.eq(0), paths.eq(paths_before), loop.eq(loop_before), waiting.eq(0)]
        with m.If(self.mark):
            m.d.sync += waiting.eq(waiting | 1 << self.marked)

        # A pipeline of rows, one a clock, as long as the queue has room for all of it: address `row`, if one `comes`;
        # the memories' words of `read_row`, if it `reads` one; the new lines `seen` in `seen_row`, which are queued.
        # After that, the port is for rows of which an edge is removed (`struck`).
        unjoined = data.StructLayout({"lines": sides, "row": range(rows + 1)})
        m.submodules.queue = queue = ResetInserter(self.start)(SyncFIFO(width=unjoined.size, depth=_QUEUE))
        joining, reading = Signal(), Signal()
        row, read_row, seen_row, struck_row = (Signal(range(rows + 1)) for _ in range(4))
        comes, reads, seen, queues = (Signal() for _ in range(4))
        lines_read, known, lines, fresh = (Signal(sides) for _ in range(4))
        queued = data.View(unjoined, queue.r_data)
        m.d.comb += [
            reading.eq(joining & comes & (queue.level <= _QUEUE - 4)),
            port.row.eq(Mux(joining, row, struck_row)), read_joined.addr.eq(row), read_tried.addr.eq(row),
            *(lines_read[number].eq(certain(port.state.shapes, side)) for number, side in enumerate(("east", "south"))),
            known.eq(Mux(in_lookahead & (read_tried.data.lookahead == lookaheads), read_tried.data.lines.as_value(),
                         read_joined.data.as_value())),
            queues.eq(joining & seen & fresh.as_value().any() & ~(in_lookahead & lookaheads.all())),
            queue.w_en.eq(queues), queue.w_data.eq(Cat(fresh, seen_row)),
            # Joined lines remain lines.
            write_joined.en.eq(queues & ~in_lookahead), write_joined.addr.eq(seen_row), write_joined.data.eq(lines),
            write_tried.en.eq(queues & in_lookahead), write_tried.addr.eq(seen_row), write_tried.data.lines.eq(lines),
            write_tried.data.lookahead.eq(lookaheads),
        ]
        m.d.sync += [
            reads.eq(reading), read_row.eq(row), seen.eq(reads), seen_row.eq(read_row),
            lines.eq(lines_read), fresh.eq(lines_read.as_value() & ~known.as_value()),
        ]
        upmost, upmost_row = Signal.like(waiting), Signal.like(row)
        m.d.comb += [upmost.eq(lowest(waiting)), upmost_row.eq(one_hot_number(upmost))]
        with m.If(joining & (reading | ~comes)):
            m.d.sync += [row.eq(upmost_row), comes.eq(waiting.any()), waiting.eq(waiting & ~upmost)]

        # Lines, two clocks each: while the other ends of u and v are read, those of the line before, `old_u` to
        # `old_v`, are written, if there was one (`linking`).
        new, next_new, new_row, here = Signal(sides), Signal(2 * vertices), Signal.like(row), Signal.like(row)
        chosen, south, col = Signal(), Signal(), Signal(range(vertices))
        u, v = Signal(vertex), Signal(vertex)
        m.d.comb += [
            next_new.eq(lowest(new.as_value())),
            u.row.eq(here), u.col.eq(col), v.row.eq(here + south), v.col.eq(col + ~south),
        ]
        choose = [
            chosen.eq(new.as_value().any()), here.eq(new_row), south.eq(next_new[vertices:].any()),
            col.eq(one_hot_number(next_new[:vertices] | next_new[vertices:])),
            new.eq(new.as_value() & ~next_new),
        ]
        linking, old_u, old_v, a, b = Signal(), Signal(vertex), Signal(vertex), Signal(vertex), Signal(vertex)
        done = Signal()
        m.d.comb += done.eq(~Cat(waiting, comes, reads, seen, queue.r_rdy, new, chosen, linking).any())

        # How the line joins the paths old_u..a and old_v..b, and how many paths are left.
        closes, begins, merges, left = Signal(), Signal(), Signal(), Signal.like(paths)
        edge = data.StructLayout({"vertex": vertex, "south": 1})
        m.submodules.edges = edges = ResetInserter(self.start)(SyncFIFOBuffered(width=edge.size, depth=_EDGES))
        same_row, same_col = a.row == b.row, a.col == b.col
        first_is_a = Mux(same_row, a.col < b.col, a.row < b.row)
        found, struck = Signal(edge), Signal(edge)
        m.d.comb += [
            closes.eq(a == old_v), begins.eq((a == old_u) & (b == old_v)), merges.eq((a != old_u) & (b != old_v)),
            left.eq(paths + begins - merges),
            found.vertex.eq(Mux(first_is_a, a, b)), found.south.eq(same_col),
            edges.w_data.eq(found), struck.eq(edges.r_data),
        ]
        neighbours = Mux(same_row, (a.col + 1 == b.col) | (b.col + 1 == a.col),
                         same_col & ((a.row + 1 == b.row) | (b.row + 1 == a.row)))

        undoing = Signal()

        # The edge to remove. It would still close a loop, whatever was joined since, and is removed if there are two
        # paths now. Whether its row still had it is known a clock later.
        struck_south, column = Signal(), Signal(vertices)
        next_edge = [struck_row.eq(struck.vertex.row), struck_south.eq(struck.south), column.eq(1 << struck.vertex.col)]
        lost, lost_row = Signal(), Signal(range(rows + 1))
        m.d.comb += port.write_row.eq(struck_row)
        with m.If(port.write):
            m.d.comb += port.keep.eq(-1)
            for number, shape in enumerate(Shape):
                strikes = (struck_south if shape.south else 0) | (~struck_south if shape.east else 0)
                m.d.comb += port.keep.shapes[number].eq(~Mux(strikes, column, 0))
        possible = [
            reduce(or_, (port.state.shapes[number] for number, shape in enumerate(Shape) if getattr(shape, side)))
            for side in ("east", "south")
        ]
        m.d.sync += [lost.eq(0), lost_row.eq(struck_row)]
        with m.If(lost):
            # The remaining shapes may have another line in common.
            m.d.sync += [self.changed.eq(1), waiting.eq(waiting | 1 << lost_row)]
            with m.If(~self.changed | (lost_row < self.changed_first)):
                m.d.sync += self.changed_first.eq(lost_row)
            with m.If(~self.changed | (lost_row > self.changed_last)):
                m.d.sync += self.changed_last.eq(lost_row)

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), joining.eq(fsm.ongoing("READ U") | fsm.ongoing("READ V"))]

            with m.State("IDLE"):
                m.d.sync += [col.eq(0), comes.eq(0), new.eq(0), chosen.eq(0), linking.eq(0), undoing.eq(0)]
                with m.If(self.forget):
                    m.d.sync += [in_lookahead.eq(0), lookaheads.eq(0), paths.eq(0), loop.eq(0), logged.eq(0),
                                 here.eq(0), waiting.eq(0)]
                    m.next = "FORGET"
                with m.Elif(self.undo):
                    m.next = "UNDO"
                with m.Elif(self.start):
                    m.d.sync += [waiting.eq(waiting | self.lined), self.contradiction.eq(0), self.changed.eq(0)]
                    m.next = "READ U"

            with m.State("FORGET"):
                m.d.comb += [
                    write_end.en.eq(1), write_end.addr.eq(address(u)), write_end.data.eq(u),
                    write_joined.en.eq(1), write_joined.addr.eq(here), write_joined.data.eq(0),
                    write_tried.en.eq(1), write_tried.addr.eq(here), write_tried.data.lookahead.eq(0),
                ]
                m.d.sync += [col.eq(col + 1), waiting.eq(waiting | 1 << here)]
                with m.If(col == cols):
                    m.d.sync += [col.eq(0), here.eq(here + 1)]
                    with m.If(here == self.height):
                        m.next = "IDLE"

            # From the last entry back, so that the oldest value of an address stays; one clock to read, one to write.
            with m.State("UNDO"):
                m.d.comb += [
                    read_log.addr.eq(logged - 1),
                    write_end.en.eq(undoing), write_end.addr.eq(read_log.data.address),
                    write_end.data.eq(read_log.data.end),
                ]
                m.d.sync += undoing.eq(logged != 0)
                with m.If(logged != 0):
                    m.d.sync += logged.eq(logged - 1)
                with m.Elif(~undoing):
                    m.next = "IDLE"

            with m.State("READ U"):
                m.d.comb += [
                    read_end.addr.eq(address(u)),
                    write_end.en.eq(linking), write_end.addr.eq(address(a)), write_end.data.eq(read_end.data),
                    write_log.en.eq(linking & in_lookahead), write_log.data.end.eq(old_u),
                ]
                m.d.sync += b.eq(read_end.data)
                with m.If(~new.as_value().any()):
                    m.d.comb += queue.r_en.eq(1)
                    with m.If(queue.r_rdy & room):
                        m.d.sync += [new.eq(queued.lines), new_row.eq(queued.row)]
                m.next = "READ V"
                with m.If(self.contradiction):
                    m.next = "IDLE"
                with m.Elif(done):
                    m.next = "IDLE"
                    with m.If((edges.r_level != 0) & (paths > 1)):
                        m.next = "NEXT EDGE"
            with m.State("READ V"):
                m.d.comb += [
                    read_end.addr.eq(address(v)),
                    write_end.en.eq(linking), write_end.addr.eq(address(b)), write_end.data.eq(a),
                    write_log.en.eq(linking & in_lookahead), write_log.data.end.eq(old_v),
                ]
                # A read in the clock before the write returned the old end.
                m.d.sync += [
                    a.eq(Mux(linking & (u == b), a.as_value(), read_end.data.as_value())), old_u.eq(u), old_v.eq(v),
                    linking.eq(chosen), *choose,
                ]
                with m.If(linking):
                    m.d.comb += edges.w_en.eq(~closes & ~begins & neighbours)
                    m.d.sync += paths.eq(Mux(closes, paths - 1, left))
                    with m.If(loop | closes & (paths != 1)):
                        m.d.sync += self.contradiction.eq(1)
                    with m.If(closes):
                        m.d.sync += loop.eq(1)
                m.next = "READ U"

            with m.State("NEXT EDGE"):
                m.d.comb += edges.r_en.eq(1)
                m.d.sync += next_edge
                with m.If(edges.r_rdy):
                    m.next = "READ EDGE"
                with m.Elif(edges.r_level == 0):
                    m.next = "IDLE"
            with m.State("READ EDGE"):
                m.next = "STRIKE"
            with m.State("STRIKE"):
                m.d.comb += [port.write.eq(1), edges.r_en.eq(1)]
                m.d.sync += [*next_edge, lost.eq((Mux(struck_south, possible[1], possible[0]) & column).any())]
                # Removing a line would leave a vertex without any shape.
                with m.If((Mux(struck_south, lines_read[1], lines_read[0]) & column).any()):
                    m.d.sync += self.contradiction.eq(1)
                m.next = "NEXT EDGE"
                with m.If(edges.r_rdy):
                    m.next = "READ EDGE"

        m.d.comb += [write_log.addr.eq(logged), write_log.data.address.eq(write_end.addr)]
        with m.If(write_log.en):
            m.d.sync += logged.eq(logged + 1)
        return m
