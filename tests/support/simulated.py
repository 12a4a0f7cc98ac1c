"""Simulated boards, and their comparison with a SAT solver."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from rowloom.engines.config import SoCConfig
from rowloom.host.jobs.job import Aim, Progress, Question
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.runner import survey
from rowloom.host.solving import solve_on_boards
from rowloom.sim import Simulator

__all__ = ["check_against_sat", "simulated"]


@contextmanager
def simulated(config: SoCConfig, timeout: float = 60.0, resend_interval: float = 3.0) -> Iterator[Session]:
    """Simulate a board, and open a session with it."""
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        yield Session(link, timeout, resend_interval)


def check_against_sat(board: Session, asked: Sequence[Puzzle]) -> None:
    """Assert that a board and the engine ``sat`` find the same number of solutions (at most 20) and the same certain
    values."""
    outcomes = solve_on_boards([board], Question(Aim.CERTAIN, 20), Progress(), asked)
    for puzzle, outcome in zip(asked, outcomes, strict=True):
        other = survey(ENGINES["sat"], puzzle, 20)
        for field in ("puzzle", "status", "message", "complete", "counted", "certain", "certain_edges", "unique"):
            assert getattr(outcome, field) == getattr(other, field), (field, puzzle)
        assert not any(puzzle.verify(solution) for solution in outcome.solutions)
        assert len(set(outcome.solutions)) == len(other.solutions)
