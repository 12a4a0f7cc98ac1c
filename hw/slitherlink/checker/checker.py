"""The paper's hardware solver, which checks the firmware's assignments (Miyauchi and Tanaka 2020, 3.2, 3.3), and its
registers."""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import and_, or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from rowloom.hw.primitives.rows import first_cell, written
from rowloom.hw.slitherlink.checker.connectivity import Connectivity, Holes
from rowloom.hw.soc.peripheral import EnginePeripheral, register

__all__ = ["CLOCKWISE", "EDGES", "EDGES_TO", "OFFSETS", "PATTERNS", "Checker", "CheckerPeripheral"]

OFFSETS = {1: (-1, -1), 2: (-1, 0), 3: (-1, 1), 4: (0, -1), 5: (0, 1), 6: (1, -1), 7: (1, 0), 8: (1, 1)}
"""The position of neighbour k relative to the cell: the number of rows down, and the number of columns to the right.
The neighbours of a cell are numbered 1 to 8 as in Fig. 12 of the paper::

    1 2 3
    4 . 5
    6 7 8

An edge has the number of the neighbour on its other side. The paper's Tables 1 to 6 follow from two facts. Colours
differ across a line, and are equal across an edge that is not a line. A vertex at which two lines of a cell meet has no
other lines, so the diagonal cell there has the colour of the two cells beside it."""

EDGES = TOP, LEFT, RIGHT, BOTTOM = 2, 4, 5, 7
"""The edges of a cell."""

CLOCKWISE = LEFT, TOP, RIGHT, BOTTOM
"""The edges clockwise from the left. This is the order of the patterns in the paper's Fig. 6: the patterns of a clue 1
are in the order of their only line, and those of a clue 3 in the order of the middle one of their three lines."""

EDGES_TO = {
    k: tuple(edge for edge in EDGES if OFFSETS[edge] in ((down, 0), (0, right)))
    for k, (down, right) in OFFSETS.items()
}
"""The edges of the cell that touch neighbour k: one edge if the neighbour is beside the cell, and two edges if the
neighbour is diagonal to the cell."""

PATTERNS: tuple[tuple[frozenset[int], ...], ...] = (
    (frozenset(),),
    tuple(frozenset({edge}) for edge in CLOCKWISE),
    (*(frozenset({CLOCKWISE[-turn % 4], CLOCKWISE[-turn % 4 - 1]}) for turn in range(4)),
     frozenset({LEFT, RIGHT}), frozenset({TOP, BOTTOM})),
    tuple(frozenset(CLOCKWISE) - {CLOCKWISE[turn - 2]} for turn in range(4)),
)
"""PATTERNS[clue][pattern]: the edges that are lines, numbered as in Fig. 6 and Tables 3 to 6.

The patterns of a clue 1 go clockwise, starting at the left edge. The patterns of a clue 3 go clockwise, too, in the
order of their middle lines. The first four patterns of a clue 2 have two lines that meet in a corner; the corners go
anticlockwise, starting at the bottom left. The last two patterns of a clue 2 have lines on opposite edges: first left
and right, then top and bottom."""


_LARGEST = 32
"""The largest number of rows and of columns: the registers have five bits for each."""


