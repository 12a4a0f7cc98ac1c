"""The ``rowloom`` command; each sub-command has a module."""

from collections.abc import Sequence

from rowloom.host.cli.process import ended_by_signals, log

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: ``sys.argv``); return the exit status."""
    try:
        with ended_by_signals():
            # Imported here, because importing the modules takes half a second, and Ctrl-C may be pressed during this
            # time.
            from rowloom.host.cli.program import run

            return run(argv)
    except KeyboardInterrupt:
        log("interrupted")
        return 1
