"""The any-order unit: takes a grid of any order as far as singles go, and places, takes back and picks cells."""

import enum
from functools import reduce
from operator import or_

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from ..primitives.memory import APART
from .cell_stream import CellStream, Place
from .excluded import Excluded
from .hidden import Hidden
from .judge import Judge
from .subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, Subsets
from .unit_words import Kind, Slot, UnitWords, one_hot
from .worklist import Worklist

__all__ = ["Command", "Counters", "Lock", "Scan"]


class Command(enum.IntEnum):
    """What the unit can do: forget all; take over the cells in its memory as givens; go on deducing; give a cell its
    next candidate, and go on; take back the last choice and what followed; find a cell with few candidates; exclude
    what the locked candidates of a unit do; what its subsets do."""

    NONE = 0
    CLEAR = 1
    LOAD = 2
    PROPAGATE = 3
    ASSUME = 4
    UNDO = 5
    PICK = 6
    EXCLUDE = 7
    SUBSETS = 8


class Lock(enum.IntEnum):
    """Whose locked candidates: a row's or a column's, in its boxes; a box's, in its rows or in its columns."""

    ROW = 0
    COL = 1
    BOX_ROWS = 2
    BOX_COLS = 3


class _Purpose(enum.IntEnum):
    """What cells are read for."""

    SINGLES = 0
    HIDDEN = 1
    ASSUME = 2
    LOAD = 3
    UNDO = 4
    PICK = 5
    PART = 6
    CROSSING = 7
    EXCLUDE = 8
    CELLS = 9
    DIGIT = 10
    SUBSET = 11


class Counters(data.StructLayout):
    """What has happened since ``CLEAR``: units visited, placements, hidden singles among them, parts of lines from
    which locked candidates were excluded, cells from which subsets excluded some."""

    def __init__(self):
        super().__init__({name: 32 for name in ("visits", "placements", "hidden", "excluded", "subsets")})


