"""The registers of a deducer, for any genre, and what shows its work."""

from collections.abc import Sequence

from amaranth.hdl import Module, ShapeLike
from amaranth.lib import data
from amaranth_soc import csr

from rowloom.hw.deduction.clue_unpacker import ClueUnpacker
from rowloom.hw.deduction.deducer import Counters, Deducer
from rowloom.hw.deduction.solution_packer import SolutionPacker
from rowloom.hw.soc.peripheral import EnginePeripheral, Watched

__all__ = ["FIXPOINT", "DeductionPeripheral", "watched_deducer"]

FIXPOINT = "deducer.fixpoint.fixpoint"
"""The path of the fixpoint, from the peripheral on."""

_WORD = 32


class DeductionPeripheral(EnginePeripheral):
    """A deducer on the register bus.

    Parameters
    ----------
    deducer : Deducer
    rows, cols : int
        Its largest grid.
    clue_bits : int
        Of a packed clue; the deducer takes as many of the lowest ones as it needs.
    watched : sequence of Watched
        What shows its work.
    """

    class Size(csr.Register, access="rw"):
        """The puzzle's size, used from the next ``begin`` on."""

        rows: csr.Field(csr.action.RW, 8)
        cols: csr.Field(csr.action.RW, 8)

    class Words(csr.Register, access="r"):
        """Rows of state in memory. Those of the first two pages are the deducer's own; the second page holds the
        solution that lookahead has kept."""

        value: csr.Field(csr.action.R, 16)

    class Pages(csr.Register, access="rw"):
        """The page to work on, and the page that it begins as a copy of: addresses of their first words."""

        page: csr.Field(csr.action.RW, 16)
        parent: csr.Field(csr.action.RW, 16)

    class Control(csr.Register, access="w"):
        """Commands. ``begin``: initialise the page; remove all clues and clear the counters, or with ``same_clues``
        neither; with ``near``, only the rows of the ``window``. ``solve``: deduce; with ``assume``, after giving a cell
        a value; with ``shallow``, with neither lookahead nor a last flood; ``solutions`` are wanted, 0 to 2, or all
        counted (3). ``stop``: end soon. ``pack``: read the page from its first row on, while not busy."""

        value: csr.Field(csr.action.W, 1)
        col: csr.Field(csr.action.W, 7)
        row: csr.Field(csr.action.W, 8)
        assume: csr.Field(csr.action.W, 1)
        solve: csr.Field(csr.action.W, 1)
        solutions: csr.Field(csr.action.W, 2)
        begin: csr.Field(csr.action.W, 1)
        stop: csr.Field(csr.action.W, 1)
        pack: csr.Field(csr.action.W, 1)
        same_clues: csr.Field(csr.action.W, 1)
        near: csr.Field(csr.action.W, 1)
        shallow: csr.Field(csr.action.W, 1)

    class Window(csr.Register, access="rw"):
        """The first and the last row that ``begin`` with ``near`` initialises; it copies the others from the page's
        parent."""

        first: csr.Field(csr.action.RW, 8)
        last: csr.Field(csr.action.RW, 8)

    class Change(csr.Register, access="w"):
        """Change the clue of a cell: ``free`` it of the clue; or, until the next change, let the number be any other
        one (``unlike``). Without ``valued``, the value is what it was. Not while busy."""

        free: csr.Field(csr.action.W, 1)
        col: csr.Field(csr.action.W, 7)
        row: csr.Field(csr.action.W, 8)
        value: csr.Field(csr.action.W, 8)
        valued: csr.Field(csr.action.W, 1)
        unlike: csr.Field(csr.action.W, 1)

    class Found(csr.Register, access="r"):
        """The number of solutions that lookahead has counted since ``begin``, modulo 2**32."""

        value: csr.Field(csr.action.R, _WORD)

    class Given(csr.Register, access="w"):
        """Which of the next 32 cells, in reading order, have a clue; the first cell in bit 0. To be written when it
        is needed."""

        cells: csr.Field(csr.action.W, _WORD)

    class Values(csr.Register, access="w"):
        """As many of the next clues as a word holds, the first one in the lowest bits. To be written when they are
        needed."""

        clues: csr.Field(csr.action.W, _WORD)

    class Packing(csr.Register, access="r"):
        """How many clues were set since ``begin``; which of ``given`` and ``values`` is needed next; and whether
        ``packed`` can be read."""

        clues: csr.Field(csr.action.R, 16)
        needs_given: csr.Field(csr.action.R, 1)
        needs_values: csr.Field(csr.action.R, 1)
        has_packed: csr.Field(csr.action.R, 1)

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

    class Packed(csr.Register, access="r"):
        """The next 32 cells of a solution, in reading order, the first one in bit 0. Reading removes them."""

        cells: csr.Field(csr.action.R, _WORD)

    class Count(EnginePeripheral.Count):
        """Counts since ``begin``, modulo 2**32: lookaheads, row visits, clocks spent on each kind of work
        and on the rest of lookahead."""

    def __init__(self, deducer: Deducer, rows: int, cols: int, *, clue_bits: int, watched: Sequence[Watched] = ()):
        self._deducer = deducer
        self._unpacker, self._packer = ClueUnpacker(rows, cols, clue_bits), SolutionPacker(rows, cols)
        super().__init__({
            "size": self.Size(), "words": self.Words(), "pages": self.Pages(), "control": self.Control(),
            "given": self.Given(), "values": self.Values(), "packing": self.Packing(), "state": self.State(),
            "packed": self.Packed(), "change": self.Change(), "found": self.Found(), "window": self.Window(),
        }, deducer.counters.shape().members, watched)

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.deducer = deducer = self._deducer
        registers = self._registers
        control, state, pages = registers.control.f, registers.state.f, registers.pages.f
        given, values, packing = registers.given.f.cells, registers.values.f.clues, registers.packing.f
        packed = registers.packed.f.cells
        m.submodules.unpacker = unpacker = self._unpacker
        m.submodules.packer = packer = self._packer
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
            packing.needs_given.r_data.eq(unpacker.given.ready),
            packing.needs_values.r_data.eq(unpacker.values.ready),
            *(state[name].r_data.eq(getattr(deducer, name)) for name in ("busy", "contradiction", "decided", "kept")),
            *(state[name].r_data.eq(deducer.branch[name]) for name in ("row", "col")),
            packer.start.eq(control.pack.w_stb & control.pack.w_data),
            deducer.row.eq(packer.row), packer.cells.eq(deducer.cells),
            packing.has_packed.r_data.eq(packer.packed.valid),
            packed.r_data.eq(packer.packed.payload), packer.packed.ready.eq(packed.r_stb),
        ]
        self.connect_counters(m, deducer.counters)
        return m


