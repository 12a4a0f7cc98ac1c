"""Fake deducers."""

import zlib
from collections.abc import Sequence
from functools import cache

from rowloom.engines.shading import CANAL_BITS, SMULLYAN_BITS
from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.host.puzzles import canal, smullyan
from rowloom.host.puzzles.clued import Clued
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.hw.shading.canal import clue_rule
from support.brute import solutions
from support.deduction.packing import WORD, packed
from support.native.fake import Fake

__all__ = ["Canal", "Deducer", "Dynasty", "Packing"]

_OWN_PAGES = 2
_SAVED_PAGE = 1
_ALL = 3


@cache
def _solutions(kind: type[Clued], rows: int, cols: int, clues: tuple) -> list[dict[tuple[int, int], bool]]:
    """Find all solutions of a puzzle of this kind by brute force. Each solution maps cells to True if they are 1, and
    otherwise to False."""
    grid = tuple(tuple(dict(clues).get((row, col)) for col in range(cols)) for row in range(rows))
    return [{(row, col): colour == "1" for row, line in enumerate(one) for col, colour in enumerate(line)}
            for one in solutions(kind("native", rows, cols, grid))]


class Packing(Fake):
    """The registers for packed clues and solutions. A packed clue has ``CLUE_BITS`` bits. There are two kinds of words
    of clues; it is asserted that each word is of the kind that is needed next."""

    CLUE_BITS = SLITHERLINK_BITS

    def _begin_packing(self, rows: int, cols: int) -> None:
        self._unread = [(row, col) for row in range(rows) for col in range(cols)]  # cells in reading order
        self._mask: list[int] = []
        self._values: list[int] = []
        self._unpacked: dict[tuple[int, int], int] = {}
        self._packed: list[int] = []

    @property
    def _clues(self) -> dict[tuple[int, int], int]:
        return self._unpacked

    def _pack(self, cells: Sequence[bool]) -> None:
        self._packed = packed(cells)

    @property
    def _needs_values(self) -> bool:
        return bool(self._unread and self._mask)

    def write_given(self, cells: int) -> None:
        assert not self._needs_values
        self._mask = [cells >> bit & 1 for bit in range(WORD)]
        self._unpack()

    def write_values(self, clues: int) -> None:
        assert self._needs_values
        self._values = [clues >> bit & (1 << self.CLUE_BITS) - 1 for bit in range(0, WORD, self.CLUE_BITS)]
        self._unpack()

    def _unpack(self) -> None:
        while self._needs_values and (self._values or not self._mask[0]):
            cell = self._unread.pop(0)
            if self._mask.pop(0):
                self._unpacked[cell] = self._values.pop(0)

    def read_packing(self) -> dict[str, int]:
        return {"clues": len(self._unpacked), "needs_given": not self._needs_values,
                "needs_values": self._needs_values, "has_packed": bool(self._packed)}

    def read_packed(self) -> int:
        return self._packed.pop(0)