class Scan(wiring.Component):
    """Deduces by naked and hidden singles in grids of order 2 to ``order``, unit by unit.

    A cell's candidates are what neither its row nor its column nor its box has used. A unit is *dirty* if some of its
    cells may have lost a candidate since its visit; a visit reads its open cells, one a clock. A cell with one
    candidate is placed, a candidate with one place likewise; the visit then begins again. A digit that is new in a
    unit makes dirty the other units of those cells that could hold it. It ends when nothing is dirty, or with a
    contradiction: a cell without candidates, a unit without a place for a digit, or a digit twice.

    ``EXCLUDE`` adds locked candidates: a digit whose places in a unit are all in one part of it, which another unit
    shares, is excluded from the rest of that other one. ``SUBSETS`` adds naked and hidden pairs, triplets and quartets:
    all other digits are excluded from the cells of a hidden one, and the digits of a naked one from all other cells.
    What is excluded is never taken back.

    Every placement is kept in a trail, by which it can be taken back: as far as the last one that was a choice. A
    choice must only be made where nothing more follows.

    Parameters
    ----------
    order : int, at least 2
        The largest.
    excluded : int
        The largest order of which candidates excluded by locked ones are kept, 0 for none. In larger puzzles
        ``EXCLUDE`` does nothing.
    subsets : int
        The same for subsets and ``SUBSETS``.

    Members
    -------
    order : In(range(order + 1))
        The puzzle's, at least 2; sampled by ``CLEAR``.
    command : In(what, row, col, value, choice)
        With ``what`` other than NONE, begins: ``CLEAR``; ``LOAD``; ``PROPAGATE``; ``ASSUME`` gives the open cell its
        lowest candidate that is not less than ``value``, or finds a contradiction if there is none, and goes on
        deducing; with ``choice``, it can be taken back: by ``UNDO``; ``PICK`` looks, from the cell on, for the first
        with the fewest candidates, and ends sooner if a cell has no more than ``value``; ``EXCLUDE`` does so
        for the unit numbered ``row``, of the kind :class:`Lock` ``value``, where nothing hangs on a choice; so does
        ``SUBSETS``, of the :class:`.Kind` ``value``. Not while busy.
    address : In(range(2 * order**4)), value : Out(range(order**2 + 1))
        A cell, counted row by row, and its value one clock later, 0 if it has none, while not busy. As many cells
        again, behind those of the largest grid, are there to keep values in.
    write : In(enable, value)
        With ``enable``, the cell's value in memory: a given for ``LOAD``.
    busy : Out(1)
        It works. What follows is right when it is 0 again.
    contradiction : Out(1)
        There is no solution.
    solved : Out(1)
        All cells are filled; without a contradiction that is a solution.
    found : Out(row, col, value)
        By ``PICK``: the cell, and how many candidates it has (all ones: there is no open cell). By ``UNDO``: the choice
        taken back.
    depth, level : Out(range(order**4 + 1))
        Placements in the trail, and choices among them. ``LOAD`` leaves none.
    counters : Out(Counters)

    Raises
    ------
    ValueError
        If the order is less than 2.
    """

    def __init__(self, order: int, excluded: int, subsets: int):
        if order < 2:
            raise ValueError(f"Scan needs an order of at least 2, not {order}")
        self._order, self._size, self._excluded, self._subsets = order, order * order, excluded, subsets
        number, value = range(self._size), range(self._size + 1)
        cells = range(self._size ** 2 + 1)
        cell = {"row": number, "col": number}
        super().__init__({
            "order": In(range(order + 1)),
            "command": In(data.StructLayout({"what": Command, **cell, "value": value, "choice": 1})),
            "address": In(range(2 * self._size ** 2)), "value": Out(value),
            "write": In(data.StructLayout({"enable": 1, "value": value})),
            "busy": Out(1), "contradiction": Out(1), "solved": Out(1),
            "found": Out(data.StructLayout({**cell, "value": value})),
            "depth": Out(cells), "level": Out(cells), "counters": Out(Counters()),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        order, size = self._order, self._size
        m.submodules.stream = stream = CellStream(order)
        m.submodules.judge = judge = Judge(order)
        m.submodules.hidden = hidden = Hidden(size)
        m.submodules.worklist = worklist = Worklist(size)
        words = [UnitWords(size) for _ in Kind]
        for kind, memory in zip(Kind, words):
            m.submodules[f"{kind.name.lower()}_words"] = memory
        # Of rows, and of columns.
        excluded = [Excluded(self._excluded, parts=self._excluded) for _ in range(2)] if self._excluded else []
        for name, memory in zip(("rows", "cols"), excluded):
            m.submodules[f"excluded_{name}"] = memory
        memories = list(excluded)
        if self._subsets:
            m.submodules.excluded_cells = excluded_cells = Excluded(self._subsets, parts=self._subsets ** 2)
            memories.append(excluded_cells)

        # The puzzle's size, as a number and as a vector; the unit at hand, and what its cells are read for.
        side, all_ = Signal(range(size + 1)), Signal(size)
        kind, unit, purpose = Signal(Kind), Signal(range(size)), Signal(_Purpose)
        # Number to vector; every state needs at most one. What is behind the last digit is none.
        number = Signal(range(size + 1))
        decoded, at_least = Signal(size), Signal(size)
        m.d.comb += [decoded.eq(one_hot(number, size)), at_least.eq(-decoded)]

        # Cells flow from the stream, by way of the memories, to the judge.
        streaming, flush, drained = Signal(), Signal(), Signal()
        target, new, cell = Signal(size), Signal(size), judge.cell
        m.d.comb += [
            stream.order.eq(self.order), stream.kind.eq(kind), stream.unit.eq(unit),
            stream.run.eq(streaming), stream.flush.eq(flush),
            judge.valid.eq(stream.valid), judge.place.eq(stream.place),
            judge.excluded.eq(reduce(or_, (memory.word for memory in memories), Const(0, size))),
            *(judge.used[at].eq(memory.word) for at, memory in enumerate(words)),
            judge.kind.eq(kind), judge.target.eq(target), judge.new.eq(new),
            judge.run.eq(streaming), judge.flush.eq(flush),
            drained.eq(stream.empty & judge.empty),
            hidden.candidates.eq(judge.candidates),
            hidden.count.eq(judge.joined & ((purpose == _Purpose.SINGLES) | (purpose == _Purpose.PART))),
        ]

        # Those units are visited whose cells have lost candidates.
        has_lost, loses = Signal(), Signal()
        m.d.sync += [
            has_lost.eq(streaming & judge.judged & judge.lost & (purpose == _Purpose.SINGLES)),
            loses.eq(streaming & judge.judged & (judge.amount.some & (purpose == _Purpose.CROSSING)
                                                 | judge.lost & (purpose == _Purpose.SUBSET))),
        ]
        m.d.comb += [
            *(worklist.cell[which.name.lower()].eq(cell[which.name.lower()]) for which in Kind),
            *(worklist.mark[which].eq(loses | has_lost & (kind != which)) for which in Kind),
            worklist.kind.eq(kind), worklist.unit.eq(unit),
        ]

        # What is read and written of the units' words.
        slot, of_unit, of_cell = Signal(Slot), Signal(), Signal()
        clearing, write_slot, write_words = Signal(), Signal(Slot), Signal()
        erase = purpose == _Purpose.UNDO
        last_index = max([len(Slot) << ceil_log2(size), *(memory.words for memory in memories)]) - 1
        index = Signal(range(last_index + 1))
        positions = {Kind.ROW: cell.col, Kind.COL: cell.row, Kind.BOX: cell.inside}
        for at, which in enumerate(Kind):
            name, memory = which.name.lower(), words[at]
            bit = Signal(size, name=f"bit_{name}")
            m.d.comb += [
                memory.slot.eq(slot),
                memory.unit.eq(Mux(of_unit, unit, Mux(of_cell, cell[name], stream.place[name]))),
                bit.eq(Mux(write_slot == Slot.FILLED, one_hot(positions[which], size), stream.lowest)),
                memory.write.eq(write_words),
                memory.write_slot.eq(write_slot), memory.write_unit.eq(cell[name]),
                memory.write_word.eq(Mux(erase, memory.word & ~bit, memory.word | bit)),
            ]
            with m.If(write_slot == Slot.SEEN):
                m.d.comb += [
                    memory.write.eq(write_words & ~worklist.cell_changed[at]), memory.write_word.eq(memory.word)]
            with m.If(clearing):
                m.d.comb += [
                    memory.write.eq(index < len(Slot) << ceil_log2(size)), memory.write_word.eq(0),
                    memory.write_slot.eq(index >> ceil_log2(size)),
                    memory.write_unit.eq(index[:ceil_log2(size)]),
                ]
        unit_word = Signal(size)
        m.d.comb += unit_word.eq(Array(memory.word for memory in words)[kind])

        # The cells' values, and the trail of placements.
        m.submodules.values = values = Memory(
            shape=range(size + 1), depth=2 * size * size, init=[], attrs=APART)
        value_read, value_write = values.read_port(), values.write_port()
        entry = data.StructLayout({"row": range(size), "col": range(size), "choice": 1})
        m.submodules.trail = trail = Memory(shape=entry, depth=size * size, init=[], attrs=APART)
        trail_read, trail_write = trail.read_port(), trail.write_port()
        place_value, digit, choice = Signal(), Signal(range(size)), Signal()
        last, start_col, from_bus = Signal(entry), Signal(range(size)), Signal()
        # Where the cell at hand lies in memory; before it comes out of the stream where the puzzle is read or undone.
        value, value_address = Signal(range(size + 1)), Signal(range(size * size))
        waits = (purpose == _Purpose.LOAD) | (purpose == _Purpose.UNDO)
        m.d.sync += [
            value.eq(value_read.data), last.eq(trail_read.data),
            value_address.eq(Mux(waits, unit, cell.row) * side + Mux(waits, start_col, cell.col)),
        ]
        m.d.comb += [
            self.value.eq(value_read.data),
            value_read.addr.eq(Mux(from_bus, self.address, value_address)),
            value_write.en.eq(self.write.enable | place_value),
            value_write.addr.eq(Mux(place_value, value_address, self.address)),
            value_write.data.eq(Mux(place_value, Mux(erase, 0, digit + 1), self.write.value)),
            trail_read.addr.eq(self.depth - 1),
            trail_write.en.eq(place_value & ~erase), trail_write.addr.eq(self.depth),
            trail_write.data.row.eq(cell.row), trail_write.data.col.eq(cell.col), trail_write.data.choice.eq(choice),
        ]
        open_ = Signal(range(size * size + 1))
        first_row, enough, need = Signal(), Signal(range(size + 1)), Signal(size)
        quotient, remainder = Signal(range(order)), Signal(range(order))
        place, fail = Signal(), Signal()

        # Locked candidates: the parts of a unit, and the other unit that has one of them.
        lock, lock_unit = Signal(Lock), Signal(range(size))
        part, own_part, second_time = Signal(range(order)), Signal(range(order)), Signal()
        somewhere, in_two, only_here = Signal(size), Signal(size), Signal(size)
        parts_hit, part_first, sample = Signal(order), Signal(range(size)), Signal(Place(order))
        exclude = Signal()
        m.d.comb += [
            only_here.eq(hidden.once & somewhere & ~in_two),
            stream.across.eq(Mux(purpose == _Purpose.PART, lock == Lock.BOX_COLS, lock == Lock.COL)),
            stream.only.enable.eq((purpose == _Purpose.PART) | (purpose == _Purpose.CROSSING)),
            stream.only.other.eq(purpose == _Purpose.CROSSING),
            stream.only.part.eq(Mux(purpose == _Purpose.PART, part, own_part)),
        ]
        for memory, line, shared, locks in zip(
                excluded, ("row", "col"), ("stack", "band"),
                ((Lock.ROW, Lock.BOX_ROWS), (Lock.COL, Lock.BOX_COLS))):
            m.d.comb += [
                memory.line.eq(Mux(of_cell, cell[line], stream.place[line])),
                memory.part.eq(Mux(of_cell, cell[shared], stream.place[shared])),
                memory.write.eq(exclude & reduce(or_, (lock == which for which in locks))),
                memory.write_line.eq(cell[line]), memory.write_part.eq(cell[shared]),
                memory.write_word.eq(memory.word | target),
            ]
        for memory in memories:
            m.d.comb += [memory.clear.eq(clearing & (index < memory.words)), memory.index.eq(index)]

        # Subsets: the naked ones of a unit, then, if there can be any, the hidden ones. All that a cell has lost by
        # then is excluded for good, whatever the reason: nothing hangs on a choice.
        hidden_ones, cells = Signal(), Signal(size)
        if self._subsets:
            m.submodules.subsets = subsets = Subsets(self._subsets ** 2)
            judged_place = judge.judged_place
            position = Array((judged_place.col, judged_place.row, judged_place.inside))[kind]
            m.d.comb += [
                excluded_cells.line.eq(stream.place.row), excluded_cells.part.eq(stream.place.col),
                excluded_cells.write.eq(streaming & judge.judged & judge.lost & (purpose == _Purpose.SUBSET)),
                excluded_cells.write_line.eq(judged_place.row), excluded_cells.write_part.eq(judged_place.col),
                excluded_cells.write_word.eq(~judge.judged_candidates),
                subsets.leave.eq(Mux(hidden_ones, LEFT_BY_HIDDEN, LEFT_BY_NAKED)),
                subsets.give.number.eq(Mux(hidden_ones, index, position)),
                subsets.give.word.eq(Mux(hidden_ones, cells, judge.judged_candidates)),
            ]
            m.d.sync += self.counters.subsets.eq(self.counters.subsets + excluded_cells.write)

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.comb += from_bus.eq(1)
                m.d.sync += [
                    unit.eq(self.command.row), start_col.eq(self.command.col), choice.eq(0),
                    first_row.eq(1), index.eq(0), hidden_ones.eq(0),
                ]
                with m.Switch(self.command.what):
                    with m.Case(Command.CLEAR):
                        m.d.comb += worklist.forget.eq(1)
                        m.d.sync += [
                            self.contradiction.eq(0), self.solved.eq(0), self.depth.eq(0), self.level.eq(0),
                            self.counters.eq(0),
                            side.eq(self.order * self.order), all_.eq(0), open_.eq(0),
                        ]
                        m.next = "CLEAR"
                    with m.Case(Command.LOAD):
                        m.d.sync += [purpose.eq(_Purpose.LOAD), kind.eq(Kind.ROW), unit.eq(0), start_col.eq(0)]
                        m.next = "LOAD"
                    with m.Case(Command.PROPAGATE):
                        m.next = "NEXT"
                    with m.Case(Command.ASSUME):
                        m.d.comb += number.eq(self.command.value - 1)
                        m.d.sync += [
                            purpose.eq(_Purpose.ASSUME), kind.eq(Kind.ROW), target.eq(all_ & at_least),
                            choice.eq(self.command.choice),
                        ]
                        m.next = "UNIT"
                    with m.Case(Command.UNDO):
                        m.d.sync += [purpose.eq(_Purpose.UNDO), kind.eq(Kind.ROW), self.solved.eq(0)]
                        m.next = "UNDO"
                    with m.Case(Command.PICK):
                        m.d.sync += [
                            purpose.eq(_Purpose.PICK), kind.eq(Kind.ROW), target.eq(all_),
                            enough.eq(self.command.value), self.found.value.eq(-1),
                        ]
                        m.next = "UNIT"
                    with m.Case(Command.EXCLUDE):
                        with m.If(self.order <= self._excluded):
                            m.d.sync += [
                                lock.eq(self.command.value), lock_unit.eq(self.command.row), part.eq(0),
                                second_time.eq(0),
                                somewhere.eq(0), in_two.eq(0), target.eq(all_),
                            ]
                            if self._excluded:
                                m.next = "PART"
                    with m.Case(Command.SUBSETS):
                        with m.If(self.order <= self._subsets):
                            m.d.sync += [
                                purpose.eq(_Purpose.CELLS), kind.eq(self.command.value), target.eq(all_)]
                            if self._subsets:
                                m.d.comb += subsets.clear.eq(1)
                                m.next = "UNIT"

            with m.State("CLEAR"):
                m.d.comb += [
                    clearing.eq(1), stream.teach.enable.eq(index < side), stream.teach.index.eq(index),
                    stream.teach.quotient.eq(quotient), stream.teach.remainder.eq(remainder),
                ]
                m.d.sync += [index.eq(index + 1), remainder.eq(remainder + 1)]
                with m.If(index < side):
                    m.d.sync += all_.eq(Cat(1, all_))
                with m.If(remainder + 1 == self.order):
                    m.d.sync += [remainder.eq(0), quotient.eq(quotient + 1)]
                with m.If(index == last_index):
                    m.d.sync += [remainder.eq(0), quotient.eq(0)]
                    m.next = "IDLE"

            # The givens, cell by cell; a value takes three clocks to come.
            with m.State("LOAD"):
                m.next = "LOAD ADDRESS"
            with m.State("LOAD ADDRESS"):
                m.next = "LOAD READ"
            with m.State("LOAD READ"):
                m.next = "LOAD VALUE"
            with m.State("LOAD VALUE"):
                m.d.comb += number.eq(value - 1)
                m.d.sync += target.eq(all_ & decoded)
                m.next = "UNIT"
                with m.If(value == 0):
                    m.d.sync += open_.eq(open_ + 1)
                    m.next = "LOADED"
            with m.State("LOADED"):
                m.d.sync += start_col.eq(start_col + 1)
                m.next = "LOAD"
                with m.If(start_col + 1 == side):
                    m.d.sync += [start_col.eq(0), unit.eq(unit + 1)]
                    with m.If(unit + 1 == side):
                        m.d.comb += worklist.every.eq(all_)
                        m.d.sync += self.depth.eq(0)
                        m.next = "IDLE"

            with m.State("NEXT"):
                m.d.comb += [stream.load.eq(1), stream.vector.eq(worklist.first)]
                m.d.sync += [purpose.eq(_Purpose.SINGLES), target.eq(all_), kind.eq(worklist.first_kind)]
                m.next = "NEXT LOWEST"
                with m.If(~worklist.first.any()):
                    m.d.sync += self.solved.eq(open_ == 0)
                    m.next = "IDLE"
            with m.State("NEXT LOWEST"):
                m.next = "NEXT UNIT"
            with m.State("NEXT UNIT"):
                m.d.sync += [unit.eq(stream.number), self.counters.visits.eq(self.counters.visits + 1)]
                m.next = "UNIT"

            # What is known of the unit, word by word, each two clocks after it is asked for.
            with m.State("UNIT"):
                m.d.comb += [
                    stream.look_up.eq(1), of_unit.eq(1), slot.eq(Slot.FILLED),
                    hidden.clear.eq((purpose == _Purpose.SINGLES) | (purpose == _Purpose.PART)),
                    worklist.visited.eq(purpose == _Purpose.SINGLES),
                ]
                m.next = "UNIT SEEN"
            with m.State("UNIT SEEN"):
                m.d.comb += [of_unit.eq(1), slot.eq(Slot.SEEN)]
                m.next = "UNIT CELLS"
            with m.State("UNIT CELLS"):
                m.d.comb += [of_unit.eq(1), slot.eq(Slot.USED), number.eq(start_col), stream.load.eq(1)]
                with m.Switch(purpose):
                    with m.Case(_Purpose.SINGLES, _Purpose.HIDDEN, _Purpose.PART, _Purpose.CROSSING,
                                _Purpose.CELLS, _Purpose.DIGIT):
                        m.d.comb += stream.vector.eq(all_ & ~unit_word)
                    with m.Case(_Purpose.SUBSET):
                        m.d.comb += stream.vector.eq(all_ & ~unit_word & cells)
                    with m.Case(_Purpose.PICK):
                        m.d.comb += stream.vector.eq(all_ & ~unit_word & Mux(first_row, at_least, all_))
                    with m.Default():
                        m.d.comb += stream.vector.eq(decoded)
                with m.If(purpose != _Purpose.SUBSET):
                    m.d.sync += new.eq(worklist.changed.replicate(size))
                m.next = "UNIT UNSEEN"
            with m.State("UNIT UNSEEN"):
                m.d.comb += streaming.eq(1)
                with m.If(purpose != _Purpose.SUBSET):
                    m.d.sync += new.eq(new & ~unit_word)
                m.next = "UNIT USED"
            with m.State("UNIT USED"):
                m.d.comb += streaming.eq(1)
                m.d.sync += need.eq(all_ & ~unit_word)
                with m.If(purpose != _Purpose.SUBSET):
                    m.d.sync += new.eq(new & unit_word)
                m.next = "STREAM"

            with m.State("STREAM"):
                m.d.comb += [streaming.eq(1), stream.vector.eq(judge.judged_candidates), number.eq(value - 1)]
                with m.If(drained):
                    m.next = "NEXT"
                    with m.If(purpose == _Purpose.SINGLES):
                        m.next = "EXAMINED"
                    with m.If(purpose == _Purpose.PICK):
                        m.d.sync += [unit.eq(unit + 1), first_row.eq(0)]
                        m.next = "UNIT"
                        with m.If(unit + 1 == side):
                            m.next = "IDLE"
                    if self._excluded:
                        with m.If(purpose == _Purpose.PART):
                            m.next = "PART READ"
                        with m.If(purpose == _Purpose.CROSSING):
                            m.next = "PARTS HIT"
                    if self._subsets:
                        with m.If(purpose == _Purpose.DIGIT):
                            m.next = "GIVE DIGIT"
                        with m.If((purpose == _Purpose.CELLS) | (purpose == _Purpose.SUBSET)):
                            m.d.comb += subsets.search.eq(1)
                            m.next = "SEARCH"
                with m.If(judge.judged):
                    m.d.sync += sample.eq(judge.judged_place)
                    with m.Switch(purpose):
                        with m.Case(_Purpose.SINGLES):
                            m.d.comb += [place.eq(~judge.amount.many), fail.eq(~judge.amount.some)]
                        with m.Case(_Purpose.HIDDEN):
                            m.d.comb += [place.eq(judge.amount.some & ~judge.amount.many), fail.eq(judge.amount.many)]
                            m.d.sync += self.counters.hidden.eq(self.counters.hidden + place)
                        with m.Case(_Purpose.ASSUME, _Purpose.LOAD):
                            m.d.comb += [place.eq(1), fail.eq(~judge.amount.some)]
                        with m.Case(_Purpose.UNDO):
                            m.d.comb += [place.eq(1), stream.vector.eq(decoded)]
                        with m.Case(_Purpose.CROSSING):
                            with m.If(judge.amount.some):
                                m.d.sync += parts_hit.bit_select(judge.judged_place.part, 1).eq(1)
                        if self._excluded:
                            with m.Case(_Purpose.EXCLUDE):
                                m.d.comb += flush.eq(1)
                                m.next = "EXCLUDE READ"
                        if self._subsets:
                            with m.Case(_Purpose.CELLS):
                                m.d.comb += subsets.give.enable.eq(1)
                            with m.Case(_Purpose.DIGIT):
                                with m.If(judge.amount.some):
                                    m.d.sync += cells.eq(cells | one_hot(position, size))
                with m.If(place):
                    m.d.comb += [flush.eq(1), stream.load.eq(1)]
                    m.next = "PLACE"
                with m.If(fail):
                    m.d.comb += flush.eq(1)
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"
                with m.If(judge.at_hand & (purpose == _Purpose.PICK) & (judge.count < self.found.value)):
                    m.d.sync += [
                        self.found.row.eq(cell.row), self.found.col.eq(cell.col), self.found.value.eq(judge.count)]
                    with m.If(judge.count <= enough):
                        m.d.comb += flush.eq(1)
                        m.next = "IDLE"
            with m.State("EXAMINED"):
                m.d.comb += worklist.examined.eq(1)
                m.next = "NEXT"
                with m.If(hidden.single.any()):
                    m.d.sync += [target.eq(hidden.single), purpose.eq(_Purpose.HIDDEN)]
                    m.next = "UNIT"
                with m.If((need & ~hidden.once).any()):
                    m.d.sync += self.contradiction.eq(1)
                    m.next = "IDLE"

            # The lowest of what is left is the digit. Used digits are read twice, to be remembered as seen and to be
            # changed.
            with m.State("PLACE"):
                m.d.comb += [of_cell.eq(1), slot.eq(Slot.USED)]
                m.next = "PLACE DIGIT"
            with m.State("PLACE DIGIT"):
                m.d.comb += [of_cell.eq(1), slot.eq(Slot.USED)]
                m.d.sync += digit.eq(stream.number)
                m.next = "PLACE SEEN"
            with m.State("PLACE SEEN"):
                m.d.comb += [of_cell.eq(1), slot.eq(Slot.FILLED), write_slot.eq(Slot.SEEN), write_words.eq(~erase)]
                m.next = "PLACE USED"
            with m.State("PLACE USED"):
                m.d.comb += [write_slot.eq(Slot.USED), write_words.eq(1), place_value.eq(1)]
                with m.If(erase):
                    m.d.sync += open_.eq(open_ + 1)
                with m.Else():
                    m.d.sync += [
                        self.depth.eq(self.depth + 1), self.level.eq(self.level + choice), choice.eq(0),
                        self.counters.placements.eq(self.counters.placements + 1),
                    ]
                    with m.If(purpose != _Purpose.LOAD):
                        m.d.sync += open_.eq(open_ - 1)
                m.next = "PLACE FILLED"
            with m.State("PLACE FILLED"):
                m.d.comb += [write_slot.eq(Slot.FILLED), write_words.eq(1), worklist.placed.eq(~erase)]
                m.next = "NEXT"
                with m.If(purpose == _Purpose.LOAD):
                    m.next = "LOADED"
                with m.If(erase):
                    m.next = "UNDO"
                    with m.If(choice):
                        m.d.comb += worklist.forget.eq(1)
                        m.d.sync += [
                            self.found.row.eq(cell.row), self.found.col.eq(cell.col), self.found.value.eq(digit + 1),
                            self.level.eq(self.level - 1), self.contradiction.eq(0),
                        ]
                        m.next = "IDLE"

            with m.State("UNDO"):
                m.d.sync += self.depth.eq(self.depth - 1)
                m.next = "UNDO READ"
            with m.State("UNDO READ"):
                m.next = "UNDO CELL"
            with m.State("UNDO CELL"):
                m.d.sync += [unit.eq(last.row), start_col.eq(last.col), choice.eq(last.choice)]
                m.next = "UNIT"

            if self._excluded:
                # The parts one after the other: first to learn which digits are in one of them only, ...
                with m.State("PART"):
                    m.d.sync += [purpose.eq(_Purpose.PART), unit.eq(lock_unit), target.eq(all_)]
                    with m.Switch(lock):
                        with m.Case(Lock.ROW):
                            m.d.sync += kind.eq(Kind.ROW)
                        with m.Case(Lock.COL):
                            m.d.sync += kind.eq(Kind.COL)
                        with m.Default():
                            m.d.sync += kind.eq(Kind.BOX)
                    m.next = "UNIT"
                with m.State("PART READ"):
                    with m.If(~second_time):
                        m.d.sync += [somewhere.eq(somewhere | hidden.once), in_two.eq(in_two | somewhere & hidden.once)]
                    m.next = "NEXT PART"
                    # ... and then to find those, and strike them out in the rest of the unit that shares the part.
                    with m.If(second_time & only_here.any()):
                        m.d.sync += [
                            purpose.eq(_Purpose.CROSSING), target.eq(only_here), parts_hit.eq(0),
                            own_part.eq(Mux(lock == Lock.BOX_COLS, stream.band, stream.inner)),
                        ]
                        with m.Switch(lock):
                            with m.Case(Lock.ROW, Lock.COL):
                                m.d.sync += [kind.eq(Kind.BOX), unit.eq(sample.box)]
                            with m.Case(Lock.BOX_ROWS):
                                m.d.sync += [kind.eq(Kind.ROW), unit.eq(sample.row)]
                            with m.Case(Lock.BOX_COLS):
                                m.d.sync += [kind.eq(Kind.COL), unit.eq(sample.col)]
                        m.next = "UNIT"
                with m.State("NEXT PART"):
                    m.d.sync += part.eq(part + 1)
                    m.next = "PART"
                    with m.If(part + 1 == self.order):
                        m.d.sync += [part.eq(0), second_time.eq(1)]
                        with m.If(second_time):
                            m.next = "IDLE"
                with m.State("PARTS HIT"):
                    m.d.sync += [own_part.eq(0), part_first.eq(0)]
                    m.next = "EXCLUDE"
                    with m.If(~parts_hit.any()):
                        m.next = "NEXT PART"
                # One word for each part hit, by way of the part's first cell.
                with m.State("EXCLUDE"):
                    m.d.sync += [
                        parts_hit.eq(parts_hit >> 1), start_col.eq(part_first),
                        part_first.eq(part_first + Mux(lock == Lock.COL, 1, self.order)), purpose.eq(_Purpose.EXCLUDE),
                    ]
                    with m.If(parts_hit[0]):
                        m.next = "UNIT"
                    with m.Elif(~parts_hit.any()):
                        m.next = "NEXT PART"
                # Its word comes once more, for the stream has gone on.
                with m.State("EXCLUDE READ"):
                    m.d.comb += of_cell.eq(1)
                    m.next = "EXCLUDE HELD"
                with m.State("EXCLUDE HELD"):
                    m.next = "EXCLUDE WRITE"
                with m.State("EXCLUDE WRITE"):
                    m.d.comb += exclude.eq(1)
                    m.d.sync += self.counters.excluded.eq(self.counters.excluded + 1)
                    m.next = "EXCLUDE"

            if self._subsets:
                with m.State("SEARCH"):
                    with m.If(~subsets.busy):
                        m.d.sync += purpose.eq(_Purpose.SUBSET)
                        m.next = "UNIT"
                        with m.If(~subsets.found):
                            m.d.comb += subsets.clear.eq(1)
                            m.d.sync += [hidden_ones.eq(1), target.eq(1), cells.eq(0)]
                            m.next = "DIGIT"
                            with m.If(hidden_ones | ~subsets.many):
                                m.next = "IDLE"
                        # From some cells, what the target does not have goes.
                        with m.Elif(hidden_ones):
                            m.d.sync += [
                                cells.eq(subsets.columns), target.eq(subsets.rows), new.eq(need & ~subsets.rows)]
                        with m.Else():
                            m.d.sync += [
                                cells.eq(~subsets.rows), target.eq(all_ & ~subsets.columns), new.eq(subsets.columns)]
                # In which cells each digit can be that the unit needs.
                with m.State("DIGIT"):
                    m.d.sync += purpose.eq(_Purpose.DIGIT)
                    m.next = "UNIT"
                    with m.If(~(target & need).any()):
                        m.next = "NEXT DIGIT"
                with m.State("GIVE DIGIT"):
                    m.d.comb += subsets.give.enable.eq(1)
                    m.next = "NEXT DIGIT"
                with m.State("NEXT DIGIT"):
                    m.d.sync += [index.eq(index + 1), target.eq(target << 1), cells.eq(0)]
                    m.next = "DIGIT"
                    with m.If(index + 1 == side):
                        m.d.comb += subsets.search.eq(1)
                        m.next = "SEARCH"
        return m
