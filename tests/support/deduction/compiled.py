"""A deducer that is compiled to native code, with a method for each command."""

from dataclasses import dataclass

from rowloom.hw.deduction.deducer import Counters

__all__ = ["Compiled", "DeducerResult"]


@dataclass
class DeducerResult:
    """The result of a command."""

    contradiction: bool
    decided: bool
    branch: tuple[int, int]
    clocks: int


class Compiled:
    """A deducer that is compiled to native code. The methods refer to pages by number.

    ``largest`` is the size of the largest grid that fits the unit. A page contains the rows of the grid and ``frame``
    rows around the grid. If ``columns`` is set, a page has room for at least one word per column. ``value_of_one`` is
    the gateware's value for a cell that is 1 in a solution. ``works`` are the kinds of work whose clocks are counted.
    """

    PATIENCE = 20_000

    def __init__(self, unit, largest, clue_bits, frame, value_of_one, works, columns=False):
        self._unit, self._clue_bits, self._frame, self._value_of_one = unit, clue_bits, frame, value_of_one
        self._columns = columns
        self._counters = list(Counters(works).members)
        self._size_bits = [size.bit_length() for size in largest]
        self._cell_bits = [(size - 1).bit_length() for size in largest]
        self._ports = {name: unit.port(name) for name in (
            "size", "begin", "clue", "solve", "solutions", "assume", "page", "parent", "stop", "row", "cells",
            "busy", "contradiction", "decided", "saved", "branch", "counters",
            "same_clues", "near", "window", "change", "shallow", "found")}

    def _set(self, **values):
        for name, value in values.items():
            self._ports[name][0] = value

    def _get(self, name):
        return self._ports[name][0]

    def _command(self, name, stop_after=None, **values):
        """Send a command; return the number of clocks until the deducer is idle."""
        self._set(**{name: 1, **values})
        self._unit.tick()
        self._set(**{name: 0, "solve": 0})
        clocks = 0
        while self._get("busy"):
            self._set(stop=clocks == stop_after)
            self._unit.tick()
            clocks += 1
            assert clocks < self.PATIENCE
        return clocks

    @staticmethod
    def _packed(*fields):
        """Pack (value, width) pairs into a number, the lowest field first."""
        word = shift = 0
        for value, bits in fields:
            word |= int(value) << shift
            shift += bits
        return word

    def _at(self, cell):
        return zip(cell, self._cell_bits, strict=True)

    @property
    def _size(self):
        return self._packed(*zip((self.rows, self.cols), self._size_bits, strict=True))

    def _state(self, clocks):
        branch, (row_bits, _) = self._get("branch"), self._cell_bits
        return DeducerResult(
            bool(self._get("contradiction")), bool(self._get("decided")),
            (branch & (1 << row_bits) - 1, branch >> row_bits), clocks)

    def _address(self, page):
        return (2 + page) * max(self.rows + self._frame, self.cols if self._columns else 0)

    def begin(self, clues, page=0):
        """Begin a puzzle with these clues, which are given row by row, but sent from the last row to the first."""
        self.rows, self.cols = len(clues), len(clues[0])
        self._command("begin", size=self._size, page=self._address(page))
        for row, line in reversed(list(enumerate(clues))):
            for col, clue in enumerate(line):
                if clue is not None:
                    self._set(clue=self._packed((1, 1), *self._at((row, col)), (clue, self._clue_bits)))
                    self._unit.tick()
        self._set(clue=0)

    def change(self, cell, value=None, free=False, unlike=False):
        """Change a clue; if ``value`` is None, the value of the clue stays the same."""
        self._set(change=self._packed(
            (1, 1), *self._at(cell), (value or 0, self._clue_bits), (value is not None, 1), (free, 1), (unlike, 1)))
        self._unit.tick()
        self._set(change=0)
        self._unit.tick()

    def begin_again(self, solution_page=0, window=None, wanted=1, shallow=False, cell=None, one=True):
        """Initialise page 0, or a window of its rows, with the same clues, and solve the page. If ``cell`` is given,
        assume before solving that this cell is 1 or, if ``one`` is false, 0."""
        first, last = window or (0, self.rows)
        self._command(
            "begin", same_clues=1, near=1, window=first | last << self._size_bits[0], solve=1, solutions=wanted,
            assume=self._assumption(cell, one), shallow=shallow, size=self._size, page=self._address(0),
            parent=self._address(solution_page))
        self._set(same_clues=0, near=0, shallow=0)
        return self._state(0)

    def solve(self, page=0, parent=None, cell=None, one=True, wanted=2, stop=None):
        """Solve a page. If ``parent`` is given, the page begins as a copy of that page. If ``cell`` is given, assume
        before solving that this cell is 1 or, if ``one`` is false, 0. ``stop`` is the clock at which a stop command is
        sent.
        """
        clocks = self._command(
            "solve", page=self._address(page), parent=self._address(page if parent is None else parent),
            assume=self._assumption(cell, one), solutions=wanted, stop_after=stop)
        return self._state(clocks)

    def _assumption(self, cell, one):
        return 0 if cell is None else self._packed((1, 1), *self._at(cell), (one == self._value_of_one, 1))

    def cells(self, page=0):
        """Return rows of text: "1" for each cell that is 1 in the solution or, on an undecided page, that may be 1."""
        self._set(page=self._address(page))
        rows = []
        for row in range(self.rows):
            self._set(row=row)
            self._unit.tick()
            rows.append("".join("01"[self._get("cells") >> col & 1] for col in range(self.cols)))
            assert not self._get("cells") >> self.cols
        return tuple(rows)

    def counters(self):
        return dict(zip(self._counters, self._ports["counters"][:len(self._counters)]))

    def leaves(self, state, wanted=1, page=0):
        """Search from a page until all branches are exhausted. Yield the solutions except those that lookahead counts
        or saves."""
        if state.decided:
            yield self.cells(page)
        elif not state.contradiction:
            for one in (True, False):
                yield from self.leaves(self.solve(page + 1, page, state.branch, one, wanted), wanted, page + 1)

    def count(self):
        """Return the number of solutions: the solutions of the search, and the solutions that lookahead counts."""
        return len([*self.leaves(self.solve(wanted=3), wanted=3)]) + self._get("found")

    def saved(self):
        return [self.cells(-1)] if self._get("saved") else []

    def solutions(self, wanted=2):
        """Search depth first from page 0 until this number of solutions is found. Check that each branch cell may be 1
        and has not been chosen before."""
        found = []

        def search(state, *chosen):
            page = len(chosen)
            if state.decided:
                found.append(self.cells(page))
            elif not state.contradiction:
                row, col = state.branch
                assert state.branch not in chosen and self.cells(page)[row][col] == "1"
                for one in (True, False):
                    if len(found) + self._get("saved") < wanted:
                        after = self.solve(page + 1, page, state.branch, one, wanted - len(found))
                        search(after, *chosen, state.branch)

        search(self.solve(wanted=wanted))
        return found + self.saved()

    def check(self, clues, truth):
        """Compare the deducer's results for a puzzle with ``truth``, the set of all solutions.

        Check the result of the first command, then the branches that lead to some of the solutions, and then searches
        for one solution and for two.
        """
        self.begin(clues)
        state, may_be_one = self.solve(), self.cells()
        saved = set(self.saved())
        assert saved <= truth
        assert not (state.contradiction and truth - saved)
        for solution in truth - saved:
            assert state.decided or all(int(line, 2) & ~int(may, 2) == 0 for line, may in zip(solution, may_be_one))
        if state.decided:
            assert may_be_one in truth - saved and (saved or len(truth) == 1)

        # If the page is solved again, the deducer finds nothing more, and the page does not change.
        if not state.contradiction:
            again = self.solve()
            assert (again.contradiction, again.decided) == (False, state.decided)
            assert self.cells() == may_be_one

        for solution in sorted(truth)[::1 + len(truth) // 4]:
            self.begin(clues)
            page, here = 0, self.solve()
            while not here.decided and solution not in self.saved():
                assert not here.contradiction
                row, col = here.branch
                page, here = 1, self.solve(1, page, here.branch, one=solution[row][col] == "1")
            found = {*self.saved(), *([self.cells(page)] if here.decided else [])}
            assert found <= truth and (solution in found or len(found) == 2)

        for wanted in (2, 1):
            self.begin(clues)
            found = self.solutions(wanted)
            assert len(found) == len(set(found)) == min(wanted, len(truth)) and set(found) <= truth
