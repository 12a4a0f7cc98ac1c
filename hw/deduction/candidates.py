"""Select what is worth a lookahead, one candidate after the other."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, ShapeLike, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.rows import lowest
from rowloom.hw.primitives.units import GridUnit, add_memory

__all__ = ["Candidate", "Candidates", "Noted"]


class Candidate(data.StructLayout):
    """A cell, or what belongs to it: its row, its column one-hot, which kind of candidate it is, a bit for each, the
    value to try first. With ``single``, no other one is worth a trial."""

    def __init__(self, rows: int, cols: int, kinds: int):
        super().__init__({"row": range(rows), "column": cols, "kind": kinds, "single": 1, "value": 1})


class Noted(data.StructLayout):
    """What a row's cells have become in a trial: those that are 0 for certain, and those that are 1."""

    def __init__(self, cols: int):
        super().__init__({"zero": cols, "one": cols})


class Candidates(GridUnit):
    """Selects what is worth a lookahead; of each kind, a genre knows which cells of a row are.

    A round visits, row by row, the candidates of the first kind, then those of the next one. Rounds repeat until a
    whole one passes without ``progress``; then it is exhausted.

    Latency from ``seek``: none for another candidate of the current row, or 4 clocks after ``begin`` or ``look``; 2
    clocks for each further row, 5 from the last row to the first.

    A value that a cell has got in a trial without contradiction brings no contradiction by itself either. If the unit
    ``skips`` it, it is told of such trials, and whether a value is worth a trial is known anew in each round that
    follows progress, which is a whole one then.

    A subclass implements :meth:`kinds`.

    Parameters
    ----------
    rows, cols
        As of :class:`.GridUnit`.
    clue_bits : int
        Of a clue.
    first_values : sequence of 0 or 1
        For each kind of candidate, the value to try first.
    seen : ShapeLike
        What is seen of a row's state.
    beyond : int
        What would be seen of a row of the frame, as a number.
    skips : bool, optional
        All candidates are cells then. Also an attribute.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows, at least 1; must not change after ``begin``.
    begin : In(1)
        Start at the first row, with no row read and nothing tried.
    look : In(1)
        The state has changed: read the current row and its neighbours again.
    progress : In(1)
        All candidates are worth a lookahead again, those of the current row in the next round. Also with ``look``.
    seek : In(1)
        Request the next candidate; ``row`` and ``clue_row`` are being read. Stays 1 until ``found`` or ``exhausted``,
        or else ``begin`` must come next. Not with ``begin``, ``look`` or ``progress``.
    row : Out(range(rows + 1))
        The row to read.
    seen : In(seen)
        What is seen of it, one clock later.
    clue_row : Out(range(rows))
        The row of clues to read.
    clues : In(ClueRow)
        Its clues, one clock later.
    note : In(enable, row, noted)
        Only if it skips values. With ``enable``, a row of a trial without contradiction; not with ``seek``, nor in the
        clock before ``seek`` or ``begin``.
    found : Out(1)
        ``candidate`` is valid. If ``seek`` is 1, it counts as tried from the next clock on.
    candidate : Out(Candidate)
    exhausted : Out(1)
        None is left.
    """

    def __init__(self, rows: int, cols: int, *, clue_bits: int, first_values: Sequence[int], seen: ShapeLike,
                 beyond: int, skips: bool = False):
        self._first_values, self._beyond, self.skips = first_values, beyond, skips
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)),
            "begin": In(1), "look": In(1), "progress": In(1), "seek": In(1),
            "row": Out(range(rows + 1)), "seen": In(seen),
            "clue_row": Out(range(rows)), "clues": In(ClueRow(cols, clue_bits)),
            "found": Out(1), "candidate": Out(Candidate(rows, cols, len(first_values))), "exhausted": Out(1),
            "note": In(data.StructLayout({"enable": 1, "row": range(rows), "noted": Noted(cols)})),
        })

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        """Return for each kind the cells of the middle one of three rows that are candidates.

        Parameters
        ----------
        m : Module
        above, here, below : of the shape ``seen``
        clues : ClueRow
            Of the row in the middle.
        """
        raise NotImplementedError

    def elaborate(self, platform) -> Module:
        m = Module()
        number = len(self._first_values)
        at, kind = Signal(range(self._rows)), Signal(number, init=1)
        first_kind, last_kind = (Const(1 << place, number) for place in (0, number - 1))
        # The row that ends the round if there is no progress until then, once the search has been `away` from it: with
        # whole rounds the last one, once a round has begun after the last progress.
        away, end_at, end_kind = Signal(), Signal.like(at), Signal.like(kind)
        above, here, below = (Signal.like(self.seen, name=name) for name in ("above", "here", "below"))
        clues = Signal.like(self.clues)
        left, tried = (Signal.like(self.candidate.column, name=name) for name in ("left", "tried"))
        stale = Signal()
        kinds = self.kinds(m, above, here, below, clues)
        of_kind = reduce(or_, (cells & chosen.replicate(len(tried)) for cells, chosen in zip(kinds, kind, strict=True)))
        untried, column = of_kind & ~tried, Signal.like(tried)
        looks, begins = Signal(), Signal()
        value = (kind & Cat(self._first_values)).any()
        if self.skips:
            known = self._noted(m, at, looks, begins)
            untried &= ~(known.zero & known.one)
            single = (column & (known.zero | known.one)).any()
            value = Mux(single, (column & known.zero).any(), value)
            m.d.comb += self.candidate.single.eq(single)
        m.d.comb += [
            left.eq(untried), column.eq(lowest(left)),
            self.candidate.row.eq(at), self.candidate.column.eq(column), self.candidate.kind.eq(kind),
            self.candidate.value.eq(value),
        ]
        with m.FSM():
            with m.State("CHOOSE"):
                m.d.comb += [
                    self.row.eq(Mux(stale, at - 1, at + 2)), self.clue_row.eq(at + 1),
                    self.found.eq(~stale & left.any()),
                    self.exhausted.eq(~stale & ~self.found & away & (at == end_at) & (kind == end_kind)),
                ]
                with m.If(self.seek & stale):
                    m.d.sync += stale.eq(0)
                    m.next = "LOOK HERE"
                with m.Elif(self.seek & self.found):
                    m.d.sync += tried.eq(tried | column)
                with m.Elif(self.seek & ~self.exhausted):
                    m.d.sync += tried.eq(0)
                    if not self.skips:
                        m.d.sync += away.eq(1)
                    with m.If(at == self.height - 1):
                        m.d.sync += [at.eq(0), stale.eq(1), kind.eq(kind.rotate_left(1))]
                        with m.If(kind == last_kind):
                            m.d.comb += begins.eq(1)
                            m.d.sync += away.eq(1)
                    with m.Else():
                        m.d.sync += [at.eq(at + 1), above.eq(here), here.eq(below)]
                        m.next = "LOOK"

            with m.State("LOOK HERE"):
                m.d.comb += self.row.eq(at)
                m.d.sync += above.eq(Mux(at == 0, self._beyond, Value.cast(self.seen)))
                m.next = "LOOK BELOW"
            with m.State("LOOK BELOW"):
                m.d.comb += [self.row.eq(at + 1), self.clue_row.eq(at)]
                m.d.sync += here.eq(self.seen)
                m.next = "LOOK"
            with m.State("LOOK"):
                m.d.comb += looks.eq(1)
                m.d.sync += [
                    below.eq(Mux(at == self.height - 1, self._beyond, Value.cast(self.seen))), clues.eq(self.clues)]
                m.next = "CHOOSE"

        with m.If(self.look):
            m.d.sync += stale.eq(1)
        with m.If(self.progress):
            m.d.sync += away.eq(0)
            if not self.skips:
                m.d.sync += [end_at.eq(at), end_kind.eq(kind)]
        with m.If(self.begin):
            m.d.comb += begins.eq(1)
            m.d.sync += [
                stale.eq(1), at.eq(0), kind.eq(first_kind), tried.eq(0), away.eq(1),
                end_at.eq(self.height - 1), end_kind.eq(last_kind),
            ]
        return m

    def _noted(self, m: Module, at: Value, looks: Value, begins: Value) -> data.View:
        """Keep what trials have noted since a round began; return what they have of the row at hand."""
        noted = Noted(self._cols)
        read, write = add_memory(m, "noted", noted, self._rows)
        note, known = Signal.like(self.note), Signal(noted)
        # The rows that the memory has, and whether the one that is read is among them.
        has, row, has_row = Signal(self._rows), Signal(range(self._rows)), Signal()
        before = Mux(has_row, read.data.as_value(), 0)
        m.d.comb += [
            row.eq(Mux(self.note.enable, self.note.row, self.clue_row)), read.addr.eq(row),
            write.en.eq(note.enable), write.addr.eq(note.row), write.data.eq(note.noted.as_value() | before),
        ]
        m.d.sync += [note.eq(self.note), has_row.eq(has.bit_select(row, 1))]
        with m.If(note.enable):
            m.d.sync += has.bit_select(note.row, 1).eq(1)
            with m.If(note.row == at):
                m.d.sync += known.eq(known.as_value() | note.noted.as_value())
        with m.If(looks):
            m.d.sync += known.eq(before)
        with m.If(begins):
            m.d.sync += has.eq(0)
        return known
