"""The errors that users can fix. All are subclasses of :class:`RowloomError`, and their messages are for users.

::

    RowloomError                    exit status 1
    ├── UsageError                  2: options that are invalid or cannot be combined
    ├── CommandError                1, or the status of the particular error
    ├── NotInstalled                a missing package
    ├── ToolError                   Yosys, nextpnr, the compiler
    │   └── NoRoom
    ├── LinkError                   the link to a board
    │   └── BoardError              the board itself
    │       └── Refusal
    ├── Unsuitable                  no engine for a puzzle
    ├── SimulationError             the simulated board
    ├── ClusterError                processes and machines
    ├── BuildError                  a bitstream
    │   └── TimingError
    ├── ManifestError, ProgrammerError, PictureError
    └── PuzzleError, EngineError, NoneFound (ValueError, too)
"""

__all__ = [
    "ClusterError", "CommandError", "LinkError", "NotInstalled", "RowloomError", "SimulationError", "Unsuitable",
    "UsageError",
]  # fmt: skip


class RowloomError(Exception):
    """An error with a message for users; ``status`` is the exit status of a command."""

    status = 1


class UsageError(RowloomError):
    """The options are invalid, or cannot be combined."""

    status = 2


class CommandError(RowloomError):
    """The command failed; the message says why. The status is 2 for an error in the command line."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


class NotInstalled(RowloomError):
    """A required package is missing; the message says how to install it."""


class LinkError(RowloomError):
    """The link to a board cannot be opened, the link is broken, or no board answers at its other end."""


class SimulationError(RowloomError):
    """The simulated board cannot be built or started, or has ended."""


class Unsuitable(RowloomError):
    """No engine of a build can solve a puzzle; the message says why, and suggests an alternative."""


class ClusterError(RowloomError):
    """The scheduler or its workers cannot be used, or have failed; the message says why."""
