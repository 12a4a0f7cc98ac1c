"""The ``rowloom`` command, one module a sub-command."""

from collections.abc import Sequence

from rowloom.host.cli.process import ended_by_signals, log

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: ``sys.argv``); return the exit status."""
    try:
        with ended_by_signals():
            # Here, because Ctrl-C may come while half a second of modules is being imported.
            from rowloom.host.cli.program import run

            return run(argv)
    except KeyboardInterrupt:
        log("interrupted")
        return 1
