"""The ``rowloom`` command; each sub-command has a module."""

from collections.abc import Sequence

from rowloom.host.cli.process import ended_by_signals, log

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: ``sys.argv``); return the exit status."""
    try:
        with ended_by_signals():
            # The import takes half a second. It is inside the `try` statement, because Ctrl-C may be pressed meanwhile.
            from rowloom.host.cli.program import run

            return run(argv)
    except KeyboardInterrupt:
        log("interrupted")
        return 1
