"""Lookahead in software and in the compiled gateware: it tries the same candidates, and comes to the same verdicts."""

import random
from collections import Counter
from enum import Enum
from itertools import islice

import pytest

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink.lookahead import Lookahead
from rowloom.host.solvers.slitherlink.state import SlitherlinkState
from rowloom.hw.slitherlink.deducer.deducer import WORKS, SlitherlinkDeducer
from support.deduction.compiled import Compiled
from support.puzzles import blank, made

ROWS, COLS = 10, 8

Verdict = Enum("Verdict", ["UNIQUE", "SEVERAL", "CONTRADICTION", "STUCK"])


def looked_ahead(puzzle: Slitherlink) -> tuple[Verdict, int]:
    """Return the verdict of lookahead, and the number of candidates that it tried."""
    counters = {"probes": 0}
    lookahead = Lookahead(SlitherlinkState.of(puzzle), counters)
    found, state = len([*islice(lookahead.solutions(), 2)]), lookahead.state
    if found == 2:
        verdict = Verdict.SEVERAL
    elif not (state.is_contradictory or state.is_solved):
        verdict = Verdict.STUCK
    else:
        verdict = Verdict.UNIQUE if found else Verdict.CONTRADICTION
    return verdict, counters["probes"]


def verdict_of(gateware: Compiled, puzzle: Slitherlink) -> tuple[Verdict, int]:
    """Return the verdict and the number of candidates of the gateware's search for two solutions without branches."""
    gateware.begin(puzzle.clues)
    state, kept = gateware.solve(), gateware.saved()
    if not (state.contradiction or state.decided):
        verdict = Verdict.STUCK
    elif state.decided and kept:
        verdict = Verdict.SEVERAL
    else:
        verdict = Verdict.UNIQUE if state.decided or kept else Verdict.CONTRADICTION
    return verdict, gateware.counters()["probes"]


@pytest.fixture(scope="module")
def gateware(compiled) -> Compiled:
    unit = compiled(SlitherlinkDeducer(ROWS, COLS, 4 * (ROWS + 1)))
    return Compiled(unit, (ROWS, COLS), SLITHERLINK_BITS, 1, 0, WORKS)


def random_puzzle(rng: random.Random) -> Slitherlink:
    """Return a puzzle with some clues of a random loop. Sometimes a clue is wrong."""
    rows, cols = rng.randint(2, ROWS), rng.randint(2, COLS)
    lines = line_counts(random_loop(rows, cols, rng))
    share = rng.choice((0, 0.1, 0.3, 0.4, 0.5, 0.6, 0.8, 1))
    clues = {cell: count for cell, count in lines.items() if count < 4 and rng.random() < share}
    if rng.random() < 0.2:
        clues[rng.choice([*lines])] = rng.randrange(4)
    return blank(Slitherlink, rows, cols).with_clues(clues)


def check(gateware: Compiled, puzzle: Slitherlink) -> tuple[Verdict, int]:
    found = looked_ahead(puzzle)
    assert found == verdict_of(gateware, puzzle), puzzle
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
