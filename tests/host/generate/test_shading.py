"""Random solutions of the shading genres, and their clues."""

import random
from collections import Counter
from itertools import product
from operator import ne

import pytest

from rowloom.host.generate import canal, smullyan
from rowloom.host.generate.orbits import images
from rowloom.host.generate.specification import SYMMETRIES, Specification
from rowloom.host.puzzles.clued import beside, cells_of


@pytest.mark.parametrize("symmetry", ["none", "rotate90", "all"])
def test_shape_of_canals(symmetry):
    rng = random.Random(0)
    shares = []
    for _ in range(30):
        shaded = cells_of(canal.random_solution(Specification("canal", 12, 12, symmetry=symmetry), rng))
        count = len(shaded)
        shares.append(count / 144)
        touching = [[other for other in beside(*cell) if other in shaded] for cell in shaded]
        lengths = Counter(map(len, touching))
        turning = [others for others in touching if len(others) == 2 and all(map(ne, *others))]
        assert lengths[1] > 0.05 * count and lengths[3] + lengths[4] > 0.03 * count and len(turning) > 0.1 * count
        round_trips = sum(map(len, touching)) // 2 - count + 1
        assert 0 <= round_trips < 0.06 * count
        assert sum(sum(cell[axis] == at for cell in shaded) > 10 for axis in (0, 1) for at in range(12)) < 6
    assert 0.44 < min(shares) < 0.5 and 0.57 < max(shares) < 0.63


@pytest.mark.parametrize("symmetry", ["mirror", "rotate90", "all"])
def test_canals_for_symmetric_clues(symmetry):
    rng = random.Random(0)
    for _ in range(10):
        shaded = cells_of(canal.random_solution(Specification("canal", 12, 12, symmetry=symmetry), rng))
        orbits = [images(cell, 12, 12, SYMMETRIES[symmetry]) for cell in product(range(12), repeat=2)]
        in_canal = [sum(cell in shaded for cell in orbit) for orbit in orbits]
        assert sum(count == 0 for count in in_canal) > 0.2 * 144
        assert any(0 < count < len(orbit) for count, orbit in zip(in_canal, orbits))


def test_clues_do_not_reveal_knaves():
    rng = random.Random(0)
    shares, lies, truths = [], Counter(), Counter()
    for _ in range(20):
        solution = smullyan.random_solution(Specification("smullyan", 9, 9), rng)
        puzzle = smullyan.with_all_clues("full", solution, rng)
        knaves = cells_of(solution)
        shares.append(len(knaves) / 81)
        for cell, clue in puzzle.clue_cells.items():
            (lies if cell in knaves else truths)[clue] += 1
    assert 0.14 < min(shares) < 0.2 and 0.25 < max(shares) < 0.3
    for clue in range(5):
        assert abs(lies[clue] / lies.total() - truths[clue] / truths.total()) < 0.1
