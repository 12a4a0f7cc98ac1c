"""Lookahead in software against the gateware, compiled: the same candidates lead to the same end."""

import random
from collections import Counter

import pytest

from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink_lookahead import Verdict, looked_ahead
from rowloom.host.solvers.slitherlink_state import State
from rowloom.hw.deduction.deducer import Counters
from rowloom.hw.slitherlink.deducer.deducer import WORKS, SlitherlinkDeducer
from support.gateware import Gateware
from support.puzzles import blank, made

ROWS, COLS = 10, 8


class Compiled:
    """A deducer of up to 10x8 as native code, which searches for two solutions, without a branch."""

    def __init__(self, unit: Gateware):
        self._unit = unit

    def verdict(self, puzzle: Slitherlink) -> tuple[Verdict, int]:
        """As :func:`looked_ahead`."""
        port, tick = self._unit.port, self._unit.tick
        row_bits, col_bits = (ROWS - 1).bit_length(), (COLS - 1).bit_length()
        port("size")[0] = puzzle.rows | puzzle.cols << ROWS.bit_length()
        port("page")[0] = port("parent")[0] = 2 * (puzzle.rows + 1)
        self._command("begin")
        for (row, col), clue in puzzle.clue_cells.items():
            port("clue")[0] = 1 | (row | (col | clue << col_bits) << row_bits) << 1
            tick()
        port("clue")[0] = 0
        port("solutions")[0] = 2
        self._command("solve")
        contradiction, decided, kept = (port(name)[0] for name in ("contradiction", "decided", "kept"))
        if not (contradiction or decided):
            verdict = Verdict.STUCK
        elif decided and kept:
            verdict = Verdict.SEVERAL
        else:
            verdict = Verdict.UNIQUE if decided or kept else Verdict.CONTRADICTION
        counters = dict(zip(Counters(WORKS).members, port("counters")[: len(Counters(WORKS).members)]))
        return verdict, counters["probes"]

    def _command(self, name: str) -> None:
        self._unit.port(name)[0] = 1
        self._unit.tick()
        self._unit.port(name)[0] = 0
        while self._unit.port("busy")[0]:
            self._unit.tick()


@pytest.fixture(scope="module")
def gateware(compiled) -> Compiled:
    return Compiled(compiled(SlitherlinkDeducer(ROWS, COLS, 4 * (ROWS + 1))))


def random_puzzle(rng: random.Random) -> Slitherlink:
    """Some clues of a loop, few or many, now and then with a wrong one."""
    rows, cols = rng.randint(2, ROWS), rng.randint(2, COLS)
    lines = line_counts(random_loop(rows, cols, rng))
    share = rng.choice((0, 0.1, 0.3, 0.4, 0.5, 0.6, 0.8, 1))
    clues = {cell: count for cell, count in lines.items() if count < 4 and rng.random() < share}
    if rng.random() < 0.2:
        clues[rng.choice([*lines])] = rng.randrange(4)
    return blank(Slitherlink, rows, cols).with_clues(clues)


def check(gateware: Compiled, puzzle: Slitherlink) -> tuple[Verdict, int]:
    found = looked_ahead(State.of(puzzle))
    assert found == gateware.verdict(puzzle), puzzle
    return found


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
def test_random_puzzles(gateware, count):
    rng = random.Random(4)
    ends: Counter = Counter()
    for _ in range(count):
        verdict, probes = check(gateware, random_puzzle(rng))
        ends[verdict, probes > 0] += 1
    assert all(ends[verdict, True] for verdict in (Verdict.UNIQUE, Verdict.SEVERAL, Verdict.STUCK))
    assert ends[Verdict.UNIQUE, False] and ends[Verdict.CONTRADICTION, False]


def test_puzzles_with_one_solution(gateware):
    most = 0
    for seed in range(12):
        verdict, probes = check(gateware, made("slitherlink", ROWS, COLS, "any", seed))
        assert verdict in (Verdict.UNIQUE, Verdict.STUCK)
        most = max(most, probes)
    assert most > 20