class Checker(wiring.Component):
    """Check a partial assignment of colours and patterns.

    A cell's colour is *known* if it is assigned (the paper's a0, a1) or demanded by an adjacent assigned clue cell (s0,
    s1). The pattern, which the paper's register x contains, is decoded before it is stored: one bit for each edge of a
    cell, 1 for a line. The decoder needs the clue, so a cell's clue must be set before the cell is assigned.

    Latency, in clocks from a write or ``clear``: two for the known colours, three for ``conflict``. A flood has two
    parts, which take w + 6 clocks (see :class:`Connectivity` for w) and ``rows`` + 1 clocks (:class:`Holes`). ``busy``
    is high for one clock more than the slower part takes.

    ``rows`` and ``cols`` are the size of the largest puzzle; ValueError unless both are from 1 to 32.
    """

    def __init__(self, rows: int, cols: int):
        for name, size in (("rows", rows), ("cols", cols)):
            if not 1 <= size <= _LARGEST:
                raise ValueError(f"Checker can have 1 to {_LARGEST} {name}, not {size}")
        self._rows, self._cols = rows, cols
        super().__init__({
            # The puzzle's size, sampled with ``clear``; before the first ``clear``, the puzzle has the largest size.
            # Cells beyond it belong to the frame, which is outside, and must not be written.
            "size": In(data.StructLayout({"rows": 6, "cols": 6}), init={"rows": rows, "cols": cols}),
            "clear": In(1),  # remove all clues and assignments; ignore writes in the same clock
            # Set a clue. Rows and columns count from 0; a cell beyond the largest puzzle is ignored.
            "clue": In(data.StructLayout({"enable": 1, "row": 5, "col": 5, "value": 2})),
            # Assign a cell its colour and, if it has a clue, its pattern; or remove both (``assigned`` 0). As with
            # ``clue``, a cell beyond the largest puzzle is ignored. A pattern that the clue does not have (5 for a clue
            # of 3) has no lines. A cell without a clue has only a colour, and demands no colours of other cells.
            "assign": In(data.StructLayout({
                "enable": 1, "row": 5, "col": 5, "assigned": 1, "inside": 1, "pattern": 3})),
            # Check whether all known inside cells are connected or, with ``outside``, whether all known outside cells
            # are connected with the frame. Connections run only through cells of that colour; with ``undecided``, they
            # also run through undecided cells. Ignored while busy. The known colours must be up to date (see
            # *Latency*), and must not change until the unit is idle.
            "flood": In(data.StructLayout({"start": 1, "outside": 1, "undecided": 1})),
            "inside": Out(cols).array(rows), "outside": Out(cols).array(rows),  # the known colours
            # Some cell of the grid or the frame is both inside and outside, or four known cells form a checker pattern.
            "conflict": Out(1),
            "busy": Out(1),  # a flood is running
            "joined": Out(1),  # the result of the latest flood; 1 if there is no cell of that colour
            "pick": Out(1),  # in the latest flood of any colour, the known inside cells satisfied Pick's theorem
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows, cols = self._rows, self._cols

        def plane(name: str) -> list[Signal]:
            """Return one bit for each cell, without the frame."""
            return [Signal(cols, name=f"{name}_{row}") for row in range(rows)]

        has_clue, a0, a1 = (plane(name) for name in ("clue", "a0", "a1"))
        lines = {edge: plane(f"line{edge}") for edge in EDGES}
        self._writes(m, has_clue, a0, a1, lines)

        outside_clues, inside_clues = ([has & here for has, here in zip(has_clue, own)] for own in (a0, a1))
        s0, s1 = _demanded(outside_clues, inside_clues, lines)
        # The grid with its frame, which is always outside.
        inside = [Signal(cols + 2, name=f"known_inside{row}") for row in range(rows + 2)]
        outside = [Const(-1, cols + 2), *(Cat(1, known, 1) for known in self.outside), Const(-1, cols + 2)]
        m.d.sync += [
            *(known.eq(demanded | Cat(0, own, 0)) for known, demanded, own in zip(inside, s1, [0, *a1, 0])),
            *(known.eq(demanded[1:-1] | own) for known, demanded, own in zip(self.outside, s0[1:], a0)),
            self.conflict.eq(_conflicts(inside, outside).any()),
        ]
        m.d.comb += [port.eq(known[1:-1]) for port, known in zip(self.inside, inside[1:])]

        self._floods(m)
        return m

    def _writes(self, m: Module, has_clue: list[Signal], a0: list[Signal], a1: list[Signal],
                lines: dict[int, list[Signal]]) -> None:
        """Store clues and assignments from the ports."""
        rows, cols = self._rows, self._cols
        # The value of a clue is read only when the clue's cell is assigned, so the values can be in a memory.
        m.submodules.values = values = Memory(shape=unsigned(2), depth=rows << ceil_log2(cols), init=[])
        write, read = values.write_port(), values.read_port(domain="comb")
        for port, cell in ((write, self.clue), (read, self.assign)):
            m.d.comb += port.addr.eq(Cat(cell.col[:ceil_log2(cols)], cell.row[:ceil_log2(rows)]))
        m.d.comb += [
            write.data.eq(self.clue.value),
            write.en.eq(self.clue.enable & (self.clue.row < rows) & (self.clue.col < cols)),
        ]

        is_line = {edge: Signal(name=f"is_line{edge}") for edge in EDGES}
        clue_at, assign_at, beyond = Signal(cols), Signal(cols), Signal(cols)
        m.d.comb += [
            *(is_line[edge].eq(_is_line(edge, read.data, self.assign.pattern)) for edge in EDGES),
            clue_at.eq(1 << self.clue.col), assign_at.eq(1 << self.assign.col),
            beyond.eq(~((1 << self.size.cols) - 1)),
        ]
        assigned = [
            (a0, self.assign.assigned & ~self.assign.inside), (a1, self.assign.assigned & self.assign.inside),
            *((lines[edge], is_line[edge]) for edge in EDGES)]
        for row in range(rows):
            with m.If(self.clear):
                m.d.sync += [has_clue[row].eq(0), a0[row].eq(Mux(row < self.size.rows, beyond, ~0)), a1[row].eq(0)]
            with m.Else():
                with m.If(self.clue.enable & (self.clue.row == row)):
                    m.d.sync += has_clue[row].eq(has_clue[row] | clue_at)
                with m.If(self.assign.enable & (self.assign.row == row)):
                    m.d.sync += [plane[row].eq(written(plane[row], assign_at, bit)) for plane, bit in assigned]

    def _floods(self, m: Module) -> None:
        """Check connectivity and holes of the known colours."""
        rows, cols = self._rows, self._cols
        m.submodules.connectivity = connectivity = Connectivity(rows, cols)
        m.submodules.holes = holes = Holes(rows, cols)
        command = Signal.like(self.flood)
        m.d.sync += command.start.eq(0)
        with m.If(self.flood.start & ~self.busy):
            m.d.sync += command.eq(self.flood)
        m.d.comb += [
            connectivity.start.eq(command.start), holes.start.eq(command.start),
            self.busy.eq(command.start | connectivity.busy | holes.busy),
            self.joined.eq(connectivity.joined), self.pick.eq(holes.pick),
        ]

        # The flood starts one clock after the command, when the result of `first_cell` is valid. The frame connects all
        # outside cells at the rim with each other, so all of these cells are seeds. For the inside cells, any inside
        # cell can be the seed.
        sides = 1 | 1 << cols - 1
        rim = [-1 if row in (0, rows - 1) else sides for row in range(rows)]
        for row, first in enumerate(first_cell(m, self.inside)):
            own = Mux(command.outside, self.outside[row], self.inside[row])
            other = Mux(command.outside, self.inside[row], self.outside[row])
            m.d.comb += [
                connectivity.seed[row].eq(Mux(command.outside, rim[row], first)),
                connectivity.target[row].eq(own),
                connectivity.room[row].eq(Mux(command.undecided, ~other, own)),
                holes.inside[row].eq(self.inside[row]),
            ]


def _is_line(edge: int, clue: Value, pattern: Value) -> Value:
    """Return whether this pattern of this clue has a line at the edge."""
    return Cat(
        (clue == value) & (pattern == number)
        for value, patterns in enumerate(PATTERNS) for number, drawn in enumerate(patterns) if edge in drawn
    ).any()


def _demanded(outside: Sequence[Value], inside: Sequence[Value],
              lines: Mapping[int, Sequence[Value]]) -> tuple[list[Value], list[Value]]:
    """Return the paper's s0 and s1 of the grid and its frame: the cells that must be outside, and the cells that must
    be inside, because an assigned clue cell beside them demands this colour."""
    rows, cols = len(outside), len(outside[0])
    s0, s1 = ([Const(0, cols + 2)] * (rows + 2) for _ in range(2))
    for row in range(rows):
        for k, (down, right) in OFFSETS.items():
            crossed = reduce(and_, (lines[edge][row] for edge in EDGES_TO[k]))
            b0, b1 = inside[row] & crossed, outside[row] & crossed
            if k in EDGES:
                b0, b1 = b0 | outside[row] & ~crossed, b1 | inside[row] & ~crossed
            for s, b in ((s0, b0), (s1, b1)):
                s[1 + row + down] |= Cat(Const(0, 1 + right), b, Const(0, 1 - right))
    return s0, s1


def _conflicts(inside: Sequence[Value], outside: Sequence[Value]) -> Value:
    """Return a value that is not 0 if some cell is both inside and outside, or if known cells form a checker
    pattern."""
    both = [i & o for i, o in zip(inside, outside)]
    chequered = [
        i[:-1] & o[1:] & o_below[:-1] & i_below[1:] | o[:-1] & i[1:] & i_below[:-1] & o_below[1:]
        for (i, o), (i_below, o_below) in pairwise(zip(inside, outside))
    ]
    return reduce(or_, both + chequered)


class CheckerPeripheral(EnginePeripheral):
    """The checker on the register bus.

    A read may immediately follow a write: the CPU starts the read four clocks after the write, because an access takes
    three clocks and leaves the bus idle for one clock. The write reaches the checker after one clock, and the check
    takes three clocks. There is no slack.
    """

    def __init__(self, rows: int, cols: int):
        self._checker = Checker(rows, cols)
        super().__init__({
            "size": register(
                "rw", "The puzzle's size; takes effect at the next ``clear``. Cells beyond it are outside.",
                rows=8, cols=8),
            "control": register(
                "w", "Commands. ``clear``: use the size, and remove clues and assignments. ``flood``: check whether "
                "the inside cells are connected or, with ``outside``, whether the outside cells are connected with "
                "the frame; with ``undecided``, undecided cells also connect cells.",
                clear=1, flood=1, outside=1, undecided=1),
            "clue": register("w", "Set the clue of a cell, counted from 0.", value=2, unused=6, col=8, row=8),
            "assign": register(
                "w", "Assign a cell its colour and, if it has a clue, its pattern (the paper's a and x); with "
                "``assigned`` 0, remove both.", inside=1, pattern=3, assigned=1, unused=3, col=8, row=8),
            "conflict": register("r", "1 if the assignments so far contradict each other.", conflict=1),
            "verdict": register(
                "r", "The result of the latest flood, valid when ``busy`` is 0. ``joined``: all cells of the colour "
                "are connected. ``pick``: by Pick's theorem, there is no hole.", busy=1, joined=1, pick=1),
            **{name: [register("r", "The known cells of a row with this colour; bit j is column j.", cells=cols)
                      for _ in range(rows)] for name in ("inside", "outside")},
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.checker = checker = self._checker
        registers = self._registers
        for command, port in ((registers.clue, checker.clue), (registers.assign, checker.assign)):
            m.d.comb += port.enable.eq(command.element.w_stb)
            for path, field in command:
                if path[0] != "unused":
                    m.d.comb += port[path[0]].eq(field.w_data)
        control, verdict = registers.control.f, registers.verdict.f
        m.d.comb += [
            *(checker.size[name].eq(registers.size.f[name].data) for name in ("rows", "cols")),
            checker.clear.eq(control.clear.w_stb & control.clear.w_data),
            checker.flood.start.eq(control.flood.w_stb & control.flood.w_data),
            *(checker.flood[name].eq(control[name].w_data) for name in ("outside", "undecided")),
            registers.conflict.f.conflict.r_data.eq(checker.conflict),
            *(verdict[name].r_data.eq(getattr(checker, name)) for name in ("busy", "joined", "pick")),
            *(known.f.cells.r_data.eq(row) for known, row in zip(
                registers.inside + registers.outside, [*checker.inside, *checker.outside])),
        ]
        return m
