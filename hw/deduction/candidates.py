"""The candidates for lookahead, and the choice of a branch cell."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, ShapeLike, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import GridUnit, add_memory

__all__ = ["Candidate", "Candidates", "Noted", "Rating"]

_EFFORT_BITS = 10
"""The width of the counters of row visits in a trial; the counters saturate."""


class Candidate(data.StructLayout):
    """A cell or an edge: its row and column, the kind of candidate, and the value to try first. Column and kind are
    one-hot. The row and column of an edge are those of one of its two cells.

    With ``single``, the other value needs no trial.
    """

    def __init__(self, rows: int, cols: int, kinds: int):
        super().__init__({"row": range(rows), "column": cols, "kind": kinds, "single": 1, "value": 1})


class Noted(data.StructLayout):
    """The result of a trial for one row of the grid: the cells whose value is 0, and the cells whose value is 1."""

    def __init__(self, cols: int):
        super().__init__({"zero": cols, "one": cols})


class Candidates(GridUnit):
    """Select the candidates for lookahead; subclasses implement :meth:`kinds`, which finds the candidates in a row.

    A round goes row by row through the candidates of the first kind, then row by row through the candidates of the next
    kind, and so on. Rounds repeat until a whole round ends without ``progress``; then ``exhausted`` is high.

    Latency: the next candidate of the current row is found in the clock of ``seek``. After ``begin`` or ``look``, the
    current row must be read again, and the candidate is found 4 clocks after ``seek``. Each further row takes 2 clocks;
    the step from the last row to the first takes 5.

    Some trials are not necessary: if a cell has received a value during another trial, and that trial found no
    contradiction, then a trial of this value in this cell finds no contradiction either. With ``skips``, the unit skips
    such values. It then needs the results of the trials (``note``), and forgets these results at the beginning of each
    round. After ``progress``, it therefore completes the current round, and then does at least one whole round.

    Parameters
    ----------
    clue_bits : int
        The number of bits of a clue.
    first_values : sequence of 0 or 1
        For each kind of candidate, the value to try first.
    seen : ShapeLike
        The part of a row's state that the unit reads.
    beyond : int
        The value of ``seen`` for the rows above the first row and below the last row, as a number.
    skips : bool, optional
        Skip values as described above; all candidates must then be cells. Also an attribute.
    """

    def __init__(self, rows: int, cols: int, *, clue_bits: int, first_values: Sequence[int], seen: ShapeLike,
                 beyond: int, skips: bool = False):
        self._first_values, self._beyond, self.skips = first_values, beyond, skips
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)),  # the puzzle's rows, at least 1; must not change after ``begin``
            "begin": In(1),  # start at the first row, with no row read and no candidate tried
            "look": In(1),  # the state has changed: read the current row and its neighbours again
            # Try all candidates again; the candidates of the current row are tried in the next round. May be high
            # together with ``look``.
            "progress": In(1),
            # Request the next candidate; the caller must then read ``row`` and ``clue_row`` for the unit. Must stay 1
            # until ``found`` or ``exhausted``, unless ``begin`` comes next. Must be 0 with ``begin``, ``look`` or
            # ``progress``.
            "seek": In(1),
            "row": Out(range(rows + 1)),  # the row to read
            "seen": In(seen),  # the visible part of this row, one clock later
            "clue_row": Out(range(rows)),  # the row of clues to read
            "clues": In(ClueRow(cols, clue_bits)),  # the clues of this row, one clock later
            # Used only if the unit skips values. With ``enable``, store the state of a row after a trial without
            # contradiction. ``enable`` must be 0 with ``seek``, and in the clock before ``seek`` or ``begin``.
            "note": In(data.StructLayout({"enable": 1, "row": range(rows), "noted": Noted(cols)})),
            "found": Out(1),  # ``candidate`` is valid. With ``seek``, the candidate counts as tried one clock later.
            "exhausted": Out(1),  # no candidate is left
            "candidate": Out(Candidate(rows, cols, len(first_values))),
        })

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        """Return, for each kind, the candidates in the row ``here``. Of this row and its neighbours, only the ``seen``
        part is available; ``clues`` are the clues of ``here``."""
        raise NotImplementedError

    def elaborate(self, platform) -> Module:
        m = Module()
        number = len(self._first_values)
        at, kind = Signal(range(self._rows)), Signal(number, init=1)
        first_kind, last_kind = (Const(1 << place, number) for place in (0, number - 1))
        # The row and the kind at which a round without progress ends. The round also begins there, so it can end only
        # after the search has moved `away`. If the unit skips values, a round ends at the last row and the last kind,
        # and `away` is set when the round begins.
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
        """Store the results of all trials of the current round; return the results in the current row."""
        noted = Noted(self._cols)
        read, write = add_memory(m, "noted", noted, self._rows)
        note, known = Signal.like(self.note), Signal(noted)
        # `has`: the rows with results in the memory. `has_row`: whether the row that is read has results.
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


class Rating(GridUnit):
    """Select the branch cell: the cell with the highest score. The score of a cell is the number of row visits in the
    shorter of its two trials, or in its only trial."""

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "forget": In(1),  # forget all trials; not together with ``tried``
            "visiting": In(1),  # a row is visited in this clock
            "ends": In(1),  # a trial ends; visits from the next clock on belong to the next trial
            "tried": In(1),  # the trial that ends is the last trial of the cell in ``row`` and ``column``
            "single": In(1),  # the trial that ends is the cell's only trial
            "row": In(range(rows)), "column": In(cols),  # the cell; the column is one-hot
            # The selected cell; valid once a cell has been tried.
            "branch": Out(data.StructLayout({"row": range(rows), "col": range(cols)})),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        effort, first_effort, most, rated = Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal()
        less = Mux(self.single | (effort < first_effort), effort, first_effort)
        with m.If(self.ends):
            m.d.sync += [effort.eq(0), first_effort.eq(effort)]
        with m.Elif(self.visiting & ~effort.all()):
            m.d.sync += effort.eq(effort + 1)
        with m.If(self.tried & (~rated | (less > most))):
            m.d.sync += [
                rated.eq(1), most.eq(less),
                self.branch.row.eq(self.row), self.branch.col.eq(one_hot_number(self.column)),
            ]
        with m.If(self.forget):
            m.d.sync += rated.eq(0)
        return m
