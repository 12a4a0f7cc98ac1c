"""Puzzles and solutions as bits. The host packs puzzles, which the firmware unpacks; the firmware packs solutions,
which the host unpacks.

The engines here only record the clues that the firmware sets, and return the solutions that the test supplies.
"""

import random
from collections import deque
from itertools import product
from math import isqrt
from typing import NamedTuple

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.host.puzzles import BOARD_GENRES, GENRES, Puzzle
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import MAX_BODY, SEQUENCES, Poll, Reason, Result, Results, Solve, State, Status
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.sudoku.scan.scan import Command
from support.native import board, scan
from support.native.deducer import Packing
from support.native.fake import Fake
from support.native.talk import Talk, results_in
from support.puzzles import blank, full_grid, random_grid

SIZES = {"checker": (32, 32), "deducer": (64, 36), "parallel": (9, 9), "scan": (16, 16)}
"""The size of each engine's largest puzzles."""

MOST_BYTES = MAX_BODY - 30
"""The largest total size of the puzzles in a request. The request must fit into a frame."""

EACH = pytest.mark.parametrize("name", SIZES)
REFUSED = Result(Status.REFUSED, reason=Reason.MALFORMED)


# Engines


def ignored(engine, *args, **fields):
    """Stand in for reads and writes of registers that do not matter in these tests. Reads return 0."""
    return 0


class Recorder(Fake):
    """An engine that solves no puzzles. It records the given cells of each puzzle in ``heard``, and returns the next of
    the ``solutions``."""

    def __init__(self):
        super().__init__()
        self.heard, self.solutions = [], deque()
        self._begin()

    def _begin(self):
        self._given, self._state, self._solution = {}, {}, None

    def _solve(self, **state):
        self.heard.append(self._given)
        self._solution, self._state = self.solutions.popleft(), state

    def read_state(self):
        return self._state


class Checker(Recorder):
    write_size = write_assign = read_conflict = ignored

    def write_control(self, clear, flood, outside, undecided):
        if clear:
            self._begin()

    def write_clue(self, value, row, col):
        self._given[row, col] = value

    def read_verdict(self):
        return {"joined": 1, "pick": 1}

    def read_outside(self, row):
        return ~self.read_inside(row) & 0xFFFF_FFFF

    def read_inside(self, row):
        if self._solution is None:
            self._solve()
        return int(self._solution[row][::-1], 2)


class Deducer(Packing, Recorder):
    write_pages = ignored

    def write_size(self, rows, cols):
        self._size = rows, cols

    def read_words(self):
        return 1 << 12

    def write_control(self, begin, solve, pack, **others):
        if begin:
            self._begin()
            self._begin_packing(*self._size)
        if solve:
            self._given = self._clues
            self._solve(decided=1)
        if pack:
            self._pack([cell == "1" for cell in "".join(self._solution)])


class Parallel(Recorder):
    read_counters = ignored

    def write_control(self, begin, solve, **others):
        if begin:
            self._begin()
        if solve:
            self._solve(solutions=1)
            self._digits = [digit for row in self._solution for digit in row]

    def write_given(self, digit, x, y, stack, band, unlike, fixed):
        self._given[3 * band + y, 3 * stack + x] = digit + 1

    def read_digits(self):
        word, self._digits = self._digits[:8], self._digits[8:]
        return sum(digit << 4 * place for place, digit in enumerate(word))


class Scan(Recorder, scan.Scan):
    read_counters = ignored

    def write_order(self, value):
        super().write_order(value)
        self._begin()

    def write_control(self, command, **others):
        if command == Command.LOAD:
            cells = enumerate(self._memory[:self._order ** 4])
            self._given = {divmod(cell, self._order ** 2): digit for cell, digit in cells if digit}
        if command == Command.PROPAGATE:
            self._solve(solved=1)
            self._memory[:self._order ** 4] = bytes(digit for row in self._solution for digit in row)


