"""The row rules of a Canal View, and the pass down the page that visits the changed rows."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.clue_rule import PLANES
from rowloom.hw.shading.rules import SHADES, Cuts, Shades, ShadingRules, connect_visit

__all__ = ["JOINED", "CanalRules", "PassRow", "RowPass"]

JOINED = 1
"""The number of the shade whose cells are connected. It is 1, because the canal is shaded."""


class CanalRules(ShadingRules):
    """The rules of rows; see :class:`.ShadingRules`.

    - A cell with a clue is not shaded. Only ``free`` of ``clues`` is used.
    - No block of 2x2 cells is entirely shaded. If three cells of a block are certainly shaded and the fourth cell lies
      in the middle row, the fourth cell is not shaded.
    """

    def __init__(self, cols: int):
        super().__init__(cols, PLANES, JOINED)

    def left(self, m: Module) -> Sequence[Sequence[Value]]:
        certain = [Signal(self._cols, name=f"certain_{name}") for name in ("above", "here", "below")]
        m.d.comb += [cells.eq(row.shaded & ~row.unshaded) for cells, row in zip(certain, self.rows, strict=True)]
        above, here, below = certain
        fourth, every = self._fourth(here, above) | self._fourth(here, below), Const(-1, self._cols)
        return (every, every), (every, self.clues.free & ~fourth), (every, every)

    def _fourth(self, here: Value, other: Value) -> Value:
        """Return the cells of a row that are the fourth cell of a block whose other three cells are certainly shaded.
        ``here`` are the certainly shaded cells of this row, and ``other`` are those of the row above or below."""
        pairs = other & other >> 1
        return (pairs & here >> 1) | ((pairs & here) << 1)[:self._cols]


class PassRow(data.StructLayout):
    """A row in the window. ``state``: its contents. ``dirty``: the page has older contents of the row. ``struck``:
    the row has lost a shade."""

    def __init__(self, cols: int):
        super().__init__({"state": Shades(cols), "dirty": 1, "struck": 1})


class RowPass(GridUnit):
    """Visit the changed rows, the rows between them, and one more row on either side: each once, from the top down.

    A visit works on a row and on the rows above and below it; see :class:`CanalRules`. The visit also checks the cells
    of the row that lost the joined shade before this visit: they may have cut other cells apart; see
    :class:`.rules.Cuts`. Rows that a visit changes are visited again only in the next pass, after the clues. A row that
    has changed is written one clock after it has left the window of three rows.

    Latency: 4 clocks before the first visit (3 if the pass begins at the first row), 1 clock for each visit, and 1
    clock after the last visit. If the last row visited, or the row below it, has changed, 1 or 2 further clocks are
    needed to write them. A visit that finds a contradiction is the last one, and the pass ends in the clock after it.
    """

    def __init__(self, rows: int, cols: int):
        row = range(rows)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)),  # the puzzle's rows; constant while busy
            "start": In(1),  # ignored while busy
            # Announce that ``start`` may be high in this clock: an idle unit then reads the row above the window. Must
            # be high with ``start`` unless ``first`` is 0 or 1.
            "may_start": In(1),
            "first": In(row), "last": In(row),  # the first and the last changed row; sampled with ``start``
            "lonely": In(1),  # as in :class:`.ShadingRules`; constant while busy
            "stop": In(1),  # end at once; allowed only in the three clocks after ``start``, when nothing is written
            "port": Out(PagePort(rows, Shades(cols))),
            "clue_row": Out(row),  # the row of clues to read; 0 while idle
            "clues": In(ClueRow(cols, PLANES)),  # the clues of this row, one clock later
            "struck": Out(1),  # the row that is written has lost a shade
            "busy": Out(1),
            "visiting": Out(1),  # a row is visited in this clock
            "contradiction": Out(1),  # a visit found a contradiction; the page is invalid
            # Cells that have lost the joined shade may have cut the remaining cells apart. Valid only without a
            # contradiction.
            "cut": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rules = rules = CanalRules(self._cols)
        m.submodules.cuts = cuts = Cuts(self._cols)
        port, held = self.port, PassRow(self._cols)

        # The window around the row `at`, the row that has left the window, and the last row to visit (`goal`).
        window = above, here, below = [Signal(held, name=name) for name in ("above", "here", "below")]
        left = Signal(held)
        at = Signal(range(self._rows + 3))
        goal = Signal(range(self._rows))
        free, wrong = Signal(self._cols), Signal()
        after = [Signal(held, name=f"{name}_after") for name in ("above", "here", "below")]
        connect_visit(m, rules, cuts, window, after)
        m.d.comb += [rules.clues.free.eq(free), rules.lonely.eq(self.lonely)]
        for row, next_row, left_by_rules in zip(window, after, rules.rows_next, strict=True):
            changed, joined = Signal(), row.state[rules.joined]
            m.d.comb += [
                changed.eq(Cat(row.state[shade] != left_by_rules[shade] for shade in SHADES).any()),
                next_row.dirty.eq(row.dirty | changed | (row.state.linked != joined if row is here else 0)),
                next_row.struck.eq(row.struck | changed),
            ]

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), self.visiting.eq(fsm.ongoing("VISIT"))]

            with m.State("IDLE"):
                m.d.sync += [
                    at.eq(Mux(self.first == 0, 0, self.first - 1)),
                    goal.eq(Mux(self.last + 1 == self.height, self.last, self.last + 1)),
                    above.eq(0), left.eq(0), wrong.eq(0),
                ]
                # `start` settles too late in the clock for an address to depend on it.
                with m.If(self.may_start & (self.first > 1)):
                    m.d.comb += port.row.eq(self.first - 2)
                with m.If(self.start):
                    m.d.sync += [self.contradiction.eq(0), self.cut.eq(0)]
                    m.next = "LOAD HERE"
                    with m.If(self.first > 1):
                        m.next = "LOAD ABOVE"

            with m.State("LOAD ABOVE"):
                m.d.comb += port.row.eq(at)
                m.d.sync += above.state.eq(port.state)
                m.next = "LOAD HERE"
                with m.If(self.stop):
                    m.next = "IDLE"

            with m.State("LOAD HERE"):
                m.d.comb += [port.row.eq(at + 1), self.clue_row.eq(at)]
                m.d.sync += [here.eq(0), here.state.eq(port.state)]
                m.next = "LOAD BELOW"
                with m.If(self.stop):
                    m.next = "IDLE"

            with m.State("LOAD BELOW"):
                m.d.comb += [port.row.eq(at + 2), self.clue_row.eq(at + 1)]
                m.d.sync += [
                    free.eq(self.clues.free), below.eq(0),
                    below.state.eq(Mux(at + 1 == self.height, 0, port.state.as_value())),
                ]
                m.next = "VISIT"
                with m.If(self.stop):
                    m.next = "IDLE"

            with m.State("VISIT"):
                m.d.comb += [port.row.eq(at + 3), self.clue_row.eq(at + 2)]
                m.d.sync += [
                    left.eq(after[0]), above.eq(after[1]), here.eq(after[2]), below.eq(0),
                    below.state.eq(Mux(at + 2 == self.height, 0, port.state.as_value())),
                    at.eq(at + 1), free.eq(self.clues.free), wrong.eq(rules.contradiction),
                    self.cut.eq(self.cut | cuts.cut),
                ]
                with m.If(at == goal):
                    m.next = "WRITE BACK"
                with m.If(wrong):
                    m.d.sync += self.contradiction.eq(1)
                with m.If(wrong | self.stop):
                    m.next = "IDLE"

            with m.State("WRITE BACK"):
                m.d.sync += [left.eq(above), above.eq(here), here.eq(0), at.eq(at + 1)]
                with m.If(wrong):
                    m.d.sync += self.contradiction.eq(1)
                with m.If(wrong | ~above.dirty & ~here.dirty):
                    m.next = "IDLE"

        with m.If((fsm.ongoing("VISIT") | fsm.ongoing("WRITE BACK")) & left.dirty & ~wrong):
            m.d.comb += [
                port.write.eq(1), port.write_row.eq(at - 2), port.write_state.eq(left.state),
                self.struck.eq(left.struck),
            ]
        return m
