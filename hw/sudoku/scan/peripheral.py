"""The registers of the scan unit, and the registers and memories that show its work."""

from amaranth.hdl import Module, Signal
from amaranth.lib import data

from rowloom.hw.soc.peripheral import EnginePeripheral, Watched, register
from rowloom.hw.sudoku.scan.judge import CellAtHand
from rowloom.hw.sudoku.scan.memories import HouseKind
from rowloom.hw.sudoku.scan.placing import Entry
from rowloom.hw.sudoku.scan.scan import Command, Scan, ScanCounters

__all__ = ["MOST_EXCLUDED", "ScanPeripheral"]


MOST_EXCLUDED = 11
"""The largest order with memories for candidates that were excluded because of locked candidates. An LFE5U-85F has room
for these memories in a build of order 15, and an LFE5U-45F has room for them in a build of order 11. In larger puzzles,
the search works without these memories."""


class ScanPeripheral(EnginePeripheral):
    """The scan unit on the register bus. The parameters are those of :class:`Scan`; ``subsets`` is limited to
    ``order``."""

    class Count(EnginePeripheral.Count):
        """Counts since ``CLEAR``, modulo 2**32: houses visited, placements, hidden singles among the placements, parts
        of lines that lost digits because of locked candidates, cells that lost digits because of subsets."""

    def __init__(self, order: int, subsets: int):
        limits = {"excluded": min(order, MOST_EXCLUDED), "subsets": min(order, subsets)}
        self._scan = Scan(order, **limits)
        super().__init__({
            "order": register("rw", "The puzzle's order.", value=8),
            "cell": register(
                "w", "The cell of the next value, counted row by row from 0; each access to a value moves on to the "
                "next cell. After the cells of the largest grid, there is room for a second grid.", number=17),
            "given": register("w", "Write the cell's value, 0 for none.", value=8),
            "value": register("r", "Read the cell's value, 0 for none.", value=8),
            "control": register(
                "w", "A command and its operands: a cell, a value, and whether the placement is a choice.",
                value=8, col=8, row=8, choice=1, command=Command),
            "state": register(
                "r", "The state, and the cell that was found. A read waits for ``busy`` to become 0, up to a timeout.",
                value=8, col=8, row=8, busy=1, contradiction=1, solved=1),
            "trail": register(
                "r", "The number of placements that can be undone, and the number of choices among these placements.",
                depth=16, level=16),
        }, ScanCounters().members, watched(order, **limits))

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.scan = scan = self._scan
        registers = self._registers
        number, given, value = registers.cell.f.number, registers.given.f.value, registers.value.f.value
        control, state, trail = registers.control.f, registers.state.f, registers.trail.f
        cell = Signal(17)
        with m.If(number.w_stb):
            m.d.sync += cell.eq(number.w_data)
        with m.Elif(given.w_stb | value.r_stb):
            m.d.sync += cell.eq(cell + 1)
        with m.If(control.command.w_stb):
            m.d.comb += scan.command.what.eq(control.command.w_data)
        m.d.comb += [
            self.busy.eq(scan.busy),
            scan.order.eq(registers.order.f.value.data),
            scan.address.eq(cell), scan.write.enable.eq(given.w_stb), scan.write.value.eq(given.w_data),
            value.r_data.eq(scan.value),
            *(scan.command[name].eq(control[name].w_data) for name in ("value", "col", "row", "choice")),
            *(state[name].r_data.eq(getattr(scan, name)) for name in ("busy", "contradiction", "solved")),
            *(state[name].r_data.eq(scan.found[name]) for name in ("value", "col", "row")),
            *(trail[name].r_data.eq(getattr(scan, name)) for name in ("depth", "level")),
        ]
        self.connect_counters(m, scan.counters)
        return m


def watched(order: int, excluded: int, subsets: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch; the parameters are those of :class:`.scan.Scan`."""
    size = order * order
    kinds = [kind.name.lower() for kind in HouseKind]
    sequencers = ["loading", "propagation", "undoing", "branch_finder"]
    exclusions, searched = [], []
    if excluded:
        sequencers.append("locked")
        exclusions = [
            Watched(f"excluded_{lines}", f"scan.exclusions.{lines}.memory", "digits excluded because of locked "
                    f"candidates: a word for each part of each {line}; the number of words per {line} is rounded up to "
                    "a power of two")
            for lines, line in (("rows", "row"), ("cols", "column"))]
    if subsets:
        sequencers.append("subsets")
        exclusions.append(Watched(
            "excluded_cells", "scan.exclusions.cells.memory", "digits excluded because of subsets: a word for each "
            "cell, row by row; the number of words per row is rounded up to a power of two"))
        searched = [
            Watched("hidden", "scan.subsets.hidden", "whether the search is for hidden subsets, not for naked subsets"),
            Watched("columns", "scan.subsets.columns",
                    "the digits of the naked subset, or the positions of the cells of the hidden subset"),
        ]
    return (
        Watched("values", "scan.values.memory", "the cells' digits row by row, 0 for none; during the search for the "
                "second solution, the first solution is after the words for the largest grid"),
        *(Watched(f"{kind}_words", f"scan.words.{kind}.memory", "three tables with a word for each house: digits "
                  "used, positions filled, digits seen; the number of words per table is rounded up to a power of two")
          for kind in kinds),
        *exclusions,
        *(Watched(f"dirty_{kind}", f"scan.worklist.dirty_{kind}", "houses to visit") for kind in kinds),
        Watched("kind", "scan.reader.kind", "the kind of the current house: 0 row, 1 column, 2 box"),
        Watched("house", "scan.reader.house", "the number of the current house"),
        Watched("cell", "scan.reader.judge.cell", "the cell that was judged most recently; `fresh` in the next clock",
                CellAtHand(order)),
        Watched("clearing", "scan.clearing.busy", "the memories are cleared: a search begins"),
        *(Watched(name, f"scan.{name}.fsm_state", f"the state of the sequencer `{name}`") for name in sequencers),
        *searched,
        Watched("placer", "scan.placer.fsm_state", "the state of the placer, which places and erases digits"),
        Watched("choice", "scan.propagation.choice", "whether the digit that is placed is a guess"),
        Watched("trail", "scan.trail.memory", "the cells in the order of their placement, as many as `depth`",
                Entry(size)),
        Watched("depth", "scan.trail.depth", "placements that can be undone"),
        Watched("level", "scan.trail.level", "choices among these placements"),
        Watched("contradiction", "scan.contradiction", "there is no solution"),
        Watched("solved", "scan.solved", "all cells are filled"),
        Watched("found", "scan.found", "the branch cell, or the choice that was undone",
                data.StructLayout({"row": range(size), "col": range(size), "value": range(size + 1)})),
        Watched("counters", "scan.counters", "the counters", ScanCounters()),
    )
