"""The scan unit: deduce in a grid of any order, place and undo digits, find branch cells."""

import enum
from functools import reduce
from operator import or_

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out, connect

from rowloom.hw.primitives.units import share_port
from rowloom.hw.sudoku.scan.house_reader import HouseReader, Sequencer
from rowloom.hw.sudoku.scan.locked_candidates import Lock, LockedCandidates
from rowloom.hw.sudoku.scan.memories import CellValues, Exclusions, HouseKind, HouseWords, one_hot
from rowloom.hw.sudoku.scan.placing import Clearing, Loading, Placer, Trail, Undoing
from rowloom.hw.sudoku.scan.propagation import BranchFinder, HouseWorklist, Propagation
from rowloom.hw.sudoku.scan.subsets import SubsetExclusion

__all__ = ["Command", "Lock", "Scan", "ScanCounters"]


class Command(enum.IntEnum):
    """The commands. CLEAR: clear everything. LOAD: place the givens that are in memory. PROPAGATE: propagate. ASSUME:
    place a cell's next candidate, and propagate. UNDO: undo the latest choice and all later placements. BRANCH: find a
    cell to branch on. EXCLUDE: exclude candidates by the locked candidates of a house. SUBSETS: exclude candidates by
    the subsets of a house."""

    NONE = 0
    CLEAR = 1
    LOAD = 2
    PROPAGATE = 3
    ASSUME = 4
    UNDO = 5
    BRANCH = 6
    EXCLUDE = 7
    SUBSETS = 8


class ScanCounters(data.StructLayout):
    """Counts since ``CLEAR``: houses visited, placements, hidden singles among the placements, parts of lines that
    lost digits because of locked candidates, cells that lost digits because of subsets."""

    def __init__(self):
        super().__init__({name: 32 for name in ("visits", "placed", "hidden", "excluded", "subsets")})