class Deducer(Packing):
    """A deducer with registers. It knows all solutions of a puzzle, but does not always use this knowledge.

    From some states, it draws all conclusions; from all other states, it draws none until every cell is known. It
    always treats the same state in the same way. Sometimes it finds a solution in lookahead, and then continues as if
    this solution did not exist. It checks that commands are valid.
    """

    SIZE, KIND, FRAME, COLUMNS, VALUE_OF_ONE, CLUED_CELLS_ARE_ZERO = "5x4", Slitherlink, 1, False, 0, False
    COUNTED = 3_000_000_000  # each counter grows by this amount when a state is examined; counters wrap around
    PAGES = 2  # so few that a deep search must restore pages
    LAZINESS, KEEPING = 3, 5  # it draws conclusions in a third of the states, and lookahead finds solutions in a fifth
    BUSY = 1  # the number of times that the state reads as ``busy`` after a command

    def write_size(self, rows: int, cols: int) -> None:
        self._size = rows, cols

    def read_words(self) -> int:
        return (self.PAGES + _OWN_PAGES) * self._page_words

    def write_pages(self, page: int, parent: int) -> None:
        self._page, self._parent = self._number(page), self._number(parent)

    def write_window(self, first: int, last: int) -> None:
        assert last <= self._size[0]
        self._window = first, last

    def write_change(self, free: int, col: int, row: int, value: int, valued: int, unlike: int) -> None:
        if valued:
            self._changed[row, col] = value
        assert (row, col) in self._changed
        (self._free.add if free else self._free.discard)((row, col))
        self._unlike = (row, col) if unlike else None

    def read_found(self) -> int:
        return self._found

    def write_control(self, value: int, col: int, row: int, assume: int, solve: int, solutions: int, begin: int,
                      stop: int, pack: int, same_clues: int, near: int, shallow: int) -> None:
        if begin:
            if not same_clues:
                self._begin_packing(*self._size)
                self._changed, self._free, self._unlike, self._calls = {}, set(), None, 0
            self._flags, self._waits, self._saved, self._saved_from, self._found = {}, 1, None, {}, 0
            self._half = False
            known, first, last = {}, *(self._window if near else (0, self._size[0]))
            if first > 0 or last < self._size[0]:
                known = {cell: colour for cell, colour in self._states[self._parent].items()
                         if not first <= cell[0] <= last}
                self._states[self._page] = known
            else:
                self._states = {page: state for page, state in getattr(self, "_states", {}).items() if same_clues}
                self._dead = set()
                self._states[self._page] = known
            self._dead.discard(self._page)
        if solve:
            parent = self._page if begin else self._parent
            # If two guesses follow each other, the first guess may already decide the cell of the second guess.
            after_half, self._half = self._half and parent == self._page, bool(assume and shallow)
            assert parent in self._states and (begin or parent not in self._dead or solutions == 0 or after_half)
            known = dict(self._states[parent])
            if assume:
                assert known.get((row, col)) != (value == self.VALUE_OF_ONE) or after_half
                known[row, col] = value == self.VALUE_OF_ONE
            self._deduce(known, solutions, shallow)
        if stop:
            self._waits = 0
        if pack:
            known = self._saved if self._page == _SAVED_PAGE else self._states[self._page]
            self._pack([known[row, col] for row in range(self._size[0]) for col in range(self._size[1])])

    def read_state(self) -> dict[str, int]:
        if self._waits:
            self._waits -= 1
            return {"busy": 1}
        rows, cols = self._size
        known = self._states[self._page]
        row, col = next(((row, col) for row in range(rows) for col in range(cols) if (row, col) not in known), (0, 0))
        return {**self._flags, "saved": self._saved is not None, "row": row, "col": col}

    def read_counters(self, number: int) -> int:
        return self._calls * (self.COUNTED + number) & 0xFFFF_FFFF

    @property
    def _page_words(self) -> int:
        return max(self._size[0] + self.FRAME, self._size[1] if self.COLUMNS else 0)

    def _all_solutions(self, clues: dict[tuple[int, int], int]) -> list[dict[tuple[int, int], bool]]:
        return _solutions(self.KIND, *self._size, tuple(sorted(clues.items())))

    def _number(self, address: int) -> int:
        """Return the number of the page at an address."""
        number, rest = divmod(address, self._page_words)
        assert rest == 0 and _SAVED_PAGE <= number < self.PAGES + _OWN_PAGES
        return number

    def _deduce(self, known: dict[tuple[int, int], bool], solutions: int, shallow: int) -> None:
        saved = self._saved if known.items() >= self._saved_from.items() else None
        clues = {cell: clue for cell, clue in (self._clues | self._changed).items() if cell not in self._free}
        like = self._all_solutions(clues) if self._unlike else []
        rest = [one for one in self._all_solutions({cell: clues[cell] for cell in clues if cell != self._unlike})
                if one.items() >= known.items() and one != saved and one not in like
                and not (self.CLUED_CELLS_ARE_ZERO and one.get(self._unlike))]
        thought = zlib.crc32(repr(sorted(known.items())).encode())
        self._flags = {}
        if solutions == _ALL and not shallow and len(rest) > 1 and thought % self.KEEPING == 0:
            rest.pop()
            self._found += 1
        stops = not shallow and (solutions == 1 or (solutions == 2 and self._saved is not None))
        if len(rest) > 1 and solutions == 2 and not stops and thought % self.KEEPING == 0:
            self._saved, self._saved_from = rest.pop(), dict(known)
        if len(known) == self._size[0] * self._size[1] or thought % self.LAZINESS == 0:
            if not rest:
                self._flags = {"contradiction": 1}
            elif len(rest) == 1 or (stops and thought % 2):
                known, self._flags = dict(rest[0]), {"decided": 1}
            else:
                known = dict(set.intersection(*(set(one.items()) for one in rest)))
        self._states[self._page] = known
        # A page with a contradiction or a solution cannot be the parent of another page.
        (self._dead.add if self._flags else self._dead.discard)(self._page)
        self._calls, self._waits = self._calls + 1, self.BUSY


class Dynasty(Deducer):
    """A deducer of Smullyanic Dynasties."""

    CLUE_BITS, SIZE, KIND, FRAME, VALUE_OF_ONE = SMULLYAN_BITS, "4x4", smullyan.Smullyan, 0, 1


class Canal(Deducer):
    """A deducer of Canal Views."""

    CLUE_BITS, SIZE, KIND, FRAME, COLUMNS, VALUE_OF_ONE = CANAL_BITS, "4x4", canal.Canal, 0, True, 1
    CLUED_CELLS_ARE_ZERO = True

    @property
    def _clues(self) -> dict[tuple[int, int], int]:
        return {cell: canal.UNKNOWN if clue == clue_rule.UNKNOWN else clue for cell, clue in super()._clues.items()}
