"""The rules of the shading genres one by one: what they say holds, and each says all that it can."""

import random
from itertools import product

import pytest

from rowloom.host.solvers.shading.deduction import connected
from rowloom.host.solvers.shading.rules import OPEN, Table, View

# of a 3x3 grid
NEIGHBOURS = [
    [other for other in range(9) if abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1] for cell in range(9)
]


def common(fillings, size):
    """What all fillings have in common, as a state; None if there are none."""
    if not fillings:
        return None
    shades = [{filling[cell] for filling in fillings} for cell in range(size)]
    return [min(found) if len(found) == 1 else OPEN for found in shades]


def fillings_of(state):
    """All ways to fill a state's open cells."""
    return product(*((0, 1) if shade == OPEN else (shade,) for shade in state))


def extended(state, findings):
    if findings is None:
        return None
    state = list(state)
    for cell, shade in findings:
        assert state[cell] == OPEN
        state[cell] = shade
    return state


def findings(rule, state):
    shaded, unshaded = (sum(bit for cell, bit in rule.bits.items() if state[cell] == shade) for shade in (1, 0))
    return rule.findings(shaded, unshaded | rule.ends)


def test_tables_in_every_state():
    allowed = (0b000, 0b011, 0b110)
    rule = Table("", (2, 0, 1), allowed)
    for state in product((0, 1, OPEN), repeat=3):
        fillings = [f for f in fillings_of(state) if f[2] | f[0] << 1 | f[1] << 2 in allowed]
        assert extended(state, findings(rule, state)) == common(fillings, 3)


def seen(way, filling):
    return [*(filling[cell] for cell in way), 0].index(0)


def test_views_in_every_state():
    ways = ((0, 1, 2), (3,), (), (4, 5))
    for state in product((0, 1, OPEN), repeat=6):
        for clue in range(8):
            fillings = [f for f in fillings_of(state) if sum(seen(way, f) for way in ways) == clue]
            found = extended(state, findings(View("", 6, ways, clue), state))
            assert (found is None) == (not fillings)
            if found:
                # Each way is looked at by itself, so it never says too much, and of a single way it says all.
                assert all(one in (OPEN, other) for one, other in zip(found, common(fillings, 6)))


def test_a_single_way_in_every_state():
    for state in product((0, 1, OPEN), repeat=5):
        for clue in range(7):
            fillings = [f for f in fillings_of(state) if seen(range(5), f) == clue]
            rule = View("", 5, (range(5), (), (), ()), clue)
            assert extended(state, findings(rule, state)) == common(fillings, 5)


def is_joined(filling, shade):
    cells = {cell for cell in range(9) if filling[cell] == shade}
    reached = set(list(cells)[:1])
    while fresh := {other for cell in reached for other in NEIGHBOURS[cell]} & cells - reached:
        reached |= fresh
    return reached == cells


@pytest.mark.parametrize("shade", [0, 1])
def test_connection_in_random_states(shade):
    rng = random.Random(shade)
    for _ in range(400):
        state = [rng.choice((0, 1, OPEN, OPEN)) for _ in range(9)]
        fillings = [filling for filling in fillings_of(state) if is_joined(filling, shade)]
        expected = common(fillings, 9) if shade in state else state
        assert extended(state, connected(state, NEIGHBOURS, shade)) == expected