# The board


@pytest.fixture(scope="module")
def library():
    """Compile the firmware for large puzzles. During these tests, the engines of boards only record puzzles."""
    bus_map = bus_map_of(SoCConfig.of(*(f"{name}:{rows}x{cols}" for name, (rows, cols) in SIZES.items())))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board, "_bus_map", lambda: bus_map)
        patch.setattr(board, "FAKES", {name: globals()[name.capitalize()] for name in SIZES})
        yield board.compile_library()


class Board(Talk):
    """A board that searches for one solution of each puzzle."""

    def __init__(self, native):
        super().__init__(native)
        self.engines, self._next = native.engines, 0

    def solve(self, name, cases, data):
        """Send a request for as many puzzles as there are cases, with ``data`` in place of the puzzles. Return the
        results."""
        engine, puzzle, first, results = ENGINES[name], cases[0].puzzle, self._next, []
        self._next = (first + len(cases)) % SEQUENCES
        self.engines[name].heard.clear()
        self.engines[name].solutions = deque(case.solution for case in cases)
        answers = self(first, Solve(
            first, engine.genre.number, engine.number, 1, puzzle.rows, puzzle.cols, len(cases), 0, data))
        while True:
            assert all(isinstance(answer, Results | State) for answer in answers), answers
            results += results_in(answers, BOARD_GENRES[puzzle.genre].solution_bytes(puzzle))
            if len(results) >= len(cases):
                return results
            answers = self(0, Poll((first + len(results)) % SEQUENCES))
            assert any(isinstance(answer, Results) for answer in answers)

    def check(self, name, cases, results):
        """Assert that exactly these puzzles arrived at the engine, and that the engine's solutions arrived at the
        host."""
        assert self.engines[name].heard == [case.puzzle.clue_cells for case in cases]
        for case, result in zip(cases, results, strict=True):
            assert result.status == Status.SOLVED and result.complete
            decoded = BOARD_GENRES[case.puzzle.genre].decode_solution
            assert [decoded(case.puzzle, data) for data in result.solutions] == [case.solution]


@pytest.fixture
def large_board(library):
    native = board.NativeFirmware(library)
    yield Board(native)
    native.unload()


# Puzzles


class Case(NamedTuple):
    """A puzzle, and the solution that the engine will return."""

    puzzle: Puzzle
    solution: tuple


def some_size(rng, name):
    if name == "parallel":
        return 9, 9
    if name == "scan":
        return rng.choice(((4, 4), (9, 9), (16, 16)))
    return tuple(rng.randint(1, rng.choice((6, most))) for most in SIZES[name])


def some_case(rng, name, rows, cols, densities=(0.0, 0.1, 0.3, 0.5, 0.9, 1.0)):
    """Return a random puzzle and a random solution. Both may violate the rules: the clues may contradict each other,
    and the solution of a Slitherlink need not be a loop."""
    density, genre = rng.choice(densities), ENGINES[name].genre.name
    if genre == "slitherlink":
        values, solution = range(4), tuple("".join(rng.choices("01", k=cols)) for _ in range(rows))
    else:
        values, solution = range(1, rows + 1), random_grid(isqrt(rows), rng)
    given = {cell: rng.choice(values) for cell in product(range(rows), range(cols)) if rng.random() < density}
    return Case(blank(GENRES[genre], rows, cols).with_clues(given), solution)


def some_cases(rng, name):
    """Return puzzles of one size that together fit into a request."""
    size = some_size(rng, name)
    cases = [some_case(rng, name, *size) for _ in range(rng.choice((1, 2, 30)))]
    while sum(len(encoded(case)) for case in cases) > MOST_BYTES:
        cases.pop()
    return cases


def encoded(case):
    return BOARD_GENRES[case.puzzle.genre].encode(case.puzzle)


