"""Visit the rows, alternately downwards and upwards, until nothing more follows."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data

from rowloom.hw.deduction.propagation import Passes
from rowloom.hw.shading.fixpoint import LocalPropagation
from rowloom.hw.shading.rules import Cuts, Shades, ShadingRules, connect_visit

__all__ = ["Sweep", "SweepRow"]

Window = Sequence[data.View]
"""Three rows, the upper one first."""

_FOLDED = 9
"""The maximum width of the vector that shows in which columns a visit has changed a row."""


class SweepRow(data.StructLayout):
    """A row in the window. ``state``: its contents. ``real``: the row is part of the puzzle. ``dirty``: the page has
    older contents of the row. ``changed``: where the latest visit has changed the row; each bit is for several
    cells."""

    def __init__(self, cols: int):
        super().__init__({
            "state": Shades(cols), "real": 1, "dirty": 1, "changed": len(_folded(Const(0, cols)))})


def _folded(cells: Value) -> Value:
    """Return a shorter vector that contains a one if and only if ``cells`` contains a one. The result is not a single
    bit, because the logic of a visit already takes most of the clock period."""
    while len(cells) > _FOLDED:
        half = (len(cells) + 1) // 2
        cells = cells[:half] | cells[half:]
    return cells


class Sweep(LocalPropagation):
    """Propagate a page to the fixpoint of a genre's row rules, one visit per clock.

    A visit works on a row, with its clues, and on the rows above and below it. A window of three rows moves over the
    changed rows and the rows between them, alternately downwards and upwards. A row is read when it enters the window.
    A row that has left the window is kept for one more clock, until it is known whether the row has changed. If so, the
    row is written.

    A change of row w requests visits of the rows w - 1, w and w + 1. The change is known one clock after the visit, so
    each pass ends with a second visit of the pass's last row. If a change of this row requires the pass to go further,
    the row is visited a third time, while the clues of the next row are read.

    Latency: 4 clocks before the first visit (3 if the sweep begins at the first row), and 1 clock for each visit. If
    the last row of the final pass has changed, it is written in 1 further clock. If a visit finds a contradiction, the
    sweep ends in the clock after this visit.
    """

    def __init__(self, rows: int, cols: int, rules: ShadingRules):
        self._rules = rules
        super().__init__(rows, cols, rules.signature.members["clues"].shape)
        self._cuts, self._passes = Cuts(cols), Passes(rows)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rules, m.submodules.cuts, m.submodules.passes = self._rules, self._cuts, self._passes
        passes, held = self._passes, SweepRow(self._cols)
        # The window, and the row that left it in the latest move.
        at = Signal(range(self._rows))
        window = above, here, below = [Signal(held, name=name) for name in ("above", "here", "below")]
        left = Signal(held)
        moved = Signal()
        clues = Signal.like(self.clues)
        is_first = Signal()
        m.d.comb += [self._rules.clues.eq(clues), self._rules.lonely.eq(self.lonely)]
        moves, turns, waits, ends = self._request(m, at, window, left)
        wrong = self._wrong(m, (*window, left))
        after, writes_left, writes_trail = self._leave(m, window, left)
        enters, in_puzzle, loads_given, whole = self._enter(m, left, turns)
        down, onward, back_at = passes.down, Mux(passes.down, at + 1, at - 1), Mux(passes.down, at - 1, at + 1)

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), self.visiting.eq(fsm.ongoing("VISIT"))]

            with m.State("IDLE"):
                m.d.comb += [
                    passes.begin.eq(1), passes.returns.eq(self.whole & (self.first > 1)),
                    passes.first_goal.eq(
                        Mux(self.whole | (self.last + 1 == self.height), self.height - 1, self.last + 1)),
                ]
                m.d.sync += [
                    at.eq(Mux(self.first == 0, 0, self.first - 1)), is_first.eq(self.first == 0),
                    whole.eq(self.whole), above.eq(0), moved.eq(0), left.eq(0),
                ]
                with m.If(self.start):
                    m.d.sync += [self.contradiction.eq(0), self.cut.eq(0)]
                    with m.If(self.first > 1):
                        m.d.comb += self.port.row.eq(self.first - 2)
                        m.next = "LOAD ABOVE"
                    with m.Else():
                        m.next = "LOAD HERE"

            with m.State("LOAD ABOVE"):
                m.d.comb += [self.port.row.eq(at), in_puzzle.eq(1)]
                m.d.sync += above.eq(enters)
                m.next = "LOAD HERE"

            with m.State("LOAD HERE"):
                m.d.comb += [
                    self.port.row.eq(at + 1), self.clue_row.eq(at), in_puzzle.eq(1), loads_given.eq(is_first)]
                m.d.sync += here.eq(enters)
                m.next = "LOAD BELOW"

            with m.State("LOAD BELOW"):
                m.d.comb += [
                    self.port.row.eq(at + 2), self.clue_row.eq(at + 1),
                    in_puzzle.eq(at + 1 != self.height), loads_given.eq(~is_first),
                ]
                m.d.sync += [clues.eq(self.clues), below.eq(enters)]
                m.next = "VISIT"

            with m.State("VISIT"):
                self._move(m, window, left, after, enters, moves | turns | ends, turns)
                trails = Mux(down, above.changed, below.changed).any()
                m.d.comb += [
                    passes.visit.eq(1), passes.stays.eq(moves | turns | waits), passes.turn.eq(turns),
                    in_puzzle.eq(Mux(down, at + 2 != self.height, at != 1)),
                    writes_left.eq(moved & (left.dirty | left.changed.any())),
                    writes_trail.eq(~moved & (Mux(down, above.dirty, below.dirty) | trails)),
                    self.port.write_row.eq(Mux(
                        self.port.write, Mux(down, at - Mux(moved, 2, 1), at + Mux(moved, 2, 1)), 0)),
                ]
                m.d.sync += [self.cut.eq(self.cut | self._cuts.cut), moved.eq(moves | turns)]
                with m.If(moves | turns):
                    m.d.sync += clues.eq(self.clues)
                with m.If(moves):
                    m.d.comb += [
                        self.port.row.eq(Mux(down, at + 3, at - 3)), self.clue_row.eq(Mux(down, at + 2, at - 2))]
                    m.d.sync += at.eq(onward)
                with m.Elif(turns):
                    m.d.comb += [
                        self.port.row.eq(Mux(down, at - 3, at + 3)), self.clue_row.eq(Mux(down, at - 2, at + 2))]
                    m.d.sync += at.eq(back_at)
                with m.Elif(ends):
                    m.next = "IDLE"
                    with m.If(after[1].dirty):
                        m.next = "WRITE BACK"
                with m.Else():
                    # Read the clues of the row to which the window moves next, onward or back.
                    m.d.comb += [
                        self.port.row.eq(Mux(down, at + 2, at - 2)), self.clue_row.eq(Mux(waits, onward, back_at))]
                # `wrong` settles too late in the clock for an address to depend on it.
                with m.If(wrong):
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"

            with m.State("WRITE BACK"):
                # The window has moved once more in the last visit, so the row to write is now at the window's rear end.
                m.d.comb += [writes_trail.eq(1), self.port.write_row.eq(at)]
                m.next = "IDLE"
        return m

    def _request(self, m: Module, at: Signal, window: Window, left: data.View) -> list[Signal]:
        """Request the visits that follow from the previous visit's changes. Return four signals: the window moves; it
        turns; it waits before a move; the sweep ends. In a grid of a single row, the window stays until nothing
        changes."""
        passes, (above, here, below) = self._passes, window
        down, leads, trails, changes, leaves_changed, more = passes.down, *(Signal() for _ in range(5))
        m.d.comb += [
            changes.eq(here.changed.any()), leaves_changed.eq(left.changed.any()),
            leads.eq(Mux(down, below.changed, above.changed).any()),
            trails.eq(Mux(down, above.changed, below.changed).any()),
            passes.ahead.valid.eq((leads | changes) & Mux(down, below.real, above.real)),
            passes.ahead.at.eq(self._beyond(at, Mux(leads, 2, 1), down)),
            passes.behind.valid.eq(leaves_changed | trails | changes & Mux(down, above.real, below.real)),
            passes.behind.at.eq(self._beyond(at, Mux(leaves_changed, 3, Mux(trails, 2, 1)), ~down)),
            more.eq((at != passes.goal) | passes.ahead.valid),
        ]
        moves, turns, waits, ends = (Signal() for _ in range(4))
        m.d.comb += [
            moves.eq(passes.on & more), waits.eq(~passes.on & more),
            turns.eq(self.visiting & ~passes.on & ~more & passes.again_now),
            ends.eq(~passes.on & ~more & ~passes.again_now & ~changes),
        ]
        return [moves, turns, waits, ends]

    def _beyond(self, at: Signal, by: Value, down: Value) -> Value:
        """Return the row that is ``by`` rows below the row ``at``, or above it if ``down`` is 0. If there is no such
        row, return the puzzle's last row in that direction."""
        sum_down, sum_up = at + by, at - by
        return Mux(down, Mux(sum_down < self.height, sum_down, self.height - 1), Mux(sum_up >= 0, sum_up, 0))

    def _wrong(self, m: Module, rows: Sequence[data.View]) -> Signal:
        """Return whether some cell of these rows can have neither shade."""
        in_width, wrong = Signal(self._cols), Signal()
        m.d.sync += in_width.eq((1 << self.width) - 1)
        m.d.comb += wrong.eq(Cat(
            in_width & ~row.state.unshaded & ~row.state.shaded & row.real.replicate(self._cols) for row in rows).any())
        return wrong

    def _leave(self, m: Module, window: Window, left: data.View) -> tuple[list[data.View], Signal, Signal]:
        """Return the rows after the visit, and two signals that the caller must drive: one writes the row that has left
        the window, the other writes the row at the rear end of the window."""
        down, writes_left, writes_trail, written = self._passes.down, Signal(), Signal(), Signal(2)
        after = [Signal(SweepRow(self._cols), name=f"{name}_after") for name in ("above", "here", "below")]
        connect_visit(m, self._rules, self._cuts, window, after)
        above, here, below = window
        m.d.comb += written.eq(Mux(writes_trail, Mux(down, 1, 2), 0))
        kept = ~written[0], here.state.linked != here.state[self._rules.joined], ~written[1]
        for row, next_row, left_by_rules, keeps in zip(window, after, self._rules.rows_next, kept, strict=True):
            dirty = row.dirty | row.changed.any()
            m.d.comb += [
                next_row.real.eq(row.real), next_row.dirty.eq(dirty | keeps if row is here else dirty & keeps),
                next_row.changed.eq(_folded(
                    row.state.unshaded ^ left_by_rules.unshaded | row.state.shaded ^ left_by_rules.shaded)),
            ]
        m.d.comb += [
            self.port.write.eq(writes_left | writes_trail),
            self.port.write_state.eq(
                Mux(writes_left, left.state.as_value(), 0)
                | Mux(writes_trail & down, above.state.as_value(), 0)
                | Mux(writes_trail & ~down, below.state.as_value(), 0)),
        ]
        return after, writes_left, writes_trail

    def _enter(self, m: Module, left: data.View, turns: Value) -> tuple[data.View, Signal, Signal, Signal]:
        """Return the row that enters the window, and three signals that the caller must drive.

        At a turn, the row that has just left enters again; otherwise, a row of the page enters, if it is ``in_puzzle``.
        The cell in ``column`` gets the shade ``value`` when its row is read (``loads_given``). If the page is
        ``whole``, each row is written.
        """
        in_puzzle, loads_given = Signal(), Signal()
        whole = Signal()
        state, struck = self.port.state, Mux(loads_given, self.column, 0)
        comes, enters = Signal(Shades(self._cols)), Signal(SweepRow(self._cols))
        m.d.comb += [
            comes.eq(state),
            comes.unshaded.eq(state.unshaded & ~Mux(self.value, struck, 0)),
            comes.shaded.eq(state.shaded & ~Mux(self.value, 0, struck)),
            enters.state.eq(Mux(turns, left.state.as_value(), Mux(in_puzzle, comes.as_value(), 0))),
            enters.real.eq(Mux(turns, left.real, in_puzzle)),
            enters.dirty.eq(~turns & in_puzzle & (whole | struck.any())),
        ]
        return enters, in_puzzle, loads_given, whole

    def _move(self, m: Module, window: Window, left: data.View, after: Window, enters: data.View, moves: Value,
              turns: Value) -> None:
        """Store the rows after the visit. With ``moves``, also move the window; with ``turns``, move it backwards."""
        (above, here, below), (above_after, here_after, below_after) = window, after
        m.d.sync += [*(row.eq(next_row) for row, next_row in zip(window, after)), left.dirty.eq(0), left.changed.eq(0)]
        with m.If(Mux(turns, ~self._passes.down, self._passes.down)):
            with m.If(moves):
                m.d.sync += [left.eq(above_after), above.eq(here_after), here.eq(below_after), below.eq(enters)]
        with m.Elif(moves):
            m.d.sync += [left.eq(below_after), below.eq(here_after), here.eq(above_after), above.eq(enters)]
