"""The deducer's registers."""

from amaranth.hdl import Module
from amaranth.lib.wiring import Out
from amaranth_soc import csr

from rowloom.hw.slitherlink.deducer.deducer import Counters, Deducer
from rowloom.hw.soc.peripheral import Peripheral

__all__ = ["DeducerPeripheral"]

_WORD = 32


class DeducerPeripheral(Peripheral):
    """The deducer on the register bus.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`Deducer`.

    Members
    -------
    busy : Out(1)
        The deducer is working: a read of ``state`` may wait.

    Raises
    ------
    ValueError
        As :class:`Deducer`.
    """

    class Size(csr.Register, access="rw"):
        """The puzzle's size, used from the next ``begin`` on."""

        rows: csr.Field(csr.action.RW, 8)
        cols: csr.Field(csr.action.RW, 8)

    class Words(csr.Register, access="r"):
        """Rows of state in memory. The first 2 * (rows + 1) are the deducer's own; the second half of these holds the
        solution that lookahead has kept."""

        value: csr.Field(csr.action.R, 16)

    class Pages(csr.Register, access="rw"):
        """The page to work on, and the page that it begins as a copy of: addresses of their first words."""

        page: csr.Field(csr.action.RW, 16)
        parent: csr.Field(csr.action.RW, 16)

    class Control(csr.Register, access="w"):
        """Commands. ``begin``: remove all clues and initialise the page. ``solve``: deduce; with ``assume``, after
        giving a cell a colour; ``solutions`` are wanted, 0 to 2. ``stop``: end soon."""

        outside: csr.Field(csr.action.W, 1)
        col: csr.Field(csr.action.W, 7)
        row: csr.Field(csr.action.W, 8)
        assume: csr.Field(csr.action.W, 1)
        solve: csr.Field(csr.action.W, 1)
        solutions: csr.Field(csr.action.W, 2)
        begin: csr.Field(csr.action.W, 1)
        stop: csr.Field(csr.action.W, 1)

    class Clue(csr.Register, access="w"):
        """Set the clue of a cell, counted from 0; the clues of a row must follow each other."""

        value: csr.Field(csr.action.W, 2)
        unused: csr.Field(csr.action.ResR0W0, 6)
        col: csr.Field(csr.action.W, 8)
        row: csr.Field(csr.action.W, 8)

    class State(csr.Register, access="r"):
        """The state of the page, and the branch cell if it is undecided; ``kept``: lookahead has found a solution
        since ``begin``. Reading waits for ``busy`` to become 0, up to a timeout."""

        unused: csr.Field(csr.action.ResR0W0, 1)
        col: csr.Field(csr.action.R, 7)
        row: csr.Field(csr.action.R, 8)
        busy: csr.Field(csr.action.R, 1)
        contradiction: csr.Field(csr.action.R, 1)
        decided: csr.Field(csr.action.R, 1)
        kept: csr.Field(csr.action.R, 1)

    class Row(csr.Register, access="rw"):
        """The row of the page to read."""

        number: csr.Field(csr.action.RW, 8)

    class Inside(csr.Register, access="r"):
        """That row's cells that may be inside, 32 a word; bit j of word k is column 32 * k + j."""

        def __init__(self, cols: int):
            super().__init__({"cells": csr.Field(csr.action.R, cols)})

    class Count(csr.Register, access="r"):
        """Counts since ``begin``, modulo 2**32: lookaheads, row visits, clocks spent on sweeps, on joining lines, on
        floods and on the rest of lookahead."""

        value: csr.Field(csr.action.R, _WORD)

    def __init__(self, rows: int, cols: int, words: int = 512):
        self._deducer = Deducer(rows, cols, words)
        super().__init__({
            "size": self.Size(), "words": self.Words(), "pages": self.Pages(), "control": self.Control(),
            "clue": self.Clue(), "state": self.State(), "row": self.Row(),
            "inside": [self.Inside(min(_WORD, cols - col)) for col in range(0, cols, _WORD)],
            "counters": [self.Count() for _ in Counters()],
        }, {"busy": Out(1)})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.deducer = deducer = self._deducer
        registers = self._registers
        control, clue, state, pages = registers.control.f, registers.clue.f, registers.state.f, registers.pages.f
        m.d.comb += [
            self.busy.eq(deducer.busy),
            *(deducer.size[name].eq(registers.size.f[name].data) for name in ("rows", "cols")),
            registers.words.f.value.r_data.eq(deducer.words),
            deducer.page.eq(pages.page.data), deducer.parent.eq(pages.parent.data),
            *(getattr(deducer, name).eq(control[name].w_stb & control[name].w_data)
              for name in ("begin", "solve", "stop")),
            deducer.solutions.eq(control.solutions.w_data), deducer.assume.enable.eq(control.assume.w_data),
            *(deducer.assume[name].eq(control[name].w_data) for name in ("row", "col", "outside")),
            deducer.clue.enable.eq(registers.clue.element.w_stb),
            *(deducer.clue[name].eq(clue[name].w_data) for name in ("row", "col", "value")),
            *(state[name].r_data.eq(getattr(deducer, name)) for name in ("busy", "contradiction", "decided", "kept")),
            *(state[name].r_data.eq(deducer.branch[name]) for name in ("row", "col")),
            deducer.row.eq(registers.row.f.number.data),
            *(register.f.cells.r_data.eq(deducer.inside[_WORD * number:])
              for number, register in enumerate(registers.inside)),
            *(register.f.value.r_data.eq(deducer.counters[name])
              for name, register in zip(Counters().members, registers.counters)),
        ]
        return m