@EACH
def test_both_ways(large_board, name):
    """The first two puzzles are as large as possible: one has values in all cells, and the other has no values."""
    rng = random.Random(0)
    requests = [[some_case(rng, name, *SIZES[name], [density])] for density in (1.0, 0.0)]
    while sum(map(len, requests)) < 400:
        requests.append(some_cases(rng, name))
    for cases in requests:
        large_board.check(name, cases, large_board.solve(name, cases, b"".join(map(encoded, cases))))


@pytest.mark.parametrize("name, case, data, solution", [
    ("deducer", Case(blank(Slitherlink, 1, 9, r1c1=3, r1c4=0, r1c5=1, r1c9=2), ("110000001",)),
     [0b00011001, 0b1, 0b10_01_00_11], [0b00000011, 0b1]),
    ("scan", Case(blank(Sudoku, 4, 4, r1c1=4, r3c2=2, r4c4=3), full_grid(2)),
     [0b00000001, 0b10000010, 0x13, 0x02], [0x10, 0x22, 0x03, 0x21, 0x03]),
])
def test_bytes_are_as_documented(large_board, name, case, data, solution):
    """In each byte, the lowest bit comes first."""
    assert encoded(case) == bytes(data)
    (result,) = large_board.solve(name, [case], bytes(data))
    large_board.check(name, [case], [result])
    assert result.solutions == (bytes(solution),)


# Invalid puzzles


@EACH
def test_puzzles_that_are_cut_off(large_board, name):
    """The data of the puzzles end too early. Puzzles whose data are complete are solved, and the remaining puzzles are
    refused. The next request is not affected."""
    rng = random.Random(1)
    for _ in range(60):
        cases = some_cases(rng, name)
        data = list(map(encoded, cases))
        end = rng.randrange(sum(map(len, data)))
        whole = sum(sum(map(len, data[:number])) <= end for number in range(1, len(data) + 1))
        results = large_board.solve(name, cases, b"".join(data)[:end])
        large_board.check(name, cases[:whole], results[:whole])
        assert results[whole:] == [REFUSED] * (len(cases) - whole)
        large_board.check(name, cases, large_board.solve(name, cases, b"".join(data)))


def givens_in(puzzle, data):
    """Return the givens of each puzzle in these bytes, up to the first invalid puzzle. All puzzles have the size of
    ``puzzle``."""
    cells = [*product(range(puzzle.rows), range(puzzle.cols))]
    bits, least, most = (2, 0, 3) if puzzle.genre == "slitherlink" else (4, 1, puzzle.rows)
    mask_bytes, found = (len(cells) + 7) // 8, []
    while len(data) >= mask_bytes:
        given = [cell for number, cell in enumerate(cells) if data[number // 8] >> number % 8 & 1]
        end = mask_bytes + (len(given) * bits + 7) // 8
        values = int.from_bytes(data[mask_bytes:end], "little")
        found.append({cell: least + (values >> bits * number & (1 << bits) - 1) for number, cell in enumerate(given)})
        if end > len(data) or max(found[-1].values(), default=0) > most:
            return found[:-1]
        data = data[end:]
    return found


@EACH
def test_any_bytes(large_board, name):
    """The bytes are random, so some of them are valid puzzles."""
    rng = random.Random(4)
    solved = 0
    for _ in range(100):
        case = some_case(rng, name, *some_size(rng, name))
        number, mask = rng.randint(1, 20), rng.choice((0xFF, 0x77, 0x11))
        data = bytes(byte & mask for byte in rng.randbytes(rng.randrange(MOST_BYTES)))
        givens = givens_in(case.puzzle, data)[:number]
        results = large_board.solve(name, [case] * number, data)
        valid = [case._replace(puzzle=case.puzzle.with_clues(given)) for given in givens]
        large_board.check(name, valid, results[:len(valid)])
        assert results[len(valid):] == [REFUSED] * (number - len(valid))
        solved += len(valid)
    assert solved > 30
