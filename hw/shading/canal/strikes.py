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
        rows, cols = self._rows, self._cols

        # The strikes that are left: in the row `row`, to be made in its cells' columns, and in the column `col`, to be
        # made in its cells' rows. With a strike of a clue, the lines themselves come first.
        across = Signal(Cells(cols))
        down = Signal(Cells(rows))
        row = Signal(range(rows))
        col = Signal(range(cols))
        clues = Signal(cols)
        lines = Signal()
        of_row, of_col = Signal(cols), Signal(rows)
        cell_across, cell_down = Signal(cols), Signal(rows)
        row_first, col_first = Signal(), Signal()
        m.d.comb += [
            of_row.eq(across.unshaded | across.shaded), of_col.eq(down.unshaded | down.shaded),
            row_first.eq(lines & of_row.any()), col_first.eq(lines & of_col.any()),
            cell_across.eq(Mux(col_first, 0, lowest(of_row))), cell_down.eq(Mux(row_first, 0, lowest(of_col))),
            self.pending.eq(of_row.any() | of_col.any()),
        ]

        # A line to read, and then to write.
        row_work, col_work = RowWork(rows, cols), ColumnWork(rows, cols)
        read_row, write_row = Signal(row_work, name="read_row"), Signal(row_work, name="write_row")
        read_col, write_col = Signal(col_work, name="read_col"), Signal(col_work, name="write_col")
        one_row, one_col = Signal(rows), Signal(cols)
        m.d.comb += [one_row.eq(1 << row), one_col.eq(1 << col)]
        m.d.sync += [
            lines.eq(0),
            read_row.valid.eq(row_first | cell_down.any()), read_row.tells.eq(0),
            read_row.row.eq(Mux(row_first, row, one_hot_number(cell_down))),
            read_col.valid.eq(col_first | cell_across.any()),
            read_col.col.eq(Mux(col_first, col, one_hot_number(cell_across))),
            read_col.numbered.eq(Mux((cell_across & clues).any(), one_row, 0)),
            write_row.eq(read_row), write_col.eq(read_col),
        ]
        for shade in SHADES:
            m.d.sync += [
                write_row.lost[shade].eq(read_row.lost[shade] | Mux(read_row.tells, self.lost[shade], 0)),
                read_row.lost[shade].eq(
                    Mux(row_first, across[shade], Mux((cell_down & down[shade]).any(), one_col, 0))),
                read_col.lost[shade].eq(
                    Mux(col_first, down[shade], Mux((cell_across & across[shade]).any(), one_row, 0))),
                across[shade].eq(across[shade] & ~cell_across), down[shade].eq(down[shade] & ~cell_down),
            ]

        # The rows.
        after, before, struck, both = Signal(Cells(cols)), Signal(Cells(cols)), Signal(Cells(cols)), Signal(cols)
        port, told = self.port, self.told
        full_height = Signal(rows)
        m.d.comb += [
            full_height.eq((1 << self.height) - 1),
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
        m.d.comb += both.eq((port.state.unshaded | port.state.shaded) & ~(after.unshaded | after.shaded))
        m.d.comb += [
            told.write.eq(write_row.valid), told.write_row.eq(write_row.row), told.write_state.eq(after),
            self.contradiction.eq(write_row.valid & both.any()),
        ]
        with m.If(write_row.valid):
            m.d.comb += [
                port.write.eq(1), port.write_row.eq(write_row.row), port.keep.linked.eq(-1),
                *(port.keep[shade].eq(~write_row.lost[shade]) for shade in SHADES),
            ]
            with m.If(write_row.tells):
                m.d.sync += [across.eq(struck), row.eq(write_row.row), clues.eq(Mux(self.fresh, self.numbered, 0))]

        # The columns.
        columns, column_after, column_struck = self.columns, Signal(Column(rows)), Signal(rows)
        m.d.comb += [
            columns.row.eq(Mux(read_col.valid, read_col.col, self.look.col)),
            *(column_after[shade].eq(columns.state[shade] & ~write_col.lost[shade]) for shade in SHADES),
            column_after.numbered.eq(columns.state.numbered | write_col.numbered),
            column_struck.eq(
                columns.state.unshaded & ~column_after.unshaded | columns.state.shaded & ~column_after.shaded),
        ]
        m.d.comb += [
            columns.write.eq(write_col.valid), columns.write_row.eq(write_col.col),
            columns.write_state.eq(column_after),
        ]

        preparing, prepared = Signal(), Signal.like(columns.write_row)
        with m.If(preparing):
            m.d.comb += [
                columns.write.eq(1), columns.write_row.eq(prepared),
                *(columns.write_state[shade].eq(full_height) for shade in SHADES), columns.write_state.numbered.eq(0),
            ]
            m.d.sync += [prepared.eq(prepared + 1), preparing.eq(prepared + 1 != self.width)]
        with m.If(self.begin):
            m.d.sync += [preparing.eq(1), prepared.eq(0)]

        # The clues that see what was struck, one clock after the line was written.
        seen_by_row, seen_by_col = Signal(cols), Signal(rows)
        row_written, col_written = Signal(), Signal()
        for asked, valid, line, seen_by, shaded, gone in (
                (self.by_row, row_written, write_row.row, seen_by_row, after.shaded, struck.unshaded | struck.shaded),
                (self.by_col, col_written, write_col.col, seen_by_col, column_after.shaded, column_struck)):
            may, lost, written_line = Signal.like(seen_by), Signal.like(seen_by), Signal.like(line)
            m.d.sync += [may.eq(shaded), lost.eq(gone), written_line.eq(line)]
            m.d.comb += [
                asked.valid.eq(valid), asked.line.eq(written_line),
                asked.cells.eq(clues_that_see(m, seen_by, may, lost)),
            ]
        m.d.sync += [
            row_written.eq(write_row.valid & self.numbered.any()), seen_by_row.eq(self.numbered),
            col_written.eq(write_col.valid & column_after.numbered.any() & ~self.fresh),
            seen_by_col.eq(column_after.numbered),
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
            self.ready.eq(~telling & ~(of_row & (of_row - 1)).any() & ~of_col.any() & ~lines),
            self.quiet.eq(~telling & ~self.pending & ~read_col.valid),
        ]
        with m.If(self.strike.enable):
            m.d.sync += [
                lines.eq(1), across.eq(self.strike.across), down.eq(self.strike.down),
                row.eq(self.strike.row), col.eq(self.strike.col), clues.eq(0),
            ]
        with m.If(self.tell.enable):
            m.d.sync += [
                read_row.valid.eq(1), read_row.tells.eq(1), read_row.row.eq(self.tell.row), read_row.lost.eq(0),
            ]
        with m.If(self.clear):
            m.d.sync += [
                preparing.eq(0), row_written.eq(0), col_written.eq(0), across.eq(0), down.eq(0), lines.eq(0),
                *(work.valid.eq(0) for work in (read_row, write_row, read_col, write_col)),
            ]
        return m
