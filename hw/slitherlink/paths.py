"""No early loop: the lines of a page joined into paths, of which each end knows the other one."""

from amaranth.hdl import Cat, Module, Mux, ResetInserter, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.fifo import SyncFIFOBuffered
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.rows import check_size, lowest, one_hot_number
from .pages import PagePort
from .row_rules import RowState, certain
from .shapes import Shape

__all__ = ["Paths"]

# Limits. Beyond them less is deduced, but nothing wrong.

_LOG = 512
"""Entries of the table that a trial may overwrite. A row is not joined any more if its lines might not fit."""

_EDGES = 64
"""Edges that a row's lines may strike out; those that are too many stay."""

_TRIALS = 16
"""Bits of a trial's number, counted from ``forget``. The trials after the last number but one join nothing."""


class Paths(wiring.Component):
    """Joins every new line with the paths that it touches.

    For each end of a path a table holds the other end (a vertex that no line touches is both its own ends). A line
    between the vertices u and v so makes one path of two, with the other ends of u and v as its ends. If these are
    neighbours, a line between them would close a loop, and, if there are other paths by then, the edge is struck out.
    A loop that is closed beside another path is a contradiction.

    A row's lines are those to the east and to the south of its vertices. First all new lines of a row are joined,
    then the edges are struck out that they forbid; a row that has lost one is looked at again.

    Latency: 3 clocks. 2 for each row; if it has new lines, 4 more, and 2 for each of them; if these strike out edges,
    2 more, and 2 for each row that is written. 2 whenever only rows are left that have lost an edge meanwhile.
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
    written_first, written_last : In(range(rows + 1))
        The rows of the page that were written; in a trial at least one. Those between them and a row to be written are
        then written, too, so that what was written remains in one piece.
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
            "written_first": In(row), "written_last": In(row), "port": Out(PagePort(rows, cols)),
            "busy": Out(1), "contradiction": Out(1), "closed": Out(1),
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
        m.submodules.log = log = Memory(shape=entry, depth=_LOG, init=[])
        write_log, read_log = log.write_port(), log.read_port()
        logged = Signal(range(_LOG + 1))

        def address(of: data.View) -> Value:
            return sum(((of.row << bit) for bit in range(vertices.bit_length()) if vertices >> bit & 1), of.col)

        # The lines of a row (to the east, to the south) that were joined before the trial, and those since, which are
        # only good for the trial with that number.
        m.submodules.marks = marks = Memory(
            shape=data.StructLayout({"lines": sides, "trial": _TRIALS}), depth=2 << rows.bit_length(), init=[])
        write_marks, read_marks = marks.write_port(), marks.read_port()

        # Rows that may have lines that are not joined. After `forget` that is all of them.
        waiting = Signal(rows + 1)

        in_trial, trials = Signal(), Signal(_TRIALS)
        paths, paths_before = Signal(range(ends_depth)), Signal(range(ends_depth))
        loop, loop_before = Signal(), Signal()
        room = Signal()
        m.d.comb += [
            self.closed.eq(loop & (paths == 0)),
            room.eq(~in_trial | (logged < _LOG - 4 * vertices) & ~trials.all()),
        ]
        with m.If(self.trial):
            m.d.sync += [in_trial.eq(1), paths_before.eq(paths), loop_before.eq(loop)]
            with m.If(~trials.all()):
                m.d.sync += trials.eq(trials + 1)
        with m.If(self.undo):
            m.d.sync += [in_trial.eq(0), paths.eq(paths_before), loop.eq(loop_before), waiting.eq(0)]
        with m.If(self.mark):
            m.d.sync += waiting.eq(waiting | 1 << self.marked)

        # Rows, in two clocks each: in the first one the page is read, and what was joined before the trial; in the
        # second one, what was joined since. The row `here` has been read (`looked`), as the next one, `row`, if one
        # `comes`, is being read.
        row, here, comes, looked = Signal(range(rows + 1)), Signal(range(rows + 1)), Signal(), Signal()
        next_row = [
            row.eq(one_hot_number(lowest(waiting))), comes.eq(waiting.any()),
            waiting.eq(waiting & ~lowest(waiting)),
        ]
        lines_read, lines, joined, joined_now, fresh = (Signal(sides) for _ in range(5))
        m.d.comb += [
            *(lines_read[number].eq(certain(port.state.shapes, side)) for number, side in enumerate(("east", "south"))),
            joined_now.eq(joined.as_value() | Mux(
                in_trial & (read_marks.data.trial == trials), read_marks.data.lines.as_value(), 0)),
            fresh.eq(lines.as_value() & ~joined_now.as_value()),
            write_marks.addr.eq(Cat(here, in_trial)),
            write_marks.data.lines.eq(joined_now.as_value() | fresh.as_value()),
            write_marks.data.trial.eq(trials),
        ]

        # Lines, in two clocks each: as the ends beyond u and v are read, those of the line before, `old_u` to `old_v`,
        # are written, if there was one (`linking`).
        new, next_new = Signal(sides), Signal(2 * vertices)
        picked, south, col = Signal(), Signal(), Signal(range(vertices))
        u, v = Signal(vertex), Signal(vertex)
        m.d.comb += [
            next_new.eq(lowest(new.as_value())),
            u.row.eq(here), u.col.eq(col), v.row.eq(here + south), v.col.eq(col + ~south),
        ]
        pick = [
            picked.eq(new.as_value().any()), south.eq(next_new[vertices:].any()),
            col.eq(one_hot_number(next_new[:vertices] | next_new[vertices:])),
            new.eq(new.as_value() & ~next_new),
        ]
        linking, old_u, old_v, a, b = Signal(), Signal(vertex), Signal(vertex), Signal(vertex), Signal(vertex)

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

        # The next row to be written on the way to that of the edge to be struck out: in a trial, rows between what was
        # written and that one are copied.
        target = Signal(range(rows + 1))
        goal = Signal.like(target)
        m.d.comb += goal.eq(struck.vertex.row)
        with m.If(in_trial & (struck.vertex.row > self.written_last)):
            m.d.comb += goal.eq(self.written_last + 1)
        with m.Elif(in_trial & (struck.vertex.row < self.written_first)):
            m.d.comb += goal.eq(self.written_first - 1)
        without = Signal(RowState(cols))
        bit = Signal(vertices)
        m.d.comb += [
            bit.eq(Mux(target == struck.vertex.row, 1 << struck.vertex.col, 0)), without.eq(port.state),
            port.write_row.eq(target), port.write_state.eq(without),
        ]
        for number, shape in enumerate(Shape):
            strikes = (struck.south if shape.south else 0) | (~struck.south if shape.east else 0)
            m.d.comb += without.shapes[number].eq(port.state.shapes[number] & ~Mux(strikes, bit, 0))

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                m.d.sync += [col.eq(0), looked.eq(0), linking.eq(0), picked.eq(0)]
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
                    m.next = "FIRST ROW"

            with m.State("FORGET"):
                m.d.comb += [
                    write_end.en.eq(1), write_end.addr.eq(address(u)), write_end.data.eq(u),
                    write_marks.en.eq(col < 2), write_marks.addr.eq(Cat(here, col[0])), write_marks.data.eq(0),
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
                    write_end.en.eq(looked), write_end.addr.eq(read_log.data.address),
                    write_end.data.eq(read_log.data.end),
                ]
                m.d.sync += looked.eq(logged != 0)
                with m.If(logged != 0):
                    m.d.sync += logged.eq(logged - 1)
                with m.Elif(~looked):
                    m.next = "IDLE"

            with m.State("FIRST ROW"):
                m.d.sync += next_row
                m.next = "ROW"
            with m.State("ROW"):
                m.d.comb += [port.row.eq(row), read_marks.addr.eq(row)]
                m.d.sync += looked.eq(0)
                with m.If(self.contradiction):
                    m.next = "IDLE"
                with m.Elif(looked & fresh.as_value().any() & room):
                    m.d.comb += write_marks.en.eq(1)
                    m.d.sync += new.eq(fresh)
                    m.next = "PICK"
                with m.Elif(~looked & (edges.r_level != 0)):
                    m.next = "STRIKE"
                with m.Elif(~comes):
                    m.next = "IDLE"
                    with m.If(waiting.any()):
                        m.next = "FIRST ROW"
                with m.Else():
                    m.next = "MARKS"
            with m.State("MARKS"):
                m.d.comb += read_marks.addr.eq(Cat(row, 1))
                m.d.sync += [
                    lines.eq(lines_read), joined.eq(read_marks.data.lines), here.eq(row), looked.eq(1), *next_row,
                ]
                m.next = "ROW"

            with m.State("PICK"):
                m.d.sync += pick
                m.next = "READ U"
            with m.State("READ U"):
                m.d.comb += [
                    read_end.addr.eq(address(u)),
                    write_end.en.eq(linking), write_end.addr.eq(address(a)), write_end.data.eq(read_end.data),
                    write_log.en.eq(linking & in_trial), write_log.data.end.eq(old_u),
                ]
                m.d.sync += b.eq(read_end.data)
                m.next = "READ V"
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
                    m.d.comb += edges.w_en.eq(~closes & ~begins & neighbours & (left > 1))
                    m.d.sync += paths.eq(Mux(closes, paths - 1, left))
                    with m.If(loop | closes & (paths != 1)):
                        m.d.sync += self.contradiction.eq(1)
                    with m.If(closes):
                        m.d.sync += loop.eq(1)
                m.next = "READ U"
                with m.If(~picked):
                    m.next = "ROW"

            with m.State("STRIKE"):
                m.d.comb += port.row.eq(goal)
                m.d.sync += target.eq(goal)
                with m.If(edges.r_rdy):
                    m.next = "WRITE"
                with m.Elif(edges.r_level == 0):
                    m.next = "ROW"
            with m.State("WRITE"):
                m.d.comb += port.write.eq(1)
                with m.If(target == struck.vertex.row):
                    m.d.comb += edges.r_en.eq(1)
                    # Struck out, it would leave a vertex without any shape, which looks as if all its edges were lines.
                    with m.If((lines_read[struck.south] & bit).any()):
                        m.d.sync += self.contradiction.eq(1)
                    with m.If(without.as_value() != port.state.as_value()):
                        # Fewer shapes may have another line in common.
                        m.d.sync += [self.changed.eq(1), waiting.eq(waiting | 1 << target)]
                        with m.If(~self.changed | (target < self.changed_first)):
                            m.d.sync += self.changed_first.eq(target)
                        with m.If(~self.changed | (target > self.changed_last)):
                            m.d.sync += self.changed_last.eq(target)
                m.next = "STRIKE"

        m.d.comb += [write_log.addr.eq(logged), write_log.data.address.eq(write_end.addr)]
        with m.If(write_log.en):
            m.d.sync += logged.eq(logged + 1)
        return m
