"""The registers of a deducer, for any genre, and the signals to watch."""

from collections.abc import Sequence

from amaranth.hdl import Module, ShapeLike
from amaranth.lib import data

from rowloom.hw.deduction.deducer import Counters, Deducer
from rowloom.hw.deduction.packing import WORD, ClueUnpacker, SolutionPacker
from rowloom.hw.soc.peripheral import EnginePeripheral, Watched, register

__all__ = ["FIXPOINT", "DeductionPeripheral", "watched_deducer"]

FIXPOINT = "deducer.fixpoint"
"""The path of the fixpoint in the peripheral."""


class DeductionPeripheral(EnginePeripheral):
    """A deducer on the register bus.

    Parameters
    ----------
    deducer : Deducer
    rows, cols : int
        Its largest grid.
    clue_bits : int
        Bits of a packed clue; the deducer uses the lowest of these bits.
    watched : sequence of Watched
        The registers and memories to watch.
    """

    class Count(EnginePeripheral.Count):
        """Counts since ``begin``, modulo 2**32: trials, row visits, clocks of each kind of work and of the rest of
        lookahead."""

    def __init__(self, deducer: Deducer, rows: int, cols: int, *, clue_bits: int, watched: Sequence[Watched] = ()):
        self._deducer = deducer
        self._unpacker, self._packer = ClueUnpacker(rows, cols, clue_bits), SolutionPacker(rows, cols)
        super().__init__({
            "size": register("rw", "The puzzle's size, used from the next ``begin`` on.", rows=8, cols=8),
            "words": register(
                "r", "Rows of state in memory. The first two pages are reserved; the second page holds the solution "
                "that lookahead has saved.", value=16),
            "pages": register(
                "rw", "The page to work on, and its parent, of which it begins as a copy: addresses of their first "
                "words.", page=16, parent=16),
            "control": register(
                "w", "Commands. ``begin``: initialise the page (with ``near``, only the rows of the ``window``); "
                "unless ``same_clues``, remove all clues and clear the counters. ``solve``: deduce; with ``assume``, "
                "give a cell a value first; with ``shallow``, without lookahead and a last flood; ``solutions`` is the "
                "number of wanted solutions, 0 to 2, or 3 to count all. ``stop``: end soon. ``pack``: read the page "
                "from its first row on, while idle.",
                value=1, col=7, row=8, assume=1, solve=1, solutions=2, begin=1, stop=1, pack=1, same_clues=1, near=1,
                shallow=1),
            "given": register(
                "w", "A mask of the next 32 cells in reading order, 1 for a cell with a clue, the first cell in bit 0. "
                "Write it when ``needs_given`` is 1.", cells=WORD),
            "values": register(
                "w", "The next clues, a word full, the first one in the lowest bits. Write it when ``needs_values`` is "
                "1.", clues=WORD),
            "packing": register(
                "r", "The number of clues set since ``begin``; whether ``given`` or ``values`` is needed next; and "
                "whether ``packed`` can be read.", clues=16, needs_given=1, needs_values=1, has_packed=1),
            "state": register(
                "r", "The state of the page, and the branch cell if it is undecided; ``saved``: lookahead has found a "
                "solution since ``begin``. A read waits until ``busy`` is 0, up to a timeout.",
                unused=1, col=7, row=8, busy=1, contradiction=1, decided=1, saved=1),
            "packed": register(
                "r", "The next 32 cells of a solution, in reading order, the first one in bit 0. Reading removes them.",
                cells=WORD),
            "change": register(
                "w", "Change the clue of a cell: remove it (``free``); or, until the next change, allow all other "
                "numbers (``unlike``). Without ``valued``, the value stays the same. Not while busy.",
                free=1, col=7, row=8, value=8, valued=1, unlike=1),
            "found": register(
                "r", "The number of solutions that lookahead has counted since ``begin``, modulo 2**32.", value=WORD),
            "window": register(
                "rw", "The first and the last row that ``begin`` with ``near`` initialises; the others are copied from "
                "the page's parent.", first=8, last=8),
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
        ("page", "current_page", "the first word of the current page; in lookahead, of the page for lookahead"),
        ("parent", "parent_page", "the first word of the parent: rows that are not in `written` are read from it"),
        ("written", "pages.written", "rows that the current page has, bit i for row i"),
        ("height", "height", "the puzzle's rows"),
        ("width", "width", "the puzzle's columns"),
        ("search", "fsm_state", "the state of the deducer"),
        ("lookahead", "lookahead", "whether this is a trial"),
        ("second", "second", "whether it is the candidate's second trial"),
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
