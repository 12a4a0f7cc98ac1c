"""Several simulated boards at once, one of which is killed."""

import os
import random
from contextlib import ExitStack
from signal import SIGKILL

from rowloom.host.jobs.job import Job
from rowloom.host.link.pool import solve
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.sim import Simulator
from support import brute
from support.progress import Shown
from support.says import Says


def test_what_a_killed_simulator_had_begun_is_not_lost(open_board, config):
    rng = random.Random(6)
    rows = [[tuple(rng.choices((None, None, 0, 1, 2, 2, 3, 3), k=4)) for _ in range(3)] for _ in range(40)]
    puzzles = [Slitherlink(str(number), 3, 4, tuple(clues)) for number, clues in enumerate(rows)]
    shown, done = Shown(), []
    with ExitStack() as stack:
        simulators = [stack.enter_context(Simulator(config)) for _ in range(4)]
        sessions = [open_board(simulator) for simulator in simulators]
        for outcome in solve(sessions, map(Job, puzzles), shown):
            done.append(outcome)
            if len(done) == 10:
                os.kill(simulators[1]._process.pid, SIGKILL)
    assert [outcome.puzzle for outcome in done] == puzzles
    for outcome in done:
        assert outcome.status == ("solved" if brute.solutions(outcome.puzzle) else "no-solution")
    assert shown.messages == [Says("the simulator was killed (signal 9)", "the other boards go on")]
