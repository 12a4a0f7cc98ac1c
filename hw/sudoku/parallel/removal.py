"""The removal of givens that a puzzle does not need, one after the other in random order."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data, stream, wiring
from amaranth.lib.fifo import SyncFIFOBuffered
from amaranth.lib.wiring import In, Out, connect, flipped

from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.parallel.grid import Coordinates, GivenChange, check_order, in_reading_order, only_cell

__all__ = ["GivenRemoval", "RandomOrder"]


class RandomOrder(wiring.Component):
    """Output all cells of a grid in random order.

    The order is that of ``firmware/thinning.c`` for a grid without symmetry. A list contains all cells in reading
    order. Its *rest* is at first the whole list. In each turn, a random number selects an entry of the rest, the cell
    in this entry is output, and the cell in the last entry of the rest moves to the selected entry. The random numbers
    are those of xorshift (Marsaglia 2003); a number that is too large is dropped. Then the rest loses its last entry.
    The cell that was originally in this entry is written back, so after the last turn, the list is in reading order.

    Latency: four clocks from ``start`` to the first cell. Three clocks from one cell to the next, and one more for each
    number that is dropped. After a reset, the list is written in ``order ** 4`` clocks; ``start`` is remembered until
    then. ``order`` is 2 or 3.
    """

    def __init__(self, order: int):
        check_order("RandomOrder", order)
        self._order = order
        super().__init__({
            # Begin an order. ``random`` is the state of the generator, which is not 0. Ignored while cells are left.
            "start": In(1), "random": In(32),
            "cells": Out(stream.Signature(Coordinates(order))),
            "more": Out(1),  # cells are left
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        layout, cells = Coordinates(self._order), self._order ** 4
        read, write = add_memory(m, "list", layout, cells)
        # The rest of the list ends at `index`. `place` is the original value of the entry `index`, and `tail` is its
        # present value.
        index, before = Signal(range(cells), init=cells - 1), Signal(range(cells))
        place, tail = Signal(layout, init=dict.fromkeys(layout.members, self._order - 1)), Signal(layout)
        random, mask = Signal(32), Signal.like(index)  # the smallest mask of ones that is not less than the index
        chosen, moved = Signal.like(index), Signal.like(index)
        draws, shrinks = Signal(), Signal()
        m.d.comb += [
            before.eq(index - 1), chosen.eq(random[8:] & mask),
            self.cells.payload.eq(read.data), read.addr.eq(index), write.addr.eq(index), write.data.eq(place),
        ]
        with m.If(self.start & ~self.more):
            m.d.sync += [random.eq(self.random), self.more.eq(1), mask.eq(-1)]
        with m.Elif(draws):
            m.d.sync += random.eq(_xorshift(random))
        with m.If(shrinks):
            m.d.sync += index.eq(Mux(index == 0, cells - 1, before))
            borrows: Value = Const(1)
            for name in "x", "stack", "y", "band":
                with m.If(borrows):
                    m.d.sync += place[name].eq(Mux(place[name] == 0, self._order - 1, place[name] - 1))
                borrows &= place[name] == 0
        with m.FSM(init="FILL"):
            with m.State("FILL"):
                m.d.comb += [write.en.eq(1), shrinks.eq(1)]
                with m.If(index == 0):
                    m.next = "IDLE"
            with m.State("IDLE"), m.If(self.more):
                m.d.comb += draws.eq(1)
                m.next = "TAIL"
            with m.State("TAIL"):
                m.d.sync += tail.eq(read.data)
                m.next = "DRAW"
            with m.State("DRAW"):
                m.d.comb += [draws.eq(1), read.addr.eq(chosen)]
                m.d.sync += moved.eq(chosen)
                with m.If(chosen <= index):
                    m.next = "MOVE"
            with m.State("MOVE"):
                m.d.comb += [
                    self.cells.valid.eq(1), read.addr.eq(before), read.en.eq(self.cells.ready),
                    write.addr.eq(moved), write.data.eq(tail), write.en.eq(self.cells.ready),
                ]
                with m.If(self.cells.ready):
                    m.d.sync += self.more.eq(index != 0)
                    m.next = "RESTORE"
            with m.State("RESTORE"):
                m.d.comb += [write.en.eq(1), shrinks.eq(1)]
                # The entry `before` is the next tail. If the tail was written to this entry while the entry was read,
                # `tail` stays the same.
                with m.If(moved != before):
                    m.d.sync += tail.eq(read.data)
                with m.If(before == mask >> 1):
                    m.d.sync += mask.eq(before)
                m.next = "DRAW"
                with m.If(index == 0):
                    m.next = "IDLE"
        return m


def _xorshift(state: Value) -> Value:
    for distance in 13, -17, 5:
        state ^= (state << distance if distance > 0 else state >> -distance)[:32]
    return state


class GivenRemoval(wiring.Component):
    """Remove the givens that puzzles do not need, in the order of :class:`RandomOrder`.

    The unit removes one given after the other, and a :class:`.solver.Solver` searches for a solution with another digit
    in the given's cell. If the solver finds such a solution, the unit restores the given. The unit must know the
    givens, so every given that is set in the solver must be repeated in ``noted``. Up to ``QUEUED`` puzzles may wait,
    and as many results.

    Latency: four clocks from the puzzle in ``random`` to the first command; with ``again``, there is a search before
    the first command. Between the end of a search and the next search, the solver is idle for a clock, and for three
    clocks more if a given is put back. A clock for each word of the result. ``order`` is 2 or 3.
    """

    QUEUED = 16

    def __init__(self, order: int):
        check_order("GivenRemoval", order)
        self._order = order
        super().__init__({
            "noted": In(data.StructLayout({
                "enable": 1, "place": Coordinates(order), "digit": range(order ** 2),
                "fixed": 1})),  # this given is never removed
            # Remove at most ``spare`` givens. ``again``: first solve the puzzle of the present givens, which must have
            # only one solution, and make all cells givens. Both must not change while the unit is busy.
            "spare": In(range(order ** 4 + 1)), "again": In(1),
            "random": In(stream.Signature(32)),  # for each puzzle, the state from which the order follows, not 0
            # For each puzzle: as many words as needed for a bit per cell, row by row, which is 1 if the cell still has
            # a given; then a word with the number of clocks.
            "results": Out(stream.Signature(32)),
            "stop": In(1),  # drop the waiting puzzles; put back the given of the running search, and end
            "busy": Out(1),  # while it is high, ``noted`` is ignored
            # Commands to the solver, and its state; see there.
            "change": Out(GivenChange(order)), "solve": Out(1), "accept": Out(1), "stops": Out(1),
            "searches": In(1), "solutions": In(range(4)), "givens": In(order ** 4),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cells = self._order ** 4
        m.submodules.turns = turns = RandomOrder(self._order)
        given = data.StructLayout({"digit": range(self._order ** 2), "fixed": 1})
        known, note = add_memory(m, "known", given, 1 << self.noted.place.as_value().shape().width)
        m.submodules.puzzles = puzzles = SyncFIFOBuffered(width=32, depth=self.QUEUED)
        words = -(-cells // 32)
        m.submodules.finished = finished = SyncFIFOBuffered(width=32, depth=self.QUEUED * (words + 1))
        connect(m, flipped(self.random), puzzles.w_stream)
        connect(m, finished.r_stream, flipped(self.results))
        clocks, word = Signal(32), Signal(range(words + 1))
        # The next turn. Its place is known first. One clock later (`looks`), it is known whether there is a given to
        # remove.
        place, digit = Signal(Coordinates(self._order)), Signal(range(self._order ** 2))
        looks, is_next = Signal(), Signal()
        tested, tests = Signal(GivenChange(self._order)), Signal()
        spare, stopping = Signal.like(self.spare), Signal()
        needed, over = Signal(), Signal()
        m.d.comb += [
            note.addr.eq(self.noted.place), note.data.digit.eq(self.noted.digit), note.data.fixed.eq(self.noted.fixed),
            note.en.eq(self.noted.enable & ~self.busy), turns.random.eq(puzzles.r_data),
            needed.eq(tests & (self.solutions.any() | stopping)),
            over.eq(stopping | (spare == 0) | ~(turns.more | looks | is_next)),
        ]
        m.d.sync += [clocks.eq(clocks + 1), looks.eq(0)]
        with m.If(looks):
            m.d.sync += [
                digit.eq(known.data.digit),
                is_next.eq((only_cell(self._order, place) & self.givens).any() & ~known.data.fixed),
            ]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE") | puzzles.level.any())
            # If the previous removal ended early, the remaining cells of its order are dropped.
            with m.State("IDLE"):
                m.d.comb += [turns.cells.ready.eq(1), turns.start.eq(puzzles.r_rdy), puzzles.r_en.eq(~turns.more)]
                m.d.sync += [spare.eq(self.spare), tests.eq(0), is_next.eq(0), clocks.eq(1), word.eq(0)]
                with m.If(stopping):
                    m.d.comb += [turns.start.eq(0), puzzles.r_en.eq(1)]
                    m.d.sync += stopping.eq(puzzles.level.any())
                with m.Elif(puzzles.r_rdy & ~turns.more):
                    m.next = "RUN"
                    with m.If(self.again):
                        m.next = "REOPEN"

            # Set some given again: the solver then opens all cells that are not givens.
            with m.State("REOPEN"):
                m.d.comb += [self.change.enable.eq(1), self.change.digit.eq(known.data.digit)]
                m.next = "SOLVE"
            with m.State("SOLVE"), m.If(~self.searches):
                m.d.comb += self.solve.eq(1)
                m.next = "ACCEPT"
            with m.State("ACCEPT"), m.If(~self.searches):
                m.d.comb += self.accept.eq(1)
                m.next = "RUN"

            with m.State("RUN"):
                m.d.comb += [
                    turns.cells.ready.eq(~looks & ~is_next), known.addr.eq(turns.cells.payload),
                    self.stops.eq(stopping),
                    self.change.place.eq(Mux(needed, tested.place, place)),
                    self.change.digit.eq(Mux(needed, tested.digit, digit)),
                ]
                with m.If(turns.cells.valid & turns.cells.ready):
                    m.d.sync += [place.eq(turns.cells.payload), looks.eq(1)]
                with m.If(~self.searches):
                    m.d.sync += tests.eq(0)
                    with m.If(needed):
                        m.d.comb += self.change.enable.eq(1)
                        m.d.sync += spare.eq(spare + 1)
                    with m.Elif(over):
                        m.next = "REPORT"
                    with m.Elif(is_next):
                        m.d.comb += [self.change.enable.eq(1), self.change.unlike.eq(1)]
                        m.d.sync += [tested.eq(self.change), tests.eq(1), is_next.eq(0), spare.eq(spare - 1)]

            with m.State("REPORT"):
                left = Signal(32 * words)
                m.d.comb += [
                    left.eq(Cat(in_reading_order(self._order, self.givens))), finished.w_en.eq(1),
                    finished.w_data.eq(Mux(word == words, clocks, left.word_select(word, 32))),
                ]
                with m.If(finished.w_rdy):
                    m.d.sync += word.eq(word + 1)
                    with m.If(word == words):
                        m.next = "IDLE"
        with m.If(self.stop & self.busy):
            m.d.sync += stopping.eq(1)
        return m
