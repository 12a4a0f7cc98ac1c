"""The ``rowloom`` command; each sub-command has a module."""

from collections.abc import Sequence

from rowloom.host.cli.process import ended_by_signals, log

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: ``sys.argv``); return the exit status."""
    try:
        with ended_by_signals():
            # The user may press Ctrl-C during this import, which takes half a second.
            from rowloom.host.cli.program import run

            return run(argv)
    except KeyboardInterrupt:
        log("interrupted")
        return 1
