"""Visits of rows, down and up, until nothing more follows."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data, wiring

from rowloom.hw.shading.cuts import Cuts
from rowloom.hw.shading.propagation import LocalPropagation
from rowloom.hw.shading.shades import SHADES, Shades

__all__ = ["Held", "Sweep"]

_FOLDED = 9
"""Bits that say where a visit has changed a row."""


class Held(data.StructLayout):
    """A row at hand: its state; whether it is one of the puzzle; whether the page has another state of it; and where
    the last visit has changed it, a bit for several cells."""

    def __init__(self, cols: int):
        super().__init__({
            "state": Shades(cols), "real": 1, "dirty": 1, "changed": len(_folded(Const(0, cols)))})


def _folded(cells: Value) -> Value:
    """Return whether there are ones in a row, as far as is done with it in the clock of a visit, which is long."""
    while len(cells) > _FOLDED:
        half = (len(cells) + 1) // 2
        cells = cells[:half] | cells[half:]
    return cells


class Sweep(LocalPropagation):
    """Takes a page to the fixpoint of a genre's row rules, one visit a clock.

    A visit works on a row, with its clues, and on the rows above and below. A window of three rows moves over the page,
    down and up in turn, over the changed rows and those between them. A row is read when it enters the window. When it
    has left, it is held for one clock more, until it is known whether it has changed; if so, it is written.

    A change of row w requests the visits w - 1, w and w + 1. As it is known one clock after the visit, each pass ends
    with a second visit of its last row. If that turns out not to be the last one, there is a third, while the clues of
    the next row are read.

    Latency: 4 clocks before the first visit, or 3 if that is of the first row; 1 for each visit; 1 to write back the
    last row of the last pass, if it has changed; 1 from the visit that finds a contradiction.

    Parameters
    ----------
    rows, cols
        As of :class:`.GridUnit`.
    rules : Component
        A visit, without registers: ``above``, ``here``, ``below`` and ``above_next``, ``here_next``, ``below_next``,
        each :class:`.shades.Cells`, of which nothing is added; ``clues``, of the row in the middle; ``lonely``.
    joined : 0 or 1
        The shade whose cells are connected.

    The members are those of :class:`LocalPropagation`.
    """

    def __init__(self, rows: int, cols: int, rules: wiring.Component, joined: int):
        self._rules, self._joined = rules, SHADES[joined]
        super().__init__(rows, cols, rules.signature.members["clues"].shape)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rules = rules = self._rules
        m.submodules.cuts = cuts = Cuts(self._cols)
        port, held = self.port, Held(self._cols)

        at = Signal(range(self._rows))
        down = Signal()
        whole = Signal()
        # The window; and the row that left it with the last move.
        above, here, below, left = (Signal(held, name=name) for name in ("above", "here", "below", "left"))
        moved = Signal()
        clues = Signal.like(self.clues)
        # Some cell of a row at hand has no shade.
        in_width, wrong = Signal(self._cols), Signal()
        m.d.sync += in_width.eq((1 << self.width) - 1)
        m.d.comb += wrong.eq(Cat(
            in_width & ~row.state.unshaded & ~row.state.shaded & row.real.replicate(self._cols)
            for row in (above, here, below, left)).any())
        m.d.comb += [rules.clues.eq(clues), rules.lonely.eq(self.lonely)]

        # What has changed by the last visit. A row of the frame does not change.
        leads, trails, changes, leaves_changed = (Signal() for _ in range(4))
        at_first, at_last = Signal(), Signal()
        m.d.comb += [
            changes.eq(here.changed.any()), leaves_changed.eq(left.changed.any()),
            leads.eq(Mux(down, below.changed, above.changed).any()),
            trails.eq(Mux(down, above.changed, below.changed).any()),
            at_first.eq(~above.real), at_last.eq(~below.real),
        ]

        # The requested visits of this pass end at `goal`; it is `on` until that is reached. Those of the next end at
        # `back`, if there are any (`again`).
        on, goal, again, back = Signal(), Signal.like(at), Signal(), Signal.like(at)
        ahead, behind, more = Signal(), Signal(), Signal()
        goal_now, again_now, back_now = Signal.like(at), Signal(), Signal.like(at)
        farthest_ahead, farthest_behind = Signal.like(at), Signal.like(at)
        m.d.comb += [
            ahead.eq((leads | changes) & ~Mux(down, at_last, at_first)),
            behind.eq(leaves_changed | trails | changes & ~Mux(down, at_first, at_last)),
            farthest_ahead.eq(self._beyond(at, Mux(leads, 2, 1), down)),
            farthest_behind.eq(self._beyond(at, Mux(leaves_changed, 3, Mux(trails, 2, 1)), ~down)),
            more.eq((at != goal) | ahead),
            goal_now.eq(Mux(
                ahead & Mux(down, farthest_ahead > goal, farthest_ahead < goal), farthest_ahead, goal)),
            again_now.eq(again | behind),
            back_now.eq(Mux(
                behind & (~again | Mux(down, farthest_behind < back, farthest_behind > back)), farthest_behind, back)),
        ]

        # What follows the visit. In a grid of a single row, there is no way but to stay until nothing changes.
        moves, turns, waits, ends = Signal(), Signal(), Signal(), Signal()
        m.d.comb += [
            moves.eq(on & more), waits.eq(~on & more), turns.eq(self.visiting & ~on & ~more & again_now),
            ends.eq(~on & ~more & ~again_now & ~changes),
        ]
        onward, back_at = Mux(down, at + 1, at - 1), Mux(down, at - 1, at + 1)

        # The rows after the visit, and whether the one that the window moves away from is written meanwhile.
        writes_left, writes_trail, written = Signal(), Signal(), Signal(2)
        after = [Signal(held, name=f"{name}_after") for name in ("above", "here", "below")]
        for row, name, next_row in zip((above, here, below), ("above", "here", "below"), after, strict=True):
            before, state = getattr(rules, name), getattr(rules, f"{name}_next")
            m.d.comb += [
                *(before[shade].eq(row.state[shade]) for shade in SHADES),
                *(next_row.state[shade].eq(state[shade]) for shade in SHADES),
                next_row.state.linked.eq(row.state.linked),
                next_row.real.eq(row.real),
                next_row.changed.eq(_folded(before.unshaded ^ state.unshaded | before.shaded ^ state.shaded)),
                next_row.dirty.eq(row.dirty | row.changed.any()),
            ]
        above_after, here_after, below_after = after
        joined = here.state[self._joined]
        m.d.comb += [
            here_after.state.linked.eq(joined),
            here_after.dirty.eq(here.dirty | changes | (here.state.linked != joined)),
            written.eq(Mux(writes_trail, Mux(down, 1, 2), 0)),
            above_after.dirty.eq((above.dirty | above.changed.any()) & ~written[0]),
            below_after.dirty.eq((below.dirty | below.changed.any()) & ~written[1]),
            cuts.above.eq(above.state.linked), cuts.below.eq(below.state.linked),
            cuts.linked.eq(here.state.linked), cuts.joined.eq(joined),
        ]

        # The row that enters the window: at a turn, the one that has just left it; otherwise, one from the page. The
        # given cell gets its shade when its row is read.
        loads_given, in_puzzle = Signal(), Signal()
        struck = Mux(loads_given, self.column, 0)
        comes, enters = Signal(Shades(self._cols)), Signal(held)
        m.d.comb += [
            comes.eq(port.state),
            comes.unshaded.eq(port.state.unshaded & ~Mux(self.value, struck, 0)),
            comes.shaded.eq(port.state.shaded & ~Mux(self.value, 0, struck)),
            enters.state.eq(Mux(turns, left.state.as_value(), Mux(in_puzzle, comes.as_value(), 0))),
            enters.real.eq(Mux(turns, left.real, in_puzzle)),
            enters.dirty.eq(~turns & in_puzzle & (whole | struck.any())),
        ]

        write_from = Signal(Shades(self._cols))
        m.d.comb += [
            port.write.eq(writes_left | writes_trail),
            write_from.eq(
                Mux(writes_left, left.state.as_value(), 0)
                | Mux(writes_trail & down, above.state.as_value(), 0)
                | Mux(writes_trail & ~down, below.state.as_value(), 0)),
            port.write_state.eq(write_from),
        ]
        is_first = Signal()

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), self.visiting.eq(fsm.ongoing("VISIT"))]

            with m.State("IDLE"):
                m.d.sync += [
                    at.eq(Mux(self.first == 0, 0, self.first - 1)), is_first.eq(self.first == 0),
                    whole.eq(self.whole), again.eq(self.whole & (self.first > 1)), back.eq(0), above.eq(0),
                    goal.eq(Mux(self.whole | (self.last + 1 == self.height), self.height - 1, self.last + 1)),
                    down.eq(1), on.eq(1), moved.eq(0), left.eq(0),
                ]
                with m.If(self.start):
                    m.d.sync += [self.contradiction.eq(0), self.cut.eq(0)]
                    with m.If(self.first > 1):
                        m.d.comb += port.row.eq(self.first - 2)
                        m.next = "LOAD ABOVE"
                    with m.Else():
                        m.next = "LOAD HERE"

            with m.State("LOAD ABOVE"):
                m.d.comb += [port.row.eq(at), in_puzzle.eq(1)]
                m.d.sync += above.eq(enters)
                m.next = "LOAD HERE"

            with m.State("LOAD HERE"):
                m.d.comb += [port.row.eq(at + 1), self.clue_row.eq(at), in_puzzle.eq(1), loads_given.eq(is_first)]
                m.d.sync += here.eq(enters)
                m.next = "LOAD BELOW"

            with m.State("LOAD BELOW"):
                m.d.comb += [
                    port.row.eq(at + 2), self.clue_row.eq(at + 1),
                    in_puzzle.eq(at + 1 != self.height), loads_given.eq(~is_first),
                ]
                m.d.sync += [clues.eq(self.clues), below.eq(enters)]
                m.next = "VISIT"

            with m.State("VISIT"):
                m.d.sync += [
                    above.eq(above_after), here.eq(here_after), below.eq(below_after),
                    left.dirty.eq(0), left.changed.eq(0), moved.eq(moves | turns),
                    self.cut.eq(self.cut | cuts.cut), on.eq(moves | turns | waits),
                    goal.eq(goal_now), again.eq(again_now), back.eq(back_now),
                ]
                with m.If(Mux(turns, ~down, down)):
                    with m.If(moves | turns | ends):
                        m.d.sync += [left.eq(above_after), above.eq(here_after), here.eq(below_after), below.eq(enters)]
                with m.Elif(moves | turns | ends):
                    m.d.sync += [left.eq(below_after), below.eq(here_after), here.eq(above_after), above.eq(enters)]
                with m.If(moves | turns):
                    m.d.sync += clues.eq(self.clues)
                m.d.comb += [
                    in_puzzle.eq(Mux(down, at + 2 != self.height, at != 1)),
                    writes_left.eq(moved & (left.dirty | leaves_changed)),
                    writes_trail.eq(~moved & (Mux(down, above.dirty, below.dirty) | trails)),
                    port.write_row.eq(Mux(
                        port.write, Mux(down, at - Mux(moved, 2, 1), at + Mux(moved, 2, 1)), 0)),
                ]
                with m.If(moves):
                    m.d.comb += [
                        port.row.eq(Mux(down, at + 3, at - 3)), self.clue_row.eq(Mux(down, at + 2, at - 2))]
                    m.d.sync += at.eq(onward)
                with m.Elif(turns):
                    m.d.comb += [
                        port.row.eq(Mux(down, at - 3, at + 3)), self.clue_row.eq(Mux(down, at - 2, at + 2))]
                    m.d.sync += [at.eq(back_at), down.eq(~down), goal.eq(back_now), again.eq(0)]
                with m.Elif(ends):
                    m.next = "IDLE"
                    with m.If(here_after.dirty):
                        m.next = "WRITE BACK"
                with m.Else():
                    # The clues of the row where the window moves next: onward, or back.
                    m.d.comb += [
                        port.row.eq(Mux(down, at + 2, at - 2)), self.clue_row.eq(Mux(waits, onward, back_at))]
                # `wrong` settles too late in the clock for an address to depend on it.
                with m.If(wrong):
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"

            with m.State("WRITE BACK"):
                # The row was moved to where the window would leave it.
                m.d.comb += [writes_trail.eq(1), port.write_row.eq(at)]
                m.next = "IDLE"
        return m

    def _beyond(self, at: Signal, by: Value, down: Value) -> Value:
        """Return a row so many rows ahead of one, or the last row of the puzzle there."""
        sum_down, sum_up = at + by, at - by
        return Mux(down, Mux(sum_down < self.height, sum_down, self.height - 1), Mux(sum_up >= 0, sum_up, 0))
