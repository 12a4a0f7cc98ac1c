"""Strike (remove) shades of cells in the page of rows and in the page of columns, and find the clues that see these
cells."""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import fill, lowest, one_hot_number
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.worklist import ClueRequest
from rowloom.hw.shading.rules import SHADES, Cells, Shades

__all__ = ["Column", "ColumnWork", "RowWork", "Strikes", "clues_that_see"]


class Column(data.StructLayout):
    """A column of a page: its :class:`Cells`, and its cells that have a number as a clue (``numbered``)."""

    def __init__(self, rows: int):
        super().__init__(dict.fromkeys((*SHADES, "numbered"), rows))


class RowWork(data.StructLayout):
    """A row that is read or written, if ``valid``. ``lost``: the shades that its cells lose. ``reports``: the row is
    being reported."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "reports": 1, "row": range(rows), "lost": Cells(cols)})


class ColumnWork(data.StructLayout):
    """A column that is read or written, if ``valid``. ``lost``: the shades that its cells lose. ``numbered``: the cells
    to be marked as having a number as a clue."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "col": range(cols), "lost": Cells(rows), "numbered": rows})


def clues_that_see(m: Module, clues: Value, shaded: Value, struck: Value) -> Value:
    """Return the clues of a line that see a struck cell, or saw it before the strike. ``shaded`` are the cells that may
    be shaded after the strike."""
    seen = fill(m, shaded | struck, struck)
    return clues & (seen << 1 | seen >> 1)[:len(seen)]