def watched_deducer(
    rows: int, cols: int, *, state: ShapeLike, kinds: Sequence[str], candidate: str, values: str, works: Sequence[str],
) -> tuple[Watched, ...]:
    """Return the registers and memories to watch that all deducers have.

    Parameters
    ----------
    rows, cols : int
        The largest grid.
    state : ShapeLike
        What a row of a page holds.
    kinds : sequence of str
        Names for the kinds of candidates.
    candidate, values : str
        What a candidate is, and what its values mean, in words.
    works : sequence of str
        What the fixpoint does that is counted.
    """
    pages, fixpoint = "deducer.fixpoint.pages", FIXPOINT
    assumed = data.StructLayout({"row": range(rows), "column": cols, **dict.fromkeys((*kinds, "single", "value"), 1)})
    return (
        Watched("rows", f"{pages}.memory", "the states: rows of pages", state),
        Watched("base", "deducer.base_page", "the first word of the page that the CPU works on"),
        Watched("page", "deducer.current_page", "that of the current page; another one in lookahead"),
        Watched("parent", "deducer.parent_page", "that of the page which rows that are not in `written` are read from"),
        Watched("written", f"{pages}.written", "rows that the current page has, bit i for row i"),
        Watched("height", "deducer.height", "the puzzle's rows"),
        Watched("width", "deducer.width", "the puzzle's columns"),
        Watched("search", "deducer.fsm_state", "what the deducer does"),
        Watched("lookahead", "deducer.lookahead", "whether an assumption is tried"),
        Watched("second", "deducer.second", "whether it is the candidate's second one"),
        Watched("assumed", "deducer.assumed", f"the candidate: {candidate}; the column as a bit", assumed),
        Watched("colour", "deducer.value", f"what is assumed: {values}"),
        Watched("contradiction", "deducer.contradiction", "the page has no solution"),
        Watched("decided", "deducer.decided", "the page is a solution"),
        Watched("branch", "deducer.rating.branch", "the branch cell",
                data.StructLayout({"row": range(rows), "col": range(cols)})),
        Watched("counters", "deducer.counters", "the counters", Counters(works)),
        Watched("fixpoint", f"{fixpoint}.fsm_state", "what is done to the current page"),
        Watched("no_solution", f"{fixpoint}.contradiction", "the current page has no solution; valid when "
                "`fixpoint` is IDLE"),
    )