class Scan(wiring.Component):
    """Deduce by naked and hidden singles in grids of order 2 to ``order``, house by house.

    A cell's candidates are the digits that are not used in its row, its column or its box. A house is *dirty* if some
    of its cells may have lost a candidate since the previous visit; a visit reads the open cells of a house, one per
    clock. If a cell has only one candidate, or a candidate has only one place, the digit is placed, the visit ends, and
    all houses of the cell become dirty. If a digit is new in a house, the house's other cells lose this candidate, and
    the other houses of each cell that has lost it become dirty. Propagation ends when no house is dirty, or with a
    contradiction: a cell without candidates, a house without a place for a digit, or a digit that occurs twice in a
    house.

    ``EXCLUDE`` adds locked candidates: if all places for a digit in a house lie in one part, and another house shares
    this part, the digit is excluded from the rest of the other house. ``SUBSETS`` adds naked and hidden pairs, triplets
    and quartets: all other digits are excluded from the cells of a hidden subset, and the digits of a naked subset are
    excluded from all other cells of the house. Exclusions are never undone.

    A trail records every placement, so that placements can be undone back to the latest choice. A choice may be made
    only when nothing more follows.

    Each command has a sequencer. All sequencers share one reader of houses, one placer and the memories, and use them
    in turn.

    Parameters
    ----------
    order : int, at least 2
        The largest order.
    excluded : int
        The largest order with memories for candidates that are excluded because of locked candidates; 0 for no
        memories. In larger puzzles, ``EXCLUDE`` does nothing.
    subsets : int
        The largest order with a memory for candidates that are excluded because of subsets; 0 for no memory. In larger
        puzzles, ``SUBSETS`` does nothing.
    """

    def __init__(self, order: int, excluded: int, subsets: int):
        if order < 2:
            raise ValueError(f"Scan needs an order of at least 2, not {order}")
        self._size = size = order * order
        self._largest = {Command.EXCLUDE: excluded, Command.SUBSETS: subsets}
        self._reader, self._placer = HouseReader(order), Placer(order)
        self._words, self._exclusions = HouseWords(size), Exclusions(order, excluded, subsets)
        self._worklist, self._values, self._trail = HouseWorklist(size), CellValues(size), Trail(size)
        self._clearing = Clearing(order, max(self._words.depth, self._exclusions.depth))
        self._loading, self._propagation = Loading(order), Propagation(order)
        self._undoing, self._branch_finder = Undoing(order), BranchFinder(order)
        self._locked = LockedCandidates(order) if excluded else None
        self._subsets = SubsetExclusion(order, subsets) if subsets else None
        number, value, cells = range(size), range(size + 1), range(size * size + 1)
        cell = {"row": number, "col": number}
        super().__init__({
            "order": In(range(order + 1)),  # the puzzle's order, at least 2; must not change after ``CLEAR``
            # Start the command ``what`` unless it is NONE; not while busy. ``ASSUME`` places, in the open cell, the
            # lowest candidate that is not less than ``value``, and propagates; if there is no such candidate, this is a
            # contradiction. ``UNDO`` undoes placements back to the latest placement with ``choice``. ``BRANCH`` looks
            # for the first cell with the fewest candidates, starting at the command's cell, and ends early at a cell
            # with no more than ``value`` candidates. ``EXCLUDE`` and ``SUBSETS`` work on the house with the number
            # ``row``; ``value`` is the house's :class:`Lock` for ``EXCLUDE``, and the house's :class:`HouseKind` for
            # ``SUBSETS``. These two commands may be started only while the trail has no choice.
            "command": In(data.StructLayout({"what": Command, **cell, "value": value, "choice": 1})),
            # Valid while not busy: a cell, counted row by row, and its value one clock later, or 0 if the cell is
            # empty. The memory has twice as many words as the largest grid has cells; the second half is for other
            # values.
            "address": In(range(2 * size * size)), "value": Out(value),
            "write": In(data.StructLayout({"enable": 1, "value": value})),  # a cell's value: a given for ``LOAD``
            "busy": Out(1),  # a command runs; the outputs below are valid when it is low again
            "contradiction": Out(1),  # there is no solution
            "solved": Out(1),  # all cells are filled: a solution, if there is no contradiction
            # After ``BRANCH``: the cell, and the number of its candidates (all ones if there is no open cell). After
            # ``UNDO``: the choice that was undone.
            "found": Out(data.StructLayout({**cell, "value": value})),
            # the number of placements in the trail, and the number of choices among them; both are 0 after ``LOAD``
            "depth": Out(cells), "level": Out(cells),
            "counters": Out(ScanCounters()),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        sequencers: dict[str, Sequencer] = {
            "loading": self._loading, "propagation": self._propagation, "undoing": self._undoing,
            "branch_finder": self._branch_finder}
        if self._locked:
            sequencers["locked"] = self._locked
        if self._subsets:
            sequencers["subsets"] = self._subsets
        units = {
            "reader": self._reader, "placer": self._placer, "words": self._words, "exclusions": self._exclusions,
            "worklist": self._worklist, "values": self._values, "trail": self._trail, "clearing": self._clearing}
        for name, unit in (units | sequencers).items():
            m.submodules[name] = unit
        share_port(m, self._reader.port, [sequencer.reader for sequencer in sequencers.values()])
        share_port(m, self._placer.port, [unit.placer for unit in (self._loading, self._propagation, self._undoing)])
        m.d.comb += self.busy.eq(reduce(or_, (unit.busy for unit in sequencers.values()), self._clearing.busy))
        self._dispatch(m)
        self._connect_sequencers(m)
        self._connect_memories(m)
        self._connect_exclusions(m)
        self._report(m)
        return m

    def _dispatch(self, m: Module) -> None:
        """Start the command's sequencer."""
        with m.If(~self.busy), m.Switch(self.command.what):
            with m.Case(Command.CLEAR):
                m.d.comb += self._clearing.start.eq(1)
            with m.Case(Command.LOAD):
                m.d.comb += self._loading.start.eq(1)
            with m.Case(Command.PROPAGATE):
                m.d.comb += self._propagation.start.eq(1)
            with m.Case(Command.ASSUME):
                m.d.comb += [self._propagation.start.eq(1), self._propagation.assume.enable.eq(1)]
            with m.Case(Command.UNDO):
                m.d.comb += self._undoing.start.eq(1)
            with m.Case(Command.BRANCH):
                m.d.comb += self._branch_finder.start.eq(1)
            for what, sequencer in ((Command.EXCLUDE, self._locked), (Command.SUBSETS, self._subsets)):
                if sequencer:
                    with m.Case(what):
                        m.d.comb += sequencer.start.eq(self.order <= self._largest[what])

    def _connect_sequencers(self, m: Module) -> None:
        """Connect the sequencers to the command's operands and to each other."""
        command, values, trail, worklist = self.command, self._values, self._trail, self._worklist
        side, digits = self._clearing.side, self._clearing.digits
        loading, propagation, undoing, branch_finder = (
            self._loading, self._propagation, self._undoing, self._branch_finder)
        # A digit as a vector: a given, a digit to be erased, or the least digit to be assumed.
        number, bit = Signal(values.value.shape()), Signal(self._size)
        m.d.comb += [
            number.eq(Mux(loading.busy | undoing.busy, values.value, command.value) - 1),
            bit.eq(one_hot(number, self._size)),
            self._clearing.order.eq(self.order),
            loading.side.eq(side), loading.value.eq(values.value), loading.value_bit.eq(bit & digits),
            propagation.digits.eq(digits), propagation.number.eq(self._reader.number),
            propagation.first.eq(worklist.first), propagation.first_kind.eq(worklist.first_kind),
            *(propagation.assume[name].eq(command[name]) for name in ("row", "col", "choice")),
            propagation.assume.least.eq(-bit & digits),
            undoing.last.eq(trail.last),
            self._placer.value_bit.eq(bit),
            branch_finder.side.eq(side), branch_finder.digits.eq(digits),
            branch_finder.row.eq(command.row), branch_finder.col.eq(command.col),
            branch_finder.enough.eq(command.value), branch_finder.fewest.eq(self.found.value),
        ]

    def _connect_memories(self, m: Module) -> None:
        """Connect the memories to the reader and the placer, to the sequencers and to the bus."""
        reader, placer, words, values, trail = self._reader, self._placer, self._words, self._values, self._trail
        loading, undoing, clearing, place = self._loading, self._undoing, self._clearing, self._reader.port.cell.place
        connect(m, placer.write, words.write)
        m.d.comb += [
            reader.order.eq(self.order), reader.digits.eq(clearing.digits), reader.teach.eq(clearing.teach),
            reader.find.eq(self._propagation.find),
            placer.cell.eq(place), placer.lowest.eq(reader.lowest), placer.number.eq(reader.number),
            words.read.slot.eq(Mux(placer.busy, placer.read.slot, reader.words.slot)),
            words.read.houses.eq(Mux(placer.busy, placer.read.houses, reader.words.houses)),
            reader.words.words.eq(words.read.words), placer.read.words.eq(words.read.words),
            words.clear.eq(clearing.busy), words.index.eq(clearing.index),
            values.side.eq(clearing.side), values.write.eq(placer.value),
            *(values.cell[name].eq(Mux(
                loading.busy, loading.cell[name], Mux(undoing.busy, trail.last[name], place[name])))
              for name in ("row", "col")),
            values.outside.eq(~self.busy), values.address.eq(self.address), values.put.eq(self.write),
            trail.push.enable.eq(placer.push.enable), trail.push.entry.choice.eq(placer.push.choice),
            *(trail.push.entry[name].eq(place[name]) for name in ("row", "col")),
            trail.pop.eq(placer.pop), trail.clear.eq(clearing.start | loading.done),
        ]

    def _connect_exclusions(self, m: Module) -> None:
        """Connect the exclusion of candidates to its memories, and mark the houses whose cells lose candidates."""
        reader, exclusions, worklist, clearing = self._reader, self._exclusions, self._worklist, self._clearing
        locked, subsets, cell, judged = self._locked, self._subsets, self._reader.port.cell, self._reader.port.judged
        recall, lost = Const(0), Const(0)
        if locked:
            recall, lost = locked.recall, locked.lost
            m.d.comb += [
                locked.order.eq(self.order), locked.digits.eq(clearing.digits),
                locked.lock.eq(self.command.value), locked.house.eq(self.command.row),
                exclusions.lock.place.eq(cell.place),
                *(exclusions.lock[name].eq(locked.exclude[name]) for name in ("rows", "cols", "digits")),
            ]
        if subsets:
            lost |= subsets.lost
            m.d.comb += [
                subsets.side.eq(clearing.side), subsets.digits.eq(clearing.digits),
                subsets.kind.eq(self.command.value), subsets.house.eq(self.command.row),
                exclusions.keep.enable.eq(subsets.lost), exclusions.keep.place.eq(judged.place),
                exclusions.keep.digits.eq(judged.candidates),
            ]
        lost_to_house, lost_for_good = Signal(), Signal()
        m.d.sync += [lost_to_house.eq(self._propagation.lost), lost_for_good.eq(lost)]
        m.d.comb += [
            exclusions.read.place.eq(Mux(recall, cell.place, reader.excluded.place)),
            reader.excluded.word.eq(exclusions.read.word),
            exclusions.clear.eq(clearing.busy), exclusions.index.eq(clearing.index),
            *(worklist.cell[kind.name.lower()].eq(cell.place[kind.name.lower()]) for kind in HouseKind),
            *(worklist.mark[kind].eq(lost_for_good | lost_to_house & (reader.kind != kind)) for kind in HouseKind),
            worklist.placed.eq(self._placer.placed), worklist.every.eq(Mux(self._loading.done, clearing.digits, 0)),
            worklist.forget.eq(clearing.start | self._undoing.done),
            worklist.kind.eq(reader.kind), worklist.house.eq(reader.house),
            worklist.visited.eq(reader.visited), worklist.examined.eq(self._propagation.examined),
            reader.changed.eq(worklist.changed), self._placer.changed.eq(worklist.cell_changed),
        ]

    def _report(self, m: Module) -> None:
        """Update the outputs."""
        propagation, undoing, branch_finder, placer = (
            self._propagation, self._undoing, self._branch_finder, self._placer)
        place, open_ = self._reader.port.cell.place, Signal(self.depth.shape())
        events = {"visits": propagation.visit, "placed": placer.push.enable, "hidden": propagation.hidden}
        if self._locked:
            events["excluded"] = self._locked.exclude.rows | self._locked.exclude.cols
        if self._subsets:
            events["subsets"] = self._subsets.lost
        m.d.comb += [
            self.value.eq(self._values.word), self.depth.eq(self._trail.depth), self.level.eq(self._trail.level)]
        m.d.sync += [
            open_.eq(open_ + self._loading.counted + placer.pop - placer.push.enable),
            *(self.counters[name].eq(self.counters[name] + event) for name, event in events.items()),
        ]
        with m.If(self._loading.contradiction | propagation.contradiction):
            m.d.sync += self.contradiction.eq(1)
        with m.If(propagation.at_rest):
            m.d.sync += self.solved.eq(open_ == 0)
        with m.If(branch_finder.start):
            m.d.sync += self.found.value.eq(-1)
        with m.If(branch_finder.better | undoing.done):
            m.d.sync += [
                self.found.row.eq(place.row), self.found.col.eq(place.col),
                self.found.value.eq(Mux(undoing.done, self._values.value, self._reader.port.cell.count)),
            ]
        with m.If(undoing.start):
            m.d.sync += self.solved.eq(0)
        with m.If(undoing.done):
            m.d.sync += self.contradiction.eq(0)
        with m.If(self._clearing.start):
            m.d.sync += [self.contradiction.eq(0), self.solved.eq(0), open_.eq(0), self.counters.eq(0)]
