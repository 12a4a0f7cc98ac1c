"""No early loop: the lines of a page joined into paths, of which each end knows the other one."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Module, Mux, ResetInserter, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.fifo import SyncFIFO, SyncFIFOBuffered
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.memory import APART
from ..primitives.rows import check_size, lowest, one_hot_number
from .pages import PagePort
from .row_rules import certain
from .shapes import Shape

__all__ = ["Paths"]

# Limits. Beyond them less is deduced, but nothing wrong.

_LOG = 512
"""Entries of the table that a trial may overwrite. A row is not joined any more if its lines might not fit."""

_EDGES = 512
"""Edges that may be struck out at once; those that are too many stay."""

_TRIALS = 16
"""Bits of a trial's number, counted from ``forget``. The trials after the last number but one join nothing."""

_JOINING = 4
"""Entries that are still to come of the lines that are being joined when another row's turn comes."""

_QUEUE = 16
"""Rows that may wait for their lines to be joined; as deep as LUTs used as memory are."""


class Paths(wiring.Component):
    """Joins every new line with the paths that it touches.

    For each end of a path a table holds the other end (a vertex that no line touches is both its own ends). A line
    between the vertices u and v so makes one path of two, with the other ends of u and v as its ends. If these are
    neighbours, a line between them would close a loop, and, if there are other paths by then, the edge is struck out.
    A loop that is closed beside another path is a contradiction.

    A row's lines are those to the east and to the south of its vertices. First all new lines are joined; as they are,
    the rows that come next are read. Then the edges are struck out that the paths forbid. A row that has lost one may
    have new lines, and waits for the next ``start``.

    Latency: at most 10 clocks, 1 for each row, and 2 for each line that is joined and each edge that is struck out. The
    rows that are read while lines are being joined take no time of their own.
    To take a trial back, 2 for each line that it joined, and 2; or 1, if it joined none.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows; must not change from ``forget`` on.
    forget : In(1)
        Nothing is joined, and there is no trial; all rows are marked. Busy for ``(height + 1) * (cols + 1)`` clocks.
        Not while busy.
    trial : In(1)
        What is joined from the next clock on may be taken back. No row may be marked. Also while what an earlier trial
        joined is being taken back; not with ``undo``.
    undo : In(1)
        Takes it back, and ends the trial; no row is marked any more. Once after each trial, also while an earlier one
        is being taken back; not while lines are being joined.
    start : In(1)
        Joins the new lines of the rows that are marked or ``lined``; then none is marked. Not while busy. The page must
        be as a sweep leaves it: each vertex has some shape, and what is a line to one end of an edge is possible to the
        other.
    lined : In(rows + 1)
        Rows that may have got lines in a sweep, bit i for row i; sampled with ``start``.
    mark : In(1)
        Marks the row ``marked``: it may have got lines otherwise. Not with ``start`` or while lines are being joined.
    marked : In(range(rows + 1))
        That row.
    port : Out(PagePort)
        To the page.
    busy : Out(1)
        It works. What follows is right when it is 0 again.
    contradiction : Out(1)
        There is a loop beside other lines. Only ``undo`` or ``forget`` may follow.
    closed : Out(1)
        The lines that were joined are one loop.
    changed : Out(1)
        Some edge was struck out.
    changed_first, changed_last : Out(range(rows + 1))
        The first and the last row of vertices where.

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
            "height": In(row), "forget": In(1), "trial": In(1), "undo": In(1),
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

        # The other end of each path's end; and what the trial has overwritten of them.
        ends_depth = (rows + 1) * vertices
        m.submodules.ends = ends = Memory(shape=vertex, depth=ends_depth, init=[])
        write_end = ends.write_port()
        read_end = ends.read_port(transparent_for=[write_end])
        entry = data.StructLayout({"address": range(ends_depth), "end": vertex})
        m.submodules.log = log = Memory(shape=entry, depth=_LOG, init=[], attrs=APART)
        write_log, read_log = log.write_port(), log.read_port()
        logged = Signal(range(_LOG + 1))

        def address(of: data.View) -> Value:
            return sum(((of.row << bit) for bit in range(vertices.bit_length()) if vertices >> bit & 1), of.col)

        # A row's lines (to the east, to the south) that were joined before the trial; and all of those since, which are
        # only good for the trial with that number.
        tried_lines = data.StructLayout({"lines": sides, "trial": _TRIALS})
        m.submodules.joined = joined = Memory(shape=sides, depth=rows + 1, init=[], attrs=APART)
        m.submodules.tried = tried = Memory(shape=tried_lines, depth=rows + 1, init=[], attrs=APART)
        write_joined, read_joined = joined.write_port(), joined.read_port()
        write_tried, read_tried = tried.write_port(), tried.read_port()

        # Rows that may have lines that are not joined. After `forget` that is all of them.
        waiting = Signal(rows + 1)

        in_trial, trials = Signal(), Signal(_TRIALS)
        paths, paths_before = Signal(range(ends_depth)), Signal(range(ends_depth))
        loop, loop_before = Signal(), Signal()
        room = Signal()
        m.d.comb += [
            self.closed.eq(loop & (paths == 0)),
            room.eq(~in_trial | (logged <= _LOG - 4 * vertices - _JOINING)),
        ]
        with m.If(self.trial):
            m.d.sync += [in_trial.eq(1), paths_before.eq(paths), loop_before.eq(loop)]
            with m.If(~trials.all()):
                m.d.sync += trials.eq(trials + 1)
        with m.If(self.undo):
            m.d.sync += [in_trial.eq(0), paths.eq(paths_before), loop.eq(loop_before), waiting.eq(0)]
        with m.If(self.mark):
            m.d.sync += waiting.eq(waiting | 1 << self.marked)

        # Rows, one a clock, as long as the queue has room for all that are on their way: `row` is read, if one `comes`;
        # the word of `read_row` comes from the memories, if it `reads` one; what was `seen` of `seen_row` is queued.
        # After them, rows of which an edge is `struck` out.
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
            known.eq(Mux(in_trial & (read_tried.data.trial == trials), read_tried.data.lines.as_value(),
                         read_joined.data.as_value())),
            queues.eq(joining & seen & fresh.as_value().any() & ~(in_trial & trials.all())),
            queue.w_en.eq(queues), queue.w_data.eq(Cat(fresh, seen_row)),
            # What was joined remains a line.
            write_joined.en.eq(queues & ~in_trial), write_joined.addr.eq(seen_row), write_joined.data.eq(lines),
            write_tried.en.eq(queues & in_trial), write_tried.addr.eq(seen_row), write_tried.data.lines.eq(lines),
            write_tried.data.trial.eq(trials),
        ]
        m.d.sync += [
            reads.eq(reading), read_row.eq(row), seen.eq(reads), seen_row.eq(read_row),
            lines.eq(lines_read), fresh.eq(lines_read.as_value() & ~known.as_value()),
        ]
        upmost, upmost_row = Signal.like(waiting), Signal.like(row)
        m.d.comb += [upmost.eq(lowest(waiting)), upmost_row.eq(one_hot_number(upmost))]
        with m.If(joining & (reading | ~comes)):
            m.d.sync += [row.eq(upmost_row), comes.eq(waiting.any()), waiting.eq(waiting & ~upmost)]

        # Lines, in two clocks each: as the ends beyond u and v are read, those of the line before, `old_u` to `old_v`,
        # are written, if there was one (`linking`).
        new, next_new, new_row, here = Signal(sides), Signal(2 * vertices), Signal.like(row), Signal.like(row)
        picked, south, col = Signal(), Signal(), Signal(range(vertices))
        u, v = Signal(vertex), Signal(vertex)
        m.d.comb += [
            next_new.eq(lowest(new.as_value())),
            u.row.eq(here), u.col.eq(col), v.row.eq(here + south), v.col.eq(col + ~south),
        ]
        pick = [
            picked.eq(new.as_value().any()), here.eq(new_row), south.eq(next_new[vertices:].any()),
            col.eq(one_hot_number(next_new[:vertices] | next_new[vertices:])),
            new.eq(new.as_value() & ~next_new),
        ]
        linking, old_u, old_v, a, b = Signal(), Signal(vertex), Signal(vertex), Signal(vertex), Signal(vertex)
        done = Signal()
        m.d.comb += done.eq(~Cat(
            waiting, comes, reads, seen, queue.r_rdy, new, picked, linking).any())

        # What the line makes of the paths old_u..a and old_v..b, and how many are left.
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

        # The edge to be struck out; any that was found still is, whatever was joined since, if there are two paths now.
        # Whether its row still had it shows a clock later.
        struck_south, column = Signal(), Signal(vertices)
        next_edge = [
            struck_row.eq(struck.vertex.row), struck_south.eq(struck.south), column.eq(1 << struck.vertex.col)]
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
            # Fewer shapes may have another line in common.
            m.d.sync += [self.changed.eq(1), waiting.eq(waiting | 1 << lost_row)]
            with m.If(~self.changed | (lost_row < self.changed_first)):
                m.d.sync += self.changed_first.eq(lost_row)
            with m.If(~self.changed | (lost_row > self.changed_last)):
                m.d.sync += self.changed_last.eq(lost_row)

        with m.FSM() as fsm:
            m.d.comb += [
                self.busy.eq(~fsm.ongoing("IDLE")), joining.eq(fsm.ongoing("READ U") | fsm.ongoing("READ V"))]

            with m.State("IDLE"):
                m.d.sync += [
                    col.eq(0), comes.eq(0), new.eq(0), picked.eq(0), linking.eq(0), undoing.eq(0)]
                with m.If(self.forget):
                    m.d.sync += [in_trial.eq(0), trials.eq(0), paths.eq(0), loop.eq(0), logged.eq(0), here.eq(0),
                                 waiting.eq(0)]
                    m.next = "FORGET"
                with m.Elif(self.undo):
                    m.next = "UNDO"
                with m.Elif(self.start):
                    m.d.sync += [
                        waiting.eq(waiting | self.lined), self.contradiction.eq(0), self.changed.eq(0),
                    ]
                    m.next = "READ U"

            with m.State("FORGET"):
                m.d.comb += [
                    write_end.en.eq(1), write_end.addr.eq(address(u)), write_end.data.eq(u),
                    write_joined.en.eq(1), write_joined.addr.eq(here), write_joined.data.eq(0),
                    write_tried.en.eq(1), write_tried.addr.eq(here), write_tried.data.trial.eq(0),
                ]
                m.d.sync += [col.eq(col + 1), waiting.eq(waiting | 1 << here)]
                with m.If(col == cols):
                    m.d.sync += [col.eq(0), here.eq(here + 1)]
                    with m.If(here == self.height):
                        m.next = "IDLE"

            # The last entry first, so that the oldest one stays; what is read in one clock is written in the next.
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
                    write_log.en.eq(linking & in_trial), write_log.data.end.eq(old_u),
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
                    write_log.en.eq(linking & in_trial), write_log.data.end.eq(old_v),
                ]
                # The end that is being written was read too early.
                m.d.sync += [
                    a.eq(Mux(linking & (u == b), a.as_value(), read_end.data.as_value())), old_u.eq(u), old_v.eq(v),
                    linking.eq(picked), *pick,
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
                m.d.sync += [
                    *next_edge, lost.eq((Mux(struck_south, possible[1], possible[0]) & column).any())]
                # Struck out, it would leave a vertex without any shape, which looks as if all its edges were lines.
                with m.If((Mux(struck_south, lines_read[1], lines_read[0]) & column).any()):
                    m.d.sync += self.contradiction.eq(1)
                m.next = "NEXT EDGE"
                with m.If(edges.r_rdy):
                    m.next = "READ EDGE"

        m.d.comb += [write_log.addr.eq(logged), write_log.data.address.eq(write_end.addr)]
        with m.If(write_log.en):
            m.d.sync += logged.eq(logged + 1)
        return m
