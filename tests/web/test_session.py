"""The page's sessions with a simulated board get the same results as the host, even if the line damages frames."""

import random
from collections import Counter
from contextlib import closing

import pytest

from rowloom.host.jobs.engines import abilities
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.tasks import Certain, Symmetry, Thin
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.sim import Simulator
from support.damage import DamagedLink, DamagingLine
from support.jobs import puzzle
from support.page import as_page, certain_values
from support.peer import peer, received
from support.puzzles import full_grid, made

RNG = random.Random("session")

LONG = {"genre": "slitherlink", "rows": 12, "cols": 11}
"""The genre and size of a puzzle that takes the board a long time to make."""


def jobs():
    """Yield jobs in the host's form."""
    loops = [made("slitherlink", 8, 12, "normal", 3), *(puzzle(text, text) for text in ("33 ..", "3. .3", "00 .."))]
    grid = full_grid(2)
    sudokus = [
        Sudoku("4x4", 4, 4, tuple(tuple(digit if RNG.random() < share else 0 for digit in row) for row in grid))
        for share in (0.3, 0.6)
    ]
    shades = Smullyan("shades", 3, 4, ((None, 2, None, None), (2, None, None, UNKNOWN), (None, None, 999, None)))
    for one in (*loops, *sudokus, shades):
        yield Job(one, 2, counters=True)
        yield Job(one)
        yield Job(one, task=Certain())
    yield Job(Slitherlink("large", 13, 13, ((None,) * 13,) * 13))
    yield Job(Sudoku("9x9", 9, 9, ((0,) * 9,) * 9))
    every = Sudoku("full", 4, 4, grid)
    yield Job(every, task=Thin(grid, 8, Symmetry.ROTATE, ease=1))


def job_as_page(job):
    fields = {"puzzle": as_page(job.puzzle), "count": job.count, "limit": job.limit, "counters": job.counters}
    match job.task:
        case Certain():
            task = {"name": "certain"}
        case Thin(solution, seed, symmetry, _, ease):
            task = {"name": "thin", "solution": solution, "seed": seed, "symmetry": int(symmetry), "ease": ease}
        case _:
            task = None
    return fields | {"task": task}


def outcome_as_page(outcome):
    fields = {
        "puzzle": as_page(outcome.puzzle), "status": outcome.status, "engine": outcome.engine,
        "solutions": outcome.solutions, "unique": outcome.unique, "cycles": outcome.cycles, "clock": outcome.clock,
        "counters": dict(outcome.counters), "certain": certain_values(outcome),
        "certainCells": sum(value != "?" for row in outcome.certain for value in row) if outcome.certain else None,
    }  # fmt: skip
    # The host's messages about errors differ from the page's.
    return fields if outcome.status == "error" else fields | {"message": outcome.message}


def damaged(board, bit_rate, damage):
    """Return a peer that forwards bytes to and from the board over a line that damages frames."""

    def behave(connection, over):
        with closing(SimulatorLink(board, bit_rate)) as link:
            line = DamagedLink(link, lambda rng: DamagingLine(0.3, damage, 0.1, rng), 1)
            for data in received(connection, over):
                if data:
                    line.write(data)
                connection.sendall(line.read(0))

    return behave


@pytest.fixture
def board(config):
    with Simulator(config) as simulator:
        yield simulator


def test_sessions_agree_with_the_host(board, config, in_node):
    with closing(SimulatorLink(board, config.bit_rate)) as link:
        session = Session(link, 60, 3)
        identity = session.identify()
        alone = [
            {"job": job_as_page(job), "outcome": outcome_as_page(outcome)}
            for job in jobs() for outcome in solve(session, [job])
        ]
    assert {one["outcome"]["status"] for one in alone} == {"solved", "no-solution", "error"}
    damage = Counter()
    with peer(damaged(board, config.bit_rate, damage)) as port:
        in_node("session.test.js", {
            "port": int(board.url.rpartition(":")[2]), "damaged": port,
            "identity": {
                "build": identity.build.hex(), "clock": identity.clock, "version": identity.version,
                "engines": abilities(identity.capabilities),
            },
            "alone": alone,
            "long": LONG,
        })  # fmt: skip
    assert damage.total() > 20
