"""The ends of all paths, in block RAM: each line joins two paths into one."""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data, stream
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit, add_memory

__all__ = ["GridEdge", "Joined", "PathEnds", "Vertex"]

_LOOKAHEAD_BITS = 16
"""The number of bits for numbering lookaheads. ``forget`` restarts the numbers at 0. After the largest number, further
lookaheads join no lines."""


class Vertex(data.StructLayout):
    """A vertex of a grid of ``rows`` by ``cols`` cells."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"row": range(rows + 1), "col": range(cols + 1)})


class GridEdge(data.StructLayout):
    """An edge to the south of a vertex, or to its east."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"vertex": Vertex(rows, cols), "south": 1})


class Joined(data.StructLayout):
    """A line from ``u`` to ``v`` that has joined the paths from ``u`` to ``a`` and from ``v`` to ``b``."""

    def __init__(self, rows: int, cols: int):
        super().__init__({name: Vertex(rows, cols) for name in "uvab"})


class PathEnds(GridUnit):
    """For each end of a path, store the path's other end; and join paths.

    A vertex without lines is both ends of its own path. A line between the vertices u and v joins the paths from u to a
    and from v to b into a single path from a to b.

    Neighbouring vertices are in different banks, so that both ends of a line can be read at once. There are two banks,
    laid out like the colours of a chessboard. If a and b are in the same bank, writing them takes a second clock. A
    join during lookahead is written to a separate memory, together with the lookahead's number, and is no longer valid
    once the next lookahead begins.

    Latency: 3 clocks from a line to ``joins``. A line needs a clock, or two clocks if a and b are in the same bank.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            # The puzzle's size; must not change from ``forget`` on.
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),
            # Remove all lines, in ``(height + 1) * (width // 2 + 1)`` clocks. If the unit is already ``forgetting``, it
            # starts again.
            "forget": In(1),
            "lookahead": In(1),  # Begin a lookahead with the next clock. Not while busy.
            "undo": In(1),  # remove all lines since ``lookahead``, including those in progress
            "lines": In(stream.Signature(GridEdge(rows, cols))),  # the lines to join, each once
            "busy": Out(1),  # some line is in progress
            "forgetting": Out(1),  # ``forget`` is in progress
            # A line joins these paths in this clock. Joins come in the order of ``lines``.
            "joins": Out(1), "joined": Out(Joined(rows, cols)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        vertex = Vertex(self._rows, self._cols)
        halves = self._cols // 2 + 1
        depth = halves * (self._rows + 1)

        def address(of: data.View) -> Value:
            """Return the address in the vertex's bank; two neighbouring columns share an address."""
            return sum((of.col[1:] << bit for bit in range(depth.bit_length()) if self._rows + 1 >> bit & 1), of.row)

        def bank(of: data.View) -> Value:
            return of.row[0] ^ of.col[0]

        in_lookahead, number = Signal(), Signal(_LOOKAHEAD_BITS)
        with m.If(self.lookahead):
            m.d.sync += in_lookahead.eq(1)
            with m.If(~number.all()):
                m.d.sync += number.eq(number + 1)
        with m.If(self.forget):
            m.d.sync += number.eq(0)
        with m.If(self.undo | self.forget):
            m.d.sync += in_lookahead.eq(0)
        forgetting, here = self.forgetting, self._forget(m)

        # A pipeline of three lines: the words for the ends of `line` are being read, the words for `read_u` and
        # `read_v` have arrived, and the line in `joined` is being written. The words that have arrived do not yet
        # include the effects of `joined` and of the line before it.
        line, line_valid = Signal(GridEdge(self._rows, self._cols)), Signal()
        read_u, read_v, reads, writes = Signal(vertex), Signal(vertex), Signal(), Signal()
        before_a, before_b, wrote = Signal(vertex), Signal(vertex), Signal()
        u, v = Signal(vertex), Signal(vertex)
        m.d.comb += [
            u.eq(line.vertex),
            v.row.eq(line.vertex.row + line.south), v.col.eq(line.vertex.col + ~line.south),
        ]

        # If both ends are in the same bank, the second end is written in a second clock.
        second, stalls = Signal(), Signal()
        m.d.comb += stalls.eq(writes & (bank(self.joined.a) == bank(self.joined.b)) & ~second)
        m.d.sync += second.eq(stalls)
        words = []
        tentative = data.StructLayout({"end": vertex, "number": _LOOKAHEAD_BITS})
        for parity in range(2):
            read_end, write_end = add_memory(m, f"ends_{parity}", vertex, depth)
            read_tried, write_tried = add_memory(m, f"tried_{parity}", tentative, depth)
            at, to, writes_here = Signal(vertex), Signal(vertex), Signal()
            takes_a = (bank(self.joined.a) == parity) & ~second
            m.d.comb += [
                at.eq(Mux(takes_a, self.joined.a, self.joined.b)), to.eq(Mux(takes_a, self.joined.b, self.joined.a)),
                writes_here.eq(writes & (takes_a | (bank(self.joined.b) == parity))),
            ]
            with m.If(forgetting):
                m.d.comb += [at.eq(here), to.row.eq(here.row), to.col.eq(here.col | here.row[0] ^ parity)]
            for read, write in ((read_end, write_end), (read_tried, write_tried)):
                m.d.comb += [
                    read.addr.eq(Mux(bank(u) == parity, address(u), address(v))), read.en.eq(~stalls),
                    write.addr.eq(address(at)),
                ]
            m.d.comb += [
                write_end.en.eq(forgetting | writes_here & ~in_lookahead), write_end.data.eq(to),
                write_tried.en.eq(forgetting | writes_here & in_lookahead),
                write_tried.data.end.eq(to), write_tried.data.number.eq(number),
            ]
            word = Signal(vertex, name=f"word_{parity}")
            m.d.comb += word.eq(Mux(in_lookahead & (read_tried.data.number == number),
                                    read_tried.data.end, read_end.data))
            words.append(word)

        def end_of(of: data.View) -> Value:
            """Return the other end of the path that ends at ``of``, a vertex whose word has arrived."""
            newer = self._written(of, writes, self.joined.a, self.joined.b)
            older = self._written(of, wrote, before_a, before_b)
            end, late, is_late = Signal(vertex), Signal(vertex), Signal()
            # The words are selected last, because the memories are slow.
            m.d.comb += [
                is_late.eq(newer[0] | older[0]), late.eq(Mux(newer[0], newer[1], older[1])),
                end.eq(Mux(is_late, late, Mux(bank(of), words[1], words[0]))),
            ]
            return end

        m.d.comb += [
            self.lines.ready.eq(~stalls & ~forgetting),
            self.joins.eq(writes & ~stalls),
            self.busy.eq(line_valid | reads | writes),
        ]
        with m.If(~stalls):
            m.d.sync += [
                line.eq(self.lines.payload),
                line_valid.eq(self.lines.valid & ~forgetting & ~(in_lookahead & number.all())),
                read_u.eq(u), read_v.eq(v), reads.eq(line_valid), writes.eq(reads),
                before_a.eq(self.joined.a), before_b.eq(self.joined.b), wrote.eq(writes),
            ]
            with m.If(reads):
                m.d.sync += [
                    self.joined.u.eq(read_u), self.joined.a.eq(end_of(read_u)),
                    self.joined.v.eq(read_v), self.joined.b.eq(end_of(read_v)),
                ]
        with m.If(self.undo | self.forget):
            m.d.sync += [line_valid.eq(0), reads.eq(0), writes.eq(0), wrote.eq(0), second.eq(0)]
        return m

    def _forget(self, m: Module) -> data.View:
        """While forgetting, visit all vertices in pairs that share an address; return the first vertex of the current
        pair."""
        row, half = Signal(range(self._rows + 1)), Signal(range(self._cols // 2 + 1))
        here = Signal(Vertex(self._rows, self._cols))
        m.d.comb += [here.row.eq(row), here.col.eq(half << 1)]
        with m.If(self.forgetting):
            m.d.sync += half.eq(half + 1)
            with m.If(half == self.width >> 1):
                m.d.sync += [half.eq(0), row.eq(row + 1)]
                with m.If(row == self.height):
                    m.d.sync += self.forgetting.eq(0)
        with m.If(self.forget):
            m.d.sync += [self.forgetting.eq(1), row.eq(0), half.eq(0)]
        return here

    @staticmethod
    def _written(of: data.View, valid: Value, a: data.View, b: data.View) -> tuple[Value, Value]:
        """Return whether joining ``a`` with ``b`` has changed the end of a vertex's path, and the new end."""
        is_a, is_b = of == a, of == b
        return valid & (is_a | is_b), Mux(is_a, b, a)
