"""What a person sees of long work."""

from rowloom.host.jobs.job import Job
from rowloom.host.wire.protocol import State

__all__ = ["Progress"]


class Progress:
    """Receives what happens while puzzles are solved or made; this one shows nothing.

    Any thread may call its methods.
    """

    def message(self, text: str) -> None:
        """Show what a person should know at once, such as that a simulator is being built."""

    def running(self, board: str, job: Job, state: State) -> None:
        """Take what a board, named by its link, has said about the job that it is solving."""

    def searching(self, name: str, found: int = 0) -> None:
        """Take the puzzle that this computer is working on, and the solutions found so far."""

    def done(self, board: str = "") -> None:
        """Count a puzzle as done, by a board or on this computer."""

    def at_work(self, done: int, workers: int) -> None:
        """Take the number of puzzles that workers have done, and the number of workers."""