class Strikes(GridUnit):
    """Strike cells, that is, remove shades that were possible for these cells, in the page of rows and in the page of
    columns. The cells of a row are struck all at once in the page of rows, but one per clock in the page of columns,
    because each cell lies in a different column. The cells of a column are struck all at once in the page of columns,
    but one per clock in the page of rows.

    Other units also write rows of the page. They must then *report* the row to this unit, which compares it with a copy
    of the row from its previous report. The copies are in a page of their own. Wherever the row has changed, the unit
    updates the columns, and requests visits of the clues.

    Latency: a reported row is read in the next clock, and written a clock later. Then each cell that has lost a shade
    takes a clock; the cell's column is read in the next clock, and written a clock later. A ``strike`` takes equally
    long: its row and column, if their cells lose a shade, are read in the clock after ``strike``, and the lines across
    them follow, one per clock. The clues that see a struck cell are output one clock after the cell's line is written.
    """

    def __init__(self, rows: int, cols: int):
        row, col = range(rows), range(cols)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),  # the puzzle's size; constant while busy
            # No row of this page has been reported: every cell counts as having both shades until its row is reported.
            # Visits of all clues with a number are requested, row by row. Each row must be reported after ``begin``.
            "fresh": In(1),
            "begin": In(1),  # prepare the columns for a fresh page, one per clock
            "report": In(data.StructLayout({"enable": 1, "row": row})),  # report this row; only when ``ready``
            # shades that the row loses before it is compared with its copy; sampled one clock after ``report``
            "lost": In(Cells(cols)),
            # Cells of a row and of a column lose these shades. ``enable`` must be low while ``pending`` and during the
            # report of a row.
            "strike": In(data.StructLayout({
                "enable": 1, "row": row, "col": col, "across": Cells(cols), "down": Cells(rows)})),
            "clear": In(1),  # forget all strikes
            # the row and the column to read while no line is read for a strike
            "look": In(data.StructLayout({"row": row, "col": col})),
            "ready": Out(1),  # a row can be reported
            "pending": Out(1),  # there are strikes that have not begun
            # all strikes have begun, and no line is being read for a strike; a line may still be written in this clock
            "quiet": Out(1),
            # Ports to the page, to its rows as they were most recently reported, and to its columns. Not all outputs
            # of the last two ports are 0 while the unit is idle.
            "port": Out(PagePort(rows, Shades(cols))), "reported": Out(PagePort(rows, Cells(cols))),
            "columns": Out(PagePort(cols, Column(rows))),
            # the cells of the row ``port.row`` that have a number as a clue, one clock later
            "numbered": In(cols),
            # The clues that see struck cells, by rows and by columns.
            "by_row": Out(ClueRequest(rows, cols)), "by_col": Out(ClueRequest(cols, rows)),
            "contradiction": Out(1),  # some cell has lost both shades in this clock
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        left = _Left(self._rows, self._cols)
        row_work, col_work = RowWork(self._rows, self._cols), ColumnWork(self._rows, self._cols)
        # The row and the column that are read, and those that are written one clock later.
        read_row, write_row = Signal(row_work, name="read_row"), Signal(row_work, name="write_row")
        read_col, write_col = Signal(col_work, name="read_col"), Signal(col_work, name="write_col")
        of_row, of_col = self._next_cells(m, left, read_row, read_col)
        m.d.sync += [write_row.eq(read_row), write_col.eq(read_col)]
        for shade in SHADES:
            m.d.sync += write_row.lost[shade].eq(
                read_row.lost[shade] | Mux(read_row.reports, self.lost[shade], 0))
        may_row, gone_row = self._write_row(m, left, read_row, write_row)
        column, gone_col = self._write_column(m, read_col, write_col)
        preparing = self._prepare_columns(m)

        row_written, seen_by_row = self._ask(m, self.by_row, write_row.row, self.numbered, may_row, gone_row)
        col_written, _ = self._ask(m, self.by_col, write_col.col, column.numbered, column.shaded, gone_col)
        m.d.sync += [
            row_written.eq(write_row.valid & self.numbered.any()),
            col_written.eq(write_col.valid & column.numbered.any() & ~self.fresh),
        ]
        # If the page is fresh, visits of all clues are requested by rows, and none by columns.
        was_fresh = Signal()
        m.d.sync += was_fresh.eq(self.fresh)
        with m.If(was_fresh):
            m.d.comb += self.by_row.cells.eq(seen_by_row)

        # The next row may be reported while the last cell of the previous row is being struck.
        reporting = Signal()
        m.d.comb += [
            reporting.eq(preparing | read_row.valid | write_row.valid & write_row.reports),
            self.ready.eq(~reporting & ~(of_row & (of_row - 1)).any() & ~of_col.any() & ~left.lines),
            self.quiet.eq(~reporting & ~self.pending & ~read_col.valid),
        ]
        with m.If(self.strike.enable):
            m.d.sync += [
                left.lines.eq(1), left.across.eq(self.strike.across), left.down.eq(self.strike.down),
                left.row.eq(self.strike.row), left.col.eq(self.strike.col), left.clues.eq(0),
            ]
        with m.If(self.report.enable):
            m.d.sync += [
                read_row.valid.eq(1), read_row.reports.eq(1), read_row.row.eq(self.report.row), read_row.lost.eq(0),
            ]
        with m.If(self.clear):
            m.d.sync += [
                preparing.eq(0), row_written.eq(0), col_written.eq(0),
                left.across.eq(0), left.down.eq(0), left.lines.eq(0),
                *(work.valid.eq(0) for work in (read_row, write_row, read_col, write_col)),
            ]
        return m

    def _next_cells(self, m: Module, left: "_Left", read_row: data.View, read_col: data.View) -> tuple[Signal, Signal]:
        """Begin the next strikes; return the cells of the row and of the column that must still be struck."""
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
            read_row.valid.eq(row_first | cell_down.any()), read_row.reports.eq(0),
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
        """Read one row and write another row. Return two sets of cells of the written row: the cells that may still be
        shaded, and the cells that have lost a shade."""
        cells, port, reported = Cells(self._cols), self.port, self.reported
        after, before, struck, both = Signal(cells), Signal(cells), Signal(cells), Signal(self._cols)
        m.d.comb += [
            port.row.eq(Mux(read_row.valid, read_row.row, self.look.row)),
            reported.row.eq(Mux(read_row.valid, read_row.row, 0)), before.eq(reported.state),
        ]
        with m.If(self.fresh):
            # Before, each cell of the puzzle had both shades. The cells of the puzzle are the cells that still have a
            # shade, unless there is a contradiction.
            m.d.comb += [before[shade].eq(after.unshaded | after.shaded) for shade in SHADES]
        for shade in SHADES:
            m.d.comb += [
                after[shade].eq(port.state[shade] & ~write_row.lost[shade]),
                struck[shade].eq(before[shade] & ~after[shade]),
            ]
        m.d.comb += [
            both.eq((port.state.unshaded | port.state.shaded) & ~(after.unshaded | after.shaded)),
            reported.write.eq(write_row.valid), reported.write_row.eq(write_row.row), reported.write_state.eq(after),
            self.contradiction.eq(write_row.valid & both.any()),
        ]
        with m.If(write_row.valid):
            m.d.comb += [
                port.write.eq(1), port.write_row.eq(write_row.row), port.keep.linked.eq(-1),
                *(port.keep[shade].eq(~write_row.lost[shade]) for shade in SHADES),
            ]
            with m.If(write_row.reports):
                m.d.sync += [
                    left.across.eq(struck), left.row.eq(write_row.row),
                    left.clues.eq(Mux(self.fresh, self.numbered, 0)),
                ]
        return after.shaded, struck.unshaded | struck.shaded

    def _write_column(self, m: Module, read_col: data.View, write_col: data.View) -> tuple[data.View, Signal]:
        """Read one column and write another. Return the new state of the written column, and its cells that have lost a
        shade."""
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
        """Write the columns of a fresh page; return a signal that is high during this work."""
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
        """One clock after a line was written, request visits of the line's clues that see a cell of ``gone``.

        Return two signals. The first signal says whether the line was written; the caller must drive it. The second
        signal contains the line's clues.
        """
        written, seen_by, may, lost = Signal(), Signal.like(numbered), Signal.like(numbered), Signal.like(numbered)
        written_line = Signal.like(line)
        m.d.sync += [may.eq(shaded), lost.eq(gone), written_line.eq(line), seen_by.eq(numbered)]
        m.d.comb += [
            asked.valid.eq(written), asked.line.eq(written_line), asked.cells.eq(clues_that_see(m, seen_by, may, lost))]
        return written, seen_by


class _Left:
    """The strikes that must still be made. ``across``: shades that cells of the row ``row`` must still lose in the page
    of columns. ``down``: shades that cells of the column ``col`` must still lose in the page of rows. ``lines``: the
    strikes come from a clue, so the row must also be struck in the page of rows, and the column in the page of
    columns."""

    def __init__(self, rows: int, cols: int):
        self.across = Signal(Cells(cols), name="across")
        self.down = Signal(Cells(rows), name="down")
        self.row = Signal(range(rows), name="row")
        self.col = Signal(range(cols), name="col")
        self.clues = Signal(cols, name="clues")
        self.lines = Signal(name="lines")
