"""What cells lose, in the page of rows and in the page of columns; and the clues that see them."""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import fill, lowest, one_hot_number
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.worklist import Asked
from rowloom.hw.shading.shades import SHADES, Cells, Shades

__all__ = ["Column", "ColumnWork", "RowWork", "Strikes", "clues_that_see"]


class Column(data.StructLayout):
    """A column of a page: :class:`Cells`, and those of them that have a number as a clue.

    Parameters
    ----------
    rows : int
        The grid's rows.
    """

    def __init__(self, rows: int):
        super().__init__(dict.fromkeys((*SHADES, "numbered"), rows))


class RowWork(data.StructLayout):
    """A row at hand, if it is ``valid``: whether it is to be told (``tells``), and the shades that its cells lose."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "tells": 1, "row": range(rows), "lost": Cells(cols)})


class ColumnWork(data.StructLayout):
    """A column at hand, if it is ``valid``: the shades that its cells lose, and those that have a number as a clue."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "col": range(cols), "lost": Cells(rows), "numbered": rows})


def clues_that_see(m: Module, clues: Value, shaded: Value, struck: Value) -> Value:
    """Return the clues of a line that see a cell that was struck, or saw it before.

    Parameters
    ----------
    m : Module
        Gets the adders.
    clues, shaded, struck : Value, all of one width
        The line's clues; the cells that may be shaded; those that lost a shade.
    """
    seen = fill(m, shaded | struck, struck)
    return clues & (seen << 1 | seen >> 1)[:len(seen)]


