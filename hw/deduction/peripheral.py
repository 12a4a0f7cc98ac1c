"""The registers of a deducer, for any genre, and the units that pack its clues and solutions into words of 32 bits
(docs/develop/protocol.md)."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Mux, ShapeLike, Signal
from amaranth.lib import data, stream
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.deducer import Counters, Deducer
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.soc.peripheral import EnginePeripheral, Watched, register

__all__ = ["FIXPOINT", "WORD", "ClueUnpacker", "DeductionPeripheral", "SolutionPacker", "watched_deducer"]

WORD = 32
"""The number of bits in a word of packed cells or packed clues."""


class ClueUnpacker(GridUnit):
    """Find the cell of each clue of a packed puzzle.

    The unit visits the cells in reading order, one per clock. At a cell with a clue, the unit waits for the word that
    contains the clue.

    A clue has ``bits`` bits. Raises ValueError if the size of a word is not a multiple of ``bits``.
    """

    def __init__(self, rows: int, cols: int, bits: int):
        if bits < 1 or WORD % bits:
            raise ValueError(f"ClueUnpacker needs clues of 1, 2, 4, 8, 16 or 32 bits, not {bits}")
        self._bits = bits
        super().__init__(rows, cols, {
            # The puzzle's size; must not change after ``start``.
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})),
            "start": In(1),  # begin with the first cell, and drop the rest of earlier words
            # A mask of the next 32 cells, from bit 0 up; a bit is 1 if its cell has a clue. Bits after the last cell
            # are ignored. After the last cell and before ``start``, the stream is always ready.
            "given": In(stream.Signature(WORD)),
            # A word with the next clues. The first clue is in the lowest bits. Ready only when a cell waits for this
            # word.
            "values": In(stream.Signature(WORD)),
            # With ``enable``, the next clue in reading order, and its cell.
            "clue": Out(data.StructLayout({"enable": 1, "row": range(rows), "col": range(cols), "value": bits})),
            "number": Out(range(rows * cols + 1)),  # the number of clues since ``start``
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        row, col = Signal.like(self.size.rows), Signal.like(self.size.cols)
        given, values = Signal(WORD), Signal(WORD)
        cells_left, values_left = Signal(range(WORD + 1)), Signal(range(WORD // self._bits + 1))
        is_cell, has_clue, steps = Signal(), given[0], Signal()
        m.d.comb += [
            is_cell.eq((cells_left != 0) & (row != self.size.rows)),
            steps.eq(is_cell & ~self.values.ready),
            self.given.ready.eq(~is_cell), self.values.ready.eq(is_cell & has_clue & (values_left == 0)),
            self.clue.enable.eq(steps & has_clue), self.clue.row.eq(row), self.clue.col.eq(col),
            self.clue.value.eq(values),
        ]
        with m.If(steps):
            last = col == self.size.cols - 1
            m.d.sync += [
                given.eq(given >> 1), cells_left.eq(cells_left - 1), row.eq(row + last), col.eq(Mux(last, 0, col + 1))]
        with m.If(self.clue.enable):
            m.d.sync += [
                values.eq(values >> self._bits), values_left.eq(values_left - 1), self.number.eq(self.number + 1)]
        with m.If(self.given.valid & self.given.ready):
            m.d.sync += [given.eq(self.given.payload), cells_left.eq(WORD)]
        with m.If(self.values.valid & self.values.ready):
            m.d.sync += [values.eq(self.values.payload), values_left.eq(WORD // self._bits)]
        with m.If(self.start):
            m.d.sync += [row.eq(0), col.eq(0), cells_left.eq(0), values_left.eq(0), self.number.eq(0)]
        return m


class SolutionPacker(GridUnit):
    """Pack the cells of a page for a result: in reading order, without gaps between rows.

    Latency: a clock for each cell and two for each row.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            # The puzzle's size; must not change after ``start``.
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})),
            "start": In(1),  # begin with the first row, and drop any word not yet transferred
            "row": Out(range(rows)),  # the row to read
            "cells": In(cols),  # its cells, one clock later
            # The next 32 cells; bit 0 is the first cell. Bits after the last cell are 0.
            "packed": Out(stream.Signature(WORD)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cells, left = Signal.like(self.cells), Signal.like(self.size.cols)
        reads, loads, pads = Signal(), Signal(), Signal()
        number, packs = Signal(range(WORD + 1)), Signal()
        is_cell = left != 0
        m.d.comb += [
            self.packed.valid.eq(number == WORD),
            packs.eq((is_cell | (pads & (number != 0))) & ~self.packed.valid),
        ]
        m.d.sync += [reads.eq(0), loads.eq(reads)]
        with m.If(loads):
            m.d.sync += [cells.eq(self.cells), left.eq(self.size.cols)]
        with m.If(packs):
            m.d.sync += [
                self.packed.payload.eq(Cat(self.packed.payload[1:], cells[0] & is_cell)), number.eq(number + 1),
                cells.eq(cells >> 1), left.eq(left - is_cell),
            ]
            with m.If(left == 1):
                is_last = self.row == self.size.rows - 1
                m.d.sync += [self.row.eq(self.row + 1), reads.eq(~is_last), pads.eq(is_last)]
        with m.If(self.packed.valid & self.packed.ready):
            m.d.sync += number.eq(0)
        with m.If(self.start):
            m.d.sync += [self.row.eq(0), reads.eq(1), loads.eq(0), left.eq(0), number.eq(0), pads.eq(0)]
        return m


FIXPOINT = "deducer.fixpoint"
"""The hierarchical name of the fixpoint unit, relative to the peripheral."""


class DeductionPeripheral(EnginePeripheral):
    """A deducer on the register bus.

    Parameters
    ----------
    deducer : Deducer
    rows, cols : int
        The largest grid of the deducer.
    clue_bits : int
        The number of bits of a packed clue; the deducer uses only the lowest of these bits.
    watched : sequence of Watched
        The registers and memories to watch.
    """

    class Count(EnginePeripheral.Count):
        """Counts since ``begin``, modulo 2**32: candidates tried, rows visited, clocks of each kind of work, and other
        clocks in which the deducer was busy."""

    def __init__(self, deducer: Deducer, rows: int, cols: int, *, clue_bits: int, watched: Sequence[Watched] = ()):
        self._deducer = deducer
        self._unpacker, self._packer = ClueUnpacker(rows, cols, clue_bits), SolutionPacker(rows, cols)
        super().__init__({
            "size": register("rw", "The puzzle's size; takes effect at the next ``begin``.", rows=8, cols=8),
            "words": register(
                "r", "The number of words in the memory for pages. The first two pages are reserved; the second page "
                "has the solution that lookahead has saved.", value=16),
            "pages": register(
                "rw", "The page to work on, and its parent, each as the address of its first word. If they differ, "
                "the page begins as a copy of the parent.", page=16, parent=16),
            "control": register(
                "w", "Commands. ``begin`` initialises the page (with ``near``, only the rows of the ``window``) and, "
                "unless ``same_clues`` is set, removes all clues and clears the counters. ``solve`` deduces. It looks "
                "for up to two ``solutions``; if this field is 3, it counts all solutions. With ``assume``, it first "
                "assigns a value to a cell. With ``shallow``, it uses neither lookahead nor a final flood. ``stop`` "
                "ends the work soon. ``pack`` reads the page from its first row on; not while busy.",
                value=1, col=7, row=8, assume=1, solve=1, solutions=2, begin=1, stop=1, pack=1, same_clues=1, near=1,
                shallow=1),
            "given": register(
                "w", "A mask of the next 32 cells in reading order, 1 for a cell with a clue, the first cell in bit 0. "
                "Write it when ``needs_given`` is 1.", cells=WORD),
            "values": register(
                "w", "The next clues, the first clue in the lowest bits. Write them when ``needs_values`` is 1.",
                clues=WORD),
            "packing": register(
                "r", "The number of clues set since ``begin``; whether ``given`` or ``values`` is needed next; and "
                "whether ``packed`` can be read.", clues=16, needs_given=1, needs_values=1, has_packed=1),
            "state": register(
                "r", "The state of the page, and the branch cell if the page is undecided; ``saved``: lookahead has "
                "found a solution since ``begin``. A read waits until ``busy`` is 0, up to a timeout.",
                unused=1, col=7, row=8, busy=1, contradiction=1, decided=1, saved=1),
            "packed": register(
                "r", "The next 32 cells of a solution, in reading order, the first cell in bit 0. Each read returns "
                "further cells.", cells=WORD),
            "change": register(
                "w", "Change the clue of a cell: remove it (``free``); or, until the next change, allow all numbers "
                "except the clue (``unlike``). Without ``valued``, the clue's value stays the same. Not while busy.",
                free=1, col=7, row=8, value=8, valued=1, unlike=1),
            "found": register(
                "r", "The number of solutions that lookahead has counted since ``begin``, modulo 2**32.", value=WORD),
            "window": register(
                "rw", "The first and the last row that ``begin`` with ``near`` initialises; the other rows are copied "
                "from the page's parent.", first=8, last=8),
        }, deducer.counters.shape().members, watched)

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.deducer = deducer = self._deducer
        m.submodules.unpacker, m.submodules.packer = unpacker, packer = self._unpacker, self._packer
        registers = self._registers
        control, state, pages = registers.control.f, registers.state.f, registers.pages.f
        given, values, packing = registers.given.f.cells, registers.values.f.clues, registers.packing.f
        packed = registers.packed.f.cells
        m.d.comb += [
            self.busy.eq(deducer.busy),
            *(unit.size[name].eq(registers.size.f[name].data)
              for unit in (deducer, unpacker, packer) for name in ("rows", "cols")),
            registers.words.f.value.r_data.eq(deducer.words),
            deducer.page.eq(pages.page.data), deducer.parent.eq(pages.parent.data),
            *(getattr(deducer, name).eq(control[name].w_stb & control[name].w_data)
              for name in ("begin", "solve", "stop")),
            *(getattr(deducer, name).eq(control[name].w_data) for name in ("same_clues", "near", "shallow")),
            *(deducer.window[name].eq(registers.window.f[name].data) for name in ("first", "last")),
            deducer.change.enable.eq(registers.change.element.w_stb),
            *(deducer.change[name].eq(registers.change.f[name].w_data)
              for name in ("row", "col", "value", "valued", "free", "unlike")),
            registers.found.f.value.r_data.eq(deducer.found),
            deducer.solutions.eq(control.solutions.w_data), deducer.assume.enable.eq(control.assume.w_data),
            *(deducer.assume[name].eq(control[name].w_data) for name in ("row", "col", "value")),
            unpacker.start.eq(deducer.begin), deducer.clue.eq(unpacker.clue),
            unpacker.given.payload.eq(given.w_data), unpacker.given.valid.eq(given.w_stb),
            unpacker.values.payload.eq(values.w_data), unpacker.values.valid.eq(values.w_stb),
            packing.clues.r_data.eq(unpacker.number),
            packing.needs_given.r_data.eq(unpacker.given.ready), packing.needs_values.r_data.eq(unpacker.values.ready),
            *(state[name].r_data.eq(getattr(deducer, name)) for name in ("busy", "contradiction", "decided", "saved")),
            *(state[name].r_data.eq(deducer.branch[name]) for name in ("row", "col")),
            packer.start.eq(control.pack.w_stb & control.pack.w_data),
            deducer.row.eq(packer.row), packer.cells.eq(deducer.cells),
            packing.has_packed.r_data.eq(packer.packed.valid),
            packed.r_data.eq(packer.packed.payload), packer.packed.ready.eq(packed.r_stb),
        ]
        self.connect_counters(m, deducer.counters)
        return m


def watched_deducer(rows: int, cols: int, *, state: ShapeLike, kinds: Sequence[str], candidate: str, values: str,
                    works: Sequence[str]) -> tuple[Watched, ...]:
    """Return the registers and memories to watch that all deducers have.

    Parameters
    ----------
    rows, cols : int
        The largest grid.
    state : ShapeLike
        The contents of a row of a page.
    kinds : sequence of str
        Names of the kinds of candidates.
    candidate, values : str
        Descriptions of a candidate, and of its values.
    works : sequence of str
        As in :class:`.Deducer`.
    """
    assumed = data.StructLayout({"row": range(rows), "column": cols, **dict.fromkeys((*kinds, "single", "value"), 1)})
    signals = (
        ("rows", "pages.memory", "the states: rows of pages", state),
        ("base", "base_page", "the first word of the page that the CPU works on"),
        ("page", "current_page", "the first word of the current page; during a trial, this is the page for lookahead"),
        ("parent", "parent_page", "the first word of the parent; rows not in `written` are read from the parent"),
        ("written", "pages.written", "rows that were written to the current page, bit i for row i"),
        ("height", "height", "the puzzle's rows"),
        ("width", "width", "the puzzle's columns"),
        ("search", "fsm_state", "the state of the deducer"),
        ("lookahead", "lookahead", "whether this is a trial"),
        ("second", "second", "whether this is the candidate's second trial"),
        ("assumed", "assumed", f"the candidate: {candidate}; the column as a bit", assumed),
        ("colour", "value", f"the assumed value: {values}"),
        ("contradiction", "contradiction", "the page has no solution"),
        ("decided", "decided", "the page is a solution"),
        ("branch", "rating.branch", "the branch cell", data.StructLayout({"row": range(rows), "col": range(cols)})),
        ("counters", "counters", "the counters", Counters(works)),
        ("fixpoint", "fixpoint.fsm_state", "the state of the fixpoint unit"),
        ("no_solution", "fixpoint.contradiction", "the current page has no solution; valid when `fixpoint` is IDLE"),
    )
    return tuple(Watched(name, f"deducer.{path}", *others) for name, path, *others in signals)