class Strikes(GridUnit):
    """Writes what cells have lost to both pages: a row or a column at once, and a cell a clock for the lines across it.

    The rows of the page are written by others, too. The columns, and the clues, are told what has changed since: a row
    is compared with what it was when it was told last, of which there is a page.

    Latency: a row that is told is read in the next clock, and written a clock later; then each of its cells that have
    lost something takes a clock, of which the last one's column is read one clock later and written two clocks later.
    With a strike of a clue, the row and the column come first, in the clock after, if they have lost anything; all else
    is the same. The clues that see the cells are given one clock after the line is written.

    Members
    -------
    height, width : In(range(rows + 1)), In(range(cols + 1))
        The puzzle's size; must not change while busy.
    fresh : In(1)
        Nothing has been told of this page: all cells had both shades, and all clues with a number are given, by their
        rows. Each row must be told, behind ``begin``.
    begin : In(1)
        Prepare the columns for a page of which nothing was told, one a clock.
    tell : In(enable, row)
        With ``enable``, tell this row. Only when ``ready``.
    lost : In(Cells)
        Shades that it loses before, one clock later.
    strike : In(enable, row, col, across, down)
        With ``enable``, the cells of a row and of a column lose these shades. Not while ``pending`` or with a row that
        is being told.
    clear : In(1)
        Forget what is under way.
    look : In(row, col)
        The row and the column to read when none is read to be struck.
    ready : Out(1)
        A row can be told.
    pending : Out(1)
        There are strikes that have not been begun.
    quiet : Out(1)
        Besides, no line is being read to be struck. One may be written in this clock.
    port : Out(PagePort)
        To the page.
    told : Out(PagePort)
        To the rows as they were told last; each is :class:`Cells`. Of this port and the next one, not all outputs are 0
        while the unit is idle.
    columns : Out(PagePort)
        To the columns; each is a :class:`Column`.
    numbered : In(cols)
        The cells with a number as a clue of the row that is read, one clock later.
    by_row, by_col : Out(Asked)
        The clues that see what was struck.
    contradiction : Out(1)
        In this clock: some cell has lost both shades.
    """

    def __init__(self, rows: int, cols: int):
        row, col = range(rows), range(cols)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)), "width": In(range(cols + 1)), "fresh": In(1),
            "begin": In(1),
            "tell": In(data.StructLayout({"enable": 1, "row": row})), "lost": In(Cells(cols)),
            "strike": In(data.StructLayout({
                "enable": 1, "row": row, "col": col, "across": Cells(cols), "down": Cells(rows)})),
            "clear": In(1), "look": In(data.StructLayout({"row": row, "col": col})),
            "ready": Out(1), "pending": Out(1), "quiet": Out(1),
            "port": Out(PagePort(rows, Shades(cols))), "told": Out(PagePort(rows, Cells(cols))),
            "columns": Out(PagePort(cols, Column(rows))), "numbered": In(cols),
            "by_row": Out(Asked(rows, cols)), "by_col": Out(Asked(cols, rows)), "contradiction": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        left = _Left(self._rows, self._cols)
        row_work, col_work = RowWork(self._rows, self._cols), ColumnWork(self._rows, self._cols)
        # A line to read, and then to write.
        read_row, write_row = Signal(row_work, name="read_row"), Signal(row_work, name="write_row")
        read_col, write_col = Signal(col_work, name="read_col"), Signal(col_work, name="write_col")
        of_row, of_col = self._next_cells(m, left, read_row, read_col)
        m.d.sync += [write_row.eq(read_row), write_col.eq(read_col)]
        for shade in SHADES:
            m.d.sync += write_row.lost[shade].eq(
                read_row.lost[shade] | Mux(read_row.tells, self.lost[shade], 0))
        may_row, gone_row = self._write_row(m, left, read_row, write_row)
        column, gone_col = self._write_column(m, read_col, write_col)
        preparing = self._prepare_columns(m)

        row_written, seen_by_row = self._ask(m, self.by_row, write_row.row, self.numbered, may_row, gone_row)
        col_written, _ = self._ask(m, self.by_col, write_col.col, column.numbered, column.shaded, gone_col)
        m.d.sync += [
            row_written.eq(write_row.valid & self.numbered.any()),
            col_written.eq(write_col.valid & column.numbered.any() & ~self.fresh),
        ]
        # A page of which nothing was told: all clues by their rows, none by its column.
        was_fresh = Signal()
        m.d.sync += was_fresh.eq(self.fresh)
        with m.If(was_fresh):
            m.d.comb += self.by_row.cells.eq(seen_by_row)

        # The last cell of a row may still be struck while the next row is told.
        telling = Signal()
        m.d.comb += [
            telling.eq(preparing | read_row.valid | write_row.valid & write_row.tells),
            self.ready.eq(~telling & ~(of_row & (of_row - 1)).any() & ~of_col.any() & ~left.lines),
            self.quiet.eq(~telling & ~self.pending & ~read_col.valid),
        ]
        with m.If(self.strike.enable):
            m.d.sync += [
                left.lines.eq(1), left.across.eq(self.strike.across), left.down.eq(self.strike.down),
                left.row.eq(self.strike.row), left.col.eq(self.strike.col), left.clues.eq(0),
            ]
        with m.If(self.tell.enable):
            m.d.sync += [
                read_row.valid.eq(1), read_row.tells.eq(1), read_row.row.eq(self.tell.row), read_row.lost.eq(0),
            ]
        with m.If(self.clear):
            m.d.sync += [
                preparing.eq(0), row_written.eq(0), col_written.eq(0),
                left.across.eq(0), left.down.eq(0), left.lines.eq(0),
                *(work.valid.eq(0) for work in (read_row, write_row, read_col, write_col)),
            ]
        return m

    def _next_cells(self, m: Module, left: "_Left", read_row: data.View, read_col: data.View) -> tuple[Signal, Signal]:
        """Begin the strikes of the next cells that are left; return these cells, of the row and of the column."""
        of_row, of_col = Signal(self._cols), Signal(self._rows)
        cell_across, cell_down = Signal(self._cols), Signal(self._rows)
        row_first, col_first = Signal(), Signal()
        one_row, one_col = Signal(self._rows), Signal(self._cols)
        m.d.comb += [
            of_row.eq(left.across.unshaded | left.across.shaded), of_col.eq(left.down.unshaded | left.down.shaded),
            row_first.eq(left.lines & of_row.any()), col_first.eq(left.lines & of_col.any()),
            cell_across.eq(Mux(col_first, 0, lowest(of_row))), cell_down.eq(Mux(row_first, 0, lowest(of_col))),
            self.pending.eq(of_row.any() | of_col.any()),
            one_row.eq(1 << left.row), one_col.eq(1 << left.col),
        ]
        m.d.sync += [
            left.lines.eq(0),
            read_row.valid.eq(row_first | cell_down.any()), read_row.tells.eq(0),
            read_row.row.eq(Mux(row_first, left.row, one_hot_number(cell_down))),
            read_col.valid.eq(col_first | cell_across.any()),
            read_col.col.eq(Mux(col_first, left.col, one_hot_number(cell_across))),
            read_col.numbered.eq(Mux((cell_across & left.clues).any(), one_row, 0)),
        ]
        for shade in SHADES:
            across, down = left.across[shade], left.down[shade]
            m.d.sync += [
                read_row.lost[shade].eq(Mux(row_first, across, Mux((cell_down & down).any(), one_col, 0))),
                read_col.lost[shade].eq(Mux(col_first, down, Mux((cell_across & across).any(), one_row, 0))),
                across.eq(across & ~cell_across), down.eq(down & ~cell_down),
            ]
        return of_row, of_col

    def _write_row(self, m: Module, left: "_Left", read_row: data.View, write_row: data.View) -> tuple[Value, Value]:
        """Read a row and write one; return its cells that may be shaded then, and those that have lost a shade."""
        cells, port, told = Cells(self._cols), self.port, self.told
        after, before, struck, both = Signal(cells), Signal(cells), Signal(cells), Signal(self._cols)
        m.d.comb += [
            port.row.eq(Mux(read_row.valid, read_row.row, self.look.row)),
            told.row.eq(Mux(read_row.valid, read_row.row, 0)), before.eq(told.state),
        ]
        with m.If(self.fresh):
            # A cell of the puzzle still has a shade, or else there is a contradiction.
            m.d.comb += [before[shade].eq(after.unshaded | after.shaded) for shade in SHADES]
        for shade in SHADES:
            m.d.comb += [
                after[shade].eq(port.state[shade] & ~write_row.lost[shade]),
                struck[shade].eq(before[shade] & ~after[shade]),
            ]
        m.d.comb += [
            both.eq((port.state.unshaded | port.state.shaded) & ~(after.unshaded | after.shaded)),
            told.write.eq(write_row.valid), told.write_row.eq(write_row.row), told.write_state.eq(after),
            self.contradiction.eq(write_row.valid & both.any()),
        ]
        with m.If(write_row.valid):
            m.d.comb += [
                port.write.eq(1), port.write_row.eq(write_row.row), port.keep.linked.eq(-1),
                *(port.keep[shade].eq(~write_row.lost[shade]) for shade in SHADES),
            ]
            with m.If(write_row.tells):
                m.d.sync += [
                    left.across.eq(struck), left.row.eq(write_row.row),
                    left.clues.eq(Mux(self.fresh, self.numbered, 0)),
                ]
        return after.shaded, struck.unshaded | struck.shaded

    def _write_column(self, m: Module, read_col: data.View, write_col: data.View) -> tuple[data.View, Signal]:
        """Read a column and write one; return it as it is then, and its cells that have lost a shade."""
        columns, after, struck = self.columns, Signal(Column(self._rows)), Signal(self._rows)
        m.d.comb += [
            columns.row.eq(Mux(read_col.valid, read_col.col, self.look.col)),
            *(after[shade].eq(columns.state[shade] & ~write_col.lost[shade]) for shade in SHADES),
            after.numbered.eq(columns.state.numbered | write_col.numbered),
            struck.eq(columns.state.unshaded & ~after.unshaded | columns.state.shaded & ~after.shaded),
            columns.write.eq(write_col.valid), columns.write_row.eq(write_col.col), columns.write_state.eq(after),
        ]
        return after, struck

    def _prepare_columns(self, m: Module) -> Signal:
        """Write the columns of a page of which nothing was told; return whether that goes on."""
        columns, full_height = self.columns, Signal(self._rows)
        preparing, prepared = Signal(), Signal.like(columns.write_row)
        m.d.comb += full_height.eq((1 << self.height) - 1)
        with m.If(preparing):
            m.d.comb += [
                columns.write.eq(1), columns.write_row.eq(prepared),
                *(columns.write_state[shade].eq(full_height) for shade in SHADES), columns.write_state.numbered.eq(0),
            ]
            m.d.sync += [prepared.eq(prepared + 1), preparing.eq(prepared + 1 != self.width)]
        with m.If(self.begin):
            m.d.sync += [preparing.eq(1), prepared.eq(0)]
        return preparing

    def _ask(self, m: Module, asked: data.View, line: Value, numbered: Value, shaded: Value,
             gone: Value) -> tuple[Signal, Signal]:
        """Ask for the clues that see what a line has lost, one clock after it was written.

        Returns
        -------
        written, seen_by : Signal
            Whether it was written, to be driven; the line's clues.
        """
        written, seen_by, may, lost = Signal(), Signal.like(numbered), Signal.like(numbered), Signal.like(numbered)
        written_line = Signal.like(line)
        m.d.sync += [may.eq(shaded), lost.eq(gone), written_line.eq(line), seen_by.eq(numbered)]
        m.d.comb += [
            asked.valid.eq(written), asked.line.eq(written_line), asked.cells.eq(clues_that_see(m, seen_by, may, lost))]
        return written, seen_by


class _Left:
    """The strikes that are left: in the row ``row``, to be made in its cells' columns, and in the column ``col``, to be
    made in its cells' rows. With a strike of a clue, the ``lines`` themselves come first."""

    def __init__(self, rows: int, cols: int):
        self.across = Signal(Cells(cols), name="across")
        self.down = Signal(Cells(rows), name="down")
        self.row = Signal(range(rows), name="row")
        self.col = Signal(range(cols), name="col")
        self.clues = Signal(cols, name="clues")
        self.lines = Signal(name="lines")
